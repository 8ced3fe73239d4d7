# SPDX-License-Identifier: Apache-2.0
"""Tests wait for something that happens, with a limit; they never just wait."""

import re

from project import Finding, below, without_comments_and_strings

CPP_WAIT = re.compile(r"\b(?:[mun]?sleep|nanosleep|clock_nanosleep|sleep_for|sleep_until|qSleep)\s*\("
                      r"|\bQThread::\w*sleep\s*\(|\bqWait\s*\(")
SCRIPT_WAIT = re.compile(r"\btime\.sleep\s*\(|\basyncio\.sleep\s*\(|^\s*sleep\s+[\d\"$]|[;&|]\s*sleep\s+[\d\"$]"
                         r"|\bdo\s+sleep\s+[\d\"$]")
# A script that asks another process again and again, with a limit, says so on that line.
POLL = "bounded poll"


def check(files):
    findings = []
    for path, text in below(files, "tests/"):
        for number, line in enumerate(without_comments_and_strings(text).splitlines(), 1):
            match = CPP_WAIT.search(line)
            if match:
                findings.append(Finding(path, number, f"'{match[0].strip()}': wait for a signal "
                                        "or a condition with a limit instead"))
    for path, text in sorted(files.items()):
        # Below tests/data lie stand-ins for other people's programs, which may well be slow.
        if not path.startswith("tests/") or path.startswith(("tests/architecture/", "tests/data/")):
            continue
        script = path.endswith((".py", ".sh")) or re.match(r"#!.*\b(?:bash|sh|python3?)\b", text)
        if not script:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if SCRIPT_WAIT.search(line.split("# ")[0]) and POLL not in line:
                findings.append(Finding(path, number, "a bare sleep; a loop with a limit that asks "
                                        f"again says '{POLL}' in a comment on that line"))
    return findings


PLANTED = [
    ({"tests/base/tst_a.cpp": "void f() { QTest::qWait(5); }"}, "wait for a signal"),
    ({"tests/base/tst_a.cpp": "void f() { QThread::msleep(5); }"}, "wait for a signal"),
    ({"tests/base/tst_a.cpp": "void f() { std::this_thread::sleep_for(5ms); }"}, "wait for"),
    ({"tests/support/a.h": "inline void f() { ::usleep(5); }"}, "wait for a signal"),
    ({"tests/base/tst_a.cpp": "void f() { QTest::qSleep(5); }"}, "wait for a signal"),
    ({"tests/app/a.py": "import time\ntime.sleep(1)\n"}, "a bare sleep"),
    ({"tests/app/go": "#!/bin/bash\nfoo; sleep 1\n"}, "a bare sleep"),
    ({"tests/app/go": "#!/usr/bin/env bash\n  sleep 0.2\n"}, "a bare sleep"),
]

CLEAN = [
    {"tests/base/tst_a.cpp": "// sleep(5)\nQVERIFY(QTest::qWaitFor(ready, 500)); spy.wait(500);"},
    {"tests/app/a.py": "time.sleep(0.05)  # bounded poll: until the deadline above\n"},
    {"tests/data/mcp/slowserver.py": "time.sleep(5)\n"},
    {"src/core/base/a.cpp": "void f() { usleep(1); }"},
]
