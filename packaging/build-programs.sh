# SPDX-License-Identifier: Apache-2.0
# Sourced by packaging/run and packaging/install: installs what building and starting needs and
# builds the three programs below build/run, optimised and without any test.
. packaging/packages.sh

lk_build_programs() {
    lk_install run || return
    export CCACHE_BASEDIR=${CCACHE_BASEDIR-$PWD} CCACHE_NOHASHDIR=1
    echo "== building the programs (the first time takes some minutes)"
    local output
    output=$(cmake --preset run 2>&1) || {
        printf '%s\n' "$output" >&2
        return 1
    }
    cmake --build --preset run -j "$(nproc)" || return
    echo "== built: build/run/src/app"
}
