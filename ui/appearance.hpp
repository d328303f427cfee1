// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark or as the system is; switches the running program.
#pragma once

#include "app/session/settings.hpp"
#include "plots/theme.hpp"

#include <QObject>

class QWidget;

namespace ridgepoint {

class Appearance : public QObject {
    Q_OBJECT
public:
    using Choice = ThemeChoice;

    explicit Appearance(QObject* parent = nullptr);

    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    Theme theme() const { return m_theme; }

signals:
    void themeChanged(ridgepoint::Theme theme);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void readSystem();
    void apply();

    Choice m_choice = Choice::system;
    Theme m_system = Theme::light;
    Theme m_theme = Theme::light;
    bool m_reading = false;
};

/// The theme the application's palette shows now.
Theme currentTheme();

/// Round a control whose value is refused, over what it paints itself.
void paintTroubleFrame(QWidget& control);

} // namespace ridgepoint
