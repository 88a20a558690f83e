//! Sets of cells on 9×9, for the fast computation of Stuart's level: the number of guesses that a puzzle needs in
//! addition to singles, locked candidates and pairs.
//!
//! A set has three bands of 27 bits, like the cells of one digit in [`BoardWords`].

use crate::grid::{self, CELLS};
use crate::solve::words::BoardWords;

/// A set of cells: three words with the 27 bits of a band, and a fourth word that stays zero.
pub(super) type Lane = [u32; 4];

/// The set of all cells.
pub(super) const ALL: Lane = {
    const BAND: u32 = (1 << 27) - 1;
    [BAND, BAND, BAND, 0]
};

/// Returns the cells with exactly one candidate, and the cells with exactly two.
pub(super) fn counted(words: &BoardWords) -> [Lane; 2] {
    let (mut once, mut twice, mut thrice) = ([0; 4], [0; 4], [0; 4]);
    for slot in &words[..9] {
        for lane in 0..4 {
            thrice[lane] |= twice[lane] & slot[lane];
            twice[lane] |= once[lane] & slot[lane];
            once[lane] |= slot[lane];
        }
    }
    [minus(once, twice), minus(twice, thrice)]
}

/// Returns the cells of `from` that are not in `gone`.
pub(super) fn minus(mut from: Lane, gone: Lane) -> Lane {
    for (from, gone) in from.iter_mut().zip(gone) {
        *from &= !gone;
    }
    from
}

/// Returns the cells that are in both sets.
pub(super) fn and(a: Lane, b: Lane) -> Lane {
    [0, 1, 2, 3].map(|lane| a[lane] & b[lane])
}

/// Returns the cells that a cell sees.
pub(super) fn peers(cell: usize) -> Lane {
    PEERS[cell]
}

/// For each cell, by its number, the cells that it sees.
static PEERS: [Lane; CELLS] = {
    let mut table = [[0; 4]; CELLS];
    let mut cell = 0;
    while cell < table.len() {
        let seen = grid::PEERS[cell].bits();
        table[cell] = [
            seen as u32 & 0o777_777_777,
            (seen >> 27) as u32 & 0o777_777_777,
            (seen >> 54) as u32,
            0,
        ];
        cell += 1;
    }
    table
};
