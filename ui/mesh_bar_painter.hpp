// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the mesh bar (look/meshbar.png); the grips draw themselves.
#pragma once

#include "plots/theme.hpp"
#include "ui/mesh_bar_layout.hpp"

#include <QFont>
#include <QStringList>

#include <set>
#include <string>

class QPainter;

namespace ridgepoint {

class Document;
class MeshHandle;

class MeshBarPainter {
public:
    MeshBarPainter(QPainter& painter, const QFont& font, const MeshBarLayout& layout, const Document& document);

    void paint(const MeshHandle* dragged, const QStringList& followers);
    static QFont smallFont(const QFont& font); ///< 11 px beside a body of 13 px

private:
    void paintSegment(const MeshBarLayout::Part& part);
    void paintSegmentText(const MeshBarLayout::Part& part, bool troubled);
    void paintIdle();
    void paintNetworkMark();
    void paintExperts();
    void paintZero();
    void paintBracket(double left, double right, double y, const QColor& line, bool dashed,
                      const QStringList& texts, const QColor& ink);
    void paintStops(const MeshHandle& dragged);
    void paintWas(const MeshHandle& dragged);
    void paintFollowers(const QStringList& followers);
    bool isTroubled(Axis axis) const;
    bool isBlamed(const char* key) const { return m_blamed.count(key) > 0; }
    QColor ink(Colour meaning) const { return colour(m_theme, meaning); }
    QColor fillOf(Axis axis) const;

    QPainter& m_painter;
    QFont m_body, m_small;
    const MeshBarLayout& m_layout;
    const Document& m_document;
    Theme m_theme;
    std::set<std::string> m_blamed;
    double m_mark = -1;    ///< x of the end of the scale-up domain
    double m_expertX = -1; ///< x of the dotted line at the end of the expert group
    double m_wasX = -1;    ///< x of the dragged edge at press
    QRectF m_markLabel;
};

} // namespace ridgepoint
