-- SPDX-License-Identifier: Apache-2.0
-- Each admission asks whether an equal call was denied a short while ago: without this index it looks
-- at every action there ever was.

CREATE INDEX action_equal_denied ON action (equality_key, finished_at_ms) WHERE state = 8;
