-- What tells this store from every other, chosen by chance. The user's record of trusted stores names it
-- (src/store/trust.h), so that another database written into the same file is not taken for this one.
CREATE TABLE store_identity(
    number INTEGER PRIMARY KEY CHECK (number = 1),
    id TEXT NOT NULL
) STRICT;
INSERT INTO store_identity(number, id) VALUES(1, lower(hex(randomblob(16))));
