// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Catch2 2.13 or 3, whichever there is, with the spelling of version 3: Approx without a namespace,
// Catch::Matchers::ContainsSubstring, WithinRel, WithinAbs. tests/run_tests.cpp defines
// CATCH_CONFIG_RUNNER before including this (version 3 ignores it) and uses Catch::Session.

#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

using Catch::Approx;

#else

#include <catch2/catch.hpp>

namespace Catch::Matchers {

inline StdString::ContainsMatcher ContainsSubstring(const std::string& text)
{
    return Contains(text);
}

} // namespace Catch::Matchers

#endif
