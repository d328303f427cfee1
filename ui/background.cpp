// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/background.hpp"

#include <QThread>

#include <utility>

namespace ridgepoint {

Background::~Background() {
    stop();
    if (m_thread != nullptr) {
        m_thread->wait();
        delete m_thread;
    }
}

void Background::start(Work work) {
    if (!isRunning())
        return begin(std::move(work));
    m_next = std::move(work);
    m_stop.request_stop();
}

void Background::stop() {
    m_next = nullptr;
    m_stop.request_stop();
}

void Background::begin(Work work) {
    m_stop = std::stop_source();
    m_thread = QThread::create([this, work = std::move(work), stop = m_stop.get_token()] {
        const Tell tell = work(stop);
        QMetaObject::invokeMethod(
            this, [this, tell] { finish(tell); }, Qt::QueuedConnection);
    });
    m_thread->start(QThread::LowPriority); // pictures come first
}

void Background::finish(const Tell& tell) {
    m_thread->wait();
    delete m_thread;
    m_thread = nullptr;
    if (m_next)
        begin(std::exchange(m_next, nullptr));
    else
        tell();
}

std::function<void(std::size_t, std::size_t)> byPercent(QObject* receiver, std::function<void(double)> tell) {
    return [receiver, tell = std::move(tell), told = -1](std::size_t done, std::size_t all) mutable {
        const double share = double(done) / double(all);
        if (const int percent = int(share * 100); percent != told) {
            told = percent;
            QMetaObject::invokeMethod(
                receiver, [tell, share] { tell(share); }, Qt::QueuedConnection);
        }
    };
}

} // namespace ridgepoint
