-- The packs that hold a puzzle.
CREATE INDEX entry_id ON entry (id);

-- All that ever happened, in order; no row is ever changed or deleted.
CREATE TABLE event (
    event     INTEGER PRIMARY KEY,   -- a shipment has the number of its event
    kind      TEXT NOT NULL,         -- 'pack', 'shipped', 'unshipped' or 'retired'
    header    TEXT NOT NULL,         -- the row that was written, as JSON
    ids       BLOB                   -- digest of the puzzles that were shipped, in their order
);

-- The shipments that were taken over HTTP.
CREATE TABLE take (
    shipment  INTEGER PRIMARY KEY REFERENCES shipment (shipment) ON DELETE CASCADE,
    client    TEXT NOT NULL,         -- the name of its token
    key       TEXT NOT NULL,         -- the same key gets the same puzzles again
    asked     TEXT NOT NULL,         -- what was asked for, as JSON
    UNIQUE (client, key)
);
