#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Debian 12 packages by use, and the one function that installs what is missing.
#
#   packaging/packages.sh list run|test      prints the set, one package a line
#   packaging/packages.sh install run|test   installs what is missing of it
#
# "run" is what building and starting the program needs, and nothing else: neither Node nor a
# database server. "test" is "run" and all that the checks need besides.
# dbus-x11 is left out on purpose: with it every Qt program under X11 without a session bus starts
# a bus that stays behind. dbus-run-session (in dbus-daemon) is used instead.

lk_packages_build=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-l10n-tools qtkeychain-qt6-dev
    nlohmann-json3-dev libspdlog-dev libexpected-dev
    libsodium-dev libssl-dev libsqlite3-dev libicu-dev
)
# Only recommended by the Qt libraries or opened at run time, so nothing else pulls them in:
# without them no window starts, no SQL driver is found and QtKeychain has no Secret Service.
lk_packages_runtime=(
    libqt6sql6-sqlite qt6-qpa-plugins libsecret-1-0
    gnome-keyring dbus-daemon dbus-bin fonts-dejavu-core
)
lk_packages_checks=(
    git ca-certificates ccache
    clang-format-14 clang-19 clang-tidy-19 libclang-rt-19-dev llvm-19
    python3 sqlite3 libsecret-tools bubblewrap desktop-file-utils procps
    xvfb xauth xdotool at-spi2-core python3-gi python3-xlib gir1.2-atspi-2.0
)

lk_node_is_new_enough() {
    command -v npm >/dev/null && command -v node >/dev/null || return 1
    local major
    major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p')
    [ -n "$major" ] && [ "$major" -ge 18 ]
}

# Prints the packages of a set. Debian's Node is asked for only where no newer one is on PATH.
lk_packages() {
    case $1 in
    run)
        printf '%s\n' "${lk_packages_build[@]}" "${lk_packages_runtime[@]}"
        ;;
    test)
        printf '%s\n' "${lk_packages_build[@]}" "${lk_packages_runtime[@]}" \
            "${lk_packages_checks[@]}"
        lk_node_is_new_enough || printf '%s\n' nodejs npm
        ;;
    freshroot)
        echo debootstrap
        ;;
    *)
        echo "packages.sh: no package set '$1' (there are: run, test, freshroot)" >&2
        return 2
        ;;
    esac
}

# Runs a command as root: directly, or through sudo with the caller's proxy settings kept.
lk_as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        local name keep=
        for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
            [ -z "${!name-}" ] || keep=$keep${keep:+,}$name
        done
        sudo ${keep:+--preserve-env="$keep"} -- "$@"
    else
        echo "Installing packages needs root: run this as root, or install sudo." >&2
        return 1
    fi
}

# Installs what is missing of a set; does nothing, and needs no network or root, if all is there.
lk_install() {
    local set=$1 names package missing=()
    names=$(lk_packages "$set") || return
    for package in $names; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        echo "== packages for '$set': all $(wc -w <<<"$names") are installed"
        return 0
    fi
    echo "== packages for '$set': installing ${#missing[@]}: ${missing[*]}"
    lk_as_root apt-get -o DPkg::Lock::Timeout=300 -qq update || return
    lk_as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
        -o Dpkg::Use-Pty=0 -qq -y --no-install-recommends install "${missing[@]}" </dev/null || return
    echo "== packages for '$set': installed"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    case ${1-} in
    list) lk_packages "${2-}" ;;
    install) lk_install "${2-}" ;;
    *)
        echo "usage: packaging/packages.sh list|install run|test" >&2
        exit 2
        ;;
    esac
fi
