# SPDX-License-Identifier: Apache-2.0
"""A person at the console's window: reads what a screen reader reads (AT-SPI) and presses keys
through the X server (XTEST, by xdotool). Nothing is linked into the console.

Run by Debian's own python3, which has the bindings (python3-gi, python3-xlib):

    firstboat_hands.py PID

takes one order a line as JSON on stdin ({"do": "approve", "fingerprint": …}) and answers one line
of JSON each: {"ok": …} or {"failed": "expected …"}.
"""
import json
import select
import subprocess
import sys
import time
import warnings

import gi

# Atspi calls an action by a name that it has deprecated and not replaced.
warnings.filterwarnings("ignore", category=DeprecationWarning)
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402  (the version has to be named before)
from Xlib import XK, X, display  # noqa: E402
from Xlib.protocol import event  # noqa: E402

LIMIT = 30.0
STEP = 0.05
MANY = 400
SENT = 30  # more than the guard's half second, at one a step


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
        self.screen = display.Display()
        self.application = until(self._application, f"process {pid} on the accessibility bus")
        self.window = until(self._window, "a visible window of the console")
        xdo("windowfocus", "--sync", self.window)

    def _application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application is not None and application.get_process_id() == self.pid:
                # No event loop runs here that would keep a cache true.
                application.set_cache_mask(Atspi.Cache.NONE)
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

    def cells(self):
        return [part.get_name() for part in parts(self.application)
                if part.get_role_name() == "table cell" and is_shown(part) and part.get_name()]

    def focus(self):
        return [f"{part.get_role_name()} {part.get_name()}" for part in parts(self.application)
                if part.get_state_set().contains(Atspi.StateType.FOCUSED)]

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

    def go(self, area):
        """To an area by its key, which is its place in the rail."""
        rail = [part.get_name() for part in parts(self.wait_shown("filler", "Areas"))
                if part.get_role_name() == "check box"]
        place = next((i for i, name in enumerate(rail, 1) if name.startswith(area)), None)
        if place is None:
            raise Missing(f"expected an area {area} in the rail, got {rail}")
        self.key(f"ctrl+{place}")

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

    def asked(self):
        """The name of the value that the challenge asks for."""
        words = self.wait_shown("label", "To approve, type the ").get_name()
        return words[len("To approve, type the "):].split(" of this call")[0]

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
            field = self.asked()
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

    def settle(self, happened, reason):
        """Settles the one open unknown by keys only."""
        self.go("Unknown")

        def choose():
            if self.shown("label", "We do not know whether this happened.") is None:
                self.key("Home", "Up")
                return None
            return True
        until(choose, "the unknown outcome to be open")

        def ask():
            self.key("ctrl+shift+h" if happened else "ctrl+shift+n")
            return self.shown("label", "Reason")
        until(ask, "the panel of the determination")
        self.write_into(self.focused("text"), reason)

        def record():
            self.key("ctrl+Return")
            return next((words for words in self.words() if "akes effect" in words or "is settled" in words), None)
        until(record, "the determination to be recorded and held")

    def stray_keys(self, fingerprint):
        """Every key that people press by accident, on a card that could be approved."""
        self.open_card(fingerprint)
        self.read_to_the_end()
        self.key("Return", "KP_Enter", "shift+Return", "alt+Return", "Escape", "y", "a", "o",
                 "ctrl+a", "ctrl+y", "Tab", "Return", "KP_Enter", "shift+Tab", "Return")
        # Sent by a program and not by the keyboard, into the very window that has the focus.
        self.key("ctrl+1")
        for _ in range(SENT):
            self.send("Return", X.ControlMask)
            select.select([], [], [], STEP)
        return self.challenge_is_open()

    def send(self, name, modifiers):
        """A key that no keyboard pressed: an event that a client sends to the window."""
        keycode = self.screen.keysym_to_keycode(XK.string_to_keysym(name))
        window = self.screen.create_resource_object("window", int(self.window))
        for kind in (event.KeyPress, event.KeyRelease):
            window.send_event(kind(detail=keycode, time=X.CurrentTime, root=self.screen.screen().root,
                                   window=window, child=X.NONE, root_x=1, root_y=1, event_x=1,
                                   event_y=1, state=modifiers, same_screen=1))
        self.screen.flush()

    def assistive_approve(self, fingerprint, values):
        """By accessible actions alone, once the card is open and read."""
        self.open_card(fingerprint)
        self.read_to_the_end()

        def press():
            self.act(self.wait_shown("push button", "Approve"))
            return True if self.challenge_is_open() or not self._is_waiting(fingerprint) else None
        until(press, "the accessible press of Approve to open the challenge or to approve")
        if self.challenge_is_open():
            self.put(self.focused("text"), values[self.asked()])

        def again():
            if not self._is_waiting(fingerprint):
                return True
            self.act(self.wait_shown("push button", "Approve"))
            return None
        until(again, "the accessible press of Approve to approve")

    def assistive_deny(self, fingerprint, reason):
        self.open_card(fingerprint)

        def ask():
            button = self.shown("push button", "Deny")
            if button is not None:
                self.act(button)
            return self.shown("text", "Reason for the agent")
        self.put(until(ask, "the accessible press of Deny to ask for the reason"), reason)

        def send():
            button = self.shown("push button", "Send denial")
            if button is None:
                return True
            self.act(button)
            return None
        until(send, "the accessible press of Send denial")

    @staticmethod
    def put(field, text):
        expected = Atspi.EditableText.set_text_contents(field, text)
        if not expected or field.get_text(0, -1) != text:
            raise Missing(f"expected {text!r} in the field, got {field.get_text(0, -1)!r}")

    def act(self, part):
        for index in range(part.get_n_actions()):
            if part.get_action_name(index).lower() == "press":
                part.do_action(index)
                return
        raise Missing(f"expected an action 'press' of {part.get_name()!r}")

    def watch_run(self, name, words):
        """Opens a run and reads its numbers until they say these words; gives all that was read."""
        self.go("Runs")
        seen = []

        def choose():
            self.key("period", "ctrl+Home", "Home")
            last = None
            while not any(name in label for label in self.words()):
                now = next((label for label in self.words() if label.startswith("Run ")), None)
                if now == last and now is not None:
                    return None  # the end of the list
                last = now
                self.key("Down")
                try:
                    until(lambda: True if last not in self.words() else None, "the next run", 2)
                except Missing:
                    return None
            return True
        until(choose, f"the run {name} to be open")

        def read():
            now = next((label for label in self.words() if " done" in label or " running" in label
                        or " waiting" in label), None)
            if now is not None and (not seen or seen[-1] != now):
                seen.append(now)
            return True if now is not None and now.startswith(words) else None
        try:
            until(read, "the words", 60)
        except Missing:
            raise Missing(f"expected the run to say {words!r}, it said {seen[-5:]}") from None
        return seen

    def lock(self):
        """What can be read of a locked console."""
        self.key("ctrl+l")
        self.wait_shown("push button", "Unlock")
        return [part.get_name() + " " + part.get_description() for part in parts(self.application)
                if is_shown(part)]

    def unlock(self):
        self.act(self.wait_shown("push button", "Unlock"))
        self.wait_shown("table", "Requests that wait")

    def close_window(self, choice):
        self.key("ctrl+q")
        self.act(self.wait_shown("push button", choice))

    def wait_window(self, visible):
        until(lambda: True if (self._window() is not None) == visible else None,
              "the window to be " + ("visible" if visible else "hidden"))

    def read_words(self):
        return self.words()


def main():
    hands = Hands(int(sys.argv[1]))
    print(json.dumps({"ok": "ready"}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = getattr(hands, order.pop("do"))(**order)
            print(json.dumps({"ok": answer}), flush=True)
        except Missing as missing:
            print(json.dumps({"failed": str(missing), "focus": hands.focus(),
                              "words": hands.words()[:60], "cells": hands.cells()[:40]}),
                  flush=True)


if __name__ == "__main__":
    main()
