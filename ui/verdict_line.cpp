// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdict_line.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/badge.hpp"
#include "ui/changes.hpp"
#include "ui/linked_numbers.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>

#include <cmath>

namespace ridgepoint {
namespace {

constexpr int line_side = 12;

QString boundText(Resource bound) {
    switch (bound) {
    case Resource::compute: return VerdictLine::tr("Compute-bound");
    case Resource::hbm: return VerdictLine::tr("HBM-bound");
    case Resource::scale_up: return VerdictLine::tr("NVLink-bound");
    case Resource::scale_out: return VerdictLine::tr("InfiniBand-bound");
    case Resource::bubble: return VerdictLine::tr("Bubble-bound");
    case Resource::host: return VerdictLine::tr("Host-bound");
    }
    return {};
}

QString signedText(double value, const text::Measure& size) {
    return toQString(text::sign(value)) + toQString(size);
}

} // namespace

QString changeOf(const Hint& hint) { return toQString(hint.text).section(QLatin1String(": "), 0, 0); }

QString gainOf(const Hint& hint, const Estimate& present) {
    if (!present.fits) {
        const double bytes = (hint.memory - present.memory.peak).value;
        return signedText(bytes, text::memory(Bytes(std::abs(bytes))));
    }
    const double seconds = (hint.step - present.time.step).value;
    return signedText(seconds, text::duration(Seconds(std::abs(seconds))));
}

VerdictLine::VerdictLine(Document& document, SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_bound(new Badge(this)),
      m_fits(new Badge(this)), m_sentence(new QLabel(this)) {
    setObjectName(QStringLiteral("verdict"));
    setFixedHeight(lineHeight);
    m_bound->setObjectName(QStringLiteral("verdict.bound"));
    m_fits->setObjectName(QStringLiteral("verdict.fits"));
    m_sentence->setObjectName(QStringLiteral("verdict.text"));
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::LinksAccessibleByKeyboard);
    m_sentence->setFocusPolicy(Qt::StrongFocus);
    m_sentence->setToolTip(tr("A number shows where it comes from; a proposal is taken at a click and can be undone"));
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(line_side, 2, line_side, 3);
    row->setSpacing(10);
    row->addWidget(m_bound);
    row->addWidget(m_fits);
    row->addWidget(m_sentence, 1);
    connect(m_sentence, &QLabel::linkActivated, this, &VerdictLine::follow);
    connect(&m_document, &Document::changed, this, &VerdictLine::updateVerdict);
    updateVerdict();
}

QString VerdictLine::text() const { return m_plain; }

// An illegal plan has no verdict; the banner takes this line's place.
void VerdictLine::updateVerdict() {
    setVisible(m_document.isLegal());
    if (!m_document.isLegal())
        return;
    const Estimate& estimate = m_document.estimate();
    const Verdict& verdict = m_document.verdict();
    m_bound->showBound(verdict.bound, boundText(verdict.bound));
    const Bytes over = estimate.memory.peak - estimate.memory.capacity;
    m_fits->setVisible(!estimate.fits);
    if (!estimate.fits)
        m_fits->showTrouble(tr("Does not fit, + %1").arg(toQString(text::memory(over))));

    m_plain = toQString(verdict.text);
    LinkedSentence sentence = linkNumbers(m_plain, estimate);
    m_rich = sentence.html;
    m_subjects = std::move(sentence.subjects);
    m_hints.clear();
    m_hintsRich.clear();
    for (std::size_t i = 0; i < verdict.hints.size(); ++i) {
        const Hint& hint = verdict.hints[i];
        const QString words = changeOf(hint);
        const QString gain = gainOf(hint, estimate);
        m_hints << tr("%1 (%2)", "a proposal and what it gains").arg(words, gain);
        const QString link = QStringLiteral("<a href=\"hint:%1\">%2</a>").arg(i).arg(words.toHtmlEscaped());
        m_hintsRich << tr("%1 (%2)", "a proposal and what it gains").arg(link, gain);
    }
    setAccessibleName(tr("Verdict: %1").arg(m_plain));
    m_sentence->setAccessibleName(accessibleName());
    fitText();
}

// One line with as many proposals as there is room for; a sentence that is too long alone takes two smaller lines.
void VerdictLine::fitText() {
    const int badges = m_bound->sizeHint().width() + (m_fits->isHidden() ? 0 : m_fits->sizeHint().width() + 10);
    const int room = width() - 2 * line_side - badges - 14;
    const QFontMetrics metrics(textFont(Type::verdict));
    const QString lead = tr(" Try: ");
    const QString separator = tr("; ");
    const auto plainWith = [&](qsizetype count) {
        return count == 0 ? m_plain : m_plain + lead + QStringList(m_hints.mid(0, count)).join(separator);
    };
    qsizetype shown = m_hints.size();
    while (shown > 0 && metrics.horizontalAdvance(plainWith(shown)) > room)
        --shown;
    const bool wraps = metrics.horizontalAdvance(plainWith(shown)) > room;
    m_sentence->setFont(textFont(wraps ? Type::secondary : Type::verdict));
    m_sentence->setWordWrap(wraps);
    const QString html =
        shown == 0 ? m_rich : m_rich + lead + QStringList(m_hintsRich.mid(0, shown)).join(separator);
    if (m_sentence->text() != html)
        m_sentence->setText(html);
}

void VerdictLine::follow(const QString& link) {
    const qsizetype colon = link.indexOf(QLatin1Char(':'));
    const std::size_t index = link.mid(colon + 1).toUInt();
    if (link.startsWith(QLatin1String("why")) && index < m_subjects.size()) {
        m_selection.select(m_subjects[index]);
    } else if (link.startsWith(QLatin1String("hint")) && index < m_document.verdict().hints.size()) {
        const Repair set = m_document.verdict().hints[index].set; // the change replaces the verdict
        applyRepair(m_document, set);
    }
}

void VerdictLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitText();
}

// A label gives links the colour they had when its text was set.
void VerdictLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    QTimer::singleShot(0, this, [this] { // when the label has the new palette too
        m_sentence->clear();
        fitText();
    });
}

void VerdictLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(currentTheme(), Colour::panel));
    painter.setPen(colour(currentTheme(), Colour::grid));
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace ridgepoint
