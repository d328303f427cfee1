// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/problem_line.hpp"

#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/type.hpp"

#include <QPainter>

namespace ridgepoint {

ProblemLine::ProblemLine(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    setFont(textFont(Type::secondary));
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(8, 3, 8, 3);
    setVisible(false);
}

void ProblemLine::tell(const QString& problem) {
    setText(problem.isEmpty() ? QString() : tr("✕ %1").arg(problem));
    setVisible(!problem.isEmpty());
}

void ProblemLine::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Theme theme = currentTheme();
    painter.fillRect(rect(), colour(theme, Colour::trouble_ground));
    painter.setPen(QPen(colour(theme, Colour::trouble), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace ridgepoint
