# SPDX-License-Identifier: Apache-2.0
"""The one direction: app -> ui -> core, and the order of the folders inside core."""

import re

from project import Finding, below, include_lines, line_of, without_comments_and_strings

# A folder may include the folders of earlier rows, and itself. Folders of one row are strangers.
CORE_ORDER = [
    ["base"],
    ["domain"],
    ["keys", "policy", "store", "mcp"],
    ["journal", "feed", "backends"],
    ["executor", "runs"],
    ["coreservice"],  # the files directly in src/core
    ["gateway"],
]
RANK = {name: rank for rank, row in enumerate(CORE_ORDER) for name in row}

# Children that are parts of their parent and not one of several implementations, in the same kind
# of order. What lies one level deeper is an implementation again.
PARTS = {"core/mcp": [["schema"], ["transport"], ["server", "client"]]}

# MCP's own types stop here.
MCP_USERS = ("core/mcp/", "core/gateway/", "core/backends/mcp/", "app/")

# Who may name an implementation: the composition roots, what is called a factory, and the list of
# the protocol's revisions, which is one.
COMPOSITION = re.compile(r"app/application\w*\.(?:cpp|h)|app/(?:ctl|demo)/.*"
                         r"|core/coreservice\w*\.(?:cpp|h)|.*/\w*factory\w*\.(?:cpp|h)"
                         r"|core/mcp/schema/revisions\.cpp")

# Edges that are wrong and known: (file, include), each with what ends it. Unused ones are reported.
EXCEPTIONS = {
    # There is one transport to tool servers so far; the second one brings a factory.
    ("core/backends/mcp/mcpserver.h", "core/mcp/transport/stdio/stdioserverprocess.h"),
}

SCREEN = re.compile(r"Qt(?:Gui|Widgets|Quick|Qml|Svg|PrintSupport)(?:/.*)?|Q(?:Widget|Application"
                    r"|GuiApplication|Pixmap|Image|Icon|Color|Font|Painter|Palette|Window|Screen"
                    r"|Clipboard|Action|Key(?:Event|Sequence)|Dialog|MessageBox|Label|PushButton"
                    r"|Table(?:View|Widget)|Style\w*|Desktop\w*|Validator|TextDocument)")

TRANSLATION = re.compile(r"(?<![\w.>])tr\s*\(|\bQCoreApplication::translate\s*\("
                         r"|\bQT_TR(?:ANSLATE)?_NOOP\w*\s*\(")


def core_layer(path):
    """The folder of core that a path below src belongs to."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else "coreservice"


def implementation_of(path):
    """(parent, child) if the path lies in the folder of an implementation, else None."""
    folders = path.split("/")[:-1]
    if folders[0] != "core":
        return None
    for parent, rows in PARTS.items():
        depth = parent.count("/") + 1
        if "/".join(folders[:depth]) == parent:
            if len(folders) <= depth + 1 or folders[depth] not in sum(rows, []):
                return None if len(folders) <= depth + 1 else (parent, folders[depth])
            return "/".join(folders[:depth + 1]), folders[depth + 1]
    return ("/".join(folders[:2]), folders[2]) if len(folders) > 2 else None


def part_edge(path, target):
    """A sentence if one part of a folder includes another out of order."""
    for parent, rows in PARTS.items():
        prefix = parent + "/"
        if not (path.startswith(prefix) and target.startswith(prefix)):
            continue
        rank = {name: index for index, row in enumerate(rows) for name in row}
        here, there = (name[len(prefix):].split("/")[0] for name in (path, target))
        if here in rank and there in rank and here != there and rank[there] >= rank[here]:
            return f"{parent}: part '{here}' must not include part '{there}'"
        if here not in rank and there in rank and not COMPOSITION.fullmatch(path):
            return f"{parent}: the folder's own files must not include its part '{there}'"
    return None


def core_edge(path, target):
    here, there = core_layer(path), core_layer(target)
    for name in (here, there):
        if name not in RANK:
            return f"'core/{name}' has no place in the order of core (tests/architecture)"
    if here != there and RANK[there] >= RANK[here]:
        return f"core/{here} must not include core/{there}"
    if here == "mcp" and re.match(r"core/domain/action", target):
        return "core/mcp knows nothing of actions"
    return None


def edge(path, target):
    """A sentence that says why `path` must not include `target` (both below src), or None."""
    library, other = path.split("/")[0], target.split("/")[0]
    if library == "core" and other in ("ui", "app"):
        return f"core must not include {other}"
    if library == "ui":
        if other == "app":
            return "ui must not include app"
        if other == "core" and not (target == "core/coreservice.h"
                                    or target.startswith(("core/base/", "core/domain/"))):
            return "ui includes only core/coreservice.h, core/base and core/domain"
    if other == "core" and library == "core":
        reason = core_edge(path, target) or part_edge(path, target)
        if reason:
            return reason
    if target.startswith("core/mcp/") and not path.startswith(MCP_USERS):
        return "MCP types stop at core/gateway and core/backends/mcp"
    inside, implementation = implementation_of(path), implementation_of(target)
    if implementation and implementation != inside:
        if inside and inside[0] == implementation[0]:
            return f"siblings '{inside[1]}' and '{implementation[1]}' must not know each other"
        if not COMPOSITION.fullmatch(path):
            return (f"only a factory or the composition root names an implementation "
                    f"({implementation[0]}/{implementation[1]})")
    return None


def check(files):
    findings = []
    known = {path[len("src/"):] for path in files if path.startswith("src/")}
    unused = {pair for pair in EXCEPTIONS if pair[0] in known}
    for full, text in below(files, "src/"):
        path = full[len("src/"):]
        for line, name, quoted in include_lines(text):
            if path.startswith("core/") and SCREEN.fullmatch(name):
                findings.append(Finding(full, line, f"core must not include <{name}>"))
            if quoted and not name.endswith((".moc",)) and not name.startswith("moc_"):
                if name not in known:
                    findings.append(Finding(
                        full, line, f'"{name}" is not named from src (as "core/…") or not there'))
                    continue
                reason = edge(path, name)
                if reason and (path, name) in EXCEPTIONS:
                    unused.discard((path, name))
                elif reason:
                    findings.append(Finding(full, line, f'"{name}": {reason}'))
            elif not quoted and name.split("/")[0] in ("core", "ui", "app") and "/" in name:
                findings.append(Finding(full, line, f"<{name}>: our own headers take quotes"))
        if path.startswith("core/"):
            bare = without_comments_and_strings(text)
            findings += [Finding(full, line_of(bare, match.start()),
                                 "core has no tr(): ui makes sentences")
                         for match in TRANSLATION.finditer(bare)]
    findings += [Finding("src/" + path, 1, f'exception for "{name}" is no longer needed: remove it '
                         "from tests/architecture") for path, name in sorted(unused)]
    return findings


def _planted(path, include, *others):
    files = {path: f'// SPDX\n#include "{include}"\n', "src/" + include: "#pragma once\n"}
    files.update({other: "" for other in others})
    return files


PLANTED = [
    (_planted("src/core/base/a.cpp", "ui/b.h"), "core must not include ui"),
    (_planted("src/core/executor/a.cpp", "app/threads.h"), "core must not include app"),
    (_planted("src/ui/pending/a.cpp", "app/threads.h"), "ui must not include app"),
    (_planted("src/ui/pending/a.cpp", "core/store/store.h"), "ui includes only"),
    (_planted("src/ui/pending/a.cpp", "core/executor/permit.h"), "ui includes only"),
    (_planted("src/core/base/a.h", "core/domain/action.h"), "core/base must not include"),
    (_planted("src/core/domain/a.h", "core/store/store.h"), "core/domain must not include"),
    (_planted("src/core/store/a.cpp", "core/keys/keyvault.h"), "core/store must not include"),
    (_planted("src/core/store/a.cpp", "core/journal/journal.h"), "core/store must not include"),
    (_planted("src/core/journal/a.cpp", "core/feed/feed.h"), "core/journal must not include"),
    (_planted("src/core/executor/a.cpp", "core/runs/run.h"), "core/executor must not include"),
    (_planted("src/core/executor/a.cpp", "core/coreservice.h"), "core/executor must not include"),
    (_planted("src/core/coreservice.cpp", "core/gateway/gateway.h"), "core/coreservice must not"),
    (_planted("src/core/oddity/a.cpp", "core/base/error.h"), "has no place in the order"),
    (_planted("src/core/mcp/a.cpp", "core/domain/actionstate.h"), "knows nothing of actions"),
    (_planted("src/core/executor/a.cpp", "core/mcp/jsonrpc.h"), "MCP types stop"),
    (_planted("src/core/backends/process/a.cpp", "core/mcp/jsonrpc.h"), "MCP types stop"),
    (_planted("src/core/mcp/client/a.cpp", "core/mcp/server/b.h"), "part 'client' must not"),
    (_planted("src/core/mcp/schema/a.cpp", "core/mcp/client/b.h"), "part 'schema' must not"),
    (_planted("src/core/mcp/jsonrpc.cpp", "core/mcp/client/b.h"), "the folder's own files"),
    (_planted("src/core/store/sqlite/a.cpp", "core/store/postgres/b.h"), "siblings"),
    (_planted("src/core/mcp/transport/stdio/a.cpp", "core/mcp/transport/http/b.h"), "siblings"),
    (_planted("src/core/gateway/http/a.cpp", "core/gateway/mcp/b.h"), "siblings"),
    (_planted("src/core/store/store.cpp", "core/store/sqlite/b.h"), "only a factory"),
    (_planted("src/core/journal/a.cpp", "core/store/sqlite/b.h"), "only a factory"),
    (_planted("src/core/backends/mcp/a.cpp", "core/mcp/transport/stdio/b.h"), "only a factory"),
    (_planted("src/app/config.cpp", "core/store/sqlite/b.h"), "only a factory"),
    ({"src/core/base/a.cpp": "#include <QtWidgets/QWidget>\n"}, "must not include <QtWidgets"),
    ({"src/core/base/a.cpp": " #  include <QColor>\n"}, "must not include <QColor>"),
    ({"src/core/base/a.cpp": "QString f() { return tr(\"x\"); }\n"}, "core has no tr()"),
    ({"src/core/base/a.cpp": "auto f() { return QObject::tr(\"x\"); }\n"}, "core has no tr()"),
    ({"src/core/base/a.cpp": "f(QCoreApplication::translate(c, t));\n"}, "core has no tr()"),
    ({"src/core/base/a.cpp": '#include "b.h"\n', "src/core/base/b.h": ""}, "not named from src"),
    ({"src/core/backends/mcp/mcpserver.h": ""}, "no longer needed"),
    ({"src/core/base/a.cpp": "#include <core/base/b.h>\n"}, "our own headers take quotes"),
]

CLEAN = [
    _planted("src/app/application.cpp", "core/store/sqlite/sqlitestore.h"),
    _planted("src/app/ctl/main.cpp", "core/mcp/transport/stdio/a.h"),
    _planted("src/core/store/storefactory.cpp", "core/store/sqlite/sqlitestore.h"),
    _planted("src/core/store/sqlite/a.cpp", "core/store/sqlite/b.h"),
    _planted("src/core/store/sqlite/a.cpp", "core/store/store.h"),
    _planted("src/core/backends/mcp/a.cpp", "core/mcp/client/client.h"),
    _planted("src/core/gateway/mcp/a.cpp", "core/mcp/server/b.h"),
    _planted("src/core/mcp/server/a.cpp", "core/mcp/schema/schema.h"),
    _planted("src/core/mcp/transport/stdio/a.cpp", "core/mcp/transport.h"),
    _planted("src/core/gateway/gateway.cpp", "core/coreservice.h"),
    _planted("src/core/executor/a.cpp", "core/backends/toolbackend.h"),
    _planted("src/ui/pending/a.cpp", "core/coreservice.h"),
    _planted("src/ui/pending/a.cpp", "core/domain/action.h"),
    {"src/core/base/a.cpp": '// #include <QtWidgets/QWidget>\n/* tr( */ f("tr(x)"); ptr(1); x.tr(1); errors.translate(1);\n'},
    {"src/core/base/a.cpp": '#include "a.moc"\n#include <QString>\n#include "moc_a.cpp"\n'},
]
