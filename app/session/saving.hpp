// SPDX-License-Identifier: GPL-3.0-or-later
// Between document and library: what the window's Save, Save as and Open do once the questions are answered.
#pragma once

#include "app/session/scenario_store.hpp"

namespace ridgepoint {

class Document;

/// Into the scenario the document came from, else as a new one under its own name. The failures to ask about:
/// nameTaken (replace `id`, or another name), changedElsewhere (again with Overwrite::yes, or save as).
Result<qint64> save(Document& document, ScenarioStore& store,
                    ScenarioStore::Overwrite overwrite = ScenarioStore::Overwrite::ask);
/// As a new scenario; on success the document is that one and carries the name.
Result<qint64> saveAs(Document& document, ScenarioStore& store, const QString& name);
/// After nameTaken, when the user says "replace".
Result<qint64> saveReplacing(Document& document, ScenarioStore& store, qint64 id, const QString& name);

/// badContent when its text cannot be read; the document is then as before.
Result<Done> openFromLibrary(Document& document, ScenarioStore& store, qint64 id);
Result<Done> openReady(Document& document, const std::string& presetId);

} // namespace ridgepoint
