// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_search.hpp"

#include "app/session/document.hpp"
#include "ui/words.hpp"

#include <QElapsedTimer>
#include <QThread>

namespace ridgepoint {
namespace {

constexpr qint64 between_answers_ms = 60; // more often, and drawing them would slow the search

} // namespace

PlanSearch::~PlanSearch() {
    m_next.reset();
    stop();
    if (m_thread != nullptr) {
        m_thread->wait();
        delete m_thread;
    }
}

void PlanSearch::start(PlannerRequest request) {
    if (!isRunning())
        return begin(std::move(request));
    m_next = std::move(request);
    m_stop.request_stop();
}

void PlanSearch::stop() {
    m_next.reset();
    m_stop.request_stop();
}

void PlanSearch::begin(PlannerRequest request) {
    m_stop = std::stop_source();
    PlannerWatch watch;
    watch.stop = m_stop.get_token();
    m_thread = QThread::create([this, request = std::move(request), watch]() mutable {
        QElapsedTimer since;
        watch.progress = [&](const PlannerResult& so_far, double share) {
            if (since.isValid() && since.elapsed() < between_answers_ms)
                return;
            since.start();
            auto found = std::make_shared<const FoundPlans>(found_plans(request, so_far));
            QMetaObject::invokeMethod(
                this,
                [this, found, share, stop = watch.stop] {
                    if (stop.stop_requested())
                        return;
                    m_latest = found;
                    emit progressed(found, share);
                },
                Qt::QueuedConnection);
        };
        auto found = std::make_shared<const FoundPlans>(find_plans(request, watch));
        QMetaObject::invokeMethod(
            this, [this, found] { finish(found); }, Qt::QueuedConnection);
    });
    m_thread->start(QThread::LowPriority);
}

void PlanSearch::finish(const Found& found) {
    m_thread->wait();
    delete m_thread;
    m_thread = nullptr;
    if (m_next) {
        PlannerRequest next = std::move(*m_next);
        m_next.reset();
        begin(std::move(next));
    } else {
        m_latest = found;
        emit finished(found);
    }
}

void loadPlan(Document& document, const FoundPlans& found, const PlanKey& key) {
    Scenario next = found.scenario(key);
    next.name = document.scenario().name;
    next.training = document.scenario().training;
    document.change(QStringLiteral("planner.%1").arg(toQString(plan_id(key))),
                    Document::tr("Load the plan %1").arg(toQString(plan_words(key))), next);
}

} // namespace ridgepoint
