# SPDX-License-Identifier: Apache-2.0
"""Small rules about single files: licence line, length, light headers."""

import re

from project import Finding, below, include_lines

SPDX = "SPDX-License-Identifier: Apache-2.0"
CODE = (".cpp", ".h", ".sql", ".py", ".sh", ".cmake", ".js", ".mjs", ".ts", "CMakeLists.txt")
LONGEST = 800
HEAVY = re.compile(r"(?:.*/)?json\.hpp|spdlog/.*|fmt/.*|boost/beast.*|valijson/.*")
FOLDERS = ("src/", "tests/", "packaging/", "resources/", ".ci/", "CMakeLists.txt")


def _is_ours(path):
    return path.startswith(FOLDERS) and "/data/" not in path


def check(files):
    findings = []
    for path, text in sorted(files.items()):
        if not _is_ours(path) or not (path.endswith(CODE) or text.startswith("#!")):
            continue
        lines = text.splitlines()
        head = lines[1:2] if text.startswith("#!") else lines[:1]
        if not head or SPDX not in head[0]:
            findings.append(Finding(path, 1, f"the first line (the second after #!) says '{SPDX}'"))
        if len(lines) > LONGEST:
            findings.append(Finding(path, LONGEST, f"{len(lines)} lines; {LONGEST} is the limit"))
    for path, text in below(files, "src/", (".h",)) + below(files, "tests/", (".h",)):
        for line, name, _ in include_lines(text):
            if HEAVY.fullmatch(name):
                findings.append(Finding(path, line, f"<{name}> is too heavy for a header: include "
                                        "it in the source file"))
        if not re.search(r"^#pragma once$", text, re.MULTILINE):
            findings.append(Finding(path, 1, "a header says #pragma once"))
    for path, text in below(files, "src/", ("CMakeLists.txt",)) + below(files, "src/"):
        if "\r" in text:
            findings.append(Finding(path, 1, "line ends are LF"))
    return findings


_HEAD = f"// {SPDX}\n"

PLANTED = [
    ({"src/core/base/a.cpp": "int a;\n"}, "the first line"),
    ({"src/core/base/a.cpp": "\n" + _HEAD}, "the first line"),
    ({"src/core/store/statements/a.sql": "SELECT 1;\n"}, "the first line"),
    ({"packaging/go": "#!/bin/bash\necho\n"}, "the first line"),
    ({"tests/base/tst_a.cpp": ""}, "the first line"),
    ({"src/core/base/a.cpp": _HEAD + "\n" * 800}, "801 lines"),
    ({"src/core/base/a.h": _HEAD + "#pragma once\n#include <nlohmann/json.hpp>\n"}, "too heavy"),
    ({"src/core/base/a.h": _HEAD + "#pragma once\n#include <spdlog/spdlog.h>\n"}, "too heavy"),
    ({"src/core/base/a.h": _HEAD + "int a;\n"}, "#pragma once"),
    ({"src/core/base/a.cpp": _HEAD.replace("\n", "\r\n")}, "LF"),
]

CLEAN = [
    {"src/core/base/a.h": _HEAD + "#pragma once\n#include <nlohmann/json_fwd.hpp>\n",
     "src/core/base/a.cpp": _HEAD + "#include <spdlog/spdlog.h>\n" + "\n" * 798,
     "packaging/go": f"#!/bin/bash\n# {SPDX}\n", "tests/mcp/data/a.sql": "x"},
]
