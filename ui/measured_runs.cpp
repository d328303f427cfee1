// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured_runs.hpp"

#include "resources/embedded.hpp"

#include <QThread>

#include <algorithm>

namespace ridgepoint {
namespace {

bool sameRun(const Scenario& a, const Scenario& b) {
    return a.plan == b.plan && a.model == b.model && a.cluster == b.cluster && a.precision == b.precision &&
           a.framework == b.framework && a.ceilings == b.ceilings && a.fidelity == b.fidelity && a.host == b.host;
}

} // namespace

MeasuredRuns::MeasuredRuns(const Presets& presets, QObject* parent) : QObject(parent), m_presets(presets) {}

MeasuredRuns::~MeasuredRuns() {
    stop();
    if (m_thread != nullptr) {
        m_thread->wait();
        delete m_thread;
    }
}

MeasuredRuns::Done MeasuredRuns::compare(const WorkOptions& options) const {
    const RunWords words = read_run_words(*embedded_text("run_words.json"), "run_words.json");
    Validation all = validate(read_measurements(*embedded_text("measurements.csv"), "measurements.csv"), m_presets,
                              words, options);
    if (options.stop.stop_requested())
        return nullptr;
    auto result = std::make_shared<Result>();
    result->neighbours = MeasuredNeighbours(all);
    result->validation = std::make_shared<const Validation>(std::move(all));
    return result;
}

void MeasuredRuns::compareNow() {
    if (!isReady() && !isRunning())
        finish(compare({}));
}

void MeasuredRuns::start() {
    if (isReady() || isRunning())
        return;
    m_stop = std::stop_source();
    WorkOptions options;
    options.stop = m_stop.get_token();
    options.threads = 1; // pictures come first
    options.progress = [this, told = -1](std::size_t done, std::size_t all) mutable {
        const double share = double(done) / double(all);
        if (const int percent = int(share * 100); percent != told) {
            told = percent;
            QMetaObject::invokeMethod(this, [this, share] { emit progressed(share); }, Qt::QueuedConnection);
        }
    };
    m_thread = QThread::create([this, options] {
        const Done done = compare(options);
        QMetaObject::invokeMethod(this, [this, done] { finish(done); }, Qt::QueuedConnection);
    });
    m_thread->start(QThread::LowPriority);
}

void MeasuredRuns::stop() { m_stop.request_stop(); }

void MeasuredRuns::finish(const Done& done) {
    if (m_thread != nullptr) {
        m_thread->wait();
        delete m_thread;
        m_thread = nullptr;
    }
    m_result = done;
    if (done)
        emit ready();
    else
        emit stopped();
}

std::shared_ptr<const Validation> MeasuredRuns::validation() const { return m_result ? m_result->validation : nullptr; }

std::optional<LikelyError> MeasuredRuns::likelyError(const Scenario& scenario) const {
    return m_result ? std::optional(m_result->neighbours.of(scenario)) : std::nullopt;
}

std::optional<std::size_t> MeasuredRuns::runOf(const Scenario& scenario) const {
    if (!m_result)
        return std::nullopt;
    const std::vector<ValidationRow>& rows = m_result->validation->rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const ValidationRow& row) {
        return !row.skip && row.speed.measured && sameRun(row.scenario, scenario);
    });
    return found == rows.end() ? std::nullopt : std::optional(std::size_t(found - rows.begin()));
}

std::optional<std::size_t> MeasuredRuns::runNamed(std::string_view id) const {
    if (!m_result)
        return std::nullopt;
    const std::vector<Measurement>& runs = m_result->validation->measurements;
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const Measurement& run) { return run.id == id; });
    return found == runs.end() ? std::nullopt : std::optional(std::size_t(found - runs.begin()));
}

} // namespace ridgepoint
