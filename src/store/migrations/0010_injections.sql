-- What an injection went to, how much of the pack went out, and what it cost.
ALTER TABLE injections ADD COLUMN agent TEXT;
ALTER TABLE injections ADD COLUMN delivery TEXT NOT NULL DEFAULT 'full';
ALTER TABLE injections ADD COLUMN stable_characters INTEGER NOT NULL DEFAULT 0;
ALTER TABLE injections ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE injections ADD COLUMN prompt_print TEXT;
ALTER TABLE injections ADD COLUMN seen TEXT NOT NULL DEFAULT '{}';

-- The text of each section of a pack, once, under the first 64 bits of its SHA-256.
CREATE TABLE pack_texts(
    hash INTEGER PRIMARY KEY,
    used_at INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

-- Every pack asks for the critical anchors, however many others there are.
CREATE INDEX anchors_critical ON anchors(key)
WHERE archived_at IS NULL AND purged_at IS NULL AND priority = 'critical';
