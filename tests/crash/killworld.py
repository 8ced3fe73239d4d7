# SPDX-License-Identifier: Apache-2.0
"""One profile with its console, tool server, effect counter and book, through many kills."""
import base64
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import book
import ed25519
from consoleclient import LIMIT, Console, Gone, Link, Refused, Violation

TOOLS = 3
PRINCIPAL = "00112233445566778899aabbccddeeff"  # the agent's connection, resumed after each restart
MOVED_ON = {"FailedPrecondition", "Conflict"}   # another answer came first
OPERATOR = {"scope": "operator"}
SIGNER_UNKNOWN = "signature intact, signer unknown"
# Said while a new store waits for its keychain.
FIRST_COPY = "the guard's first copy"


class World:
    def __init__(self, console, tools, folder, seed):
        self.program = console
        self.tools = tools
        self.folder = folder
        self.seed = seed
        self.rng = random.Random(seed)
        self.runs = book.Runs()
        self.actions = {}
        self.submissions = []
        self.agents = {}
        self.keys = {}
        self.console = None
        self.link = None
        self.kill_due = None
        self.orphans_until = 0
        self.kill_reason = "nothing yet"
        self.log = os.path.join(folder, "console.log")
        os.makedirs(os.path.join(folder, "plan"))
        self.profile = os.path.join(folder, "profile")
        os.makedirs(self.profile, mode=0o700)
        self._write_configuration()
        self.counter_log = os.path.join(folder, "effects")
        self.counter = subprocess.Popen(
            [sys.executable, os.path.join(tools, "effectcounter.py"),
             os.path.join(folder, "counter"), self.counter_log],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.counter.stdout.readline()

    def close(self):
        if self.console and self.console.process.poll() is None:
            self.console.kill()
            self.console.process.wait()
        if self.link:
            self.link.close()
        self.counter.stdin.close()
        self.counter.wait()
        self.counter.stdout.close()

    def _write_configuration(self):
        server = {"command": sys.executable,
                  "args": ["-B", os.path.join(self.tools, "effectserver.py"), self.folder],
                  "lockkeeper": {"trusted": True, "tools": {
                      "append": {"effect": "idempotent"},
                      "tardy": {"effect": "idempotent", "timeoutSeconds": 1}}}}
        configuration = {"mcpServers": {"effects": server},
                         "lockkeeper": {"operatorCli": "unprotected",
                                        "limits": {"pending": 10000, "open": 100000}}}
        with open(os.path.join(self.profile, "config.jsonc"), "w", encoding="ascii") as file:
            json.dump(configuration, file)

    # The console's life.

    def start(self, kill_at=None):
        self.runs.begin()
        self.console = Console(self.program, self.profile, self.log, kill_at)

    def become_ready(self):
        """Until the keys are there, recovery is over and the tools are known."""
        self._let_server_start()
        deadline = time.monotonic() + LIMIT
        while not self.console.read_ready_line(self._patience(0.1)):
            self._check_time(deadline, "the console does not become ready")
        self.link = Link(self.console.socket_path, resume=PRINCIPAL)
        while True:
            status = self.link.call("status", {})
            complaints = [one for one in status["reasons"] if FIRST_COPY not in one]
            if status["keyring"] == "ready" and complaints:
                raise Violation(f"the console complains: {complaints}")
            if not status["read_only"] and self.server_state(status) == ("ready", TOOLS):
                break
            self._check_time(deadline, f"the console does not become ready: {status}")
            self.link.pump(self._patience(0.02))
        self.link.prove(self._decision_key(status["store_id"]))

    def _let_server_start(self):
        try:
            os.unlink(os.path.join(self.folder, "slowstart"))
        except FileNotFoundError:
            pass

    def server_state(self, status=None):
        server = (status or self.link.call("status", {}))["servers"][0]
        return server["state"], server["tools"]

    def _decision_key(self, store_id):
        if store_id not in self.keys:
            self.keys[store_id] = self._seed(store_id, "decision-key")
        return self.keys[store_id]

    @staticmethod
    def _seed(store_id, item):
        """A key's 32 bytes from the keychain."""
        secret = subprocess.run(["secret-tool", "lookup", "server", "Lockkeeper", "user",
                                 f"lockkeeper/{store_id}/{item}"],
                                stdout=subprocess.PIPE, check=True, timeout=LIMIT).stdout
        return base64.b64decode(secret)

    def _check_time(self, deadline, what):
        if time.monotonic() > deadline:
            raise Violation(f"{what} (within {LIMIT:.0f} s)")

    def _patience(self, seconds):
        """Kills the console when that is due; never waits past it."""
        if self.kill_due is None:
            return seconds
        left = self.kill_due - time.monotonic()
        if left > 0:
            return min(seconds, left)
        self.console.kill()
        return seconds

    def pump(self, until, what, seconds=LIMIT):
        """Handles answers until `until()`; a violation when that takes too long."""
        deadline = time.monotonic() + seconds
        while not until():
            self._check_time(deadline, what)
            self.link.pump(self._patience(0.05))

    def pump_for(self, seconds):
        """Goes on handling answers for some time, most of all until the console is killed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.link.pump(self._patience(max(0, min(0.05, end - time.monotonic()))))

    def was_killed(self, reason):
        """After Gone: takes note of the end."""
        self.console.wait_killed()
        self.runs.end()
        self.kill_due = None
        self.kill_reason = reason
        self._drop_link()

    def _drop_link(self):
        if self.link:
            self.link.close()
        self.link = None

    def stop(self):
        self.console.stop()
        self.runs.end()
        self._drop_link()

    # What agents and operators ask for. Nothing waits here; the answers come in pump().

    def submit(self, tools=("append",), plan=None):
        number = len(self.actions)
        actions = [book.Action(f"n{number + i}", tool) for i, tool in enumerate(tools)]
        if plan:
            self.plan(actions[0], plan)
        submission = book.Submission(f"k{number}", actions)
        self.submissions.append(submission)
        self.actions.update((action.tag, action) for action in actions)
        self._send_submission(submission)
        return actions

    def plan(self, action, words):
        with open(os.path.join(self.folder, "plan", action.tag), "w", encoding="ascii") as file:
            file.write(words)

    def _send_submission(self, submission):
        calls = [{"call_id": action.tag, "tool": "effects/" + action.tool,
                  "arguments": {"tag": action.tag}} for action in submission.actions]

        def done(result, error):
            if error:
                raise Violation(f"submission {submission.key} was refused: {error}")
            if [row["call_id"] for row in result["actions"]] != [a.tag for a in submission.actions]:
                raise Violation(f"submission {submission.key} was answered with other calls")
            submission.id = result["submission_id"]
            for action, row in zip(submission.actions, result["actions"]):
                action.observe(row, self.runs)
        self.link.send("submissions.create",
                       {"idempotency_key": submission.key, "calls": calls}, done)

    def _ask(self, action, what, method, params):
        action.ask(what, self.runs.current)

        def done(result, error):
            if error and error.code == "OutcomeUnknown":
                return
            if not error:
                action.observe(result, self.runs)
            elif error.code not in MOVED_ON:
                raise Violation(f"{action}: {error}")
            action.answered(what)
            action.refused = str(error or "")
        self.link.send(method, {"action_id": action.id, **OPERATOR, **params}, done)

    def approve(self, action, now=True):
        what = "approve_now" if now else "approve_hold"
        self._ask(action, what, "actions.approve", {"fingerprint": action.fingerprint, "now": now})

    def deny(self, action):
        self._ask(action, "deny", "actions.deny", {"reason": "not today"})

    def undo(self, action):
        self._ask(action, "undo", "actions.undo", {})

    def cancel(self, action):
        self._ask(action, "cancel", "actions.cancel", {})

    def determine(self, action):
        kind = "happened" if self.counts().get(action.tag) else "did_not_happen"
        self._ask(action, "determine", "unknown.determine",
                  {"kind": kind, "reason": "the counter says so", "effect_has_stopped": True})

    def collect(self, action):
        """Asks, as the agent, for the result and waits for it; checks what a success says."""
        def done(result, error):
            if error:
                raise Violation(f"{action}: its result was refused: {error}")
            action.observe({key: result[key] for key in ("action_id", "state", "outcome")},
                           self.runs)
            if result["state"] == "succeeded" and "done " + action.tag not in str(result["result"]):
                raise Violation(f"{action}: another result was kept: {result}")
        self.link.send("actions.result", {"action_id": action.id, "wait_ms": 60000}, done)

    def add_agent(self):
        name = f"agent{len(self.agents)}"
        self.agents[name] = None

        def done(result, error):
            if error:
                raise Violation(f"agents.add was refused: {error}")
            self.agents[name] = result["token"]
        self.link.send("agents.add", {"name": name, **OPERATOR}, done)

    def kill_tool_server(self):
        with open(os.path.join(self.folder, "server.pid"), encoding="ascii") as file:
            try:
                os.kill(int(file.read()), signal.SIGKILL)
            except ProcessLookupError:
                pass

    # What must hold.

    def quiet(self):
        """Until nothing is unanswered."""
        self.pump(lambda: not self.link.waiting, "some calls are not answered")

    def counts(self):
        """Effects by tag."""
        found = {}
        if os.path.exists(self.counter_log):
            with open(self.counter_log, encoding="ascii") as file:
                for line in file:
                    tag = line.strip()
                    found[tag] = found.get(tag, 0) + 1
        return found

    def listed(self):
        rows = []
        params = {"limit": 1000, **OPERATOR}
        while True:
            page = self.link.call("actions.list", params)["actions"]
            rows += page
            if len(page) < 1000:
                return rows
            params["before"] = page[-1]["action_id"]

    def check(self):
        """Every invariant over every action there ever was; needs an idle link."""
        before = self.counts()
        rows = self.listed()
        after = self.counts()
        seen = {}
        for row in rows:
            tag = row["call_id"]
            if tag not in self.actions:
                raise Violation(f"an action that nobody proposed: {tag}")
            if tag in seen:
                raise Violation(f"{tag}: two actions, {seen[tag]} and {row['action_id']}")
            seen[tag] = row["action_id"]
            first_time = self.actions[tag].seen_run < self.runs.current
            self.actions[tag].observe(row, self.runs)
            if first_time and row["state"] == "unknown" and self.actions[tag].lost_count is None:
                self.actions[tag].lost_count = after.get(tag, 0)
        for submission in self.submissions:
            there = [action.tag in seen for action in submission.actions]
            if any(there) != all(there):
                raise Violation(f"submission {submission.key} was admitted in part")
            if submission.id and not all(there):
                raise Violation(f"submission {submission.key} was answered and is lost")
        for action in self.actions.values():
            if action.tag in seen:
                action.check_effects(before.get(action.tag, 0), after.get(action.tag, 0))
            elif after.get(action.tag):
                raise Violation(f"{action}: an effect of an action that is not there")
        self._check_agents()

    def _check_agents(self):
        there = {agent["name"] for agent in self.link.call("agents.list", OPERATOR)["agents"]}
        known = {name for name, token in self.agents.items() if token}
        if not known <= there <= set(self.agents):
            raise Violation(f"agents: {sorted(there)} are there, {sorted(known)} were answered")
        for name in sorted(known)[-1:]:
            link = Link(self.console.socket_path, credential=self.agents[name])
            link.close()
            if link.welcome.get("name") != name:
                raise Violation(f"the credential of {name} is taken for another")

    def resubmit(self):
        """What was not answered is proposed again under its key: the same action, or a first one."""
        for submission in self.submissions:
            if not submission.id:
                self._send_submission(submission)

    def in_state(self, *states, tool=None):
        return [action for action in self.actions.values()
                if action.seen in states and tool in (None, action.tool)]

    def pending(self, count=1):
        """That many pending effects, new ones if there are not enough; waits for the answer."""
        found = [a for a in self.in_state("pending", tool="append") if not a.asked]
        while len(found) < count:
            found += self.submit()
        self.quiet()
        return self.rng.sample(found, count)

    def settle(self, what="calls do not end"):
        """Until nothing is approved or running."""
        self.quiet()
        for action in self.in_state("approved", "running"):
            self.collect(action)
        self.pump(lambda: not self.link.waiting, what)

    def finish(self, ctl):
        """The last lives: everything pending is approved and runs, exactly once."""
        self.start()
        self.become_ready()
        self.check()
        self.resubmit()
        self.settle()
        self.check()
        todo = self.in_state("pending")
        for action in todo:
            self.approve(action)
            if len(self.link.waiting) >= 32:
                self.quiet()
        self.settle("approved calls do not end")
        self.pump_for(self.orphans_until - time.monotonic())
        self.check()
        for action in todo:
            if action.seen not in ("succeeded", "unknown") or \
                    (action.seen == "unknown") != (action.tool == "tardy"):
                raise Violation(f"{action}: approved at the end and {action.seen}; "
                                f"{action.refused}")
        self.stop()
        anchor = self._anchor(ctl)
        self.start()
        self.become_ready()
        self.check()
        self.settle()
        self.stop()
        said, code = verify_journal(ctl, self.profile, "--anchor", anchor)
        if code != 0 or not said["intact"]:
            raise Violation(f"journal verify with an anchor: {said}")

    def _anchor(self, ctl):
        """A file that says who signs the journal and how far it has come."""
        said, _ = verify_journal(ctl, self.profile)
        lane = LANE.fullmatch(said["lines"][0])
        if not lane or lane[2] != lane[3] or said["lines"][1:] != [SIGNER_UNKNOWN]:
            raise Violation(f"journal verify without an anchor: {said}")
        store_id, = self.keys
        record = ed25519.public_key(self._seed(store_id, "record-key"))
        path = os.path.join(self.folder, "anchor")
        with open(path, "w", encoding="ascii") as file:
            json.dump({"head": lane[4], "lane": lane[1], "position": int(lane[2]),
                       "record_key": record.hex(), "store_id": store_id}, file,
                      separators=(",", ":"))
        return path


LANE = re.compile(r"lane (\w+): (\d+) entries, signed up to (\d+), head ([0-9a-f]{64})")


def verify_journal(ctl, profile, *anchor):
    """What lockkeeperctl says of a stopped console's journal, and its exit code."""
    done = subprocess.run([ctl, "--profile", profile, "--json", "journal", "verify", *anchor],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT, check=False)
    if not done.stdout:
        raise Violation(f"journal verify: {done.stderr.decode()}")
    return json.loads(done.stdout), done.returncode
