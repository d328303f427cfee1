// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/calibration_store.hpp"

#include "app/session/database.hpp"
#include "models/formats/calibration_json.hpp"

#include <QDateTime>

namespace ridgepoint {

CalibrationStore::CalibrationStore(Database* database, QObject* parent) : QObject(parent), m_database(database) {}

Failure CalibrationStore::without() const {
    return {Failure::Kind::unavailable, tr("There is no library to keep calibrations in.")};
}

Result<QList<CalibrationRef>> CalibrationStore::list() {
    if (m_database == nullptr)
        return without();
    const auto answer =
        m_database->run(QStringLiteral("SELECT name, json FROM calibrations ORDER BY modified DESC, name"));
    if (!answer)
        return answer.failure();
    QList<CalibrationRef> calibrations;
    for (const QVariantList& row : answer.value().rows) {
        try {
            calibrations << CalibrationRef(
                calibration_from_json(row[1].toString().toStdString(), row[0].toString().toStdString()));
        } catch (const InputError&) { // written by hand, or by a newer version
        }
    }
    return calibrations;
}

Result<Done> CalibrationStore::save(const Calibration& calibration) {
    if (m_database == nullptr)
        return without();
    const std::string json = calibration_to_json(calibration);
    try {
        static_cast<void>(calibration_from_json(json, calibration.name));
    } catch (const InputError& error) {
        return Failure{Failure::Kind::badContent, QString::fromUtf8(error.what())};
    }
    const auto saved = m_database->run(
        QStringLiteral("INSERT INTO calibrations (name, json, modified) VALUES (?, ?, ?) "
                       "ON CONFLICT (name) DO UPDATE SET json = excluded.json, modified = excluded.modified"),
        {QString::fromStdString(calibration.name), QString::fromStdString(json),
         QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)});
    if (!saved)
        return saved.failure();
    emit changed();
    return Done();
}

Result<Done> CalibrationStore::remove(const QString& name) {
    if (m_database == nullptr)
        return without();
    const auto removed = m_database->run(QStringLiteral("DELETE FROM calibrations WHERE name = ?"), {name});
    if (!removed)
        return removed.failure();
    if (removed.value().affectedRows == 0)
        return Failure{Failure::Kind::notFound, tr("There is no calibration named “%1”.").arg(name)};
    emit changed();
    return Done();
}

} // namespace ridgepoint
