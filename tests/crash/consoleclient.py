# SPDX-License-Identifier: Apache-2.0
"""The shipped console as a child process, and JSON-RPC on its local socket with many calls at once."""
import base64
import json
import os
import select
import signal
import socket
import subprocess
import time

import ed25519

LIMIT = float(os.environ.get("LOCKKEEPER_CRASH_LIMIT", "90"))  # seconds; only a hang reaches it
PROOF_TAG = b"lockkeeper/operator-proof/1"


class Violation(Exception):
    """Something that must never happen has happened."""


class NotReached(Exception):
    """The armed kill point was not on the way this time; says nothing about the console."""


class Gone(Exception):
    """The console has ended: the connection broke."""


class Refused(Exception):
    """An error answer."""

    def __init__(self, method, error):
        data = error.get("data") or {}
        self.code = data.get("code", "")
        self.reason = error.get("message", "")
        super().__init__(f"{method}: {self.code}: {self.reason}")


class Link:
    """One control connection. Answers are given to callbacks by pump()."""

    def __init__(self, path, resume=None, credential=None):
        self.waiting = {}
        self.next_id = 1
        self.buffer = b""
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            raise Gone(str(error)) from error
        hello = {"protocol": 1, "kind": "control"}
        if resume:
            hello["resume"] = resume
        if credential:
            hello["credential"] = credential
        self.welcome = self.call("hello", hello)

    def close(self):
        self.socket.close()

    def send(self, method, params, done):
        """`done(result, error)` is called by pump(); exactly one of the two is None."""
        ident = self.next_id
        self.next_id += 1
        self.waiting[ident] = (method, done)
        line = json.dumps({"jsonrpc": "2.0", "id": ident, "method": method, "params": params})
        try:
            self.socket.sendall(line.encode() + b"\n")
        except OSError as error:
            raise Gone(str(error)) from error

    def pump(self, seconds):
        """Handles what has come, waiting for something at most that long. Gone at the end."""
        if not select.select([self.socket], [], [], seconds)[0]:
            return
        try:
            got = self.socket.recv(1 << 20)
        except OSError as error:
            raise Gone(str(error)) from error
        if not got:
            raise Gone("the connection was closed")
        *lines, self.buffer = (self.buffer + got).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "id" not in message or "method" in message:
                continue
            method, done = self.waiting.pop(message["id"])
            error = message.get("error")
            done(message.get("result"), Refused(method, error) if error else None)

    def call(self, method, params):
        answers = []
        self.send(method, params, lambda result, error: answers.append((result, error)))
        deadline = time.monotonic() + LIMIT
        while not answers:
            if time.monotonic() > deadline:
                raise Violation(f"no answer to {method} within {LIMIT:.0f} s")
            self.pump(0.5)
        result, error = answers[0]
        if error:
            raise error
        return result

    def prove(self, seed):
        """Signs the connection's nonce with the seat's decision key."""
        nonce = base64.b64decode(self.welcome["nonce"])
        message = len(PROOF_TAG).to_bytes(8, "big") + PROOF_TAG + nonce
        signature = base64.b64encode(ed25519.sign(seed, message)).decode()
        self.call("operator.prove", {"signature": signature})


class Console:
    """lockkeeper --headless on a profile, perhaps armed to be killed at a named point."""

    def __init__(self, program, profile, log, kill_at=None):
        environment = dict(os.environ)
        environment.pop("LOCKKEEPER_KILL_AT", None)
        if kill_at:
            environment["LOCKKEEPER_KILL_AT"] = kill_at
        self.output = b""
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                [program, "--headless", "--profile", profile], env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        self.socket_path = None

    def read_ready_line(self, seconds):
        """True once the console has said where its socket is; Gone if it ends before."""
        pipe = self.process.stdout
        if not select.select([pipe], [], [], seconds)[0]:
            return False
        got = os.read(pipe.fileno(), 4096)
        if not got:
            raise Gone("the console ended before it was ready")
        self.output += got
        mark = b", socket "
        if mark not in self.output or b")\n" not in self.output:
            return False
        self.socket_path = self.output.split(mark)[1].split(b")\n")[0].decode()
        return True

    def kill(self):
        self.process.kill()

    def wait_killed(self):
        """Waits for the end, which must have been SIGKILL."""
        code = self._wait()
        if code != -signal.SIGKILL:
            raise Violation(f"the console ended by itself ({code}) instead of by SIGKILL")

    def stop(self):
        """An orderly stop, which must succeed."""
        self.process.terminate()
        code = self._wait()
        if code != 0:
            raise Violation(f"the orderly stop ended with {code}")

    def _wait(self):
        try:
            code = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired as error:
            self.process.kill()
            raise Violation(f"the console did not end within {LIMIT:.0f} s") from error
        self.process.stdout.close()
        return code
