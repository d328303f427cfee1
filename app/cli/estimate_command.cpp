// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/estimate_text.hpp"
#include "app/cli/inputs.hpp"
#include "models/formats/answers.hpp"

namespace ridgepoint::cli {

namespace {

ExitStatus status_of(const Estimate& estimate) {
    if (!estimate.legal())
        return ExitStatus::illegal;
    return estimate.fits ? ExitStatus::done : ExitStatus::does_not_fit;
}

std::string in_form(const EstimateRequest& request, const std::vector<Answer>& answers, bool as_list) {
    switch (request.form) {
    case EstimateRequest::Form::json:
        return answers_to_json(answers, as_list, request.slots_too);
    case EstimateRequest::Form::csv:
        return answers_to_csv(answers);
    case EstimateRequest::Form::markdown:
        return answers_to_markdown(answers);
    case EstimateRequest::Form::text:
        break;
    }
    std::string text;
    for (const Answer& one : answers)
        text += (text.empty() ? "" : "\n") + estimate_text(one);
    return text;
}

} // namespace

ExitStatus estimate(const EstimateRequest& request) {
    const Inputs inputs = read_inputs(request.source);
    ExitStatus status = ExitStatus::done;
    std::vector<Answer> answers;
    for (const Scenario& scenario : inputs.scenarios) {
        answers.push_back(answer(scenario, request.slots_too ? Detail::pictures : Detail::lists));
        status = worse(status, status_of(answers.back().estimate));
    }
    print(in_form(request, answers, inputs.as_list));
    return status;
}

} // namespace ridgepoint::cli
