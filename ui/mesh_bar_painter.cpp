// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar_painter.hpp"

#include "app/session/document.hpp"
#include "ui/appearance.hpp"
#include "ui/mesh_bar_handle.hpp"
#include "ui/mesh_bar_words.hpp"
#include "ui/plan_dock_blame.hpp"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double hatchStep = 6;
constexpr double labelMargin = 5;

QString tr(const char* text) { return QCoreApplication::translate("MeshBar", text); }

void hatch(QPainter& painter, const QRectF& box, const QColor& line, double slope) {
    painter.save();
    painter.setClipRect(box);
    painter.setPen(QPen(line, 1));
    for (double x = box.left() - box.height(); x < box.right() + box.height(); x += hatchStep)
        painter.drawLine(QPointF(x, slope > 0 ? box.bottom() : box.top()),
                         QPointF(x + box.height(), slope > 0 ? box.top() : box.bottom()));
    painter.restore();
}

/// The widest gap between `left` and `right` that no obstacle cuts.
QRectF widestGap(const QRectF& box, std::vector<double> obstacles) {
    obstacles.push_back(box.left());
    obstacles.push_back(box.right());
    std::sort(obstacles.begin(), obstacles.end());
    QRectF best = box;
    best.setWidth(0);
    for (std::size_t i = 0; i + 1 < obstacles.size(); ++i) {
        const double left = std::max(obstacles[i], box.left()), right = std::min(obstacles[i + 1], box.right());
        if (right - left > best.width() + 0.5)
            best = QRectF(left, box.top(), right - left, box.height());
    }
    return best;
}

} // namespace

MeshBarPainter::MeshBarPainter(QPainter& painter, const QFont& font, const MeshBarLayout& layout,
                               const Document& document)
    : m_painter(painter), m_body(font), m_small(smallFont(font)), m_layout(layout), m_document(document),
      m_theme(currentTheme()), m_blamed(blamedKeys(document)) {
    const Scenario& scenario = document.scenario();
    if (scenario.cluster.gpus_per_domain < scenario.cluster.gpus)
        m_mark = layout.rankX(std::log2(std::max(1.0, double(scenario.cluster.gpus_per_domain)))).value_or(-1);
    const double ranks = double(scenario.plan.ep) * scenario.plan.etp;
    if (scenario.model.moe && ranks > 1)
        m_expertX = layout.expertEnd(std::log2(ranks));
}

QFont MeshBarPainter::smallFont(const QFont& font) {
    QFont small = font;
    const int size = QFontInfo(font).pixelSize();
    small.setPixelSize(std::max(10, qRound(size * 11.0 / 13.0)));
    return small;
}

void MeshBarPainter::paint(const MeshHandle* dragged, const QStringList& followers) {
    if (dragged && dragged->kind() == MeshHandle::Kind::edge)
        for (const mesh::Stop& stop : dragged->stops())
            if (stop.degree == mesh::degree(*dragged->pressed(), dragged->axis()))
                m_wasX = dragged->xAt(stop);
    for (const MeshBarLayout::Part& part : m_layout.parts())
        paintSegment(part);
    paintIdle();
    paintNetworkMark();
    paintExperts();
    paintZero();
    if (dragged && dragged->isDragging()) {
        paintWas(*dragged);
        paintStops(*dragged);
    }
    paintFollowers(followers);
}

bool MeshBarPainter::isTroubled(Axis axis) const {
    switch (axis) {
    case Axis::tp: return isBlamed("plan.tp");
    case Axis::cp: return isBlamed("plan.cp");
    case Axis::dp: return isBlamed("plan.dp");
    default: return isBlamed("plan.pp");
    }
}

QColor MeshBarPainter::fillOf(Axis axis) const {
    switch (axis) {
    case Axis::tp: return ink(Colour::tp);
    case Axis::cp: return ink(Colour::cp);
    case Axis::dp: return ink(Colour::dp);
    default: return ink(Colour::pp);
    }
}

void MeshBarPainter::paintSegment(const MeshBarLayout::Part& part) {
    const bool troubled = isTroubled(part.segment.axis);
    if (troubled) {
        m_painter.fillRect(part.box, ink(Colour::trouble_ground));
        hatch(m_painter, part.box, ink(Colour::trouble), -1);
        m_painter.setPen(QPen(ink(Colour::trouble), 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(part.box.adjusted(0.75, 0.75, -0.75, -0.75));
    } else if (part.segment.degree > 1) {
        m_painter.fillRect(part.box, fillOf(part.segment.axis));
    } else {
        m_painter.fillRect(part.box, ink(Colour::sub_grid));
        QColor edge = ink(Colour::control_edge);
        edge.setAlphaF(0.5f);
        m_painter.setPen(QPen(edge, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(part.box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    paintSegmentText(part, troubled);
}

void MeshBarPainter::paintSegmentText(const MeshBarLayout::Part& part, bool troubled) {
    const QString name = mesh_words::shortName(part.segment.axis);
    const QString number = mesh_words::number(part.segment.degree);
    const QString asked = troubled ? tr("%1?").arg(number) : number;
    QFont face = m_body;
    face.setWeight(QFont::DemiBold);
    const QString line = tr("%1 %2").arg(name, asked);
    std::vector<double> marks;
    for (const double x : {m_mark, m_expertX, m_wasX})
        if (x > part.box.left() + 1 && x < part.box.right() - 1)
            marks.push_back(x);
    const QRectF inner = part.box.adjusted(labelMargin, 0, -labelMargin, 0);
    QRectF place = widestGap(inner, marks);
    const double wide = QFontMetricsF(face).horizontalAdvance(line);
    const bool stub = part.segment.degree == 1 && !troubled;
    const bool oneLine = !stub && wide + 4 <= place.width();
    if (!oneLine)
        place = part.box;
    m_painter.setFont(oneLine ? face : m_small);
    m_painter.setPen(stub ? ink(Colour::text_secondary)
                          : troubled ? ink(Colour::text) : labelOn(m_theme, fillOf(part.segment.axis)));
    const QString text = oneLine ? line : name + QLatin1Char('\n') + asked;
    if (troubled) {
        QRectF plate = m_painter.fontMetrics().boundingRect(place.toRect(), Qt::AlignCenter, text);
        m_painter.fillRect(plate.adjusted(-4, -1, 4, 1), ink(Colour::trouble_ground));
    }
    m_painter.drawText(place, Qt::AlignCenter, text);
}

void MeshBarPainter::paintIdle() {
    const QRectF box = m_layout.idle();
    if (box.width() <= 1)
        return;
    hatch(m_painter, box, ink(Colour::axis), 1);
    m_painter.setPen(QPen(ink(Colour::axis), 1, Qt::DashLine));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void MeshBarPainter::paintNetworkMark() {
    if (m_mark < 0)
        return;
    const QRectF bar = m_layout.bar();
    const double tip = bar.top() - 1;
    QPen pen(ink(Colour::text_on_light), 1.4);
    pen.setDashPattern({2, 1.6});
    const bool inside = std::none_of(m_layout.parts().begin(), m_layout.parts().end(), [this](const auto& part) {
        return std::abs(part.box.right() - m_mark) < 1;
    });
    if (inside) {
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(m_mark, bar.top()), QPointF(m_mark, bar.bottom()));
    }
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ink(Colour::ink));
    const double top = inside ? tip - 6 : tip - MeshBarLayout::overhang - 6; // above the grip
    const QPointF triangle[] = {{m_mark - 4, top}, {m_mark + 4, top}, {m_mark, top + 6}};
    m_painter.drawPolygon(triangle, 3);
    const QString text = tr("NVLink ends at %1").arg(mesh_words::number(m_document.scenario().cluster.gpus_per_domain));
    const double wide = QFontMetricsF(m_small).horizontalAdvance(text);
    const double left = std::clamp(m_mark - wide / 2, 0.0, std::max(0.0, bar.right() + MeshBarLayout::side - wide));
    m_markLabel = QRectF(left, m_layout.topTextY(), wide, QFontMetricsF(m_small).height());
    m_painter.setFont(m_small);
    m_painter.setPen(ink(Colour::text));
    m_painter.drawText(m_markLabel, Qt::AlignCenter, text);
}

void MeshBarPainter::paintBracket(double left, double right, double y, const QColor& line, bool dashed,
                                  const QStringList& texts, const QColor& textInk) {
    m_painter.setPen(QPen(line, dashed ? 1.4 : 2, dashed ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    const QPointF points[] = {{left + 1, y - 5}, {left + 1, y}, {right - 1, y}, {right - 1, y - 5}};
    m_painter.drawPolyline(points, 4);
    const QFontMetricsF metrics(m_small);
    const double room = m_layout.bar().right() + MeshBarLayout::side;
    QString text = texts.last();
    for (const QString& candidate : texts)
        if (metrics.horizontalAdvance(candidate) <= room - 2) {
            text = candidate;
            break;
        }
    const double wide = metrics.horizontalAdvance(text);
    const double start = std::clamp((left + right - wide) / 2, 0.0, std::max(0.0, room - wide));
    m_painter.setFont(m_small);
    m_painter.setPen(textInk);
    m_painter.drawText(QRectF(start, y + MeshBarLayout::bracketText, wide + 1, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void MeshBarPainter::paintExperts() {
    const Scenario& scenario = m_document.scenario();
    const bool troubled = isBlamed("plan.ep") || isBlamed("plan.etp");
    const double left = scenario.model.moe ? m_layout.expertStart() : m_layout.dataStart();
    const bool none = m_expertX < 0;
    const QColor line = troubled ? ink(Colour::trouble) : none ? ink(Colour::axis) : ink(Colour::ep);
    const double right = none ? left + MeshBarLayout::grip : m_expertX;
    paintBracket(left, right, m_layout.expertY(), line, none, mesh_words::expertTexts(scenario),
                 troubled ? ink(Colour::trouble) : ink(Colour::text));
    if (none)
        return;
    const QRectF bar = m_layout.bar();
    const bool atEdge = std::any_of(m_layout.parts().begin(), m_layout.parts().end(), [this](const auto& part) {
        return std::abs(part.box.right() - m_expertX) < 1;
    });
    if (atEdge)
        return;
    QPen pen(ink(Colour::text_on_light), 1.2);
    pen.setDashPattern({1, 2});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(m_expertX, bar.top()), QPointF(m_expertX, bar.bottom()));
}

void MeshBarPainter::paintZero() {
    const Scenario& scenario = m_document.scenario();
    const bool none = scenario.plan.zero == 0;
    const bool troubled = isBlamed("plan.hsdp_group");
    const double left = m_layout.zeroStart();
    const double right =
        none ? left + MeshBarLayout::grip : m_layout.zeroEnd(std::log2(std::max(1, mesh::zero_group(scenario))));
    const QColor line = troubled ? ink(Colour::trouble) : none ? ink(Colour::axis)
                                                               : edgeOf(m_theme, ink(Colour::dp));
    paintBracket(left, right, m_layout.zeroY(), line, none, mesh_words::zeroTexts(scenario),
                 troubled ? ink(Colour::trouble) : ink(Colour::text));
}

void MeshBarPainter::paintWas(const MeshHandle& dragged) {
    if (m_wasX < 0)
        return;
    const QRectF bar = m_layout.bar();
    const int was = mesh::degree(*dragged.pressed(), dragged.axis());
    if (was == mesh::degree(m_document.scenario(), dragged.axis()))
        return;
    QPen pen(ink(Colour::text_on_light), 1.2);
    pen.setDashPattern({2, 1.6});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(m_wasX, bar.top()), QPointF(m_wasX, bar.bottom()));
    QFont italic = m_small;
    italic.setItalic(true);
    const QFontMetricsF metrics(italic);
    const QString text = tr("was %1").arg(mesh_words::degree(dragged.axis(), was));
    const double wide = metrics.horizontalAdvance(text) + 2;
    const double room = bar.right() + MeshBarLayout::side;
    QRectF box(std::clamp(m_wasX - wide / 2, 0.0, room - wide), m_layout.topTextY(), wide, metrics.height());
    if (box.intersects(m_markLabel.adjusted(-4, 0, 4, 0))) {
        const double before = m_markLabel.left() - 6 - wide, after = m_markLabel.right() + 6;
        const bool goesLeft = before >= 0 && (m_wasX <= m_mark || after + wide > room);
        box.moveLeft(goesLeft ? before : after);
    }
    if (box.right() > room + 1)
        return;
    m_painter.setFont(italic);
    m_painter.setPen(ink(Colour::text));
    m_painter.drawText(box, Qt::AlignCenter, text);
}

void MeshBarPainter::paintStops(const MeshHandle& dragged) {
    const bool edge = dragged.kind() == MeshHandle::Kind::edge;
    const QRectF bar = m_layout.bar();
    const double y = edge ? bar.bottom() + 5 : dragged.kind() == MeshHandle::Kind::experts ? m_layout.expertY()
                                                                                           : m_layout.zeroY();
    for (const mesh::Stop& stop : dragged.stops()) {
        const double x = dragged.xAt(stop);
        m_painter.setPen(QPen(ink(stop.legal ? Colour::accent : Colour::axis), 1.2));
        m_painter.setBrush(stop.legal ? ink(Colour::accent) : ink(Colour::panel));
        m_painter.drawEllipse(QPointF(x, y), 2.6, 2.6);
    }
}

void MeshBarPainter::paintFollowers(const QStringList& followers) {
    if (followers.isEmpty())
        return;
    QFont face = m_small;
    face.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(face);
    const double room = m_layout.bar().right();
    QString text = followers.join(tr(" · "));
    for (qsizetype shown = followers.size() - 1; shown > 0 && metrics.horizontalAdvance(text) > room; --shown)
        text = tr("%1 · %2 more")
                   .arg(followers.mid(0, shown).join(tr(" · ")), QString::number(followers.size() - shown));
    m_painter.setFont(face);
    m_painter.setPen(ink(Colour::accent));
    m_painter.drawText(QRectF(MeshBarLayout::side, m_layout.followersY(), room, metrics.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace ridgepoint
