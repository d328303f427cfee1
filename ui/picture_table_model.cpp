// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_table_model.hpp"

#include <algorithm>

namespace ridgepoint {

// While a control moves the shape seldom changes; telling only of new values keeps the view's scroll and selection.
void PictureTableModel::setTable(PictureTable table) {
    const bool sameShape = table.rows.size() == m_table.rows.size() && table.header == m_table.header;
    if (!sameShape)
        beginResetModel();
    m_table = std::move(table);
    if (!sameShape)
        endResetModel();
    else if (rowCount() > 0 && columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

Subject PictureTableModel::subjectAt(int row) const {
    if (row < 0 || std::size_t(row) >= m_table.subjects.size())
        return {};
    return m_table.subjects[std::size_t(row)];
}

int PictureTableModel::rowOf(const Subject& subject) const {
    if (subject.kind == Subject::Kind::none)
        return -1;
    const auto found = std::find(m_table.subjects.begin(), m_table.subjects.end(), subject);
    return found == m_table.subjects.end() ? -1 : int(found - m_table.subjects.begin());
}

int PictureTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int PictureTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_table.header.size());
}

QVariant PictureTableModel::data(const QModelIndex& index, int role) const {
    const auto& row = m_table.rows[std::size_t(index.row())];
    if (std::size_t(index.column()) >= row.size())
        return {};
    const QString& text = row[std::size_t(index.column())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text;
    if (role == Qt::TextAlignmentRole) {
        const bool number = !text.isEmpty() && (text[0].isDigit() || text[0] == QChar(0x2212));
        return int(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    return {};
}

QVariant PictureTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || std::size_t(section) >= m_table.header.size())
        return {};
    return m_table.header[std::size_t(section)];
}

} // namespace ridgepoint
