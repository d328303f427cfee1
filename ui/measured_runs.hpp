// SPDX-License-Identifier: GPL-3.0-or-later
// The published runs the program ships, compared with the model once, in a thread of its own: what the Validation
// picture shows and the header's likely error rests on.
#pragma once

#include "models/neighbours.hpp"
#include "ui/background.hpp"

#include <QObject>

#include <memory>
#include <optional>

namespace ridgepoint {

class MeasuredRuns : public QObject {
    Q_OBJECT
public:
    explicit MeasuredRuns(const Presets& presets, QObject* parent = nullptr);

    void start(); ///< does nothing while it runs or once it is done
    void stop() { m_background.stop(); }
    void compareNow(); ///< in the caller's thread
    bool isRunning() const { return m_background.isRunning(); }
    bool isReady() const { return m_result != nullptr; }

    std::shared_ptr<const Validation> validation() const; ///< null until it is ready
    /// None until it is ready.
    std::optional<LikelyError> likelyError(const Scenario& scenario) const;
    /// The run that `scenario` states, whatever its name; none when no run is exactly that.
    std::optional<std::size_t> runOf(const Scenario& scenario) const;
    std::optional<std::size_t> runNamed(std::string_view id) const;

signals:
    void progressed(double share);
    void ready();
    void stopped();

private:
    struct Result {
        std::shared_ptr<const Validation> validation;
        MeasuredNeighbours neighbours;
    };
    using Done = std::shared_ptr<const Result>;
    Done compare(const WorkOptions& options) const; ///< null when stopped
    void finish(const Done& done);

    const Presets& m_presets;
    Done m_result;
    Background m_background;
};

} // namespace ridgepoint
