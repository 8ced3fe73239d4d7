# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a terminal of its own (pty), types when it is asked, and keeps the screen."""

import contextlib
import fcntl
import os
import pty
import select
import subprocess
import termios
import time

from harness import LIMIT, Failed

PROMPT = b"Operator's PIN: "


class Typed:
    """How a run on a terminal ended: code, all that stood on the screen, how many typed."""

    def __init__(self, code, screen, prompts):
        self.code = code
        self.screen = screen.decode("utf-8", "replace").replace("\r\n", "\n")
        self.raw = screen
        self.prompts = prompts

    def __repr__(self):
        return f"code {self.code}, {self.prompts} prompts, screen: {self.screen[-600:]!r}"


def _own_terminal():
    """In the child: the pty on descriptor 0 becomes the controlling terminal of a new session."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def run_on_terminal(command, environment, lines, limit=LIMIT):
    """Answers each prompt with the next of `lines`; Ctrl-D when there is none left."""
    master, slave = pty.openpty()
    process = None
    try:
        process = subprocess.Popen(command, env=environment, stdin=slave, stdout=slave,
                                   stderr=slave, preexec_fn=_own_terminal)
        os.close(slave)
        slave = -1
        screen = b""
        prompts = 0
        deadline = time.monotonic() + limit
        while True:
            part = _read(master, deadline)
            if part is None:
                break
            screen += part
            while screen.count(PROMPT) > prompts:
                # The echo is off before the prompt is written: what is typed now is not shown.
                line = lines[prompts].encode() + b"\n" if prompts < len(lines) else b"\x04"
                prompts += 1
                os.write(master, line)
        return Typed(process.wait(LIMIT), screen, prompts)
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)
        if slave >= 0:
            os.close(slave)


def _read(master, deadline):
    """The next part of the screen; None when the program has let go of the terminal."""
    if not select.select([master], [], [], max(0, deadline - time.monotonic()))[0]:
        raise Failed("the program on the terminal neither ended nor asked in time")
    with contextlib.suppress(OSError):
        return os.read(master, 1 << 16) or None
    return None


def run_without_terminal(command, environment):
    """In a session that has no terminal, whatever runs the tests has one."""
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=LIMIT, check=False, start_new_session=True)


def is_echoed(environment):
    """What a program that leaves the echo on puts on the screen: shows that the check can fail."""
    command = ["sh", "-c", f'printf "{PROMPT.decode()}"; read -r line']
    return b"an echo" in run_on_terminal(command, environment, ["an echo"]).raw
