//! Sets of cells, stored as bits so that one operation works on seven houses at once.
//!
//! In each word, a house is a field of nine neighbouring bits. A subtraction never borrows from the next field,
//! since 1 is subtracted only from fields that are not 0.

use crate::grid::{CELLS, Cell, CellSet, HOUSES, House, nth_cell};

/// A set of cells, stored three times: by rows, by columns and by boxes. House h is in word h / 7, from bit
/// 9 × (h % 7) upwards.
pub(super) type ByHouse = [u64; 4];

/// A word in which only the lowest bit of each field is set. A field is the nine bits of one house.
const LOWEST: u64 = 0o001_001_001_001_001_001_001;

/// All cells.
pub(super) const ALL: ByHouse = [(1 << 63) - 1, (1 << 63) - 1, (1 << 63) - 1, (1 << 54) - 1];

/// Returns the places of a house that are in the set, as nine bits.
#[inline]
pub(crate) fn field(cells: &ByHouse, house: House) -> u32 {
    let (word, first) = FIELDS[house.index()];
    (cells[word as usize & 3] >> first) as u32 & 0x1FF
}

/// For each house, the index of the word with its field, and the position of the field's lowest bit.
static FIELDS: [(u8, u8); HOUSES] = {
    let mut table = [(0, 0); HOUSES];
    let mut house = 0;
    while house < HOUSES {
        table[house] = ((house / 7) as u8, (9 * (house % 7)) as u8);
        house += 1;
    }
    table
};

/// Returns the cells of the set, from the fields of the rows.
#[inline]
pub(crate) const fn cells_of(cells: &ByHouse) -> CellSet {
    CellSet::from_bits(cells[0] as u128 | ((cells[1] & 0o777_777) as u128) << 63)
}

/// Returns the first two words of a set, which have the fields of the rows.
#[inline]
pub(super) const fn rows_of(cells: CellSet) -> [u64; 2] {
    let bits = cells.bits();
    [bits as u64 & ALL[0], (bits >> 63) as u64]
}

/// Returns a word in which the lowest bit of a field is set if that field of `word` is not empty.
#[inline]
pub(super) const fn filled(word: u64) -> u64 {
    let pairs = word | word >> 1;
    let fours = pairs | pairs >> 2;
    (fours | fours >> 4 | word >> 8) & LOWEST
}

/// Returns the word with the lowest set bit of each field cleared; `filled` is the result of [`filled`] for the word.
#[inline]
pub(super) const fn without_first(word: u64, filled: u64) -> u64 {
    word & word.wrapping_sub(filled)
}

/// Returns the houses with exactly one cell of the set, as bits.
#[inline]
pub(crate) fn houses_with_one(cells: &ByHouse) -> u32 {
    let mut lowest = [0; 4];
    for (lowest, &word) in lowest.iter_mut().zip(cells) {
        let with_any = filled(word);
        *lowest = with_any & !filled(without_first(word, with_any));
    }
    houses_of(lowest)
}

/// Returns a word in which the value of each field is the number of bits that are set in that field of `word`.
#[inline]
pub(super) const fn counts(word: u64) -> u64 {
    // The lowest bit of each third of a field, and all bits of its first third.
    const THIRDS: u64 = 0o111 * LOWEST;
    const FIRST: u64 = 0o007 * LOWEST;
    let by_third = (word & THIRDS) + (word >> 1 & THIRDS) + (word >> 2 & THIRDS);
    (by_third & FIRST) + (by_third >> 3 & FIRST) + (by_third >> 6 & FIRST)
}

/// Returns the houses with `least` or more cells of the set, as bits; `counts` is the result of [`all_counts`] for
/// the set, and `least` is at most 10.
#[inline]
pub(super) fn houses_with(counts: &ByHouse, least: usize) -> u32 {
    // Bit 4 of the sum is set if the count reaches `least`.
    let missing = (16 - least.min(10) as u64) * LOWEST;
    let mut lowest = [0; 4];
    for (lowest, &counts) in lowest.iter_mut().zip(counts) {
        *lowest = (counts + missing) >> 4 & LOWEST;
    }
    houses_of(lowest)
}

/// Returns the houses with `least` or more cells of the set, as bits; `least` is at most 10.
#[inline]
pub(crate) fn houses_with_cells(cells: &ByHouse, least: usize) -> u32 {
    houses_with(&all_counts(cells), least)
}

/// Returns the [`counts`] of each word.
#[inline]
pub(super) fn all_counts(cells: &ByHouse) -> ByHouse {
    let mut by_house = [0; 4];
    for (counted, &word) in by_house.iter_mut().zip(cells) {
        *counted = counts(word);
    }
    by_house
}

/// Returns, as bits, the houses whose fields have the lowest bit set; no other bits may be set in `lowest`.
#[inline]
pub(super) fn houses_of(lowest: ByHouse) -> u32 {
    // Bit 9n times 2 to the power of 56 - 8n is bit 56 + n; all other products are lower, or lost above bit 63.
    const GATHER: u64 = 0x0101_0101_0101_0100;
    let gathered = lowest.map(|word| (word.wrapping_mul(GATHER) >> 56) as u32);
    gathered[0] | gathered[1] << 7 | gathered[2] << 14 | gathered[3] << 21
}

/// Counts the bits that are set among the lowest nine. Uses a table, since baseline x86-64 has no instruction that
/// counts bits.
#[inline]
pub(crate) const fn count(bits: u32) -> usize {
    COUNTS[(bits & 0x1FF) as usize] as usize
}

static COUNTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut n = 1;
    while n < 512 {
        table[n] = table[n / 2] + (n % 2) as u8;
        n += 1;
    }
    table
};

/// For each cell, the set with only this cell: one bit by rows, one by columns and one by boxes.
pub(super) static OWN: [ByHouse; CELLS] = bits_of_cells(false);

/// For each cell, the set with the cell and its peers.
pub(super) static SEEN: [ByHouse; CELLS] = bits_of_cells(true);

const fn bits_of_cells(with_peers: bool) -> [ByHouse; CELLS] {
    let mut own = [[0; 4]; CELLS];
    let mut n = 0;
    while n < 27 * 9 {
        if let Some(house) = House::new(n / 9) {
            let cell = nth_cell(house, n % 9);
            own[cell.index()][n / 9 / 7] |= 1 << (9 * (n / 9 % 7) + n % 9);
        }
        n += 1;
    }
    if !with_peers {
        return own;
    }
    let mut seen = own;
    let mut n = 0;
    while n < CELLS * CELLS {
        if let (Some(cell), Some(peer)) = (Cell::new(n / CELLS), Cell::new(n % CELLS)) {
            let mut word = 0;
            while word < 4 && cell.sees(peer) {
                seen[cell.index()][word] |= own[peer.index()][word];
                word += 1;
            }
        }
        n += 1;
    }
    seen
}
