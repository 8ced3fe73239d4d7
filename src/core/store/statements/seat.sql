-- SPDX-License-Identifier: Apache-2.0

-- name: meta_get
-- purpose: One value about the store.
-- parameters: name
-- rows: value
SELECT value FROM store_meta WHERE name = ?

-- name: meta_set
-- purpose: Sets one value about the store.
-- parameters: name, value
-- rows: none
INSERT INTO store_meta (name, value) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: seat_first
-- purpose: The store's seat.
-- parameters: none
-- rows: id, record_key, decision_key, seal_key
SELECT id, record_key, decision_key, seal_key FROM seat ORDER BY id LIMIT 1

-- name: seat_all
-- purpose: All seats.
-- parameters: none
-- rows: id, record_key, decision_key, seal_key
SELECT id, record_key, decision_key, seal_key FROM seat ORDER BY id

-- name: seat_insert
-- purpose: Enrols a seat.
-- parameters: id, record_key, decision_key, seal_key, created_at_ms
-- rows: none
INSERT INTO seat (id, record_key, decision_key, seal_key, created_at_ms) VALUES (?, ?, ?, ?, ?)

-- name: key_epoch_insert
-- purpose: An epoch's keys, wrapped for one seat.
-- parameters: number, seat_id, wrapped, created_at_ms
-- rows: none
INSERT INTO key_epoch (number, seat_id, wrapped, created_at_ms) VALUES (?, ?, ?, ?)

-- name: key_epochs_of
-- purpose: All epochs of a seat.
-- parameters: seat_id
-- rows: number, wrapped
SELECT number, wrapped FROM key_epoch WHERE seat_id = ? ORDER BY number

-- name: ciphertext_exists
-- purpose: Whether the store holds anything sealed.
-- parameters: none
-- rows: one row if it does
SELECT 1 FROM key_epoch UNION ALL SELECT 1 FROM sealed_part LIMIT 1

-- name: agent_insert
-- purpose: A new agent's credential.
-- parameters: id, name, token_digest, created_at_ms
-- rows: none
INSERT INTO agent_credential (id, name, token_digest, created_at_ms, revoked_at_ms)
VALUES (?, ?, ?, ?, 0)

-- name: agent_revoke
-- purpose: Ends a credential, once.
-- parameters: revoked_at_ms, id
-- rows: none
UPDATE agent_credential SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms = 0

-- name: agent_by_token
-- purpose: The credential of a token.
-- parameters: token_digest
-- rows: id, name, created_at_ms, revoked_at_ms
SELECT id, name, created_at_ms, revoked_at_ms FROM agent_credential WHERE token_digest = ?

-- name: agent_all
-- purpose: All credentials.
-- parameters: none
-- rows: id, name, created_at_ms, revoked_at_ms, token_digest
SELECT id, name, created_at_ms, revoked_at_ms, token_digest FROM agent_credential ORDER BY id

-- name: tool_pin_all
-- purpose: All pinned definitions.
-- parameters: none
-- rows: server, tool, digest, state
SELECT server, tool, digest, state FROM tool_pin

-- name: tool_pin_put
-- purpose: Pins a definition, or says that it changed.
-- parameters: server, tool, digest, state, seen_at_ms
-- rows: none
INSERT INTO tool_pin (server, tool, digest, state, seen_at_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (server, tool) DO UPDATE
SET digest = excluded.digest, state = excluded.state, seen_at_ms = excluded.seen_at_ms
