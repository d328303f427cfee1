// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of work at a time, in a thread of its own; newer work cancels the older and follows it.
#pragma once

#include <QObject>

#include <cstddef>
#include <functional>
#include <stop_token>

class QThread;

namespace ridgepoint {

class Background : public QObject {
public:
    using Tell = std::function<void()>;
    /// Runs in the thread; returns what is to happen on the caller's thread when it is done. Must be copyable.
    using Work = std::function<Tell(const std::stop_token& stop)>;

    using QObject::QObject;
    ~Background() override; ///< stops what runs, and waits for it

    void start(Work work); ///< of work that is replaced nothing is told
    void stop();           ///< what was done by then is still told
    bool isRunning() const { return m_thread != nullptr; }

private:
    void begin(Work work);
    void finish(const Tell& tell);

    QThread* m_thread = nullptr;
    std::stop_source m_stop;
    Work m_next; ///< to begin once the present one has stopped
};

/// For WorkOptions::progress: tells the share done on the receiver's thread, once a per cent.
std::function<void(std::size_t done, std::size_t all)> byPercent(QObject* receiver, std::function<void(double)> tell);

} // namespace ridgepoint
