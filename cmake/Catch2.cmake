# SPDX-License-Identifier: GPL-3.0-or-later
#
# Finds Catch2, 2.13 or 3. Sets RIDGEPOINT_HAVE_CATCH; where it is false there is no Catch2 on this machine
# and the caller leaves tests out (packaging/run builds the program without it). Otherwise defines
#
#   ridgepoint_catch                         INTERFACE target for test programs; tests include "tests/catch.hpp".
#                                            Each test program brings its own main, which calls run_tests
#   ridgepoint_discover_tests(<target> [SERIAL] [TIMEOUT <seconds>])
#                                            one ctest entry per test case, named "<target>/<test case>" and
#                                            labelled <target> (ctest -L). SERIAL: cases of this target never
#                                            run beside each other.
#
# Both versions learn the names by running the test program right after linking it, on a machine that may have
# no display. So a main that creates a QApplication must first set QT_QPA_PLATFORM=offscreen if it is unset;
# here the same is set for the tests themselves. A name of a test case must not contain a semicolon.

include_guard(GLOBAL)

find_package(Catch2 CONFIG QUIET)
set(RIDGEPOINT_HAVE_CATCH OFF)
if(Catch2_FOUND AND Catch2_VERSION VERSION_GREATER_EQUAL 2.13)
    set(RIDGEPOINT_HAVE_CATCH ON)
else()
    message(STATUS "Catch2 2.13 or newer not found (Debian: catch2): tests are left out")
    return()
endif()

include("${Catch2_DIR}/Catch.cmake")

add_library(ridgepoint_catch INTERFACE)
target_link_libraries(ridgepoint_catch INTERFACE Catch2::Catch2)
target_include_directories(ridgepoint_catch INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_features(ridgepoint_catch INTERFACE cxx_std_20)
# Statements are run once: optimising them costs a build more than it spares the tests, under sanitizers above all.
target_compile_options(ridgepoint_catch INTERFACE $<$<NOT:$<BOOL:${MSVC}>>:-O0>)

function(ridgepoint_discover_tests target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "TIMEOUT" "")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    set(properties ENVIRONMENT "QT_QPA_PLATFORM=offscreen" TIMEOUT ${arg_TIMEOUT})
    if(arg_SERIAL)
        list(APPEND properties RESOURCE_LOCK ${target})
    endif()
    catch_discover_tests(${target} TEST_PREFIX "${target}/" PROPERTIES ${properties} LABELS ${target})
endfunction()
