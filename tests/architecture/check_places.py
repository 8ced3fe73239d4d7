# SPDX-License-Identifier: Apache-2.0
"""The project stands alone: it names no place outside itself and no page that is not in it.

The patterns are spelled so that this file does not match them itself.
"""

import os
import re

from project import Finding

EVERYWHERE = [
    (re.compile(r"(?<![\w.])/wor[k]/|(?<![\w.])/wor[k]\b(?=[\"'`\s])"), "a folder of one machine"),
    (re.compile(r"\.\./share[d]\b"), "a folder beside the project"),
    (re.compile(r"\b(?:CE[O]|issues? sho[w]|workplac[e]|worktre[e]s?/)\b"), "a word from outside the project"),
    (re.compile(r'"resolve[d]"\s*:\s*"http'), "a lock file that names a package host"),
]
IN_SOURCES = [
    (re.compile(r"(?<![\w.}*])/(?:home|root|tmp)(?![\w-])"), "an absolute path of one machine"),
]
PAGE = re.compile(r"(?<![\w*{}$/.-])(?:[\w.-]+/)*([\w-]+\.md)\b")


def check(files):
    findings = []
    pages = {os.path.basename(path) for path in files if path.endswith(".md")}
    for path, text in sorted(files.items()):
        rules = EVERYWHERE + (IN_SOURCES if path.startswith("src/") else [])
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, what in rules:
                match = pattern.search(line)
                if match:
                    findings.append(Finding(path, number, f"names {what}: '{match[0]}'"))
            if path.startswith("tests/") and "/data/" in path:
                continue
            for match in PAGE.finditer(line):
                if match[1] not in pages and not path.startswith("tests/architecture/"):
                    findings.append(Finding(path, number,
                                            f"names a page that is not here: '{match[0]}'"))
    return findings


_W = "/wo" + "rk/main"

PLANTED = [
    ({"src/core/base/a.cpp": f'f("{_W}/x");'}, "a folder of one machine"),
    ({"packaging/run": f"cd {_W}\n"}, "a folder of one machine"),
    ({"README.md": "see ../sha" + "red/notes\n"}, "a folder beside the project"),
    ({"README.md": "as the C" + "EO said\n"}, "a word from outside the project"),
    ({"src/app/a.cpp": 'f("/home/ann/x");'}, "an absolute path of one machine"),
    ({"src/app/a.cpp": 'f("/tmp");'}, "an absolute path of one machine"),
    ({"src/app/a.cpp": "// see /root/notes"}, "an absolute path of one machine"),
    ({"tests/app/package-lock.json": '"resol' + 'ved": "https://x/y.tgz"'}, "names a package host"),
    ({"src/app/a.cpp": "// see product" + ".md, section 5"}, "a page that is not here"),
]

CLEAN = [
    {"src/app/a.cpp": '// see src/ARCHITECTURE.md\nf("/usr/bin/env", "framework/x", "a/tmp");',
     "src/ARCHITECTURE.md": ""},
    {"packaging/run": 'mktemp -d "${TMPDIR:-/tmp}/x"\n', "tests/a.py": "'/home/ann/x'\n"},
]
