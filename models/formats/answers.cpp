// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/answers.hpp"

#include "models/formats/csv.hpp"
#include "models/formats/estimate_tree.hpp"

#include <map>

namespace ridgepoint {

namespace {

using namespace formats;

Json tree(const Answer& a, bool with_slots) {
    return estimate_tree(a.scenario, a.estimate, a.verdict ? &*a.verdict : nullptr, with_slots);
}

/// Rows by dotted key in order of first appearance, one cell a scenario.
struct Table {
    std::vector<std::string> columns, keys;
    std::map<std::string, std::vector<std::string>> cells;

    void add(const std::string& key, std::size_t column, std::string cell) {
        auto [row, is_new] = cells.try_emplace(key, columns.size());
        if (is_new)
            keys.push_back(key);
        row->second[column] = std::move(cell);
    }
};

std::string cell_text(const Json& value) {
    if (value.is_null())
        return "";
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_float())
        return print_number(value.get<double>());
    return value.dump();
}

void flatten(const Json& value, const std::string& key, std::size_t column, Table& table) {
    if (!value.is_structured()) {
        table.add(key, column, cell_text(value));
        return;
    }
    std::size_t index = 0;
    for (auto it = value.begin(); it != value.end(); ++it, ++index) {
        const std::string name = value.is_object() ? it.key() : std::to_string(index);
        flatten(*it, key.empty() ? name : key + "." + name, column, table);
    }
}

Table table_of(const std::vector<Answer>& answers, bool with_operators) {
    Table table;
    for (const Answer& a : answers)
        table.columns.push_back(answers.size() == 1 ? "value" : a.scenario.name);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        Json values = tree(answers[i], false);
        if (!with_operators)
            values.erase("operators");
        flatten(values, "", i, table);
    }
    return table;
}

std::string markdown_cell(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (c == '|')
            out += "\\|";
        else
            out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

} // namespace

Answer answer(const Scenario& scenario, Detail detail) {
    Answer out{scenario, estimate(scenario, detail), std::nullopt};
    if (out.estimate.legal())
        out.verdict = advise(scenario, out.estimate);
    return out;
}

std::string answers_to_json(const std::vector<Answer>& answers, bool as_list, bool with_slots) {
    if (!as_list && answers.size() == 1)
        return print_json(tree(answers.front(), with_slots));
    Json out = Json::array();
    for (const Answer& a : answers)
        out.push_back(tree(a, with_slots));
    return print_json(out);
}

std::string answers_to_csv(const std::vector<Answer>& answers) {
    const Table table = table_of(answers, true);
    std::string out = "key";
    for (const std::string& column : table.columns)
        out += "," + csv_cell(column);
    out += '\n';
    for (const std::string& key : table.keys) {
        out += csv_cell(key);
        for (const std::string& cell : table.cells.at(key))
            out += "," + csv_cell(cell);
        out += '\n';
    }
    return out;
}

std::string answers_to_markdown(const std::vector<Answer>& answers) {
    const Table table = table_of(answers, false);
    std::string out = "| key |", rule = "| --- |";
    for (const std::string& column : table.columns) {
        out += " " + markdown_cell(column) + " |";
        rule += " --- |";
    }
    out += "\n" + rule + "\n";
    for (const std::string& key : table.keys) {
        out += "| " + markdown_cell(key) + " |";
        for (const std::string& cell : table.cells.at(key))
            out += " " + markdown_cell(cell) + " |";
        out += '\n';
    }
    return out;
}

} // namespace ridgepoint
