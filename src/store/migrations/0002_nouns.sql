-- The nouns that were still missing, and a register of every record, so that anything can be named and found by
-- its id or stamp alone.
CREATE TABLE nodes(
    id TEXT PRIMARY KEY,
    noun TEXT NOT NULL,
    stamp TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX nodes_by_stamp ON nodes(stamp);
INSERT INTO nodes(id, noun, stamp) SELECT id, 'session', stamp FROM sessions;
INSERT INTO nodes(id, noun, stamp) SELECT id, 'task', stamp FROM tasks;
INSERT INTO nodes(id, noun, stamp) SELECT id, 'checkpoint', stamp FROM checkpoints;
INSERT INTO nodes(id, noun, stamp) SELECT id, 'memory', stamp FROM memories;
INSERT INTO nodes(id, noun, stamp) SELECT id, 'anchor', stamp FROM anchors;
DROP INDEX sessions_by_stamp;
DROP INDEX tasks_by_stamp;
DROP INDEX memories_by_stamp;
DROP INDEX anchors_by_stamp;

ALTER TABLE memories ADD COLUMN validated_at INTEGER;
ALTER TABLE anchors ADD COLUMN validated_at INTEGER;

CREATE TABLE plans(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    title TEXT NOT NULL,
    intent TEXT,
    acceptance TEXT NOT NULL,
    category TEXT NOT NULL,
    governance_level TEXT,
    owned_by TEXT,
    sot_document_path TEXT,
    status TEXT NOT NULL,
    completed_at INTEGER,
    purged_at INTEGER
) STRICT;
CREATE INDEX plans_by_status ON plans(status, modified_at);
CREATE TABLE plan_depends_on(
    plan_id TEXT NOT NULL REFERENCES plans(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES plans(id),
    PRIMARY KEY(plan_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX plan_depends_on_value ON plan_depends_on(value);

CREATE TABLE phases(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    parent_plan_id TEXT NOT NULL REFERENCES plans(id),
    title TEXT NOT NULL,
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    completed_at INTEGER
) STRICT;
CREATE INDEX phases_by_plan ON phases(parent_plan_id, position);

CREATE TABLE decisions(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    question TEXT NOT NULL,
    options TEXT NOT NULL,
    choice TEXT,
    evidence TEXT NOT NULL,
    supersedes TEXT REFERENCES decisions(id),
    status TEXT NOT NULL,
    resolved_at INTEGER,
    resolved_by TEXT
) STRICT;
CREATE INDEX decisions_by_status ON decisions(status, modified_at);
CREATE TABLE decision_depends_on(
    decision_id TEXT NOT NULL REFERENCES decisions(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES decisions(id),
    PRIMARY KEY(decision_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_depends_on_value ON decision_depends_on(value);

CREATE TABLE artifacts(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT,
    sections TEXT NOT NULL,
    parent_id TEXT REFERENCES artifacts(id),
    plan_id TEXT REFERENCES plans(id),
    superseded_by TEXT REFERENCES artifacts(id),
    status TEXT NOT NULL,
    implemented_at INTEGER,
    validated_at INTEGER,
    purged_at INTEGER
) STRICT;
CREATE INDEX artifacts_by_plan ON artifacts(plan_id) WHERE plan_id IS NOT NULL;
CREATE TABLE artifact_task_ids(
    artifact_id TEXT NOT NULL REFERENCES artifacts(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES tasks(id),
    PRIMARY KEY(artifact_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_task_ids_value ON artifact_task_ids(value);

CREATE TABLE trajectories(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    session_id TEXT REFERENCES sessions(id),
    active_plan_id TEXT REFERENCES plans(id),
    active_phase_id TEXT REFERENCES phases(id),
    intent TEXT,
    intent_shift_stamp TEXT
) STRICT;
-- One read-head for each session, and one for the project.
CREATE UNIQUE INDEX trajectories_by_session ON trajectories(coalesce(session_id, '')) WHERE archived_at IS NULL;
CREATE TABLE trajectory_active_task_ids(
    trajectory_id TEXT NOT NULL REFERENCES trajectories(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES tasks(id),
    PRIMARY KEY(trajectory_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX trajectory_active_task_ids_value ON trajectory_active_task_ids(value);

CREATE TABLE knowledge(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    evidence TEXT NOT NULL,
    parent_id TEXT REFERENCES knowledge(id),
    supersedes TEXT REFERENCES knowledge(id),
    stale_after INTEGER NOT NULL,
    confidence INTEGER NOT NULL,
    source TEXT NOT NULL,
    validated_at INTEGER,
    access_count INTEGER NOT NULL,
    last_accessed_at INTEGER
) STRICT;
CREATE INDEX knowledge_by_parent ON knowledge(parent_id) WHERE parent_id IS NOT NULL;
CREATE TABLE knowledge_related_to(
    knowledge_id TEXT NOT NULL REFERENCES knowledge(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES nodes(id),
    PRIMARY KEY(knowledge_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX knowledge_related_to_value ON knowledge_related_to(value);

CREATE TABLE comments(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    on_id TEXT NOT NULL REFERENCES nodes(id),
    text TEXT NOT NULL,
    author TEXT NOT NULL,
    read_at INTEGER
) STRICT;
CREATE INDEX comments_by_record ON comments(on_id, created_at);
CREATE INDEX comments_unread ON comments(created_at) WHERE read_at IS NULL;

CREATE TABLE grants(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    task_id TEXT REFERENCES tasks(id),
    until INTEGER NOT NULL,
    granted_by TEXT NOT NULL,
    reason TEXT,
    revoked_at INTEGER
) STRICT;
CREATE INDEX grants_by_end ON grants(until) WHERE revoked_at IS NULL;

CREATE TABLE delegations(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    task_id TEXT NOT NULL REFERENCES tasks(id),
    from_role TEXT NOT NULL,
    to_role TEXT NOT NULL,
    from_session_id TEXT REFERENCES sessions(id),
    child_session_id TEXT REFERENCES sessions(id),
    parent_id TEXT REFERENCES delegations(id),
    depth INTEGER NOT NULL,
    status TEXT NOT NULL,
    context TEXT,
    result TEXT,
    expires_at INTEGER
) STRICT;
CREATE INDEX delegations_by_task ON delegations(task_id, created_at);
CREATE INDEX delegations_by_child ON delegations(child_session_id) WHERE child_session_id IS NOT NULL;

CREATE TABLE swarms(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    parent_session_id TEXT REFERENCES sessions(id),
    child_session_id TEXT REFERENCES sessions(id),
    task_id TEXT REFERENCES tasks(id),
    prompt TEXT NOT NULL,
    budget INTEGER,
    deadline_at INTEGER,
    state TEXT NOT NULL,
    summary TEXT
) STRICT;
CREATE INDEX swarms_by_parent ON swarms(parent_session_id) WHERE parent_session_id IS NOT NULL;
CREATE TABLE swarm_findings(
    swarm_id TEXT NOT NULL REFERENCES swarms(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES memories(id),
    PRIMARY KEY(swarm_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX swarm_findings_value ON swarm_findings(value);

CREATE TABLE signals(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    session_id TEXT REFERENCES sessions(id),
    task_id TEXT REFERENCES tasks(id),
    text TEXT NOT NULL,
    advice TEXT,
    facts TEXT NOT NULL,
    raised_count INTEGER NOT NULL,
    cleared_at INTEGER
) STRICT;
CREATE INDEX signals_by_session ON signals(session_id, created_at) WHERE session_id IS NOT NULL;

CREATE TABLE injections(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    session_id TEXT REFERENCES sessions(id),
    task_id TEXT REFERENCES tasks(id),
    hook TEXT NOT NULL,
    characters INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    sections TEXT NOT NULL,
    left_out INTEGER NOT NULL
) STRICT;
CREATE INDEX injections_by_session ON injections(session_id, created_at) WHERE session_id IS NOT NULL;

CREATE TABLE turning_points(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    session_id TEXT REFERENCES sessions(id),
    task_id TEXT REFERENCES tasks(id),
    turn INTEGER,
    summary TEXT NOT NULL,
    reason TEXT
) STRICT;
CREATE INDEX turning_points_by_session ON turning_points(session_id, created_at) WHERE session_id IS NOT NULL;

-- A task's phase, decisions and artifacts are real records now. What named none is set aside, not lost.
INSERT INTO quarantine(at, noun, id, reason, content)
SELECT 0, 'task', id, 'names a phase that does not exist', json_object('parent_phase_id', parent_phase_id)
FROM tasks WHERE parent_phase_id IS NOT NULL;
INSERT INTO quarantine(at, noun, id, reason, content)
SELECT 0, 'task', task_id, 'names a decision that does not exist', json_object('tech_decision_id', value)
FROM task_tech_decision_ids;
INSERT INTO quarantine(at, noun, id, reason, content)
SELECT 0, 'task', task_id, 'names an artifact that does not exist', json_object('artifact', value)
FROM task_artifacts;
DROP TABLE task_tech_decision_ids;
CREATE TABLE task_tech_decision_ids(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES decisions(id),
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_tech_decision_ids_value ON task_tech_decision_ids(value);
DROP TABLE task_artifacts;
CREATE TABLE task_artifacts(
    task_id TEXT NOT NULL REFERENCES tasks(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES artifacts(id),
    PRIMARY KEY(task_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_artifacts_value ON task_artifacts(value);

CREATE TABLE anchor_related_to_new(
    anchor_id TEXT NOT NULL REFERENCES anchors(id), position INTEGER NOT NULL,
    value TEXT NOT NULL REFERENCES nodes(id),
    PRIMARY KEY(anchor_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO anchor_related_to_new SELECT anchor_id, position, value FROM anchor_related_to;
DROP TABLE anchor_related_to;
ALTER TABLE anchor_related_to_new RENAME TO anchor_related_to;
CREATE INDEX anchor_related_to_value ON anchor_related_to(value);

CREATE TABLE tasks_new(
    id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    archived_at INTEGER,
    parent_phase_id TEXT REFERENCES phases(id),
    parent_task_id TEXT REFERENCES tasks_new(id),
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
    temporal_gate_after_task_id TEXT REFERENCES tasks_new(id),
    temporal_gate_reason TEXT,
    temporal_gate_enforced_at INTEGER,
    planned_ahead INTEGER NOT NULL,
    result_evidence TEXT,
    result_tests_run TEXT NOT NULL,
    result_anchors_created TEXT NOT NULL,
    started_at INTEGER,
    completed_at INTEGER
) STRICT;INSERT INTO tasks_new SELECT
    id, stamp, created_at, modified_at, archived_at, NULL, parent_task_id, kind, status, name,
    expected_output, location_file, location_line, location_agent, delegated_by, assigned_to,
    assigned_session_id, allowed_tools, temporal_gate_after_task_id, temporal_gate_reason,
    temporal_gate_enforced_at, planned_ahead, result_evidence, result_tests_run, result_anchors_created,
    started_at, completed_at
FROM tasks;
DROP TABLE tasks;
ALTER TABLE tasks_new RENAME TO tasks;
CREATE INDEX tasks_by_status ON tasks(status, modified_at);
CREATE INDEX tasks_by_session ON tasks(assigned_session_id, status) WHERE assigned_session_id IS NOT NULL;
CREATE INDEX tasks_by_phase ON tasks(parent_phase_id) WHERE parent_phase_id IS NOT NULL;
CREATE INDEX tasks_by_parent ON tasks(parent_task_id) WHERE parent_task_id IS NOT NULL;

CREATE TRIGGER sessions_register AFTER INSERT ON sessions BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'session', new.stamp);
END;
CREATE TRIGGER sessions_unregister AFTER DELETE ON sessions BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER tasks_register AFTER INSERT ON tasks BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'task', new.stamp);
END;
CREATE TRIGGER tasks_unregister AFTER DELETE ON tasks BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER checkpoints_register AFTER INSERT ON checkpoints BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'checkpoint', new.stamp);
END;
CREATE TRIGGER checkpoints_unregister AFTER DELETE ON checkpoints BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER memories_register AFTER INSERT ON memories BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'memory', new.stamp);
END;
CREATE TRIGGER memories_unregister AFTER DELETE ON memories BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER anchors_register AFTER INSERT ON anchors BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'anchor', new.stamp);
END;
CREATE TRIGGER anchors_unregister AFTER DELETE ON anchors BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER plans_register AFTER INSERT ON plans BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'plan', new.stamp);
END;
CREATE TRIGGER plans_unregister AFTER DELETE ON plans BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER phases_register AFTER INSERT ON phases BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'phase', new.stamp);
END;
CREATE TRIGGER phases_unregister AFTER DELETE ON phases BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER decisions_register AFTER INSERT ON decisions BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'decision', new.stamp);
END;
CREATE TRIGGER decisions_unregister AFTER DELETE ON decisions BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER artifacts_register AFTER INSERT ON artifacts BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'artifact', new.stamp);
END;
CREATE TRIGGER artifacts_unregister AFTER DELETE ON artifacts BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER trajectories_register AFTER INSERT ON trajectories BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'trajectory', new.stamp);
END;
CREATE TRIGGER trajectories_unregister AFTER DELETE ON trajectories BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER knowledge_register AFTER INSERT ON knowledge BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'knowledge', new.stamp);
END;
CREATE TRIGGER knowledge_unregister AFTER DELETE ON knowledge BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER comments_register AFTER INSERT ON comments BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'comment', new.stamp);
END;
CREATE TRIGGER comments_unregister AFTER DELETE ON comments BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER grants_register AFTER INSERT ON grants BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'grant', new.stamp);
END;
CREATE TRIGGER grants_unregister AFTER DELETE ON grants BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER delegations_register AFTER INSERT ON delegations BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'delegation', new.stamp);
END;
CREATE TRIGGER delegations_unregister AFTER DELETE ON delegations BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER swarms_register AFTER INSERT ON swarms BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'swarm', new.stamp);
END;
CREATE TRIGGER swarms_unregister AFTER DELETE ON swarms BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER signals_register AFTER INSERT ON signals BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'signal', new.stamp);
END;
CREATE TRIGGER signals_unregister AFTER DELETE ON signals BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER injections_register AFTER INSERT ON injections BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'injection', new.stamp);
END;
CREATE TRIGGER injections_unregister AFTER DELETE ON injections BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
CREATE TRIGGER turning_points_register AFTER INSERT ON turning_points BEGIN
    INSERT INTO nodes(id, noun, stamp) VALUES(new.id, 'turning_point', new.stamp);
END;
CREATE TRIGGER turning_points_unregister AFTER DELETE ON turning_points BEGIN
    DELETE FROM nodes WHERE id = old.id;
END;
