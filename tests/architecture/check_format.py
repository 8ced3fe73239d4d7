# SPDX-License-Identifier: Apache-2.0
"""Every C++ file is as clang-format 14 writes it. Other versions format differently."""

import os
import re
import subprocess
import tempfile

from project import Finding, below

TOOL = "clang-format-14"
VERSION = "14"


def check_version(output):
    match = re.search(r"\bversion (\d+)\.", output)
    if match and match[1] == VERSION:
        return []
    return [Finding(TOOL, 1, f"version {VERSION} is needed, this is: {output.strip() or 'nothing'}")]


def check_folder(root, paths):
    try:
        version = subprocess.run([TOOL, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return [Finding(TOOL, 1, f"cannot be run: {error}")]
    findings = check_version(version.stdout)
    if findings or not paths:
        return findings
    result = subprocess.run([TOOL, "--dry-run", "--style=file", "--fallback-style=none", *paths],
                            cwd=root, capture_output=True, text=True, check=False)
    for match in re.finditer(r"^(\S+?):(\d+):\d+: (?:warning|error): code should be clang-formatted",
                             result.stderr, re.MULTILINE):
        finding = Finding(match[1], int(match[2]), "not formatted; run packaging/format")
        if not findings or findings[-1].path != finding.path:
            findings.append(finding)
    if not findings and (result.returncode != 0 or result.stderr.strip()):
        findings.append(Finding(TOOL, 1, f"failed: {result.stderr.strip()[:500]}"))
    return findings


def check_root(root, files):
    paths = [path for path, _ in below(files, "src/") + below(files, "tests/")]
    return check_folder(root, paths)


def self_test(root):
    """Plants one badly and one well formatted file beside the project's own style file."""
    problems = []
    with open(os.path.join(root, ".clang-format"), encoding="utf-8") as file:
        style = file.read()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ((".clang-format", style), ("bad.cpp", "int  f( ){return 1 ;}\n"),
                           ("good.cpp", "int a = 1;\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        found = [finding.path for finding in check_folder(folder, ["bad.cpp", "good.cpp"])]
        if found != ["bad.cpp"]:
            problems.append(f"expected bad.cpp alone to be found, found {found}")
        if check_folder(folder, ["good.cpp"]):
            problems.append("a well formatted file was found")
        if not check_folder(folder, ["missing.cpp"]):
            problems.append("a file that cannot be read was not reported")
    for output, fine in (("Debian clang-format version 14.0.6", True), ("", False),
                         ("clang-format version 15.0.1", False), ("version 140.1", False)):
        if (not check_version(output)) != fine:
            problems.append(f"version text {output!r}: expected {'fine' if fine else 'a finding'}")
    return problems
