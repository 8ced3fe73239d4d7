-- SPDX-License-Identifier: Apache-2.0
-- The frame of a wave. These are the store's own; no command can name them.

-- name: begin
-- purpose: take the write lock at once, so that no later statement meets a stale snapshot
-- parameters: none
-- rows: none
BEGIN IMMEDIATE;

-- name: commit
-- purpose: make the wave durable
-- parameters: none
-- rows: none
COMMIT;

-- name: rollback
-- purpose: undo the whole wave
-- parameters: none
-- rows: none
ROLLBACK;

-- name: savepoint
-- purpose: a command of the wave begins
-- parameters: none
-- rows: none
SAVEPOINT wave_command;

-- name: release
-- purpose: a command of the wave is done
-- parameters: none
-- rows: none
RELEASE wave_command;

-- name: rollback_to
-- purpose: undo one command; its savepoint stays and is released afterwards
-- parameters: none
-- rows: none
ROLLBACK TO wave_command;
