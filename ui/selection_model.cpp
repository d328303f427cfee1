// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection_model.hpp"

namespace ridgepoint {

void SelectionModel::select(const Subject& subject) {
    if (subject == m_subject)
        return;
    m_subject = subject;
    emit changed();
}

} // namespace ridgepoint
