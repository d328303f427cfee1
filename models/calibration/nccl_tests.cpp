// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/nccl_tests.hpp"

#include "models/calibration/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace ridgepoint::calibration {

namespace {

constexpr std::string_view tests_allowed =
    "the output of all_reduce_perf, all_gather_perf, reduce_scatter_perf, alltoall_perf or sendrecv_perf";
constexpr std::string_view whole_run = "a whole run, to its line \"# Avg bus bandwidth\"";

struct TestName {
    std::string_view name;
    CurveKind kind;
};
/// Longer names first where one holds another.
constexpr std::array<TestName, 5> tests{{{"all_reduce", CurveKind::all_reduce},
                                         {"all_gather", CurveKind::all_gather},
                                         {"reduce_scatter", CurveKind::reduce_scatter},
                                         {"alltoall", CurveKind::all_to_all},
                                         {"sendrecv", CurveKind::send_receive}}};
constexpr std::array<std::string_view, 5> other_tests{"broadcast_perf", "gather_perf", "scatter_perf", "hypercube_perf",
                                                      "reduce_perf"};

std::optional<CurveKind> named_test(std::string_view text) {
    for (const TestName& test : tests)
        if (text.find(test.name) != std::string_view::npos)
            return test.kind;
    return std::nullopt;
}

bool names_other_test(std::string_view text) {
    return !named_test(text) && std::any_of(other_tests.begin(), other_tests.end(), [&](std::string_view name) {
               return text.find(name) != std::string_view::npos;
           });
}

struct Sums {
    double seconds = 0;
    int times = 0;
};

/// One table as it grows.
struct Draft {
    std::optional<CurveKind> kind;
    std::set<int> ranks;
    std::set<std::string, std::less<>> hosts;
    int per_process_gpus = 0; ///< nGpus times nThread of the header
    std::string gpu;
    int groups = 0;           ///< column groups of the table: out-of-place, in-place
    std::map<double, Sums> rows;
    double ratio_sum = 0;     ///< bus over algorithm bandwidth
    int ratios = 0;
    std::string redop;
    [[nodiscard]] bool in_table() const { return groups > 0; }
};

class Reader {
public:
    Reader(std::string_view text, std::string_view file) : m_lines(text, file) {}

    std::vector<NcclRun> read() {
        while (const auto raw = m_lines.next())
            line(without_prefix(*raw));
        if (m_draft.in_table())
            m_lines.fail("the file ends inside a table", whole_run);
        if (m_runs.empty())
            m_lines.fail_at(std::max<std::size_t>(1, m_lines.number()), "holds no table of nccl-tests", tests_allowed);
        return std::move(m_runs);
    }

private:
    Lines m_lines;
    Draft m_draft;
    std::vector<NcclRun> m_runs;

    void line(std::string_view text) {
        const std::string_view content = trimmed(text);
        if (content.empty())
            return;
        if (content.front() == '#')
            comment(trimmed(content.substr(1)));
        else if (m_draft.in_table() && content.front() >= '0' && content.front() <= '9')
            row(content);
        else if (content.find("_perf") != std::string_view::npos)
            name_test(content);
    }

    void name_test(std::string_view text) {
        if (names_other_test(text))
            m_lines.fail(fmt::format("{} is a test that no estimate needs", in_quotes(text)), tests_allowed);
        if (const auto kind = named_test(text))
            m_draft.kind = kind;
    }

    void comment(std::string_view text) {
        if (text.starts_with("nThread"))
            start_run(text);
        else if (text.starts_with("Collective test starting"))
            name_test(text);
        else if (text.starts_with("Rank"))
            rank(text);
        else if (text.starts_with("size"))
            header(text);
        else if (text.starts_with("Out of bounds values"))
            check_results(text);
        else if (text.starts_with("Avg bus bandwidth") && m_draft.in_table())
            finish();
    }

    /// "nThread 1 nGpus 8 minBytes …". Processes without MPI each print one: then every rank is 0.
    void start_run(std::string_view text) {
        if (m_draft.in_table() && !m_draft.rows.empty())
            m_lines.fail("a new run starts inside a table", whole_run);
        const std::vector<std::string_view> w = words(text);
        int threads = 1, gpus = 1;
        for (std::size_t i = 0; i + 1 < w.size(); ++i) {
            if (w[i] == "nThread")
                threads = integer(w[i + 1]).value_or(1);
            if (w[i] == "nGpus")
                gpus = integer(w[i + 1]).value_or(1);
        }
        m_draft.per_process_gpus = threads * gpus;
    }

    /// "Rank  0 Group  0 Pid 249104 on node1 device  0 [0000:00:05] NVIDIA B200". Only the first group counts: with
    /// NCCL_TESTS_SPLIT the others run the same beside it.
    void rank(std::string_view text) {
        const std::vector<std::string_view> w = words(text);
        const auto after = [&](std::string_view word) -> std::string_view {
            const auto at = std::find(w.begin(), w.end(), word);
            return at == w.end() || at + 1 == w.end() ? std::string_view() : *(at + 1);
        };
        if (!after("Group").empty() && integer(after("Group")).value_or(0) != 0)
            return;
        const auto rank = w.size() > 1 ? integer(w[1]) : std::nullopt;
        if (!rank)
            m_lines.fail(fmt::format("{} names no rank", in_quotes(text)), "\"# Rank 0 … on HOST device 0 …\"");
        m_draft.ranks.insert(*rank);
        m_draft.hosts.insert(std::string(after("on")));
        const std::size_t bracket = text.find(']');
        const std::string_view gpu = bracket == std::string_view::npos ? std::string_view() : trimmed(text.substr(bracket + 1));
        if (m_draft.gpu.empty())
            m_draft.gpu = gpu;
        else if (m_draft.gpu != gpu)
            m_lines.fail(fmt::format("GPU {} beside {}", in_quotes(gpu), in_quotes(m_draft.gpu)), "one kind of GPU");
    }

    void header(std::string_view text) {
        const std::vector<std::string_view> w = words(text);
        const int groups = int(std::count(w.begin(), w.end(), "time"));
        if (groups < 1 || groups > 2 || std::count(w.begin(), w.end(), "busbw") != groups)
            m_lines.fail(fmt::format("the header {} has no columns time, algbw, busbw", in_quotes(text)), tests_allowed);
        if (m_draft.in_table() && !m_draft.rows.empty())
            m_lines.fail("a second header inside a table", whole_run);
        m_draft.groups = groups;
    }

    /// Columns are counted from the right: older versions leave redop and root empty where a test has none.
    void row(std::string_view text) {
        const std::vector<std::string_view> w = words(text);
        constexpr std::size_t width = 4;     // time, algbw, busbw, errors
        constexpr std::size_t least_left = 3; // size, count, type
        const std::size_t right = width * std::size_t(m_draft.groups);
        if (w.size() < least_left + right || w.size() > least_left + 2 + right)
            m_lines.fail(fmt::format("the row {} has {} cells", in_quotes(text), w.size()),
                         fmt::format("{} to {}, as the header has", least_left + right, least_left + 2 + right));
        const auto size = number(w[0]);
        if (!size || *size < 0)
            m_lines.fail(fmt::format("{} is no size", in_quotes(w[0])), "bytes");
        if (w.size() > least_left + right)
            m_draft.redop = w[least_left];
        for (int g = 0; g < m_draft.groups; ++g)
            cells(w, w.size() - right + width * std::size_t(g), *size);
    }

    /// time, algbw and busbw of one column group; "N/A" where the test has no such mode.
    void cells(const std::vector<std::string_view>& w, std::size_t at, double size) {
        if (w[at] == "N/A")
            return;
        const auto time = number(w[at]), algorithm = number(w[at + 1]), bus = number(w[at + 2]);
        if (!time || !algorithm || !bus || *time <= 0)
            m_lines.fail(fmt::format("{} {} {} are no time and bandwidths", in_quotes(w[at]), in_quotes(w[at + 1]),
                                     in_quotes(w[at + 2])),
                         "a positive time in µs, then GB/s");
        if (size == 0)
            return; // nothing was sent
        Sums& sums = m_draft.rows[size];
        sums.seconds += *time * 1e-6;
        ++sums.times;
        constexpr double telling = 1; // GB/s; below it two decimals say little
        if (*algorithm >= telling) {
            m_draft.ratio_sum += *bus / *algorithm;
            ++m_draft.ratios;
        }
    }

    void check_results(std::string_view text) {
        if (text.find("FAILED") != std::string_view::npos)
            m_lines.fail("the test found wrong results", "runs that end with \"OK\"");
    }

    [[nodiscard]] int ranks() const {
        return m_draft.ranks.empty() ? m_draft.per_process_gpus : int(m_draft.ranks.size());
    }

    /// From the bus bandwidth's factor, where it leaves one test only.
    [[nodiscard]] std::optional<CurveKind> kind_from_factor() const {
        if (m_draft.ratios == 0 || ranks() <= 2)
            return std::nullopt;
        const double ratio = m_draft.ratio_sum / m_draft.ratios, n = ranks();
        constexpr double near = 0.02;
        if (std::abs(ratio - bus_factor(CurveKind::all_reduce, n)) < near)
            return CurveKind::all_reduce;
        if (std::abs(ratio - bus_factor(CurveKind::reduce_scatter, n)) < near && m_draft.redop == "sum")
            return CurveKind::reduce_scatter;
        return std::nullopt;
    }

    [[nodiscard]] CurveKind kind() const {
        if (m_draft.kind)
            return *m_draft.kind;
        const std::string_view path = m_lines.file();
        if (const auto from_name = named_test(path.substr(path.rfind('/') + 1)))
            return *from_name;
        if (const auto from_factor = kind_from_factor())
            return *from_factor;
        m_lines.fail("neither the output nor the file's name says which test this is",
                     "a file name with all_reduce, all_gather, reduce_scatter, alltoall or sendrecv");
    }

    void finish() {
        if (m_draft.rows.empty())
            m_lines.fail("the table has no rows", whole_run);
        if (ranks() < 2)
            m_lines.fail("one rank sends nothing", "2 ranks or more; across nodes nccl-tests need MPI=1");
        if (!m_runs.empty() && !m_draft.gpu.empty() && !m_runs.front().gpu.empty() && m_runs.front().gpu != m_draft.gpu)
            m_lines.fail(fmt::format("GPU {} beside {}", in_quotes(m_draft.gpu), in_quotes(m_runs.front().gpu)),
                         "one kind of GPU");
        NcclRun run;
        run.kind = kind();
        run.ranks = ranks();
        run.hosts = std::max(1, int(m_draft.hosts.size()));
        run.gpu = m_draft.gpu;
        for (const auto& [size, sums] : m_draft.rows)
            run.points.push_back({Bytes(size), Seconds(sums.seconds / sums.times)});
        if (run.points.empty())
            m_lines.fail("every size is zero", "sizes that send something");
        m_runs.push_back(std::move(run));
        m_draft = {};
    }
};

} // namespace

std::vector<NcclRun> read_nccl_tests(std::string_view text, std::string_view file) {
    return Reader(text, file).read();
}

} // namespace ridgepoint::calibration
