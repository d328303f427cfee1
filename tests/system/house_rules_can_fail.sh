#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that house_rules.sh accepts a clean tree and notices one violation of each rule, and no other rule with it.
set -u
rules=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/house_rules.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
licence='// SPDX-License-Identifier: GPL-3.0-or-later'

clean_tree() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree"/{app/session,ui,plots,models,tests/plots,tests/ui}
    printf '%s\n#include <vector>\n#include "models/b.hpp"\n' "$licence" >"$tree/models/a.cpp"
    printf '%s\n#include <QObject>\n#include <QSqlDatabase>\n#include "models/a.hpp"\n' "$licence" >"$tree/app/session/a.cpp"
    printf '%s\n#include <QWidget>\n#include "app/session/a.hpp"\n#include "plots/a.hpp"\n' "$licence" >"$tree/ui/a.cpp"
    printf '%s\n#include <qcustomplot.h>\n#include <QChart>\n#include "models/a.hpp"\n' "$licence" >"$tree/plots/a.cpp"
    printf '%s\nconst char* ink = "#123456";\n' "$licence" >"$tree/plots/theme.cpp"
    printf '%s\n#include <qcustomplot.h>\n' "$licence" >"$tree/tests/plots/a.cpp"
    printf '# SPDX-License-Identifier: GPL-3.0-or-later\n' >"$tree/models/CMakeLists.txt"
}

# breaks RULE FILE LINE: with LINE appended to FILE, house_rules.sh must report RULE alone.
breaks() {
    clean_tree
    [ -e "$tree/$2" ] || printf '%s\n' "$licence" >"$tree/$2"
    printf '%s\n' "$3" >>"$tree/$2"
    expect "$1" "$3 in $2"
}

expect() {
    local said
    said=$(bash "$rules" "$tree" | sed -n 's/^broken: //p')
    if [ "$said" != "$1" ]; then
        printf 'expected "%s", got "%s", for %s\n' "$1" "$said" "$2"
        failures=$((failures + 1))
    fi
}

clean_tree
expect '' 'the clean tree'
breaks 'models/ and resources/ know no Qt' models/a.cpp '#include <QString>'
breaks 'models/ and resources/ know no Qt' models/a.hpp '#include <QtCore/qstring.h>'
breaks 'models/ knows no other folder' models/a.cpp '#include "plots/a.hpp"'
breaks 'QCustomPlot and Qt Charts headers only in plots/ and tests/plots/' ui/a.cpp '#include <qcustomplot.h>'
breaks 'QCustomPlot and Qt Charts headers only in plots/ and tests/plots/' tests/ui/a.cpp '#include <QtCharts/QChartView>'
breaks 'QCustomPlot and Qt Charts headers only in sources, never in headers' plots/a.hpp '#include <QBarSet>'
breaks 'app/session/ knows no widgets' app/session/a.cpp '#include <QMessageBox>'
breaks 'app/session/ knows no widgets' app/session/a.cpp '#include <QtWidgets/QWidget>'
breaks 'app/session/ knows neither ui/ nor plots/' app/session/a.cpp '#include "ui/main_window.hpp"'
breaks 'plots/ knows neither ui/ nor app/' plots/a.cpp '#include "app/session/document.hpp"'
breaks 'ui/ knows nothing of app/ but app/session/' ui/a.cpp '#include "app/options.hpp"'
breaks 'colours are named in plots/theme.* and nowhere else' ui/a.cpp 'auto colour = "#ff0000";'
breaks 'colours are named in plots/theme.* and nowhere else' plots/a.cpp 'QColor colour(1, 2, 3); fill(QColor(255, 0, 0));'
breaks 'sources are listed, not globbed' models/CMakeLists.txt 'file(GLOB sources *.cpp)'
breaks 'nothing is left open in the text' ui/a.cpp '// TO''DO later'

clean_tree
echo 'int x;' >"$tree/ui/b.cpp"
expect 'every source says its licence (SPDX)' 'a source without a licence line'
clean_tree
{ echo "$licence"; yes '//' | head -n 600; } >"$tree/ui/b.cpp"
expect 'no source is longer than 600 lines' 'a source of 601 lines'

[ $failures -eq 0 ] && echo 'every rule notices its violation'
exit $((failures > 0))
