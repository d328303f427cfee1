// SPDX-License-Identifier: GPL-3.0-or-later
// A warning of Qt fails the test it appears in.
#pragma once

namespace ridgepoint::tests {

void failOnQtWarnings();

} // namespace ridgepoint::tests
