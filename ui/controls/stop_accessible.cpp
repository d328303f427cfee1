// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_accessible.hpp"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

namespace ridgepoint {
namespace {

class AccessibleStops : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    AccessibleStops(QWidget* widget, StopValue* value)
        : QAccessibleWidget(widget, QAccessible::Slider), m_value(value) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_value->spokenText() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return m_value->spokenValue(); }
    QVariant maximumValue() const override { return m_value->spokenMaximum(); }
    QVariant minimumValue() const override { return m_value->spokenMinimum(); }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant& value) override { m_value->setSpokenValue(value.toDouble()); }

private:
    StopValue* m_value;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    auto* value = dynamic_cast<StopValue*>(object);
    return widget && value ? new AccessibleStops(widget, value) : nullptr;
}

} // namespace

void installStopAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

void announceValue(QWidget* widget, double value) {
    if (!QAccessible::isActive())
        return;
    QAccessibleValueChangeEvent event(widget, value);
    QAccessible::updateAccessibility(&event);
}

} // namespace ridgepoint
