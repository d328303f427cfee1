# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What packaging/run, packaging/test and .ci/run share. Source it with `top` and `me` set: the top of the
# checkout, and the name that messages begin with.
#
# All of it writes to standard error: standard output belongs to the program that is started.

: "${top:?}" "${me:?}"

# What building and running need (each is explained in CONTRIBUTING.md).
# A name with bars is satisfied by any of the alternatives; the first that exists is installed.
# shellcheck disable=SC2034  # used by those who source this
run_packages=(
    g++ cmake ninja-build
    qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev libqcustomplot-dev
    nlohmann-json3-dev libfmt-dev libcli11-dev
    libqt6sql6-sqlite libqt6svg6 "fonts-inter|fonts-dejavu-core"
)
# What tests and benchmarks need beyond that.
# shellcheck disable=SC2034
test_packages=(catch2 libbenchmark-dev)

say() { printf '%s: %s\n' "$me" "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# missing_packages NAME...: prints those that are neither installed nor provided by an installed package
# (libqt6opengl6-dev is a package on Debian 12 and only a name that another one provides on Debian 13).
missing_packages() {
    local have wanted
    have=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}, ${Provides}\n' |
        sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr -s ', ' '\n' | sed 's/:any$//')
    have=$'\n'$have$'\n'
    for wanted in "$@"; do
        local alternative satisfied=no
        for alternative in ${wanted//|/ }; do
            [[ $have == *$'\n'"$alternative"$'\n'* ]] && satisfied=yes
        done
        [ $satisfied = yes ] || printf '%s\n' "$wanted"
    done
}

# Chooses, for a name with alternatives, the first that apt knows; else the name as it is.
installable() {
    local alternative
    for alternative in ${1//|/ }; do
        if apt-cache show "$alternative" >/dev/null 2>&1; then
            printf '%s\n' "$alternative"
            return
        fi
    done
    printf '%s\n' "${1%%|*}"
}

# install_packages NAME...: installs what is missing with apt; on other systems leaves it to CMake to find out.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        return 0
    fi
    local missing=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            die "packages are missing and this user is not root and has no sudo; as root: apt-get install ${missing[*]%%|*}"
        as_root=(sudo)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    local apt=(apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)

    say "installing ${missing[*]%%|*}"
    "${as_root[@]}" "${apt[@]}" update >&2 || say "apt-get update failed; trying with the package lists there are"
    local names=() name
    for name in "${missing[@]}"; do
        names+=("$(installable "$name")")
    done
    # Output goes to a log: hundreds of packages unpacking would hide the line that matters.
    local log
    log=$(mktemp)
    if ! "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${names[@]}" >"$log" 2>&1; then
        grep -E '^(E:|Err:)' "$log" >&2
        die "apt-get could not install ${names[*]} (log: $log)"
    fi
    rm -f "$log"
}

# configured PRESET: whether its build directory was made, and from this place (not copied or mounted elsewhere).
configured() {
    [ -e "$top/build/$1/build.ninja" ] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$top/build/$1/CMakeCache.txt"
}

# configure PRESET [CMAKE-ARGUMENT...]: runs cmake --preset.
configure() {
    local preset=$1 log
    shift
    configured "$preset" || set -- --fresh "$@"
    if command -v ccache >/dev/null && [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ]; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi
    say "configuring build/$preset"
    mkdir -p "$top/build" || die "cannot write to $top/build"
    log=$top/build/configure-$preset.log
    if ! (cd "$top" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
        grep -A 12 'CMake Error' "$log" | head -n 40 >&2
        die "cmake could not configure build/$preset (log: $log)"
    fi
}

# build PRESET [--target NAME...]: builds what changed. Shows progress for the first build, then only failures.
build() {
    local preset=$1 quiet=()
    shift
    [ -x "$top/build/$preset/bin/ridgepoint" ] && quiet=(-- --quiet)
    (
        set -o pipefail
        cd "$top" || exit 1
        cmake --build --preset "$preset" "$@" "${quiet[@]}" 2>&1 |
            { grep --line-buffered -vE '^(-- |ninja: no work to do)' || true; } >&2
    ) || die "the build failed (above), in build/$preset"
}
