// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/problem.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ridgepoint::cli {

ExitStatus report(const Problem& problem) {
    std::string line = problem.message;
    while (!line.empty() && line.back() == '\n')
        line.pop_back();
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
    return problem.status;
}

ExitStatus worse(ExitStatus a, ExitStatus b) {
    return std::max(a, b);
}

ExitStatus print(const std::string& text) {
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0)
        throw Problem{ExitStatus::failed,
                      std::string("ridgepoint: standard output: ") + std::strerror(errno)};
    return ExitStatus::done;
}

} // namespace ridgepoint::cli
