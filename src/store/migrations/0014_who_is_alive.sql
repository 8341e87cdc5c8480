-- Where the client of a session runs, so that it can be told whether it still does, and who had a task before.
-- docs/adr/0013-who-is-alive.md
ALTER TABLE sessions ADD COLUMN place_machine TEXT;
ALTER TABLE sessions ADD COLUMN place_boot TEXT;
ALTER TABLE sessions ADD COLUMN place_pid_namespace TEXT;
ALTER TABLE sessions ADD COLUMN place_process TEXT;
ALTER TABLE tasks ADD COLUMN generation INTEGER;
ALTER TABLE tasks ADD COLUMN taken_from TEXT REFERENCES sessions(id);
CREATE INDEX tasks_by_taken_from ON tasks(taken_from) WHERE taken_from IS NOT NULL;
