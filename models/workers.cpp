// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/workers.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ridgepoint {

unsigned default_threads() {
    return std::max(1u, std::thread::hardware_concurrency());
}

std::size_t share_out(std::size_t pieces, unsigned threads, const std::stop_token& stop,
                      const std::function<void(unsigned, std::size_t)>& work) {
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> failed{false};
    std::exception_ptr error;
    std::mutex error_guard;
    const auto run = [&](unsigned worker) {
        while (!stop.stop_requested() && !failed) {
            const std::size_t piece = next++;
            if (piece >= pieces)
                return;
            try {
                work(worker, piece);
                ++done;
            } catch (...) {
                const std::lock_guard lock(error_guard);
                error = error ? error : std::current_exception();
                failed = true;
            }
        }
    };
    const std::size_t wanted = threads > 0 ? threads : default_threads();
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < std::min(wanted, pieces); ++worker)
        others.emplace_back(run, worker);
    run(0);
    others.clear();
    if (error)
        std::rethrow_exception(error);
    return done;
}

void share_out(std::size_t pieces, const WorkOptions& options, const std::function<void(std::size_t)>& work) {
    std::mutex guard;
    std::size_t done = 0;
    share_out(pieces, options.threads, options.stop, [&](unsigned, std::size_t piece) {
        work(piece);
        const std::lock_guard lock(guard);
        ++done;
        if (options.progress)
            options.progress(done, pieces);
    });
}

} // namespace ridgepoint
