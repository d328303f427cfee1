// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep_run.hpp"

#include <QThread>

namespace ridgepoint {

SweepRun::~SweepRun() {
    stop();
    if (m_thread != nullptr) {
        m_thread->wait();
        delete m_thread;
    }
}

void SweepRun::start(SweepStudy study) {
    if (!isRunning())
        return begin(std::move(study));
    m_next = std::move(study);
    m_stop.request_stop();
}

void SweepRun::stop() {
    m_next.reset();
    m_stop.request_stop();
}

void SweepRun::begin(SweepStudy study) {
    m_stop = std::stop_source();
    WorkOptions options;
    options.stop = m_stop.get_token();
    options.progress = [this, told = -1](std::size_t done, std::size_t all) mutable {
        const double share = double(done) / double(all);
        if (const int percent = int(share * 100); percent != told) {
            told = percent;
            QMetaObject::invokeMethod(
                this, [this, share] { emit progressed(share); }, Qt::QueuedConnection);
        }
    };
    m_thread = QThread::create([this, study = std::move(study), options] {
        auto answer = std::make_shared<const SweepAnswer>(run_study(study, options));
        QMetaObject::invokeMethod(
            this, [this, answer] { finish(answer); }, Qt::QueuedConnection);
    });
    m_thread->start(QThread::LowPriority);
}

void SweepRun::finish(const Answer& answer) {
    m_thread->wait();
    delete m_thread;
    m_thread = nullptr;
    if (m_next) {
        SweepStudy next = std::move(*m_next);
        m_next.reset();
        begin(std::move(next));
    } else if (answer->whole) {
        emit finished(answer);
    } else {
        emit stopped();
    }
}

} // namespace ridgepoint
