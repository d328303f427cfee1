// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/saving.hpp"

#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"

#include <QCoreApplication>

namespace ridgepoint {

namespace {

struct Messages {
    Q_DECLARE_TR_FUNCTIONS(ridgepoint::Saving)
};

QString json(const Document& document, const Scenario& scenario) {
    return QString::fromStdString(scenario_to_json(scenario, document.presets()));
}

Scenario named(const Document& document, const QString& name) {
    Scenario scenario = document.scenario();
    scenario.name = name.trimmed().toStdString();
    return scenario;
}

/// The library has it: the name becomes part of the document only now.
qint64 saved(Document& document, const Scenario& scenario, qint64 id) {
    document.change(QStringLiteral("name"), scenario);
    document.markSaved(id);
    return id;
}

Result<Done> openText(Document& document, const std::string& text, const std::string& name,
                      qint64 libraryId) {
    try {
        document.open(scenario_from_json(text, document.presets(), name), libraryId);
    } catch (const InputError& error) {
        return Failure{Failure::Kind::badContent, QString::fromUtf8(error.what()), libraryId};
    }
    return Done();
}

} // namespace

Result<qint64> save(Document& document, ScenarioStore& store, ScenarioStore::Overwrite overwrite) {
    const QString name = QString::fromStdString(document.scenario().name);
    if (document.libraryId() != 0) {
        const auto updated =
            store.update(document.libraryId(), name, json(document, document.scenario()), overwrite);
        if (updated) {
            document.markSaved(document.libraryId());
            return document.libraryId();
        }
        if (updated.failure().kind != Failure::Kind::notFound)
            return updated.failure();
        // Deleted by another window: what is on the screen is still wanted, so it becomes a new scenario.
    }
    return saveAs(document, store, name);
}

Result<qint64> saveAs(Document& document, ScenarioStore& store, const QString& name) {
    const Scenario scenario = named(document, name);
    const auto added = store.add(name, json(document, scenario));
    if (!added)
        return added.failure();
    return saved(document, scenario, added.value());
}

Result<qint64> saveReplacing(Document& document, ScenarioStore& store, qint64 id, const QString& name) {
    const Scenario scenario = named(document, name);
    const auto updated = store.update(id, name, json(document, scenario), ScenarioStore::Overwrite::yes);
    if (!updated)
        return updated.failure();
    return saved(document, scenario, id);
}

Result<Done> openFromLibrary(Document& document, ScenarioStore& store, qint64 id) {
    const auto stored = store.load(id);
    if (!stored)
        return stored.failure();
    return openText(document, stored.value().json.toStdString(), stored.value().name.toStdString(), id);
}

Result<Done> openReady(Document& document, const std::string& presetId) {
    const ReadyScenario* ready = document.presets().scenario(presetId);
    if (!ready)
        return Failure{Failure::Kind::notFound,
                       Messages::tr("There is no ready scenario %1.").arg(QString::fromStdString(presetId))};
    return openText(document, ready->json, ready->id, 0);
}

} // namespace ridgepoint
