#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Broken configurations, tool servers, messages, stores and places: each gets a clear answer.

Run below with-secret-service. The shipped console, a real MCP tool server, the local socket.
"""

import json
import os
import shutil
import socket
import sqlite3
import sys

from harness import Report, World, arguments, server_block, until, working_directory

MIB = 1024 * 1024


class Proof:
    def __init__(self, report, options, root):
        self.report = report
        self.options = options
        self.root = root

    def world(self, name):
        return World(self.options, os.path.join(self.root, name))

    def check(self, *values):
        return self.report.check(*values)

    # -- configuration

    def broken_configuration(self):
        """Each: a text, and what the message must name: the line and the key."""
        cases = [
            ("not JSON", '{\n "mcpServers": {\n  "t": }\n}', ["config.jsonc:3:"]),
            ("not closed", '{\n "mcpServers": {', ["config.jsonc:2:"]),
            ("a key twice", '{\n "store": "sqlite",\n "store": "sqlite"\n}',
             ["config.jsonc:3:", "store"]),
            ("an unknown key", '{\n // a comment\n "mcpServer": {}\n}',
             ["config.jsonc:3:", "mcpServer"]),
            ("no command", '{"mcpServers": {\n"files": {"args": []}}}',
             ["config.jsonc:2:", "mcpServers.files", "command"]),
            ("a wrong type", '{"mcpServers": {"files": {"command": "x",\n\n"args": "y"}}}',
             ["config.jsonc:3:", "mcpServers.files.args"]),
            ("a wrong word", '{"lockkeeper":\n{"operatorCli":\n "open"}}',
             ["config.jsonc:3:", "lockkeeper.operatorCli"]),
            ("a wrong effect", '{"mcpServers": {"files": {"command": "x", "lockkeeper": {"tools":'
             '\n{"write": {"effect": "harmless"}}}}}}',
             ["config.jsonc:2:", "mcpServers.files.lockkeeper.tools.write.effect"]),
            ("a wrong number", '{"lockkeeper": {"limits": {\n"pending": 0}}}',
             ["config.jsonc:2:", "lockkeeper.limits.pending"]),
            ("PostgreSQL", '{"store": "postgresql://x/y"}', ["config.jsonc:1:", "store"]),
            ("a NUL", '{"mcpServers": {"files": {"command": "a\\u0000b"}}}',
             ["config.jsonc:1:", "mcpServers.files.command"]),
            ("an empty file", "", ["config.jsonc:1:"])]
        world = self.world("configuration")
        world.configure()
        world.start()
        world.until_ready()
        with world.client() as agent:
            pending = agent.submit("t/append", {"message": "before"})["action_id"]
        world.stop()
        for title, text, named in cases:
            with self.report.part("configuration: " + title):
                self.one_configuration(world, title, text, named, pending)
        with self.report.part("configuration: a directory"):
            os.unlink(world.path("config.jsonc"))
            os.makedirs(world.path("config.jsonc"))
            self.one_configuration(world, "a directory", None, ["config.jsonc"], pending)
            os.rmdir(world.path("config.jsonc"))
        with self.report.part("configuration: mended"):
            world.configure()
            world.start()
            world.until_ready()
            with world.operator() as operator:
                operator.approve(pending)
                until(lambda: operator.show(pending)["state"] == "succeeded", "the call to run")
            self.check(world.effects() == 1, "mended, the pending call can be approved and runs")
            world.stop()

    def one_configuration(self, world, title, text, named, pending):
        if text is not None:
            world.write_config(text)
        world.start()
        status = world.until_keyring(("ready",))
        words = "; ".join(status["reasons"])
        self.check(status["read_only"] and all(one in words for one in named),
                   f"{title}: read-only, and the status names {' '.join(named)}", words)
        written = world.last_error()
        self.check(all(one in written for one in named), f"{title}: stderr names them too",
                   written[-400:])
        with world.client() as client:
            error = client.refused("submissions.create", {"calls": [
                {"call_id": "c1", "tool": "t/append", "arguments": {}}]})
            self.check(error.code in ("Unavailable", "PermissionDenied"),
                       f"{title}: a submission is refused: {error.message[:100]}", str(error))
        with world.operator() as operator:
            self.check(operator.show(pending)["state"] == "pending",
                       f"{title}: what was pending can be seen")
            fingerprint = operator.show(pending)["fingerprint"]
            error = operator.refused("actions.approve", {"action_id": pending, "scope": "operator",
                                                         "fingerprint": fingerprint})
            self.check(error.code in ("Unavailable", "PermissionDenied"),
                       f"{title}: and not approved: {error.message[:100]}", str(error))
        run = world.ctl("status")
        self.check(run.returncode == 0 and named[0].encode() in run.stdout,
                   f"{title}: lockkeeperctl status names it", repr(run))
        world.stop()

    # -- tool servers

    def server_that_does_not_start(self):
        world = self.world("servers")
        silent = os.path.join(world.root, "silent")
        dying = os.path.join(world.root, "dying")
        os.makedirs(silent)
        os.makedirs(dying)
        with open(os.path.join(dying, "refuse_start"), "w", encoding="utf-8") as file:
            file.write("cannot open the harbour\nthe tide is out \x1b[31m\n")
        world.configure({
            "t": server_block(world.effects_dir),
            "dying": server_block(dying),
            "missing": {"command": os.path.join(world.root, "no-such-program")},
            "directory": {"command": world.root},
            "chatty": {"command": "/bin/sh", "args": ["-c", "echo no protocol here; exit 0"]},
            "mute": {"command": "/bin/sh", "args": ["-c", "exec cat > /dev/null"]}})
        world.start()
        world.until_ready("t", 90)
        self.check(True, "the good server is ready although five others are not")
        with world.operator() as operator, world.client() as agent:
            servers = until(lambda: self.failed_servers(operator, ("dying", "missing", "directory",
                                                                   "chatty")),
                            "the broken servers to be failed")
            lines = servers["dying"].get("last_stderr", [])
            self.check(any("cannot open the harbour" in line for line in lines),
                       "a server that ends is shown with its last words", repr(servers["dying"]))
            self.check(not any("\x1b" in line for line in lines),
                       "control characters of it are not shown raw", repr(lines))
            for name in ("dying", "missing", "directory", "chatty"):
                self.check(servers[name].get("reason") or servers[name].get("last_stderr"),
                           f"server {name}: {servers[name]['state']}, "
                           f"{servers[name].get('reason', '')[:100]}", repr(servers[name]))
            self.check("no-such-program" in str(servers["missing"].get("reason"))
                       or "No such file" in str(servers["missing"]),
                       "a program that is not there is said to be not there",
                       repr(servers["missing"]))
            done = agent.result(agent.submit("t/look", {"message": "hello"})["action_id"])
            self.check(done["state"] == "succeeded" and "hello" in json.dumps(done["result"]),
                       "a call of the good server runs meanwhile", repr(done))
            error = agent.refused("submissions.create", {"calls": [
                {"call_id": "c1", "tool": "dying/append", "arguments": {}}]})
            self.check(error.code == "Unavailable" and "dying" in error.message,
                       "a call of a server that never told its tools is refused, and says why: "
                       + error.message, str(error))
            answer = agent.submit("t/none", {})
            self.check(answer["state"] == "invalid" and "t/none" in answer.get("reason", ""),
                       "a tool that a server does not have is invalid, and says so: "
                       + answer.get("reason", ""), repr(answer))
        run = world.ctl("status")
        self.check(b"cannot open the harbour" in run.stdout,
                   "lockkeeperctl status shows the last words, also while it is tried again",
                   repr(run))
        world.stop()

    @staticmethod
    def failed_servers(operator, names):
        servers = {one["name"]: one for one in operator.full_status()["servers"]}
        return servers if all(servers[name]["state"] == "failed" for name in names) else None

    # -- messages

    def messages(self):
        world = self.world("messages")
        world.configure()
        world.start()
        world.until_ready()
        with world.client() as client:
            self.unknown_tool(client)
            self.damaged_lines(client)
            self.oversized(client, world)
            done = client.result(client.submit("t/look", {"message": "still here"})["action_id"])
            self.check(done["state"] == "succeeded", "the same connection does a call after all "
                                                     "that")
        self.before_hello(world)
        self.check(world.process.poll() is None, "the console lives")
        world.stop()

    def unknown_tool(self, client):
        for tool, word in (("t/nothing", "t/nothing"), ("nobody/append", "nobody/append")):
            answer = client.submit(tool, {})
            self.check(answer["state"] == "invalid" and word in answer.get("reason", ""),
                       f"an unknown tool is invalid: {answer.get('reason')}", repr(answer))
        answer = client.submit("append", {})
        self.check(answer["state"] == "invalid" and "server/tool" in answer.get("reason", ""),
                   f"a tool without its server is invalid: {answer.get('reason')}", repr(answer))
        for calls, word in (([], "call"), ("x", "calls"),
                            ([{"call_id": "c1", "tool": "t/append", "arguments": {}}] * 257,
                             "256")):
            error = client.refused("submissions.create", {"calls": calls})
            self.check(word in error.message, f"refused: {error.message[:100]}", str(error))
        for text, word in (('{"a":1,"a":2}', "a"), ("[1]", "object"), ('{"a":NaN}', ""),
                           ('{"a":' * 200 + "1" + "}" * 200, "128"), ('{"a":"\\x"}', "")):
            answer = client.call("submissions.create", {"calls": [
                {"call_id": "c1", "tool": "t/append", "arguments_text": text}]})
            action = answer["actions"][0]
            self.check(action["state"] == "invalid" and word in action.get("reason", "")
                       and action.get("reason"),
                       f"arguments {text[:16]}: invalid, {action.get('reason', '')[:90]}",
                       repr(action))

    def damaged_lines(self, client):
        for title, line, code in (
                ("no JSON", b"hello there", -32700),
                ("half an object", b'{"jsonrpc":"2.0","id":1,', -32700),
                ("not UTF-8", b'{"jsonrpc":"2.0","id":1,"method":"st\xff"}', -32700),
                ("a key twice", b'{"jsonrpc":"2.0","id":1,"id":2,"method":"status"}', None),
                ("a batch", b'[{"jsonrpc":"2.0","id":1,"method":"status"}]', -32600),
                ("no method", b'{"jsonrpc":"2.0","id":1}', -32600),
                ("another version", b'{"jsonrpc":"1.0","id":1,"method":"status"}', -32600),
                ("parameters that are text", b'{"jsonrpc":"2.0","id":1,"method":"status",'
                                             b'"params":"x"}', None),
                ("a number of ten thousand digits", b'{"jsonrpc":"2.0","id":1,"method":"x",'
                                                    b'"params":{"a":' + b"9" * 10000 + b"}}",
                 -32601),
                ("very deep", b'{"jsonrpc":"2.0","id":1,"method":"status","params":{"a":' +
                 b"[" * 5000 + b"]" * 5000 + b"}}", None),
                ("a NUL", b'{"jsonrpc":"2.0","id":1,"method":"a\x00b"}', -32700),
                ("a header", b"Content-Length: 17", -32600)):
            client.send_raw(line + b"\n")
            message = client.read_line()
            error = message.get("error", {})
            self.check(error.get("message") and (code is None or error.get("code") == code),
                       f"{title}: error {error.get('code')}, {error.get('message', '')[:90]}",
                       repr(message)[:300])
            self.check("store_id" in client.status(), f"{title}: the connection lives")

    def oversized(self, client, world):
        client.send_raw(b'{"jsonrpc":"2.0","id":1,"method":"status","params":{"x":"')
        for _ in range(17):
            client.send_raw(b"x" * MIB)
        client.send_raw(b'"}}\n')
        message = client.read_line()
        self.check("16 MiB" in message.get("error", {}).get("message", ""),
                   f"a line of 17 MiB: {message.get('error')}", repr(message)[:300])
        self.check("store_id" in client.status(), "a line of 17 MiB: the connection lives")
        with open(f"/proc/{world.process.pid}/status", encoding="utf-8") as file:
            peak = [int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM")][0]
        self.check(peak < 400, f"the console's memory stayed bounded ({peak} MiB at most)")
        answer = client.call("submissions.create", {"calls": [
            {"call_id": "c1", "tool": "t/append", "arguments": {"a": "x" * (9 * MIB)}}]})
        action = answer["actions"][0]
        self.check(action["state"] == "invalid" and "8388608" in action.get("reason", ""),
                   f"arguments of 9 MiB: invalid, {action.get('reason', '')[:90]}",
                   repr(action)[:300])

    def before_hello(self, world):
        """Who does not say hello gets an answer, not a crash."""
        with open(world.path("console.json"), encoding="utf-8") as file:
            path = json.load(file)["socket"]
        for title, data in (("a call before hello",
                             b'{"jsonrpc":"2.0","id":1,"method":"status"}\n'),
                            ("HTTP", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
                            ("a wrong credential",
                             b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,'
                             b'"kind":"control","credential":"lka_00"}}\n'),
                            ("an unknown kind",
                             b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,'
                             b'"kind":"window"}}\n')):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(30)
                connection.connect(path)
                connection.sendall(data)
                line = connection.recv(65536).split(b"\n")[0]
            error = json.loads(line).get("error", {})
            self.check(error.get("message"), f"{title}: {error.get('message', '')[:90]}",
                       repr(line[:300]))

    # -- programs and places

    def second_console(self):
        world = self.world("second")
        world.configure()
        world.start()
        world.until_ready()
        first = world.process
        second = world.launch()
        code = second.wait(30)
        words = world.last_error()
        self.check(code == 1, "a second console on the profile ends with 1", str(code))
        self.check("another console" in words and str(first.pid) in words
                   and world.profile in words, "and says why: " + words.strip()[:160])
        with world.client() as client:
            self.check(client.status()["pid"] == first.pid, "the first one goes on")
        world.stop()
        self.check(not os.path.exists(world.path("console.json")), "and takes its traces away")

    def damaged_store(self):
        for title, damage, words in (
                ("a newer schema", self.newer_schema, ["newer version"]),
                ("no database", self.no_database, ["store"]),
                ("another program's database", self.other_database, ["another program"]),
                ("a cut-off database", self.cut_database, ["store"]),
                ("a missing table", self.missing_table, ["store"]),
                ("a store that is a directory", self.directory_store, ["regular file"])):
            with self.report.part("store: " + title):
                self.one_store(title, damage, words)

    def one_store(self, title, damage, words):
        world = self.world("store-" + title.replace(" ", "-").replace("'", ""))
        world.configure()
        world.start()
        world.until_ready()
        with world.client() as agent:
            agent.submit("t/append", {"message": "pending"})
        world.stop()
        damage(world)
        before = self.bytes_of(world)
        world.start()
        with world.client() as client:
            status = client.status()
            said = "; ".join(status["reasons"])
            self.check(status["read_only"] and all(word in said for word in words),
                       f"{title}: the console starts read-only and says: {said[:160]}",
                       repr(status))
            error = client.refused("submissions.create", {"calls": [
                {"call_id": "c1", "tool": "t/append", "arguments": {}}]})
            self.check(error.code == "Unavailable", f"{title}: a submission is Unavailable: "
                       f"{error.message[:90]}", str(error))
        self.check(all(word in world.last_error() for word in words), f"{title}: the log says it")
        world.stop()
        self.check(self.bytes_of(world) == before, f"{title}: the file was left as it is")
        self.check(world.effects() == 0, f"{title}: nothing ran")

    @staticmethod
    def bytes_of(world):
        path = world.path("store.sqlite")
        if os.path.isdir(path):
            return sorted(os.listdir(path))
        with open(path, "rb") as file:
            return file.read()

    @staticmethod
    def edit(world, *statements):
        database = sqlite3.connect(world.path("store.sqlite"), isolation_level=None)
        for statement in statements:
            database.execute(statement).fetchall()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        database.close()

    def newer_schema(self, world):
        self.edit(world, "INSERT INTO schema_migration SELECT number + 1, 'later', checksum, "
                         "applied_at_ms FROM schema_migration ORDER BY number DESC LIMIT 1")

    def no_database(self, world):
        with open(world.path("store.sqlite"), "wb") as file:
            file.write(b"This is not a database. " * 1000)

    def other_database(self, world):
        os.unlink(world.path("store.sqlite"))
        self.edit(world, "CREATE TABLE notes (text TEXT)")

    def cut_database(self, world):
        with open(world.path("store.sqlite"), "r+b") as file:
            file.truncate(os.path.getsize(world.path("store.sqlite")) // 2)

    def missing_table(self, world):
        self.edit(world, "PRAGMA foreign_keys = OFF", "DROP TABLE outbox")

    def directory_store(self, world):
        os.unlink(world.path("store.sqlite"))
        os.makedirs(world.path("store.sqlite"))

    def guard_that_cannot_be_written(self):
        """Where the guard would lie is something else; as a user to whom rights apply, read-only."""
        world = self.world("guard")
        world.configure()
        os.makedirs(os.path.dirname(world.state))
        with open(world.state, "w", encoding="utf-8") as file:
            file.write("a file where the directory should be")
        process = world.launch()
        code = process.wait(30)
        words = world.last_error()
        self.check(code == 1 and world.state in words,
                   "a file in the place of the guard's directory: exit 1, " + words.strip()[:160],
                   f"{code} {words}")
        os.unlink(world.state)
        world.start()
        world.until_ready()
        with world.client() as agent:
            pending = agent.submit("t/append", {"message": "pending"})["action_id"]
        world.stop()
        store = os.path.join(world.state, os.listdir(world.state)[0])
        guard = os.path.join(store, "guard")
        os.rename(guard, guard + ".away")
        os.makedirs(guard)
        world.start()
        status = world.until_keyring(("ready",))
        words = "; ".join(status["reasons"])
        self.check(status["read_only"] and "guard" in words,
                   "a directory in the place of the guard file: read-only, " + words[:160],
                   repr(status))
        with world.client() as client:
            error = client.refused("operator.prove", {"signature": "AAAA"})
            self.check(error.code == "Unavailable" and "guard" in error.message,
                       "nobody can prove to be an operator: " + error.message[:120], str(error))
        world.stop()
        os.rmdir(guard)
        os.rename(guard + ".away", guard)
        world.start()
        world.until_ready()
        with world.operator() as operator:
            operator.approve(pending)
            until(lambda: operator.show(pending)["state"] == "succeeded", "the call to run")
        self.check(world.effects() == 1, "with its guard back, the pending call can be approved")
        world.stop()

    def places(self):
        """A profile that cannot be used ends the start with a sentence."""
        world = self.world("places")
        world.configure()
        os.chmod(world.profile, 0o777)
        code = world.launch().wait(30)
        self.check(code == 1 and "written by others" in world.last_error(),
                   "a profile that others can write: " + world.last_error().strip()[:160])
        os.chmod(world.profile, 0o700)
        shutil.rmtree(world.profile)
        with open(world.profile, "w", encoding="utf-8") as file:
            file.write("x")
        code = world.launch().wait(30)
        self.check(code == 1 and world.profile in world.last_error(),
                   "a profile that is a file: " + world.last_error().strip()[:160])
        os.unlink(world.profile)
        world.environment = {"XDG_STATE_HOME": os.path.join(world.profile, "state")}
        code = world.launch().wait(30)
        self.check(code == 1 and "inside the profile" in world.last_error(),
                   "a guard inside the profile: " + world.last_error().strip()[:160])

    def run(self):
        parts = [("configuration", self.broken_configuration),
                 ("servers", self.server_that_does_not_start), ("messages", self.messages),
                 ("second console", self.second_console), ("store", self.damaged_store),
                 ("guard", self.guard_that_cannot_be_written), ("places", self.places)]
        for title, part in parts:
            if self.options.only and self.options.only not in title:
                continue
            with self.report.part(title):
                part()
            for world in World.all:
                world.kill()


def main():
    options = arguments(__doc__, only={"default": "", "help": "only the parts of this name"})
    report = Report("badinput")
    with working_directory(options) as root:
        Proof(report, options, root).run()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
