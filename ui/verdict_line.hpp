// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds the step: badges, a sentence whose numbers can be asked why, and hints that can be taken.
#pragma once

#include "models/subject.hpp"

#include <QWidget>

#include <vector>

class QLabel;

namespace ridgepoint {

class Badge;
class Document;
class SelectionModel;
struct Hint;
struct Verdict;

class VerdictLine : public QWidget {
    Q_OBJECT
public:
    static constexpr int lineHeight = 36;

    VerdictLine(Document& document, SelectionModel& selection, QWidget* parent = nullptr);
    QString text() const; ///< the sentence without markup

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateVerdict();
    void fitText();
    void follow(const QString& link);

    Document& m_document;
    SelectionModel& m_selection;
    Badge* m_bound;
    Badge* m_fits;
    QLabel* m_sentence;
    QString m_plain, m_rich;    ///< the verdict
    QStringList m_hints, m_hintsRich; ///< one entry a hint; those that fit are shown
    std::vector<Subject> m_subjects;  ///< what the links "why:N" stand for
};

/// "EP 64 → 32": the change alone; the hint's own text goes on with what comes of it.
QString changeOf(const Hint& hint);
/// "−1.1 s" against the present step; while the plan does not fit, "−3.2 GiB" against its memory.
QString gainOf(const Hint& hint, const Estimate& present);

} // namespace ridgepoint
