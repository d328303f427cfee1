// SPDX-License-Identifier: GPL-3.0-or-later
// A user's own measurements: read from what tools print, and fitted. Synthetic files come from known constants, which
// the fit must find again to 2 %.
#include "models/calibration/fit_network.hpp"
#include "models/calibration/gemm_table.hpp"
#include "models/calibration/import.hpp"
#include "models/calibration/nvbandwidth.hpp"
#include "models/collectives.hpp"
#include "models/formats/calibration_json.hpp"
#include "models/roofline.hpp"
#include "tests/catch.hpp"
#include "tests/models/nccl_output.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

using namespace ridgepoint;
using namespace ridgepoint::calibration;
using Catch::Matchers::ContainsSubstring;
using testing::NcclOutput;

namespace {

ImportSettings settings(const char* accelerator = "h100-sxm") {
    ImportSettings s;
    s.accelerator = *builtin_presets().accelerator(accelerator);
    s.scenario = [](const std::string& id) { return ready(id); };
    return s;
}

/// α 20 µs and 300 GB/s on one node; 40 µs and 45 GB/s a NIC across.
Calibration from_nccl() {
    std::vector<ImportFile> files;
    for (const int nodes : {1, 2, 4}) {
        NcclOutput out;
        out.nodes = nodes;
        out.latency_us = nodes == 1 ? 20 : 40;
        const double n = out.ranks(), l = 8;
        out.bus_gbps = nodes == 1 ? 300 : 45 / ((1 - l / n) / l) * ((n - 1) / n);
        files.push_back({fmt::format("all_gather_{}.log", nodes), out.text()});
    }
    return with_import({}, ImportKind::nccl_tests, files, settings());
}

std::string gemm_csv(double peak_tflops, double ramp, const char* precision) {
    std::string out = "m,n,k,precision,tflops\n";
    for (const double k : {512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0})
        for (const double n : {2048.0, 8192.0, 12288.0})
            out += fmt::format("8192,{},{},{},{:.2f}\n", n, k, precision,
                               peak_tflops * gemm_useful_share({8192, n, k}, 132) * k / (k + ramp));
    return out;
}

void refuses(ImportKind kind, const std::string& name, const std::string& text, const std::string& part) {
    INFO(text.substr(0, 400));
    try {
        static_cast<void>(with_import({}, kind, {{name, text}}, settings()));
        FAIL("was not refused");
    } catch (const InputError& error) {
        const std::string message = error.what();
        CHECK_THAT(message, ContainsSubstring(name));
        CHECK_THAT(message, ContainsSubstring(part));
        CHECK_THAT(message, ContainsSubstring("allowed: "));
        CHECK(message.find('\n') == std::string::npos);
    }
}

} // namespace

TEST_CASE("Latency and bandwidth of a synthetic all-gather come back to 2 %") {
    const Calibration c = from_nccl();
    for (const LineFit& line : lines_of(*c.curves)) {
        INFO("domains " << line.domains);
        CHECK(line.latency.value == Approx(line.domains == 1 ? 20e-6 : 40e-6).epsilon(0.02));
        if (line.domains == 1)
            CHECK(line.bus.value == Approx(300e9).epsilon(0.02));
        CHECK(line.spread < 0.02);
    }
    CHECK(c.scale_up->value == Approx(300e9).epsilon(0.02));
    CHECK(c.scale_out->value == Approx(45e9).epsilon(0.02));
}

TEST_CASE("Every collective of nccl-tests is known by its own line, its command or its file's name") {
    for (const auto& [name, kind] : std::vector<std::pair<std::string, CurveKind>>{
             {"all_reduce", CurveKind::all_reduce},
             {"all_gather", CurveKind::all_gather},
             {"reduce_scatter", CurveKind::reduce_scatter},
             {"alltoall", CurveKind::all_to_all},
             {"sendrecv", CurveKind::send_receive}}) {
        NcclOutput out;
        out.kind = kind;
        INFO(name);
        out.test_line = "# Collective test starting: " + name + "_perf";
        CHECK(read_nccl_tests(out.text(), "x.log").front().kind == kind);
        out.test_line = "+ mpirun -np 8 ./build/" + name + "_perf -b 8 -e 8G -f 2";
        CHECK(read_nccl_tests(out.text(), "x.log").front().kind == kind);
        out.test_line.clear();
        CHECK(read_nccl_tests(out.text(), "logs/" + name + "-2n.txt").front().kind == kind);
    }
}

TEST_CASE("Without a name the factor tells an all-reduce, and nothing tells a gather from an all-to-all") {
    NcclOutput out;
    out.kind = CurveKind::all_reduce;
    out.test_line.clear();
    CHECK(read_nccl_tests(out.text(), "x.log").front().kind == CurveKind::all_reduce);
    out.kind = CurveKind::all_gather;
    refuses(ImportKind::nccl_tests, "x.log", out.text(), "which test");
}

TEST_CASE("Ranks and hosts are counted, the GPU is named") {
    NcclOutput out;
    out.nodes = 2;
    const NcclRun run = read_nccl_tests(out.text(), "all_gather.log").front();
    CHECK(run.ranks == 16);
    CHECK(run.hosts == 2);
    CHECK(run.gpu == "NVIDIA H100 80GB HBM3");
    CHECK(run.points.size() == out.sizes.size());
}

TEST_CASE("Prefixes of mpirun, srun and pdsh change nothing") {
    NcclOutput out;
    out.nodes = 2;
    const std::vector<NcclRun> plain = read_nccl_tests(out.text(), "all_gather.log");
    for (const char* prefix : {"[1,0]<stdout>:", "0: ", "node7: ", "[1,12]<stdout>: "}) {
        INFO(prefix);
        out.prefix = prefix;
        CHECK(read_nccl_tests(out.text(), "all_gather.log") == plain);
    }
    out.prefix.clear();
    out.noise = "node1:249104:249120 [0] NCCL INFO Channel 00/16 : 0 1 2 3 4 5 6 7\n"
                "WARNING: There was an error initializing an OpenFabrics device.\n";
    CHECK(read_nccl_tests(out.text(), "all_gather.log") == plain);
    out.line_end = "\r\n";
    CHECK(read_nccl_tests(out.text(), "all_gather.log") == plain);
}

TEST_CASE("Old layouts without root, with error columns, or with one column group are read") {
    NcclOutput out;
    out.layout = NcclOutput::Layout::old;
    const std::vector<NcclPoint> points = read_nccl_tests(out.text(), "all_gather.log").front().points;
    CHECK(points.size() == out.sizes.size());
    out.layout = NcclOutput::Layout::out_of_place_only;
    CHECK(read_nccl_tests(out.text(), "all_gather.log").front().points.size() == out.sizes.size());
    out.layout = NcclOutput::Layout::in_place_missing; // alltoall prints N/A there
    CHECK(read_nccl_tests(out.text(), "alltoall.log").front().points.size() == out.sizes.size());
}

TEST_CASE("The in-place and the out-of-place column are averaged, and so are repeated sizes") {
    NcclOutput out;
    out.sizes = {1048576, 1048576};
    out.in_place_faster = 0.5;
    const double seconds = out.seconds(1048576);
    const NcclRun run = read_nccl_tests(out.text(), "all_gather.log").front();
    REQUIRE(run.points.size() == 1);
    CHECK(run.points.front().time.value == Approx(0.75 * seconds).epsilon(0.01));
}

TEST_CASE("Several runs may stand in one file") {
    NcclOutput one, two;
    two.nodes = 2;
    two.kind = CurveKind::all_reduce;
    two.test_line = "# Collective test starting: all_reduce_perf";
    const std::vector<NcclRun> runs = read_nccl_tests(one.text() + two.text(), "all.log");
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].kind == CurveKind::all_gather);
    CHECK(runs[1].kind == CurveKind::all_reduce);
    CHECK(runs[1].ranks == 16);
}

TEST_CASE("A rack that joins hosts by NVLink is one domain") {
    NcclOutput out;
    out.nodes = 18;
    out.gpus_per_node = 4;
    ImportSettings rack = settings("gb200");
    rack.gpus_per_domain = 72;
    const Calibration c = with_import({}, ImportKind::nccl_tests, {{"all_gather.log", out.text()}}, rack);
    REQUIRE(c.curves->curves.size() == 1);
    CHECK(c.curves->curves.front().domains() == 1);
    CHECK(c.curves->curves.front().ranks() == 72);
}

TEST_CASE("Broken, empty, cut and mixed output of nccl-tests gets one line") {
    const auto refuse = [](const std::string& text, const char* part) {
        refuses(ImportKind::nccl_tests, "all_gather.log", text, part);
    };
    const std::string whole = NcclOutput().text();
    refuse("", "holds no table");
    refuse("m,n,k,precision,tflops\n1,2,3,bf16,4\n", "holds no table");
    refuse(whole.substr(0, whole.find("# Out of bounds")), "ends inside a table");
    refuse(whole.substr(0, whole.find("# Out of bounds") - 30), "cells");
    refuse(std::string("a\0b", 3), "zero byte");
    NcclOutput out;
    out.replace = {"float", "float 7 8 9"};
    refuse(out.text(), "cells");
    out.replace = {"# Out of bounds values : 0 OK", "# Out of bounds values : 12 FAILED"};
    refuse(out.text(), "wrong results");
    NcclOutput other;
    other.gpu = "NVIDIA A100-SXM4-80GB";
    refuse(whole + other.text(), "GPU");
    other = {};
    other.gpus_per_node = 1;
    refuse(other.text(), "one rank");
    other = {};
    other.test_line = "# Collective test starting: broadcast_perf";
    refuse(other.text(), "no estimate needs");
    other = {};
    other.sizes.clear();
    refuse(other.text(), "no rows");
    other = {};
    other.zero_times = true;
    refuse(other.text(), "positive time");
}

TEST_CASE("Nothing changes where a file is refused") {
    const Calibration before = from_nccl();
    Calibration now = before;
    CHECK_THROWS_AS(now = with_import(now, ImportKind::gemm_csv, {{"x.csv", "m,n\n1,2\n"}}, settings()), InputError);
    CHECK(now == before);
}

TEST_CASE("Peak and ramp of a synthetic GEMM table come back to 2 %") {
    for (const auto& [precision, rate] : std::vector<std::pair<const char*, RateClass>>{
             {"bf16", RateClass::bf16}, {"torch.float8_e4m3fn", RateClass::fp8}}) {
        const Calibration c = with_import({}, ImportKind::gemm_csv, {{"g.csv", gemm_csv(700, 150, precision)}}, settings());
        INFO(precision);
        CHECK(c.achievable[std::size_t(rate)].value == Approx(700e12).epsilon(0.02));
        CHECK(c.gemm_ramp[std::size_t(rate)] == Approx(150).epsilon(0.02));
        CHECK(c.gemms.size() == 18);
    }
}

TEST_CASE("A GEMM table needs its columns, rates and precisions") {
    const auto refuse = [](const std::string& text, const char* part) {
        refuses(ImportKind::gemm_csv, "g.csv", text, part);
    };
    refuse("", "empty");
    refuse("m,n,k,tflops\n1,2,3,4\n", "column precision");
    refuse("m,n,k,precision,tflops\n", "holds no measurement");
    refuse("m,n,k,precision,tflops\n1,2,3,int8,4\n", "no precision");
    refuse("m,n,k,precision,tflops\n1,2,3,bf16,fast\n", "rate in TFLOP/s");
    refuse("m,n,k,precision,tflops\n0,2,3,bf16,4\n", "size");
    refuse("m,n,k,precision,tflops\n1,2,3,bf16\n", "cells");
}

TEST_CASE("A GEMM table's columns may be named as scripts name them, in any order") {
    const std::vector<GemmPoint> points =
        read_gemm_table("TFLOP/s,dtype,K,N,M,library\n729.4,torch.bfloat16,8192,4096,2048,cuBLAS\n", "x.csv");
    REQUIRE(points.size() == 1);
    CHECK(points.front() == GemmPoint{2048, 4096, 8192, RateClass::bf16, teraflops(729.4)});
}

TEST_CASE("Host and device copies of nvbandwidth set the PCIe rate, and peer copies NVLink") {
    const std::string text = "nvbandwidth Version: v0.8\n\nDevice 0: NVIDIA H100 80GB HBM3 (00000000:1b:00)\n\n"
                             "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n"
                             "           0         1\n 0     55.20     55.40\n\nSUM host_to_device_memcpy_ce 110.60\n\n"
                             "Running device_to_host_memcpy_ce.\nmemcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n"
                             "           0         1\n 0     54.00     54.20\n\nSUM device_to_host_memcpy_ce 108.20\n\n"
                             "Running host_to_device_bidirectional_memcpy_ce.\n"
                             "memcpy CE CPU(row) <-> GPU(column) bandwidth (GB/s)\n           0         1\n"
                             " 0     11.24     14.42\n\nSUM host_to_device_bidirectional_memcpy_ce 25.66\n\n"
                             "Running device_to_device_memcpy_write_ce.\nmemcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
                             "           0         1\n 0       N/A    390.00\n 1    392.00       N/A\n\n"
                             "SUM device_to_device_memcpy_write_ce 782.00\n";
    const CopyBandwidths copies = read_nvbandwidth(text, "nvb.txt");
    CHECK(copies.host_to_device->value == Approx(55.3e9));
    CHECK(copies.device_to_host->value == Approx(54.1e9));
    CHECK(copies.device_to_device->value == Approx(391e9));
    const Calibration c = with_import({}, ImportKind::nvbandwidth, {{"nvb.txt", text}}, settings());
    CHECK(c.pcie->value == Approx(54.1e9)); // the slower way
    CHECK(c.scale_up->value == Approx(391e9));
    const auto refuse = [](const std::string& broken, const char* part) {
        refuses(ImportKind::nvbandwidth, "nvb.txt", broken, part);
    };
    refuse("", "no copy bandwidths");
    refuse(text.substr(0, text.find("SUM host_to_device_memcpy_ce") - 1), "ends inside a matrix");
    refuse("Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n 0 1\n0 fast 3\n\n",
           "no bandwidth");
    refuse("Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n 0 1\n0 3\n\n",
           "does not fit");
}

TEST_CASE("Sustained share and overhead of synthetic step times come back to 2 %") {
    Calibration known;
    known.compute_share = 0.8;
    known.micro_batch_overhead = Seconds(0.05);
    known.name = "known";
    std::string csv = "scenario,seconds\n";
    for (const char* id : {"llama-3.1-8b-8-h100-fsdp", "gpt3-175b-megatron", "llama-3.1-405b-16384-h100",
                           "mixtral-8x7b-64-gb200"}) {
        Scenario s = ready(id);
        s.calibration = CalibrationRef(known);
        s.ceilings = Ceilings::calibrated;
        csv += fmt::format("{},{}\n", id, estimate(s, Detail::numbers).time.step.value);
    }
    const Calibration c = with_import({}, ImportKind::step_times, {{"steps.csv", csv}}, settings());
    CHECK(*c.compute_share == Approx(0.8).epsilon(0.02));
    CHECK(c.micro_batch_overhead->value == Approx(0.05).epsilon(0.02));
    for (const StepPoint& s : c.steps)
        CHECK(s.predicted.value == Approx(s.measured.value).epsilon(0.02));
}

TEST_CASE("Step times need a scenario that exists and a time") {
    const auto refuse = [](const std::string& text, const char* part) {
        refuses(ImportKind::step_times, "steps.csv", text, part);
    };
    refuse("scenario\nx\n", "column seconds");
    refuse("scenario,seconds\n", "holds no step time");
    refuse("scenario,seconds\ngpt3-175b-megatron,0\n", "no step time");
    refuse("scenario,seconds\n,3\n", "is empty");
}

TEST_CASE("A calibration is written and read back equal") {
    Calibration c = with_import(from_nccl(), ImportKind::gemm_csv, {{"g.csv", gemm_csv(700, 150, "bf16")}}, settings());
    c.name = "our cluster";
    c.pcie = gigabytes_per_second(54.1);
    c.compute_share = 0.93;
    c.micro_batch_overhead = Seconds(123e-6);
    c.steps = {{"a run", Seconds(3.25), Seconds(3.1)}};
    const std::string text = calibration_to_json(c);
    CHECK(calibration_from_json(text, "c.json") == c);
    CHECK(calibration_to_json(calibration_from_json(text, "c.json")) == text);
    CHECK_THROWS_WITH(calibration_from_json(R"({"format": "ridgepoint-calibration/1", "name": "datasheet"})", "c.json"),
                      ContainsSubstring("cannot name a calibration"));
    CHECK_THROWS_WITH(calibration_from_json(R"({"format": "ridgepoint/1", "name": "x"})", "c.json"),
                      ContainsSubstring("format"));
}

TEST_CASE("A scenario under a calibration takes its rates, links and curves and keeps the achievable ones to compare") {
    Calibration c = with_import(from_nccl(), ImportKind::gemm_csv, {{"g.csv", gemm_csv(600, 150, "bf16")}}, settings());
    c.name = "mine";
    Scenario s = ready("llama-3.1-8b-8-h100-fsdp");
    s.calibration = CalibrationRef(c);
    s.ceilings = Ceilings::calibrated;
    CHECK(scenario_from_json(scenario_to_json(s, builtin_presets()), builtin_presets(), "again") == s);
    const Estimate mine = estimate(s, Detail::numbers);
    s.ceilings = Ceilings::achievable;
    const Estimate achievable = estimate(s, Detail::numbers);
    CHECK(mine.time.step > achievable.time.step);
    CHECK(mine.achievable.step == achievable.achievable.step);
    REQUIRE(achievable.calibrated.has_value());
    CHECK(mine.roofs.scale_up.value == Approx(300e9).epsilon(0.02));
    for (const Roof& roof : mine.roofs.compute)
        if (roof.precision == RateClass::bf16) {
            CHECK(roof.in_use(Ceilings::calibrated).value == Approx(600e12).epsilon(0.02));
            CHECK(roof.achievable.value == Approx(758e12));
        }
    s.ceilings = Ceilings::calibrated;
    s.cluster.network = NetworkModel::measured;
    CHECK(network_of(s, s.ceilings).curves == c.curves);
}

TEST_CASE("A calibration that is kept is taken by its name, and an unknown name is refused") {
    Presets presets = builtin_presets();
    Calibration c = from_nccl();
    c.name = "our cluster";
    presets.calibrations.emplace_back(c);
    const std::string text = builtin_presets().scenario("llama-3.1-8b-8-h100-fsdp")->json;
    const Scenario s = scenario_from_json(text, presets, "x", {{"ceilings", "our cluster"}});
    CHECK(s.ceilings == Ceilings::calibrated);
    CHECK(s.calibration == presets.calibrations.front());
    CHECK_THROWS_WITH(scenario_from_json(text, presets, "x", {{"ceilings", "our clusters"}}),
                      ContainsSubstring("our cluster"));
}
