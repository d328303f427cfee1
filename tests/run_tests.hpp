// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Runs the test cases of the program as the command line says; the exit status. Apart from the test programs' own mains
/// so that Catch2 2, which is all in one header, is compiled once.
int run_tests(int argc, char** argv);
