# SPDX-License-Identifier: GPL-3.0-or-later
#
# Defines the INTERFACE target `ridgepoint_flags`: language level, warnings, sanitizers. Every target of
# the project links it PRIVATE (a target whose headers others include still hands on C++20 by
# target_compile_features). Nothing is set globally but where binaries go.
#
# Options
#   RIDGEPOINT_WERROR    warnings are errors; off for people, on in the `ci` preset
#   RIDGEPOINT_SANITIZE  list for -fsanitize=, as in the presets: "address,undefined" or "thread"

include_guard(GLOBAL)

option(RIDGEPOINT_WERROR "Treat compiler warnings as errors" OFF)
set(RIDGEPOINT_SANITIZE "" CACHE STRING "Sanitizers, comma-separated (address,undefined or thread)")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

add_library(ridgepoint_flags INTERFACE)
add_library(Ridgepoint::flags ALIAS ridgepoint_flags)
target_compile_features(ridgepoint_flags INTERFACE cxx_std_20)

if(MSVC)
    target_compile_options(ridgepoint_flags INTERFACE /W4 /permissive- /utf-8)
    set(werror /WX)
else()
    target_compile_options(ridgepoint_flags INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow
        -Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor -Wcast-qual -Wformat=2 -Wunused -Wundef
        # GCC 12 warns of overlapping copies in std::string itself (GCC bug 105651).
        $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op -Wno-restrict>)
    set(werror -Werror)
endif()

if(RIDGEPOINT_WERROR)
    target_compile_options(ridgepoint_flags INTERFACE ${werror})
endif()

if(RIDGEPOINT_SANITIZE)
    # No recovery: the first finding ends the program, so that a test cannot pass over it.
    set(sanitize "-fsanitize=${RIDGEPOINT_SANITIZE}" -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_compile_options(ridgepoint_flags INTERFACE ${sanitize})
    target_link_options(ridgepoint_flags INTERFACE ${sanitize})
endif()
