-- SPDX-License-Identifier: Apache-2.0

-- name: action_key_insert
-- purpose: The wrapped key of a new action.
-- parameters: action_id, epoch, wrapped
-- rows: none
INSERT INTO action_key (action_id, epoch, wrapped) VALUES (?, ?, ?)

-- name: action_key_find
-- purpose: The wrapped key of an action.
-- parameters: action_id
-- rows: epoch, wrapped
SELECT epoch, wrapped FROM action_key WHERE action_id = ?

-- name: sealed_part_put
-- purpose: Stores a sealed part; a later one of the same kind and attempt takes its place.
-- parameters: action_id, kind, attempt, sealed
-- rows: none
INSERT INTO sealed_part (action_id, kind, attempt, sealed) VALUES (?, ?, ?, ?)
ON CONFLICT (action_id, kind, attempt) DO UPDATE SET sealed = excluded.sealed

-- name: sealed_part_find
-- purpose: One sealed part.
-- parameters: action_id, kind, attempt
-- rows: sealed
SELECT sealed FROM sealed_part WHERE action_id = ? AND kind = ? AND attempt = ?
