-- Prints of the memories' texts: numbers by which an equal or a nearly equal text is found among any number of
-- them. Made by src/domain/memory_prints.cc; a memory without a row here is one that was written before.
-- One index for each print, so that a write touches as many pages in a small store as in a large one.
CREATE TABLE memory_prints(
    number INTEGER PRIMARY KEY REFERENCES memories(number) ON DELETE CASCADE,
    same_text INTEGER NOT NULL,
    near_1 INTEGER,
    near_2 INTEGER,
    near_3 INTEGER
) STRICT;
CREATE INDEX memory_prints_same_text ON memory_prints(same_text);
CREATE INDEX memory_prints_near_1 ON memory_prints(near_1) WHERE near_1 IS NOT NULL;
CREATE INDEX memory_prints_near_2 ON memory_prints(near_2) WHERE near_2 IS NOT NULL;
CREATE INDEX memory_prints_near_3 ON memory_prints(near_3) WHERE near_3 IS NOT NULL;

-- Prints of a text that is no longer there would only mislead.
CREATE TRIGGER memories_prints_update AFTER UPDATE OF content ON memories WHEN old.content IS NOT new.content BEGIN
    DELETE FROM memory_prints WHERE number = old.number;
END;
