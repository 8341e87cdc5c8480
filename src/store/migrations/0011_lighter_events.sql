-- The numbers of events were kept by AUTOINCREMENT, which writes a page of its own with every event: a fifth of what an
-- event writes, and of the log that the next process reads. A number is one more than the greatest there is; the
-- newest event is never removed (src/store/sql/old_events.cc), so no number is given twice.
CREATE TABLE events_new(
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT,
    session_id TEXT,
    task_id TEXT,
    subject_id TEXT,
    request_id TEXT,
    summary TEXT NOT NULL,
    facts TEXT NOT NULL
) STRICT;
INSERT INTO events_new
SELECT seq, id, at, kind, actor, role, session_id, task_id, subject_id, request_id, summary, facts FROM events;
DROP TABLE events;
ALTER TABLE events_new RENAME TO events;
CREATE UNIQUE INDEX events_by_request ON events(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX events_by_subject ON events(subject_id, seq) WHERE subject_id IS NOT NULL;
CREATE INDEX events_by_session ON events(session_id, seq) WHERE session_id IS NOT NULL;
CREATE INDEX events_undone ON events(json_extract(facts, '$.receipt.undoes')) WHERE kind = 'undo';
