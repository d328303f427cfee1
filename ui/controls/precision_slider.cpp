// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/precision_slider.hpp"

#include "ui/controls/changed_mark.hpp"
#include "ui/controls/labelled_slider.hpp"
#include "ui/controls/stop_slider.hpp"
#include "ui/type.hpp"

#include <QGridLayout>
#include <QLabel>

namespace ridgepoint {

PrecisionSlider::PrecisionSlider(const QString& label, QWidget* parent)
    : QWidget(parent), m_slider(new StopSlider(StopSlider::Spacing::even, StopSlider::Marks::dots, this)),
      m_name(new QLabel(this)), m_mark(new ChangedMark(m_slider)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(0);
    grid->addWidget(rowLabel(label, m_slider, this), 0, 0);
    grid->addWidget(m_slider, 0, 1);
    grid->addWidget(m_name, 1, 1);
    grid->setColumnStretch(1, 1);
    m_name->setFont(textFont(Type::secondary));
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_slider->setObjectName(QStringLiteral("precision.slider"));
    m_slider->setAccessibleName(label);
    m_slider->setToolTip(tr("Precision recipe, widest operands at the left. Hollow: the accelerator has no matrix "
                            "units for it."));
    connect(m_slider, &StopSlider::pressed, this, &PrecisionSlider::pressed);
    connect(m_slider, &StopSlider::released, this, &PrecisionSlider::released);
    connect(m_slider, &StopSlider::moved, this, [this](double step) { emit edited(int(step)); });
}

void PrecisionSlider::setSteps(const std::vector<Step>& steps) {
    std::vector<StopSlider::Stop> stops;
    for (std::size_t i = 0; i < steps.size(); ++i)
        stops.push_back({double(i), steps[i].available});
    m_slider->setStops(stops);
}

void PrecisionSlider::showStep(int step, const QString& name, bool changed) {
    m_slider->setValueText(name);
    m_slider->setValue(step);
    m_name->setText(name);
    m_mark->setChanged(changed);
}

} // namespace ridgepoint
