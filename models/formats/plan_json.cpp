// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/inputs_json.hpp"

#include <fmt/ranges.h>

namespace ridgepoint::formats {

namespace {

constexpr Range degree{1, 1'000'000};
constexpr Range batch{1, 100'000'000};

Field<Plan> recompute_field() {
    return {"recompute", "",
            [](Plan& out, const Json& value, const Place& place) {
                out.recompute = read_recompute(value, place);
            },
            [](const Plan& in) { return write_recompute(in.recompute); }};
}

/// One entry a pipeline rank; an empty list, as even as possible, is left out.
Field<Plan> stage_layers_field() {
    return {"stage_layers", "",
            [](Plan& out, const Json& value, const Place& place) {
                constexpr std::size_t most_stages = 10'000;
                check_array(value, place, 0, most_stages);
                out.stage_layers.clear();
                for (std::size_t i = 0; i < value.size(); ++i)
                    out.stage_layers.push_back(read_integer(value[i], place.at(i), {0, 10'000}));
            },
            [](const Plan& in) -> std::optional<Json> {
                if (in.stage_layers.empty())
                    return std::nullopt;
                return Json(in.stage_layers);
            }};
}

/// "tp-cp-ep-dp-pp", innermost first: each axis once.
Field<Plan> order_field() {
    return {"order", "",
            [](Plan& out, const Json& value, const Place& place) {
                constexpr std::string_view allowed = "tp, cp, ep, dp and pp, each once, joined by hyphens";
                const std::string text = read_text(value, place);
                std::array<Axis, 5> order{};
                if (text.size() != 14)
                    place.fail(value, "is not an order", allowed);
                for (std::size_t i = 0; i < order.size(); ++i) {
                    const std::string_view part = std::string_view(text).substr(3 * i, 2);
                    const auto found = std::ranges::find(names<Axis>(), part, &Name<Axis>::text);
                    const bool separated = i == 0 || text[3 * i - 1] == '-';
                    if (found == names<Axis>().end() || !separated)
                        place.fail(value, "is not an order", allowed);
                    order[i] = found->value;
                    if (std::find(order.begin(), order.begin() + std::ptrdiff_t(i), found->value) !=
                        order.begin() + std::ptrdiff_t(i))
                        place.fail(value, fmt::format("names {} twice", part), allowed);
                }
                out.order = order;
            },
            [](const Plan& in) {
                std::string text;
                for (Axis axis : in.order)
                    text.append(text.empty() ? "" : "-").append(text_of(axis));
                return Json(text);
            }};
}

const Fields<Overlap>& overlap_fields() {
    static const Fields<Overlap> fields{
        flag("tp", &Overlap::tp),
        flag("cp", &Overlap::cp),
        flag("ep", &Overlap::ep),
        flag("pp", &Overlap::pp),
        flag("dp-reduce", &Overlap::dp_reduce),
        flag("dp-gather", &Overlap::dp_gather),
        flag("zero3", &Overlap::zero3),
    };
    return fields;
}

const Fields<Plan>& plan_fields() {
    static const Fields<Plan> fields{
        integer("tp", &Plan::tp, degree),
        integer("pp", &Plan::pp, degree),
        integer("vpp", &Plan::vpp, degree),
        integer("cp", &Plan::cp, degree),
        integer("ep", &Plan::ep, degree),
        integer("etp", &Plan::etp, degree),
        integer("zero", &Plan::zero, {0, 3}),
        integer("hsdp_group", &Plan::hsdp_group, {0, 1'000'000}),
        choice("schedule", &Plan::schedule, names<Schedule>()),
        flag("sequence_parallel", &Plan::sequence_parallel),
        integer("micro_batch", &Plan::micro_batch, batch),
        integer("global_batch", &Plan::global_batch, batch).required(),
        integer("sequence", &Plan::sequence, {1, 10'000'000}).required(),
        recompute_field(),
        stage_layers_field(),
        order_field(),
        choice("offload", &Plan::offload, names<Offload>()),
        number("offload_share", &Plan::offload_share, {0, 1}),
        choice("gather_format", &Plan::gather_format, message_formats(), "recipe"),
        choice("reduce_format", &Plan::reduce_format, message_formats(), "recipe"),
        flag("reshard_after_forward", &Plan::reshard_after_forward),
        integer("prefetch_layers", &Plan::prefetch_layers, {0, 10'000}),
        number("bucket_mb", &Plan::bucket_mb, {0, 1e6}),
        choice("cp_kind", &Plan::cp_kind, names<CpKind>()),
        flag("cp_balanced", &Plan::cp_balanced),
        object("overlap", &Plan::overlap, overlap_fields()),
        integer("comm_sms", &Plan::comm_sms, {0, 10'000}),
        number("moe_imbalance", &Plan::moe_imbalance, {1, 1e6}),
        flag("mtp", &Plan::mtp),
        choice("attention_kernel", &Plan::attention_kernel, names<AttentionKernel>()),
    };
    return fields;
}

// --- recompute ---------------------------------------------------------------------------------------

struct Policy {
    std::string_view text;
    unsigned operators;
};
constexpr Policy policies[]{
    {"none", recompute_none}, {"selective", recompute_attention_core}, {"full", recompute_full}};

constexpr std::string_view policies_allowed =
    R"("none", "selective", "full", or {"operators": [...], "layers": "all" or a number})";

Field<Recompute> operators_field() {
    return {"operators", joined(names<RecomputeSet>()),
            [](Recompute& out, const Json& value, const Place& place) {
                const auto sets = names<RecomputeSet>();
                check_array(value, place, 0, sets.size());
                out.operators = recompute_none;
                for (std::size_t i = 0; i < value.size(); ++i) {
                    const RecomputeSet set = sets[read_choice(value[i], place.at(i), texts(sets))].value;
                    if ((out.operators & set) != 0)
                        place.at(i).fail(value[i], "is there twice", "each set once");
                    out.operators |= set;
                }
            },
            [](const Recompute& in) {
                Json list = Json::array();
                for (const Name<RecomputeSet>& set : names<RecomputeSet>())
                    if ((in.operators & set.value) != 0)
                        list.push_back(std::string(set.text));
                return list;
            }};
}

Field<Recompute> layers_field() {
    constexpr Range range{1, 10'000};
    return {"layers", "",
            [=](Recompute& out, const Json& value, const Place& place) {
                if (value.is_string() && value.get_ref<const std::string&>() == "all")
                    out.first_layers.reset();
                else if (value.is_number())
                    out.first_layers = read_integer(value, place, range);
                else
                    place.fail(value, "is not known", R"("all" or )" + integers(range));
            },
            [](const Recompute& in) { return in.first_layers ? Json(*in.first_layers) : Json("all"); }};
}

const Fields<Recompute>& recompute_fields() {
    static const Fields<Recompute> fields{operators_field().required(), layers_field()};
    return fields;
}

} // namespace

Recompute read_recompute(const Json& value, const Place& place) {
    Recompute out;
    if (value.is_object()) {
        read_fields(out, value, place, recompute_fields());
        return out;
    }
    if (value.is_string())
        for (const Policy& policy : policies)
            if (value.get_ref<const std::string&>() == policy.text)
                return {policy.operators, std::nullopt};
    place.fail(value, "is not known", policies_allowed);
}

Json write_recompute(const Recompute& recompute) {
    for (const Policy& policy : policies)
        if (recompute == Recompute{policy.operators, std::nullopt})
            return std::string(policy.text);
    return write_fields(recompute, recompute_fields());
}

Plan read_plan(const Json& value, const Place& place, const Framework& framework) {
    Plan plan;
    plan.prefetch_layers = framework.prefetch_layers;
    read_fields(plan, value, place, plan_fields());
    if (!value.contains("sequence_parallel"))
        plan.sequence_parallel = plan.tp > 1;
    return plan;
}

Json write_plan(const Plan& plan) {
    return write_fields(plan, plan_fields());
}

} // namespace ridgepoint::formats
