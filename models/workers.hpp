// SPDX-License-Identifier: GPL-3.0-or-later
// Independent pieces of work over the processor's threads. Which thread takes a piece never changes an answer: each
// piece writes only what is its own.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace ridgepoint {

/// As many as the machine runs side by side, at least 1.
[[nodiscard]] unsigned default_threads();

/// Calls `work(worker, piece)` for every piece from 0, in that order as workers come free; `worker` counts from 0.
/// `threads` 0: default_threads(). Begins no further piece once a stop is asked for. An exception of a piece ends the
/// rest and is thrown again here. Returns the pieces that were done.
std::size_t share_out(std::size_t pieces, unsigned threads, const std::stop_token& stop,
                      const std::function<void(unsigned worker, std::size_t piece)>& work);

struct WorkOptions {
    std::stop_token stop; ///< what has not begun by then is left out
    unsigned threads = 0; ///< 0: as many as the machine has; the answer is the same
    /// Called now and then with the pieces done, from any thread, one call at a time.
    std::function<void(std::size_t done, std::size_t all)> progress;
};
/// The same, telling how far it is.
void share_out(std::size_t pieces, const WorkOptions& options, const std::function<void(std::size_t piece)>& work);

} // namespace ridgepoint
