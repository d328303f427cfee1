// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window: from a slider's step to the painted frame, and from starting the program to its first paint.
#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"
#include "ui/appearance.hpp"
#include "ui/main_window.hpp"
#include "ui/style.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace {

using namespace ridgepoint;
using Clock = std::chrono::steady_clock;

QApplication& application() {
    static int argc = 1;
    static char name[] = "ridgepoint-bench";
    static char* argv[] = {name, nullptr};
    if (QCoreApplication::instance() == nullptr && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    static auto* const instance = new QApplication(argc, argv); // never destroyed: at exit Qt's own statics go first
    return *instance;
}

double milliseconds(Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

// Everything a step posts: the document's change, queued replots, layouts and the paint itself.
void paintAll() {
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round)
        QApplication::processEvents();
}

void pressKey(QWidget& widget, Qt::Key key) {
    QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
    QApplication::sendEvent(&widget, &press);
    QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier);
    QApplication::sendEvent(&widget, &release);
}

void report(benchmark::State& state, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&times](double part) { return times[std::size_t(part * double(times.size() - 1))]; };
    state.counters["median_ms"] = at(0.5);
    state.counters["p99_ms"] = at(0.99);
    state.counters["worst_ms"] = times.back();
}

void sliderStep(benchmark::State& state, const char* id, int tab, bool compared = false) {
    application();
    prepareStyle();
    Appearance appearance;
    Document document(builtin_presets());
    document.open(scenario_from_json(builtin_presets().scenario(id)->json, builtin_presets(), id));
    MainWindow window(document, appearance, nullptr, nullptr);
    window.resize(1600, 1000);
    window.show();
    window.tabs()->setCurrentIndex(tab);
    window.comparedCeilings().setOn(compared);
    paintAll();
    auto* slider = window.findChild<QWidget*>(QStringLiteral("plan.micro_batch.slider"));
    if (slider == nullptr) {
        state.SkipWithError("the Plan dock has no micro-batch slider");
        return;
    }
    slider->setFocus();
    std::vector<double> times;
    bool up = true;
    for (auto _ : state) {
        const auto start = Clock::now();
        pressKey(*slider, up ? Qt::Key_Right : Qt::Key_Left);
        paintAll();
        times.push_back(milliseconds(start));
        up = !up;
    }
    report(state, std::move(times));
}

void coldStart(benchmark::State& state) {
    application();
    const QTemporaryDir folder;
    QProcess program;
    program.setProgram(QCoreApplication::applicationDirPath() + QStringLiteral("/ridgepoint"));
    program.setArguments({QStringLiteral("--database"), folder.filePath(QStringLiteral("library.db")),
                          QStringLiteral("--exit-after-startup")});
    std::vector<double> times;
    for (auto _ : state) {
        const auto start = Clock::now();
        program.start();
        if (!program.waitForFinished() || program.exitCode() != 0) {
            state.SkipWithError("the program did not start");
            return;
        }
        times.push_back(milliseconds(start));
    }
    report(state, std::move(times));
}

constexpr const char* published = "deepseek-v3-published";
constexpr const char* zero3 = "deepseek-v3-zero3";
constexpr int steps = 400, starts = 10;
constexpr int overview = 0, pipeline = 5, waterfall = 6, sweep = 7, planner = 8;

BENCHMARK_CAPTURE(sliderStep, overview_published, published, overview)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sliderStep, overview_zero3, zero3, overview)->Iterations(steps)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sliderStep, pipeline_published, published, pipeline)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
// The same with the scenario at the other ceilings beside it.
BENCHMARK_CAPTURE(sliderStep, overview_compared, published, overview, true)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sliderStep, pipeline_compared, published, pipeline, true)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sliderStep, waterfall_compared, published, waterfall, true)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
// While a search or a sweep runs beside it, and after.
BENCHMARK_CAPTURE(sliderStep, planner_published, published, planner)
    ->Iterations(steps)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sliderStep, sweep_published, published, sweep)->Iterations(steps)->Unit(benchmark::kMillisecond);
BENCHMARK(coldStart)->Iterations(starts)->Unit(benchmark::kMillisecond);

} // namespace
