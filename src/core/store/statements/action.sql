-- SPDX-License-Identifier: Apache-2.0

-- name: action_write_insert
-- purpose: The row of a newly admitted action; only core/journal runs it.
-- parameters: all columns in table order
-- rows: none
INSERT INTO action (id, submission_id, call_id, ordinal, state, version, credential, tool_server,
                    tool_name, effect, risk, statement_digest, equality_key, target_keys, key_epoch,
                    created_at_ms, decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms,
                    changed_at_ms, finished_at_ms, attempts, invalidations, decision_id, outcome,
                    follows)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: action_write_state
-- purpose: One event's change, if id, state and version still match; only core/journal runs it.
-- parameters: new state, new version, decide_by_ms, execute_by_ms, hold_until_ms,
--   first_shown_at_ms, changed_at_ms, finished_at_ms, attempts, invalidations, decision_id, outcome,
--   then id, old state, old version
-- rows: none
UPDATE action
SET state = ?, version = ?, decide_by_ms = ?, execute_by_ms = ?, hold_until_ms = ?,
    first_shown_at_ms = ?, changed_at_ms = ?, finished_at_ms = ?, attempts = ?, invalidations = ?,
    decision_id = ?, outcome = ?
WHERE id = ? AND state = ? AND version = ?

-- name: action_by_id
-- purpose: One action.
-- parameters: id
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE id = ?

-- name: action_by_submission
-- purpose: The actions of one submission in input order.
-- parameters: submission_id
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE submission_id = ? ORDER BY ordinal

-- name: action_open_all
-- purpose: Every action that is not final, oldest first.
-- parameters: none
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE state IN (2, 3, 4, 5, 13, 14) ORDER BY id

-- name: action_page_open
-- purpose: Actions that are not final, newest first, older than an id.
-- parameters: id (exclusive upper bound), limit
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE state IN (2, 3, 4, 5, 13, 14) AND id < ? ORDER BY id DESC LIMIT ?

-- name: action_page
-- purpose: Actions of all states, newest first, older than an id.
-- parameters: id (exclusive upper bound), limit
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE id < ? ORDER BY id DESC LIMIT ?

-- name: action_page_of_state
-- purpose: Actions of one state, newest first, older than an id.
-- parameters: state, id (exclusive upper bound), limit
-- rows: all columns in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?

-- name: action_equal_open
-- purpose: Whether an equal call is open (pending, holding, approved, running or unknown).
-- parameters: equality_key
-- rows: id, state
SELECT id, state FROM action WHERE equality_key = ? AND state IN (2, 3, 4, 5, 13) ORDER BY id LIMIT 5

-- name: action_equal_denied_since
-- purpose: The newest equal call that was denied since a time.
-- parameters: credential, equality_key, finished_at_ms (inclusive lower bound)
-- rows: id
SELECT id FROM action
WHERE credential = ? AND equality_key = ? AND state = 8 AND finished_at_ms >= ?
ORDER BY id DESC LIMIT 1

-- name: action_open_counts_of
-- purpose: How many actions of a credential are pending or open. The first condition on the state
--   is that of the index of what is open, so that nothing else is looked at.
-- parameters: credential
-- rows: state, count
SELECT state, COUNT(*) FROM action
WHERE state IN (2, 3, 4, 5, 13, 14) AND state IN (2, 3, 4, 5) AND credential = ? GROUP BY state

-- name: submission_insert
-- purpose: A new submission.
-- parameters: id, credential, mode, created_at_ms, run_key, run_key
-- rows: none
INSERT INTO submission (id, credential, mode, created_at_ms, run_key, first_place)
VALUES (?, ?, ?, ?, ?, COALESCE((SELECT actions FROM run WHERE key = ?), 0))

-- name: submission_by_id
-- purpose: One submission.
-- parameters: id
-- rows: credential, mode, created_at_ms
SELECT credential, mode, created_at_ms FROM submission WHERE id = ?

-- name: idempotency_insert
-- purpose: Takes an idempotency key for ever.
-- parameters: credential, namespace, key_digest, request_digest, submission_id
-- rows: none
INSERT INTO idempotency (credential, namespace, key_digest, request_digest, submission_id)
VALUES (?, ?, ?, ?, ?)

-- name: idempotency_find
-- purpose: What a key was used for.
-- parameters: credential, namespace, key_digest
-- rows: request_digest, submission_id
SELECT request_digest, submission_id FROM idempotency
WHERE credential = ? AND namespace = ? AND key_digest = ?

-- name: action_past_deadline
-- purpose: Open actions whose decide-by or execute-by has passed. The first condition is that of
--   the index of what is open.
-- parameters: id (exclusive lower bound), now (wall ms), now (wall ms), limit
-- rows: id, submission_id
SELECT id, submission_id FROM action
WHERE state IN (2, 3, 4, 5, 13, 14) AND id > ?
  AND ((state IN (2, 3) AND decide_by_ms <= ?)
       OR (state = 4 AND execute_by_ms > 0 AND execute_by_ms <= ?))
ORDER BY id LIMIT ?
