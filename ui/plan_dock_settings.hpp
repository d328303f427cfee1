// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: sections folded away until they are opened, of rows that each show and set one value of the scenario.
#pragma once

#include "ui/plan_dock_section.hpp"

class QToolButton;

namespace ridgepoint {

class SettingSection : public PlanSection {
    Q_OBJECT
public:
    SettingSection(Document& document, const QString& name, const QString& title);
    void follow(const Scenario& now, const Scenario& saved) override;
    void setOpen(bool open);
    bool isOpen() const;

protected:
    using Read = double (*)(const Scenario&);
    using Write = void (*)(Scenario&, double);
    /// Why the row does nothing in this scenario; empty when it does.
    using Reason = QString (*)(const Scenario&);

    struct Setting {
        const char* key = ""; ///< as in the scenario file; also the object name
        QString label, tip;
        Read read = nullptr;
        Write write = nullptr;
        Reason unavailable = nullptr;
    };
    struct NumberLook {
        QString unit;
        double least = 0, most = 100, step = 1;
        int decimals = 0;
        QString atLeast; ///< said instead of the least value: "none"
    };
    /// Read and write give the index of the choice.
    void addChoices(const Setting& setting, const QStringList& choices);
    /// Default, on, off; `byDefault` is what the default comes to.
    void addSwitch(const Setting& setting, bool (*byDefault)(const Scenario&));
    void addNumber(const Setting& setting, const NumberLook& look);
    void addCheck(const Setting& setting);
    /// A row of its own kind, which shows itself.
    void addOwn(const Setting& setting, QWidget* control, std::function<void(const Scenario&)> show,
                std::function<bool(const Scenario&, const Scenario&)> differs);

private:
    struct Row {
        Setting setting;
        QWidget* control = nullptr;
        std::function<void(const Scenario&)> show;
        std::function<bool(const Scenario&, const Scenario&)> differs;
    };
    void addSettingRow(const Setting& setting, QWidget* control, std::function<void(const Scenario&)> show);
    void set(const Setting& setting, double value);

    std::vector<Row> m_settings;
};

/// Context parallelism, experts, ZeRO-3, formats, stages.
class ParallelismSection : public SettingSection {
    Q_OBJECT
public:
    explicit ParallelismSection(Document& document);

private:
    void addStageLayers();
};

/// What runs beside compute.
class OverlapSection : public SettingSection {
    Q_OBJECT
public:
    explicit OverlapSection(Document& document);
};

/// Offload, host copies and data, power, switches of the network, how attention is counted.
class MachineSection : public SettingSection {
    Q_OBJECT
public:
    explicit MachineSection(Document& document);
};

} // namespace ridgepoint
