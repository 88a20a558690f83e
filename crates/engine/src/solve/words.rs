//! A board as plain numbers: for each digit, its cells in three bands of 27 bits.

use crate::grid::{Board, CELLS};

/// The bits of all 27 cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;
/// A board as plain numbers. Each digit has four numbers: the cells of the digit in bands 0, 1 and 2, as bits, and a
/// zero. A tenth entry, all zero, makes the number of entries even.
pub(crate) type BoardWords = [[u32; 4]; 10];

/// Returns the cells of each digit on a board, as plain numbers. The digit of a cell is a number of four bits. For each
/// of the four, one multiplication gathers this bit from eight cells at once. The four sets of cells gathered in this
/// way are combined to find the cells of each digit.
pub(super) fn words_of(board: &Board) -> BoardWords {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut planes = [0u128; 4];
    for (group, values) in board.values().chunks(8).enumerate() {
        let mut bytes = [0; 8];
        bytes[..values.len()].copy_from_slice(values);
        let eight = u64::from_le_bytes(bytes);
        for (bit, plane) in planes.iter_mut().enumerate() {
            let gathered = (eight >> bit & ONES).wrapping_mul(GATHER) >> 56;
            *plane |= u128::from(gathered) << (8 * group);
        }
    }
    let planes = planes.map(lanes_of);
    let mut words = [[0; 4]; 10];
    for (value, slot) in (1..).zip(&mut words[..9]) {
        for (band, lane) in slot[..3].iter_mut().enumerate() {
            *lane = (0..4).fold(BAND, |cells, bit| {
                let flip = if value >> bit & 1 == 1 { 0 } else { BAND };
                cells & (planes[bit][band] ^ flip)
            });
        }
    }
    words
}

/// Returns the board on which each digit fills the cells that `words` lists for it. If `words` lists at most one digit
/// for each cell, as it must, the result is never `None`.
pub(super) fn board_of(words: &BoardWords) -> Option<Board> {
    let mut values = [0; CELLS];
    for (value, slot) in (1..).zip(&words[..9]) {
        for (band, &lane) in slot[..3].iter().enumerate() {
            let mut cells = lane;
            while cells != 0 {
                values[27 * band + cells.trailing_zeros() as usize] = value;
                cells &= cells - 1;
            }
        }
    }
    Board::from_values(values)
}

/// Splits 81 bits into three bands.
pub(super) const fn lanes_of(bits: u128) -> [u32; 4] {
    [
        bits as u32 & BAND,
        (bits >> 27) as u32 & BAND,
        (bits >> 54) as u32 & BAND,
        0,
    ]
}

/// Joins three bands into 81 bits.
pub(super) fn bits_of(lanes: [u32; 4]) -> u128 {
    u128::from(lanes[0]) | u128::from(lanes[1]) << 27 | u128::from(lanes[2]) << 54
}
