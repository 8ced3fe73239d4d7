-- SPDX-License-Identifier: Apache-2.0

-- name: decision_insert
-- purpose: A signed decision, stored in the commit that ends its hold.
-- parameters: id, action_id, bytes, signature, stored_at_ms
-- rows: none
INSERT INTO decision (id, action_id, bytes, signature, stored_at_ms) VALUES (?, ?, ?, ?, ?)

-- name: decision_find
-- purpose: One decision.
-- parameters: id
-- rows: action_id, bytes, signature
SELECT action_id, bytes, signature FROM decision WHERE id = ?

-- name: determination_insert
-- purpose: A signed determination.
-- parameters: id, action_id, bytes, signature, stored_at_ms
-- rows: none
INSERT INTO determination (id, action_id, bytes, signature, stored_at_ms) VALUES (?, ?, ?, ?, ?)

-- name: determination_of_action
-- purpose: The newest determination of an action.
-- parameters: action_id
-- rows: id, bytes, signature
SELECT id, bytes, signature FROM determination WHERE action_id = ? ORDER BY id DESC LIMIT 1

-- name: attempt_insert
-- purpose: The row of one attempt, in its claim.
-- parameters: action_id, number, dispatch_id, holder, epoch, started_at_ms
-- rows: none
INSERT INTO attempt (action_id, number, dispatch_id, holder, epoch, started_at_ms, finished_at_ms,
                     outcome)
VALUES (?, ?, ?, ?, ?, ?, 0, 0)

-- name: attempt_finish
-- purpose: The end of an attempt, once.
-- parameters: finished_at_ms, outcome, action_id, number, epoch
-- rows: none
UPDATE attempt SET finished_at_ms = ?, outcome = ?
WHERE action_id = ? AND number = ? AND epoch = ? AND finished_at_ms = 0

-- name: attempt_find
-- purpose: One attempt.
-- parameters: action_id, number
-- rows: dispatch_id, holder, epoch, started_at_ms, finished_at_ms, outcome
SELECT dispatch_id, holder, epoch, started_at_ms, finished_at_ms, outcome
FROM attempt WHERE action_id = ? AND number = ?

-- name: attempt_lease_take
-- purpose: The lease of a new attempt.
-- parameters: action_id, attempt, holder, epoch, expires_boot_ms
-- rows: none
INSERT INTO attempt_lease (action_id, attempt, holder, epoch, expires_boot_ms)
VALUES (?, ?, ?, ?, ?)

-- name: attempt_lease_renew
-- purpose: Keeps a lease that is still ours.
-- parameters: expires_boot_ms, action_id, holder, epoch
-- rows: none
UPDATE attempt_lease SET expires_boot_ms = ? WHERE action_id = ? AND holder = ? AND epoch = ?

-- name: attempt_lease_release
-- purpose: Ends a lease if it is still of this epoch.
-- parameters: action_id, epoch
-- rows: none
DELETE FROM attempt_lease WHERE action_id = ? AND epoch = ?

-- name: attempt_lease_drop
-- purpose: Recovery ends whatever lease there is.
-- parameters: action_id
-- rows: none
DELETE FROM attempt_lease WHERE action_id = ?

-- name: attempt_lease_find
-- purpose: The lease of an action.
-- parameters: action_id
-- rows: attempt, holder, epoch, expires_boot_ms
SELECT attempt, holder, epoch, expires_boot_ms FROM attempt_lease WHERE action_id = ?
