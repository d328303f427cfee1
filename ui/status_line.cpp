// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status_line.hpp"

#include "app/session/document.hpp"
#include "ui/words.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

class Status {
    Q_DECLARE_TR_FUNCTIONS(Status)
public:
    static QString plan(const Document& document);
    static QString model(const Document& document, const QString& compared);

private:
    static QString ceilingsWords(const Scenario& scenario);
    static QString largestComponents(const StageMemory& memory);
};

struct Component {
    QString name;
    Bytes size;
};

// The two largest say where to look for room.
QString Status::largestComponents(const StageMemory& memory) {
    std::array components{Component{tr("weights"), memory.weights},         Component{tr("gradients"), memory.gradients},
                          Component{tr("optimizer"), memory.optimizer},     Component{tr("activations"), memory.activations},
                          Component{tr("logits"), memory.logits},           Component{tr("buffers"), memory.buffers},
                          Component{tr("framework"), memory.framework}};
    std::sort(components.begin(), components.end(),
              [](const Component& a, const Component& b) { return a.size > b.size; });
    return tr("%1 %2, %3 %4").arg(components[0].name, toQString(text::memory(components[0].size)),
                                  components[1].name, toQString(text::memory(components[1].size)));
}

QString Status::plan(const Document& document) {
    if (!document.isLegal())
        return tr("Illegal plan");
    const MemoryEstimate& memory = document.estimate().memory;
    if (document.estimate().fits)
        return tr("Legal plan");
    const QString components = largestComponents(memory.stages[std::size_t(memory.peak_stage)]);
    return tr("Legal plan · Does not fit, over by %1: %2")
        .arg(toQString(text::memory(memory.peak - memory.capacity)), components);
}

QString Status::ceilingsWords(const Scenario& scenario) {
    if (scenario.ceilings == Ceilings::calibrated && scenario.calibration)
        return tr("ceilings of “%1”").arg(toQString(scenario.calibration->name));
    return scenario.ceilings == Ceilings::datasheet ? tr("datasheet ceilings") : tr("achievable ceilings");
}

QString Status::model(const Document& document, const QString& compared) {
    const Scenario& scenario = document.scenario();
    QStringList parts{
        scenario.fidelity == Fidelity::detailed ? tr("Detailed") : tr("Speed of light"),
        tr("%1 network").arg(toQString(text::name(scenario.cluster.network))),
        compared.isEmpty() ? ceilingsWords(scenario) : tr("%1 %2").arg(ceilingsWords(scenario), compared),
        tr("estimate %1").arg(toQString(text::duration(Seconds(document.estimateMicroseconds() * 1e-6)))), tr("GiB")};
    const int warnings = document.isLegal() && document.hasEstimate() ? int(document.estimate().warnings.size()) : 0;
    if (warnings > 0)
        parts.prepend(warnings == 1 ? tr("one warning") : tr("%n warnings", nullptr, warnings));
    return parts.join(tr(" · "));
}

} // namespace

QString modelWarnings(const Document& document) {
    QStringList lines;
    if (document.isLegal() && document.hasEstimate())
        for (const std::string& warning : document.estimate().warnings)
            lines << toQString(warning);
    return lines.join(QLatin1Char('\n'));
}

QString planNote(const Document& document) { return Status::plan(document); }
QString modelNote(const Document& document, const QString& compared) { return Status::model(document, compared); }

} // namespace ridgepoint
