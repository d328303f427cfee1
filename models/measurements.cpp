// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/measurements.hpp"

#include "models/formats/json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

namespace ridgepoint {

namespace {

using formats::CsvRow;
using formats::CsvTable;

template <class T>
struct Column {
    std::string_view name;
    T Measurement::*member;
};
using M = Measurement;

constexpr std::array texts{
    Column<std::string>{"id", &M::id},
    Column<std::string>{"source", &M::source},
    Column<std::string>{"framework", &M::framework},
    Column<std::string>{"model", &M::model},
    Column<std::string>{"attention", &M::attention},
    Column<std::string>{"gpu", &M::gpu},
    Column<std::string>{"collective_curve", &M::collective_curve},
    Column<std::string>{"sharding", &M::sharding},
    Column<std::string>{"sharding_as_published", &M::sharding_as_published},
    Column<std::string>{"recompute", &M::recompute},
    Column<std::string>{"recompute_as_published", &M::recompute_as_published},
    Column<std::string>{"precision", &M::precision},
    Column<std::string>{"attention_kernel", &M::attention_kernel},
    Column<std::string>{"execution", &M::execution},
    Column<std::string>{"gradient_format", &M::gradient_format},
    Column<std::string>{"overlap_notes", &M::overlap_notes},
    Column<std::string>{"tokens_from", &M::tokens_from},
    Column<std::string>{"flops_counted", &M::flops_counted},
    Column<std::string>{"use", &M::use},
    Column<std::string>{"audit", &M::audit},
    Column<std::string>{"notes", &M::notes},
};

using OptionalInt = std::optional<int>;
constexpr std::array integers{
    Column<OptionalInt>{"n_layers", &M::layers},
    Column<OptionalInt>{"hidden", &M::hidden},
    Column<OptionalInt>{"ffn_hidden", &M::ffn},
    Column<OptionalInt>{"n_heads", &M::heads},
    Column<OptionalInt>{"n_kv_heads", &M::kv_heads},
    Column<OptionalInt>{"head_dim", &M::head_dim},
    Column<OptionalInt>{"vocab", &M::vocab},
    Column<OptionalInt>{"seq_len", &M::sequence},
    Column<OptionalInt>{"moe_experts", &M::experts},
    Column<OptionalInt>{"moe_topk", &M::top_k},
    Column<OptionalInt>{"moe_ffn", &M::moe_ffn},
    Column<OptionalInt>{"shared_experts", &M::shared_experts},
    Column<OptionalInt>{"first_dense_layers", &M::dense_first},
    Column<OptionalInt>{"q_lora", &M::q_lora},
    Column<OptionalInt>{"kv_lora", &M::kv_lora},
    Column<OptionalInt>{"qk_rope", &M::qk_rope},
    Column<OptionalInt>{"sliding_window", &M::sliding_window},
    Column<OptionalInt>{"window_every", &M::window_every},
    Column<OptionalInt>{"mtp_layers", &M::mtp_layers},
    Column<OptionalInt>{"n_gpus", &M::gpus},
    Column<OptionalInt>{"gpus_per_node", &M::gpus_per_node},
    Column<OptionalInt>{"scale_up_domain", &M::scale_up_domain},
    Column<OptionalInt>{"tp", &M::tp},
    Column<OptionalInt>{"pp", &M::pp},
    Column<OptionalInt>{"vpp", &M::vpp},
    Column<OptionalInt>{"cp", &M::cp},
    Column<OptionalInt>{"ep", &M::ep},
    Column<OptionalInt>{"etp", &M::etp},
    Column<OptionalInt>{"dp", &M::dp},
    Column<OptionalInt>{"micro_batch", &M::micro_batch},
    Column<OptionalInt>{"global_batch", &M::global_batch},
};

using OptionalNumber = std::optional<double>;
constexpr std::array numbers{
    Column<OptionalNumber>{"nic_gb_s_per_gpu", &M::nic_gb_s_per_gpu},
    Column<OptionalNumber>{"step_s", &M::step_s},
    Column<OptionalNumber>{"tokens_per_s_per_gpu", &M::tokens_per_s_per_gpu},
    Column<OptionalNumber>{"tflops_per_gpu", &M::tflops_per_gpu},
    Column<OptionalNumber>{"mfu", &M::mfu},
    Column<OptionalNumber>{"gflop_per_token_full", &M::gflop_per_token_full},
    Column<OptionalNumber>{"gflop_per_token_causal", &M::gflop_per_token_causal},
    Column<OptionalNumber>{"peak_mem_gib", &M::peak_mem_gib},
};

using OptionalFlag = std::optional<bool>;
constexpr std::array flags{
    Column<OptionalFlag>{"gated_mlp", &M::gated_mlp},
    Column<OptionalFlag>{"tied_embeddings", &M::tied_embeddings},
    Column<OptionalFlag>{"dropout", &M::dropout},
    Column<OptionalFlag>{"sequence_parallel", &M::sequence_parallel},
};
constexpr std::array headlines{
    Column<bool>{"headline_speed", &M::headline_speed},
    Column<bool>{"headline_memory", &M::headline_memory},
};

constexpr std::array required{"id",      "gpu",    "n_layers",    "hidden",
                              "seq_len", "n_gpus", "micro_batch", "global_batch"};

[[noreturn]] void refuse(const CsvTable& table, const CsvRow& row, std::string_view column,
                         const std::string& cell, std::string_view allowed) {
    table.fail(row, column, fmt::format("value {} is not {}", formats::shown(formats::Json(cell)), allowed));
}

template <class N>
bool parse(const std::string& cell, N& value) {
    const char* end = cell.data() + cell.size();
    const auto [stopped, error] = std::from_chars(cell.data(), end, value);
    return error == std::errc() && stopped == end;
}

int as_integer(const CsvTable& table, const CsvRow& row, std::string_view column, const std::string& cell) {
    int value = 0;
    if (!parse(cell, value) || value < 0)
        refuse(table, row, column, cell, "a whole number, 0 or more");
    return value;
}

double as_number(const CsvTable& table, const CsvRow& row, std::string_view column, const std::string& cell) {
    double value = 0;
    if (!parse(cell, value) || !(value >= 0) || value > std::numeric_limits<double>::max())
        refuse(table, row, column, cell, "a number, 0 or more");
    return value;
}

bool as_flag(const CsvTable& table, const CsvRow& row, std::string_view column, const std::string& cell) {
    if (cell != "0" && cell != "1")
        refuse(table, row, column, cell, "0 or 1");
    return cell == "1";
}

/// Where each column of a table stands in the file; columns that are not there are left out.
template <class T, std::size_t N>
std::vector<std::pair<Column<T>, std::size_t>> located(const CsvTable& table,
                                                       const std::array<Column<T>, N>& columns) {
    std::vector<std::pair<Column<T>, std::size_t>> out;
    for (const Column<T>& column : columns)
        if (const auto at = table.column(column.name))
            out.emplace_back(column, *at);
    return out;
}

void check_required(const CsvTable& table) {
    for (const std::string_view name : required)
        if (!table.column(name))
            throw InputError(fmt::format("{}: row 1, column \"{}\": missing; this is no file of measurements",
                                         table.file, name));
}

/// Fills the members of one kind in every row; an empty cell leaves its member alone.
template <class T, std::size_t N, class Read>
void fill(const CsvTable& table, std::vector<Measurement>& out, const std::array<Column<T>, N>& columns,
          Read read) {
    for (const auto& [column, at] : located(table, columns))
        for (std::size_t i = 0; i < out.size(); ++i)
            if (const std::string& cell = table.rows[i].cells[at]; !cell.empty())
                out[i].*column.member = read(table, table.rows[i], column.name, cell);
}

} // namespace

bool Measurement::counts_for_speed() const {
    return (use.empty() || use.find("speed") != std::string::npos) && tokens_per_s_per_gpu.value_or(0) > 0;
}

bool Measurement::counts_for_memory() const {
    return (use.empty() || use.find("memory") != std::string::npos) && peak_mem_gib.value_or(0) > 0;
}

std::vector<Measurement> read_measurements(std::string_view text, std::string_view file) {
    const CsvTable table = formats::read_csv(text, file);
    check_required(table);
    std::vector<Measurement> out(table.rows.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].row = table.rows[i].number;
    fill(table, out, texts,
         [](const CsvTable&, const CsvRow&, std::string_view, const std::string& cell) { return cell; });
    fill(table, out, integers, as_integer);
    fill(table, out, numbers, as_number);
    fill(table, out, flags, as_flag);
    fill(table, out, headlines, as_flag);
    return out;
}

} // namespace ridgepoint
