// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/builtin.hpp"

#include "resources/embedded.hpp"

namespace ridgepoint {

const Presets& builtin_presets() {
    static const Presets presets = [] {
        std::vector<PresetText> files;
        for (const EmbeddedFile& file : embedded_files())
            files.push_back({file.path, file.text});
        return read_presets(files);
    }();
    return presets;
}

} // namespace ridgepoint
