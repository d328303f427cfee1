// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/calibration_json.hpp"

#include "models/formats/curves_json.hpp"

namespace ridgepoint {

namespace formats {

namespace {

constexpr std::string_view format_name = "ridgepoint-calibration/1";
constexpr double giga = 1e9, tera = 1e12, micro = 1e-6;
constexpr Range gigabytes_a_second{1e-6, 1e7}, peak{1e-3, 1e9}, elements{1e-6, 1e6}, size{1, 1e9}, share{1e-3, 1e3},
    microseconds{0, 1e9}, seconds{1e-9, 1e9};
constexpr std::size_t most_points = 100'000;

Field<Calibration> format_field() {
    return {"format", std::string(format_name),
            [](Calibration&, const Json& value, const Place& place) {
                if (value != format_name)
                    place.fail(value, "is not a known format", format_name);
            },
            [](const Calibration&) { return Json(std::string(format_name)); }};
}

/// A table of numbers by precision; what is zero is left out.
template <class Table>
Field<Calibration> by_precision(std::string key, Table Calibration::*member, double unit, Range range) {
    return {std::move(key), "an object of numbers by fp32, fp16, bf16, fp8, fp4",
            [=](Calibration& out, const Json& value, const Place& place) {
                if (!value.is_object())
                    place.fail(value, "is not an object", "fp32, fp16, bf16, fp8, fp4");
                for (auto it = value.begin(); it != value.end(); ++it) {
                    const auto rate = rate_class_from_text(it.key());
                    if (!rate)
                        place.in(it.key()).unknown("unknown key", it.key(), {"fp32", "fp16", "bf16", "fp8", "fp4"});
                    using Value = typename Table::value_type;
                    (out.*member)[std::size_t(*rate)] = Value(read_number(*it, place.in(it.key()), range) * unit);
                }
            },
            [=](const Calibration& in) -> std::optional<Json> {
                Json object = Json::object();
                for (std::size_t i = 0; i < rate_class_count; ++i) {
                    double value = 0;
                    if constexpr (std::is_same_v<typename Table::value_type, double>)
                        value = (in.*member)[i];
                    else
                        value = (in.*member)[i].value;
                    if (value > 0)
                        object[std::string(to_text(RateClass(i)))] = in_unit(value, unit);
                }
                return object.empty() ? std::nullopt : std::optional(object);
            }};
}

Field<Calibration> curves_field() {
    return {"curves", "an object",
            [](Calibration& out, const Json& value, const Place& place) {
                out.curves = CurvesRef(read_curves(value, place, Remarks::forbidden));
            },
            [](const Calibration& in) -> std::optional<Json> {
                if (!in.curves)
                    return std::nullopt;
                return write_curves(*in.curves);
            }};
}

Field<Calibration> gemms_field() {
    return {"gemms", "a list of [m, n, k, precision, TFLOP/s]",
            [](Calibration& out, const Json& value, const Place& place) {
                check_array(value, place, 0, most_points);
                for (std::size_t i = 0; i < value.size(); ++i) {
                    const Place row = place.at(i);
                    check_array(value[i], row, 5, 5);
                    const std::string word = read_text(value[i][3], row.at(3));
                    const auto rate = rate_class_from_text(word);
                    if (!rate)
                        row.at(3).unknown("no precision", word, {"fp32", "fp16", "bf16", "fp8", "fp4"});
                    out.gemms.push_back({read_number(value[i][0], row.at(0), size), read_number(value[i][1], row.at(1), size),
                                         read_number(value[i][2], row.at(2), size), *rate,
                                         FlopPerSecond(read_number(value[i][4], row.at(4), peak) * tera)});
                }
            },
            [](const Calibration& in) -> std::optional<Json> {
                if (in.gemms.empty())
                    return std::nullopt;
                Json list = Json::array();
                for (const GemmPoint& p : in.gemms)
                    list.push_back(Json::array({p.m, p.n, p.k, std::string(to_text(p.precision)),
                                                in_unit(p.rate.value, tera)}));
                return list;
            }};
}

const Fields<StepPoint>& step_fields() {
    using S = StepPoint;
    static const Fields<S> fields{text("name", &S::name).required(),
                                  quantity("measured_s", &S::measured, 1.0, seconds).required(),
                                  quantity("predicted_s", &S::predicted, 1.0, seconds).required()};
    return fields;
}

Field<Calibration> steps_field() {
    return {"steps", "a list of objects",
            [](Calibration& out, const Json& value, const Place& place) {
                check_array(value, place, 0, most_points);
                for (std::size_t i = 0; i < value.size(); ++i)
                    read_fields(out.steps.emplace_back(), value[i], place.at(i), step_fields());
            },
            [](const Calibration& in) -> std::optional<Json> {
                if (in.steps.empty())
                    return std::nullopt;
                Json list = Json::array();
                for (const StepPoint& p : in.steps)
                    list.push_back(write_fields(p, step_fields()));
                return list;
            }};
}

const Fields<Calibration>& fields() {
    using C = Calibration;
    static const Fields<C> all{
        format_field().required(),
        text("name", &C::name).required(),
        text("accelerator", &C::accelerator),
        by_precision("achievable_tflops", &C::achievable, tera, peak),
        by_precision("gemm_ramp", &C::gemm_ramp, 1, elements),
        quantity("scale_up_gbps", &C::scale_up, giga, gigabytes_a_second),
        quantity("scale_out_gbps", &C::scale_out, giga, gigabytes_a_second),
        quantity("pcie_gbps", &C::pcie, giga, gigabytes_a_second),
        number("compute_share", &C::compute_share, share),
        quantity("micro_batch_overhead_us", &C::micro_batch_overhead, micro, microseconds),
        curves_field(),
        gemms_field(),
        steps_field(),
    };
    return all;
}

} // namespace

Calibration read_calibration(const Json& value, const Place& place) {
    Calibration calibration;
    read_fields(calibration, value, place, fields());
    const std::vector<std::string_view> taken{"datasheet", "achievable"};
    if (calibration.name.empty() || std::find(taken.begin(), taken.end(), calibration.name) != taken.end())
        place.in("name").fail(Json(calibration.name), "cannot name a calibration",
                              "a text other than datasheet and achievable");
    return calibration;
}

Json write_calibration(const Calibration& calibration) {
    return write_fields(calibration, fields());
}

} // namespace formats

Calibration calibration_from_json(std::string_view text, std::string_view file) {
    const formats::Place place{std::string(file), {}};
    return formats::read_calibration(formats::parse_json(text, place), place);
}

std::string calibration_to_json(const Calibration& calibration) {
    return formats::print_json(formats::write_calibration(calibration));
}

} // namespace ridgepoint
