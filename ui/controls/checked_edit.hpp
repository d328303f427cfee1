// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text that is read as a value: free to type, and edged in trouble while it cannot be read.
#pragma once

#include <QLineEdit>

namespace ridgepoint {

class CheckedEdit : public QLineEdit {
    Q_OBJECT
public:
    /// As wide as `sample`. `name`: what it is, for screen readers; `tip`: also what is allowed.
    CheckedEdit(const QString& sample, const QString& name, const QString& tip, QWidget* parent = nullptr);

    void setProblem(const QString& problem); ///< empty: none
    const QString& problem() const { return m_problem; }
    void showText(const QString& text);      ///< unless it is being typed in; without a signal

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void edited(const QString& text); ///< by the user, who is done with it

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_sample, m_tip, m_problem;
};

} // namespace ridgepoint
