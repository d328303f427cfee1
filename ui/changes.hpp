// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the window itself makes to the document: repairs, hints, and the way back to the last legal plan.
#pragma once

#include "models/rules.hpp"

namespace ridgepoint {

class Document;

/// One undoable step that sets what the repair names.
void applyRepair(Document& document, const Repair& repair);
void returnToLastLegal(Document& document);

} // namespace ridgepoint
