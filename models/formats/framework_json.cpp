// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

namespace {

const Fields<Framework>& overlap_fields() {
    using F = Framework;
    static const Fields<F> fields{
        flag("tp", &F::overlap_tp).required(),
        flag("tp-backward", &F::overlap_tp_backward),
        flag("cp", &F::overlap_cp).required(),
        flag("ep", &F::overlap_ep).required(),
        flag("pp", &F::overlap_pp).required(),
        flag("dp-reduce", &F::overlap_dp_reduce).required(),
        flag("dp-gather", &F::overlap_dp_gather).required(),
        flag("zero3", &F::overlap_zero3).required(),
    };
    return fields;
}

const Fields<Framework>& framework_fields() {
    using F = Framework;
    static const Fields<F> fields{
        text("id", &F::id).required(),
        text("name", &F::name).required(),
        Field<F>{"overlap", "an object",
                 [](F& out, const Json& value, const Place& place) {
                     read_fields(out, value, place, overlap_fields());
                 },
                 [](const F& in) { return write_fields(in, overlap_fields()); }}
            .required(),
        flag("fused", &F::fused).required(),
        flag("fused_loss", &F::fused_loss),
        flag("keeps_stage_outputs", &F::keeps_stage_outputs),
        number("bucket_elements", &F::bucket_elements, {0, 1e12}),
        choice("attention", &F::attention, names<AttentionKernel>()).required(),
        integer("prefetch_layers", &F::prefetch_layers, {0, 10'000}).required(),
        remark<F>("source"),
    };
    return fields;
}

} // namespace

Framework read_framework(const Json& value, const Place& place) {
    Framework framework;
    read_fields(framework, value, place, framework_fields());
    return framework;
}

} // namespace ridgepoint::formats
