//! What may still stand where: the pencil marks of a person.
//!
//! Every digit's cells are kept in three orders — by rows, by columns, by boxes — so that the
//! places of a digit in any house are nine neighbouring bits and cost one shift:
//!
//! ```text
//! order 0  bits 9r…9r+8 = row r      from left to right   (reading order, a `CellSet`)
//! order 1  bits 9c…9c+8 = column c   from top to bottom
//! order 2  bits 9b…9b+8 = box b      in reading order within the box
//! ```
//!
//! The rules of the ladder ask for houses far more often than they take candidates away, so the
//! three stores on removal pay.

use super::{Board, CELLS, Cell, CellSet, Digit, DigitSet, HOUSES, House};

/// The candidates of every blank, kept both ways: the digits of a cell, and the cells of a digit.
///
/// A placed cell has no candidates. All views always agree.
///
/// ```
/// use sudoku_factory::grid::{Board, Candidates, Cell, Digit, House};
/// let mut board = Board::EMPTY;
/// board.set(Cell::at(0, 0), Digit::new(7));
/// let candidates = Candidates::of(&board);
/// assert_eq!(candidates.of_cell(Cell::at(0, 1)).len(), 8);
/// assert_eq!(candidates.places(House::row(4), Digit::from_index(6)), 0b1_1111_1110);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    cells: [DigitSet; CELLS],
    orders: [[u128; 9]; 3],
    blanks: CellSet,
}

impl Candidates {
    /// The candidates of a board: for every blank the digits that none of its peers holds.
    pub fn of(board: &Board) -> Self {
        let mut held = [DigitSet::EMPTY; HOUSES];
        for (cell, digit) in board.givens() {
            for house in cell.houses() {
                held[house.index()] = held[house.index()].with(digit);
            }
        }
        let mut candidates = Self {
            cells: [DigitSet::EMPTY; CELLS],
            orders: [[0; 9]; 3],
            blanks: CellSet::ALL - board.clues(),
        };
        for cell in candidates.blanks {
            let [row, column, of_box] = cell.houses().map(|house| held[house.index()]);
            let free = DigitSet::ALL.difference(row.union(column).union(of_box));
            candidates.cells[cell.index()] = free;
            for digit in free {
                for (order, bits) in candidates.orders.iter_mut().zip(&BITS) {
                    order[digit.index()] |= bits[cell.index()];
                }
            }
        }
        candidates
    }

    /// The digits that may stand in a cell; none if it is placed.
    #[inline]
    pub const fn of_cell(&self, cell: Cell) -> DigitSet {
        self.cells[cell.index()]
    }

    /// The cells in which a digit may stand.
    #[inline]
    pub const fn of_digit(&self, digit: Digit) -> CellSet {
        CellSet::from_bits(self.orders[0][digit.index()])
    }

    /// The cells without a digit.
    #[inline]
    pub const fn blanks(&self) -> CellSet {
        self.blanks
    }

    /// Where in a house a digit may stand: bit n for the house's nth cell ([`nth_cell`]).
    #[inline]
    pub const fn places(&self, house: House, digit: Digit) -> u16 {
        let order = &self.orders[house.index() / 9];
        (order[digit.index()] >> (9 * house.number())) as u16 & 0x1FF
    }

    /// The blanks with exactly this many candidates, 1 to 4; no cell for other numbers.
    #[inline]
    pub fn with_count(&self, count: usize) -> CellSet {
        let mut more_than = [CellSet::EMPTY; 5];
        for digit in Digit::all() {
            let cells = self.of_digit(digit);
            for n in (1..more_than.len()).rev() {
                more_than[n] |= more_than[n - 1] & cells;
            }
            more_than[0] |= cells;
        }
        match count {
            1..=4 => more_than[count - 1] - more_than[count],
            _ => CellSet::EMPTY,
        }
    }

    /// Whether some blank has no candidate, or some digit no place in a house that lacks it.
    pub fn is_broken(&self) -> bool {
        // A placed digit has no places left in its houses, so a house of n blanks is whole exactly
        // if n digits have places in it.
        let homeless = |house: House| {
            let blanks = (self.blanks & house.cells()).len();
            let housed = Digit::all().filter(|&digit| self.places(house, digit) != 0);
            housed.count() != blanks
        };
        let hopeful =
            Digit::all().fold(CellSet::EMPTY, |cells, digit| cells | self.of_digit(digit));
        hopeful != self.blanks || House::all().any(homeless)
    }

    /// Takes a digit out of a cell. Says whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        let before = self.cells[cell.index()];
        self.cells[cell.index()] = before.without(digit);
        for (order, bits) in self.orders.iter_mut().zip(&BITS) {
            order[digit.index()] &= !bits[cell.index()];
        }
        before.contains(digit)
    }

    /// Places a digit: the cell loses all candidates, its peers lose this one.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        for other in self.cells[cell.index()] {
            self.remove(cell, other);
        }
        self.blanks -= CellSet::of(cell);
        for peer in self.of_digit(digit) & cell.peers() {
            self.remove(peer, digit);
        }
    }
}

/// The nth cell of a house: rows from left to right, columns from top to bottom, boxes in reading
/// order.
///
/// # Panics
/// If `place` is 9 or more.
#[inline]
pub const fn nth_cell(house: House, place: usize) -> Cell {
    NTH[house.index()][place]
}

/// The cells at these places of a house: the inverse of [`Candidates::places`].
#[inline]
pub fn cells_at(house: House, places: u16) -> CellSet {
    DigitSet::from_bits(places)
        .map(|place| nth_cell(house, place.index()))
        .collect()
}

static NTH: [[Cell; 9]; HOUSES] = {
    let mut table = [[Cell::at(0, 0); 9]; HOUSES];
    let mut n = 0;
    while n < CELLS {
        let (house, place) = (n / 9, n % 9);
        table[house][place] = Cell::at(house, place);
        table[9 + house][place] = Cell::at(place, house);
        table[18 + house][place] = Cell::at(house / 3 * 3 + place / 3, house % 3 * 3 + place % 3);
        n += 1;
    }
    table
};

/// The bit of every cell in each of the three orders.
static BITS: [[u128; CELLS]; 3] = {
    let mut table = [[0; CELLS]; 3];
    let mut n = 0;
    while n < HOUSES * 9 {
        let (house, place) = (n / 9, n % 9);
        table[house / 9][NTH[house][place].index()] = 1 << (n % CELLS);
        n += 1;
    }
    table
};
