-- SPDX-License-Identifier: Apache-2.0

-- name: outbox_append
-- purpose: One event, in the transaction of what it tells.
-- parameters: position, at_ms, type, action_id, submission_id, batch_id, call_id, tool, credential,
--   details
-- rows: none
INSERT INTO outbox (position, at_ms, type, action_id, submission_id, batch_id, call_id, tool,
                    credential, details)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: outbox_after
-- purpose: Events behind a position, in order.
-- parameters: position (exclusive), limit
-- rows: position, at_ms, type, action_id, submission_id, batch_id, call_id, tool, credential, details
SELECT position, at_ms, type, action_id, submission_id, batch_id, call_id, tool, credential, details
FROM outbox WHERE position > ? ORDER BY position LIMIT ?

-- name: outbox_range
-- purpose: The kept range.
-- parameters: none
-- rows: first position, last position (NULL if empty)
SELECT MIN(position), MAX(position) FROM outbox

-- name: outbox_trim
-- purpose: Forgets events up to a position; the newest stays, so that no position is used twice.
-- parameters: position (inclusive)
-- rows: none
DELETE FROM outbox WHERE position <= ? AND position < (SELECT MAX(position) FROM outbox)
