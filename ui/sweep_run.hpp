// SPDX-License-Identifier: GPL-3.0-or-later
// One sweep at a time, in a thread of its own; a newer one cancels the older.
#pragma once

#include "models/sweep_study.hpp"
#include "ui/background.hpp"

#include <QObject>

#include <memory>

namespace ridgepoint {

class SweepRun : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void start(SweepStudy study);
    void stop() { m_background.stop(); }
    bool isRunning() const { return m_background.isRunning(); }

signals:
    void progressed(double share);
    /// Not of a sweep that a newer one replaced, nor of one that was stopped.
    void finished(const std::shared_ptr<const ridgepoint::SweepAnswer>& answer);
    void stopped();

private:
    Background m_background;
};

} // namespace ridgepoint
