// SPDX-License-Identifier: GPL-3.0-or-later
// The one thing selected anywhere: pictures, tables, header and Details all show the same subject.
#pragma once

#include "models/subject.hpp"

#include <QObject>

namespace ridgepoint {

class SelectionModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Subject& subject() const { return m_subject; }
    bool isEmpty() const { return m_subject.kind == Subject::Kind::none; }
    void select(const Subject& subject);
    void clear() { select({}); }

signals:
    void changed();

private:
    Subject m_subject;
};

} // namespace ridgepoint
