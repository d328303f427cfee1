// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/style.hpp"
#include "tests/catch.hpp"
#include "tests/plots/colour_distance.hpp"

#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

using Colours = std::vector<Colour>;

double smallestDistance(Theme theme, const Colours& set) {
    double smallest = 1e9;
    for (const Vision vision : {Vision::normal, Vision::protanopia, Vision::deuteranopia})
        for (std::size_t i = 0; i < set.size(); ++i)
            for (std::size_t k = i + 1; k < set.size(); ++k)
                smallest =
                    std::min(smallest, colourDistance(colour(theme, set[i]), colour(theme, set[k]), vision));
    return smallest;
}

} // namespace

TEST_CASE("Text reads on every ground in both themes") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    for (const Colour ground : {Colour::window, Colour::panel, Colour::picture_ground, Colour::zone_network,
                                Colour::zone_compute, Colour::control, Colour::accent_ground})
        for (const Colour text : {Colour::text, Colour::text_secondary, Colour::text_hint}) {
            CAPTURE(int(theme), int(ground), int(text));
            CHECK(contrast(colour(theme, text), colour(theme, ground)) >= 4.5);
        }
}

TEST_CASE("Words of trouble, warning and selection read on their own grounds") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    const auto c = [theme](Colour meaning) { return colour(theme, meaning); };
    CHECK(contrast(c(Colour::trouble), c(Colour::trouble_ground)) >= 4.5);
    CHECK(contrast(c(Colour::warning), c(Colour::warning_ground)) >= 4.5);
    CHECK(contrast(c(Colour::on_accent), c(Colour::accent)) >= 4.5);
    CHECK(contrast(c(Colour::accent), c(Colour::picture_ground)) >= 4.5);
    CHECK(contrast(c(Colour::trouble), c(Colour::picture_ground)) >= 4.5);
}

TEST_CASE("A label on a data fill is dark or light, whichever reads") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    for (int i = int(Colour::tp); i < colour_count; ++i) {
        const QColor fill = colour(theme, Colour(i));
        CAPTURE(int(theme), i);
        CHECK(contrast(labelOn(theme, fill), fill) >= 4.5);
    }
}

TEST_CASE("Edges of controls, axes and hollow marks stand out from the ground") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    const QColor ground = colour(theme, Colour::picture_ground);
    CHECK(contrast(colour(theme, Colour::control_edge), colour(theme, Colour::control)) >= 3.0);
    CHECK(contrast(colour(theme, Colour::axis), ground) >= 3.0);
    CHECK(contrast(colour(theme, Colour::ghost), ground) >= 3.0);
    for (int i = int(Colour::tp); i < colour_count; ++i) {
        CAPTURE(int(theme), i);
        CHECK(contrast(edgeOf(theme, colour(theme, Colour(i))), ground) >= 3.0);
    }
}

TEST_CASE("Colours of one picture stay apart for every kind of colour vision") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    const Colours roofline{Colour::compute, Colour::ep, Colour::pp, Colour::tp, Colour::dp};
    const Colours network{Colour::tp, Colour::cp, Colour::dp, Colour::ep, Colour::pp};
    const Colours memory{Colour::framework,   Colour::compute, Colour::gradients, Colour::optimizer,
                         Colour::activations, Colour::logits,  Colour::ep};
    const Colours timeline{Colour::compute,         Colour::ep,      Colour::pp, Colour::dp,
                           Colour::weight_gradient, Colour::forward, Colour::tp};
    const Colours pipeline{Colour::forward,         Colour::compute, Colour::forward_backward,
                           Colour::weight_gradient, Colour::dp,      Colour::optimizer};
    for (const Colours& set : {roofline, network, memory, timeline, pipeline})
        CHECK(smallestDistance(theme, set) >= 11);
}

TEST_CASE("Levels go from one to the next by steps that every kind of colour vision sees") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    for (int level = 1; level < level_count; ++level)
        for (const Vision vision : {Vision::normal, Vision::protanopia, Vision::deuteranopia}) {
            CAPTURE(int(theme), level, int(vision));
            CHECK(colourDistance(colour(theme, levelColour(level - 1)), colour(theme, levelColour(level)), vision) >= 7);
        }
}

TEST_CASE("The distance agrees with published pairs of CIEDE2000") {
    // Black and white are 100 apart; a colour is 0 from itself.
    CHECK(colourDistance(Qt::black, Qt::white, Vision::normal) == Approx(100).margin(0.01));
    CHECK(colourDistance(Qt::red, Qt::red, Vision::protanopia) == Approx(0).margin(1e-9));
    // Red against green is far for most people and much nearer without the long cones.
    CHECK(colourDistance(Qt::red, Qt::darkGreen, Vision::deuteranopia) <
          0.6 * colourDistance(Qt::red, Qt::darkGreen, Vision::normal));
}

TEST_CASE("The application palette takes its colours from the table") {
    const Theme theme = GENERATE(Theme::light, Theme::dark);
    const QPalette palette = applicationPalette(theme);
    CHECK(palette.color(QPalette::Window) == colour(theme, Colour::window));
    CHECK(palette.color(QPalette::Highlight) == colour(theme, Colour::accent));
    CHECK(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 4.5);
    CHECK(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= 4.5);
}

TEST_CASE("Labels pushed apart keep their order, their distance and the frame") {
    const std::vector<double> placed = pushedApart({10, 11, 12, 95}, 14, 5, 100);
    for (std::size_t i = 1; i < placed.size(); ++i)
        CHECK(placed[i] - placed[i - 1] >= 14 - 1e-9);
    CHECK(placed.front() >= 5);
    CHECK(placed.back() <= 100);
    CHECK(placed.back() == 95);
}
