#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# house_rules.sh [TOP]: what the compiler does not check about the layers and sources of the checkout TOP.
# Prints each broken rule with the lines that break it; exit status 1 if there is one.
# house_rules_can_fail.sh shows that each rule notices its violation.
set -u
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 2

folders=()
for folder in app ui plots models resources tests packaging cmake .ci; do
    [ -d "$folder" ] && folders+=("$folder")
done
broken=0

# report RULE, lines on standard input: counts and prints them, if any.
report() {
    local lines
    lines=$(cat)
    [ -n "$lines" ] || return 0
    broken=$((broken + 1))
    printf 'broken: %s\n%s\n\n' "$1" "$lines"
}

# includes REGEX PLACE...: lines in C++ sources of PLACEs that include a header whose name matches REGEX.
includes() {
    local regex=$1 place places=()
    shift
    for place in "$@"; do [ -e "$place" ] && places+=("$place"); done
    [ ${#places[@]} -eq 0 ] ||
        grep -rnE --include='*.cpp' --include='*.hpp' "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($regex)" "${places[@]}"
}

sources() { find "${folders[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' \) | sort; }

picture_headers='qcustomplot|QtCharts|QChart|QAbstract(Bar|Series|Axis)|Q(Horizontal)?(Percent|Stacked)?Bar(Series|Set|CategoryAxis)|QBar|QHorizontal|QStackedBar|Q(Line|Scatter|Area|Spline|XY|Pie)Series|Q(Log)?ValueAxis|QCategoryAxis|QLegend'
widget_headers='QtWidgets|QApplication|Q[A-Za-z]*(Widget|Dialog|Layout|Button|Box|Slider|View|Label|Menu|MenuBar|ToolBar|StatusBar|MessageBox|LineEdit|TextEdit|Frame|Splitter)>|QMainWindow'

report 'models/ and resources/ know no Qt' < <(includes 'Q[A-Z]|Qt|qt|q[a-z]+\.h|qcustomplot' models resources)
report 'models/ knows no other folder' < <(includes '(plots|ui|app|resources)/' models)
report 'QCustomPlot and Qt Charts headers only in plots/ and tests/plots/' \
    < <(includes "$picture_headers" app ui models resources tests | grep -v '^tests/plots/')
report 'QCustomPlot and Qt Charts headers only in sources, never in headers' \
    < <(includes "$picture_headers" plots tests | grep -E '^[^:]*\.hpp:')
report 'app/session/ knows no widgets' < <(includes "$widget_headers" app/session)
report 'app/session/ knows neither ui/ nor plots/' < <(includes '(ui|plots)/' app/session)
report 'plots/ knows neither ui/ nor app/' < <(includes '(ui|app)/' plots)
report 'ui/ knows nothing of app/ but app/session/' < <(includes 'app/' ui | grep -vE 'include[[:space:]]*"app/session/')
report 'colours are named in plots/theme.* and nowhere else' \
    < <(grep -rnE --include='*.cpp' --include='*.hpp' '"#[0-9a-fA-F]{3,8}"|\bQColor(\(|\{)[0-9]|\bqRgba?\(' "${folders[@]}" |
        grep -E '^(app|ui|plots|models)/' | grep -v '^plots/theme\.')
report 'every source says its licence (SPDX)' \
    < <(find "${folders[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.cmake' -o -name CMakeLists.txt \
            -o -name '*.sh' -o -path 'packaging/run' -o -path 'packaging/test' -o -path '.ci/run' \) -print0 |
        xargs -0 grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' | sort)
report 'no source is longer than 600 lines' \
    < <(sources | xargs wc -l | awk '$2 != "total" && $1 > 600 { print $2 ": " $1 " lines" }')
report 'sources are listed, not globbed' \
    < <(grep -rnE --include=CMakeLists.txt --include='*.cmake' 'file[[:space:]]*\([[:space:]]*GLOB' CMakeLists.txt "${folders[@]}" 2>/dev/null)
report 'nothing is left open in the text' \
    < <(grep -rnE --include='*.cpp' --include='*.hpp' --include='*.cmake' --include=CMakeLists.txt '\b(TO''DO|FIX''ME|XX''X)\b' "${folders[@]}")

if [ $broken -eq 0 ]; then
    echo "the rules of the house hold in $(sources | wc -l) sources"
    exit 0
fi
exit 1
