// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace ridgepoint {
namespace {

struct KeyName {
    std::string_view key;
    const char* name;
};

constexpr std::array key_names{
    KeyName{"cluster.gpus", QT_TRANSLATE_NOOP("ControlNames", "GPUs")},
    KeyName{"cluster.gpus_per_domain", QT_TRANSLATE_NOOP("ControlNames", "GPUs per NVLink domain")},
    KeyName{"plan.tp", QT_TRANSLATE_NOOP("ControlNames", "TP")},
    KeyName{"plan.pp", QT_TRANSLATE_NOOP("ControlNames", "PP")},
    KeyName{"plan.vpp", QT_TRANSLATE_NOOP("ControlNames", "Virtual pipeline")},
    KeyName{"plan.cp", QT_TRANSLATE_NOOP("ControlNames", "CP")},
    KeyName{"plan.ep", QT_TRANSLATE_NOOP("ControlNames", "EP")},
    KeyName{"plan.etp", QT_TRANSLATE_NOOP("ControlNames", "Expert TP")},
    KeyName{"plan.zero", QT_TRANSLATE_NOOP("ControlNames", "ZeRO stage")},
    KeyName{"plan.hsdp_group", QT_TRANSLATE_NOOP("ControlNames", "ZeRO group")},
    KeyName{"plan.micro_batch", QT_TRANSLATE_NOOP("ControlNames", "Micro-batch")},
    KeyName{"plan.global_batch", QT_TRANSLATE_NOOP("ControlNames", "Global batch")},
    KeyName{"plan.sequence", QT_TRANSLATE_NOOP("ControlNames", "Sequence")},
    KeyName{"plan.schedule", QT_TRANSLATE_NOOP("ControlNames", "Schedule")},
    KeyName{"plan.stage_layers", QT_TRANSLATE_NOOP("ControlNames", "Layers per stage")},
    KeyName{"plan.recompute", QT_TRANSLATE_NOOP("ControlNames", "Recompute")},
    KeyName{"plan.offload", QT_TRANSLATE_NOOP("ControlNames", "Offload")},
    KeyName{"plan.cp_kind", QT_TRANSLATE_NOOP("ControlNames", "Context parallel")},
    KeyName{"cluster.network", QT_TRANSLATE_NOOP("ControlNames", "Network")},
    KeyName{"precision", QT_TRANSLATE_NOOP("ControlNames", "Precision")},
    KeyName{"plan.comm_sms", QT_TRANSLATE_NOOP("ControlNames", "SMs for communication")},
    KeyName{"plan.prefetch_layers", QT_TRANSLATE_NOOP("ControlNames", "Layers gathered ahead")},
};

} // namespace

QString controlName(std::string_view key) {
    for (const KeyName& entry : key_names) {
        if (entry.key == key)
            return QCoreApplication::translate("ControlNames", entry.name);
    }
    return toQString(key);
}

namespace {

// Choices are JSON text; people read them without its quotes.
QString valueName(const RepairValue& value) {
    if (value.is_number())
        return toQString(text::count(value.number));
    if (value.text == "[]")
        return QCoreApplication::translate("ControlNames", "even", "layers per stage");
    return toQString(value.text).remove(QLatin1Char('"'));
}

} // namespace

QString describe(const Repair& repair) {
    QStringList parts;
    for (const auto& [key, value] : repair) {
        //: A control and its value: "TP 8"
        parts << QCoreApplication::translate("ControlNames", "%1 %2")
                     .arg(controlName(key), valueName(value));
    }
    return parts.join(QCoreApplication::translate("ControlNames", " · "));
}

} // namespace ridgepoint
