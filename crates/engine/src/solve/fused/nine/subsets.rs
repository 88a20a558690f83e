//! Applies naked and hidden subsets to a 9×9 board that is stored as bands of bits.
//!
//! Pairs are needed most often, so they have special code. All cells with two candidates are found at once. The
//! digits with two places in a house are found by bit operations on one word.

use super::lane::{Lane, and, counted, minus, peers};
use crate::grid::{Cell, House, SIDE, nth_cell};
use crate::solve::fused::subsets;
use crate::solve::words::BoardWords;

/// Applies naked and hidden subsets of this size; returns whether anything changed.
pub(super) fn apply(words: &mut BoardWords, size: usize) -> bool {
    if size == 2 {
        // Both rules run even if the first changes something: that is cheaper than coming back for
        // the second.
        naked_pairs(words) | hidden_pairs(words)
    } else {
        let houses = House::all();
        houses.fold(false, |moved, house| moved | subsets_of(words, house, size))
    }
}

fn naked_pairs(words: &mut BoardWords) -> bool {
    let two = counted(words)[1];
    let mut moved = false;
    for first in 0..SIDE {
        let of_first = and(words[first], two);
        if of_first == [0; 4] {
            continue;
        }
        for second in first + 1..SIDE {
            let mut pairs = and(of_first, words[second]);
            while let Some(cell) = take_first(&mut pairs) {
                let mut partners = and(pairs, peers(cell));
                while let Some(partner) = take_first(&mut partners) {
                    let seen = and(peers(cell), peers(partner));
                    moved |= remove(&mut words[first], seen);
                    moved |= remove(&mut words[second], seen);
                }
            }
        }
    }
    moved
}

fn hidden_pairs(words: &mut BoardWords) -> bool {
    const ROW: u32 = 0o777;
    const BOX: u32 = 0o007_007_007;
    let mut moved = false;
    for band in 0..3 {
        for third in 0..3 {
            for house in [ROW << (9 * third), BOX << (3 * third)] {
                moved |= pairs_in(
                    words,
                    |slot| slot[band] & house,
                    |cells| {
                        let mut lane = [0; 4];
                        lane[band] = cells;
                        lane
                    },
                );
            }
        }
    }
    for column in 0..SIDE {
        moved |= pairs_in(
            words,
            |slot| (0..3).fold(0, |all, band| all | (slot[band] >> column & COLUMN) << band),
            |cells| [0, 1, 2, 3].map(|band| (cells >> band & COLUMN) << column),
        );
    }
    moved
}

/// The cells of the first column of a band, as bits. The same column of all three bands fits in one word if each band
/// is shifted by a different number of bits.
const COLUMN: u32 = 0o001_001_001;

/// Applies hidden pairs in a house. `places` must return a digit's cells in the house as bits, in any order, and
/// `cells` must turn these bits back into cells of the board.
#[inline(always)]
fn pairs_in(
    words: &mut BoardWords,
    places: impl Fn(&Lane) -> u32,
    cells: impl Fn(u32) -> Lane,
) -> bool {
    let mut moved = false;
    let mut known = [0; SIDE];
    for digit in 0..SIDE {
        let here = places(&words[digit]);
        let rest = here & here.wrapping_sub(1);
        if rest == 0 || rest & (rest - 1) != 0 {
            continue;
        }
        known[digit] = here;
        if let Some(partner) = known[..digit].iter().position(|&other| other == here) {
            let pair = cells(here);
            for other in (0..SIDE).filter(|&other| other != digit && other != partner) {
                moved |= remove(&mut words[other], pair);
            }
        }
    }
    moved
}

/// Applies naked and hidden subsets of this size in a house; returns whether anything changed.
fn subsets_of(words: &mut BoardWords, house: House, size: usize) -> bool {
    let cells: [Cell; SIDE] = std::array::from_fn(|place| nth_cell(house, place));
    let mut of_cells = [0u32; SIDE];
    let mut of_digits = [0u32; SIDE];
    for (digit, slot) in words[..SIDE].iter().enumerate() {
        for (place, cell) in cells.iter().enumerate() {
            let stands = slot[cell.index() / 27] >> (cell.index() % 27) & 1;
            of_digits[digit] |= stands << place;
            of_cells[place] |= stands << digit;
        }
    }
    let mut moved = false;
    // Removes the digits from the cells at these places.
    let mut clear = |places: u32, digits: u32| {
        let mut gone = [0; 4];
        for (place, cell) in cells.iter().enumerate() {
            gone[cell.index() / 27] |= (places >> place & 1) << (cell.index() % 27);
        }
        for (digit, slot) in words[..SIDE].iter_mut().enumerate() {
            if digits >> digit & 1 == 1 {
                moved |= remove(slot, gone);
            }
        }
    };
    subsets::for_each(&of_cells, size, |places, digits| clear(!places, digits));
    subsets::for_each(&of_digits, size, |digits, places| clear(places, !digits));
    moved
}

/// Removes cells from a set; returns whether any of them was in the set.
#[inline(always)]
fn remove(from: &mut Lane, gone: Lane) -> bool {
    let moved = and(*from, gone) != [0; 4];
    *from = minus(*from, gone);
    moved
}

/// Removes the first cell from a set and returns it.
#[inline(always)]
fn take_first(cells: &mut Lane) -> Option<usize> {
    let band = cells.iter().position(|&lane| lane != 0)?;
    let bit = cells[band].trailing_zeros() as usize;
    cells[band] &= cells[band] - 1;
    Some(27 * band + bit)
}
