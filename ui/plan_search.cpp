// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_search.hpp"

#include "app/session/document.hpp"
#include "ui/words.hpp"

#include <QElapsedTimer>

namespace ridgepoint {
namespace {

constexpr std::size_t dots_on_the_way = 1500; // as many as a picture fills with
constexpr qint64 between_answers_ms = 60; // more often, and drawing them would slow the search

} // namespace

void PlanSearch::start(PlannerRequest request) {
    m_background.start([this, request = std::move(request)](const std::stop_token& stop) -> Background::Tell {
        QElapsedTimer since;
        PlannerWatch watch;
        watch.stop = stop;
        watch.dots = dots_on_the_way;
        watch.progress = [&](const PlannerResult& so_far, double share) {
            if (since.isValid() && since.elapsed() < between_answers_ms)
                return;
            since.start();
            auto found = std::make_shared<const FoundPlans>(found_plans(request, so_far));
            QMetaObject::invokeMethod(
                this,
                [this, found, share, stop] {
                    if (stop.stop_requested())
                        return;
                    m_latest = found;
                    emit progressed(found, share);
                },
                Qt::QueuedConnection);
        };
        auto found = std::make_shared<const FoundPlans>(find_plans(request, watch));
        return [this, found] {
            m_latest = found;
            emit finished(found);
        };
    });
}

void loadPlan(Document& document, const FoundPlans& found, const PlanKey& key) {
    Scenario next = found.scenario(key);
    next.name = document.scenario().name;
    next.training = document.scenario().training;
    document.change(QStringLiteral("planner.%1").arg(toQString(plan_id(key))),
                    Document::tr("Load the plan %1").arg(toQString(plan_words(key))), next);
}

} // namespace ridgepoint
