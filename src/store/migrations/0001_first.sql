-- The first schema. Every list that names ids, paths or tags is a link table; `blocked` is never stored.
-- Statuses have no CHECK here: their one home is the types and lifecycle tables of src/domain.
PRAGMA application_id=1212763460;

CREATE TABLE settings(
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many stamps a minute has given out.
CREATE TABLE stamps(
    minute TEXT PRIMARY KEY,
    taken INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    client TEXT NOT NULL,
    client_session_id TEXT NOT NULL,
    parent_session_id TEXT REFERENCES sessions(id),
    role TEXT NOT NULL,
    agent TEXT,
    mode TEXT NOT NULL,
    status TEXT NOT NULL,
    governance_status TEXT,
    compaction_count INTEGER NOT NULL,
    last_compaction_at INTEGER,
    next_compaction_report TEXT,
    tokens_used INTEGER NOT NULL,
    context_window INTEGER,
    counters TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX sessions_by_client ON sessions(client, client_session_id);
CREATE INDEX sessions_by_parent ON sessions(parent_session_id) WHERE parent_session_id IS NOT NULL;
CREATE INDEX sessions_by_stamp ON sessions(stamp);

CREATE TABLE tasks(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    parent_phase_id TEXT,
    parent_task_id TEXT REFERENCES tasks(id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    expected_output TEXT,
    location_file TEXT,
    location_line INTEGER,
    location_agent TEXT,
    delegated_by TEXT,
    assigned_to TEXT,
    assigned_session_id TEXT REFERENCES sessions(id),
    allowed_tools TEXT NOT NULL,
    temporal_gate_after_task_id TEXT REFERENCES tasks(id),
    temporal_gate_reason TEXT,
    temporal_gate_enforced_at INTEGER,
    planned_ahead INTEGER NOT NULL,
    result_evidence TEXT,
    result_tests_run TEXT NOT NULL,
    result_anchors_created TEXT NOT NULL,
    started_at INTEGER,
    completed_at INTEGER
) STRICT;
CREATE INDEX tasks_by_status ON tasks(status, modified_at);
CREATE INDEX tasks_by_session ON tasks(assigned_session_id, status) WHERE assigned_session_id IS NOT NULL;
CREATE INDEX tasks_by_stamp ON tasks(stamp);

CREATE TABLE task_allowed_paths(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE task_file_locks(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX task_file_locks_held ON task_file_locks(value);
CREATE TABLE task_depends_on(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES tasks(id),
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_depends_on_value ON task_depends_on(value);
CREATE TABLE task_tech_decision_ids(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE task_artifacts(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE task_result_files_modified(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    task_id TEXT NOT NULL REFERENCES tasks(id),
    session_id TEXT REFERENCES sessions(id),
    tool TEXT NOT NULL,
    summary TEXT NOT NULL,
    exit_code INTEGER
) STRICT;
CREATE INDEX checkpoints_by_task ON checkpoints(task_id, created_at);
CREATE TABLE checkpoint_files_modified(
    checkpoint_id TEXT NOT NULL REFERENCES checkpoints(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(checkpoint_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE memories(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    origin_task_id TEXT REFERENCES tasks(id),
    session_id TEXT REFERENCES sessions(id),
    shelf TEXT NOT NULL,
    content TEXT NOT NULL,
    reason TEXT,
    kind TEXT NOT NULL,
    standing TEXT NOT NULL,
    trust TEXT NOT NULL,
    evidence TEXT NOT NULL,
    stale_at INTEGER,
    relevance REAL NOT NULL,
    supersedes TEXT REFERENCES memories(id)
) STRICT;
CREATE INDEX memories_by_time ON memories(created_at, id) WHERE archived_at IS NULL;
CREATE INDEX memories_by_task ON memories(origin_task_id, created_at) WHERE origin_task_id IS NOT NULL;
CREATE INDEX memories_by_kind ON memories(kind, created_at) WHERE kind <> 'insight';
CREATE INDEX memories_by_stamp ON memories(stamp);
CREATE TABLE memory_tags(
    memory_id TEXT NOT NULL REFERENCES memories(id), position INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(memory_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_tags_by_value ON memory_tags(value);

-- Counting rows one by one would make every status slower as the store grows.
CREATE TABLE counts(
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counts(name, value) VALUES('memories', 0);
CREATE TRIGGER memories_count_insert AFTER INSERT ON memories WHEN new.archived_at IS NULL BEGIN
    UPDATE counts SET value = value + 1 WHERE name = 'memories';
END;
CREATE TRIGGER memories_count_delete AFTER DELETE ON memories WHEN old.archived_at IS NULL BEGIN
    UPDATE counts SET value = value - 1 WHERE name = 'memories';
END;
CREATE TRIGGER memories_count_update AFTER UPDATE OF archived_at ON memories
WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
    UPDATE counts SET value = value + (new.archived_at IS NULL) - (old.archived_at IS NULL) WHERE name = 'memories';
END;

CREATE VIRTUAL TABLE memory_search USING fts5(
    content, reason, shelf, content='memories', content_rowid='number', tokenize='porter unicode61'
);
CREATE TRIGGER memories_search_insert AFTER INSERT ON memories BEGIN
    INSERT INTO memory_search(rowid, content, reason, shelf) VALUES(new.number, new.content, new.reason, new.shelf);
END;
CREATE TRIGGER memories_search_delete AFTER DELETE ON memories BEGIN
    INSERT INTO memory_search(memory_search, rowid, content, reason, shelf)
    VALUES('delete', old.number, old.content, old.reason, old.shelf);
END;
CREATE TRIGGER memories_search_update AFTER UPDATE OF content, reason, shelf ON memories BEGIN
    INSERT INTO memory_search(memory_search, rowid, content, reason, shelf)
    VALUES('delete', old.number, old.content, old.reason, old.shelf);
    INSERT INTO memory_search(rowid, content, reason, shelf) VALUES(new.number, new.content, new.reason, new.shelf);
END;

CREATE TABLE anchors(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    kind TEXT NOT NULL,
    priority TEXT NOT NULL,
    source_file TEXT,
    source_line INTEGER,
    source_task_id TEXT REFERENCES tasks(id),
    session_id TEXT REFERENCES sessions(id),
    session_stamp TEXT,
    version INTEGER NOT NULL,
    stale_since INTEGER,
    purged_at INTEGER
) STRICT;
CREATE UNIQUE INDEX anchors_current ON anchors(key) WHERE archived_at IS NULL;
CREATE INDEX anchors_by_key ON anchors(key, version);
CREATE INDEX anchors_by_stamp ON anchors(stamp);
CREATE TABLE anchor_related_to(
    anchor_id TEXT NOT NULL REFERENCES anchors(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES anchors(id),
    PRIMARY KEY(anchor_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE events(
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
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
CREATE UNIQUE INDEX events_by_request ON events(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX events_by_subject ON events(subject_id, seq) WHERE subject_id IS NOT NULL;
CREATE INDEX events_by_session ON events(session_id, seq) WHERE session_id IS NOT NULL;

-- What a record was before an event changed it; null for a record the event made.
CREATE TABLE changes(
    event_seq INTEGER NOT NULL REFERENCES events(seq),
    position INTEGER NOT NULL,
    noun TEXT NOT NULL,
    id TEXT NOT NULL,
    before TEXT,
    PRIMARY KEY(event_seq, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_record ON changes(id, event_seq);

CREATE TABLE quarantine(
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    noun TEXT NOT NULL,
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT;
