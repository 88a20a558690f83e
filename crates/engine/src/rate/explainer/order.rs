//! The orders in which Sudoku Explainer looks at houses, peers and subsets.
//!
//! The orders are part of the rating: most techniques apply the first hint that they find, and later hints depend on
//! that one.
//! Source: docs/se-specification.md, section 1.

use crate::grid::{CELLS, Cell, CellSet, House};

/// The number of peers of a cell: the cells that share a house with it.
const PEERS: usize = 20;

/// Returns the houses in the order of most searches: all boxes, then all columns, then all rows.
pub(super) fn houses() -> impl Iterator<Item = House> {
    boxes().chain(columns()).chain(rows())
}

/// Returns the boxes in reading order.
pub(super) fn boxes() -> impl Iterator<Item = House> {
    (0..9).map(House::of_box)
}

/// Returns the columns from left to right.
pub(super) fn columns() -> impl Iterator<Item = House> {
    (0..9).map(House::column)
}

/// Returns the rows from top to bottom.
pub(super) fn rows() -> impl Iterator<Item = House> {
    (0..9).map(House::row)
}

/// Returns a cell's houses in the order that chains use: box, row, column.
pub(super) const fn houses_of(cell: Cell) -> [House; 3] {
    let [row, column, of_box] = cell.houses();
    [of_box, row, column]
}

/// Returns the houses that hold both cells: box, row, column.
pub(super) fn shared_houses(first: Cell, second: Cell) -> impl Iterator<Item = House> {
    let houses = houses_of(first).into_iter();
    houses.filter(move |house| house.cells().contains(second))
}

/// Returns a cell's peers: first the peers in its box in reading order, then the peers in its row, then the peers
/// in its column.
pub(super) fn peers(cell: Cell) -> impl Iterator<Item = Cell> {
    PEER_ORDER[cell.index()].iter().copied()
}

/// Returns the peers of a cell that are in a set, in the order of [`peers`].
pub(super) fn peers_in(cell: Cell, set: CellSet) -> impl Iterator<Item = Cell> {
    let [of_box, row, column] = houses_of(cell).map(House::cells);
    let set = set.without(cell);
    (set & of_box)
        .chain((set & row) - of_box)
        .chain((set & column) - of_box)
}

/// Returns all sets of `size` places (two to four) of a house, as bits, ascending.
pub(super) fn subsets(size: usize) -> &'static [u16] {
    match size {
        2 => &PAIRS,
        3 => &TRIPLES,
        _ => &QUADS,
    }
}

static PAIRS: [u16; 36] = masks(2);
static TRIPLES: [u16; 84] = masks(3);
static QUADS: [u16; 126] = masks(4);

const fn masks<const N: usize>(size: u32) -> [u16; N] {
    let mut table = [0; N];
    let (mut mask, mut n) = (0_u16, 0);
    while n < N {
        if mask.count_ones() == size {
            table[n] = mask;
            n += 1;
        }
        mask += 1;
    }
    table
}

static PEER_ORDER: [[Cell; PEERS]; CELLS] = {
    let mut table = [[Cell::at(0, 0); PEERS]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (row, column) = (index / 9, index % 9);
        let (top, left) = (row / 3 * 3, column / 3 * 3);
        let (mut n, mut place) = (0, 0);
        while place < 9 {
            let (r, c) = (top + place / 3, left + place % 3);
            if r != row || c != column {
                table[index][n] = Cell::at(r, c);
                n += 1;
            }
            place += 1;
        }
        let mut c = 0;
        while c < 9 {
            if c / 3 != column / 3 {
                table[index][n] = Cell::at(row, c);
                n += 1;
            }
            c += 1;
        }
        let mut r = 0;
        while r < 9 {
            if r / 3 != row / 3 {
                table[index][n] = Cell::at(r, column);
                n += 1;
            }
            r += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_those_of_the_cell_box_first() {
        for cell in Cell::all() {
            assert_eq!(peers(cell).collect::<CellSet>(), cell.peers());
            assert!(peers_in(cell, CellSet::ALL).eq(peers(cell)));
            let first: CellSet = peers(cell).take(8).collect();
            assert_eq!(first, House::of_box(cell.box_index()).cells().without(cell));
        }
    }

    #[test]
    fn pairs_come_by_their_second_place() {
        assert_eq!(&subsets(2)[..4], [0b11, 0b101, 0b110, 0b1001]);
        assert_eq!((subsets(3).len(), subsets(4).len()), (84, 126));
    }
}
