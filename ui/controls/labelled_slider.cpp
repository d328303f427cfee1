// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/labelled_slider.hpp"

#include "models/text.hpp"
#include "ui/controls/changed_mark.hpp"
#include "ui/controls/count_box.hpp"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace ridgepoint {

QLabel* rowLabel(const QString& text, QWidget* buddy, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setFixedWidth(std::max(labelColumn, label->sizeHint().width()));
    label->setBuddy(buddy);
    return label;
}

LabelledSlider::LabelledSlider(const QString& label, const QString& unit, const QString& toolTip, QWidget* parent)
    : QWidget(parent), m_unit(unit),
      m_slider(new StopSlider(StopSlider::Spacing::logarithmic, StopSlider::Marks::ticks, this)),
      m_box(new CountBox(this)), m_mark(new ChangedMark(m_box)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(rowLabel(label, m_box, this));
    row->addWidget(m_slider, 1);
    row->addWidget(m_box);
    m_box->setFixedWidth(std::max(valueBoxWidth, m_box->sizeHint().width()));
    m_slider->setAccessibleName(label);
    m_slider->setToolTip(toolTip);
    m_box->setAccessibleName(label == unit ? label : tr("%1 in %2").arg(label, unit));
    m_box->setToolTip(toolTip);
    connect(m_slider, &StopSlider::pressed, this, &LabelledSlider::pressed);
    connect(m_slider, &StopSlider::released, this, &LabelledSlider::released);
    connect(m_slider, &StopSlider::moved, this, [this](double value) { emit edited(int(value)); });
    connect(m_box, &CountBox::edited, this, &LabelledSlider::edited);
}

void LabelledSlider::setName(const QString& objectName) {
    m_slider->setObjectName(objectName + QStringLiteral(".slider"));
    m_box->setObjectName(objectName + QStringLiteral(".box"));
}

void LabelledSlider::setStops(const std::vector<Stop>& stops) {
    std::vector<StopSlider::Stop> places;
    std::vector<int> values;
    for (const Stop& stop : stops) {
        places.push_back({double(stop.value), stop.legal});
        if (stop.legal)
            values.push_back(stop.value);
    }
    m_slider->setStops(places);
    m_box->setStops(values);
}

void LabelledSlider::showValue(int value, bool changed, bool troubled) {
    m_slider->setValueText(tr("%1 %2").arg(QString::fromStdString(text::count(value)), m_unit));
    m_slider->setValue(value);
    m_box->showValue(value);
    m_box->setTroubled(troubled);
    m_mark->setChanged(changed);
}

} // namespace ridgepoint
