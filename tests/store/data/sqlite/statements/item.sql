-- SPDX-License-Identifier: Apache-2.0

-- name: item_insert_dropping
-- purpose: SQLite itself rolls the transaction back on a conflict
-- parameters: id, name
-- rows: none
INSERT OR ROLLBACK INTO item (id, name) VALUES (?, ?);

-- name: item_replace
-- purpose: deletes the row in its way
-- parameters: id, name
-- rows: none
INSERT OR REPLACE INTO item (id, name) VALUES (?, ?);
