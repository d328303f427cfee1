// SPDX-License-Identifier: GPL-3.0-or-later
// Which value to mark when a rule is broken: the one that was changed since the plan was legal.
#pragma once

#include <set>
#include <string>

namespace ridgepoint {

class Document;

/// Keys of the scenario file, and "plan.dp" for the replicas. Of each broken rule: those of its keys whose values
/// differ from the last legal plan; all of them where none does or there was no legal plan yet.
std::set<std::string> blamedKeys(const Document& document);

} // namespace ridgepoint
