# SPDX-License-Identifier: Apache-2.0
"""What the test knows of each action, and which states that leaves possible."""
import time

from consoleclient import Violation

HOLD_SECONDS = 5.0          # the default hold of an action of medium risk
DETERMINATION_SECONDS = 10.0
EARLY = 0.3                 # the test's clock starts a little later than the console's
FINAL = {"succeeded", "failed", "denied", "cancelled", "expired", "invalid", "skipped"}
NO_EFFECT = {"not_started", "failed_no_effect"}


class Submission:
    def __init__(self, key, actions):
        self.key = key
        self.actions = actions
        self.id = None  # known once it was answered


class Action:
    """One call. `seen` is the newest state that the console has told, in run `seen_run`."""

    def __init__(self, tag, tool):
        self.tag = tag
        self.tool = tool
        self.id = None
        self.fingerprint = None
        self.handle = None
        self.seen = None
        self.seen_run = 0
        self.outcome = ""
        self.asked = {}     # what was asked for and not answered, in run `seen_run` or later
        self.timers = {}    # approve_hold and determine: (run, when), they act by themselves later
        self.refused = ""   # the newest refusal of a request, to be told when it matters
        self.lost_count = None  # the effects when it was told to be unknown after a restart

    def __str__(self):
        return f"{self.tag} ({self.id or 'no id yet'})"

    def ask(self, what, run):
        self.asked[what] = run
        if what in ("approve_hold", "determine"):
            self.timers[what] = (run, time.monotonic())

    def answered(self, what):
        self.asked.pop(what, None)

    def _elapsed(self, what, seconds, runs):
        if what not in self.timers:
            return False
        run, since = self.timers[what]
        until = runs.ended.get(run, time.monotonic())
        return until - since >= seconds - EARLY

    def allowed(self, runs):
        """The states that this action may be in now."""
        crossed = runs.current > self.seen_run
        first = "approved" if self.tool == "look" else "pending"
        found = set()
        todo = [self.seen or first]
        while todo:
            state = todo.pop()
            if state in found:
                continue
            found.add(state)
            todo += self._next(state, crossed, runs)
        if crossed:
            # Neither a hold nor a running call outlives its process; a hold may be a new one.
            if self.asked.get("approve_hold") != runs.current:
                found.discard("holding")
            if self.seen == "running":
                found.discard("running")
        return found

    def _next(self, state, crossed, runs):
        def asked(*names):
            return [to for name, to in names if name in self.asked]
        if state == "pending":
            return asked(("approve_now", "approved"), ("approve_hold", "holding"),
                         ("deny", "denied"), ("cancel", "cancelled"))
        if state == "holding":
            to = asked(("undo", "pending"), ("cancel", "cancelled"))
            if self._elapsed("approve_hold", HOLD_SECONDS, runs):
                to.append("approved")
            return to + (["pending"] if crossed else [])
        if state == "approved":
            return ["running"] + asked(("cancel", "cancelled"))
        if state == "running":
            return ["succeeded", "failed", "unknown"]
        if state == "unknown" and self._elapsed("determine", DETERMINATION_SECONDS, runs):
            return ["determined"]
        return []

    def observe(self, row, runs):
        """Takes over what the console says now; what it may not say is a violation."""
        if self.id not in (None, row["action_id"]):
            raise Violation(f"{self}: there is a second action {row['action_id']} of the same call")
        if self.fingerprint and row.get("fingerprint", self.fingerprint) != self.fingerprint:
            raise Violation(f"{self}: its fingerprint has changed")
        state = row["state"]
        allowed = self.allowed(runs)
        if state not in allowed:
            raise Violation(f"{self}: was {self.seen}, is {state}; possible were "
                            f"{', '.join(sorted(allowed))}; asked for: {sorted(self.asked)}; "
                            f"asked again: {row.get('invalidations', 0)} times")
        if row.get("tampered_with"):
            raise Violation(f"{self}: shown as tampered with: {row['tampered_with']}")
        self.id = row["action_id"]
        self.fingerprint = row.get("fingerprint", self.fingerprint)
        self.handle = row.get("handle", self.handle)
        self.outcome = row.get("outcome", self.outcome)
        self.seen = state
        if runs.current > self.seen_run:
            self.asked = {what: run for what, run in self.asked.items() if run == runs.current}
        self.seen_run = runs.current

    def check_effects(self, before, after):
        """`before` and `after`: the tag's effects counted before and after its state was read."""
        state = self.seen
        if after > 1:
            raise Violation(f"{self}: {after} effects, state {state}")
        if state == "succeeded" and after != 1:
            raise Violation(f"{self}: succeeded with {after} effects")
        if self.tool == "look":
            return
        if state == "approved" and before != 0:
            raise Violation(f"{self}: approved after its effect happened")
        if state in FINAL - {"succeeded"} | {"pending", "holding"} and after != 0:
            raise Violation(f"{self}: {state} with {after} effects")
        if state == "failed" and self.outcome not in NO_EFFECT:
            raise Violation(f"{self}: failed with the outcome {self.outcome or 'none'}")
        if self.lost_count is not None and after != self.lost_count:
            raise Violation(f"{self}: its worker was proven gone with {self.lost_count} effects "
                            f"and now there are {after}")


class Runs:
    """The console's processes on one profile, counted from 1, and when each ended."""

    def __init__(self):
        self.current = 0
        self.ended = {}

    def begin(self):
        self.current += 1

    def end(self):
        self.ended[self.current] = time.monotonic()
