// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/architecture.hpp"

namespace ridgepoint {

bool Architecture::layer_is_moe(int layer) const {
    if (!moe || layer < moe->dense_first)
        return false;
    return (layer - moe->dense_first) % moe->every == moe->every - 1;
}

bool Architecture::layer_is_windowed(int layer) const {
    if (sliding_window == 0)
        return false;
    return window_every <= 1 || (layer + 1) % window_every != 0;
}

int Architecture::qk_dim() const {
    return mla ? mla->qk_nope_dim + mla->qk_rope_dim : head_dim;
}

int Architecture::v_dim() const {
    return mla ? mla->v_dim : head_dim;
}

} // namespace ridgepoint
