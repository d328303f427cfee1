// SPDX-License-Identifier: GPL-3.0-or-later
// The rows beside a picture, and which subject each row stands for.
#pragma once

#include "plots/picture.hpp"

#include <QAbstractTableModel>

namespace ridgepoint {

class PictureTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(PictureTable table);
    bool hasHeader(const std::vector<QString>& header) const { return m_table.header == header; }
    Subject subjectAt(int row) const;
    int rowOf(const Subject& subject) const; ///< -1: no such row

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Numbers by value, other texts by letter; -1: as the picture gives them.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void arrange();

    PictureTable m_given;       ///< in the picture's order
    PictureTable m_table;       ///< as shown
    QString m_sortedBy;         ///< a header's text: columns come and go
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace ridgepoint
