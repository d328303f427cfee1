// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_section.hpp"

#include "app/session/document.hpp"
#include "models/plan_stops.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/controls/changed_mark.hpp"
#include "ui/type.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int rowGap = 4;
constexpr int controlHeight = 24;

/// The rule to the right of a section's title.
class HeadingRule : public QWidget {
public:
    explicit HeadingRule(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        setMinimumWidth(4);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        QColor line = colour(currentTheme(), Colour::control_edge);
        line.setAlphaF(0.4f);
        painter.fillRect(QRectF(0, height() / 2.0, width(), 1), line);
    }
};

} // namespace

PlanSection::PlanSection(Document& document, const QString& title) : m_document(document) {
    m_rows = new QVBoxLayout(this);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(rowGap);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(8);
    auto* name = new QLabel(title, this);
    name->setFont(semibold(Type::secondary));
    m_remark = new QLabel(this);
    m_remark->setFont(textFont(Type::secondary));
    m_remark->setMinimumWidth(1); // a long line must not widen the dock
    m_remark->hide();
    heading->addWidget(name);
    heading->addWidget(m_remark);
    heading->addWidget(new HeadingRule(this), 1);
    m_rows->addLayout(heading);
}

void PlanSection::edit(const QString& control, const Change& change) {
    Scenario next = m_document.scenario();
    change(next);
    m_document.change(control, QString(), next);
}

const Scenario& PlanSection::base() const { return m_base ? *m_base : m_document.scenario(); }

void PlanSection::beginDrag() {
    m_base = m_document.scenario();
    m_document.beginGesture();
}

void PlanSection::endDrag() {
    m_base.reset();
    m_document.endGesture();
}

void PlanSection::setRemark(const QString& text) {
    m_remark->setText(text);
    m_remark->setVisible(!text.isEmpty());
}

LabelledSlider* PlanSection::addSlider(const QString& control, const QString& label, const QString& unit,
                                       const QString& toolTip, const std::function<void(int)>& edited) {
    auto* slider = new LabelledSlider(label, unit, toolTip, this);
    slider->setName(control);
    connect(slider, &LabelledSlider::pressed, this, &PlanSection::beginDrag);
    connect(slider, &LabelledSlider::released, this, &PlanSection::endDrag);
    connect(slider, &LabelledSlider::edited, this, edited);
    m_rows->addWidget(slider);
    return slider;
}

QWidget* PlanSection::addRow(const QString& label, QWidget* control, QWidget* buddy) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(rowLabel(label, buddy, row));
    layout->addWidget(control, 1);
    m_rows->addWidget(row);
    return row;
}

QComboBox* PlanSection::addCombo(const QString& control, const QString& label, const QString& toolTip) {
    auto* combo = new QComboBox(this);
    combo->setObjectName(control);
    combo->setAccessibleName(label);
    combo->setToolTip(toolTip);
    combo->setFocusPolicy(Qt::StrongFocus);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    combo->setMinimumHeight(controlHeight);
    addRow(label, combo, combo);
    return combo;
}

SegmentedControl* PlanSection::addChoice(const QString& control, const QString& label, const QString& toolTip,
                                         const std::vector<SegmentedControl::Choice>& choices) {
    auto* choice = new SegmentedControl(choices, this);
    choice->setObjectName(control);
    choice->setName(label, toolTip);
    addRow(label, choice, choice);
    return choice;
}

void PlanSection::addWide(QWidget* widget) { m_rows->addWidget(widget); }

QLabel* PlanSection::addNote() {
    auto* note = new QLabel(this);
    note->setFont(textFont(Type::secondary));
    note->setAlignment(Qt::AlignRight);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setMinimumWidth(1); // a long line must not widen the dock
    m_rows->addWidget(note);
    return note;
}

bool PlanSection::isBlamed(const char* key) const { return m_blamed.count(key) > 0; }

void PlanSection::mark(QWidget* control, bool changed) {
    auto* bar = control->findChild<ChangedMark*>(QString(), Qt::FindDirectChildrenOnly);
    if (!bar && changed)
        bar = new ChangedMark(control);
    if (bar)
        bar->setChanged(changed);
}

std::vector<LabelledSlider::Stop> PlanSection::toStops(const std::vector<ValueStop>& stops) {
    std::vector<LabelledSlider::Stop> result;
    for (const ValueStop& stop : stops)
        result.push_back({stop.value, stop.legal});
    return result;
}

void showChoice(QComboBox* combo, const QString& id, const QString& text) {
    const QSignalBlocker block(combo);
    int index = combo->findData(id);
    if (index < 0) {
        combo->addItem(text, id);
        index = combo->count() - 1;
    }
    if (index != combo->currentIndex())
        combo->setCurrentIndex(index);
}

} // namespace ridgepoint
