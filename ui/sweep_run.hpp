// SPDX-License-Identifier: GPL-3.0-or-later
// One sweep at a time, in a thread of its own; a newer one cancels the older.
#pragma once

#include "models/sweep_study.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

class QThread;

namespace ridgepoint {

class SweepRun : public QObject {
    Q_OBJECT
public:
    using Answer = std::shared_ptr<const SweepAnswer>;

    using QObject::QObject;
    ~SweepRun() override; ///< stops a sweep that runs

    void start(SweepStudy study);
    void stop();
    bool isRunning() const { return m_thread != nullptr; }

signals:
    void progressed(double share);
    /// Not of a sweep that a newer one replaced, nor of one that was stopped.
    void finished(const std::shared_ptr<const ridgepoint::SweepAnswer>& answer);
    void stopped();

private:
    void begin(SweepStudy study);
    void finish(const Answer& answer);

    QThread* m_thread = nullptr;
    std::stop_source m_stop;
    std::optional<SweepStudy> m_next; ///< to begin once the present one has stopped
};

} // namespace ridgepoint
