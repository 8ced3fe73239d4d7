# SPDX-License-Identifier: Apache-2.0
"""One place starts a backend, and one place builds the request that runs a tool.

At most once is proved for one way through the program; this shows that there is no second way.
"""

import re

from project import Finding, below, line_of, string_literals, without_comments_and_strings

# A call of ToolBackend::start: it takes a permit that is moved into it, or is called on something
# named like a backend. QProcess::start, QTimer::start and QThread::start do not look like that.
START = re.compile(r"(?:->|\.)\s*start\s*\(\s*(?:[^;{}]*?,\s*)?std::move\s*\(\s*\w*[pP]ermit\w*\s*\)"
                   r"|\b\w*[bB]ackend\w*(?:\([^()]*\))?\s*(?:->|\.)\s*start\s*\(")
# Inside one backend's own folder a permit is handed on to the part that sends; never to a backend.
HANDED_ON = re.compile(r"src/core/backends/\w+/")
NAMED_BACKEND = re.compile(r"\b\w*[bB]ackend\w*(?:\([^()]*\))?\s*(?:->|\.)")
START_FOLDER = "src/core/executor/"
# From the moment these two exist, there is exactly one call.
BACKEND_DECLARED = re.compile(r"\bclass\s+ToolBackend\b\s*(?:final\s*)?(?::[^{;]*)?\{")

# The name of the MCP method that runs a tool, as a literal or a constant. What receives it from
# an agent (the gateway and the server part of mcp) may name it as well.
METHOD = "tools/call"
METHOD_CONSTANT = re.compile(r"\b(kMethodToolsCall|kToolsCall\w*|kCallTool\w*)\b")
METHOD_FOLDERS = ("src/core/mcp/", "src/core/backends/", "src/core/executor/", "src/core/runs/")
METHOD_RECEIVERS = ("src/core/mcp/server/", "src/core/mcp/schema/")


def _starts(files):
    calls = []
    for path, text in below(files, "src/"):
        bare = without_comments_and_strings(text)
        for match in START.finditer(bare):
            line = bare[bare.rfind("\n", 0, match.start()) + 1:match.end()]
            if not HANDED_ON.match(path) or NAMED_BACKEND.search(line):
                calls.append((path, line_of(bare, match.start())))
    return calls


def _method_uses(files):
    uses = []
    for path, text in below(files, "src/core/"):
        if not path.startswith(METHOD_FOLDERS) or path.startswith(METHOD_RECEIVERS):
            continue
        constants = set()
        for number, line in enumerate(text.splitlines(), 1):
            if METHOD in line and METHOD_CONSTANT.search(line):
                constants.add(number)  # the definition of the constant is not a use
        uses += [(path, line) for line, value in string_literals(text)
                 if value == METHOD and line not in constants]
        bare = without_comments_and_strings(text)
        uses += [(path, line_of(bare, match.start())) for match in METHOD_CONSTANT.finditer(bare)
                 if line_of(bare, match.start()) not in constants]
    return uses


def check(files):
    findings = []
    calls = _starts(files)
    for path, line in calls:
        if not path.startswith(START_FOLDER):
            findings.append(Finding(path, line, f"a backend is started outside {START_FOLDER}"))
    if len(calls) > 1:
        findings += [Finding(path, line, f"one of {len(calls)} call sites of a backend's start; "
                             "there must be exactly one") for path, line in calls]
    declared = any(BACKEND_DECLARED.search(without_comments_and_strings(text))
                   for _, text in below(files, "src/core/backends/"))
    if declared and below(files, START_FOLDER, (".cpp",)) and not calls:
        findings.append(Finding(START_FOLDER, 1, "no call site of ToolBackend::start was found: "
                                "it is missing, or this check no longer recognises it"))
    uses = _method_uses(files)
    if len(uses) > 1:
        findings += [Finding(path, line, f"one of {len(uses)} places that name {METHOD!r} on the "
                             "sending side; there must be one") for path, line in uses]
    return findings


_BACKEND = {"src/core/backends/toolbackend.h":
            "class ToolBackend\n{\npublic:\n    virtual void start(DispatchPermit permit) = 0;\n};\n"}
_ONE = {"src/core/executor/dispatch.cpp": "void f() { backend->start(std::move(permit), call); }\n"}

PLANTED = [
    ({**_BACKEND, **_ONE, "src/core/executor/retry.cpp": "void g() { m_backend.start(x); }\n"},
     "one of 2 call sites"),
    ({**_BACKEND, **_ONE, "src/core/executor/b.cpp":
      "void g() { it->second->start(call,\n   std::move(m_permit)); }\n"}, "one of 2 call sites"),
    ({"src/core/gateway/a.cpp": "void f() { x.start(std::move(dispatchPermit)); }\n"},
     "outside src/core/executor/"),
    ({"src/core/backends/mcp/a.cpp": "void f() { m_backend->start(std::move(permit)); }\n"},
     "outside src/core/executor/"),
    ({"src/core/backends/registry.cpp": "void f() { found->start(std::move(permit), call); }\n"},
     "outside src/core/executor/"),
    ({"src/app/a.cpp": "void f() { backendFor(id)->start( request ); }\n"},
     "outside src/core/executor/"),
    ({**_BACKEND, "src/core/executor/a.cpp": "// backend->start(std::move(permit));\n"},
     "no call site"),
    ({"src/core/mcp/client/a.cpp": 'f("tools/call");\n',
      "src/core/backends/mcp/b.cpp": 'g("tools/call");\n'}, "one of 2 places"),
    ({"src/core/mcp/client/a.cpp": 'constexpr auto kMethodToolsCall = "tools/call";\n'
      "f(kMethodToolsCall);\ng(kMethodToolsCall);\n"}, "one of 2 places"),
]

CLEAN = [
    {**_BACKEND, **_ONE, "src/core/base/a.cpp": "void f() { m_timer.start(5); process->start(); }\n"},
    _BACKEND,
    {**_BACKEND, **_ONE,
     "src/core/backends/mcp/a.cpp": "void f() { calls->start(std::move(permit), call); }\n"},
    {"src/core/mcp/client/a.cpp": 'constexpr auto kMethodToolsCall = "tools/call";\n'
     "f(kMethodToolsCall);\n", "src/core/gateway/mcp/a.cpp": 'f("tools/call");\n'},
]
