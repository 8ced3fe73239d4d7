-- SPDX-License-Identifier: Apache-2.0
-- A small schema for the tests of the store itself.
CREATE TABLE item (
    id      INTEGER PRIMARY KEY,
    name    TEXT UNIQUE,
    number  INTEGER,
    payload BLOB
) STRICT;

CREATE TABLE child (
    id      INTEGER PRIMARY KEY,
    item_id INTEGER NOT NULL REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- The semicolons inside do not end it.
CREATE TRIGGER item_is_never_deleted BEFORE DELETE ON item
BEGIN
    SELECT CASE WHEN old.id > 0 THEN RAISE(ABORT, 'item; never') END;
    SELECT 1;
END;
