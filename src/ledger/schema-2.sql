-- Puzzles that are not to be used any more, whatever becomes of their packs.
CREATE TABLE retired (
    id        BLOB PRIMARY KEY,
    why       TEXT NOT NULL,
    retired   TEXT NOT NULL          -- when, in UTC
) WITHOUT ROWID;

-- Copies that were made and checked.
CREATE TABLE backup (
    backup    INTEGER PRIMARY KEY,
    file      TEXT NOT NULL,
    made      TEXT NOT NULL          -- when, in UTC
);
