# SPDX-License-Identifier: GPL-3.0-or-later
#
# Finds QCustomPlot (2.1 or newer) built for Qt 6 and gives it one name on every system:
# `Ridgepoint::QCustomPlot`. Call after find_package(Qt6 … Widgets PrintSupport).
#
#   1. Debian and Ubuntu: package configuration QCustomPlotQt6;
#   2. elsewhere a package configuration QCustomPlot, unless it links Qt 5;
#   3. header and library by name (vcpkg, Fedora, a build of one's own).
#
# Plain "QCustomPlot" on Debian is the Qt 5 build: it links, and the program crashes. So 2 and 3 look
# which Qt a candidate was built with.

include_guard(GLOBAL)

find_package(QCustomPlotQt6 CONFIG QUIET)
set(found "")
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
    set(found QCustomPlotQt6::QCustomPlotQt6)
else()
    find_package(QCustomPlot CONFIG QUIET)
    if(TARGET QCustomPlot::QCustomPlot)
        get_target_property(links QCustomPlot::QCustomPlot INTERFACE_LINK_LIBRARIES)
        if(NOT links MATCHES "Qt5::")
            set(found QCustomPlot::QCustomPlot)
        endif()
    endif()
endif()

if(NOT found)
    find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h)
    find_library(QCustomPlot_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot2 qcustomplot QCustomPlot)
    set(for_qt5 "")
    if(QCustomPlot_LIBRARY)
        file(STRINGS "${QCustomPlot_LIBRARY}" for_qt5 REGEX "Qt5Core" LIMIT_COUNT 1)
    endif()
    if(NOT QCustomPlot_INCLUDE_DIR OR NOT QCustomPlot_LIBRARY OR for_qt5)
        message(FATAL_ERROR "QCustomPlot built for Qt 6 not found (Debian and Ubuntu: libqcustomplot-dev). "
            "Set QCustomPlot_INCLUDE_DIR and QCustomPlot_LIBRARY if it lies elsewhere.")
    endif()
    add_library(ridgepoint_found_qcustomplot UNKNOWN IMPORTED)
    set_target_properties(ridgepoint_found_qcustomplot PROPERTIES
        IMPORTED_LOCATION "${QCustomPlot_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${QCustomPlot_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
    set(found ridgepoint_found_qcustomplot)
endif()

# Imported, so its include directories are system ones and its header raises no warnings.
add_library(Ridgepoint::QCustomPlot INTERFACE IMPORTED)
set_property(TARGET Ridgepoint::QCustomPlot PROPERTY INTERFACE_LINK_LIBRARIES ${found})
