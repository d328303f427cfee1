// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail_column.hpp"

#include "ui/type.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace ridgepoint {

DetailColumn::DetailColumn(const char* name, QWidget* parent) : QScrollArea(parent) {
    constexpr int padding = 10;
    setObjectName(QString::fromLatin1(name));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    setWidget(content);
    content->setAutoFillBackground(false); // the dock's own ground
    viewport()->setAutoFillBackground(false);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(padding, padding, padding, padding);
    m_column->setSpacing(6);
}

QLabel* DetailColumn::makeLabel(const char* name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard |
                                   Qt::LinksAccessibleByMouse);
    return label;
}

QLabel* DetailColumn::addLabel(const char* name) {
    QLabel* label = makeLabel(name, widget());
    m_column->addWidget(label);
    return label;
}

QLabel* DetailColumn::addHeading(const QString& text) {
    auto* heading = new QLabel(text, widget());
    heading->setFont(semibold(Type::secondary));
    heading->setForegroundRole(QPalette::PlaceholderText);
    m_column->addWidget(heading);
    return heading;
}

} // namespace ridgepoint
