#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The operator's PIN from its setting to its change: who may decide, and where it must not stand.

Run below with-secret-service. The shipped console and lockkeeperctl, a real keyring, terminals
(pty) with something that types.
"""

import base64
import contextlib
import json
import os
import re
import sys
import time

from disguises import Bytes, Sentinel
from harness import (Client, Failed, Report, Sodium, World, arguments, decision_seed, secret_items,
                     server_block, until, working_directory)
from processes import ProcessList, is_in_memory
from sentinels import search, sinks
from terminal import is_echoed, run_on_terminal, run_without_terminal

WRAPPED_SIZE = 121
FREE_ATTEMPTS = 5


class Proven(Client):
    """An operator's eyes: signs the nonce with a key that the test kept from before the PIN."""

    def __init__(self, world, seed):
        super().__init__(world.profile)
        nonce = base64.b64decode(self.welcome["nonce"])
        self.call("operator.prove",
                  {"signature": base64.b64encode(Sodium().prove(seed, nonce)).decode()})

    def show(self, action):
        return self.call("actions.get", {"action_id": action, "scope": "operator"})


class Proof:
    def __init__(self, report, world):
        self.report = report
        self.world = world
        self.check = report.check
        self.pins = {name: Sentinel("PIN " + name)
                     for name in ("first", "second", "wrong", "mistyped")}
        self.seed = b""
        self.key = None
        self.can_read_memory = False
        self.action = self.second = ""  # what the next part decides
        self.effects = 0

    # -- helpers ---------------------------------------------------------------------------------

    def pin(self, name):
        return self.pins[name].text

    def configure(self, **own):
        self.world.write_config(json.dumps({
            "mcpServers": {"t": server_block(self.world.effects_dir)}, "lockkeeper": own}))

    def restart(self):
        self.world.stop()
        self.world.start()
        return self.world.until_ready()

    def command(self, *words):
        return [self.world.options.ctl, "--profile", self.world.profile, *words]

    def terminal(self, words, typed):
        """lockkeeperctl on a terminal; whatever was typed is never on it."""
        run = run_on_terminal(self.command(*words), self.world.console_environment(), typed)
        for one in self.pins.values():
            if one.core.encode() in run.raw:
                self.check(False, f"{' '.join(words[:2])} does not echo", repr(run))
        return run

    def no_terminal(self, *words):
        return run_without_terminal(self.command(*words), self.world.console_environment())

    def item(self):
        """The decision key as it lies in the keyring."""
        name = f"lockkeeper/{self.store_id()}/decision-key"
        for user, secret in secret_items():
            if user == name:
                return secret if len(secret) in (32, WRAPPED_SIZE) else base64.b64decode(secret)
        raise Failed("the keyring has no decision key")

    @staticmethod
    def keys():
        """The keys in the keyring, as they lie there."""
        return {user: secret for user, secret in secret_items() if user.endswith("-key")}

    def store_id(self):
        return self.world.rows("SELECT value FROM store_meta WHERE name = 'store_id'")[0][0]

    def propose(self, message):
        with self.world.client() as agent:
            return agent.submit("t/append", {"message": message})["action_id"]

    def shown(self, action):
        with Proven(self.world, self.seed) as operator:
            return operator.show(action)

    def approve(self, action):
        return ("approve", action, "--fingerprint", self.shown(action)["fingerprint"], "--now")

    def is_pending(self, action, what):
        """Nothing was decided and nothing has run."""
        decided = self.world.rows("SELECT count(*) FROM decision WHERE action_id = ?", action)
        state = self.shown(action)["state"]
        self.check(state == "pending" and decided == [(0,)]
                   and self.world.effects() == self.effects,
                   f"{what}: still pending, nothing ran, no decision is stored",
                   f"{state}, {decided}, {self.world.effects()} effects, not {self.effects}")

    def ran_once(self, action, what):
        until(lambda: self.shown(action)["state"] == "succeeded", f"{what}: the call to succeed")
        self.effects += 1
        self.check(self.world.effects() == self.effects, f"{what}: one effect",
                   f"{self.world.effects()}, not {self.effects}")

    def says(self, run, code, words, what):
        """The run ended with this code and these words on the screen (or stderr)."""
        text = run.screen if hasattr(run, "screen") else (run.stdout + run.stderr).decode()
        ended = run.code if hasattr(run, "code") else run.returncode
        self.check(ended == code and all(word in text for word in words),
                   f"{what}: {text.strip().splitlines()[-1] if text.strip() else ''}",
                   f"code {ended}, expected {code} and {words}: {text[-600:]}")

    def every_command_refused(self, action, pin, what):
        """Each method that decides, over the socket, with this PIN (None: without one)."""
        more = {"scope": "operator"} if pin is None else {"scope": "operator", "pin": pin}
        agents = self.world.rows("SELECT count(*) FROM agent_credential")
        with self.world.client() as client:
            for method, params in (
                    ("actions.approve", {"action_id": action, "now": True,
                                         "fingerprint": self.shown(action)["fingerprint"]}),
                    ("actions.deny", {"action_id": action, "reason": "x"}),
                    ("actions.undo", {"action_id": action}),
                    ("actions.cancel", {"action_id": action}),
                    ("unknown.determine", {"action_id": action, "kind": "happened",
                                           "reason": "x"}),
                    ("agents.add", {"name": "intruder"}),
                    ("agents.revoke", {"credential": "crd_none"})):
                if method.startswith("agents."):
                    params.update({key: value for key, value in more.items() if key != "scope"})
                else:
                    params.update(more)
                error = client.refused(method, params)
                self.check(error.code in ("PermissionDenied", "ResourceExhausted"),
                           f"{what}, {method}: {error.message[:100]}", str(error))
        self.check(self.world.rows("SELECT count(*) FROM agent_credential") == agents,
                   f"{what}: no credential was made")
        self.is_pending(action, what)

    # -- the parts -------------------------------------------------------------------------------

    def before(self):
        """A console without a PIN: whatever is presented as one proves nothing."""
        status = self.world.until_ready()
        self.seed = decision_seed(self.store_id())
        self.key = Bytes("decision key", self.seed)
        self.check(status.get("pin_protected") is False,
                   "at first no PIN protects the decision key")
        found = is_in_memory(self.world.process.pid, self.seed)
        self.can_read_memory = found is not None
        if self.can_read_memory:
            self.check(found, "without a PIN the console has the key in memory all the time")
        else:
            print("        (the memory of the console cannot be read here)")
        action = self.propose("before")
        self.every_command_refused(action, None, "no PIN set, none given")
        self.every_command_refused(action, "12345678", "no PIN set, one given")
        run = self.terminal(self.approve(action), [self.pin("wrong")])
        self.says(run, 1, ["no operator's PIN", "keys pin"], "approve before there is a PIN")
        self.check(run.prompts == 0, "nobody is asked for a PIN that does not exist", repr(run))
        self.is_pending(action, "before the PIN")
        self.action = action

    def set_pin(self):
        """keys pin: on a terminal only, twice the same, long enough."""
        items = self.keys()
        self.says(self.no_terminal("keys", "pin"), 1, ["no terminal"],
                  "keys pin without a terminal")
        run = self.terminal(("keys", "pin"), [self.pin("first"), self.pin("mistyped")])
        self.says(run, 1, ["the two PINs differ"], "keys pin, mistyped")
        self.check(run.prompts == 2, "the new PIN is asked twice", repr(run))
        for short in ("1234567", "\u00fc" * 7, ""):
            run = self.terminal(("keys", "pin"), [short, short])
            self.says(run, 1, ["at least 8 characters"], f"keys pin with {len(short)} characters")
        self.says(self.terminal(("keys", "pin"), ["x" * 1500]), 1, ["at most 1024"],
                  "keys pin with 1500 characters")
        self.check(self.keys() == items, "until now the keyring is unchanged")
        run = self.terminal(("keys", "pin"), [self.pin("first")] * 2)
        self.says(run, 0, ["Start the console again"], "keys pin")
        self.check(run.prompts == 2, "two prompts, and nothing typed is on the screen", repr(run))
        self.wrapped(items)
        # Until it is started again the console knows no PIN, and takes none.
        run = self.terminal(self.approve(self.action), [self.pin("first")])
        self.says(run, 1, ["start the console again"], "the right PIN before the restart")
        self.is_pending(self.action, "before the restart")

    def wrapped(self, before):
        item = self.item()
        self.check(len(item) == WRAPPED_SIZE and item[0] == 1,
                   "the keyring's item is a wrapped key", f"{len(item)} bytes")
        self.check(self.seed not in item and self.seed[:8] not in item,
                   "the plain key is not in it")
        now = self.keys()
        changed = [user for user in now if now[user] != before.get(user)]
        self.check(changed == [f"lockkeeper/{self.store_id()}/decision-key"],
                   "no other key in the keyring changed", repr(changed))

    def after_restart(self):
        status = self.restart()
        self.check(status["keyring"] == "ready" and not status["read_only"]
                   and status.get("pin_protected") is True and not status["reasons"],
                   "started again: ready, and the status says that the PIN protects the key",
                   repr(status))
        run = self.no_terminal("status")
        self.says(run, 0, ["ready, the PIN protects the decision key"], "lockkeeperctl status")
        run = self.no_terminal("doctor")
        self.says(run, 0, ["the PIN protects the decision key"], "lockkeeperctl doctor")
        self.not_in_memory("after the start")

    def not_in_memory(self, when):
        if self.can_read_memory:
            # An answer may be here before the thread that gave it has let go of the key.
            gone = until(lambda: is_in_memory(self.world.process.pid, self.seed) is False,
                         f"{when} the decision key to leave the console's memory", 10)
            self.check(gone, f"{when} the decision key is not in the console's memory")
            # The library's socket keeps what it last read; only root could read it there.
            left = [one.origin for one in self.pins.values()
                    if is_in_memory(self.world.process.pid, one.core.encode())]
            print(f"        ({when} the console's memory still has of the PINs: {left or 'none'})")

    def approvals(self):
        action = self.action
        words = self.approve(action)
        self.says(self.no_terminal(*words), 1, ["PIN is needed", "no terminal"],
                  "approve without a terminal")
        self.is_pending(action, "without a terminal")
        with self.world.client() as client:
            error = client.refused("actions.approve", {"action_id": action,
                                                       "fingerprint": words[3], "now": True})
            self.check(error.code == "PermissionDenied" and "PIN" in error.message,
                       "approve over the socket without a PIN: " + error.message, str(error))
        self.says(self.terminal(words, [""]), 1, ["no PIN was typed"], "approve with an empty line")
        self.is_pending(action, "with an empty line")
        self.says(self.terminal(words, [self.pin("wrong")]), 1, ["the PIN is wrong"],
                  "approve with a wrong PIN")
        self.is_pending(action, "with a wrong PIN")
        run = self.terminal(("--json", "show", action), [self.pin("first")])
        found = re.search(r'"fingerprint":"([0-9a-f]{64})"', run.screen)
        self.check(run.code == 0 and found and found[1] == words[3],
                   "show on a terminal asks for the PIN and names the fingerprint", repr(run))
        run = self.terminal(words, [self.pin("first")])
        self.says(run, 0, [], "approve with the right PIN")
        self.check(run.prompts == 1, "the PIN is asked once", repr(run))
        self.ran_once(action, "approved with the PIN")
        blob = self.world.rows("SELECT * FROM decision WHERE action_id = ?", action)
        self.check(len(blob) == 1 and any(b'"proof":"pin"' in value for value in blob[0]
                                          if isinstance(value, bytes)),
                   "the one stored decision says that the PIN was the proof")
        self.says(self.terminal(words, [self.pin("first")]), 4, ["not pending"],
                  "approve once more")
        self.check(self.world.effects() == self.effects, "and nothing runs again")
        self.not_in_memory("after the decision")

    def denials(self):
        with self.world.client() as agent:
            action = agent.submit("t/append", {"message": "denied"})["action_id"]
            words = ("deny", action, "--reason", "not on a Friday")
            self.says(self.no_terminal(*words), 1, ["no terminal"], "deny without a terminal")
            self.is_pending(action, "deny without a terminal")
            self.says(self.terminal(words, [self.pin("wrong")]), 1, ["the PIN is wrong"],
                      "deny with a wrong PIN")
            self.is_pending(action, "deny with a wrong PIN")
            self.says(self.terminal(words, [self.pin("first")]), 0, [], "deny with the right PIN")
            result = agent.result(action)
            self.check(result["state"] == "denied" and result["reason"] == "not on a Friday",
                       "the agent is told: denied, and why", repr(result))
        self.check(self.world.effects() == self.effects, "what was denied has not run")
        run = self.terminal(("agents", "add", "atlas"), [self.pin("wrong")])
        self.says(run, 1, ["the PIN is wrong"], "agents add with a wrong PIN")
        self.check(self.world.rows("SELECT count(*) FROM agent_credential") == [(0,)],
                   "no agent was added")
        run = self.terminal(("agents", "add", "atlas"), [self.pin("first")])
        self.says(run, 0, [], "agents add with the right PIN")
        self.check(self.world.rows("SELECT count(*) FROM agent_credential") == [(1,)],
                   "one agent was added")

    def limit(self):
        """Five wrong PINs, whoever gives them, and then longer and longer waits."""
        action = self.propose("limit")
        words = self.approve(action)
        wrong = {"action_id": action, "fingerprint": words[3], "pin": self.pin("wrong")}
        right = dict(wrong, pin=self.pin("first"))
        with self.world.client() as client:
            for number in range(1, FREE_ATTEMPTS + 1):
                error = client.refused("actions.approve", wrong)
                self.check(error.code == "PermissionDenied"
                           and error.message.endswith(" 1 s") == (number == FREE_ATTEMPTS),
                           f"wrong PIN {number}: {error.message}", str(error))
            for seconds in (2, 4, 8, 16):
                error = self.next_wrong(client, wrong)
                self.check(error.message.endswith(f" {seconds} s"),
                           f"the wait grows: {error.message}", str(error))
            error = client.refused("actions.approve", right)
            self.check(error.code == "ResourceExhausted" and "the next one is taken in"
                       in error.message, "now not even the right one: " + error.message,
                       str(error))
            run = self.terminal(words, [self.pin("first")])
            self.says(run, 1, ["9 wrong PINs in a row: the next one is taken in"],
                      "approve on the terminal meanwhile")
            self.is_pending(action, "after nine wrong PINs")
        began = time.monotonic()
        answer = until(lambda: self.accepted(right), "the right PIN to be taken")
        self.check(answer["state"] != "pending",
                   f"after the wait the right PIN is taken ({time.monotonic() - began:.0f} s)")
        with self.world.client() as client:
            action = self.propose("after the limit")
            error = client.refused("actions.approve", dict(wrong, action_id=action))
            self.check(error.code == "PermissionDenied" and " s" not in error.message[-4:],
                       "a right PIN begins the count anew", str(error))
        # Its hold (the call said nothing of now) ends, and it runs.
        self.ran_once(wrong["action_id"], "approved after the wait")
        log = self.log()
        numbers = [int(one) for one in re.findall(r"wrong PIN\b.*\bin_a_row=\"?(\d+)", log)]
        self.check(max(numbers, default=0) == 9, "wrong PINs are in the log, counted",
                   repr(numbers))
        self.second = action

    def log(self):
        text = ""
        for name in sorted(os.listdir(self.world.path("logs"))):
            with open(self.world.path("logs", name), encoding="utf-8") as file:
                text += file.read()
        return text

    @staticmethod
    def next_wrong(client, params):
        """The answer to the next wrong PIN that is looked at."""
        def taken():
            error = client.refused("actions.approve", params)
            return error if error.code == "PermissionDenied" else None
        return until(taken, "the next wrong PIN to be looked at")

    def accepted(self, params):
        with self.world.client() as client:
            try:
                return client.call("actions.approve", params)
            except Exception as error:  # refused: too early
                if "in a row" not in str(error):
                    raise
                return None

    def change(self):
        """keys pin once more: the old one first; then only the new one decides."""
        items = self.keys()
        run = self.terminal(("keys", "pin"), [self.pin("wrong"), *[self.pin("second")] * 2])
        self.says(run, 1, ["does not open"], "keys pin with a wrong old PIN")
        self.check(run.prompts == 1, "nobody is asked for a new one then", repr(run))
        self.says(self.no_terminal("keys", "pin"), 1, ["no terminal"],
                  "keys pin without a terminal")
        self.check(self.keys() == items, "the keyring is unchanged")
        run = self.terminal(("keys", "pin"), [self.pin("first"), *[self.pin("second")] * 2])
        self.says(run, 0, ["takes the old one"], "keys pin with the old PIN")
        self.wrapped(items)
        status = self.restart()
        self.check(status["keyring"] == "ready" and status.get("pin_protected"),
                   "started again: ready, protected", repr(status))
        words = self.approve(self.second)
        self.says(self.terminal(words, [self.pin("first")]), 1, ["the PIN is wrong"],
                  "approve with the old PIN")
        self.is_pending(self.second, "with the old PIN")
        self.says(self.terminal(words, [self.pin("second")]), 0, [], "approve with the new PIN")
        self.ran_once(self.second, "approved with the new PIN")

    def unprotected(self):
        """operatorCli "unprotected" does not open a key that the PIN protects."""
        self.configure(operatorCli="unprotected")
        self.restart()
        action = self.propose("unprotected")
        with Proven(self.world, self.seed) as operator:
            fingerprint = operator.show(action)["fingerprint"]
            error = operator.refused("actions.approve", {
                "action_id": action, "fingerprint": fingerprint, "scope": "operator", "now": True})
            self.check(error.code == "PermissionDenied" and "PIN" in error.message,
                       "unprotected: an answered nonce does not sign: " + error.message,
                       str(error))
        self.is_pending(action, "unprotected")
        run = self.terminal(self.approve(action), [self.pin("second")])
        self.says(run, 0, [], "unprotected: approve asks for the PIN all the same")
        self.ran_once(action, "unprotected")

    def nowhere(self, when):
        places = list(sinks(self.world))
        places += [("keyring item " + user, base64.b64decode(secret) + b"\n" + secret)
                   for user, secret in secret_items() if "/probe-" not in user]
        return search(self.report, when, places, [*self.pins.values(), self.key])


def must_find(proof):
    """The searches find what is there: the key in its old form, a PIN in a log."""
    leak = proof.world.path("logs", "leak.txt")
    with open(leak, "wb") as file:
        file.write(b"?" * 5 + base64.b64encode(b"#" + proof.seed) +
                   proof.pins["second"].core.encode("utf-16-le"))
    quiet = Report("control")
    with contextlib.redirect_stdout(None):
        hits = search(quiet, "control", sinks(proof.world), [*proof.pins.values(), proof.key])
    proof.check({origin for _, origin in hits} == {"decision key", "PIN second"},
                "control: a planted key and a planted PIN are found", repr(hits))
    os.unlink(leak)


def main():
    options = arguments(__doc__)
    report = Report("pin")
    with working_directory(options) as root:
        world = World(options, root)
        proof = Proof(report, world)
        proof.configure()
        report.check(is_echoed(world.console_environment()), "control: an echo would be seen")
        processes = ProcessList()
        try:
            world.start()
            for title, run in (("before there is a PIN", proof.before),
                               ("keys pin", proof.set_pin),
                               ("after the restart", proof.after_restart),
                               ("approve", proof.approvals),
                               ("deny and agents", proof.denials),
                               ("wrong PINs", proof.limit),
                               ("another PIN", proof.change),
                               ("unprotected", proof.unprotected)):
                with report.part(title):
                    run()
            with report.part("where it must not stand"):
                proof.nowhere("on disk and in the keyring, while the console runs")
                world.kill()
                proof.nowhere("on disk and in the keyring, after SIGKILL")
                must_find(proof)
                world.start()
                world.until_ready()
                world.stop()
                proof.nowhere("on disk and in the keyring, after an orderly stop")
                report.check(world.effects() == proof.effects == 4, "four effects happened",
                             f"{world.effects()}, {proof.effects}")
                processes.stop()
                approved = [one for one in processes.seen if b"\0approve\0" in one]
                report.check("lockkeeper" in processes.names and approved,
                             f"the process list was looked at {processes.rounds} times")
                search(report, "arguments and environments of all processes",
                       [("process", one) for one in processes.seen],
                       [*proof.pins.values(), proof.key])
        finally:
            world.kill()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
