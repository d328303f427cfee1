// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds the step, as a shape and a word: no colour is needed to tell the badges apart.
#pragma once

#include "models/estimate.hpp"
#include "plots/theme.hpp"

#include <QWidget>

#include <optional>

class QPainter;

namespace ridgepoint {

/// Compute square, HBM circle, NVLink triangle, InfiniBand diamond, bubble hatched square, host hexagon.
void paintBadgeShape(QPainter& painter, const QRectF& box, Resource bound, Theme theme);
/// The octagon with "!" of a plan that does not fit or is illegal.
void paintTroubleShape(QPainter& painter, const QRectF& box, Theme theme);

class Badge : public QWidget {
    Q_OBJECT
public:
    explicit Badge(QWidget* parent = nullptr);
    void showBound(Resource bound, const QString& text);
    void showTrouble(const QString& text);
    QString text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setText(const QString& text);

    std::optional<Resource> m_bound; ///< none: trouble
    QString m_text;
};

} // namespace ridgepoint
