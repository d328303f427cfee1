// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements as CSV, each row as the scenario that a user would state, and the summary of the errors.
#include "models/estimate.hpp"
#include "models/formats/validation_json.hpp"
#include "models/validation.hpp"
#include "resources/builtin.hpp"
#include "resources/embedded.hpp"
#include "tests/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace ridgepoint;

namespace {

const std::string columns =
    "id,source,framework,model,n_layers,hidden,ffn_hidden,n_heads,n_kv_heads,head_dim,vocab,seq_len,gated_"
    "mlp,"
    "tied_embeddings,gpu,n_gpus,gpus_per_node,nic_gb_s_per_gpu,scale_up_domain,tp,pp,vpp,cp,sharding,"
    "sharding_as_published,"
    "sequence_parallel,micro_batch,global_batch,precision,recompute,recompute_as_published,attention_kernel,"
    "execution,"
    "gradient_format,tokens_per_s_per_gpu,peak_mem_gib,use,headline_speed,headline_memory,audit,notes\n";

/// Llama 3.1 8B on 16 H100: change a cell by its column.
std::string row(const std::vector<std::pair<std::string, std::string>>& changes = {}) {
    std::vector<std::pair<std::string, std::string>> cells{{"id", "X-1"},
                                                           {"source", "X"},
                                                           {"framework", "megatron"},
                                                           {"model", "Llama-3.1-8B"},
                                                           {"n_layers", "32"},
                                                           {"hidden", "4096"},
                                                           {"ffn_hidden", "14336"},
                                                           {"n_heads", "32"},
                                                           {"n_kv_heads", "8"},
                                                           {"head_dim", "128"},
                                                           {"vocab", "128256"},
                                                           {"seq_len", "8192"},
                                                           {"gated_mlp", "1"},
                                                           {"tied_embeddings", "0"},
                                                           {"gpu", "H100 SXM"},
                                                           {"n_gpus", "16"},
                                                           {"gpus_per_node", "8"},
                                                           {"nic_gb_s_per_gpu", "50"},
                                                           {"scale_up_domain", "8"},
                                                           {"tp", "2"},
                                                           {"pp", "1"},
                                                           {"vpp", "1"},
                                                           {"cp", "1"},
                                                           {"sharding", "zero1"},
                                                           {"sharding_as_published", ""},
                                                           {"sequence_parallel", "1"},
                                                           {"micro_batch", "1"},
                                                           {"global_batch", "64"},
                                                           {"precision", "bf16"},
                                                           {"recompute", "none"},
                                                           {"recompute_as_published", ""},
                                                           {"attention_kernel", "cudnn"},
                                                           {"execution", "fused"},
                                                           {"gradient_format", "fp32"},
                                                           {"tokens_per_s_per_gpu", "10000"},
                                                           {"peak_mem_gib", ""},
                                                           {"use", "speed"},
                                                           {"headline_speed", "1"},
                                                           {"headline_memory", "0"},
                                                           {"audit", ""},
                                                           {"notes", ""}};
    std::string line;
    for (auto& [column, value] : cells) {
        for (const auto& [name, changed] : changes)
            if (name == column)
                value = changed;
        line += (line.empty() ? "" : ",") + value;
    }
    return line + "\n";
}

const RunWords& words() {
    static const RunWords read = read_run_words(*embedded_text("run_words.json"), "run_words.json");
    return read;
}

std::vector<Measurement> read(const std::string& text) {
    return read_measurements(text, "runs.csv");
}

StatedRun stated(const std::vector<std::pair<std::string, std::string>>& changes) {
    return stated_run(read(columns + row(changes)).front(), builtin_presets(), words());
}

Validation validated(const std::string& rows) {
    return validate(read(columns + rows), builtin_presets(), words());
}

std::string message_of(const std::string& text) {
    try {
        (void)read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "read without complaint";
}

bool assumes(const StatedRun& run, const std::string& text) {
    return std::any_of(run.assumed.begin(), run.assumed.end(),
                       [&](const std::string& one) { return one.find(text) != std::string::npos; });
}

} // namespace

// --- reading -----------------------------------------------------------------------------------------------

TEST_CASE("cells may be quoted and hold commas, quotes and line ends", "[validation][csv]") {
    const auto table = formats::read_csv("\xEF\xBB\xBF"
                                         "a,b\r\n\"x, \"\"y\"\"\n z\",2\r\n",
                                         "f.csv");
    CHECK(table.columns == std::vector<std::string>{"a", "b"});
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].cells == std::vector<std::string>{"x, \"y\"\n z", "2"});
    CHECK(table.rows[0].number == 2);
}

TEST_CASE("the last line needs no line end, and empty lines are passed over", "[validation][csv]") {
    const auto table = formats::read_csv("a,b\n\n1,\n,2", "f.csv");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].cells == std::vector<std::string>{"1", ""});
    CHECK(table.rows[1].cells == std::vector<std::string>{"", "2"});
}

TEST_CASE("a malformed file of measurements is refused in one line with file, row and column",
          "[validation][csv]") {
    CHECK(message_of("") == "runs.csv: row 1: the file is empty; allowed: a line of column names, then rows");
    CHECK(message_of("id,gpu\nx,\"y\n") == "runs.csv: row 2, column 2: the quote is not closed");
    CHECK(message_of("id,gpu\nx,\"y\"z\n") == "runs.csv: row 2, column 2: text follows the closing quote");
    CHECK(message_of("id,gpu\nx\n").find("runs.csv: row 2, column \"id\": the row has 1 cells; allowed: 2") ==
          0);
    CHECK(message_of("id,id\n").find("runs.csv: row 1, column 2: \"id\" is there twice") == 0);
    CHECK(message_of("id,gpu\n").find("runs.csv: row 1, column \"n_layers\": missing") == 0);
    CHECK(message_of(columns + row() + row({{"n_gpus", "many"}})) ==
          "runs.csv: row 3, column \"n_gpus\": value \"many\" is not a whole number, 0 or more");
    CHECK(message_of(columns + row({{"nic_gb_s_per_gpu", "nan"}})) ==
          "runs.csv: row 2, column \"nic_gb_s_per_gpu\": value \"nan\" is not a number, 0 or more");
    CHECK(message_of(columns + row({{"headline_speed", "yes"}})) ==
          "runs.csv: row 2, column \"headline_speed\": value \"yes\" is not 0 or 1");
}

TEST_CASE("an empty cell is an empty value, not a zero", "[validation][csv]") {
    const Measurement m = read(columns + row({{"vpp", ""}, {"peak_mem_gib", ""}})).front();
    CHECK_FALSE(m.vpp.has_value());
    CHECK_FALSE(m.peak_mem_gib.has_value());
    CHECK(m.gpus == 16);
}

// --- from a row to a scenario ------------------------------------------------------------------------------

TEST_CASE("a complete row becomes the scenario it states and assumes nothing", "[validation]") {
    const StatedRun run = stated({});
    REQUIRE_FALSE(run.skip.has_value());
    CHECK(run.assumed.empty());
    const Scenario& s = run.scenario;
    CHECK(s.cluster.accelerator.id == "h100-sxm");
    CHECK(s.cluster.gpus == 16);
    CHECK(s.model.layers == 32);
    CHECK(s.plan.tp == 2);
    CHECK(s.dp() == 8);
    CHECK(s.plan.sequence_parallel);
    CHECK(s.plan.zero == 1);
    CHECK(s.framework.id == "megatron");
    CHECK(s.precision.id == "bf16");
}

TEST_CASE("a silent cell takes the framework's documented default, and the row says so", "[validation]") {
    const StatedRun run = stated({{"sharding", ""}, {"sequence_parallel", ""}, {"recompute", ""}});
    CHECK(run.scenario.plan.zero == 1);
    CHECK(assumes(run, "ZeRO-1"));
    CHECK(run.scenario.plan.sequence_parallel);
    CHECK(assumes(run, "sequence parallelism"));
    CHECK(run.recompute_open);
}

TEST_CASE("a shard group in the source's words is an HSDP group", "[validation]") {
    const StatedRun run = stated({{"framework", "torchtitan"},
                                  {"sharding", "zero3"},
                                  {"tp", "1"},
                                  {"sharding_as_published", "fsdp2(shard group 8)"}});
    CHECK(run.scenario.plan.zero == 3);
    CHECK(run.scenario.plan.hsdp_group == 8);
    CHECK(run.scenario.precision.parameter_is_master);
}

TEST_CASE("virtual stages mean the interleaved schedule", "[validation]") {
    CHECK(stated({{"pp", "4"}, {"vpp", "2"}}).scenario.plan.schedule == Schedule::interleaved);
    CHECK(stated({{"pp", "4"}, {"vpp", "1"}}).scenario.plan.schedule == Schedule::one_f_one_b);
}

TEST_CASE("layers that divide only with embedding and head leave one fewer at both ends", "[validation]") {
    const StatedRun run = stated({{"n_layers", "30"}, {"pp", "4"}, {"vpp", "8"}});
    CHECK(run.scenario.plan.stage_layers == std::vector<int>{7, 8, 8, 7});
    CHECK(violations(run.scenario).empty());
}

TEST_CASE("a framework that fills stages by cost counts the head as the layers it weighs", "[validation]") {
    // 28 layers of 113 M weights and a head of 403 M: 31.6 layers' worth over the stages.
    const auto stages = [](const std::string& pp) {
        return stated({{"framework", "nanotron"},
                       {"n_layers", "28"},
                       {"hidden", "3072"},
                       {"ffn_hidden", "8192"},
                       {"n_kv_heads", "32"},
                       {"head_dim", "96"},
                       {"vocab", "131072"},
                       {"pp", pp}})
            .scenario.plan.stage_layers;
    };
    CHECK(stages("1").empty());
    CHECK(stages("2") == std::vector<int>{16, 12});
    CHECK(stages("4") == std::vector<int>{8, 8, 8, 4});
    CHECK(stages("8") == std::vector<int>{4, 4, 4, 4, 4, 4, 4, 0});
    CHECK(stages("16") == std::vector<int>{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 0});
}

TEST_CASE("a stated network card keeps the share of its line rate that the accelerator achieves",
          "[validation]") {
    const Cluster c = stated({{"nic_gb_s_per_gpu", "25"}}).scenario.cluster;
    REQUIRE(c.scale_out.has_value());
    CHECK(c.scale_out->value == Approx(25e9));
    CHECK(*c.scale_out_achievable / *c.scale_out ==
          Approx(c.accelerator.scale_out_achievable / c.accelerator.scale_out));
}

TEST_CASE("the reduced gradients' format is the row's", "[validation]") {
    const StatedRun run = stated({{"gradient_format", "bf16"}});
    CHECK(run.scenario.reduce_format() == NumberFormat::bf16);
    CHECK(run.scenario.precision.gradients == NumberFormat::bf16);
}

TEST_CASE("a row's source is never looked at", "[validation]") {
    const StatedRun one = stated({}), other = stated({{"source", "SOMETHING-ELSE"}});
    CHECK(one.scenario == other.scenario);
    CHECK(one.assumed == other.assumed);
}

TEST_CASE("a row that cannot be stated says why", "[validation]") {
    CHECK(stated({{"gpu", "Abacus 3"}}).skip->text == "accelerator Abacus 3 is not known");
    CHECK(stated({{"precision", "int3"}}).skip->text == "precision int3 is not known");
    CHECK(stated({{"micro_batch", ""}}).skip->text == "micro_batch is empty");
    CHECK(stated({{"use", "exclude"}, {"audit", "a toy"}}).skip->text == "the file excludes it: a toy");
}

TEST_CASE("a plan that breaks a rule is skipped with the rule's sentence", "[validation]") {
    const Validation v = validated(row({{"global_batch", "3"}}));
    REQUIRE(v.rows[0].skip.has_value());
    CHECK(v.rows[0].skip->kind == "breaks the rule batch-divides");
    CHECK(v.rows[0].skip->text.find("does not divide") != std::string::npos);
}

TEST_CASE("unstated recomputation is the cheapest that fits", "[validation]") {
    const Validation roomy = validated(row({{"recompute", ""}}));
    CHECK(roomy.rows[0].scenario.plan.recompute.operators == recompute_none);
    const Validation tight = validated(row({{"recompute", ""}, {"seq_len", "131072"}, {"tp", "8"}}));
    CHECK(tight.rows[0].scenario.plan.recompute.operators != recompute_none);
    CHECK(tight.rows[0].fits);
    CHECK_FALSE(tight.rows[0].assumed.empty());
}

TEST_CASE("a row that fits in no way is predicted all the same and says so", "[validation]") {
    const Validation v = validated(row({{"recompute", ""},
                                        {"micro_batch", "8"},
                                        {"seq_len", "131072"},
                                        {"tp", "1"},
                                        {"global_batch", "128"}}));
    REQUIRE_FALSE(v.rows[0].skip.has_value());
    CHECK_FALSE(v.rows[0].fits);
    CHECK(v.rows[0].speed.predicted > 0);
    CHECK(v.rows[0].assumed.back().find("does not fit") == 0);
}

// --- memory in the source's meaning ------------------------------------------------------------------------

TEST_CASE("memory is compared in the meaning the row's notes give it", "[validation]") {
    const auto memory = [](const std::string& notes) {
        return validated(row({{"peak_mem_gib", "40"}, {"use", "memory"}, {"notes", notes}}))
            .rows[0]
            .memory.predicted;
    };
    CHECK(memory("max_memory_allocated") < memory("peak = max reserved over ranks"));
    CHECK(memory("peak = max reserved over ranks") < memory("nvidia-smi snapshot"));
}

TEST_CASE("a figure of the last pipeline rank is compared with that rank", "[validation]") {
    const auto memory = [](const std::string& notes) {
        return validated(row({{"pp", "4"},
                              {"vpp", "1"},
                              {"peak_mem_gib", "40"},
                              {"use", "memory"},
                              {"notes", notes}}))
            .rows[0]
            .memory.predicted;
    };
    CHECK(memory("allocated on the logging (last) rank") < memory("allocated"));
}

// --- the summary -------------------------------------------------------------------------------------------

TEST_CASE("error figures equal a computation by hand", "[validation]") {
    const ErrorFigures f = error_figures({0.1, -0.2, 0.3, -0.4, 0.0});
    CHECK(f.rows == 5);
    CHECK(f.median == Approx(0.2));
    CHECK(f.mean == Approx(0.2));
    CHECK(f.p80 == Approx(0.32)); // 0.8 x 4 = 3.2: between 0.3 and 0.4
    CHECK(f.p95 == Approx(0.38));
    CHECK(f.bias == Approx(-0.04));
    CHECK(f.median_signed == Approx(0.0));
}

TEST_CASE("sources of at least three rows weigh equally", "[validation]") {
    std::vector<Measurement> measurements(8);
    std::vector<ValidationRow> rows(8);
    const double errors[]{0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3, 9.0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        measurements[i].source = i < 3 ? "A" : i < 7 ? "B" : "C";
        measurements[i].headline_speed = i != 7;
        rows[i].speed = {1 + errors[i], 1.0};
    }
    const ValidationSummary s = summarise(measurements, rows);
    CHECK(s.headline_speed.sources_counted == 2);
    CHECK(s.headline_speed.median_over_sources == Approx(0.2));
    CHECK(s.headline_speed.all.rows == 7);
    CHECK(s.usable_speed.all.rows == 8);
    CHECK(s.usable_speed.sources_counted == 2);
    CHECK(s.usable_speed.by_source.at("C").median == Approx(9.0));
}

TEST_CASE("a sweep asks whether the predicted best plan is among the measured best", "[validation]") {
    std::vector<Measurement> measurements(4);
    std::vector<ValidationRow> rows(4);
    const double predicted[]{4, 3, 2, 1}, measured[]{95, 100, 50, 20};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        measurements[i].headline_speed = true;
        rows[i].scenario.framework.id = "nanotron";
        rows[i].speed = {predicted[i], measured[i]};
    }
    SweepSummary s = summarise(measurements, rows).headline_sweep;
    CHECK(s.groups == 1);
    CHECK(s.best_within_tenth == 1);
    CHECK(s.rank_correlation == Approx(0.8)); // one swap of neighbours in four
    rows[0].speed.measured = 80;
    CHECK(summarise(measurements, rows).headline_sweep.best_within_tenth == 0);
}

TEST_CASE("parallelism is named by the degrees over one", "[validation]") {
    Plan plan;
    CHECK(parallelism_of(plan) == "dp");
    plan.tp = 2;
    plan.pp = 4;
    CHECK(parallelism_of(plan) == "tp+pp");
    plan.zero = 3;
    CHECK(parallelism_of(plan) == "fsdp+tp+pp");
}

// --- the answer --------------------------------------------------------------------------------------------

TEST_CASE("every row of the answer is predicted or has its reason", "[validation]") {
    const Validation v = validated(row() + row({{"gpu", "Abacus 3"}}) + row({{"use", "exclude"}}));
    const auto json = nlohmann::json::parse(validation_to_json(v));
    REQUIRE(json["rows"].size() == 3);
    CHECK(json["rows"][0]["skipped"].is_null());
    CHECK(json["rows"][0]["speed_error"].get<double>() ==
          Approx(json["rows"][0]["predicted_tokens_per_s_per_gpu"].get<double>() / 10000 - 1));
    CHECK(json["rows"][0]["memory_error"].is_null());
    CHECK(json["rows"][1]["predicted_tokens_per_s_per_gpu"].is_null());
    CHECK(json["rows"][1]["skipped"] == "accelerator Abacus 3 is not known");
    CHECK(json["summary"]["count"] == 3);
    CHECK(json["summary"]["predicted"] == 1);
    CHECK(json["summary"]["skipped_by_reason"]["accelerator not known"] == 1);
}

TEST_CASE("a validation is the same for any number of threads", "[validation]") {
    const std::string rows = row() + row({{"tp", "4"}}) + row({{"recompute", ""}}) + row({{"pp", "2"}});
    const auto text = [&](unsigned threads) {
        WorkOptions options;
        options.threads = threads;
        return validation_to_json(validate(read(columns + rows), builtin_presets(), words(), options));
    };
    CHECK(text(1) == text(3));
}

TEST_CASE("the Markdown has the summary and the rows that were not predicted", "[validation]") {
    const std::string text = validation_to_markdown(validated(row() + row({{"gpu", "Abacus | 3"}})));
    CHECK(text.find("2 rows: 1 predicted, 1 not.") != std::string::npos);
    CHECK(text.find("| X-1 | accelerator Abacus \\| 3 is not known |") != std::string::npos);
}

// --- the shipped file --------------------------------------------------------------------------------------

TEST_CASE("every shipped measurement is predicted or says why not", "[validation][shipped]") {
    const Validation v = validate(read_measurements(*embedded_text("measurements.csv"), "measurements.csv"),
                                  builtin_presets(), words());
    CHECK(v.rows.size() == 1829);
    for (std::size_t i = 0; i < v.rows.size(); ++i) {
        INFO(v.measurements[i].id);
        const ValidationRow& r = v.rows[i];
        CHECK((r.skip.has_value() ? !r.skip->text.empty() : r.speed.predicted > 0 && r.memory.predicted > 0));
    }
    CHECK(v.summary.predicted > 1600);
}

// --- other ceilings ----------------------------------------------------------------------------------------

TEST_CASE("runs are predicted at other ceilings, at one's own where the accelerator was measured", "[validation]") {
    const Validation all = validated(row() + row({{"id", "X-2"}, {"use", "exclude"}}));
    REQUIRE_FALSE(all.rows[0].skip);
    const double predicted = all.rows[0].speed.predicted;
    const std::vector<double> sheet = speeds_at(all, Ceilings::datasheet, {});
    REQUIRE(sheet.size() == 2);
    CHECK(sheet[0] > predicted);
    CHECK(sheet[1] == 0); // excluded: no scenario
    CHECK(speeds_at(all, Ceilings::achievable, {})[0] == Approx(predicted));
    Calibration slow;
    slow.name = "ours";
    slow.accelerator = all.rows[0].scenario.cluster.accelerator.id;
    for (std::size_t i = 0; i < rate_class_count; ++i)
        slow.achievable[i] = all.rows[0].scenario.cluster.accelerator.achievable[i] * 0.5;
    const std::vector kept{CalibrationRef(slow)};
    const double mine = speeds_at(all, Ceilings::calibrated, kept)[0];
    CHECK(mine > 0.4 * predicted);
    CHECK(mine < 0.8 * predicted);
    slow.accelerator = "another";
    const std::vector others{CalibrationRef(slow)};
    CHECK(speeds_at(all, Ceilings::calibrated, others)[0] == 0);
}
