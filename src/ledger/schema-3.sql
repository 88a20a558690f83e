-- How many entries each pack has of each level, so that nobody need count forty million.
CREATE TABLE held (
    pack      INTEGER NOT NULL,
    level     INTEGER,               -- NULL where it isn't known
    puzzles   INTEGER NOT NULL
);
CREATE INDEX held_pack ON held (pack);
INSERT INTO held SELECT pack, level, count(*) FROM entry GROUP BY pack, level;

-- The number of the last shipment that ever was.
ALTER TABLE written ADD COLUMN shipments INTEGER NOT NULL DEFAULT 0;
UPDATE written SET shipments = (SELECT ifnull(max(shipment), 0) FROM shipment);
