// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/linked_numbers.hpp"

#include "ui/words.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

struct Figure {
    QString text;
    Subject subject;
};

Subject subjectOf(Subject::Kind kind, std::string_view name = {}, int rank = 0) {
    Subject subject;
    subject.kind = kind;
    subject.name = std::string(name);
    subject.rank = rank;
    return subject;
}

std::vector<Figure> figuresOf(const Estimate& estimate) {
    std::vector<Figure> figures;
    const auto add = [&figures](const text::Measure& measure, const Subject& subject) {
        figures.push_back({toQString(measure), subject});
    };
    for (const CollectiveCost& cost : estimate.communication) {
        const Subject subject = subjectOf(Subject::Kind::collective, cost.name);
        for (const Seconds time : {cost.time, cost.exposed, cost.hidden()}) {
            if (time.value > 0)
                add(text::duration(time), subject);
        }
        for (const Bytes bytes : {cost.bytes, cost.scale_out_bytes, cost.scale_up_bytes}) {
            if (bytes.value > 0)
                add(text::traffic(bytes), subject);
        }
    }
    const Subject step = subjectOf(Subject::Kind::step_time);
    const StepTime& time = estimate.time;
    for (const Seconds part : {time.step, time.compute, time.exposed_communication, time.bubble, time.optimizer,
                               time.host})
        add(text::duration(part), step);
    for (const Seconds part : {time.compute, time.exposed_communication, time.bubble, time.optimizer, time.host}) {
        if (time.step.value > 0 && part.value > 0)
            add(text::percent(part / time.step), step);
    }
    const Subject stage = subjectOf(Subject::Kind::stage, {}, estimate.memory.peak_stage);
    add(text::memory(estimate.memory.peak), stage);
    // Longest first, so that "12.5 s" is never read as "2.5 s"; of equals the earlier, more particular one wins.
    std::stable_sort(figures.begin(), figures.end(),
                     [](const Figure& a, const Figure& b) { return a.text.size() > b.text.size(); });
    return figures;
}

const Figure* figureAt(const QString& sentence, qsizetype place, const std::vector<Figure>& figures) {
    if (place > 0 && (sentence[place - 1].isDigit() || sentence[place - 1] == QLatin1Char('.')))
        return nullptr; // within a longer number
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const Figure& figure) {
        return QStringView(sentence).mid(place).startsWith(figure.text);
    });
    return found == figures.end() ? nullptr : &*found;
}

} // namespace

LinkedSentence linkNumbers(const QString& sentence, const Estimate& estimate) {
    const std::vector<Figure> figures = figuresOf(estimate);
    LinkedSentence result;
    for (qsizetype place = 0; place < sentence.size();) {
        const Figure* figure = sentence[place].isDigit() ? figureAt(sentence, place, figures) : nullptr;
        if (figure == nullptr) {
            result.html += QString(sentence[place]).toHtmlEscaped();
            ++place;
            continue;
        }
        result.html += QStringLiteral("<a href=\"why:%1\">%2</a>")
                           .arg(result.subjects.size())
                           .arg(figure->text.toHtmlEscaped());
        result.subjects.push_back(figure->subject);
        place += figure->text.size();
    }
    return result;
}

} // namespace ridgepoint
