# SPDX-License-Identifier: Apache-2.0
"""What the checks read: the project's files, and C++ text taken apart far enough.

A project is a plain dictionary from relative path to text, so that a self-test can plant one.
"""

import os
import re
from typing import NamedTuple

LEFT_OUT = {".git", "build", "node_modules", "__pycache__", ".cache"}
BINARY = (".png", ".ico", ".gz", ".zip", ".sqlite", ".qm", ".pdf")


class Finding(NamedTuple):
    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def read_project(root):
    """All text files below root, except what tools have put there."""
    files = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted(names):
            if name.endswith(BINARY) or name == ".git":
                continue
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                files[os.path.relpath(path, root)] = file.read()
    return files


def below(files, prefix, suffixes=(".cpp", ".h")):
    """The (path, text) pairs below a folder with one of the suffixes, in order of path."""
    return [(path, text) for path, text in sorted(files.items())
            if path.startswith(prefix) and path.endswith(suffixes)]


# Order matters: a raw string before a plain one, a number before a quote (1'000 is no character).
_TOKEN = re.compile(
    r"(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)"
    r'|(?P<raw>\b(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?P<rawtext>.*?)\)(?P=mark)")'
    r'|(?P<string>"(?P<text>(?:\\.|[^"\\\n])*)")'
    r"|(?P<number>\b[0-9](?:'?[0-9a-zA-Z_.])*)"
    r"|(?P<character>'(?:\\.|[^'\\\n])+')",
    re.DOTALL)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_comments(text):
    """The same text, same line numbers, comments blanked."""
    return _TOKEN.sub(lambda m: _blank(m[0]) if m["comment"] else m[0], text)


def without_comments_and_strings(text):
    """The same text, same line numbers; comments, strings and characters blanked.

    Quotes of #include lines are strings too: read those from without_comments().
    """
    return _TOKEN.sub(lambda m: m[0] if m["number"] else _blank(m[0]), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def string_literals(text):
    """(line, value) of each literal; neighbours that the compiler would join are joined."""
    joined = []
    end = None
    for match in _TOKEN.finditer(text):
        if match["comment"]:
            continue
        if match["raw"] is None and match["string"] is None:
            end = None
            continue
        value = match["rawtext"] if match["raw"] else match["text"].replace("\\n", "\n")
        between = None if end is None else without_comments(text[end:match.start()])
        if between is not None and re.fullmatch(r"\s*(?:u8|[uUL])?", between):
            joined[-1] = (joined[-1][0], joined[-1][1] + value)
        else:
            joined.append((line_of(text, match.start()), value))
        end = match.end()
    return joined


def include_lines(text):
    """(line, name, quoted) of each #include."""
    found = []
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]',
                             without_comments(text), re.MULTILINE):
        found.append((line_of(text, match.start()), match[2], match[1] == '"'))
    return found
