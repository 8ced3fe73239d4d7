-- SPDX-License-Identifier: Apache-2.0
-- The spine: one seat, its keys, submissions, actions with their sealed parts, decisions, attempts,
-- the journal, the outbox, agents' credentials and pinned tool definitions.

CREATE TABLE store_meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seat (
  id TEXT PRIMARY KEY,
  record_key BLOB NOT NULL CHECK (length(record_key) = 32),
  decision_key BLOB NOT NULL CHECK (length(decision_key) = 32),
  seal_key BLOB NOT NULL CHECK (length(seal_key) = 32),
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE key_epoch (
  number INTEGER NOT NULL,
  seat_id TEXT NOT NULL REFERENCES seat (id),
  wrapped BLOB NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (number, seat_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE action_state (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  final INTEGER NOT NULL CHECK (final IN (0, 1))
) STRICT;
INSERT INTO action_state (code, name, final) VALUES
  (1, 'proposed', 0), (2, 'pending', 0), (3, 'holding', 0), (4, 'approved', 0), (5, 'running', 0),
  (6, 'succeeded', 1), (7, 'failed', 1), (8, 'denied', 1), (9, 'invalid', 1), (10, 'expired', 1),
  (11, 'cancelled', 1), (12, 'skipped', 1), (13, 'unknown', 0), (14, 'determined', 0);

CREATE TABLE submission (
  id TEXT PRIMARY KEY,
  credential TEXT NOT NULL,
  mode INTEGER NOT NULL CHECK (mode BETWEEN 1 AND 3),
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Idempotency keys stay as tombstones for ever; keys and requests are keyed digests.
CREATE TABLE idempotency (
  credential TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key_digest BLOB NOT NULL,
  request_digest BLOB NOT NULL,
  submission_id TEXT NOT NULL REFERENCES submission (id),
  PRIMARY KEY (credential, namespace, key_digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE action (
  id TEXT PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submission (id),
  call_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  -- A stored row is never proposed.
  state INTEGER NOT NULL CHECK (state BETWEEN 2 AND 14),
  version INTEGER NOT NULL CHECK (version > 0),
  credential TEXT NOT NULL,
  tool_server TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  effect INTEGER NOT NULL CHECK (effect BETWEEN 1 AND 4),
  risk INTEGER NOT NULL CHECK (risk BETWEEN 1 AND 4),
  statement_digest BLOB NOT NULL CHECK (length(statement_digest) = 32),
  equality_key BLOB NOT NULL,
  target_keys BLOB NOT NULL,
  key_epoch INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  decide_by_ms INTEGER NOT NULL,
  execute_by_ms INTEGER NOT NULL,
  hold_until_ms INTEGER NOT NULL,
  first_shown_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  invalidations INTEGER NOT NULL CHECK (invalidations >= 0),
  decision_id TEXT NOT NULL,
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 5),
  follows TEXT NOT NULL,
  -- Finished exactly when final.
  CHECK ((finished_at_ms > 0) = (state BETWEEN 6 AND 12))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX action_by_submission ON action (submission_id, ordinal);
CREATE INDEX action_open ON action (state, id) WHERE state IN (2, 3, 4, 5, 13, 14);
CREATE INDEX action_equal_open ON action (equality_key) WHERE state IN (2, 3, 4, 5, 13);

-- The last fence under the transition table: it holds against our own faults, not against somebody
-- who can alter the schema (the journal is for that).
CREATE TRIGGER action_running_only_from_approved BEFORE UPDATE OF state ON action
WHEN NEW.state = 5 AND OLD.state NOT IN (4)
BEGIN
  SELECT RAISE(ABORT, 'running is entered only from approved');
END;
CREATE TRIGGER action_final_has_no_way_out BEFORE UPDATE ON action
WHEN OLD.state BETWEEN 6 AND 12
BEGIN
  SELECT RAISE(ABORT, 'a final state has no way out');
END;
CREATE TRIGGER action_version_grows_by_one BEFORE UPDATE ON action
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'each change is one version');
END;
CREATE TRIGGER action_identity_is_fixed BEFORE UPDATE ON action
WHEN NEW.statement_digest <> OLD.statement_digest OR NEW.submission_id <> OLD.submission_id
  OR NEW.credential <> OLD.credential OR NEW.tool_server <> OLD.tool_server
  OR NEW.tool_name <> OLD.tool_name OR NEW.effect <> OLD.effect
  OR NEW.target_keys <> OLD.target_keys OR NEW.created_at_ms <> OLD.created_at_ms
BEGIN
  SELECT RAISE(ABORT, 'what an action is never changes');
END;
CREATE TRIGGER action_is_kept BEFORE DELETE ON action
BEGIN
  SELECT RAISE(ABORT, 'actions are never deleted');
END;

CREATE TABLE action_key (
  action_id TEXT PRIMARY KEY REFERENCES action (id) DEFERRABLE INITIALLY DEFERRED,
  epoch INTEGER NOT NULL,
  wrapped BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sealed_part (
  action_id TEXT NOT NULL REFERENCES action (id) DEFERRABLE INITIALLY DEFERRED,
  kind INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (action_id, kind, attempt)
) STRICT;

CREATE TABLE decision (
  id TEXT PRIMARY KEY,
  action_id TEXT NOT NULL REFERENCES action (id),
  bytes BLOB NOT NULL,
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  stored_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_by_action ON decision (action_id);
CREATE TRIGGER decision_is_kept BEFORE DELETE ON decision
BEGIN
  SELECT RAISE(ABORT, 'decisions are never deleted');
END;
CREATE TRIGGER decision_is_fixed BEFORE UPDATE ON decision
BEGIN
  SELECT RAISE(ABORT, 'decisions are never changed');
END;

CREATE TABLE determination (
  id TEXT PRIMARY KEY,
  action_id TEXT NOT NULL REFERENCES action (id),
  bytes BLOB NOT NULL,
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  stored_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX determination_by_action ON determination (action_id);

CREATE TABLE attempt (
  action_id TEXT NOT NULL REFERENCES action (id),
  number INTEGER NOT NULL CHECK (number > 0),
  dispatch_id TEXT NOT NULL UNIQUE,
  holder TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER NOT NULL,
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 5),
  PRIMARY KEY (action_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempt_lease (
  action_id TEXT PRIMARY KEY REFERENCES action (id),
  attempt INTEGER NOT NULL,
  holder TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  expires_boot_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  lane TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  at_ms INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  action_id TEXT NOT NULL,
  body BLOB NOT NULL,
  previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
  action_previous_hash BLOB NOT NULL CHECK (length(action_previous_hash) IN (0, 32)),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  signature BLOB,
  PRIMARY KEY (lane, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal
BEGIN
  SELECT RAISE(ABORT, 'the journal is append-only');
END;
-- The one change allowed: the last entry of a wave gets its signature inside the same transaction.
CREATE TRIGGER journal_is_fixed BEFORE UPDATE ON journal
WHEN OLD.signature IS NOT NULL OR NEW.lane <> OLD.lane OR NEW.number <> OLD.number
  OR NEW.at_ms <> OLD.at_ms OR NEW.kind <> OLD.kind OR NEW.action_id <> OLD.action_id
  OR NEW.body <> OLD.body OR NEW.previous_hash <> OLD.previous_hash
  OR NEW.action_previous_hash <> OLD.action_previous_hash OR NEW.hash <> OLD.hash
BEGIN
  SELECT RAISE(ABORT, 'the journal is append-only');
END;

CREATE TABLE outbox (
  position INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  type TEXT NOT NULL,
  action_id TEXT NOT NULL,
  submission_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  credential TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;

CREATE TABLE agent_credential (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  token_digest BLOB NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tool_pin (
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  seen_at_ms INTEGER NOT NULL,
  PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;

-- For people with a database shell.
CREATE VIEW action_named AS
  SELECT action.id, action_state.name AS state, action.tool_server, action.tool_name,
         action.call_id, action.credential, action.attempts, action.version
  FROM action JOIN action_state ON action_state.code = action.state;
