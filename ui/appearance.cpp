// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearance.hpp"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QPalette>
#include <QStyleHints>
#include <QToolTip>
#include <QWidget>

namespace ridgepoint {
namespace {

// A colour scheme reported by the platform can be missing (Qt 6.4) or early (6.5 and later send it before the palette
// changes); what the palette shows is right on every version.
bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

Theme currentTheme() { return isDark(QApplication::palette()) ? Theme::dark : Theme::light; }

void paintTroubleFrame(QWidget& control) {
    QPainter painter(&control);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour(currentTheme(), Colour::trouble), 1.6));
    painter.drawRoundedRect(QRectF(control.rect()).adjusted(1, 1, -1, -1), 2, 2);
}

Appearance::Appearance(QObject* parent) : QObject(parent) {
    readSystem();
    qApp->installEventFilter(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        readSystem();
        apply();
    }, Qt::QueuedConnection);
#endif
    apply();
}

void Appearance::setChoice(Choice choice) {
    m_choice = choice;
    apply();
}

// Our own palette hides the platform's; take it away for a moment to see what the system shows.
void Appearance::readSystem() {
    m_reading = true;
    QApplication::setPalette(QPalette());
    m_system = isDark(QApplication::palette()) ? Theme::dark : Theme::light;
    m_reading = false;
}

void Appearance::apply() {
    const Theme wanted = m_choice == Choice::system  ? m_system
                         : m_choice == Choice::light ? Theme::light
                                                     : Theme::dark;
    const QPalette palette = applicationPalette(wanted);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    if (wanted == m_theme)
        return;
    m_theme = wanted;
    emit themeChanged(wanted);
}

bool Appearance::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ThemeChange && watched->isWindowType() && !m_reading) {
        const Theme before = m_system;
        readSystem();
        if (before != m_system || m_choice != Choice::system)
            apply();
        else
            QApplication::setPalette(applicationPalette(m_theme));
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ridgepoint
