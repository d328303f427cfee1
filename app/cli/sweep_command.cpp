// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "app/cli/text_table.hpp"
#include "models/formats/sweep_json.hpp"
#include "models/text.hpp"
#include "resources/builtin.hpp"

#include <fmt/format.h>

namespace ridgepoint::cli {

namespace {

std::vector<std::string> cells_of(const SweepPoint& p) {
    if (!p.legal)
        return {"illegal", "", "", "", p.violations.empty() ? "" : p.violations.front().rule};
    return {text::duration(p.time.step).joined(), text::tokens_per_second(p.throughput.tokens_per_s_per_gpu).joined(),
            text::percent(p.throughput.mfu_causal).joined(),
            text::memory(p.memory_peak).joined() + (p.fits ? "" : " (too much)"), std::string(text::name(p.bound))};
}

std::string points_text(const std::vector<SweepAxis>& axes, const std::vector<SweepPoint>& points) {
    if (axes.empty())
        return "";
    std::vector<bool> right(axes.size(), true);
    right.insert(right.end(), {true, true, true, true, false});
    TextTable table(right);
    std::vector<std::string> header;
    for (const SweepAxis& axis : axes)
        header.push_back(axis.key);
    for (const char* name : {"step", "per GPU", "MFU", "memory", "bound by"})
        header.emplace_back(name);
    table.add(header);
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::string> row = values_of_point(axes, i);
        for (std::string& cell : cells_of(points[i]))
            row.push_back(std::move(cell));
        table.add(row);
    }
    return table.text();
}

std::string break_even_text(const BreakEvenAnswer& a) {
    const std::string range = fmt::format("{} from {} to {}", a.question.key, text::number(a.question.low),
                                          text::number(a.question.high));
    if (!a.found)
        return fmt::format("{}: what bounds the step does not change\n", range);
    return fmt::format("{}: {} below {}, {} above\n", range, text::name(a.found->below),
                       text::number(a.found->value, text::Digits::exact), text::name(a.found->above));
}

} // namespace

ExitStatus sweep(const SweepRequest& request) {
    if (request.over.empty() && request.break_even.empty())
        throw Problem{ExitStatus::bad_input, "ridgepoint: nothing to vary; allowed: --over KEY=A,B,C or --break-even "
                                             "KEY=MIN..MAX"};
    const Scenario scenario = read_single(request.source, "sweep");
    std::vector<SweepAxis> axes;
    for (const std::string& over : request.over)
        axes.push_back(sweep_axis(over, "--over"));
    std::vector<BreakEvenAnswer> break_evens;
    for (const std::string& text : request.break_even) {
        const BreakEvenQuestion question = break_even_question(text, "--break-even");
        break_evens.push_back({question, break_even(varied_input(scenario, builtin_presets(), question))});
    }
    const std::vector<SweepPoint> points =
        axes.empty() ? std::vector<SweepPoint>() : ridgepoint::sweep(swept(scenario, builtin_presets(), axes));
    using Form = SweepRequest::Form;
    if (request.form == Form::json)
        return print(sweep_to_json(axes, points, break_evens));
    if (request.form == Form::csv)
        return print(sweep_to_csv(axes, points));
    std::string out = points_text(axes, points);
    for (const BreakEvenAnswer& answer : break_evens)
        out += break_even_text(answer);
    return print(out);
}

} // namespace ridgepoint::cli
