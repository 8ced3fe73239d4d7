#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Edits the store with another program while the console is stopped, and starts it again.

Run below `with-secret-service --mode no-daemon`: each case has the keychain of the moment that its
store is from, unless the case is about another one. For each edit: nothing runs that would not have run, it is shown, and
it cannot be approved. The untouched store is the control: there the approved call runs once.
"""

import os
import shutil
import subprocess
import sys

import edits
from harness import Failed, Report, World, arguments, stays, until, working_directory
from keyring import Keychains

# Longer than two of the console's own rounds, which come each second.
WATCH_SECONDS = 2.5
TAMPERING = 8  # the journal's kind of entry


class Base:
    """A world in which everything has happened that an edit needs, stopped; cases are copies."""

    def __init__(self, options, root, keychains):
        self.options = options
        self.root = root
        self.keychains = keychains
        self.world = World(options, os.path.join(root, "base"))
        self.ids = {}
        self.count = 0
        self.keychains.open(self.world.root)

    def copy(self, name):
        """The same store in a place of its own; the effects are counted in the one directory."""
        self.count += 1
        root = os.path.join(self.root, f"case{self.count}")
        os.makedirs(root)
        for part in ("profile", "home"):
            shutil.copytree(os.path.join(self.world.root, part), os.path.join(root, part),
                            symlinks=True)
        self.keychains.copy(self.world.root, root)
        world = World(self.options, root, self.world.effects_dir)
        world.title = name
        return world

    def ran(self, name):
        """How often the call with this message had its effect."""
        try:
            with open(os.path.join(self.world.effects_dir, "ran"), encoding="utf-8") as file:
                return file.read().split("\n").count(name)
        except FileNotFoundError:
            return 0

    def propose(self, agent, name, tool="append", **more):
        self.ids[name] = agent.submit("t/" + tool, {"message": name}, **more)["action_id"]
        return self.ids[name]


class Rest(Base):
    """Stopped in order. One approved call waits for a server that is away."""

    def __init__(self, options, root, keychains):
        super().__init__(options, root, keychains)
        world = self.world
        world.configure()
        world.start()
        world.until_ready()
        with world.operator() as operator, world.client() as agent:
            for name in ("succeeded",):
                operator.approve(self.propose(agent, name))
                until(lambda: operator.show(self.ids["succeeded"])["state"] == "succeeded",
                      "the call to succeed")
            operator.deny(self.propose(agent, "denied"), "no")
            agent.call("actions.cancel", {"action_id": self.propose(agent, "cancelled")})
            for name in ("pending", "other", "approved", "twin"):
                self.propose(agent, name)
            operator.approve(self.propose(agent, "undone"), now=False)
            operator.ask("actions.undo", action_id=self.ids["undone"])
            answer = agent.call("submissions.create", {"mode": "all_or_nothing", "calls": [
                {"call_id": name, "tool": "t/append", "arguments": {"message": name}}
                for name in ("together1", "together2")]})
            for action in answer["actions"]:
                self.ids[action["call_id"]] = action["action_id"]
            operator.approve(self.ids["together1"])
            # The server ends without an answer and does not come back before the stop.
            world.flag("refuse_start")
            operator.approve(self.propose(agent, "unknown", "append_and_end"))
            until(lambda: operator.show(self.ids["unknown"])["state"] == "unknown",
                  "the call without an answer to be unknown")
            operator.approve(self.ids["approved"])
            shown = operator.show(self.ids["approved"])
            if shown["state"] != "approved" or shown.get("wait_reason") is None:
                raise Failed(f"the approved call does not wait: {shown}")
        world.stop()
        world.unflag("refuse_start")


class Killed(Base):
    """Killed while a call ran and another one was in its hold."""

    def __init__(self, options, root, keychains):
        super().__init__(options, root, keychains)
        world = self.world
        world.configure()
        world.start()
        world.until_ready()
        with world.operator() as operator, world.client() as agent:
            self.propose(agent, "holding")
            operator.approve(self.propose(agent, "running", "append_slowly"))
            until(lambda: world.effects() == 1, "the slow call to have its effect")
            operator.approve(self.ids["holding"], now=False)
            world.kill()
        world.flag("release")


class Case:
    """One edit and what must hold after it."""

    def __init__(self, report, base, title, target, scope, edit, world=None):
        self.report = report
        self.base = base
        self.title = title
        self.target = target      # the call that the edit is about
        self.scope = scope        # "action": the rest goes on; "store": read-only
        self.edit = edit
        self.ids = dict(base.ids)
        self.world = world or base.copy(title)

    def check(self, holds, what, detail=""):
        return self.report.check(holds, f"{self.title}: {what}", detail)

    def run(self):
        base = self.base
        before = {name: base.ran(name) for name in base.ids}
        effects = self.world.effects()
        self.edit(self.world, self.ids)
        self.world.start()
        try:
            self.settle()
            self.is_shown()
            self.is_not_decidable()
        finally:
            self.world.kill()
        again = {name: base.ran(name) - before[name] for name in base.ids}
        expected = {name: 0 for name in base.ids}
        if self.scope == "action" and "approved" in expected and self.target != "approved":
            expected["approved"] = 1
        self.check(again == expected, "nothing ran that must not, and what may ran once",
                   f"{again} instead of {expected}")
        self.check(self.world.effects() - effects == sum(expected.values()),
                   "the effect counter agrees", str(self.world.effects() - effects))

    def settle(self):
        """Waits until everything that would start has had its chance."""
        if self.scope == "store":
            until(self.says_why, "the console to say why it is read-only")
        else:
            self.world.until_ready()
            with self.world.client() as agent:
                agent.result(agent.submit("t/look", {"message": "a read"})["action_id"])
        seen = self.world.effects()
        if self.scope == "action" and "approved" in self.base.ids and self.target != "approved":
            with self.world.operator() as operator:
                until(lambda: operator.show(self.ids["approved"])["state"] == "succeeded",
                      "the untouched approved call to run")
            seen = self.world.effects()
        stays(lambda: self.world.effects() == seen, "no further effect", WATCH_SECONDS)

    def says_why(self):
        with self.world.client() as client:
            reasons = client.status()["reasons"]
        return [one for one in reasons if not one.startswith("the keychain is opening")]

    def is_shown(self):
        with self.world.client() as client:
            status = client.status()
        words = "; ".join(status["reasons"])
        if self.scope == "store":
            self.check(status["read_only"] and status["reasons"],
                       "the console is read-only and says: " + words[:200], repr(status))
            return
        action = self.ids[self.target]
        self.check(not status["read_only"], "only this action stands still", words)
        journaled = self.world.rows("SELECT CAST(body AS TEXT) FROM journal WHERE kind = ? AND "
                                    "instr(CAST(body AS TEXT), ?)", TAMPERING, action)
        self.check(len(journaled) == 1, "the journal has it", repr(journaled))
        self.check(any("tampering" in one and action in one for one in status["reasons"]),
                   "the status names it: " + words[:200], repr(status["reasons"]))
        with self.world.operator() as operator:
            try:
                shown = operator.show(action)
            except Exception as error:  # the row itself may be gone
                return self.check("NotFound" in str(error), "it cannot be shown", str(error))
        self.check(shown.get("tampered_with"),
                   "it is shown as tampered with: " + str(shown.get("tampered_with"))[:120],
                   repr(shown))
        run = self.world.ctl("show", action)
        self.check(run.returncode == 0 and b"tamper" in run.stdout.lower(),
                   "lockkeeperctl show says so", repr(run))

    @staticmethod
    def is_provable(client):
        """Whether an operator can prove anything at all: not while keys or store are not open."""
        return client.refused("operator.prove", {"signature": "AAAA"}).code != "Unavailable"

    def is_not_decidable(self):
        action = self.ids[self.target]
        with self.world.client() as client:
            if not self.is_provable(client):
                error = client.refused("actions.approve", {"action_id": action,
                                                           "fingerprint": "00", "pin": "x" * 8})
                return self.check(error.code == "Unavailable", "nothing can be approved",
                                  str(error))
        with self.world.operator() as operator:
            try:
                fingerprint = operator.show(action).get("fingerprint", "00")
            except Exception:  # the row itself may be gone
                fingerprint = "00" * 32
            for method, more in (("actions.approve", {"fingerprint": fingerprint, "now": True}),
                                 ("actions.deny", {"reason": "x"}),
                                 ("unknown.determine", {"kind": "happened", "reason": "x"})):
                error = operator.refused(method, dict(action_id=action, scope="operator", **more))
                self.check(error.code in ("DataLoss", "Unavailable", "NotFound"),
                           f"{method} is refused: {error.code}, {error.message[:80]}", str(error))


def control(report, base):
    """Without an edit the approved call runs, once, and nothing is called tampering."""
    world = base.copy("control")
    before = base.ran("approved")
    world.start()
    world.until_ready()
    with world.operator() as operator:
        until(lambda: operator.show(base.ids["approved"])["state"] == "succeeded",
              "the approved call to run")
        status = operator.full_status()
        report.check(not status["reasons"], "control: no reason, no tampering",
                     repr(status["reasons"]))
        for name, action in base.ids.items():
            shown = operator.show(action)
            if shown.get("tampered_with"):
                report.check(False, f"control: {name} is not tampered with", repr(shown))
    world.stop()
    report.check(base.ran("approved") == before + 1, "control: the approved call runs once")
    return world


def killed_control(report, base):
    world = base.copy("control")
    effects = world.effects()
    world.start()
    world.until_ready()
    with world.operator() as operator:
        report.check(operator.show(base.ids["running"])["state"] == "unknown",
                     "control: the call that ran when the console was killed is unknown")
        report.check(operator.show(base.ids["holding"])["state"] == "pending",
                     "control: the call in its hold is pending again")
        report.check(not operator.full_status()["reasons"], "control: nothing is called tampering",
                     repr(operator.full_status()["reasons"]))
    world.stop()
    report.check(world.effects() == effects, "control: nothing ran again")


def restored(report, base, after):
    """Older copies of store, profile, guard and keychain come back; `after` is what came later."""
    older = base.world
    keychains = base.keychains

    def as_after(title):
        world = base.copy(title)
        for part in ("profile", "home"):
            shutil.rmtree(os.path.join(world.root, part))
            shutil.copytree(os.path.join(after.root, part), os.path.join(world.root, part))
        keychains.copy(after.root, world.root)
        return world

    def case(title, edit):
        world = as_after(title)
        one = Case(report, base, title, "approved", "store", lambda *unused: edit(world), world)
        with report.part(title):
            one.run()

    def whole_profile(world):
        shutil.rmtree(world.profile)
        shutil.copytree(older.profile, world.profile)

    def store_only(world):
        for name in os.listdir(world.profile):
            if name.startswith("store.sqlite"):
                os.unlink(world.path(name))
        shutil.copy(older.path("store.sqlite"), world.path("store.sqlite"))

    def guard_file(world):
        for folder, _, names in os.walk(world.state):
            if "guard" in names:
                return os.path.join(folder, "guard")
        raise Failed("there is no guard file")

    def without_guard(world):
        whole_profile(world)
        os.unlink(guard_file(world))

    def without_state(world):
        whole_profile(world)
        shutil.rmtree(world.state)

    def damaged_guard(world):
        whole_profile(world)
        with open(guard_file(world), "r+b") as file:
            file.truncate(100)

    def empty_guard(world):
        whole_profile(world)
        with open(guard_file(world), "r+b") as file:
            file.truncate(0)
    case("an older copy of the whole profile", whole_profile)
    case("an older copy of the store alone", store_only)
    case("an older copy of the profile, the guard deleted", without_guard)
    case("an older copy of the profile, the state directory deleted", without_state)
    case("an older copy of the profile, the guard cut off", damaged_guard)
    case("an older copy of the profile, the guard emptied", empty_guard)
    case("the guard deleted", lambda world: os.unlink(guard_file(world)))

    def with_its_guard(world):
        whole_profile(world)
        shutil.rmtree(world.state)
        shutil.copytree(older.state, world.state)

    def without_copy(world):
        store_id = world.rows("SELECT value FROM store_meta WHERE name = 'store_id'")[0][0]
        subprocess.run(["secret-tool", "clear", "server", "Lockkeeper", "user",
                        f"lockkeeper/{store_id}/guard-copy"], check=True, timeout=60)
    case("an older copy of the profile together with its guard", with_its_guard)
    case("the guard's copy in the keychain deleted", without_copy)

    with report.part("an older keychain alone"):
        world = as_after("an older keychain alone")
        keychains.copy(older.root, world.root)
        effects = world.effects()
        world.start()
        world.until_ready()
        with world.operator() as operator:
            reasons = operator.full_status()["reasons"]
        report.check(not reasons, "an older keychain alone: it may be behind, nothing is said",
                     repr(reasons))
        world.stop()
        report.check(world.effects() == effects, "an older keychain alone: nothing ran again")


def main():
    options = arguments(__doc__, only={"default": "", "help": "only edits whose title has this"})
    report = Report("handedits")
    keychains = Keychains()
    with working_directory(options) as root:
        try:
            bases = [(Rest(options, os.path.join(root, "rest"), keychains), edits.REST),
                     (Killed(options, os.path.join(root, "killed"), keychains), edits.KILLED)]
            with report.part("the store as it is"):
                after = control(report, bases[0][0])
            with report.part("the store after a kill"):
                killed_control(report, bases[1][0])
            for base, table in bases:
                for title, target, scope, edit in table:
                    if options.only in title:
                        with report.part(title):
                            Case(report, base, title, target, scope, edit).run()
            if options.only in "restored":
                restored(report, bases[0][0], after)
        finally:
            for world in World.all:
                world.kill()
            keychains.close()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
