# SPDX-License-Identifier: GPL-3.0-or-later
#
# ridgepoint_embed_text(<target> <function> <output.cpp> <base-dir> <file>...)
#
# Puts text files into the program without Qt. At build time, whenever one of them changes, writes
# <output.cpp> and compiles it into <target>. It defines
#
#     std::span<const ridgepoint::EmbeddedFile> ridgepoint::<function>();
#
# (resources/embedded.hpp declares `embedded_files`). <file>s are given relative to <base-dir>, and that
# relative path is EmbeddedFile::path; they keep the order given. A relative <output.cpp> is taken in the
# current binary directory. Files must be UTF-8 with LF line ends and must not contain the
# delimiter `)ridgepoint_text"` (checked). Example:
#
#     ridgepoint_embed_text(ridgepoint_resources embedded_files embedded.cpp ${CMAKE_CURRENT_SOURCE_DIR}
#         models/llama-3.1-8b.json accelerators/h800-sxm.json)

include_guard(GLOBAL)

set(RIDGEPOINT_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/embed_text_script.cmake" CACHE INTERNAL "")

function(ridgepoint_embed_text target function output base_dir)
    cmake_path(ABSOLUTE_PATH output BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
    cmake_path(ABSOLUTE_PATH base_dir BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)

    set(depends "")
    foreach(file IN LISTS ARGN)
        if(NOT EXISTS "${base_dir}/${file}")
            message(FATAL_ERROR "ridgepoint_embed_text: no file ${base_dir}/${file}")
        endif()
        list(APPEND depends "${base_dir}/${file}")
    endforeach()

    # The list goes through a file, rewritten only if it differs: hundreds of names fit no command line.
    file(CONFIGURE OUTPUT "${output}.list" CONTENT "${ARGN}" @ONLY)
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DFUNCTION=${function}" "-DOUTPUT=${output}" "-DBASE_DIR=${base_dir}"
                "-DLIST=${output}.list" -P "${RIDGEPOINT_EMBED_SCRIPT}"
        DEPENDS ${depends} "${output}.list" "${RIDGEPOINT_EMBED_SCRIPT}"
        COMMENT "Embedding texts for ${target}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
    # Generated and without Q_OBJECT: automatic moc has nothing to do here.
    set_source_files_properties("${output}" PROPERTIES SKIP_AUTOGEN ON)
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
endfunction()
