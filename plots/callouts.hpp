// SPDX-License-Identifier: GPL-3.0-or-later
// Names things in a crowded plane: short texts with leaders, where they cover fewest marks. Private to
// plots/.
#pragma once

#include "plots/style.hpp"

#include <optional>
#include <vector>

namespace ridgepoint {

class Callouts {
public:
    explicit Callouts(const QRectF& frame);

    void addMark(QPointF at);       ///< something a text should rather not cover
    void block(const QRectF& rect); ///< something it must not

    enum class Side { any, above, below };
    /// The text's rectangle; nothing where it fits nowhere. Blocks it for those that follow.
    std::optional<QRectF> place(QPointF at, QSizeF text, Side side);
    /// Places a name for the thing at `at`. False where there is no room.
    bool add(QPointF at, const QString& text, const QColor& ink, Side side, const Style& style);
    /// All that were added, each on a patch of ground: no leader runs over another's text.
    void draw(QPainter& painter, const Style& style) const;

private:
    int marksIn(const QRectF& rect) const;

    struct Placed {
        QPointF at;
        QRectF rect;
        QString text;
        QColor ink;
    };
    QRectF m_frame;
    std::vector<Placed> m_placed;
    int m_columns, m_rows;
    std::vector<int> m_marks; ///< how many in each cell
    std::vector<QRectF> m_blocked;
};

} // namespace ridgepoint
