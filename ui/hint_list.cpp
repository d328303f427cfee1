// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hint_list.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/changes.hpp"
#include "ui/type.hpp"
#include "ui/verdict_line.hpp"
#include "ui/words.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

/// The length is the gain as a share of the largest in the list.
class GainBar : public QWidget {
public:
    explicit GainBar(QWidget* parent) : QWidget(parent) { setMinimumSize(40, 12); }

    void display(double share) {
        m_share = share;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(QRectF(0, (height() - 10) / 2.0, width() * m_share, 10),
                         colour(currentTheme(), Colour::compute));
    }

private:
    double m_share = 0;
};

HintList::HintList(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_heading(new QLabel(tr("What would change it most"), this)),
      m_grid(new QGridLayout(this)) {
    setObjectName(QStringLiteral("details.hints"));
    m_heading->setFont(semibold(Type::secondary));
    m_heading->setForegroundRole(QPalette::PlaceholderText);
    m_grid->setContentsMargins(0, 6, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(5);
    m_grid->setColumnStretch(0, 3);
    m_grid->setColumnStretch(1, 2);
    m_grid->addWidget(m_heading, 0, 0, 1, 3);
}

HintList::Row HintList::makeRow(int index) {
    Row row{new QLabel(this), new GainBar(this), new QLabel(this)};
    row.link->setObjectName(QStringLiteral("details.hint%1").arg(index));
    row.link->setTextFormat(Qt::RichText);
    row.link->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::LinksAccessibleByKeyboard);
    row.link->setWordWrap(true);
    row.gain->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(row.link, &QLabel::linkActivated, this, [this, index] {
        const auto& hints = m_document.verdict().hints;
        if (std::size_t(index) < hints.size())
            applyRepair(m_document, Repair(hints[std::size_t(index)].set)); // a copy: the change replaces the verdict
    });
    m_grid->addWidget(row.link, index + 1, 0);
    m_grid->addWidget(row.bar, index + 1, 1);
    m_grid->addWidget(row.gain, index + 1, 2);
    return row;
}

// A label gives links the colour they had when its text was set.
void HintList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    QTimer::singleShot(0, this, [this] { // when the labels have the new palette too
        for (const Row& row : m_rows)
            row.link->clear();
        if (m_document.hasEstimate())
            updateHints();
    });
}

void HintList::updateHints() {
    const auto& hints = m_document.verdict().hints;
    const Estimate& present = m_document.estimate();
    setVisible(!hints.empty());
    m_heading->setText(present.fits ? tr("What would change it most")
                                    : tr("To fit in %1").arg(toQString(text::memory(present.memory.capacity))));
    const auto size = [&present](const Hint& hint) {
        return present.fits ? (present.time.step - hint.step).value : (present.memory.peak - hint.memory).value;
    };
    double largest = 0;
    for (const Hint& hint : hints)
        largest = std::max(largest, std::abs(size(hint)));
    while (m_rows.size() < hints.size())
        m_rows.push_back(makeRow(int(m_rows.size())));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < hints.size();
        m_rows[i].link->setVisible(used);
        m_rows[i].bar->setVisible(used);
        m_rows[i].gain->setVisible(used);
        if (!used)
            continue;
        const QString words = changeOf(hints[i]);
        const QString gain = gainOf(hints[i], present);
        m_rows[i].link->setText(QStringLiteral("<a href=\"take\">%1</a>").arg(words.toHtmlEscaped()));
        m_rows[i].link->setAccessibleName(tr("%1, %2").arg(words, gain));
        m_rows[i].link->setToolTip(tr("%1\nTake this change; it can be undone").arg(toQString(hints[i].text)));
        m_rows[i].bar->display(largest > 0 ? std::abs(size(hints[i])) / largest : 0);
        m_rows[i].gain->setText(gain);
    }
}

} // namespace ridgepoint
