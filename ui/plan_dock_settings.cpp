// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_settings.hpp"

#include "app/session/document.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int box_height = 24;
constexpr int by_default = 0, is_on = 1; // of a switch's three choices

} // namespace

SettingSection::SettingSection(Document& document, const QString& name, const QString& title)
    : PlanSection(document, title) {
    makeFoldable(name);
}

void SettingSection::set(const Setting& setting, double value) {
    edit(QString::fromLatin1(setting.key), [&](Scenario& next) { setting.write(next, value); });
}

void SettingSection::addSettingRow(const Setting& setting, QWidget* control,
                                   std::function<void(const Scenario&)> show) {
    const Read read = setting.read;
    addOwn(setting, control, std::move(show),
           [read](const Scenario& a, const Scenario& b) { return read(a) != read(b); });
}

void SettingSection::addOwn(const Setting& setting, QWidget* control, std::function<void(const Scenario&)> show,
                            std::function<bool(const Scenario&, const Scenario&)> differs) {
    control->setObjectName(QString::fromLatin1(setting.key));
    control->setAccessibleName(setting.label);
    control->setToolTip(setting.tip);
    control->setFocusPolicy(Qt::StrongFocus);
    m_settings.push_back({setting, control, std::move(show), std::move(differs)});
}

void SettingSection::addChoices(const Setting& setting, const QStringList& choices) {
    QComboBox* combo = addCombo(QString::fromLatin1(setting.key), setting.label, setting.tip);
    combo->addItems(choices);
    connect(combo, &QComboBox::activated, this, [this, setting](int index) { set(setting, index); });
    addSettingRow(setting, combo, [combo, read = setting.read](const Scenario& now) {
        const QSignalBlocker block(combo);
        combo->setCurrentIndex(int(read(now)));
    });
}

void SettingSection::addSwitch(const Setting& setting, bool (*byDefault)(const Scenario&)) {
    QComboBox* combo = addCombo(QString::fromLatin1(setting.key), setting.label, setting.tip);
    combo->addItems({QString(), tr("On"), tr("Off")});
    connect(combo, &QComboBox::activated, this, [this, setting](int index) { set(setting, index); });
    addSettingRow(setting, combo, [combo, read = setting.read, byDefault](const Scenario& now) {
        const QSignalBlocker block(combo);
        combo->setItemText(by_default, byDefault(now) ? tr("Framework: on") : tr("Framework: off"));
        combo->setCurrentIndex(int(read(now)));
    });
}

void SettingSection::addNumber(const Setting& setting, const NumberLook& look) {
    auto* box = new QDoubleSpinBox(this);
    box->setLocale(QLocale::c());
    box->setRange(look.least, look.most);
    box->setDecimals(look.decimals);
    box->setSingleStep(look.step);
    box->setKeyboardTracking(false); // a value counts when it is complete
    box->setMinimumHeight(box_height);
    if (!look.unit.isEmpty())
        box->setSuffix(QStringLiteral("\u202f") + look.unit);
    if (!look.atLeast.isEmpty())
        box->setSpecialValueText(look.atLeast);
    addRow(setting.label, box, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, setting](double value) { set(setting, value); });
    addSettingRow(setting, box, [box, read = setting.read](const Scenario& now) {
        if (box->value() == read(now))
            return;
        const QSignalBlocker block(box);
        box->setValue(read(now));
    });
}

void SettingSection::addCheck(const Setting& setting) {
    auto* check = new QCheckBox(this);
    addRow(setting.label, check, check);
    connect(check, &QCheckBox::toggled, this, [this, setting](bool on) { set(setting, on ? 1 : 0); });
    addSettingRow(setting, check, [check, read = setting.read](const Scenario& now) {
        const QSignalBlocker block(check);
        check->setChecked(read(now) != 0);
    });
}

void SettingSection::follow(const Scenario& now, const Scenario& saved) {
    int changed = 0;
    bool blamed = false;
    for (const Row& row : m_settings) {
        row.show(now);
        const QString reason = row.setting.unavailable != nullptr ? row.setting.unavailable(now) : QString();
        row.control->setEnabled(reason.isEmpty());
        row.control->setToolTip(reason.isEmpty() ? row.setting.tip : tr("%1\n%2").arg(row.setting.tip, reason));
        const bool differs = row.differs(now, saved);
        mark(row.control, differs);
        changed += differs ? 1 : 0;
        blamed = blamed || isBlamed(row.setting.key);
    }
    setRemark(changed > 0 ? tr("%n changed", nullptr, changed) : QString());
    if (blamed) // a rule names one of these: it must be in sight
        setOpen(true);
}

void SettingSection::setOpen(bool open) { setFolded(!open); }

bool SettingSection::isOpen() const { return !isFolded(); }

} // namespace ridgepoint
