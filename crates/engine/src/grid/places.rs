//! Tables of the 81 cells' places in their houses.

use super::{CELLS, Cell, CellSet, DigitSet, HOUSES, House};

/// Returns the nth cell of a house: rows from left to right, columns from top to bottom, boxes in
/// reading order.
///
/// # Panics
/// If `place` is 9 or more.
#[inline]
pub const fn nth_cell(house: House, place: usize) -> Cell {
    NTH[house.index()][place]
}

/// Returns the cells at these places of a house, numbered as in
/// [`Candidates::places`](super::Candidates::places).
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

/// A cell's place in one of its houses.
#[derive(Clone, Copy)]
pub(super) struct HousePlace {
    pub house: House,
    pub place: u16,
}

/// The place of every cell in its row, column and box.
pub(super) static SEATS: [[HousePlace; 3]; CELLS] = {
    let mut table = [[HousePlace {
        house: House::row(0),
        place: 0,
    }; 3]; CELLS];
    let mut n = 0;
    while n < HOUSES * 9 {
        let (house, place) = (n / 9, n % 9);
        table[NTH[house][place].index()][house / 9] = HousePlace {
            house: match House::new(house) {
                Some(house) => house,
                None => panic!("there are 27 houses"),
            },
            place: 1 << place,
        };
        n += 1;
    }
    table
};

/// The three houses of every cell, as bits.
pub(super) static HOUSE_BITS: [u32; CELLS] = {
    let mut table = [0; CELLS];
    let mut n = 0;
    while n < HOUSES * 9 {
        table[NTH[n / 9][n % 9].index()] |= 1 << (n / 9);
        n += 1;
    }
    table
};
