// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep picture's points in words: tool tips, break-even values and the table.
#include "plots/sweep_picture.hpp"

#include "plots/wording.hpp"

#include <cmath>

namespace ridgepoint {

QString SweepPicture::breakEvenText(SweepKey key, const BreakEven& at) const {
    QString value = words(at.value == std::floor(at.value) || at.value >= 1000 ? text::count(std::round(at.value))
                                                                               : text::number(at.value));
    if (const std::string_view unit = sweep_input(key).unit; !unit.empty())
        value += QChar(0x202F) + words(unit);
    return tr("%1-bound below %2, %3-bound above")
        .arg(words(text::name(at.below)), value, words(text::name(at.above)));
}

QString SweepPicture::verdictName(const VerdictLines::Name& name) const {
    const QString below = words(text::name(name.below)), above = words(text::name(name.above));
    return name.over_x ? tr("%1-bound | %2-bound").arg(below, above)
                       //: Across a line that runs level: what bounds the step above it, and below it
                       : tr("%1-bound above, %2-bound below").arg(above, below);
}

QStringList SweepPicture::changesAt(std::size_t point, bool backward) const {
    const SweepStudy& study = m_answer->study;
    const std::size_t column = point % m_answer->columns(), row = point / m_answer->columns();
    QStringList texts;
    for (const VerdictChange& change : m_answer->changes) {
        const bool forward = change.column == column && change.row == row;
        const bool back = backward && (change.over_x ? change.column + 1 == column && change.row == row
                                                     : change.column == column && change.row + 1 == row);
        if (!forward && !back)
            continue;
        const SweptInput& input = change.over_x ? study.x : study.y;
        const QString name = words(sweep_input(input.key).name);
        const std::size_t at = change.over_x ? change.column : change.row;
        texts << (change.at ? tr("%1: %2").arg(name, breakEvenText(input.key, *change.at))
                            : tr("%1: %2-bound at %3, %4-bound at %5")
                                  .arg(name, words(text::name(change.below)), valueName(input, at),
                                       words(text::name(change.above)), valueName(input, at + 1)));
    }
    return texts;
}

QString SweepPicture::followersAt(std::size_t line, std::size_t point) const {
    QStringList list;
    for (const std::string& one : followers(m_answer->study, line, point))
        list << words(one);
    return list.join(QStringLiteral(", "));
}

QString SweepPicture::spotText(std::size_t line, std::size_t point) const {
    using text::Digits;
    const SweepStudy& study = m_answer->study;
    const SweepPoint& p = m_answer->lines[line].points[point];
    const std::size_t column = point % m_answer->columns(), row = point / m_answer->columns();
    const auto value = [&](const SweptInput& input, std::size_t index) {
        const SweepInput& is = sweep_input(input.key);
        QString text = QStringLiteral("%1 %2").arg(words(is.name), valueName(input, index));
        return is.unit.empty() ? text : text + u' ' + words(is.unit);
    };
    QStringList lines;
    if (m_answer->lines.size() > 1)
        lines << lineName(line);
    lines << (isMap() ? value(study.x, column) + QStringLiteral(" · ") + value(study.y, row)
                      : value(study.x, column));
    if (const QString followed = followersAt(line, point); !followed.isEmpty())
        lines << tr("with it: %1").arg(followed);
    if (!p.legal) {
        lines << tr("illegal");
        for (const Violation& violation : p.violations)
            lines << words(violation.text);
        return lines.join(u'\n');
    }
    lines << tr("step %1").arg(quantity(text::duration(p.time.step, Digits::exact)));
    lines << tr("%1, %2 per GPU")
                 .arg(quantity(text::tokens_per_second(p.throughput.tokens_per_s, Digits::exact)),
                      quantity(text::tokens_per_second(p.throughput.tokens_per_s_per_gpu, Digits::exact)));
    lines << tr("MFU %1, exposed communication %2")
                 .arg(quantity(text::percent(p.throughput.mfu_causal)),
                      quantity(text::percent(output_value(p, SweepOutput::exposed) / 100)));
    const QString memory = quantity(text::memory(p.memory_peak, Digits::exact));
    lines << (p.fits ? tr("%1 of %2 on the fullest rank").arg(memory, quantity(text::memory(p.capacity)))
                     : tr("does not fit: %1 of %2 on the fullest rank")
                           .arg(memory, quantity(text::memory(p.capacity))));
    lines << tr("bound by %1").arg(words(text::name(p.bound)));
    if (isMap())
        lines << changesAt(point, true);
    lines << tr("Click or Enter sets it; undo goes back");
    return lines.join(u'\n');
}

PictureTable SweepPicture::table() const {
    PictureTable table;
    if (empty())
        return table;
    const SweepStudy& study = m_answer->study;
    const bool several = m_answer->lines.size() > 1;
    if (several)
        table.header.push_back(study.kind == SweepKind::scaling ? tr("Scaling") : tr("Scenario"));
    table.header.push_back(words(sweep_input(study.x.key).name));
    if (isMap())
        table.header.push_back(words(sweep_input(study.y.key).name));
    for (const SweepOutputName& output : sweep_outputs())
        table.header.push_back(QStringLiteral("%1, %2").arg(words(output.name), words(output.unit)));
    table.header.push_back(tr("Bound by"));
    if (isMap() && !m_answer->changes.empty())
        table.header.push_back(tr("Verdict changes"));
    table.header.push_back(tr("Fits"));
    for (std::size_t line = 0; line < m_answer->lines.size(); ++line)
        for (std::size_t point = 0; point < m_answer->lines[line].points.size(); ++point) {
            const SweepPoint& p = m_answer->lines[line].points[point];
            std::vector<QString> row;
            if (several)
                row.push_back(lineName(line));
            row.push_back(valueName(study.x, point % m_answer->columns()));
            if (isMap())
                row.push_back(valueName(study.y, point / m_answer->columns()));
            for (const SweepOutputName& output : sweep_outputs())
                row.push_back(p.legal ? words(text::number(output_value(p, output.output))) : QString());
            row.push_back(p.legal ? words(text::name(p.bound)) : QString());
            if (isMap() && !m_answer->changes.empty())
                row.push_back(changesAt(point, false).join(QStringLiteral("; ")));
            row.push_back(!p.legal
                              ? tr("illegal: %1")
                                    .arg(p.violations.empty() ? QString() : words(p.violations.front().rule))
                          : p.fits ? tr("yes")
                                   : tr("no"));
            table.rows.push_back(std::move(row));
            table.subjects.push_back(
                {.kind = Subject::Kind::swept, .name = std::to_string(line) + '-' + std::to_string(point)});
        }
    addGhostRows(table);
    return table;
}

} // namespace ridgepoint
