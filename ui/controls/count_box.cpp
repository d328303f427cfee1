// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/count_box.hpp"

#include "models/text.hpp"
#include "ui/appearance.hpp"

#include <QKeyEvent>
#include <QSignalBlocker>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int largest = 1'000'000'000;

QString digitsOf(const QString& text) {
    QString digits;
    for (const QChar c : text)
        if (!c.isSpace())
            digits += c;
    return digits;
}

} // namespace

CountBox::CountBox(QWidget* parent) : QSpinBox(parent) {
    setRange(1, largest);
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false); // "16" is not first 1 and then 16
    setFocusPolicy(Qt::StrongFocus);
    setCorrectionMode(QAbstractSpinBox::CorrectToPreviousValue);
    connect(this, &QSpinBox::valueChanged, this, &CountBox::edited);
}

void CountBox::showValue(int value) {
    if (value == this->value())
        return;
    const QSignalBlocker block(this);
    setValue(value);
}

void CountBox::setTroubled(bool troubled) {
    if (troubled == m_troubled)
        return;
    m_troubled = troubled;
    update();
}

void CountBox::stepBy(int steps) {
    interpretText();
    int target = value();
    for (int i = 0; i < std::abs(steps); ++i) {
        if (steps > 0) {
            const auto next = std::upper_bound(m_stops.begin(), m_stops.end(), target);
            target = next == m_stops.end() ? (m_stops.empty() ? target + 1 : target) : *next;
        } else {
            const auto here = std::lower_bound(m_stops.begin(), m_stops.end(), target);
            target = here == m_stops.begin() ? (m_stops.empty() ? target - 1 : target) : *(here - 1);
        }
    }
    setValue(target);
    selectAll();
}

QSize CountBox::sizeHint() const {
    QSize size = QSpinBox::sizeHint();
    size.setWidth(fontMetrics().horizontalAdvance(QStringLiteral("131 072")) + 38);
    return size;
}

QSize CountBox::minimumSizeHint() const {
    // Of what is typed in it, not of the largest number it takes.
    return {fontMetrics().horizontalAdvance(QStringLiteral("2 048")) + 26, QSpinBox::minimumSizeHint().height()};
}

QString CountBox::textFromValue(int value) const { return QString::fromStdString(text::count(value)); }

int CountBox::valueFromText(const QString& text) const { return digitsOf(text).toInt(); }

QValidator::State CountBox::validate(QString& text, int&) const {
    const QString digits = digitsOf(text);
    if (digits.isEmpty())
        return QValidator::Intermediate;
    bool whole = false;
    const int n = digits.toInt(&whole);
    if (!whole || n < 0 || n > largest)
        return QValidator::Invalid;
    return n == 0 ? QValidator::Intermediate : QValidator::Acceptable;
}

void CountBox::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_PageUp && event->key() != Qt::Key_PageDown) {
        QSpinBox::keyPressEvent(event);
        return;
    }
    interpretText();
    if (event->key() == Qt::Key_PageUp)
        setValue(value() > largest / 2 ? largest : value() * 2);
    else
        setValue(std::max(1, value() / 2));
    selectAll();
}

void CountBox::paintEvent(QPaintEvent* event) {
    QSpinBox::paintEvent(event);
    if (m_troubled)
        paintTroubleFrame(*this);
}

} // namespace ridgepoint
