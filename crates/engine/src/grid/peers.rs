//! The houses of a cell, and the twenty cells that see it.

use super::{CELLS, Cell, CellSet, House, SIDE};

impl Cell {
    /// Returns the row, the column and the box of the cell.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        HOUSES_OF[self.index()]
    }

    /// Returns the twenty other cells that share a house with this one.
    #[inline]
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }

    /// Returns whether two cells share a row, column or box; a cell does not see itself.
    #[inline]
    pub const fn sees(self, other: Self) -> bool {
        self.peers().contains(other)
    }
}

/// The houses of every cell, by the cell's number.
static HOUSES_OF: [[House; 3]; CELLS] = {
    let mut table = [[House::row(0); 3]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let cell = Cell::at(index / SIDE, index % SIDE);
        table[index] = [
            House::row(cell.row()),
            House::column(cell.column()),
            House::of_box(cell.box_index()),
        ];
        index += 1;
    }
    table
};

/// The peers of every cell, by the cell's number.
pub static PEERS: [CellSet; CELLS] = {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut index = 0;
    while index < CELLS {
        let cell = Cell::at(index / SIDE, index % SIDE);
        let [row, column, of_box] = cell.houses();
        let seen = row.cells().union(column.cells()).union(of_box.cells());
        table[index] = seen.without(cell);
        index += 1;
    }
    table
};
