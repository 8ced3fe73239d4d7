#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An MCP tool server over stdio whose effects are counted by another process.

Usage: effectserver.py FOLDER [TAG MS]

FOLDER/counter is the counter's socket and FOLDER/server.pid names this process. While
FOLDER/slowstart exists the server does not answer its first message. What one call is to do besides
its effect stands in FOLDER/plan/TAG, which is removed when it is read:

  slow MS         waits before the effect
  orphan MS       leaves the effect to a process of its own, which has it after that time
  kill before     kills the console, then goes on to the effect
  kill after      has its effect, then kills the console
  kill answered   has its effect, answers, then kills the console

Tools: append (an effect), look (a read, counted as well), tardy (an effect, and then an answer that
comes later than the console waits).
"""
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

TARDY_MS = 1600
HARMLESS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True,
            "openWorldHint": False}
READING = {"readOnlyHint": True, "openWorldHint": False}
SCHEMA = {"type": "object", "properties": {"tag": {"type": "string"}}, "required": ["tag"]}
TOOLS = [{"name": name, "inputSchema": SCHEMA, "annotations": annotations}
         for name, annotations in (("append", HARMLESS), ("look", READING), ("tardy", HARMLESS))]
never = threading.Event()  # nobody sets it: waiting for it is the tool's slowness


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.lock = threading.Lock()
        self.console = os.getppid()

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def send(self, ident, result):
        line = json.dumps({"jsonrpc": "2.0", "id": ident, "result": result}).encode() + b"\n"
        with self.lock:
            while line:
                line = line[os.write(1, line):]

    def take_plan(self, tag):
        try:
            with open(self.path("plan", tag), encoding="ascii") as file:
                plan = file.read().split()
            os.unlink(self.path("plan", tag))
        except FileNotFoundError:
            return ["none"]
        return plan

    def effect(self, tag):
        with socket.socket(socket.AF_UNIX) as counter:
            counter.connect(self.path("counter"))
            counter.sendall(tag.encode() + b"\n")
            if counter.recv(16) != b"ok\n":
                raise OSError("the counter did not confirm")

    def kill_console(self):
        os.kill(self.console, signal.SIGKILL)

    def call(self, message):
        params = message["params"]
        tag = params["arguments"]["tag"]
        plan = self.take_plan(tag)
        if plan[0] == "slow":
            never.wait(int(plan[1]) / 1000)
        if plan == ["kill", "before"]:
            self.kill_console()
        if plan[0] == "orphan":
            subprocess.run([sys.executable, __file__, self.folder, tag, plan[1]], check=True)
        else:
            self.effect(tag)
        if plan == ["kill", "after"]:
            self.kill_console()
        if params["name"] == "tardy":
            never.wait(TARDY_MS / 1000)
        self.send(message["id"], {"content": [{"type": "text", "text": "done " + tag}]})
        if plan == ["kill", "answered"]:
            self.kill_console()

    def handle(self, message):
        method = message.get("method")
        if method == "initialize":
            with open(self.path("server.pid"), "w", encoding="ascii") as file:
                file.write(str(os.getpid()))
            while os.path.exists(self.path("slowstart")):
                time.sleep(0.01)  # bounded poll: the test removes the file
            self.send(message["id"], {"protocolVersion": "2025-11-25",
                                      "capabilities": {"tools": {}},
                                      "serverInfo": {"name": "effects", "version": "1"}})
        elif method == "tools/list":
            self.send(message["id"], {"tools": TOOLS})
        elif method == "tools/call":
            threading.Thread(target=self.call, args=(message,), daemon=True).start()
        elif method == "ping":
            self.send(message["id"], {})


def main():
    server = Server(sys.argv[1])
    if len(sys.argv) > 2:  # the process of "orphan"
        never.wait(int(sys.argv[3]) / 1000)
        server.effect(sys.argv[2])
        return
    for line in sys.stdin.buffer:
        server.handle(json.loads(line))


if __name__ == "__main__":
    main()
