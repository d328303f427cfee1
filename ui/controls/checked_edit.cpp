// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/checked_edit.hpp"

#include "ui/appearance.hpp"

namespace ridgepoint {

CheckedEdit::CheckedEdit(const QString& sample, const QString& name, const QString& tip, QWidget* parent)
    : QLineEdit(parent), m_sample(sample), m_tip(tip) {
    setAccessibleName(name);
    setToolTip(tip);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (!isModified())
            return;
        setModified(false); // Enter, and then leaving it, is one edit
        emit edited(text());
    });
}

void CheckedEdit::setProblem(const QString& problem) {
    m_problem = problem;
    setToolTip(problem.isEmpty() ? m_tip : problem);
    setAccessibleDescription(problem);
    update();
}

void CheckedEdit::showText(const QString& text) {
    if (isModified() || text == this->text())
        return;
    setText(text);
    setCursorPosition(0);
}

QSize CheckedEdit::sizeHint() const {
    constexpr int frame = 14;
    return {fontMetrics().horizontalAdvance(m_sample) + frame, QLineEdit::sizeHint().height()};
}

void CheckedEdit::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!m_problem.isEmpty())
        paintTroubleFrame(*this);
}

} // namespace ridgepoint
