// SPDX-License-Identifier: GPL-3.0-or-later
// What the status bar says about the plan and about how it was estimated.
#pragma once

#include <QString>

namespace ridgepoint {

class Document;

QString planNote(const Document& document);  ///< "Legal plan · Does not fit: activations 42.9 GiB"
/// What the estimate warns of, one a line: measured curves that do not reach, GPUs that stay unused.
QString modelWarnings(const Document& document);
/// `compared`: a remark after the ceilings in use; may be empty.
QString modelNote(const Document& document, const QString& compared = {}); ///< "Detailed · hierarchical network · achievable ceilings · …"

} // namespace ridgepoint
