// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_table_model.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

namespace ridgepoint {
namespace {

/// The number a text begins with: "18.8", "+ 4.5", "2 048"; none: it begins with something else.
std::optional<double> numberOf(const QString& text) {
    QString digits;
    for (const QChar c : text) {
        if (c.isSpace() || c == QChar(0x202F) || (digits.isEmpty() && c == u'+'))
            continue;
        if (c == QChar(0x2212) && digits.isEmpty())
            digits += u'-';
        else if (c.isDigit() || c == u'.' || (c == u'-' && digits.isEmpty()))
            digits += c;
        else
            break;
    }
    bool good = false;
    const double value = digits.toDouble(&good);
    return good ? std::optional(value) : std::nullopt;
}

/// "1F1B" begins with a digit and is none; "8 GiB" is one with its unit.
bool isName(const QString& text) {
    const auto letter = std::find_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    return letter != text.end() && letter != text.begin() && std::prev(letter)->isDigit();
}

bool lessText(const QString& a, const QString& b) {
    const std::optional<double> x = numberOf(a), y = numberOf(b);
    if (x && y)
        return *x < *y;
    return x.has_value() != y.has_value() ? x.has_value() : a.localeAwareCompare(b) < 0;
}

} // namespace

// While a control moves the shape seldom changes; telling only of new values keeps the view's scroll and selection.
void PictureTableModel::setTable(PictureTable table) {
    const bool sameShape = table.rows.size() == m_table.rows.size() && table.header == m_table.header;
    if (!sameShape)
        beginResetModel();
    m_given = std::move(table);
    arrange();
    if (!sameShape)
        endResetModel();
    else if (rowCount() > 0 && columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void PictureTableModel::sort(int column, Qt::SortOrder order) {
    m_sortedBy = column < 0 || std::size_t(column) >= m_table.header.size() ? QString() : m_table.header[std::size_t(column)];
    m_order = order;
    emit layoutAboutToBeChanged();
    arrange();
    emit layoutChanged();
}

void PictureTableModel::arrange() {
    m_table = m_given;
    const auto column = std::find(m_table.header.begin(), m_table.header.end(), m_sortedBy);
    if (m_sortedBy.isEmpty() || column == m_table.header.end())
        return;
    const std::size_t place = std::size_t(column - m_table.header.begin());
    std::vector<std::size_t> order(m_given.rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const QString &x = m_given.rows[a][place], &y = m_given.rows[b][place];
        return m_order == Qt::AscendingOrder ? lessText(x, y) : lessText(y, x);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        m_table.rows[i] = m_given.rows[order[i]];
        if (m_given.subjects.size() == order.size())
            m_table.subjects[i] = m_given.subjects[order[i]];
    }
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
        const bool number = !text.isEmpty() && (text[0].isDigit() || text[0] == QChar(0x2212) || text[0] == u'+') &&
                            !isName(text);
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
