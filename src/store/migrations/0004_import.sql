-- What records that had their life elsewhere bring along: fields that this program does not know, and the names
-- they had there. Both go with their record.
CREATE TABLE extra_fields(
    id TEXT PRIMARY KEY REFERENCES nodes(id) ON DELETE CASCADE,
    fields TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE aliases(
    alias TEXT NOT NULL,
    id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
    PRIMARY KEY(alias, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_by_record ON aliases(id);

-- The same for the head of an exported file.
CREATE TABLE file_extra_fields(
    file TEXT PRIMARY KEY,
    fields TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Setting the same node aside twice must not take longer as the quarantine grows.
CREATE INDEX quarantine_by_record ON quarantine(id);
