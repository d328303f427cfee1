# SPDX-License-Identifier: GPL-3.0-or-later
#
# Run by ridgepoint_embed_text (EmbedText.cmake) at build time, never included.
# In: FUNCTION, OUTPUT, BASE_DIR, LIST (a file with the names, separated by semicolons).

cmake_minimum_required(VERSION 3.25)

set(delimiter "ridgepoint_text")
file(READ "${LIST}" names)
list(LENGTH names count)

set(temporary "${OUTPUT}.part")
file(WRITE "${temporary}" "// Written by cmake/embed_text_script.cmake; changes are lost.\n\n"
    "#include \"resources/embedded.hpp\"\n\n#include <array>\n\nnamespace ridgepoint {\n\n"
    "using namespace std::string_view_literals;\n\n"
    "std::span<const EmbeddedFile> ${FUNCTION}()\n{\n"
    "    static constexpr std::array<EmbeddedFile, ${count}> files{{\n")
foreach(name IN LISTS names)
    file(READ "${BASE_DIR}/${name}" text)
    string(FIND "${text}" ")${delimiter}\"" closes)
    if(NOT closes EQUAL -1)
        message(FATAL_ERROR "${BASE_DIR}/${name} contains )${delimiter}\", which ends a raw string")
    endif()
    # One call per part: the text must not pass through another round of list or escape handling.
    file(APPEND "${temporary}" "{\"${name}\"sv, R\"${delimiter}(")
    file(APPEND "${temporary}" "${text}")
    file(APPEND "${temporary}" ")${delimiter}\"sv},\n")
endforeach()
file(APPEND "${temporary}" "    }};\n    return files;\n}\n\n} // namespace ridgepoint\n")
file(RENAME "${temporary}" "${OUTPUT}")
