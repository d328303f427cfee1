// SPDX-License-Identifier: GPL-3.0-or-later
#define CATCH_CONFIG_RUNNER
#include "tests/catch.hpp"

#include "tests/run_tests.hpp"

int run_tests(int argc, char** argv) {
    return Catch::Session().run(argc, argv);
}
