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

-- name: journal_page
-- purpose: A lane's entries, newest first, older than a number, with the tool of their action.
-- parameters: lane, number (exclusive upper bound), limit
-- rows: number, at_ms, kind, action_id, body, tool_server, tool_name (NULL: of no action)
SELECT journal.number, journal.at_ms, journal.kind, journal.action_id, journal.body,
       action.tool_server, action.tool_name
FROM journal LEFT JOIN action ON action.id = journal.action_id
WHERE journal.lane = ? AND journal.number < ?
ORDER BY journal.number DESC LIMIT ?
