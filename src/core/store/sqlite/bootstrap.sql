-- SPDX-License-Identifier: Apache-2.0
-- What has to be there before the first migration.

-- name: read_application_id
-- purpose: tell our files from others'
-- parameters: none
-- rows: 1280004178 ("LKPR"); 0 in a new file
PRAGMA application_id;

-- name: set_application_id
-- purpose: mark a new file as ours
-- parameters: none
-- rows: none
PRAGMA application_id = 1280004178;

-- name: count_schema_objects
-- purpose: tell a new file from one of another program; also the first look into the file
-- parameters: none
-- rows: how many tables, views, triggers and indexes there are
SELECT count(*) FROM sqlite_schema;

-- name: create_schema_migration
-- purpose: the record of the steps that the schema has gone
-- parameters: none
-- rows: none
CREATE TABLE IF NOT EXISTS schema_migration (
    number        INTEGER PRIMARY KEY CHECK (number > 0),
    name          TEXT    NOT NULL,
    checksum      TEXT    NOT NULL CHECK (length(checksum) = 64),
    applied_at_ms INTEGER NOT NULL
) STRICT;

-- name: applied_migrations
-- purpose: compare with what this program knows
-- parameters: none
-- rows: number, name, checksum; in order
SELECT number, name, checksum FROM schema_migration ORDER BY number;

-- name: record_migration
-- purpose: written in the transaction of the step itself
-- parameters: number, name, checksum, applied_at_ms
-- rows: none
INSERT INTO schema_migration (number, name, checksum, applied_at_ms) VALUES (?, ?, ?, ?);
