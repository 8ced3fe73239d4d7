# SPDX-License-Identifier: Apache-2.0
"""SQL lies in statement files only, and the statements that change actions have one writer."""

import re

from project import Finding, below, string_literals

SQL = [
    re.compile(r"\b(?:INSERT (?:OR \w+ )?INTO|DELETE FROM|REPLACE INTO)\b", re.IGNORECASE),
    re.compile(r"\bUPDATE\s+[\w.\"]+\s+SET\b"),
    re.compile(r"\bupdate\s+[\w.\"]+\s+set\s+[\w.\"]+\s*="),
    re.compile(r"\b(?:CREATE|DROP|ALTER)\s+(?:UNIQUE\s+|TEMP\s+|TEMPORARY\s+)?"
               r"(?:TABLE|INDEX|TRIGGER|VIEW)\b", re.IGNORECASE),
    re.compile(r"\bBEGIN\s+(?:IMMEDIATE|EXCLUSIVE|DEFERRED|TRANSACTION)\b", re.IGNORECASE),
    re.compile(r"\bSAVEPOINT\b|\bsavepoint\s+\w"),
    re.compile(r"\bROLLBACK\s+(?:TO|TRANSACTION)\b|\bCOMMIT\s+TRANSACTION\b", re.IGNORECASE),
    re.compile(r"\bPRAGMA\b"),
    re.compile(r"^\s*pragma\s+\w+"),
    # "Select a tool from the list" is a sentence, SELECT and a leading "select … from" are not.
    re.compile(r"\bSELECT\b"),
    re.compile(r"^\s*select\s.*\bfrom\s", re.DOTALL),
    re.compile(r"^\s*(?:BEGIN|COMMIT|ROLLBACK|VACUUM)\s*;?\s*$"),
]

# Named only by the journal, which is the one writer of an action's state.
WRITER_STATEMENT = re.compile(r"\b(?:action_write_\w*|journal_append\w*)")
WRITER = "src/core/journal/"


def check(files):
    findings = []
    for path, text in below(files, "src/"):
        for line, value in string_literals(text):
            for pattern in SQL:
                match = pattern.search(value)
                if match:
                    findings.append(Finding(path, line, "SQL in a C++ string "
                                            f"({match[0].strip().splitlines()[0][:30]!r}): it "
                                            "belongs into src/core/store/**.sql"))
                    break
            match = WRITER_STATEMENT.search(value)
            if match and not path.startswith(WRITER):
                findings.append(Finding(path, line, f"statement '{match[0]}' is named outside "
                                        f"{WRITER}, the only writer of state"))
    for path, text in below(files, "src/", (".sql",)):
        if not path.startswith("src/core/store/"):
            findings.append(Finding(path, 1, "SQL files lie below src/core/store"))
    return findings


def _source(text, path="src/core/executor/a.cpp"):
    return {path: text}


PLANTED = [
    (_source('exec("SELECT id FROM action");'), "SQL in a C++ string"),
    (_source('exec("select id "\n  "from action");'), "SQL in a C++ string"),
    (_source('exec(R"sql(\nINSERT INTO action VALUES (1)\n)sql");'), "SQL in a C++ string"),
    (_source('exec(u8R"(insert or ignore into action)");'), "SQL in a C++ string"),
    (_source('exec("UPDATE action\\nSET state = 1");'), "SQL in a C++ string"),
    (_source('exec(u"update " // why\n "action set state = 1");'), "SQL in a C++ string"),
    (_source('exec("DELETE FROM action");'), "SQL in a C++ string"),
    (_source('exec("CREATE TABLE x(y)");'), "SQL in a C++ string"),
    (_source('exec("savepoint unit");'), "SQL in a C++ string"),
    (_source('exec("begin immediate");'), "SQL in a C++ string"),
    (_source('exec("SAVEPOINT unit");'), "SQL in a C++ string"),
    (_source('exec("ROLLBACK TO unit");'), "SQL in a C++ string"),
    (_source('exec("COMMIT");'), "SQL in a C++ string"),
    (_source('exec("PRAGMA journal_mode");'), "SQL in a C++ string"),
    (_source("auto n = 1'000; exec(\"PRAGMA x\"); auto c = '\"';"), "SQL in a C++ string"),
    (_source('exec("PRAGMA x");', "src/core/store/sqlite/a.cpp"), "SQL in a C++ string"),
    (_source('run("action_write_state");'), "the only writer of state"),
    (_source('run("journal_append");', "src/core/feed/a.cpp"), "the only writer of state"),
    ({"src/core/journal/a.sql": "-- x"}, "below src/core/store"),
]

CLEAN = [
    _source('// SELECT id FROM action\n/* PRAGMA x */ f("Select a tool from the list");'),
    _source('run("begin"); run("savepoint"); run("commit"); // names of statements'),
    _source('f("The change was not committed; update the set of tools.");'),
    _source('run("action_write_state"); run("journal_append");', "src/core/journal/a.cpp"),
    {"src/core/store/statements/action.sql": "SELECT 1;"},
    {"tests/store/tst_a.cpp": 'exec("SELECT 1");'},
    _source("auto quote = '\"'; // \"SELECT\n auto other = '\"';"),
]
