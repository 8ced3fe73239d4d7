# SPDX-License-Identifier: Apache-2.0
"""The edits of the hand-edit proof: what somebody can do to a store with a database shell.

Each is a function of the stopped world and the ids of its calls. The tables REST and KILLED say per
edit: its title, the call that it is about, and whether only that call must stand still ("action")
or the whole store ("store").
"""

import contextlib
import sqlite3
import time

STATES = {"pending": 2, "holding": 3, "approved": 4, "running": 5, "succeeded": 6, "denied": 8,
          "cancelled": 11, "unknown": 13, "determined": 14}
STATEMENT, ARGUMENTS, VIEW = 1, 2, 3


@contextlib.contextmanager
def shell(world):
    """A database shell that takes away every fence of the schema before it writes."""
    database = sqlite3.connect(world.path("store.sqlite"), timeout=10, isolation_level=None)
    try:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in database.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("BEGIN IMMEDIATE")
        yield database
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        database.close()


def sql(statement, *names):
    """An edit by one statement that must change something; `names` are calls or values."""
    def edit(world, ids):
        values = [ids.get(name, name) for name in names]
        with shell(world) as database:
            changed = database.execute(statement, values).rowcount
            if changed < 1:
                raise ValueError(f"the edit changed nothing: {statement}")
    return edit


def to_approved(name):
    """A row that looks as an approved one does."""
    def edit(world, ids):
        with shell(world) as database:
            soon = int(time.time() * 1000) + 3_000_000
            changed = database.execute(
                "UPDATE action SET state = 4, version = version + 1, finished_at_ms = 0, "
                "attempts = 0, outcome = 0, hold_until_ms = 0, execute_by_ms = ? WHERE id = ?",
                (soon, ids[name])).rowcount
            if changed != 1:
                raise ValueError("there is no such row")
    return edit


def to_approved_with_decision(world, ids):
    """… with the decision of another call under a new id."""
    with shell(world) as database:
        database.execute(
            "INSERT INTO decision SELECT 'dec_by_hand', ?, bytes, signature, stored_at_ms "
            "FROM decision WHERE action_id = ?", (ids["pending"], ids["approved"]))
        database.execute(
            "UPDATE action SET state = 4, version = version + 1, decision_id = 'dec_by_hand', "
            "execute_by_ms = (SELECT execute_by_ms FROM action WHERE id = ?) WHERE id = ?",
            (ids["approved"], ids["pending"]))


def flip(kind, name):
    """One bit of a sealed part."""
    def edit(world, ids):
        with shell(world) as database:
            sealed, = database.execute("SELECT sealed FROM sealed_part WHERE action_id = ? "
                                       "AND kind = ?", (ids[name], kind)).fetchone()
            changed = bytearray(sealed)
            changed[len(changed) // 2] ^= 1
            database.execute("UPDATE sealed_part SET sealed = ? WHERE action_id = ? AND kind = ?",
                             (bytes(changed), ids[name], kind))
    return edit


def take_from(name, other, kinds, key=False, row=False):
    """Sealed parts (and key, and statement) of another call in the place of this one's."""
    def edit(world, ids):
        with shell(world) as database:
            for kind in kinds:
                database.execute(
                    "UPDATE sealed_part SET sealed = (SELECT sealed FROM sealed_part AS other "
                    "WHERE other.action_id = ? AND other.kind = ?) WHERE action_id = ? "
                    "AND kind = ?", (ids[other], kind, ids[name], kind))
            if key:
                database.execute(
                    "UPDATE action_key SET wrapped = (SELECT wrapped FROM action_key AS other "
                    "WHERE other.action_id = ?) WHERE action_id = ?", (ids[other], ids[name]))
            if row:
                database.execute(
                    "UPDATE action SET statement_digest = (SELECT statement_digest FROM action "
                    "AS other WHERE other.id = ?) WHERE id = ?", (ids[other], ids[name]))
    return edit


def copy_row(world, ids):
    """A second approved row with all that belongs to the first."""
    with shell(world) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(action)")]
        chosen = ", ".join({"id": "'act_zzzzzzzzzzzzzzzzzzzzzzzzzz'", "ordinal": "77"}
                           .get(name, name) for name in columns)
        database.execute(f"INSERT INTO action SELECT {chosen} FROM action WHERE id = ?",
                         (ids["approved"],))
        for table in ("action_key", "sealed_part"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            chosen = ", ".join({"action_id": "'act_zzzzzzzzzzzzzzzzzzzzzzzzzz'"}.get(name, name)
                               for name in columns)
            database.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} "
                             "WHERE action_id = ?", (ids["approved"],))
    ids["copy"] = "act_zzzzzzzzzzzzzzzzzzzzzzzzzz"


def in_journal(statement):
    def edit(world, unused):
        with shell(world) as database:
            if database.execute(statement).rowcount < 1:
                raise ValueError("the journal was not changed")
    return edit


def no_attempt(world, ids):
    """Every trace of the attempt in the tables is gone, and the row says approved."""
    with shell(world) as database:
        database.execute("DELETE FROM attempt WHERE action_id = ?", (ids["running"],))
        database.execute("DELETE FROM attempt_lease WHERE action_id = ?", (ids["running"],))
        database.execute("UPDATE action SET state = 4, attempts = 0, version = version - 1 "
                         "WHERE id = ?", (ids["running"],))


def no_journal_of_attempt(world, ids):
    """… and the journal's entries of it too: the store looks as before the claim."""
    no_attempt(world, ids)
    with shell(world) as database:
        number, = database.execute("SELECT max(number) FROM journal WHERE action_id = ? "
                                   "AND number < (SELECT max(number) FROM journal WHERE "
                                   "action_id = ?)", (ids["running"], ids["running"])).fetchone()
        database.execute("DELETE FROM journal WHERE number > ?", (number,))


LAST = "(SELECT max(number) FROM journal)"

REST = [
    ("pending -> approved", "pending", "action", to_approved("pending")),
    ("pending -> approved with another's decision", "pending", "action",
     to_approved_with_decision),
    ("succeeded -> approved", "succeeded", "action", to_approved("succeeded")),
    ("undone -> approved", "undone", "action", to_approved("undone")),
    ("denied -> approved", "denied", "action", to_approved("denied")),
    ("cancelled -> approved", "cancelled", "action", to_approved("cancelled")),
    ("unknown -> approved", "unknown", "action", to_approved("unknown")),
    ("succeeded -> pending", "succeeded", "action",
     sql("UPDATE action SET state = 2, finished_at_ms = 0 WHERE id = ?", "succeeded")),
    ("unknown -> determined", "unknown", "action",
     sql("UPDATE action SET state = 14 WHERE id = ?", "unknown")),
    ("approved -> a state that does not exist", "approved", "action",
     sql("UPDATE action SET state = 99 WHERE id = ?", "approved")),
    ("approved, arguments changed", "approved", "action", flip(ARGUMENTS, "approved")),
    ("approved, statement changed", "approved", "action", flip(STATEMENT, "approved")),
    ("approved, view changed", "approved", "action", flip(VIEW, "approved")),
    ("approved, arguments of another call", "approved", "action",
     take_from("approved", "twin", [ARGUMENTS])),
    ("approved, arguments and key of another call", "approved", "action",
     take_from("approved", "twin", [ARGUMENTS], key=True)),
    ("approved, all sealed parts and statement of another call", "approved", "action",
     take_from("approved", "twin", [STATEMENT, ARGUMENTS, VIEW], key=True, row=True)),
    ("approved, sealed parts deleted", "approved", "action",
     sql("DELETE FROM sealed_part WHERE action_id = ?", "approved")),
    ("approved, key deleted", "approved", "action",
     sql("DELETE FROM action_key WHERE action_id = ?", "approved")),
    ("approved, decision deleted", "approved", "action",
     sql("DELETE FROM decision WHERE action_id = ?", "approved")),
    ("approved, decision changed", "approved", "action",
     sql("UPDATE decision SET bytes = CAST(replace(CAST(bytes AS TEXT), 'operators', 'Operators') "
         "AS BLOB) WHERE action_id = ?", "approved")),
    ("approved, decision's signature changed", "approved", "action",
     sql("UPDATE decision SET signature = zeroblob(64) WHERE action_id = ?", "approved")),
    ("approved, target changed", "approved", "action",
     sql("UPDATE action SET target_keys = zeroblob(32) WHERE id = ?", "approved")),
    ("approved, effect class changed", "approved", "action",
     sql("UPDATE action SET effect = 1 WHERE id = ?", "approved")),
    ("approved, risk changed", "approved", "action",
     sql("UPDATE action SET risk = 1 WHERE id = ?", "approved")),
    ("approved, execute-by changed", "approved", "action",
     sql("UPDATE action SET execute_by_ms = execute_by_ms + 86400000 WHERE id = ?", "approved")),
    ("approved, tool changed", "approved", "action",
     sql("UPDATE action SET tool_name = 'append_and_say_error' WHERE id = ?", "approved")),
    ("approved, server changed", "approved", "action",
     sql("UPDATE action SET tool_server = 'u' WHERE id = ?", "approved")),
    ("approved, credential changed", "approved", "action",
     sql("UPDATE action SET credential = 'local/000000000000000000000000' WHERE id = ?",
         "approved")),
    ("approved, statement digest changed", "approved", "action",
     sql("UPDATE action SET statement_digest = zeroblob(32) WHERE id = ?", "approved")),
    ("approved, moved to another submission", "approved", "action",
     sql("UPDATE action SET submission_id = (SELECT submission_id FROM action AS other WHERE "
         "other.id = ?), ordinal = 50 WHERE id = ?", "pending", "approved")),
    ("approved, row deleted", "approved", "action",
     sql("DELETE FROM action WHERE id = ?", "approved")),
    ("a copy of the approved call", "copy", "action", copy_row),
    ("all_or_nothing -> independent", "together1", "action",
     sql("UPDATE submission SET mode = 1 WHERE id = (SELECT submission_id FROM action WHERE "
         "id = ?)", "together1")),
    ("pending, decide-by changed", "pending", "action",
     sql("UPDATE action SET decide_by_ms = decide_by_ms + 86400000 WHERE id = ?", "pending")),
    ("pending, effect class changed", "pending", "action",
     sql("UPDATE action SET effect = 1 WHERE id = ?", "pending")),
    ("pending, arguments changed", "pending", "action", flip(ARGUMENTS, "pending")),
    ("pending, view deleted", "pending", "action",
     sql("DELETE FROM sealed_part WHERE kind = 3 AND action_id = ?", "pending")),
    ("journal: last entry deleted", "pending", "store",
     in_journal(f"DELETE FROM journal WHERE number = {LAST}")),
    ("journal: entry in the middle deleted", "pending", "store",
     in_journal(f"DELETE FROM journal WHERE number = {LAST} / 2")),
    ("journal: all entries deleted", "pending", "store", in_journal("DELETE FROM journal")),
    ("journal: an entry's body changed", "pending", "store",
     in_journal("UPDATE journal SET body = CAST(CAST(body AS TEXT) || ' ' AS BLOB) WHERE number = 5")),
    ("journal: last signature deleted", "pending", "store",
     in_journal(f"UPDATE journal SET signature = NULL WHERE number = {LAST}")),
    ("journal: entry appended without a signature", "pending", "store",
     in_journal(f"INSERT INTO journal SELECT lane, number + 1, at_ms, kind, action_id, body, hash, "
                f"action_previous_hash, zeroblob(32), NULL FROM journal WHERE number = {LAST}")),
    ("journal: a lane of somebody else", "pending", "store",
     in_journal("INSERT INTO journal SELECT 'sea_other', number, at_ms, kind, action_id, body, "
                "previous_hash, action_previous_hash, hash, signature FROM journal "
                "WHERE number = 1")),
    ("the seat's keys replaced", "pending", "store",
     sql("UPDATE seat SET record_key = zeroblob(32), decision_key = zeroblob(32)")),
    ("the seat deleted", "pending", "store", sql("DELETE FROM seat")),
    ("store id and seat deleted", "pending", "store",
     lambda world, ids: (sql("DELETE FROM seat")(world, ids),
                         sql("DELETE FROM store_meta WHERE name = 'store_id'")(world, ids))),
    ("the key epochs deleted", "pending", "store", sql("DELETE FROM key_epoch")),
    ("the incarnation changed", "pending", "store",
     sql("UPDATE store_meta SET value = '2' WHERE name = 'incarnation'")),
]

KILLED = [
    ("running, attempt deleted", "running", "action",
     sql("DELETE FROM attempt WHERE action_id = ?", "running")),
    ("running, lease deleted", "running", "action",
     sql("DELETE FROM attempt_lease WHERE action_id = ?", "running")),
    ("running, another dispatch in the attempt", "running", "action",
     sql("UPDATE attempt SET dispatch_id = 'dsp_by_hand' WHERE action_id = ?", "running")),
    ("running, attempt and lease deleted, state approved", "running", "action", no_attempt),
    ("running -> approved", "running", "action", to_approved("running")),
    ("running, as before the claim, journal too", "running", "store", no_journal_of_attempt),
    ("holding -> approved", "holding", "action", to_approved("holding")),
]
