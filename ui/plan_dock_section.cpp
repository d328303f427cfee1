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
#include <QToolButton>
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

PlanSection::PlanSection(Document& document, const QString& title)
    : m_document(document), m_body(new QWidget(this)), m_rows(new QVBoxLayout(m_body)), m_heading(new QHBoxLayout),
      m_title(new QLabel(title, this)), m_remark(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rowGap);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(rowGap);
    m_heading->setSpacing(8);
    m_title->setFont(semibold(Type::secondary));
    m_remark->setFont(textFont(Type::secondary));
    m_remark->setMinimumWidth(1); // a long line must not widen the dock
    m_remark->hide();
    m_heading->addWidget(m_title);
    m_heading->addWidget(m_remark);
    m_heading->addWidget(new HeadingRule(this), 1);
    column->addLayout(m_heading);
    column->addWidget(m_body);
}

void PlanSection::makeFoldable(const QString& name) {
    m_fold = new QToolButton(this);
    m_fold->setObjectName(name);
    m_fold->setText(m_title->text());
    m_fold->setFont(m_title->font());
    m_fold->setAccessibleName(tr("%1, more settings").arg(m_title->text()));
    m_fold->setToolTip(tr("Show or hide these settings"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_heading->replaceWidget(m_title, m_fold);
    m_title->hide();
    connect(m_fold, &QToolButton::toggled, this, [this](bool open) { setFolded(!open); });
    setFolded(true);
}

void PlanSection::setFolded(bool folded) {
    m_body->setVisible(!folded);
    m_fold->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    m_fold->setChecked(!folded);
}

bool PlanSection::isFolded() const { return m_fold != nullptr && m_body->isHidden(); }

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
