// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/shape_share.hpp"

#include "models/operators.hpp"
#include "models/roofline.hpp"
#include "models/rules.hpp"

namespace ridgepoint {
namespace {

struct PeakTime {
    double ideal = 0, shaped = 0;
    void add(const OperatorList& list, int sms) {
        for (const Operator& op : list)
            for (const Work* work : {&op.forward, &op.backward_input, &op.backward_weight})
                if (work->gemm.m > 0 && work->flops.value > 0) {
                    ideal += work->flops.value;
                    shaped += work->flops.value / gemm_efficiency(work->gemm, op.format, sms);
                }
    }
};

} // namespace

double gemm_shape_share(const Scenario& s) {
    const OperatorShape shape = operator_shape(s);
    const int sms = s.cluster.accelerator.sms;
    PeakTime layers[2]; // dense, MoE
    for (const bool moe : {false, true})
        if (!moe || s.model.moe)
            layers[moe].add(layer_operators(s.model, s.precision, shape, moe, false), sms);
    PeakTime all;
    for (int i = 0; i < s.model.layers; ++i) {
        all.ideal += layers[s.model.layer_is_moe(i)].ideal;
        all.shaped += layers[s.model.layer_is_moe(i)].shaped;
    }
    return all.shaped > 0 ? all.ideal / all.shaped : 1;
}

std::optional<ShapedBatch> micro_batch_for_shapes(const Scenario& s, double share) {
    const int sequences = s.dp() > 0 ? s.plan.global_batch / s.dp() : 0;
    std::optional<ShapedBatch> best;
    Scenario tried = s;
    for (int b = 1; b <= sequences; ++b) {
        tried.plan.micro_batch = b;
        if (sequences % b != 0 || !violations(tried).empty())
            continue;
        const ShapedBatch batch{b, sequences / b, gemm_shape_share(tried)};
        if (!best || batch.share > best->share)
            best = batch;
        if (best->reaches(share))
            break;
    }
    return best;
}

} // namespace ridgepoint
