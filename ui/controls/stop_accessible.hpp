// SPDX-License-Identifier: GPL-3.0-or-later
// What a control on a list of stops tells a screen reader: a slider with its value in the user's terms.
#pragma once

#include <QString>

class QWidget;

namespace ridgepoint {

class StopValue {
public:
    virtual ~StopValue() = default;
    virtual double spokenValue() const = 0;
    virtual double spokenMinimum() const = 0;
    virtual double spokenMaximum() const = 0;
    virtual QString spokenText() const = 0; ///< "DP 16, PP 16; legal from DP 4 PP 64 to DP 64 PP 4"
    virtual void setSpokenValue(double value) = 0;
};

/// Makes every widget that is a StopValue an accessible slider; called once by their constructors.
void installStopAccessibility();
/// Tells a listening screen reader that the value changed.
void announceValue(QWidget* widget, double value);

} // namespace ridgepoint
