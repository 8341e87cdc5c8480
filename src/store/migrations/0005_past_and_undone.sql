-- Which event an undo compensates, found without reading the whole trail.
CREATE INDEX events_undone ON events(json_extract(facts, '$.receipt.undoes')) WHERE kind = 'undo';

-- What is past its date, found and counted without reading what is not. The conditions are those of
-- src/engine/staleness, as far as a row can tell by itself.
CREATE INDEX memories_past_date ON memories(stale_at, origin_task_id)
WHERE archived_at IS NULL AND stale_at IS NOT NULL AND standing = 'observed';
CREATE INDEX anchors_past_date ON anchors(coalesce(validated_at, modified_at), source_task_id)
WHERE archived_at IS NULL AND purged_at IS NULL AND priority <> 'critical';
CREATE INDEX knowledge_past_date ON knowledge(coalesce(validated_at, modified_at) + stale_after)
WHERE archived_at IS NULL;

-- Who names a record: asked by trace, undo and purge of every record they follow, and by SQLite when one is removed.
-- Only for what grows without end.
CREATE INDEX memories_by_session ON memories(session_id) WHERE session_id IS NOT NULL;
CREATE INDEX memories_by_superseded ON memories(supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX checkpoints_by_session ON checkpoints(session_id) WHERE session_id IS NOT NULL;
CREATE INDEX signals_by_task ON signals(task_id) WHERE task_id IS NOT NULL;
CREATE INDEX injections_by_task ON injections(task_id) WHERE task_id IS NOT NULL;
CREATE INDEX turning_points_by_task ON turning_points(task_id) WHERE task_id IS NOT NULL;
