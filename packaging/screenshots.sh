#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the pictures of the README again, after packaging/run has built the program.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$top/build/release/bin/ridgepoint
out=$top/packaging/screenshots

"$program" render --preset deepseek-v3-published --view window --size 1600x1000 --theme light \
    --out "$out/window-light.png"
"$program" render --preset deepseek-v3-zero3 --set cluster.network=flat --view window --size 1600x1000 --theme dark \
    --out "$out/window-dark.png"
"$program" render --preset deepseek-v3-published --view timeline --size 900x420 --out "$out/timeline.png"
"$program" render --preset deepseek-v3-published --view planner --size 1200x620 --out "$out/planner.png"
