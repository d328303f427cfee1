// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/illegal_banner.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/badge.hpp"
#include "ui/changes.hpp"
#include "ui/type.hpp"
#include "ui/verdict_line.hpp"
#include "ui/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int side = 12, octagon = 18, most_repairs = 4;

} // namespace

IllegalBanner::IllegalBanner(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_rule(new QLabel(this)), m_offer(new QLabel(this)),
      m_repairs(new QHBoxLayout) {
    setObjectName(QStringLiteral("banner"));
    m_rule->setObjectName(QStringLiteral("banner.rule"));
    m_rule->setWordWrap(true);
    m_rule->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_rule->setFont(semibold(Type::body));
    m_rule->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setMinimumHeight(VerdictLine::lineHeight); // stands in the verdict's place, so that nothing moves under a drag
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * side + octagon, 2, side, 2);
    row->setSpacing(8);
    row->addWidget(m_rule, 1);
    row->addWidget(m_offer);
    m_repairs->setSpacing(8);
    row->addLayout(m_repairs);
    auto* back = new QPushButton(tr("Last legal plan"), this);
    back->setObjectName(QStringLiteral("banner.back"));
    back->setAccessibleName(tr("Return to the last legal plan"));
    back->setToolTip(tr("Pictures stay at the last legal plan, dimmed; return to it (Esc)"));
    connect(back, &QPushButton::clicked, this, [this] { returnToLastLegal(m_document); });
    row->addWidget(back);
    connect(&m_document, &Document::changed, this, &IllegalBanner::updateBanner);
    updateBanner();
}

void IllegalBanner::updateBanner() {
    setVisible(!m_document.isLegal());
    if (m_document.isLegal())
        return;
    QStringList lines;
    for (const Violation& violation : m_document.violations())
        lines << toQString(violation.text);
    m_rule->setText(lines.join(QLatin1Char('\n')));
    setAccessibleName(tr("Illegal plan: %1").arg(lines.join(QLatin1Char(' '))));
    findChild<QPushButton*>(QStringLiteral("banner.back"))->setVisible(m_document.hasEstimate());
    updateButtons();
}

void IllegalBanner::updateButtons() {
    while (QLayoutItem* item = m_repairs->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the one being clicked
        delete item;
    }
    std::vector<Repair> repairs;
    for (const Violation& violation : m_document.violations()) {
        for (const Repair& repair : violation.nearest) {
            if (std::find(repairs.begin(), repairs.end(), repair) == repairs.end() &&
                repairs.size() < std::size_t(most_repairs))
                repairs.push_back(repair);
        }
    }
    m_offer->setText(repairs.empty() ? QString() : tr("Nearest legal:"));
    m_offer->setVisible(!repairs.empty());
    for (const Repair& repair : repairs) {
        auto* button = new QPushButton(describe(repair), this);
        button->setObjectName(QStringLiteral("banner.repair%1").arg(m_repairs->count()));
        button->setAccessibleName(tr("Set %1").arg(describe(repair)));
        button->setToolTip(tr("Set %1; can be undone").arg(describe(repair)));
        connect(button, &QPushButton::clicked, this, [this, repair] { applyRepair(m_document, repair); });
        m_repairs->addWidget(button);
    }
}

void IllegalBanner::paintEvent(QPaintEvent*) {
    const Theme theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), colour(theme, Colour::trouble_ground));
    painter.setPen(QPen(colour(theme, Colour::trouble), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    paintTroubleShape(painter, QRectF(side, (height() - octagon) / 2.0, octagon, octagon), theme);
}

} // namespace ridgepoint
