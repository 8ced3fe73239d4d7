# SPDX-License-Identifier: Apache-2.0
"""Every test that tests/CASES.md names exists, and every case in a test's name is in the list."""

import re

from project import Finding

LIST = "tests/CASES.md"
TOKEN = re.compile(r"`([^`]+)`")
ROW = re.compile(r"^\| (B\d+) \|")
FUNCTION = re.compile(r"\bvoid (?:[A-Za-z]+::)?([A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)\(\)")
CASE = re.compile(r"(?:^|_)[bB](\d{2,3})(?=_|$)")


def check(files):
    if LIST not in files:
        return [Finding(LIST, 1, "the list of cases is missing")]
    findings = []
    listed = set()
    for number, line in enumerate(files[LIST].split("\n"), 1):
        row = ROW.match(line)
        if not row:
            continue
        listed.add(row.group(1))
        text = None
        for token in TOKEN.findall(line):
            if token.endswith((".cpp", ".py")) or "/" in token:
                path = token if token.startswith("tests/") else "tests/" + token
                text = files.get(path)
                if text is None and not any(one.startswith(path + "/") for one in files):
                    findings.append(Finding(LIST, number, f"there is no {path}"))
            elif "_" in token and not token.isupper():
                if text is None or not re.search(r"\b" + re.escape(token) + r"\(\)", text):
                    findings.append(Finding(LIST, number, f"there is no test {token}"))
    for path, text in files.items():
        if not (path.startswith("tests/") and path.endswith(".cpp")):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for name in FUNCTION.findall(line):
                for case in CASE.findall(name):
                    if "B" + case not in listed:
                        findings.append(Finding(path, number, f"{name}: case B{case} is not in "
                                                              f"{LIST}"))
    return findings


GOOD_TEST = "    void call_isMade_B01();\n"
PLANTED = [
    ({LIST: "| B01 | x | `a/tst_a.cpp` `call_isMade_B01` |\n", "tests/a/tst_a.cpp": "\n"},
     "there is no test call_isMade_B01"),
    ({LIST: "| B01 | x | `a/tst_b.cpp` `call_isMade_B01` |\n", "tests/a/tst_a.cpp": GOOD_TEST},
     "there is no tests/a/tst_b.cpp"),
    ({LIST: "", "tests/a/tst_a.cpp": GOOD_TEST}, "case B01 is not in"),
    ({"tests/a/tst_a.cpp": GOOD_TEST}, "the list of cases is missing"),
]
CLEAN = [
    {LIST: "| B01 | x | `a/tst_a.cpp` `call_isMade_B01`; planted fault `SOME_FAULT` |\n",
     "tests/a/tst_a.cpp": GOOD_TEST},
]
