// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/scenario_file.hpp"

#include "models/formats/scenario_json.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace ridgepoint {

namespace {

/// A scenario is a few kilobytes; what is larger than this is not one, and reading it would stall the window.
constexpr qint64 largest_file = 16 * 1024 * 1024;

struct Messages {
    Q_DECLARE_TR_FUNCTIONS(ridgepoint::ScenarioFile)
};

Failure cannotRead(const QString& path, const QString& reason) {
    return {Failure::Kind::unavailable,
            Messages::tr("%1 cannot be read: %2").arg(QDir::toNativeSeparators(path), reason)};
}

Failure cannotWrite(const QString& path, const QString& reason) {
    return {Failure::Kind::unavailable,
            Messages::tr("%1 cannot be written: %2").arg(QDir::toNativeSeparators(path), reason)};
}

} // namespace

Result<Scenario> readScenarioFile(const QString& path, const Presets& presets) {
    if (QFileInfo(path).isDir())
        return cannotRead(path, Messages::tr("it is a folder."));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file.errorString());
    const QByteArray text = file.read(largest_file + 1);
    if (file.error() != QFileDevice::NoError)
        return cannotRead(path, file.errorString());
    if (text.size() > largest_file)
        return cannotRead(path, Messages::tr("it is too large to be a scenario."));
    try {
        return scenario_from_json({text.constData(), static_cast<std::size_t>(text.size())}, presets,
                                  QDir::toNativeSeparators(path).toStdString());
    } catch (const InputError& error) {
        return Failure{Failure::Kind::badContent, QString::fromUtf8(error.what())};
    }
}

Result<Done> writeScenarioFile(const QString& path, const Scenario& scenario, const Presets& presets) {
    std::string text = scenario_to_json(scenario, presets);
    if (text.empty() || text.back() != '\n')
        text += '\n';
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(path, file.errorString());
    // Flushed by hand: QSaveFile (6.4) calls a commit a success although its last buffer found no space.
    const auto size = static_cast<qint64>(text.size());
    if (file.write(text.data(), size) != size || !file.flush()) {
        const QString reason = file.errorString();
        file.cancelWriting();
        return cannotWrite(path, reason);
    }
    if (!file.commit())
        return cannotWrite(path, file.errorString());
    return Done();
}

} // namespace ridgepoint
