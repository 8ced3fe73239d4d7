-- SPDX-License-Identifier: Apache-2.0
-- Runs, so that a window can list them and page through their actions at any size. A run is the
-- submissions of one credential with the same claimed run id (run_key is a keyed digest of both), or
-- one submission by itself (run_key is its id). Nothing here decides anything: runs are for showing.

ALTER TABLE submission ADD COLUMN run_key TEXT NOT NULL DEFAULT '';
-- Actions of the run before this submission: an action's place is this and its ordinal.
ALTER TABLE submission ADD COLUMN first_place INTEGER NOT NULL DEFAULT 0;
-- What older submissions claimed is sealed: each is a run by itself.
UPDATE submission SET run_key = id;
CREATE INDEX submission_by_run ON submission (run_key, first_place);

-- One row per run with its actions counted by state, kept by the triggers below: counting a million
-- rows anew whenever a window asks would take as long as reading them.
CREATE TABLE run (
  key TEXT PRIMARY KEY,
  credential TEXT NOT NULL,
  newest_submission_id TEXT NOT NULL,
  first_at_ms INTEGER NOT NULL,
  newest_at_ms INTEGER NOT NULL,
  submissions INTEGER NOT NULL,
  mode INTEGER NOT NULL CHECK (mode BETWEEN 1 AND 3),
  actions INTEGER NOT NULL DEFAULT 0,
  pending INTEGER NOT NULL DEFAULT 0,
  holding INTEGER NOT NULL DEFAULT 0,
  approved INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  succeeded INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  denied INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0,
  expired INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  unknown INTEGER NOT NULL DEFAULT 0,
  determined INTEGER NOT NULL DEFAULT 0,
  -- Waiting for a person first, then what nobody knows, then the rest.
  attention INTEGER GENERATED ALWAYS AS
    (CASE WHEN pending > 0 THEN 2 WHEN unknown > 0 THEN 1 ELSE 0 END) VIRTUAL
) STRICT, WITHOUT ROWID;
CREATE INDEX run_by_attention ON run (attention, newest_submission_id);

INSERT INTO run (key, credential, newest_submission_id, first_at_ms, newest_at_ms, submissions, mode,
                 actions, pending, holding, approved, running, succeeded, failed, denied, invalid,
                 expired, cancelled, skipped, unknown, determined)
SELECT submission.id, submission.credential, submission.id, submission.created_at_ms,
       submission.created_at_ms, 1, submission.mode, count(action.id),
       count(action.id) FILTER (WHERE action.state = 2),
       count(action.id) FILTER (WHERE action.state = 3),
       count(action.id) FILTER (WHERE action.state = 4),
       count(action.id) FILTER (WHERE action.state = 5),
       count(action.id) FILTER (WHERE action.state = 6),
       count(action.id) FILTER (WHERE action.state = 7),
       count(action.id) FILTER (WHERE action.state = 8),
       count(action.id) FILTER (WHERE action.state = 9),
       count(action.id) FILTER (WHERE action.state = 10),
       count(action.id) FILTER (WHERE action.state = 11),
       count(action.id) FILTER (WHERE action.state = 12),
       count(action.id) FILTER (WHERE action.state = 13),
       count(action.id) FILTER (WHERE action.state = 14)
FROM submission LEFT JOIN action ON action.submission_id = submission.id
GROUP BY submission.id;

CREATE TRIGGER submission_joins_run AFTER INSERT ON submission
BEGIN
  INSERT INTO run (key, credential, newest_submission_id, first_at_ms, newest_at_ms, submissions,
                   mode)
  VALUES (NEW.run_key, NEW.credential, NEW.id, NEW.created_at_ms, NEW.created_at_ms, 1, NEW.mode)
  ON CONFLICT (key) DO UPDATE
  SET newest_submission_id = excluded.newest_submission_id,
      newest_at_ms = excluded.newest_at_ms, submissions = submissions + 1, mode = excluded.mode;
END;
CREATE TRIGGER submission_is_fixed BEFORE UPDATE OF run_key, first_place ON submission
BEGIN
  SELECT RAISE(ABORT, 'what run a submission belongs to never changes');
END;
CREATE TRIGGER run_counts_admission AFTER INSERT ON action
BEGIN
  UPDATE run
  SET actions = actions + 1,
      pending = pending + (NEW.state = 2),
      holding = holding + (NEW.state = 3),
      approved = approved + (NEW.state = 4),
      running = running + (NEW.state = 5),
      succeeded = succeeded + (NEW.state = 6),
      failed = failed + (NEW.state = 7),
      denied = denied + (NEW.state = 8),
      invalid = invalid + (NEW.state = 9),
      expired = expired + (NEW.state = 10),
      cancelled = cancelled + (NEW.state = 11),
      skipped = skipped + (NEW.state = 12),
      unknown = unknown + (NEW.state = 13),
      determined = determined + (NEW.state = 14)
  WHERE key = (SELECT run_key FROM submission WHERE id = NEW.submission_id);
END;
CREATE TRIGGER run_counts_change AFTER UPDATE OF state ON action WHEN NEW.state <> OLD.state
BEGIN
  UPDATE run
  SET pending = pending + (NEW.state = 2) - (OLD.state = 2),
      holding = holding + (NEW.state = 3) - (OLD.state = 3),
      approved = approved + (NEW.state = 4) - (OLD.state = 4),
      running = running + (NEW.state = 5) - (OLD.state = 5),
      succeeded = succeeded + (NEW.state = 6) - (OLD.state = 6),
      failed = failed + (NEW.state = 7) - (OLD.state = 7),
      denied = denied + (NEW.state = 8) - (OLD.state = 8),
      invalid = invalid + (NEW.state = 9) - (OLD.state = 9),
      expired = expired + (NEW.state = 10) - (OLD.state = 10),
      cancelled = cancelled + (NEW.state = 11) - (OLD.state = 11),
      skipped = skipped + (NEW.state = 12) - (OLD.state = 12),
      unknown = unknown + (NEW.state = 13) - (OLD.state = 13),
      determined = determined + (NEW.state = 14) - (OLD.state = 14)
  WHERE key = (SELECT run_key FROM submission WHERE id = NEW.submission_id);
END;
