-- SPDX-License-Identifier: Apache-2.0
-- The settings of a SQLite connection: one block sets, one reads back.

-- name: set_journal_mode
-- purpose: readers see the last commit while one writes; kept in the file
-- parameters: none
-- rows: the mode that is in force
PRAGMA journal_mode = WAL;

-- name: read_journal_mode
-- purpose: read the setting back
-- parameters: none
-- rows: wal
PRAGMA journal_mode;

-- name: set_synchronous
-- purpose: a commit that was told is on the disk
-- parameters: none
-- rows: none
PRAGMA synchronous = FULL;

-- name: read_synchronous
-- purpose: read the setting back
-- parameters: none
-- rows: 2
PRAGMA synchronous;

-- name: set_foreign_keys
-- purpose: SQLite checks foreign keys only when told to, per connection
-- parameters: none
-- rows: none
PRAGMA foreign_keys = ON;

-- name: read_foreign_keys
-- purpose: read the setting back
-- parameters: none
-- rows: 1
PRAGMA foreign_keys;

-- name: set_recursive_triggers
-- purpose: without it INSERT OR REPLACE removes a row past its delete trigger
-- parameters: none
-- rows: none
PRAGMA recursive_triggers = ON;

-- name: read_recursive_triggers
-- purpose: read the setting back
-- parameters: none
-- rows: 1
PRAGMA recursive_triggers;

-- name: set_cell_size_check
-- purpose: a damaged page is noticed when it is read, not later
-- parameters: none
-- rows: none
PRAGMA cell_size_check = ON;

-- name: read_cell_size_check
-- purpose: read the setting back
-- parameters: none
-- rows: 1
PRAGMA cell_size_check;

-- name: set_trusted_schema
-- purpose: functions with side effects cannot be planted in a schema
-- parameters: none
-- rows: none
PRAGMA trusted_schema = OFF;

-- name: read_trusted_schema
-- purpose: read the setting back
-- parameters: none
-- rows: 0
PRAGMA trusted_schema;

-- name: set_query_only
-- purpose: a reader cannot write
-- parameters: none
-- rows: none
PRAGMA query_only = ON;

-- name: read_query_only
-- purpose: read the setting back
-- parameters: none
-- rows: 1
PRAGMA query_only;

-- name: read_busy_timeout
-- purpose: read back what was given when the connection was opened
-- parameters: none
-- rows: milliseconds
PRAGMA busy_timeout;
