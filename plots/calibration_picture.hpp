// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration's fits against the points they come from: collectives over message size, GEMMs over K, or steps
// predicted over measured. A plain widget for the dialog that makes calibrations, no picture of the plan.
#pragma once

#include "models/calibration.hpp"
#include "plots/theme.hpp"

#include <QString>
#include <QWidget>

#include <vector>

namespace ridgepoint {

class CalibrationPicture : public QWidget {
    Q_OBJECT
public:
    enum class View { network, gemms, steps };

    struct Series {
        QString name; ///< "all-gather, 2 domains"
        std::vector<std::pair<double, double>> points; ///< measured
        std::vector<std::pair<double, double>> line;   ///< fitted; may be empty
        Colour colour = Colour::compute;
    };

    explicit CalibrationPicture(QWidget* parent = nullptr);

    void setCalibration(const Calibration& calibration);
    void setView(View view);
    void setTheme(Theme theme);
    View view() const { return m_view; }
    bool has(View view) const; ///< whether there is something to show
    const std::vector<Series>& series() const { return m_series; }
    QString xTitle() const;
    QString yTitle() const;

    QSize sizeHint() const override { return {560, 360}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void rebuild();
    void addNetwork();
    void addGemms();
    void addSteps();

    Calibration m_calibration;
    View m_view = View::network;
    Theme m_theme = Theme::light;
    std::vector<Series> m_series;
};

} // namespace ridgepoint
