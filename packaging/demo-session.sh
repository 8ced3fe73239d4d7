# SPDX-License-Identifier: Apache-2.0
# Sourced by packaging/demo-headless and packaging/demo-window, inside a private session bus, with
# `programs` and `work` set: an unlocked Secret Service of the demo's own, and how to start, ask and
# stop the console.
profile=$work/profile console_log=$work/console.log console=

say() { printf '\n== %s\n' "$*"; }

stop() {
    if [ -n "$console" ] && kill -0 "$console" 2>/dev/null; then
        kill -TERM "$console"
        for _ in $(seq 100); do
            kill -0 "$console" 2>/dev/null || break
            sleep 0.2
        done
        kill -KILL "$console" 2>/dev/null
    fi
}
trap stop EXIT
trap 'exit 130' INT TERM

fail() {
    printf '\npackaging/run: %s\n' "$*" >&2
    [ -z "$console" ] || kill -0 "$console" 2>/dev/null || echo "The console is not running." >&2
    if [ -s "$console_log" ]; then
        echo "The console's last lines ($console_log):" >&2
        tail -n 15 "$console_log" >&2
    fi
    echo "Kept for a look: $work" >&2
    exit 1
}

ctl() { "$programs/lockkeeperctl" --profile "$profile" "$@" </dev/null; }

# until_true SECONDS COMMAND…: asks five times a second, at most so long; the console must live.
until_true() {
    local tries=$(($1 * 5))
    shift
    while [ $tries -gt 0 ]; do
        "$@" && return 0
        [ -z "$console" ] || kill -0 "$console" 2>/dev/null || return 1
        sleep 0.2
        tries=$((tries - 1))
    done
    return 1
}

# --- Secret Service: unlocked with a random word that nobody keeps.
word=$(head -c 24 /dev/urandom | base64)
printf '%s' "$word" |
    gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>"$work/keyring.log" ||
    fail "gnome-keyring-daemon did not start; without a Secret Service there is no place for keys."
unset word
# Asked first: a question to a name that nobody owns yet would make the bus start a second daemon.
secrets_are_there() {
    dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
        org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null |
        grep -q 'boolean true'
}
collection_is_open() {
    dbus-send --session --print-reply --dest=org.freedesktop.secrets \
        /org/freedesktop/secrets/collection/login org.freedesktop.DBus.Properties.Get \
        string:org.freedesktop.Secret.Collection string:Locked 2>/dev/null |
        grep -q 'boolean false'
}
until_true 10 secrets_are_there && until_true 10 collection_is_open ||
    fail "The Secret Service has no unlocked collection; keys are never kept anywhere else."
