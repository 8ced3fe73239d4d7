#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants secrets wherever values come in and searches every place where they must not come out.

Run below with-secret-service. The shipped console, a real MCP tool server, the local socket.
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys

import disguises
from disguises import Searcher, Sentinel, cells_of, files_below, found_in
from harness import (Failed, LineCollector, Report, World, arguments, server_block, until,
                     working_directory)


class Planted:
    """The sentinels by where they were planted."""

    def __init__(self):
        self.all = {}

    def text(self, origin, prefix=""):
        if origin not in self.all:
            self.all[origin] = Sentinel(origin, prefix)
        return self.all[origin].text

    def list(self, *without):
        return [one for origin, one in self.all.items()
                if not any(origin.startswith(start) for start in without)]


def call_arguments(planted, kind):
    """A call's arguments with all three kinds of secrets; every action has its own."""
    return {"password": planted.text(f"arguments.{kind}.password"),
            "note": planted.text(f"arguments.{kind}.token", "sk-proj-"),
            "content": "Dear all, the word is " + planted.text(f"arguments.{kind}.content"),
            "message": planted.text(f"arguments.{kind}.message"),
            "progress": planted.text(f"progress.{kind}"),
            "deep": [{"x": {"authorization": "Bearer " +
                            planted.text(f"arguments.{kind}.deep", "ghp_")}}],
            planted.text(f"arguments.{kind}.name"): 1}


def configure(world, planted):
    good = server_block(world.effects_dir,
                        {"API_KEY": planted.text("environment"),
                         "PROOF_STDERR": "working with " + planted.text("stderr.running")})
    broken_dir = os.path.join(world.root, "broken")
    rude_dir = os.path.join(world.root, "rude")
    for folder, flag, text in ((broken_dir, "refuse_start", planted.text("stderr.broken")),
                               (rude_dir, "refuse_hello", planted.text("error.initialize"))):
        os.makedirs(folder)
        with open(os.path.join(folder, flag), "w", encoding="utf-8") as file:
            file.write(text)
    world.configure({"t": good, "broken": server_block(broken_dir),
                     "rude": server_block(rude_dir)})


class Scenario:
    """Takes calls through every way that a value can go."""

    def __init__(self, report, world, planted, agent, operator):
        self.report = report
        self.world = world
        self.planted = planted
        self.agent = agent
        self.operator = operator
        self.ids = {}

    def propose(self, kind, tool):
        action = self.agent.submit("t/" + tool, call_arguments(self.planted, kind),
                                   reason=self.planted.text(f"reason.{kind}"),
                                   session_id=self.planted.text(f"label.{kind}"),
                                   idempotency_key=self.planted.text(f"key.{kind}"))
        self.ids[kind] = action["action_id"]
        return action

    def ends(self, kind, state, outcome=""):
        result = self.agent.result(self.ids[kind])
        if result["state"] not in (state, "unknown"):
            raise Failed(f"{kind}: state {result['state']}, not {state}")
        until(lambda: self.operator.show(self.ids[kind])["state"] == state, f"{kind} to be {state}")
        self.report.check(True, f"an action went the way '{kind}' and is {state}")
        return result

    def run(self, kind, tool, state):
        self.propose(kind, tool)
        self.operator.approve(self.ids[kind])
        if state == "unknown":
            until(lambda: self.operator.show(self.ids[kind])["state"] == state,
                  f"{kind} to be {state}")
            return self.report.check(True, f"an action went the way '{kind}' and is {state}")
        return self.ends(kind, state)

    def go(self):
        self.propose("read", "look")
        self.ends("read", "succeeded")
        self.propose("read-error", "look_and_fail")
        self.ends("read-error", "failed")
        self.run("succeeded", "append", "succeeded")
        self.run("refused", "refuse", "failed")
        self.run("said-error", "append_and_say_error", "unknown")
        self.run("no-answer", "append_and_end", "unknown")
        self.world.until_ready()
        self.propose("denied", "append")
        self.operator.deny(self.ids["denied"], "because " + self.planted.text("denial"))
        self.ends("denied", "denied")
        self.propose("cancelled", "append")
        self.agent.call("actions.cancel", {"action_id": self.ids["cancelled"]})
        self.ends("cancelled", "cancelled")
        self.protected_path()
        self.determine()
        self.bad_input()
        self.propose("pending", "append")

    def protected_path(self):
        """Denied by the built-in rule: the path is an argument too."""
        path = self.world.path(self.planted.text("path").replace("/", ""))
        action = self.agent.submit("t/append", {"message": path})
        self.report.check(action["state"] == "denied",
                          "an argument inside the profile is denied", repr(action))

    def determine(self):
        for kind in ("happened", "undetermined"):
            action = self.ids["said-error" if kind == "happened" else "no-answer"]
            self.operator.ask("unknown.determine", action_id=action, kind=kind,
                              reason=self.planted.text(f"determination.{kind}.reason"),
                              evidence=self.planted.text(f"determination.{kind}.evidence"))

    def bad_input(self):
        """Calls that are turned away, each with a secret inside."""
        planted = self.planted
        twice = self.planted.text("invalid.duplicate")
        text = '{"a":1,"password":"%s","a":2}' % planted.all["invalid.duplicate"].core
        answer = self.agent.call("submissions.create", {"calls": [
            {"call_id": "c1", "tool": "t/append", "arguments_text": text}]})
        self.report.check(answer["actions"][0]["state"] == "invalid",
                          "arguments with a key twice are invalid", repr(answer))
        del twice
        self.agent.refused("submissions.create", {"calls": planted.text("refused.calls")})
        self.agent.refused(planted.text("refused.method"))
        self.agent.refused("actions.get", {"action_id": planted.text("refused.id")})
        core = planted.text("refused.damaged") and planted.all["refused.damaged"].core
        self.agent.send_raw(b'{"jsonrpc":"2.0","id":7,"method":"status","params":{"x":"' +
                            core.encode() + b'"\n')
        self.agent.read_line()
        self.report.check(self.agent.status()["version"] != "",
                          "the connection lives after a damaged line")


def sinks(world):
    """(name, bytes) of everything that lies on disk: all but the operator's own configuration."""
    for path, data in files_below(world.profile, world.state):
        if os.path.basename(path) != "config.jsonc":
            yield "file " + os.path.relpath(path, world.root), data
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    for path, data in files_below(os.path.join(runtime, "lockkeeper")):
        yield "file in the runtime directory " + os.path.basename(path), data
    columns = {}
    for place, data in cells_of(world.path("store.sqlite")):
        columns.setdefault(place, []).append(data)
    for place, cells in columns.items():
        yield "column " + place, b"\n".join(cells)
    yield "the console's stdout", world.output("out")
    yield "the console's stderr", world.output("err")


def search(report, what, places, sentinels):
    """Reports each place in which something planted stands."""
    count = 0
    size = 0
    hits = {}
    searcher = Searcher(sentinels)
    for name, data in places:
        count += 1
        size += len(data)
        for origin, form in searcher.found_in(data):
            hits.setdefault((name, origin), form)
    report.check(count > 0 and size > 0, f"{what}: there is something to search")
    report.check(not hits, f"{what}: {count} places, {size} bytes, {len(sentinels)} sentinels",
                 "; ".join(f"{origin} in {name} ({form})" for (name, origin), form in hits.items()))
    return hits


def must_find(report, world, planted):
    """A search that cannot find anything proves nothing: plants one where it looks, twice."""
    one = planted.list("none")[0]
    leak = world.path("logs", "leak.txt")
    with open(leak, "wb") as file:
        file.write(b"x" * 37 + one.core.encode("utf-16-le"))
    searcher = Searcher(planted.list())
    hits = [hit for _, data in sinks(world) for hit in searcher.found_in(data)]
    report.check(hits == [(one.origin, "UTF-16LE")], "a leak planted in a log file is found",
                 repr(hits))
    os.unlink(leak)
    with world.database(writable=True) as database:
        database.execute("INSERT INTO store_meta (name, value) VALUES ('leak', ?)",
                         ("y" + one.core.encode().hex(),))
        database.commit()
        hits = [hit for _, data in sinks(world) for hit in searcher.found_in(data)]
        report.check((one.origin, "hex") in hits, "a leak planted in the database is found",
                     repr(hits))
        database.execute("DELETE FROM store_meta WHERE name = 'leak'")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def other_agents(report, world, planted, ids):
    """Another agent asks for all that it can think of."""
    with world.client() as other:
        for action in ids.values():
            report.check(other.refused("actions.get", {"action_id": action}).code == "NotFound",
                         "another agent does not find an action")
            other.refused("actions.result", {"action_id": action})
            other.refused("actions.cancel", {"action_id": action})
        other.call("actions.list", {"state": ""})
        other.call("tools.list")
        other.call("status")
        search(report, "all that another agent was told",
               [("answers", bytes(other.received))], planted.list())


def spoken(report, world, planted):
    """What the programs say to whoever asks how things are."""
    with world.client() as client:
        client.call("status")
        client.call("tools.list")
        search(report, "status and tools as anybody sees them",
               [("answers", bytes(client.received))], planted.list())
    # The operator is shown the last lines of a server that does not start: that is their purpose.
    with world.operator() as operator:
        before = len(operator.received)
        operator.full_status()
        status = bytes(operator.received[before:])
        report.check(found_in(status, planted.list()) != [],
                     "the operator sees what the broken server last said")
        search(report, "the operator's status without servers' own words",
               [("answer", status)], planted.list("stderr.", "noise", "error.initialize"))


def programs(report, world, planted):
    for command in (["doctor"], ["--json", "doctor"], ["agents", "list"],
                    ["journal", "verify"]):
        run = world.ctl(*command)
        name = "lockkeeperctl " + " ".join(command)
        search(report, name, [("stdout", run.stdout), ("stderr", run.stderr)], planted.list())
        report.check(run.returncode in (0, 1) and run.stdout, f"{name} answers", repr(run))
    run = world.ctl("--json", "status")
    search(report, "lockkeeperctl status without servers' own words",
           [("stdout", run.stdout), ("stderr", run.stderr)],
           planted.list("stderr.", "noise", "error.initialize"))


def bridge(report, world, planted):
    """An agent's MCP client: what it sends goes through lockkeeperctl mcp."""
    secrets = call_arguments(planted, "bridge")
    messages = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "proof", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "t__look", "arguments": secrets}},
        {"id": 3, "method": "tools/call", "params": {"name": "t__append", "arguments": secrets}},
        {"id": 4, "method": "tools/call",
         "params": {"name": "t__nothing", "arguments": secrets}}]
    with subprocess.Popen([world.options.ctl, "--profile", world.profile, "mcp"],
                          env=world.console_environment(), stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        for message in messages:
            process.stdin.write(json.dumps(dict(jsonrpc="2.0", **message)).encode() + b"\n")
        process.stdin.flush()
        answers = {}
        while not {1, 2, 4} <= set(answers):
            line = process.stdout.readline()
            if not line:
                raise Failed("the bridge ended: " + repr(process.stderr.read()))
            answer = json.loads(line)
            answers[answer.get("id")] = answer
        process.stdin.close()
        process.stdout.read()
        said = process.stderr.read()
    text = json.dumps(answers[2], ensure_ascii=False)
    report.check("result" in answers[2] and secrets["message"].split(" ")[0] in text,
                 "over MCP the agent gets the tool's answer", text[:300])
    search(report, "stderr of the bridge", [("stderr", said + b"\n")], planted.list())


def runs_its_program(pid):
    """The process has turned from ours into the program. What must not be dumped does not say
    which one it is, unless root asks; then it has hardened itself, so it has turned."""
    try:
        return os.readlink(f"/proc/{pid}/exe") not in ("", sys.executable)
    except PermissionError:
        return True


def not_dumpable(report, world):
    """The kernel gives the files of a process that must not be dumped to root: nobody else of the
    same user reads its memory. Run as another user, if this one is root."""
    home = os.path.join(world.root, "anybody")
    program = os.path.join(home, "lockkeeper")
    os.makedirs(home)
    shutil.copy(world.options.lockkeeper, program)
    os.chmod(world.root, 0o711)
    os.chmod(program, 0o755)
    user = 65534 if os.geteuid() == 0 else os.geteuid()
    os.chown(home, user, -1)
    environment = dict(world.console_environment(), HOME=home)
    environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
    environment.pop("XDG_RUNTIME_DIR", None)
    more = {"user": user, "group": user, "extra_groups": []} if os.geteuid() == 0 else {}
    owners = []
    for command in ([program, "--headless", "--profile", os.path.join(home, "profile")],
                    ["cat"]):
        with subprocess.Popen(command, env=environment, cwd=home, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more) as process:
            try:
                if command[0] == program and b"ready" not in process.stdout.readline():
                    raise Failed("the console of the other user did not start")
                until(lambda: runs_its_program(process.pid), "the program to run")
                owners.append(os.stat(f"/proc/{process.pid}/mem").st_uid)
            finally:
                process.kill()
    report.check(owners == [0, user], "its memory belongs to root, that of another program to "
                 "its user", repr(owners))


def core_file(report, world, planted):
    """SIGABRT, where the limit would allow a core file: none is written."""
    folder = os.path.join(world.root, "crash")
    os.makedirs(folder)

    def unlimited():
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    control = subprocess.Popen(["sleep", "60"], cwd=folder, preexec_fn=unlimited)
    os.kill(control.pid, signal.SIGABRT)
    status = os.waitpid(control.pid, 0)[1]
    control.returncode = -signal.SIGABRT
    print(f"        (another program that is killed so {'dumps' if os.WCOREDUMP(status) else 'cannot dump'}"
          " core here)")
    for path, _ in files_below(folder):
        os.unlink(path)
    world.start(cwd=folder, preexec_fn=unlimited)
    world.until_ready()
    with open(f"/proc/{world.process.pid}/limits", encoding="utf-8") as file:
        limits = [line.split()[4:6] for line in file if line.startswith("Max core file size")]
    report.check(limits == [["0", "0"]], "the console's limit for core files is 0 and stays so",
                 repr(limits))
    os.kill(world.process.pid, signal.SIGABRT)
    status = os.waitpid(world.process.pid, 0)[1]
    world.process.returncode = -signal.SIGABRT
    report.check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGABRT,
                 "the console died of SIGABRT")
    report.check(not os.WCOREDUMP(status), "the kernel wrote no core of it, wherever cores go")
    report.check(not list(files_below(folder)), "no core file lies in its working directory")
    search(report, "on disk after the abort", sinks(world), planted.list())


def main():
    options = arguments(__doc__)
    report = Report("sentinels")
    with working_directory(options) as root:
        planted = Planted()
        world = World(options, root)
        disguises.self_test(report)
        configure(world, planted)
        world.flag("noise", planted.text("noise") + "\n")
        try:
            world.start()
            world.until_ready()
            with world.operator() as watching, world.client() as agent, \
                    world.operator() as operator:
                watching.ask("events.subscribe")
                agent.call("events.subscribe", {"from": ""})
                collected = LineCollector(watching)
                scenario = Scenario(report, world, planted, agent, operator)
                with report.part("calls in every way"):
                    scenario.go()
                search(report, "on disk while the console runs", sinks(world), planted.list())
                shown = operator.show(scenario.ids["pending"])
                report.check(shown["arguments"]["password"]
                             == planted.text("arguments.pending.password"),
                             "the operator sees what would run")
                other_agents(report, world, planted, scenario.ids)
                spoken(report, world, planted)
                programs(report, world, planted)
                with report.part("an agent over MCP"):
                    bridge(report, world, planted)
                determined = until(lambda: operator.show(scenario.ids["said-error"])["state"]
                                   == "determined", "the determination to take effect")
                report.check(determined, "a determination took effect")
                stream = collected.end()
            report.check(stream.count(b'"type":"') > 30, "the stream of events had events")
            # A tool's own progress texts are relayed live; they are stored nowhere.
            search(report, "the operator's stream of events", [("stream", stream)],
                   planted.list("progress."))
            search(report, "the agent's stream of events",
                   [("stream", json.dumps(agent.events).encode())], planted.list("progress."))
            with world.client() as agent, world.operator() as operator:
                held = Scenario(report, world, planted, agent, operator)
                held.propose("holding", "append")
                operator.approve(held.ids["holding"], now=False)
                world.kill()
            search(report, "on disk after SIGKILL", sinks(world), planted.list())
            must_find(report, world, planted)
            core_file(report, world, planted)
            with report.part("memory"):
                not_dumpable(report, world)
            world.start()
            world.until_ready()
            world.stop()
            search(report, "on disk after a restart and an orderly stop", sinks(world),
                   planted.list())
            report.check(world.effects() == 3, "three effects happened", str(world.effects()))
        finally:
            world.kill()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
