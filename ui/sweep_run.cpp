// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep_run.hpp"

namespace ridgepoint {

void SweepRun::start(SweepStudy study) {
    m_background.start([this, study = std::move(study)](const std::stop_token& stop) -> Background::Tell {
        WorkOptions options;
        options.stop = stop;
        options.progress = byPercent(this, [this](double share) { emit progressed(share); });
        auto answer = std::make_shared<const SweepAnswer>(run_study(study, options));
        return [this, answer] {
            if (answer->whole)
                emit finished(answer);
            else
                emit stopped();
        };
    });
}

} // namespace ridgepoint
