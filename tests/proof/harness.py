# SPDX-License-Identifier: Apache-2.0
"""What the proofs share: the shipped console as a child, its local socket, a Secret Service.

Every wait has a limit and says what it waited for. Nothing here knows the inside of the program:
it talks JSON-RPC on the local socket and reads the files that lie on disk.
"""

import argparse
import base64
import contextlib
import ctypes
import ctypes.util
import json
import os
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 60.0


class Failed(AssertionError):
    """A check that did not hold; its text says what was expected."""


class RpcError(Exception):
    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.code = (error.get("data") or {}).get("code", "")
        self.rpc_code = error.get("code")
        self.message = error.get("message", "")


class Report:
    """Prints each check and counts; the process fails when one did."""

    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failed = []
        self.began = time.monotonic()

    def check(self, holds, what, detail=""):
        if holds:
            self.passed += 1
            print(f"ok      {what}", flush=True)
        else:
            self.failed.append(what)
            print(f"FAILED  {what}" + (f"\n        {detail}" if detail else ""), flush=True)
        return bool(holds)

    @contextlib.contextmanager
    def part(self, title):
        """One case; an exception in it fails this case only."""
        print(f"-- {title}", flush=True)
        try:
            yield
        except (Failed, RpcError, OSError, sqlite3.Error, KeyError, ValueError,
                subprocess.SubprocessError) as error:
            self.check(False, title, f"{type(error).__name__}: {error}")

    def finish(self):
        seconds = time.monotonic() - self.began
        print(f"{self.name}: {self.passed} checks held, {len(self.failed)} failed, "
              f"{seconds:.0f} s", flush=True)
        for what in self.failed:
            print(f"  failed: {what}")
        return 1 if self.failed else 0


def until(condition, what, limit=LIMIT):
    """The first true value of condition(), asked again and again up to the limit."""
    deadline = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise Failed(f"waited {limit:.0f} s for: {what}")
        time.sleep(0.05)  # bounded poll: until the deadline above


def stays(condition, what, seconds):
    """condition() holds all the time for so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not condition():
            raise Failed(f"did not stay so for {seconds} s: {what}")
        time.sleep(0.05)  # bounded poll: watches for something that must not happen


def arguments(description, **more):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--lockkeeper", required=True, help="the console's program")
    parser.add_argument("--ctl", required=True, help="the program lockkeeperctl")
    parser.add_argument("--keep", action="store_true", help="keep the working directory")
    for name, keywords in more.items():
        parser.add_argument("--" + name.replace("_", "-"), **keywords)
    return parser.parse_args()


@contextlib.contextmanager
def working_directory(options):
    root = tempfile.mkdtemp(prefix="lk-proof.")
    try:
        yield root
    finally:
        if options.keep:
            print(f"kept: {root}")
        else:
            shutil.rmtree(root, ignore_errors=True)


# -- keys ----------------------------------------------------------------------------------------

def secret_items():
    """All items of ours in the open keyring: list of (user attribute, secret bytes)."""
    run = subprocess.run(["secret-tool", "search", "--all", "--unlock", "server", "Lockkeeper"],
                         stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False)
    items = []
    secret = b""
    # Secrets come on stdout, attributes on stderr; both in the same order.
    users = [line.split(b"=", 1)[1].strip().decode() for line in run.stderr.splitlines()
             if line.startswith(b"attribute.user")]
    secrets = [line.split(b"=", 1)[1].strip() for line in run.stdout.splitlines()
               if line.startswith(b"secret")]
    if len(users) != len(secrets):
        users = [line.split(b"=", 1)[1].strip().decode()
                 for line in (run.stdout + run.stderr).splitlines()
                 if line.startswith(b"attribute.user")]
    for user, secret in zip(users, secrets):
        items.append((user, secret))
    return items


def key_items():
    """The names of the seats' keys in the keyring, sorted; probe items are none."""
    return sorted(user for user, _ in secret_items() if user.endswith("-key"))


class Sodium:
    """Signs an operator's proof with the decision key, as an operator's own program would."""

    TAG = b"lockkeeper/operator-proof/1"

    def __init__(self):
        self._library = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
        if self._library.sodium_init() < 0:
            raise Failed("libsodium does not work here")

    def prove(self, seed, nonce):
        public = ctypes.create_string_buffer(32)
        secret = ctypes.create_string_buffer(64)
        self._library.crypto_sign_seed_keypair(public, secret, seed)
        message = struct.pack(">Q", len(self.TAG)) + self.TAG + nonce
        signature = ctypes.create_string_buffer(64)
        self._library.crypto_sign_detached(signature, None, message,
                                           ctypes.c_ulonglong(len(message)), secret)
        return signature.raw


def decision_seed(store_id):
    for user, secret in secret_items():
        if user == f"lockkeeper/{store_id}/decision-key":
            return secret if len(secret) == 32 else base64.b64decode(secret)
    raise Failed(f"the keyring has no decision key of {store_id}")


# -- the socket ----------------------------------------------------------------------------------

class Client:
    """One connection of kind "control". Everything that arrives is kept in `received`."""

    def __init__(self, profile, credential=None, resume=None):
        with open(os.path.join(profile, "console.json"), encoding="utf-8") as file:
            path = json.load(file)["socket"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(path)
        self.received = bytearray()
        self.events = []
        self._pending = b""
        self._next = 0
        hello = {"protocol": 1, "kind": "control"}
        if credential:
            hello["credential"] = credential
        if resume:
            hello["resume"] = resume
        self.welcome = self.call("hello", hello)

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def read_line(self, limit=LIMIT):
        self.socket.settimeout(limit)
        while b"\n" not in self._pending:
            part = self.socket.recv(1 << 16)
            if not part:
                raise Failed("the console closed the connection")
            self._pending += part
            self.received += part
        line, self._pending = self._pending.split(b"\n", 1)
        return json.loads(line)

    def send_raw(self, data):
        self.socket.sendall(data)

    def call(self, method, params=None, limit=LIMIT):
        self._next += 1
        identity = self._next
        self.send_raw(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method,
                                  "params": params or {}}).encode() + b"\n")
        while True:
            message = self.read_line(limit)
            if message.get("method") == "event":
                self.events.append(message["params"])
            elif message.get("id") == identity:
                if "error" in message:
                    raise RpcError(message["error"])
                return message["result"]

    def refused(self, method, params=None):
        """The error that the call ends with; Failed when it succeeds."""
        try:
            result = self.call(method, params)
        except RpcError as error:
            return error
        raise Failed(f"{method} was not refused: {json.dumps(result)[:300]}")

    def status(self):
        return self.call("status")

    def submit(self, tool, arguments=None, reason=None, **more):
        """One call; answers its entry of the submission's answer."""
        one = {"call_id": "c1", "tool": tool, "arguments": arguments or {}}
        if reason is not None:
            one["reason"] = reason
        return self.call("submissions.create", dict(calls=[one], **more))["actions"][0]

    def result(self, action_id, wait_ms=30000, **more):
        return self.call("actions.result", dict(action_id=action_id, wait_ms=wait_ms, **more))


class Operator(Client):
    """A connection that has proven itself with the decision key from the keyring."""

    def __init__(self, profile, sodium=None):
        super().__init__(profile)
        store_id = self.status()["store_id"]
        signature = (sodium or Sodium()).prove(decision_seed(store_id),
                                               base64.b64decode(self.welcome["nonce"]))
        self.call("operator.prove", {"signature": base64.b64encode(signature).decode()})

    def ask(self, method, **params):
        return self.call(method, dict(scope="operator", **params))

    def show(self, action_id):
        return self.ask("actions.get", action_id=action_id)

    def full_status(self):
        return self.ask("status")

    def approve(self, action_id, now=True):
        fingerprint = self.show(action_id).get("fingerprint", "")
        return self.ask("actions.approve", action_id=action_id, fingerprint=fingerprint, now=now)

    def deny(self, action_id, reason):
        return self.ask("actions.deny", action_id=action_id, reason=reason)


# -- the console ---------------------------------------------------------------------------------

def server_block(effects, environment=None, trusted=True, arguments=()):
    """The configuration's block of our tool server; `effects` is its PROOF_DIR."""
    tools = {name: {"effect": "compensatable", "target": "none"}
             for name in ("append", "append_slowly", "append_and_end", "append_and_say_error",
                          "refuse")}
    return {"command": sys.executable,
            "args": [os.path.join(HERE, "toolserver.py"), *arguments],
            "env": dict({"PROOF_DIR": effects, "PYTHONDONTWRITEBYTECODE": "1"},
                        **(environment or {})),
            "lockkeeper": {"trusted": trusted, "tools": tools}}


class World:
    """A home with a profile, a tool server's directory, and at most one console."""

    all = []

    def __init__(self, options, root, effects=None):
        self.options = options
        self.root = root
        self.profile = os.path.join(root, "profile")
        self.home = os.path.join(root, "home")
        self.effects_dir = effects or os.path.join(root, "effects")
        self.environment = {}
        self.process = None
        self.starts = 0
        World.all.append(self)
        for folder in (self.profile, self.home, self.effects_dir):
            os.makedirs(folder, mode=0o700, exist_ok=True)

    def configure(self, servers=None, **own):
        """Writes the configuration; without servers, our one tool server under the name t."""
        text = {"mcpServers": servers if servers is not None
                else {"t": server_block(self.effects_dir)},
                "lockkeeper": dict({"operatorCli": "unprotected"}, **own)}
        self.write_config(json.dumps(text, indent=1))

    def write_config(self, text):
        with open(self.path("config.jsonc"), "w", encoding="utf-8") as file:
            file.write(text)

    def path(self, *names):
        return os.path.join(self.profile, *names)

    @property
    def state(self):
        return os.path.join(self.home, ".local", "state", "lockkeeper")

    def effects(self):
        try:
            return os.path.getsize(os.path.join(self.effects_dir, "effects"))
        except FileNotFoundError:
            return 0

    def flag(self, name, text="x\n"):
        with open(os.path.join(self.effects_dir, name), "w", encoding="utf-8") as file:
            file.write(text)

    def unflag(self, name):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.effects_dir, name))

    def console_environment(self):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.home}
        for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "ASAN_OPTIONS",
                     "TSAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        for name, value in self.environment.items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        return environment

    def output(self, kind="out"):
        """All that the consoles of this world have written; kind is out or err."""
        data = b""
        for number in range(1, self.starts + 1):
            with open(os.path.join(self.root, f"console{number}.{kind}"), "rb") as file:
                data += file.read()
        return data

    def last_error(self):
        with open(os.path.join(self.root, f"console{self.starts}.err"), "rb") as file:
            return file.read().decode("utf-8", "replace")

    def launch(self, *more, **keywords):
        """Starts a console and does not wait for anything."""
        self.starts += 1
        with open(os.path.join(self.root, f"console{self.starts}.out"), "wb") as out, \
                open(os.path.join(self.root, f"console{self.starts}.err"), "wb") as err:
            return subprocess.Popen(
                [self.options.lockkeeper, "--headless", "--profile", self.profile, *more],
                env=self.console_environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                **keywords)

    def start(self, **keywords):
        self.process = self.launch(**keywords)
        path = os.path.join(self.root, f"console{self.starts}.out")

        def is_ready():
            if self.process.poll() is not None:
                raise Failed(f"the console ended with {self.process.returncode}: "
                             + self.last_error()[-600:])
            with open(path, "rb") as file:
                return b"Lockkeeper is ready (" in file.read()
        until(is_ready, "the console to say that it is ready")
        return self

    def wait_exit(self, limit=LIMIT):
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"the console did not end within {limit} s") from error

    def stop(self):
        """The orderly stop; the exit code must be 0."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        code = self.wait_exit()
        if code != 0:
            raise Failed(f"the orderly stop ended with {code}: {self.last_error()[-600:]}")

    def kill(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def client(self, **keywords):
        return Client(self.profile, **keywords)

    def operator(self):
        return Operator(self.profile)

    def until_ready(self, server="t", limit=LIMIT):
        """Keys, store and the tool server are there; answers the status."""
        def is_ready():
            with self.client() as client:
                status = client.status()
            states = {one["name"]: one["state"] for one in status["servers"]}
            fine = status["keyring"] == "ready" and not status["read_only"]
            return status if fine and (server is None or states.get(server) == "ready"
                                       and self.has_tools(status, server)) else None
        return until(is_ready, f"the console and its tool server {server}", limit)

    @staticmethod
    def has_tools(status, server):
        return any(one["name"] == server and one["tools"] > 0 for one in status["servers"])

    def until_keyring(self, states, limit=LIMIT):
        def stands():
            with self.client() as client:
                status = client.status()
            return status if status["keyring"] in states else None
        return until(stands, f"the keyring to be {' or '.join(states)}", limit)

    def database(self, writable=False):
        """The store as any other program sees it."""
        mode = "rw" if writable else "ro"
        return contextlib.closing(sqlite3.connect(
            f"file:{self.path('store.sqlite')}?mode={mode}", uri=True, timeout=10))

    def rows(self, query, *values):
        with self.database() as database:
            return database.execute(query, values).fetchall()

    def ctl(self, *arguments, **keywords):
        """Runs lockkeeperctl; answers the finished process with bytes."""
        return subprocess.run([self.options.ctl, "--profile", self.profile, *arguments],
                              env=self.console_environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=LIMIT, check=False, **keywords)


def table_dump(world, *tables):
    """The rows of the tables as they lie on disk, to compare before and after."""
    return {table: sorted(map(repr, world.rows(f"SELECT * FROM {table}"))) for table in tables}


class LineCollector(threading.Thread):
    """Collects all that a client receives until it is closed."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client = client
        self.start()

    def run(self):
        with contextlib.suppress(OSError, Failed, ValueError):
            while True:
                self.client.read_line(3600)

    def end(self):
        with contextlib.suppress(OSError):
            self.client.socket.shutdown(socket.SHUT_RDWR)
        self.join(LIMIT)
        return bytes(self.client.received)
