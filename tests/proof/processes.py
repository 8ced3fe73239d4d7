# SPDX-License-Identifier: Apache-2.0
"""What can be seen of processes from outside: arguments, environments, memory."""

import contextlib
import os
import threading


class ProcessList(threading.Thread):
    """Collects the arguments and environments of all processes, again and again."""

    def __init__(self):
        super().__init__(daemon=True)
        self.seen = set()
        self.names = set()
        self.rounds = 0
        self._end = threading.Event()
        self.start()

    def run(self):
        while not self._end.wait(0.03):
            for process in filter(str.isdigit, os.listdir("/proc")):
                if int(process) == os.getpid():
                    continue
                with contextlib.suppress(OSError):
                    for name in ("cmdline", "environ"):
                        with open(f"/proc/{process}/{name}", "rb") as file:
                            self.seen.add(file.read())
                    self.names.add(os.path.basename(os.readlink(f"/proc/{process}/exe")))
            self.rounds += 1

    def stop(self):
        self._end.set()
        self.join()


def memory_of(pid):
    """The readable memory of a process, in parts; OSError where the kernel does not allow it."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, \
            open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            fields = line.split()
            if not fields[1].startswith("rw"):
                continue
            begin, end = (int(part, 16) for part in fields[0].split("-"))
            with contextlib.suppress(OSError, ValueError):
                memory.seek(begin)
                yield memory.read(end - begin)


def is_in_memory(pid, secret):
    """True, False, or None where another process's memory cannot be read."""
    try:
        return any(secret in part for part in memory_of(pid))
    except OSError:
        return None
