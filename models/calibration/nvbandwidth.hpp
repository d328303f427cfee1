// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's nvbandwidth prints: matrices of copy bandwidth between host and devices, and between devices.
#pragma once

#include "models/units.hpp"

#include <optional>
#include <string_view>

namespace ridgepoint::calibration {

/// Means over the devices, one direction, of copies that run alone.
struct CopyBandwidths {
    std::optional<BytesPerSecond> host_to_device, device_to_host, device_to_device;
    bool operator==(const CopyBandwidths&) const = default;
};

/// Copy-engine tests where they are there, else those of SMs. Throws InputError: no matrix of these, a row that does
/// not fit, an end inside a matrix.
[[nodiscard]] CopyBandwidths read_nvbandwidth(std::string_view text, std::string_view file);

} // namespace ridgepoint::calibration
