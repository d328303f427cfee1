// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured_runs.hpp"

#include "resources/embedded.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

bool sameRun(const Scenario& a, const Scenario& b) {
    return a.plan == b.plan && a.model == b.model && a.cluster == b.cluster && a.precision == b.precision &&
           a.framework == b.framework && a.ceilings == b.ceilings && a.fidelity == b.fidelity && a.host == b.host;
}

} // namespace

MeasuredRuns::MeasuredRuns(const Presets& presets, QObject* parent) : QObject(parent), m_presets(presets) {}

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
    m_background.start([this](const std::stop_token& stop) -> Background::Tell {
        WorkOptions options;
        options.stop = stop;
        options.threads = 1;
        options.progress = byPercent(this, [this](double share) { emit progressed(share); });
        const Done done = compare(options);
        return [this, done] { finish(done); };
    });
}

void MeasuredRuns::finish(const Done& done) {
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
