// SPDX-License-Identifier: GPL-3.0-or-later
// A picture takes results and draws them; it knows no window and computes nothing of the field.
#pragma once

#include "models/ghosts.hpp"
#include "models/subject.hpp"
#include "plots/theme.hpp"

#include <QSize>
#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

namespace ridgepoint {

enum class PictureKind { roofline, network, memory, timeline, pipeline, waterfall, sweep, planner, validation };
inline constexpr int picture_kind_count = int(PictureKind::validation) + 1;

/// Plain rows, for the table beside each picture and for export.
struct PictureTable {
    std::vector<QString> header;
    std::vector<std::vector<QString>> rows;
    std::vector<Subject> subjects; ///< one a row, for linked selection
};

class Picture : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual PictureKind kind() const = 0;
    QString title() const;                ///< "Roofline"
    virtual QString subtitle() const = 0; ///< "operators of one rank, 55 % of the step"

    /// Keeps pointers until the next call; both outlive it. `stale`: the last legal state, drawn dimmed. `compared`:
    /// what is drawn beside it as ghosts, each named; null: nothing.
    void setResult(const Scenario* scenario, const Estimate* estimate, bool stale, GhostsRef compared = {});
    void setTheme(Theme theme);
    void setSelection(const Subject& subject); ///< accent ring on the same thing in every picture
    virtual void fit() = 0;                    ///< zoom to all (key F)
    /// On: every new result is fitted to. Off, as at first: the view stays while controls move.
    void setAutoFit(bool on);
    bool autoFit() const { return m_autoFit; }
    virtual void setScale(double scale) = 0; ///< of type and lines: 1, when presenting 1.5
    virtual PictureTable table() const = 0;
    /// Draws at any size without a window: .png (`scale` pixels a unit) or .svg, whose text stays text. False
    /// with `error` set when the file cannot be written; nothing half-written stays.
    virtual bool exportTo(const QString& path, QSize size, QString* error, double scale = 1) = 0;

signals:
    void selected(const ridgepoint::Subject& subject);
    /// Clicked, or Enter pressed on it: pictures of other runs load theirs.
    void activated(const ridgepoint::Subject& subject);
    void subtitleChanged();

protected:
    virtual void updateResult() = 0; ///< new scenario and estimate
    virtual void updateTheme() = 0;
    virtual void updateSelection() = 0;

    /// Empty where nothing is compared.
    const std::vector<Ghost>& ghosts() const;
    /// Name of what is at hand, where it stands beside ghosts.
    QString ownName() const;
    /// All that is shown beside each other: "datasheet, achievable and mine".
    QString comparedNames() const;

    const Scenario* m_scenario = nullptr;
    const Estimate* m_estimate = nullptr;
    GhostsRef m_compared;
    bool m_stale = false;
    bool m_autoFit = false;
    Theme m_theme = Theme::light;
    Subject m_selection;
};

std::unique_ptr<Picture> makePicture(PictureKind kind, QWidget* parent = nullptr);
QString pictureName(PictureKind kind); ///< as on the command line: "roofline", "network", …
std::vector<PictureKind> pictureKinds();

} // namespace ridgepoint
