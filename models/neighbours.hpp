// SPDX-License-Identifier: GPL-3.0-or-later
// How far an estimate is likely to be off, from measured runs like it: the error that the model makes on its
// nearest measured neighbours. Where nothing like it was measured, that is the answer.
#pragma once

#include "models/validation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ridgepoint {

/// What two runs are compared by.
struct RunTraits {
    RateClass narrowest{}, gemm{};    ///< what the accelerator's matrix units can do, and what the run asks of them
    double peak = 0, memory_rate = 0; ///< BF16 datasheet FLOP/s (FP16 where there is none), HBM byte/s
    std::string accelerator, framework;
    bool tp = false, cp = false, pp = false, ep = false, sharded = false, moe = false;
    double parameters = 0, gpus = 0, sequence = 0;
};
[[nodiscard]] RunTraits run_traits(const Scenario& scenario);

/// 0 for the same kind of run. A different accelerator generation, precision, dense against MoE, or parallelism
/// kind counts about one each; a factor of four in size, of sixteen in GPUs, about a half.
[[nodiscard]] double run_distance(const RunTraits& a, const RunTraits& b);

struct Neighbour {
    std::size_t row = 0; ///< of the validation
    double distance = 0;
    double error = 0;    ///< of tokens/s, signed: predicted / measured - 1
};

struct LikelyError {
    std::vector<Neighbour> nearest; ///< nearest first; may be unlike the scenario, see `distance`
    std::size_t alike = 0;          ///< runs within like_this, that the figures rest on
    std::optional<double> half, most; ///< absolute error that half, and four in five, of them stay within
    double bias = 0;                  ///< median signed error of them
};

inline constexpr double like_this = 1.0;         ///< a distance up to this is "a run like this"
inline constexpr std::size_t least_alike = 5;    ///< fewer runs make no band
inline constexpr std::size_t most_alike = 60;    ///< the nearest of them count
inline constexpr std::size_t nearest_listed = 8; ///< kept in LikelyError::nearest

/// The measured runs, ready to be asked many times a second.
class MeasuredNeighbours {
public:
    MeasuredNeighbours() = default;
    /// Rows whose speed was measured and predicted, with `use` allowing it.
    explicit MeasuredNeighbours(const Validation& validation);

    [[nodiscard]] std::size_t size() const { return m_runs.size(); }
    [[nodiscard]] LikelyError of(const Scenario& scenario) const;

private:
    struct Run {
        RunTraits traits;
        std::size_t row = 0;
        double error = 0;
    };
    std::vector<Run> m_runs;
};

} // namespace ridgepoint
