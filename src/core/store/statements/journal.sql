-- SPDX-License-Identifier: Apache-2.0

-- name: journal_append
-- purpose: Adds one entry to a lane; only core/journal runs it.
-- parameters: lane, number, at_ms, kind, action_id, body, previous_hash, action_previous_hash, hash
-- rows: none
INSERT INTO journal (lane, number, at_ms, kind, action_id, body, previous_hash,
                     action_previous_hash, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: journal_append_signature
-- purpose: Signs the last entry of a wave, before its commit.
-- parameters: signature, lane, number
-- rows: none
UPDATE journal SET signature = ? WHERE lane = ? AND number = ? AND signature IS NULL

-- name: journal_entries_from
-- purpose: A lane's entries in order, from a number on.
-- parameters: lane, first number, limit
-- rows: number, at_ms, kind, action_id, body, previous_hash, action_previous_hash, hash, signature
SELECT number, at_ms, kind, action_id, body, previous_hash, action_previous_hash, hash, signature
FROM journal WHERE lane = ? AND number >= ? ORDER BY number LIMIT ?

-- name: journal_lanes
-- purpose: All lanes and how long they are.
-- parameters: none
-- rows: lane, last number, entries
SELECT lane, MAX(number), COUNT(*) FROM journal GROUP BY lane ORDER BY lane
