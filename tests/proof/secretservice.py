#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Secret Service absent, locked, holding another key, and slow, for a new and an old profile.

Run below `with-secret-service --mode no-daemon`: a bus on which nobody starts a Secret Service but
this script. In each case the console starts and says so, decides nothing, loses nothing, makes no
new key, and where that is possible recovers without a restart.
"""

import base64
import os
import signal
import subprocess
import sys
import time

from harness import (Client, Failed, Report, World, arguments, key_items, secret_items, stays,
                     table_dump, until, working_directory)
from keyring import Keyring, owner

# The console asks again 2 s after a failure, then after at most 30 s; each question may take 10 s.
RECOVERY = 90
KEPT_TABLES = ("store_meta", "seat", "key_epoch", "action", "action_key", "sealed_part", "journal",
               "decision", "outbox")


class Case:
    """One trouble, for one profile, from its start to the recovery."""

    def __init__(self, report, options, root, keyring, title):
        self.report = report
        self.title = title
        self.keyring = keyring
        self.world = World(options, os.path.join(root, title.replace(" ", "-")))
        self.world.configure()
        self.pending = None
        self.before = None
        self.items = None

    def check(self, holds, what, detail=""):
        return self.report.check(holds, f"{self.title}: {what}", detail)

    def grow_old(self):
        """A profile with a pending call, one that a person approved and that waits out its hold,
        and one that is done."""
        self.world.start()
        self.world.until_ready()
        with self.world.operator() as operator, self.world.client() as agent:
            done = agent.submit("t/append", {"message": "done"})
            operator.approve(done["action_id"])
            agent.result(done["action_id"])
            self.pending = agent.submit("t/append", {"message": "later"})["action_id"]
        self.world.stop()
        self.before = table_dump(self.world, *KEPT_TABLES)
        self.items = key_items()
        self.check(len([one for one in self.items if self.store_id() in one]) == 3,
                   "the profile's three keys are in the keyring", repr(self.items))

    def store_id(self):
        rows = self.world.rows("SELECT value FROM store_meta WHERE name = 'store_id'")
        return rows[0][0] if rows else "none"

    def starts_in_trouble(self, states, limit=60):
        """The console starts, says what is wrong and decides nothing."""
        began = time.monotonic()
        self.world.start()
        self.check(True, f"the console starts ({time.monotonic() - began:.1f} s)")
        status = self.world.until_keyring(states, limit)
        self.check(status["read_only"], f"the keychain is {status['keyring']}: read-only",
                   repr(status))
        words = " ".join(status["reasons"])
        self.check("keychain" in words and status["keyring"] in words,
                   "the status says why: " + words, repr(status))
        self.decides_nothing()

    def decides_nothing(self):
        with self.world.client() as client:
            began = time.monotonic()
            error = client.refused("submissions.create", {"calls": [
                {"call_id": "c1", "tool": "t/append", "arguments": {}}]})
            self.check(error.code == "Unavailable" and "key" in error.message,
                       "a submission is Unavailable: " + error.message, str(error))
            error = client.refused("operator.prove", {"signature": base64.b64encode(
                b"\0" * 64).decode()})
            self.check(error.code == "Unavailable" and "key" in error.message,
                       "an operator's proof is Unavailable: " + error.message, str(error))
            action = self.pending or "act_01m8ksw5fwds3g9b08bmyqqbq8"
            error = client.refused("actions.approve",
                                   {"action_id": action, "fingerprint": "00", "pin": "12345678"})
            self.check(error.code == "Unavailable", "an approval with a PIN is Unavailable: "
                       + error.message, str(error))
            error = client.refused("actions.get", {"action_id": action})
            self.check(error.code in ("Unavailable", "NotFound"), "an action cannot be shown")
            took = time.monotonic() - began
            self.check(took < 10, f"all this is answered while the keychain is away ({took:.1f} s)")

    def nothing_changed(self):
        if self.before is None:
            rows = self.world.rows("SELECT count(*) FROM seat")
            return self.check(rows == [(0,)], "the new store has no seat", repr(rows))
        now = table_dump(self.world, *KEPT_TABLES)
        different = [table for table in KEPT_TABLES if now[table] != self.before[table]]
        return self.check(not different, f"nothing of the store changed ({len(KEPT_TABLES)} tables)",
                          repr(different))

    def recovers(self, restarted=False):
        """The keychain is there again; the same process goes on, with the same keys."""
        began = time.monotonic()
        pid = self.world.process.pid
        status = self.world.until_ready(limit=RECOVERY)
        self.check(status["pid"] == pid, ("works after a restart" if restarted else
                   "recovers without a restart") + f" ({time.monotonic() - began:.1f} s)")
        self.check(not status["reasons"], "no reason is left", repr(status["reasons"]))
        mine = [one for one in key_items() if self.store_id() in one]
        self.check(len(mine) == 3, "the store has exactly three keys", repr(mine))
        if self.items is not None:
            self.check(key_items() == self.items, "no key was made", repr(key_items()))
            self.check(table_dump(self.world, "seat") == {"seat": self.before["seat"]},
                       "the seat's row is the same")
        probes = [user for user, _ in secret_items() if "probe" in user]
        print(f"        ({len(probes)} probe items are left in the keyring)")
        with self.world.operator() as operator, self.world.client() as agent:
            if self.pending is None:
                self.pending = agent.submit("t/append", {"message": "first"})["action_id"]
            shown = operator.show(self.pending)
            self.check(shown["state"] == "pending" and not shown.get("tampered_with"),
                       "the pending call is still there", repr(shown))
            effects = self.world.effects()
            operator.approve(self.pending)
            until(lambda: operator.show(self.pending)["state"] == "succeeded",
                  "the approved call to succeed")
            self.check(self.world.effects() == effects + 1, "approved now, it runs once")
        self.world.stop()

    def stop_in_trouble(self):
        """The orderly stop while the keychain is away."""
        began = time.monotonic()
        self.world.stop()
        self.check(True, f"stops in order meanwhile ({time.monotonic() - began:.1f} s)")


class Proof:
    def __init__(self, options, root, report):
        self.options = options
        self.root = root
        self.report = report
        self.keyring = Keyring(os.path.join(root, "keyring"))

    def case(self, title, old):
        case = Case(self.report, self.options, self.root, self.keyring,
                    ("old profile, " if old else "new profile, ") + title)
        if old:
            self.keyring.start()
            case.grow_old()
            self.keyring.stop()
        return case

    def no_bus(self, old):
        case = self.case("no session bus", old)
        case.world.environment = {"DBUS_SESSION_BUS_ADDRESS": None}
        case.starts_in_trouble(("unavailable",))
        case.nothing_changed()
        case.stop_in_trouble()
        case.nothing_changed()
        self.keyring.start()
        case.world.environment = {}
        case.world.start()
        case.recovers(restarted=True)
        self.keyring.stop()

    def no_service(self, old):
        case = self.case("no Secret Service", old)
        case.starts_in_trouble(("unavailable",))
        case.nothing_changed()
        self.keyring.start()
        case.recovers()
        self.keyring.stop()

    def locked(self, old):
        case = self.case("locked", old)
        self.keyring.start_locked()
        case.starts_in_trouble(("locked", "missing"))
        case.nothing_changed()
        self.keyring.stop()
        self.keyring.start()
        case.recovers()
        self.keyring.stop()

    def other_keyring(self):
        """The same user's session with another keyring: no such keys in it."""
        case = self.case("another keyring", True)
        other = Keyring(os.path.join(self.root, "other-keyring")).start()
        items = key_items()
        case.starts_in_trouble(("missing",))
        case.nothing_changed()
        case.check(key_items() == items, "nothing was put into the other keyring",
                   repr(key_items()))
        other.stop()
        self.keyring.start()
        case.recovers()
        self.keyring.stop()

    def other_keys(self):
        """The keyring has items of the right names with other keys in them."""
        case = self.case("other keys", True)
        other = Keyring(os.path.join(self.root, "foreign-keyring")).start()
        for name in ("record-key", "decision-key", "seal-key"):
            store_secret(f"lockkeeper/{case.store_id()}/{name}", os.urandom(32))
        items = secret_items()
        case.starts_in_trouble(("foreign",))
        case.nothing_changed()
        case.check(sorted(secret_items()) == sorted(items), "the other keys were left as they are")
        other.stop()
        self.keyring.start()
        case.recovers()
        self.keyring.stop()

    def slow(self, old):
        """The daemon is stopped before the console starts and goes on after some seconds."""
        case = self.case(f"stopped for {self.options.seconds:.0f} s", old)
        self.keyring.start()
        self.keyring.freeze()
        began = time.monotonic()
        case.starts_in_trouble(("opening", "unavailable"))
        left = self.options.seconds - (time.monotonic() - began)
        stays(lambda: quick_status(case.world)["read_only"],
              "read-only, and answering at once, while the daemon stands still", max(left, 1))
        case.check(True, "it answered at once all the time the daemon stood still")
        case.nothing_changed()
        self.keyring.thaw()
        case.recovers()
        self.keyring.stop()

    def slow_stop(self):
        """The daemon never answers: the console still stops in order."""
        case = self.case("stopped for good", True)
        self.keyring.start()
        self.keyring.freeze()
        case.starts_in_trouble(("opening", "unavailable"))
        case.stop_in_trouble()
        case.nothing_changed()
        self.keyring.thaw()
        self.keyring.stop()

    def run(self):
        cases = [("no bus, new", lambda: self.no_bus(False)),
                 ("no bus, old", lambda: self.no_bus(True)),
                 ("no service, new", lambda: self.no_service(False)),
                 ("no service, old", lambda: self.no_service(True)),
                 ("locked, new", lambda: self.locked(False)),
                 ("locked, old", lambda: self.locked(True)),
                 ("another keyring", self.other_keyring),
                 ("other keys", self.other_keys),
                 ("slow, new", lambda: self.slow(False)),
                 ("slow, old", lambda: self.slow(True)),
                 ("never answers", self.slow_stop)]
        for title, run in cases:
            if self.options.only and self.options.only not in title:
                continue
            with self.report.part(title):
                try:
                    run()
                finally:
                    self.clean_up()

    def clean_up(self):
        """Ends what a failed case left behind, so that the next one starts alone."""
        for world in World.all:
            world.kill()
        pid = owner()
        if pid:
            os.kill(pid, signal.SIGCONT)
            os.kill(pid, signal.SIGTERM)
            until(lambda: owner() == 0, "the keyring daemon to leave the bus", 30)


def quick_status(world):
    """The status; Failed when it takes longer than a person would wait."""
    began = time.monotonic()
    with Client(world.profile) as client:
        status = client.status()
    if time.monotonic() - began > 5:
        raise Failed("the status took over 5 s")
    return status


def store_secret(user, secret):
    """Puts an item into the keyring as the console's own look."""
    subprocess.run(["secret-tool", "store", "--label=Lockkeeper", "user", user, "server",
                    "Lockkeeper", "type", "base64"], input=base64.b64encode(secret), check=True,
                   timeout=30)


def main():
    options = arguments(__doc__, seconds={"type": float, "default": 30.0, "help":
                                          "how long the slow daemon stands still"},
                        only={"default": "", "help": "only cases whose title has this"})
    report = Report("secretservice")
    with working_directory(options) as root:
        Proof(options, root, report).run()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
