// SPDX-License-Identifier: GPL-3.0-or-later
// The user's calibrations, kept by name in the library file.
#pragma once

#include "app/session/result.hpp"
#include "models/calibration.hpp"

#include <QList>
#include <QObject>

namespace ridgepoint {

class Database;

class CalibrationStore : public QObject {
    Q_OBJECT
public:
    /// `database` is the library's, or null: then nothing can be kept, and every answer says so. It outlives the store.
    explicit CalibrationStore(Database* database, QObject* parent = nullptr);

    /// Newest first. One that cannot be read any more is left out.
    Result<QList<CalibrationRef>> list();
    /// Replaces the one of the same name.
    Result<Done> save(const Calibration& calibration);
    Result<Done> remove(const QString& name);

signals:
    void changed();

private:
    Failure without() const;

    Database* m_database;
};

} // namespace ridgepoint
