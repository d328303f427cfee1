// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/picture.hpp"

#include "plots/memory_picture.hpp"
#include "plots/network_picture.hpp"
#include "plots/pipeline_picture.hpp"
#include "plots/planner_picture.hpp"
#include "plots/roofline_picture.hpp"
#include "plots/sweep_picture.hpp"
#include "plots/timeline_picture.hpp"
#include "plots/validation_picture.hpp"
#include "plots/waterfall_picture.hpp"
#include "plots/wording.hpp"

namespace ridgepoint {

QString Picture::title() const {
    switch (kind()) {
    case PictureKind::roofline:
        return tr("Roofline");
    case PictureKind::network:
        return tr("Network");
    case PictureKind::memory:
        return tr("Memory");
    case PictureKind::timeline:
        return tr("Timeline");
    case PictureKind::pipeline:
        return tr("Pipeline");
    case PictureKind::waterfall:
        return tr("Waterfall");
    case PictureKind::sweep:
        return tr("Sweep");
    case PictureKind::planner:
        return tr("Planner");
    case PictureKind::validation:
        return tr("Validation");
    }
    return {};
}

void Picture::setResult(const Scenario* scenario, const Estimate* estimate, bool stale, GhostsRef compared) {
    m_compared = std::move(compared);
    m_scenario = scenario;
    m_estimate = estimate;
    m_stale = stale;
    updateResult();
    emit subtitleChanged();
}

const std::vector<Ghost>& Picture::ghosts() const {
    static const std::vector<Ghost> none;
    return m_compared ? m_compared->all : none;
}

QString Picture::ownName() const {
    return m_compared ? words(m_compared->own) : QString();
}

QString Picture::comparedNames() const {
    if (ghosts().empty())
        return {};
    QStringList names{ownName()};
    for (const Ghost& ghost : ghosts())
        names << words(ghost.name);
    const QString last = names.takeLast();
    //: The last of a list: "datasheet, achievable and mine"
    return tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

void Picture::setAutoFit(bool on) {
    m_autoFit = on;
    if (on)
        fit();
}

void Picture::setTheme(Theme theme) {
    m_theme = theme;
    updateTheme();
}

void Picture::setSelection(const Subject& subject) {
    if (m_selection == subject)
        return;
    m_selection = subject;
    updateSelection();
}

std::unique_ptr<Picture> makePicture(PictureKind kind, QWidget* parent) {
    switch (kind) {
    case PictureKind::roofline:
        return std::make_unique<RooflinePicture>(parent);
    case PictureKind::network:
        return std::make_unique<NetworkPicture>(parent);
    case PictureKind::memory:
        return std::make_unique<MemoryPicture>(parent);
    case PictureKind::timeline:
        return std::make_unique<TimelinePicture>(parent);
    case PictureKind::pipeline:
        return std::make_unique<PipelinePicture>(parent);
    case PictureKind::waterfall:
        return std::make_unique<WaterfallPicture>(parent);
    case PictureKind::sweep:
        return std::make_unique<SweepPicture>(parent);
    case PictureKind::planner:
        return std::make_unique<PlannerPicture>(parent);
    case PictureKind::validation:
        return std::make_unique<ValidationPicture>(parent);
    }
    return nullptr;
}

QString pictureName(PictureKind kind) {
    switch (kind) {
    case PictureKind::roofline:
        return QStringLiteral("roofline");
    case PictureKind::network:
        return QStringLiteral("network");
    case PictureKind::memory:
        return QStringLiteral("memory");
    case PictureKind::timeline:
        return QStringLiteral("timeline");
    case PictureKind::pipeline:
        return QStringLiteral("pipeline");
    case PictureKind::waterfall:
        return QStringLiteral("waterfall");
    case PictureKind::sweep:
        return QStringLiteral("sweep");
    case PictureKind::planner:
        return QStringLiteral("planner");
    case PictureKind::validation:
        return QStringLiteral("validation");
    }
    return {};
}

std::vector<PictureKind> pictureKinds() {
    return {PictureKind::roofline,  PictureKind::network, PictureKind::memory,  PictureKind::timeline,  PictureKind::pipeline,
            PictureKind::waterfall, PictureKind::sweep,   PictureKind::planner, PictureKind::validation};
}

} // namespace ridgepoint
