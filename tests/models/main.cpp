// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run_tests.hpp"

int main(int argc, char** argv) {
    return run_tests(argc, argv);
}
