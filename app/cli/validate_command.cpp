// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "app/cli/validate_text.hpp"
#include "models/formats/validation_json.hpp"
#include "resources/builtin.hpp"
#include "resources/embedded.hpp"

namespace ridgepoint::cli {

namespace {

std::string in_form(ValidateRequest::Form form, const Validation& validation) {
    switch (form) {
    case ValidateRequest::Form::json:
        return validation_to_json(validation);
    case ValidateRequest::Form::markdown:
        return validation_to_markdown(validation);
    case ValidateRequest::Form::text:
        break;
    }
    return validation_text(validation);
}

} // namespace

ExitStatus validate(const ValidateRequest& request) {
    const std::string name = request.file == "-" ? "standard input" : request.file;
    const RunWords words = read_run_words(*embedded_text("run_words.json"), "run_words.json");
    const Validation validation =
        ridgepoint::validate(read_measurements(read_file(request.file), name), builtin_presets(), words);
    return print(in_form(request.form, validation));
}

} // namespace ridgepoint::cli
