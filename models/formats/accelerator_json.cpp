// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

namespace {

constexpr double giga = 1e9, tera = 1e12;
constexpr Range gigabytes_a_second{1e-3, 1e7};
constexpr Range peak{1e-3, 1e9}; ///< TFLOP/s

/// {"bf16": 989, "fp8": 1979}: a rate that is not named is one the hardware lacks.
Field<Accelerator> peaks(std::string key, PeakTable Accelerator::*member) {
    return {std::move(key), "an object of TFLOP/s by fp32, fp16, bf16, fp8, fp4",
            [=](Accelerator& out, const Json& value, const Place& place) {
                if (!value.is_object() || value.empty())
                    place.fail(value, "is not an object with a rate", "fp32, fp16, bf16, fp8, fp4");
                for (auto it = value.begin(); it != value.end(); ++it) {
                    const auto rate = rate_class_from_text(it.key());
                    if (!rate)
                        place.in(it.key()).unknown("unknown key", it.key(),
                                                   {"fp32", "fp16", "bf16", "fp8", "fp4"});
                    (out.*member)[std::size_t(*rate)] =
                        FlopPerSecond(read_number(*it, place.in(it.key()), peak) * tera);
                }
            },
            [=](const Accelerator& in) {
                Json object = Json::object();
                for (std::size_t i = 0; i < rate_class_count; ++i)
                    if ((in.*member)[i].value > 0)
                        object[std::string(to_text(RateClass(i)))] = in_unit((in.*member)[i].value, tera);
                return object;
            }};
}

const Fields<Accelerator>& accelerator_fields() {
    using A = Accelerator;
    static const Fields<A> fields{
        text("name", &A::name),
        quantity("hbm_gib", &A::hbm, bytes_per_gib, {1e-3, 1e6}).required(),
        quantity("hbm_gbps", &A::hbm_bandwidth, giga, gigabytes_a_second).required(),
        integer("sms", &A::sms, {1, 100'000}).required(),
        number("power_w", &A::power_w, {1, 1e6}).required(),
        peaks("peak_tflops", &A::datasheet).required(),
        peaks("achievable_tflops", &A::achievable),
        quantity("scale_up_gbps", &A::scale_up, giga, gigabytes_a_second).required(),
        quantity("scale_up_achievable_gbps", &A::scale_up_achievable, giga, gigabytes_a_second),
        quantity("scale_out_gbps", &A::scale_out, giga, gigabytes_a_second).required(),
        quantity("scale_out_achievable_gbps", &A::scale_out_achievable, giga, gigabytes_a_second),
        integer("gpus_per_domain", &A::gpus_per_domain, {1, 1e6}),
        quantity("pcie_gbps", &A::pcie, giga, gigabytes_a_second).required(),
    };
    return fields;
}

const Fields<Accelerator>& preset_fields() {
    static const Fields<Accelerator> fields = [] {
        Fields<Accelerator> all = accelerator_fields();
        all.push_back(text("id", &Accelerator::id).required());
        for (const char* key : {"vendor", "sources"})
            all.push_back(remark<Accelerator>(key));
        return all;
    }();
    return fields;
}

/// Where nothing was measured the datasheet's figure stands.
void derive(Accelerator& accelerator) {
    for (std::size_t i = 0; i < rate_class_count; ++i)
        if (accelerator.achievable[i].value == 0)
            accelerator.achievable[i] = accelerator.datasheet[i];
    if (accelerator.scale_up_achievable.value == 0)
        accelerator.scale_up_achievable = accelerator.scale_up;
    if (accelerator.scale_out_achievable.value == 0)
        accelerator.scale_out_achievable = accelerator.scale_out;
}

void check(const Accelerator& accelerator, const Place& place) {
    for (std::size_t i = 0; i < rate_class_count; ++i)
        if (accelerator.achievable[i].value > 0 && accelerator.datasheet[i].value == 0)
            place.in("achievable_tflops")
                .in(to_text(RateClass(i)))
                .fail("has no datasheet peak", "rates that peak_tflops names too");
}

} // namespace

Accelerator read_accelerator(const Json& value, const Place& place, Remarks remarks) {
    Accelerator accelerator;
    read_fields(accelerator, value, place,
                remarks == Remarks::allowed ? preset_fields() : accelerator_fields());
    check(accelerator, place);
    derive(accelerator);
    return accelerator;
}

Json write_accelerator(const Accelerator& accelerator) {
    return write_fields(accelerator, accelerator_fields());
}

} // namespace ridgepoint::formats
