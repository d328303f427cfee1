// SPDX-License-Identifier: GPL-3.0-or-later
// A switch of the window, not of the document: the scenario in the pictures is shown at every set of ceilings. Off, it
// costs nothing.
#pragma once

#include "models/ghosts.hpp"

#include <QObject>
#include <QString>

#include <vector>

namespace ridgepoint {

class Document;

class ComparedCeilings : public QObject {
    Q_OBJECT
public:
    explicit ComparedCeilings(const Document& document, QObject* parent = nullptr); ///< the document outlives it

    bool isOn() const { return m_on; }
    void setOn(bool on);
    /// What the library keeps; of those measured with the scenario's accelerator the first is "mine", unless the
    /// scenario carries one of its own.
    void setCalibrations(std::vector<CalibrationRef> kept);
    const std::vector<CalibrationRef>& calibrations() const { return m_kept; }
    bool hasMine() const;

    /// Of Document::pictured(). Worked out at the first call after a change; null while off, and without a legal plan.
    GhostsRef current();
    /// "beside datasheet ceilings", and how to get one's own where there are none; empty while off.
    QString remark() const;

signals:
    void changed(); ///< on, off, or other calibrations; changes of the document are the document's to tell

private:
    const Document& m_document;
    std::vector<CalibrationRef> m_kept;
    bool m_on = false;
    Scenario m_of; ///< what m_comparison was made of
    GhostsRef m_comparison;
};

} // namespace ridgepoint
