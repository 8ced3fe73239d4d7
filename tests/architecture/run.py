#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one check over the project, or its self-test.

    run.py NAME [--root DIR]     exit 1 and one line per finding if the project breaks the rule
    run.py NAME --self-test      feeds the check planted violations and expects each to be found,
                                 and harmless look-alikes and expects silence
"""

import argparse
import importlib
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import project  # noqa: E402


def run_check(check, root):
    files = project.read_project(root)
    if not any(path.startswith("src/core/") for path in files):
        return [f"{root} does not look like the project: nothing below src/core"]
    if hasattr(check, "check_root"):
        return [str(finding) for finding in check.check_root(root, files)]
    return [str(finding) for finding in check.check(files)]


def run_self_test(check, root):
    if hasattr(check, "self_test"):
        return check.self_test(root)
    problems = []
    if not check.PLANTED or not check.CLEAN:
        problems.append("a check needs planted violations and clean examples")
    for number, (files, expected) in enumerate(check.PLANTED, 1):
        found = [str(finding) for finding in check.check(files)]
        if not any(expected in finding for finding in found):
            problems.append(f"planted violation {number} ({next(iter(files))}): expected a finding "
                            f"with {expected!r}, found {found}")
    for number, files in enumerate(check.CLEAN, 1):
        found = [str(finding) for finding in check.check(files)]
        if found:
            problems.append(f"clean example {number} ({next(iter(files))}): expected no finding, "
                            f"found {found}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    check = importlib.import_module("check_" + options.name)
    problems = (run_self_test if options.self_test else run_check)(check, options.root)
    for problem in problems:
        print(problem)
    print(f"{options.name}: {len(problems)} problem(s)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
