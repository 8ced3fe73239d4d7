# SPDX-License-Identifier: Apache-2.0
"""A real gnome-keyring daemon for proofs that run below `with-secret-service --mode no-daemon`."""

import os
import shutil
import signal
import subprocess

from harness import until

PASSWORD = "the proofs' keyring"


class Keyring:
    """A real gnome-keyring daemon with its own home."""

    def __init__(self, home):
        self.home = home
        self.process = None
        os.makedirs(home, mode=0o700, exist_ok=True)

    def start(self, password=PASSWORD):
        environment = dict(os.environ, HOME=self.home,
                           XDG_DATA_HOME=os.path.join(self.home, "data"))
        os.makedirs(environment["XDG_DATA_HOME"], mode=0o700, exist_ok=True)
        with open(os.path.join(self.home, "daemon.log"), "ab") as log:
            self.process = subprocess.Popen(
                ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
                env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log)
        self.process.stdin.write(password.encode())
        self.process.stdin.close()
        until(lambda: owner() == self.process.pid, "the keyring daemon to own its name", 30)
        return self

    def start_locked(self):
        """Its keyring exists, and the password that it is given is wrong."""
        if not os.path.exists(os.path.join(self.home, "data", "keyrings", "login.keyring")):
            self.start().stop()
        return self.start("not " + PASSWORD)

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            self.process.wait(30)
            until(lambda: owner() == 0, "the keyring daemon to leave the bus", 30)
        self.process = None

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)


def owner():
    """The process id of the Secret Service, 0 without one; asking the bus starts nothing."""
    run = subprocess.run(
        ["dbus-send", "--session", "--print-reply=literal", "--reply-timeout=5000",
         "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
         "org.freedesktop.DBus.GetConnectionUnixProcessID", "string:org.freedesktop.secrets"],
        capture_output=True, check=False)
    text = run.stdout.strip()
    return int(text.split()[-1]) if text.startswith(b"uint32") else 0


class Keychains:
    """One keyring for each directory, of which one is open: the bus has room for one daemon."""

    def __init__(self):
        self.open_one = None

    def open(self, root):
        self.close()
        self.open_one = Keyring(os.path.join(root, "keyring")).start()

    def close(self):
        if self.open_one is not None:
            self.open_one.stop()
            self.open_one = None

    def copy(self, source_root, root):
        """Puts a copy of the one keyring in the place of the other and opens that."""
        self.close()
        target = os.path.join(root, "keyring")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(os.path.join(source_root, "keyring"), target, symlinks=True)
        self.open(root)
