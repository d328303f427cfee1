// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar_tip.hpp"

#include "app/session/document.hpp"
#include "models/text.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/mesh_bar_words.hpp"
#include "ui/type.hpp"

#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace ridgepoint {
namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

/// Darker than anything around it in the light theme, lighter in the dark one.
Colour groundOf(Theme theme) { return theme == Theme::light ? Colour::ink : Colour::control; }

} // namespace

MeshBarTip::MeshBarTip(QWidget* parent)
    : QWidget(parent, Qt::ToolTip | Qt::FramelessWindowHint), m_grid(new QGridLayout(this)) {
    setObjectName(QStringLiteral("mesh.tip"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    m_grid->setContentsMargins(10, 8, 10, 8);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(1);
    m_title = new QLabel(this);
    m_title->setFont(semibold(Type::secondary));
    m_grid->addWidget(m_title, 0, 0, 1, 3);
    const QString names[] = {tr("Step"), tr("Memory"), tr("Verdict")};
    for (int row = 1; row <= 3; ++row)
        cell(row, 0)->setText(names[row - 1]);
    m_step = cell(1, 1);
    m_stepChange = cell(1, 2);
    m_memory = cell(2, 1);
    m_memoryChange = cell(2, 2);
    m_verdict = new QLabel(this);
    m_verdict->setFont(textFont(Type::secondary));
    m_grid->addWidget(m_verdict, 3, 1, 1, 2);
}

QLabel* MeshBarTip::cell(int row, int column, bool bold) {
    auto* label = new QLabel(this);
    label->setFont(bold ? semibold(Type::secondary) : textFont(Type::secondary));
    m_grid->addWidget(label, row, column);
    return label;
}

MeshBarTip::Outcome MeshBarTip::outcomeOf(const Document& document) {
    if (!document.hasEstimate())
        return {};
    const Estimate& estimate = document.estimate();
    return {estimate.time.step, estimate.memory.peak, document.verdict().bound, true};
}

void MeshBarTip::begin(const Document& document) {
    const Theme theme = currentTheme();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, colour(theme, theme == Theme::light ? Colour::text_on_dark : Colour::text));
    setPalette(colours);
    m_before = document.scenario();
    m_outcomeBefore = outcomeOf(document);
}

void MeshBarTip::fill(const Document& document) {
    const Scenario& now = document.scenario();
    const QString trade = mesh_words::trade(m_before, now);
    const QString gpus = mesh_words::number(now.cluster.gpus);
    m_title->setText(trade.isEmpty() ? tr("as it was · N stays %1").arg(gpus)
                                     : tr("%1 · N stays %2").arg(trade, gpus));
    fillOutcome(document);
}

void MeshBarTip::fillOutcome(const Document& document) {
    const Outcome now = outcomeOf(document);
    if (!document.isLegal() || !now.known) {
        m_step->setText(tr("not known"));
        m_memory->setText(tr("not known"));
        m_stepChange->clear();
        m_memoryChange->clear();
        m_verdict->setText(document.violations().empty() ? tr("not known")
                                                         : toText(document.violations().front().text));
        return;
    }
    const auto arrow = [](const text::Measure& from, const text::Measure& to) {
        return from.unit == to.unit ? tr("%1 → %2").arg(toText(from.number), toText(to.joined()))
                                    : tr("%1 → %2").arg(toText(from.joined()), toText(to.joined()));
    };
    const Outcome& was = m_outcomeBefore.known ? m_outcomeBefore : now;
    m_step->setText(arrow(text::duration(was.step), text::duration(now.step)));
    m_memory->setText(arrow(text::memory(was.memory), text::memory(now.memory)));
    m_stepChange->setText(toText(text::change(was.step.value, now.step.value, "s")));
    m_memoryChange->setText(
        toText(text::change(was.memory.value / bytes_per_gib, now.memory.value / bytes_per_gib, "GiB")));
    const auto bound = [](Resource resource) { return toText(std::string(text::name(resource))); };
    m_verdict->setText(was.bound == now.bound
                           ? tr("%1-bound, unchanged").arg(bound(now.bound))
                           : tr("%1-bound → %2-bound").arg(bound(was.bound), bound(now.bound)));
}

void MeshBarTip::showBelow(const Document& document, QPoint global) {
    fill(document);
    adjustSize();
    QPoint corner = global;
    if (const QScreen* screen = QGuiApplication::screenAt(global)) {
        const QRect room = screen->availableGeometry();
        corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
        corner.setY(std::min(corner.y(), room.bottom() - height()));
    }
    move(corner);
    show();
    update();
}

QString MeshBarTip::plainText() const {
    return QStringList{m_title->text(), m_step->text(), m_memory->text(), m_verdict->text()}.join(
        QLatin1Char('\n'));
}

void MeshBarTip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(currentTheme(), groundOf(currentTheme())));
    painter.setPen(colour(currentTheme(), Colour::control_edge));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace ridgepoint
