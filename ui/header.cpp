// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/header.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/measured_runs.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int header_height = 60, side = 12, caption_base = 17, value_base = 38, note_base = 54;
constexpr int unit_gap = 4, bar_height = 6, title_minimum = 150;
constexpr double stale_opacity = 0.45;

int widthOf(const QFont& font, const QString& text) { return QFontMetrics(font).horizontalAdvance(text); }

void drawText(QPainter& painter, double x, double base, const QFont& font, const QColor& ink, const QString& text) {
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(x, base), text);
}

} // namespace

/// Three lines at the left. Names may be elided, figures never are.
class HeaderTitleLabel : public QWidget {
public:
    explicit HeaderTitleLabel(QWidget* parent) : QWidget(parent) {
        setMinimumSize(title_minimum, header_height);
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    }

    void display(const HeaderTitle& title, bool stale) {
        m_title = title;
        m_stale = stale;
        setAccessibleName(title.name);
        setToolTip(QStringLiteral("%1\n%2\n%3").arg(title.name, title.recipe, title.batch));
        updateGeometry();
        update();
    }

    QSize sizeHint() const override {
        const int text = std::max({widthOf(semibold(Type::scenarioName), m_title.name),
                                   widthOf(textFont(Type::secondary), m_title.recipe),
                                   widthOf(textFont(Type::secondary), m_title.batch)});
        return {text + 2 * side, header_height};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme theme = currentTheme();
        QPainter painter(this);
        painter.setOpacity(m_stale ? stale_opacity : 1);
        const auto line = [&](double base, const QFont& face, Colour ink, const QString& text) {
            const QString fitting = QFontMetrics(face).elidedText(text, Qt::ElideRight, width() - side - 4);
            drawText(painter, side, base, face, colour(theme, ink), fitting);
        };
        line(caption_base + 1, semibold(Type::scenarioName), Colour::text, m_title.name);
        line(value_base - 1, textFont(Type::secondary), Colour::text_secondary, m_title.recipe);
        line(note_base, textFont(Type::secondary), Colour::text_secondary, m_title.batch);
    }

private:
    HeaderTitle m_title;
    bool m_stale = false;
};

HeaderCell::HeaderCell(QWidget* parent) : QAbstractButton(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void HeaderCell::display(const HeaderEntry& entry, bool stale) {
    m_entry = entry;
    m_stale = stale;
    setText(entry.unit.isEmpty() ? entry.number : QStringLiteral("%1\u202f%2").arg(entry.number, entry.unit));
    setToolTip(stale ? tr("%1\nOf the last legal plan.").arg(entry.exact) : entry.exact);
    //: Spoken: caption, value, note
    setAccessibleName(tr("%1: %2, %3").arg(entry.caption, text(), entry.note));
    setAccessibleDescription(stale ? tr("Stale: of the last legal plan") : entry.exact);
    const int needed = neededWidth();
    if (needed > m_width || needed > width()) {
        m_width = std::max(m_width, needed);
        updateGeometry();
    }
    update();
}

int HeaderCell::neededWidth() const {
    const QFont unit = textFont(Type::body);
    const int value = widthOf(semibold(Type::headerValue), m_entry.number) + unit_gap + widthOf(unit, m_entry.unit);
    return 2 * side + std::max({value, widthOf(textFont(Type::secondary), m_entry.caption),
                                widthOf(textFont(Type::secondary), m_entry.note)});
}

QSize HeaderCell::sizeHint() const { return {m_width, header_height}; }

QSize HeaderCell::minimumSizeHint() const { return {neededWidth(), header_height}; }

void HeaderCell::paintEvent(QPaintEvent*) {
    const Theme theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour(theme, Colour::grid));
    painter.drawLine(0, 8, 0, height() - 8);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(colour(theme, Colour::accent), 2) : QPen(Qt::NoPen));
        painter.setBrush(colour(theme, Colour::accent_ground));
        painter.drawRoundedRect(QRectF(rect()).adjusted(3, 2, -3, -2), 4, 4);
    }
    painter.setOpacity(m_stale ? stale_opacity : 1);
    const QFont number = semibold(Type::headerValue);
    drawText(painter, side, caption_base, textFont(Type::secondary), colour(theme, Colour::text_secondary),
             m_entry.caption);
    drawText(painter, side, value_base, number, colour(theme, Colour::text), m_entry.number);
    drawText(painter, side + widthOf(number, m_entry.number) + unit_gap, value_base, textFont(Type::body),
             colour(theme, Colour::text), m_entry.unit);
    if (m_entry.filled < 0)
        drawText(painter, side, note_base, textFont(Type::secondary), colour(theme, Colour::text_secondary), m_entry.note);
    else
        paintMemoryBar(painter, QRectF(side, note_base - bar_height - 1, width() - 2 * side, bar_height));
}

// The bar spans the capacity, or the peak when that is more; a tick stands at the capacity and what passes it is
// hatched.
void HeaderCell::paintMemoryBar(QPainter& painter, const QRectF& box) const {
    const Theme theme = currentTheme();
    const double full = std::max(1.0, m_entry.filled);
    const double capacity = box.left() + box.width() / full;
    const double peak = box.left() + box.width() * m_entry.filled / full;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(theme, Colour::grid));
    painter.drawRect(box);
    painter.setBrush(colour(theme, Colour::compute));
    painter.drawRect(QRectF(box.topLeft(), QPointF(std::min(peak, capacity), box.bottom())));
    if (peak > capacity) {
        const QRectF excess(QPointF(capacity, box.top()), QPointF(peak, box.bottom()));
        painter.fillRect(excess, colour(theme, Colour::trouble_ground));
        painter.setPen(colour(theme, Colour::trouble));
        painter.setBrush(QBrush(colour(theme, Colour::trouble), Qt::BDiagPattern));
        painter.drawRect(excess.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setPen(QPen(colour(theme, Colour::ink), 2));
    const double tick = std::min(capacity, box.right() - 1);
    painter.drawLine(QPointF(tick, box.top() - 2), QPointF(tick, box.bottom() + 2));
}

Header::Header(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_measured(measured),
      m_title(new HeaderTitleLabel(this)) {
    setObjectName(QStringLiteral("header"));
    setFixedHeight(header_height + 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 1);
    row->setSpacing(0);
    row->addWidget(m_title); // as wide as its text while there is room; the figures share the rest
    connect(&m_document, &Document::changed, this, &Header::updateValues);
    connect(&m_measured, &MeasuredRuns::ready, this, &Header::updateValues);
    updateValues();
}

MeasuredFacts Header::measuredFacts() const {
    MeasuredFacts facts;
    facts.compared = m_measured.isReady();
    facts.likely = m_measured.likelyError(m_document.pictured());
    if (const auto run = m_measured.runOf(m_document.pictured()))
        facts.tokens_per_s_gpu = m_measured.validation()->rows[*run].speed.measured;
    return facts;
}

void Header::updateValues() {
    if (!m_document.hasEstimate())
        return;
    const bool stale = !m_document.isLegal();
    m_title->display(headerTitle(m_document.pictured(), m_document.estimate()), stale);
    const std::vector<HeaderEntry> entries = headerEntries(m_document.pictured(), m_document.estimate(), measuredFacts());
    while (m_cells.size() < entries.size()) {
        auto* cell = new HeaderCell(this);
        cell->setObjectName(QStringLiteral("header.%1").arg(entries[m_cells.size()].id));
        connect(cell, &QAbstractButton::clicked, this, [this, cell] { m_selection.select(cell->entry().subject); });
        static_cast<QHBoxLayout*>(layout())->addWidget(cell, 1);
        m_cells.push_back(cell);
    }
    for (std::size_t i = 0; i < entries.size(); ++i)
        m_cells[i]->display(entries[i], stale);
    fitColumns();
}

// Figures are never cut. A window below the supported sizes leaves out whole columns, the least needed first.
void Header::fitColumns() {
    int needed = m_title->minimumWidth();
    for (const HeaderCell* cell : m_cells)
        needed += cell->minimumSizeHint().width();
    std::vector<HeaderCell*> spare;
    for (const char* id : {"error", "cost", "days"}) {
        for (HeaderCell* cell : m_cells) {
            if (cell->entry().id == QLatin1String(id))
                spare.push_back(cell);
        }
    }
    for (HeaderCell* cell : spare) {
        const bool drop = needed > width();
        cell->setVisible(!drop);
        if (drop)
            needed -= cell->minimumSizeHint().width();
    }
}

void Header::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void Header::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(currentTheme(), Colour::panel));
    painter.setPen(colour(currentTheme(), Colour::grid));
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace ridgepoint
