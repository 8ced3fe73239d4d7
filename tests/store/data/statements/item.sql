-- SPDX-License-Identifier: Apache-2.0

-- name: item_insert
-- purpose: one row with every kind of value
-- parameters: id, name, number, payload
-- rows: none
INSERT INTO item (id, name, number, payload) VALUES (?, ?, ?, ?);

-- name: item_insert_dropping
-- purpose: an insert whose conflict takes the whole transaction with it, where a dialect can
-- parameters: id, name
-- rows: none
INSERT INTO item (id, name) VALUES (?, ?);

-- name: item_replace
-- purpose: an insert that removes the row in its way
-- parameters: id, name
-- rows: none
INSERT INTO item (id, name) VALUES (?, ?);

-- name: item_update_number
-- purpose: an update that may find nothing
-- parameters: number, id
-- rows: none
UPDATE item SET number = ? WHERE id = ?;

-- name: item_take
-- purpose: a write that returns rows
-- parameters: number, id
-- rows: id
UPDATE item SET number = ? WHERE id = ? RETURNING id;

-- name: item_delete
-- purpose: a write that a trigger refuses
-- parameters: id
-- rows: none
DELETE FROM item WHERE id = ?;

-- name: item_by_id
-- purpose: read a row back
-- parameters: id
-- rows: id, name, number, payload
SELECT id, name, number, payload FROM item WHERE id = ?;

-- name: item_ids
-- purpose: what is there
-- parameters: none
-- rows: id; in order
SELECT id FROM item ORDER BY id;

-- name: item_count
-- purpose: how much is there
-- parameters: none
-- rows: one number
SELECT count(*) FROM item;

-- name: child_insert
-- purpose: a row whose foreign key is checked at the commit
-- parameters: id, item_id
-- rows: none
INSERT INTO child (id, item_id) VALUES (?, ?);
