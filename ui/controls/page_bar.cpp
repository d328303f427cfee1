// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/page_bar.hpp"

#include "ui/controls/flow_layout.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

#include <utility>

namespace ridgepoint {

PageBar::PageBar(QString page, QMargins margins, QWidget* parent) : QWidget(parent), m_page(std::move(page)) {
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins(margins);
    flow->setSpacing(5);
}

QWidget* PageBar::add(const QString& label, QWidget* control) {
    auto* pair = new QWidget(this);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 6, 0);
    row->setSpacing(5);
    if (!label.isEmpty()) {
        auto* text = new QLabel(label, pair);
        text->setBuddy(control);
        row->addWidget(text);
    }
    row->addWidget(control);
    layout()->addWidget(pair);
    return pair;
}

QComboBox* PageBar::addCombo(const char* name, const QString& label, const QString& tip) {
    auto* combo = new QComboBox(this);
    combo->setObjectName(QStringLiteral("%1.%2").arg(m_page, QLatin1String(name)));
    combo->setAccessibleName(tip);
    combo->setToolTip(tip);
    combo->setFocusPolicy(Qt::StrongFocus);
    add(label, combo);
    return combo;
}

} // namespace ridgepoint
