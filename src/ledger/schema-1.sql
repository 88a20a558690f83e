-- One row a pack, in the order of publication; none is ever changed but for its folder.
CREATE TABLE pack (
    pack      INTEGER PRIMARY KEY,   -- 1, 2, 3 …
    name      TEXT NOT NULL,
    folder    TEXT NOT NULL,         -- where it was put; it may be gone
    job       TEXT NOT NULL,         -- digest of its job, '' where it has none
    against   TEXT NOT NULL,         -- the states of this ledger that the job ran against, as JSON
    levels    TEXT NOT NULL,         -- the names of its levels, easiest first, with commas
    puzzles   INTEGER NOT NULL,      -- how many entries it brought
    total     INTEGER NOT NULL,      -- entries of all packs up to this one
    ids       BLOB NOT NULL,         -- digest of its ids
    digest    BLOB NOT NULL,         -- digest of the digest before it, its name and its ids
    checksum  INTEGER NOT NULL,      -- CRC-32 of its entries
    published TEXT NOT NULL          -- when, in UTC
);
CREATE INDEX pack_name ON pack (name);

-- One row a puzzle. Whatever isn't known, of puzzles that came as mere ids, is NULL.
CREATE TABLE entry (
    pack      INTEGER NOT NULL,
    id        BLOB NOT NULL,         -- the canonical id, 16 bytes
    number    INTEGER,               -- the candidate's number in the pack's job
    level     INTEGER,               -- 1 for the easiest
    d         INTEGER,               -- D in thousandths
    PRIMARY KEY (pack, id)
) WITHOUT ROWID;

-- A book, or whatever else went out under a title of its own.
CREATE TABLE shipment (
    shipment  INTEGER PRIMARY KEY,
    title     TEXT NOT NULL UNIQUE,
    shipped   TEXT NOT NULL          -- when, in UTC
);

CREATE TABLE shipped (
    shipment  INTEGER NOT NULL REFERENCES shipment (shipment) ON DELETE CASCADE,
    place     INTEGER NOT NULL,      -- No. 1, 2, 3 …
    pack      INTEGER NOT NULL,
    id        BLOB NOT NULL,
    PRIMARY KEY (shipment, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX shipped_once ON shipped (pack, id);

-- What is to be appended to the file of ids, in this order; empty but for moments.
CREATE TABLE pending (
    event     INTEGER PRIMARY KEY,
    kind      INTEGER NOT NULL,
    about     INTEGER,               -- the pack or the shipment whose ids belong to it
    header    TEXT NOT NULL
);
-- How long that file is.
CREATE TABLE written (bytes INTEGER NOT NULL);
INSERT INTO written VALUES (0);

-- For people: SELECT * FROM puzzle WHERE id = x'00112233445566778899aabbccddeeff';
CREATE VIEW puzzle AS
SELECT entry.id, lower(hex(entry.id)) AS hex, pack.name AS pack, entry.number, entry.level,
       entry.d / 1000.0 AS d, shipment.title AS shipped_in, shipped.place AS shipped_as
FROM pack
CROSS JOIN entry ON entry.pack = pack.pack
LEFT JOIN shipped ON shipped.pack = entry.pack AND shipped.id = entry.id
LEFT JOIN shipment ON shipment.shipment = shipped.shipment;
