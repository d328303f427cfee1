// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/flow_layout.hpp"

#include <QWidget>

#include <algorithm>

namespace ridgepoint {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index < 0 || index >= count() ? nullptr : m_items[std::size_t(index)];
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item != nullptr)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange({0, 0, width, 0}, false);
}

QSize FlowLayout::minimumSize() const {
    QSize least;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    const QMargins edge = contentsMargins();
    return least + QSize(edge.left() + edge.right(), edge.top() + edge.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    const QRect inside = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(0, spacing());
    std::vector<QLayoutItem*> row;
    int x = inside.left(), y = inside.top(), height = 0;
    const auto endRow = [&] { // widgets of unlike heights stand on one middle line
        int left = inside.left();
        for (QLayoutItem* item : row) {
            const QSize size = item->sizeHint().boundedTo({inside.width(), 16777215});
            if (place)
                item->setGeometry({QPoint(left, y + (height - size.height()) / 2), size});
            left += size.width() + gap;
        }
        row.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (!row.empty() && x + size.width() > inside.right() + 1) {
            endRow();
            y += height + gap;
            x = inside.left();
            height = 0;
        }
        row.push_back(item);
        x += size.width() + gap;
        height = std::max(height, size.height());
    }
    endRow();
    return y + height - rect.top() + contentsMargins().bottom();
}

} // namespace ridgepoint
