// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text.hpp"
#include "tests/catch.hpp"

#include <clocale>
#include <limits>

using namespace ridgepoint;
using text::Digits;

TEST_CASE("text shows three significant digits") {
    CHECK(text::number(19.926) == "19.9");
    CHECK(text::number(2) == "2");
    CHECK(text::number(2.0001) == "2.00");
    CHECK(text::number(0.28745) == "0.287");
    CHECK(text::number(287.45) == "287");
    CHECK(text::number(29203.4) == "29\u202F200");
    CHECK(text::number(0.0012345) == "0.00123");
    CHECK(text::number(0) == "0");
    CHECK(text::number(-0.0) == "0");
}

TEST_CASE("text counts with narrow no-break spaces") {
    CHECK(text::count(2048) == "2\u202F048");
    CHECK(text::count(62914560) == "62\u202F914\u202F560");
    CHECK(text::count(999) == "999");
    CHECK(text::count(0) == "0");
    CHECK(text::count(-1000) == "\u22121\u202F000");
    CHECK(text::count(671026404352.0) == "671\u202F026\u202F404\u202F352");
}

TEST_CASE("text uses a true minus") {
    CHECK(text::number(-1.5) == "\u22121.50");
    CHECK(text::percent(-0.123).joined() == "\u221212.3\u202F%");
}

TEST_CASE("text rounds up into the next unit, never to a thousand of the smaller") {
    CHECK(text::duration(Seconds(0.9996)).joined() == "1.00\u202Fs");
    CHECK(text::duration(Seconds(0.9994)).joined() == "999\u202Fms");
    CHECK(text::traffic(Bytes(999.6e9)).joined() == "1.00\u202FTB");
    CHECK(text::number(9.996) == "10.0");
}

TEST_CASE("text names durations by size") {
    CHECK(text::duration(Seconds(19.926)).joined() == "19.9\u202Fs");
    CHECK(text::duration(Seconds(0.1285)).joined() == "128\u202Fms");
    CHECK(text::duration(Seconds(47e-6)).joined() == "47\u202Fµs");
    CHECK(text::duration(Seconds(47.001e-6)).joined() == "47.0\u202Fµs");
    CHECK(text::duration(Seconds(3e-8)).joined() == "0.0300\u202Fµs");
    CHECK(text::duration(Seconds(0)).joined() == "0\u202Fs");
    CHECK(text::duration(Seconds(644)).joined() == "644\u202Fs");
}

TEST_CASE("text shows memory in GiB and traffic in decimal units") {
    CHECK(text::memory(gib(80)).joined() == "80\u202FGiB");
    CHECK(text::memory(gib(67.891)).joined() == "67.9\u202FGiB");
    CHECK(text::memory(Bytes(0)).joined() == "0\u202FGiB");
    CHECK(text::traffic(Bytes(287e9)).joined() == "287\u202FGB");
    CHECK(text::traffic(Bytes(4.02e12)).joined() == "4.02\u202FTB");
    CHECK(text::traffic(Bytes(0)).joined() == "0\u202FGB");
}

TEST_CASE("text shows rates, work and intensity with the field's units") {
    CHECK(text::bandwidth(gigabytes_per_second(50)).joined() == "50\u202FGB/s");
    CHECK(text::bandwidth(gigabytes_per_second(3350)).joined() == "3.35\u202FTB/s");
    CHECK(text::rate(teraflops(1460)).joined() == "1\u202F460\u202FTFLOP/s");
    CHECK(text::work(Flop(83.483e9)).joined() == "83.5\u202FGFLOP");
    CHECK(text::work(Flop(1.6e19)).joined() == "16\u202FEFLOP");
    CHECK(text::intensity(FlopPerByte(226.3)).joined() == "226\u202FFLOP/B");
    CHECK(text::tokens_per_second(3.157e6).joined() == "3.16\u202FM\u202Ftok/s");
    CHECK(text::tokens_per_second(1541.7).joined() == "1\u202F540\u202Ftok/s");
    CHECK(text::parameters(671.026e9).joined() == "671\u202FB");
    CHECK(text::parameters(1.01e12).joined() == "1.01\u202FT");
    CHECK(text::parameters(65536).joined() == "65.5\u202Fk"); // tokens of a small batch
    CHECK(text::parameters(999).joined() == "999");
    CHECK(text::money(5.576e6).joined() == "5.58\u202FM$");
}

TEST_CASE("text shows percentages with at most two decimals") {
    CHECK(text::percent(0.38943).joined() == "38.9\u202F%");
    CHECK(text::percent(0.0045).joined() == "0.45\u202F%");
    CHECK(text::percent(1e-15).joined() == "0\u202F%");
    CHECK(text::percent(-1e-15).joined() == "0\u202F%");
    CHECK(text::percent(1).joined() == "100\u202F%");
}

TEST_CASE("text tells every digit where it is asked to") {
    CHECK(text::number(19.9263847, Digits::exact) == "19.9263847");
    CHECK(text::duration(Seconds(0.1285001), Digits::exact).joined() == "128.5001\u202Fms");
    CHECK(text::memory(Bytes(1), Digits::exact).number == "9.31322574615 × 10⁻¹⁰");
    CHECK(text::number(1234567.5, Digits::exact) == "1\u202F234\u202F567.5");
}

TEST_CASE("a rounded text never contradicts the exact one") {
    for (double value : {0.09995, 0.9995, 9.995, 99.95, 999.5, 12345.0, 1.0049999}) {
        const std::string rounded = text::number(value), exact = text::number(value, Digits::exact);
        INFO(rounded << " and " << exact);
        CHECK(exact.size() >= rounded.size() - 3); // never fewer digits but for a carried zero
    }
}

TEST_CASE("text says what is not a number in words or signs") {
    CHECK(text::number(std::numeric_limits<double>::quiet_NaN()) == "not known");
    CHECK(text::number(std::numeric_limits<double>::infinity()) == "∞");
    CHECK(text::duration(infinite<Seconds>()).joined() == "∞\u202Fs");
}

TEST_CASE("text shows a change with a sign and an arrow, in the digits of the values") {
    CHECK(text::change(19.9, 21.4, "s") == "▲ +1.5\u202Fs");
    CHECK(text::change(21.4, 19.9, "s") == "▼ \u22121.5\u202Fs");
    CHECK(text::change(5, 5, "s") == "±0\u202Fs");
    CHECK(text::change(100, 100.004, "pt") == "▲ +0.00400\u202Fpt");
}

TEST_CASE("text does not follow the locale") {
    for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8"})
        if (std::setlocale(LC_ALL, locale) != nullptr) {
            CHECK(text::number(1.25) == "1.25");
            CHECK(text::duration(Seconds(0.1285)).joined() == "128\u202Fms");
        }
    std::setlocale(LC_ALL, "C");
}

TEST_CASE("text names a recompute policy") {
    CHECK(text::recompute({}) == "none");
    CHECK(text::recompute({recompute_norm | recompute_mla_up | recompute_activation, std::nullopt}) ==
          "norms, MLA up, activation");
    CHECK(text::recompute({recompute_full, 3}) == "full, first 3 layers of each stage");
}

TEST_CASE("text has a name for every value") {
    CHECK(text::name(Resource::scale_out) == "InfiniBand");
    CHECK(text::name(Parallelism::tp) == "TP");
    CHECK(text::name(Collective::send_receive) == "send/receive");
    CHECK(text::name(OperatorKind::optimizer) == "optimizer");
    CHECK(text::name(LayerKind::mtp) == "MTP layer");
    CHECK(text::name(Pass::backward_weight) == "weight gradient");
    CHECK(text::name(Schedule::one_f_one_b) == "1F1B");
    CHECK(text::name(Schedule::dualpipev) == "DualPipeV");
    CHECK(text::name(RateClass::fp4) == "FP4");
}
