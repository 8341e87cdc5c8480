-- The first receipt of a request, whole, where it is longer than its event keeps: a request that is sent again is
-- answered with it. For a day; the event itself says longer that the request was carried out.
CREATE TABLE receipts(
    request_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    receipt TEXT NOT NULL
) STRICT;
