// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/nvbandwidth.hpp"

#include "models/calibration/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>

namespace ridgepoint::calibration {

namespace {

constexpr std::string_view allowed_tests =
    "nvbandwidth's host_to_device_memcpy_ce, device_to_host_memcpy_ce, device_to_device_memcpy_read_ce or their _sm";

/// Plain tests only: what runs beside another copy is slower than one alone.
constexpr std::array<std::string_view, 8> wanted{
    "host_to_device_memcpy_ce",        "device_to_host_memcpy_ce",         "device_to_device_memcpy_read_ce",
    "device_to_device_memcpy_write_ce", "host_to_device_memcpy_sm",        "device_to_host_memcpy_sm",
    "device_to_device_memcpy_read_sm", "device_to_device_memcpy_write_sm"};

struct Mean {
    double sum = 0;
    int cells = 0;
};

class Reader {
public:
    Reader(std::string_view text, std::string_view file) : m_lines(text, file) {}

    CopyBandwidths read() {
        while (const auto line = m_lines.next())
            take(trimmed(*line));
        if (m_columns > 0 || m_waiting)
            m_lines.fail("the file ends inside a matrix", "whole output, to the line \"SUM\" of each test");
        if (m_means.empty())
            m_lines.fail_at(std::max<std::size_t>(1, m_lines.number()), "holds no copy bandwidths", allowed_tests);
        CopyBandwidths b;
        b.host_to_device = first({"host_to_device_memcpy_ce", "host_to_device_memcpy_sm"});
        b.device_to_host = first({"device_to_host_memcpy_ce", "device_to_host_memcpy_sm"});
        b.device_to_device = first({"device_to_device_memcpy_write_ce", "device_to_device_memcpy_read_ce",
                                    "device_to_device_memcpy_write_sm", "device_to_device_memcpy_read_sm"});
        return b;
    }

private:
    Lines m_lines;
    std::string m_test;      ///< running, if wanted
    bool m_waiting = false;  ///< for the line of device numbers
    std::size_t m_columns = 0;
    std::size_t m_rows = 0;
    std::map<std::string, Mean, std::less<>> m_means;

    void take(std::string_view line) {
        constexpr std::string_view running = "Running ";
        if (line.starts_with(running)) {
            if (m_columns > 0 || m_waiting)
                m_lines.fail("a new test starts inside a matrix", "whole output, to the line \"SUM\" of each test");
            std::string_view name = line.substr(running.size());
            if (name.ends_with('.'))
                name.remove_suffix(1);
            m_test = std::find(wanted.begin(), wanted.end(), name) != wanted.end() ? std::string(name) : std::string();
        } else if (m_test.empty()) {
            return;
        } else if (line.find("bandwidth (GB/s)") != std::string_view::npos) {
            m_waiting = true;
        } else if (m_waiting && !line.empty()) {
            m_columns = words(line).size();
            m_rows = 0;
            m_waiting = false;
        } else if (m_columns > 0) {
            matrix(line);
        }
    }

    void matrix(std::string_view line) {
        if (line.empty() || line.starts_with("SUM")) {
            if (m_rows == 0)
                m_lines.fail("the matrix has no rows", "one row of GB/s or more");
            m_columns = 0;
            m_test.clear();
            return;
        }
        const std::vector<std::string_view> w = words(line);
        if (w.size() != m_columns + 1 || !integer(w.front()))
            m_lines.fail(fmt::format("the row {} does not fit", in_quotes(line)),
                         fmt::format("a device number, then {} cells", m_columns));
        for (std::size_t i = 1; i < w.size(); ++i)
            cell(w[i]);
        ++m_rows;
    }

    void cell(std::string_view word) {
        if (word == "N/A")
            return;
        const auto value = number(word);
        if (!value || *value < 0)
            m_lines.fail(fmt::format("{} is no bandwidth", in_quotes(word)), "GB/s, or N/A");
        if (*value == 0)
            return; // a device and itself
        Mean& mean = m_means[m_test];
        mean.sum += *value;
        ++mean.cells;
    }

    [[nodiscard]] std::optional<BytesPerSecond> first(std::initializer_list<std::string_view> tests) const {
        for (const std::string_view test : tests)
            if (const auto found = m_means.find(test); found != m_means.end())
                return gigabytes_per_second(found->second.sum / found->second.cells);
        return std::nullopt;
    }
};

} // namespace

CopyBandwidths read_nvbandwidth(std::string_view text, std::string_view file) {
    return Reader(text, file).read();
}

} // namespace ridgepoint::calibration
