-- SPDX-License-Identifier: Apache-2.0

-- name: run_page
-- purpose: Runs in the order of a list: what waits for a person, then unknowns, then by age.
-- parameters: attention (3 = from the start), newest submission id (both of the run before), limit
-- rows: key, credential, newest_submission_id, first_at_ms, newest_at_ms, submissions, mode, then
--   the number of actions in each state from pending on
SELECT run.key, run.credential, run.newest_submission_id, run.first_at_ms, run.newest_at_ms,
       run.submissions, run.mode, run.pending, run.holding, run.approved, run.running,
       run.succeeded, run.failed, run.denied, run.invalid, run.expired, run.cancelled, run.skipped,
       run.unknown, run.determined
FROM run WHERE (run.attention, run.newest_submission_id) < (?, ?)
ORDER BY run.attention DESC, run.newest_submission_id DESC LIMIT ?

-- name: run_of_action
-- purpose: The run that an action belongs to.
-- parameters: action id
-- rows: as run_page
SELECT run.key, run.credential, run.newest_submission_id, run.first_at_ms, run.newest_at_ms,
       run.submissions, run.mode, run.pending, run.holding, run.approved, run.running,
       run.succeeded, run.failed, run.denied, run.invalid, run.expired, run.cancelled, run.skipped,
       run.unknown, run.determined
FROM action
JOIN submission ON submission.id = action.submission_id
JOIN run ON run.key = submission.run_key
WHERE action.id = ?

-- name: run_place_of_action
-- purpose: Where in its run an action is.
-- parameters: action id
-- rows: run key, place
SELECT submission.run_key, submission.first_place + action.ordinal
FROM action JOIN submission ON submission.id = action.submission_id
WHERE action.id = ?

-- name: run_oldest_pending
-- purpose: Since when each run has waited for a person.
-- parameters: none
-- rows: run key, created_at_ms
SELECT submission.run_key, MIN(action.created_at_ms)
FROM action JOIN submission ON submission.id = action.submission_id
WHERE action.state IN (2, 3, 4, 5, 13, 14) AND action.state = 2
GROUP BY submission.run_key

-- name: run_actions
-- purpose: Actions of a run in its order, from a place on. The first condition on the place lets
--   the index skip what lies before it: a submission has at most 256 calls.
-- parameters: run key, place, place, limit
-- rows: all columns of action in table order, place, started_at_ms and finished_at_ms of the last
--   attempt (NULL: none)
SELECT action.id, action.submission_id, action.call_id, action.ordinal, action.state,
       action.version, action.credential, action.tool_server, action.tool_name, action.effect,
       action.risk, action.statement_digest, action.equality_key, action.target_keys,
       action.key_epoch, action.created_at_ms, action.decide_by_ms, action.execute_by_ms,
       action.hold_until_ms, action.first_shown_at_ms, action.changed_at_ms, action.finished_at_ms,
       action.attempts, action.invalidations, action.decision_id, action.outcome, action.follows,
       submission.first_place + action.ordinal, attempt.started_at_ms, attempt.finished_at_ms
FROM submission
CROSS JOIN action ON action.submission_id = submission.id
LEFT JOIN attempt ON attempt.action_id = action.id AND attempt.number = action.attempts
WHERE submission.run_key = ? AND submission.first_place > ? - 256
  AND action.ordinal >= ? - submission.first_place
ORDER BY submission.first_place, action.ordinal LIMIT ?

-- name: run_actions_in_states
-- purpose: The same for some states, looking only at places below a bound.
-- parameters: run key, place, place, place (exclusive bound), state bits (1 << state), limit
-- rows: as run_actions
SELECT action.id, action.submission_id, action.call_id, action.ordinal, action.state,
       action.version, action.credential, action.tool_server, action.tool_name, action.effect,
       action.risk, action.statement_digest, action.equality_key, action.target_keys,
       action.key_epoch, action.created_at_ms, action.decide_by_ms, action.execute_by_ms,
       action.hold_until_ms, action.first_shown_at_ms, action.changed_at_ms, action.finished_at_ms,
       action.attempts, action.invalidations, action.decision_id, action.outcome, action.follows,
       submission.first_place + action.ordinal, attempt.started_at_ms, attempt.finished_at_ms
FROM submission
CROSS JOIN action ON action.submission_id = submission.id
LEFT JOIN attempt ON attempt.action_id = action.id AND attempt.number = action.attempts
WHERE submission.run_key = ? AND submission.first_place > ? - 256
  AND action.ordinal >= ? - submission.first_place
  AND submission.first_place < ? AND ((1 << action.state) & ?) <> 0
ORDER BY submission.first_place, action.ordinal LIMIT ?

-- name: run_actions_open
-- purpose: The same for states that are not final, of which there are few: all runs' open actions
--   are looked at.
-- parameters: run key, place, state bits (1 << state), limit
-- rows: as run_actions
SELECT action.id, action.submission_id, action.call_id, action.ordinal, action.state,
       action.version, action.credential, action.tool_server, action.tool_name, action.effect,
       action.risk, action.statement_digest, action.equality_key, action.target_keys,
       action.key_epoch, action.created_at_ms, action.decide_by_ms, action.execute_by_ms,
       action.hold_until_ms, action.first_shown_at_ms, action.changed_at_ms, action.finished_at_ms,
       action.attempts, action.invalidations, action.decision_id, action.outcome, action.follows,
       submission.first_place + action.ordinal, attempt.started_at_ms, attempt.finished_at_ms
FROM action
CROSS JOIN submission ON submission.id = action.submission_id
LEFT JOIN attempt ON attempt.action_id = action.id AND attempt.number = action.attempts
WHERE action.state IN (2, 3, 4, 5, 13, 14) AND submission.run_key = ?
  AND submission.first_place + action.ordinal >= ? AND ((1 << action.state) & ?) <> 0
ORDER BY submission.first_place, action.ordinal LIMIT ?

-- name: run_first_action
-- purpose: The first action of a submission, whose statement names what was claimed for all.
-- parameters: submission id
-- rows: all columns of action in table order
SELECT id, submission_id, call_id, ordinal, state, version, credential, tool_server, tool_name,
       effect, risk, statement_digest, equality_key, target_keys, key_epoch, created_at_ms,
       decide_by_ms, execute_by_ms, hold_until_ms, first_shown_at_ms, changed_at_ms, finished_at_ms,
       attempts, invalidations, decision_id, outcome, follows
FROM action WHERE submission_id = ? ORDER BY ordinal LIMIT 1

-- name: run_size
-- purpose: How many actions a run has.
-- parameters: run key
-- rows: actions
SELECT actions FROM run WHERE key = ?

-- name: run_totals
-- purpose: How many actions are in each state, from the counts of the runs: the actions themselves
--   are many times as many pages, and this is asked for all the time.
-- parameters: none
-- rows: the number of actions in each state from pending on (NULL: there is none)
SELECT SUM(pending), SUM(holding), SUM(approved), SUM(running), SUM(succeeded), SUM(failed),
       SUM(denied), SUM(invalid), SUM(expired), SUM(cancelled), SUM(skipped), SUM(unknown),
       SUM(determined)
FROM run

-- name: run_result_size
-- purpose: How large what is sealed of an action is, without reading it.
-- parameters: action id, kind, attempt
-- rows: bytes
SELECT length(sealed) FROM sealed_part WHERE action_id = ? AND kind = ? AND attempt = ?
