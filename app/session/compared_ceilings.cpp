// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compared_ceilings.hpp"

#include "app/session/document.hpp"
#include "models/text.hpp"

#include <QStringList>

namespace ridgepoint {

ComparedCeilings::ComparedCeilings(const Document& document, QObject* parent) : QObject(parent), m_document(document) {}

void ComparedCeilings::setOn(bool on) {
    if (m_on == on)
        return;
    m_on = on;
    m_comparison.reset();
    emit changed();
}

void ComparedCeilings::setCalibrations(std::vector<CalibrationRef> kept) {
    if (kept == m_kept)
        return;
    m_kept = std::move(kept);
    m_comparison.reset();
    if (m_on)
        emit changed();
}

bool ComparedCeilings::hasMine() const {
    return m_document.hasEstimate() && own_calibration(m_document.pictured(), m_kept);
}

GhostsRef ComparedCeilings::current() {
    if (!m_on || !m_document.hasEstimate())
        return nullptr;
    const Scenario& now = m_document.pictured();
    if (!m_comparison || m_of != now) {
        m_of = now;
        m_comparison = std::make_shared<const Ghosts>(compare_ceilings(now, own_calibration(now, m_kept)));
    }
    return m_comparison;
}

QString ComparedCeilings::remark() const {
    if (!m_on || !m_document.hasEstimate())
        return {};
    QStringList others;
    for (const Ceilings set : ceiling_sets(own_calibration(m_document.pictured(), m_kept)))
        if (set != ceilings_in_use(m_document.pictured())) {
            const std::string_view name = text::name(set);
            others << QString::fromUtf8(name.data(), qsizetype(name.size()));
        }
    const QString names = others.join(tr(" and "));
    //: The set of ceilings in use is named just before; these are shown beside it
    return hasMine() ? tr("beside %1").arg(names) : tr("beside %1; for mine: Edit, Calibrate…").arg(names);
}

} // namespace ridgepoint
