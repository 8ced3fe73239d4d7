# SPDX-License-Identifier: Apache-2.0
"""A person at the console's window: reads what a screen reader reads (AT-SPI) and presses keys
through the X server (XTEST, by xdotool). Nothing is linked into the console.

Run by Debian's own python3, which has the bindings:

    firstboat_hands.py PID

takes one order a line as JSON on stdin ({"do": "approve", "fingerprint": …}) and answers one line
of JSON each: {"ok": …} or {"failed": "expected …"}.
"""
import json
import select
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402  (the version has to be named before)

LIMIT = 30.0
STEP = 0.05
MANY = 400


class Missing(Exception):
    pass


def xdo(*arguments):
    subprocess.run(["xdotool", *map(str, arguments)], check=True, stdout=subprocess.PIPE,
                   timeout=LIMIT)


def until(find, what, limit=LIMIT):
    """The first result of find() that is not None; it is asked again and again, with a limit."""
    end = time.monotonic() + limit
    while True:
        try:
            found = find()
        except gi.repository.GLib.Error:
            found = None  # what was looked at is gone
        if found is not None:
            return found
        if time.monotonic() > end:
            raise Missing(f"expected {what} within {limit:.0f} s")
        select.select([], [], [], STEP)


def parts(root):
    """Everything below, depth first."""
    for index in range(min(root.get_child_count(), MANY)):
        part = root.get_child_at_index(index)
        if part is None:
            continue
        yield part
        yield from parts(part)


def is_shown(part):
    return part.get_state_set().contains(Atspi.StateType.SHOWING)


class Hands:
    def __init__(self, pid):
        self.pid = pid
        self.application = until(self._application, f"process {pid} on the accessibility bus")
        self.window = until(self._window, "a visible window of the console")
        xdo("windowfocus", "--sync", self.window)

    def _application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application is not None and application.get_process_id() == self.pid:
                return application
        return None

    def _window(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.pid),
                                "--name", "^Lockkeeper$"], stdout=subprocess.PIPE, check=False)
        names = found.stdout.split()
        return names[-1].decode() if names else None

    # -- eyes --------------------------------------------------------------------------------

    def shown(self, role, name):
        """The visible part of this role whose name begins so, or None."""
        for part in parts(self.application):
            if part.get_role_name() == role and part.get_name().startswith(name) and is_shown(part):
                return part
        return None

    def focused(self, role):
        return until(lambda: next((part for part in parts(self.application)
                                   if part.get_role_name() == role and part.get_state_set()
                                   .contains(Atspi.StateType.FOCUSED)), None),
                     f"a {role} with the focus")

    def wait_shown(self, role, name, limit=LIMIT):
        return until(lambda: self.shown(role, name), f"a visible {role} '{name}…'", limit)

    def fingerprint(self):
        """The whole fingerprint of the open card, or ""."""
        label = self.shown("label", "Fingerprint ")
        return label.get_description() if label else ""

    def words(self):
        """All labels that are on the screen."""
        return [part.get_name() for part in parts(self.application)
                if part.get_role_name() == "label" and is_shown(part) and part.get_name()]

    def enabled(self, part):
        return part.get_state_set().contains(Atspi.StateType.SENSITIVE)

    # -- hands -------------------------------------------------------------------------------

    def key(self, *keys):
        xdo("key", "--clearmodifiers", *keys)

    def write(self, text):
        xdo("type", "--clearmodifiers", "--delay", "12", "--", text)

    def write_into(self, field, text):
        """Into the field that has the focus; characters that no key has are slow to arrive, and
        a person looks at what came out."""
        got = []

        def is_there():
            got.append(field.get_text(0, -1))
            if got[-1] == text:
                return True
            self.key("ctrl+a")
            self.write(text)
            return None
        try:
            until(is_there, "the text")
        except Missing:
            raise Missing(f"expected {text!r} in the field, got {got[-1]!r}") from None

    def open_card(self, fingerprint):
        """Goes through the list of Pending until this card is open."""
        self.key("ctrl+1")
        table = self.wait_shown("table", "Requests that wait")
        until(lambda: table.get_state_set().contains(Atspi.StateType.FOCUSED) or None,
              "the list to have the focus after Ctrl+1")

        def look():
            self.key("period")
            self.key("Home")
            last = None
            for _ in range(MANY):
                now = until(lambda: self.fingerprint() or None, "a card with a fingerprint", 5)
                if now == fingerprint:
                    return True
                if now == last:
                    return None  # the end of the list
                last = now
                self.key("j")
                before = now
                try:
                    until(lambda: True if self.fingerprint() != before else None,
                          "the next card", 2)
                except Missing:
                    return None
            return None

        until(look, f"the card with the fingerprint {fingerprint}")

    def challenge_is_open(self):
        return self.shown("label", "To approve, type the ") is not None

    def read_to_the_end(self):
        def is_read():
            if any("Read " in words and "%" in words for words in self.words()):
                self.key("space")
                return None
            return True
        until(is_read, "the card to be read to its end by paging")

    def acknowledge(self):
        """Ticks every warning of the card, one after the other."""
        def is_ticked():
            boxes = [part for part in parts(self.application)
                     if part.get_role_name() == "check box" and part.get_name().startswith("Seen: ")
                     and is_shown(part)]
            if all(box.get_state_set().contains(Atspi.StateType.CHECKED) for box in boxes):
                return True
            self.key("bracketright")
            self.key("m")
            return None
        until(is_ticked, "every warning to be acknowledged by ] and M")

    def approve(self, fingerprint, values):
        """By keys only. `values` are what a person could read on the card, by field name."""
        self.open_card(fingerprint)
        self.read_to_the_end()
        self.acknowledge()

        def chord():
            # Inside the guard's half second it does nothing; a person presses again.
            self.key("ctrl+Return")
            if self.challenge_is_open():
                return "challenge"
            return None if self._is_waiting(fingerprint) else "approved"

        how = until(chord, "Ctrl+Enter to open the challenge or to approve")
        if how == "challenge":
            asked = self.shown("label", "To approve, type the ").get_name()
            field = asked[len("To approve, type the "):].split(" of this call")[0]
            if field not in values:
                raise Missing(f"expected the challenge to ask for one of {sorted(values)}, not for {field!r}")
            self.write_into(self.focused("text"), values[field])

            def again():
                self.key("ctrl+Return")
                return None if self._is_waiting(fingerprint) else True
            until(again, "Ctrl+Enter with the right value to approve")

    def _is_waiting(self, fingerprint):
        """This card is open and still asks."""
        if self.fingerprint() != fingerprint:
            return False
        return not any(words.startswith(("Will be sent", "Accepted", "Running", "Succeeded"))
                       for words in self.words())

    def deny(self, fingerprint, reason):
        self.open_card(fingerprint)

        def ask():
            self.key("d")
            return self.shown("text", "Reason for the agent")
        until(ask, "D to open the field for the reason")
        self.write_into(self.focused("text"), reason)

        def send():
            self.key("Return")
            return True if self.shown("text", "Reason for the agent") is None else None
        until(send, "Enter in the reason to send the denial")

    def determine(self, happened, reason):
        self.key("ctrl+3")
        self.wait_shown("table", "")
        self.key("ctrl+shift+h" if happened else "ctrl+shift+n")
        self.write_into(self.focused("text"), reason)
        self.key("ctrl+Return")


def main():
    hands = Hands(int(sys.argv[1]))
    print(json.dumps({"ok": "ready"}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = getattr(hands, order.pop("do"))(**order)
            print(json.dumps({"ok": answer}), flush=True)
        except Missing as missing:
            print(json.dumps({"failed": str(missing), "words": hands.words()[:60]}), flush=True)


if __name__ == "__main__":
    main()
