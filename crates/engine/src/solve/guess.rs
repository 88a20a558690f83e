//! Chooses the guess of the fast search when its rules find nothing more.
//!
//! A cell with two candidates is best, since either digit settles it. Of the first twelve such cells, the search
//! takes the one with the most effect. The effect is the number of candidates in other cells that the two digits
//! would remove. A candidate in another cell with two candidates counts as four.
//!
//! On the hardest puzzles, a search that took the first such cell needed 286 guesses. A search that compared eight
//! cells needed 127 guesses, and one that compared sixteen needed 121. Two changes made the search trees larger:
//! more weight for candidates in cells with three candidates, and more weight for candidates in houses where the
//! digit has two places.
//!
//! Comparing cells is not worth its time in two cases: few cells are undecided, or a solution is likely to be
//! found soon, as in most searches during a dig. Then the first cell is taken. After four guesses (in the second case,
//! a hundred), the puzzle is probably hard, so cells are compared even if fewer are undecided.

use super::words::{BoardWords, bits_of};
use crate::grid::{CELLS, Cell, CellSet, PEERS};

/// The maximum number of cells that are compared to choose where to guess.
const COMPARED: usize = 12;

/// The number of guesses that a search has made. It decides whether cells are compared for the next guess.
#[derive(Clone, Copy)]
pub(super) struct GuessCount {
    made: u32,
    hasty: u32,
}

impl GuessCount {
    /// The count at the start of a search that compares cells even for its first guess.
    pub(super) const CAREFUL: Self = Self { made: 0, hasty: 0 };
    /// The count at the start of a search that is likely to find a solution soon. Cells are not compared for its first
    /// hundred guesses; usually it needs far fewer guesses.
    pub(super) const HASTY: Self = Self {
        made: 0,
        hasty: 100,
    };

    /// Returns the number of guesses made.
    #[inline(always)]
    pub(super) const fn made(self) -> u32 {
        self.made
    }

    /// Counts a guess, and returns a threshold. Cells are compared for this guess if at least that many cells have
    /// several candidates.
    #[inline(always)]
    pub(super) const fn next(&mut self) -> usize {
        let made = self.made;
        self.made += 1;
        match made {
            _ if made < self.hasty => CELLS + 1,
            0..4 => 40,
            _ => 25,
        }
    }
}

/// A guess: a candidate that the search tries.
pub(super) struct Guess {
    pub(super) digit: usize,
    band: usize,
    bit: u32,
    /// The cell's other candidate, if the cell has exactly two.
    pub(super) rival: Option<usize>,
}

impl Guess {
    /// Chooses the guess: the smallest digit of the cell that [`most_pressing_cell`] returns. The digit of the known
    /// solution, if any, is not chosen, since a search for another solution tries the other digits first.
    #[inline(always)]
    pub(super) fn at(words: &BoardWords, known: Option<&BoardWords>, compares_from: usize) -> Self {
        let digits: [CellSet; 9] =
            std::array::from_fn(|digit| CellSet::from_bits(bits_of(words[digit])));
        let cell = most_pressing_cell(&digits, compares_from);
        Self::in_cell(words, cell / 27, 1 << (cell % 27), known)
    }

    /// Chooses the guess in a cell, given by its band and bit: the cell's smallest digit, but not the digit of the
    /// known solution, if any.
    #[inline(always)]
    pub(super) fn in_cell(
        words: &BoardWords,
        band: usize,
        bit: u32,
        known: Option<&BoardWords>,
    ) -> Self {
        // A mask is used, since a branch for each digit would often be mispredicted.
        let slots = words[..9].iter().enumerate();
        let digits = slots.fold(0, |digits: u32, (digit, slot)| {
            digits | u32::from(slot[band] & bit != 0) << digit
        });
        let lowest = |digits: u32| (digits | 1 << 8).trailing_zeros() as usize;
        let others = digits & digits.wrapping_sub(1);
        let (mut digit, mut rival) = (lowest(digits), lowest(others));
        if known.is_some_and(|known| known[digit][band] & bit != 0) {
            (digit, rival) = (rival, digit);
        }
        let rival = others.is_power_of_two().then_some(rival);
        Self {
            digit,
            band,
            bit,
            rival,
        }
    }

    /// Returns the board after the guessed candidate has been placed.
    #[inline(always)]
    pub(super) fn placed(&self, words: &BoardWords) -> BoardWords {
        self.with(words, self.digit)
    }

    /// Returns the board after the guessed candidate has been removed.
    #[inline(always)]
    pub(super) fn refuted(&self, words: &BoardWords) -> BoardWords {
        if let Some(rival) = self.rival {
            return self.with(words, rival);
        }
        let mut words = *words;
        words[self.digit][self.band] &= !self.bit;
        words
    }

    /// Returns the board with this digit in the cell. Removes the cell's other candidates, and the digit from the rest
    /// of the box; the search's rules remove it from the row and the column.
    #[inline(always)]
    fn with(&self, words: &BoardWords, digit: usize) -> BoardWords {
        let mut words = *words;
        for slot in &mut words[..9] {
            slot[self.band] &= !self.bit;
        }
        let stack = self.bit.trailing_zeros() % 9 / 3;
        let lane = &mut words[digit][self.band];
        *lane = *lane & !(0o007_007_007 << (3 * stack)) | self.bit;
        words
    }
}

/// Returns the number of the cell in which to guess. Cells with two candidates are preferred, then cells with three,
/// then cells with more. Usually, the first cell of the preferred kind is returned. But if some cells have two
/// candidates and at least `compares_from` have several, the first [`COMPARED`] cells with two candidates are
/// compared. Of these, the one in which a guess has the most effect is returned.
#[inline(always)]
fn most_pressing_cell(digits: &[CellSet; 9], compares_from: usize) -> usize {
    let (mut one, mut two, mut three, mut four) = (
        CellSet::EMPTY,
        CellSet::EMPTY,
        CellSet::EMPTY,
        CellSet::EMPTY,
    );
    for &cells in digits {
        four |= three & cells;
        three |= two & cells;
        two |= one & cells;
        one |= cells;
    }
    let pairs = two - three;
    let mut eligible = pairs;
    if eligible.is_empty() {
        eligible = three - four;
    }
    if eligible.is_empty() {
        eligible = four;
    }
    if pairs.is_empty() || two.len() < compares_from {
        return eligible.first().map_or(0, Cell::index);
    }
    let (mut best, mut most) = (0, 0);
    for cell in pairs.take(COMPARED) {
        let effect = effect_of(digits, pairs, cell);
        if effect > most {
            (best, most) = (cell.index(), effect);
        }
    }
    best
}

/// Returns the effect of guessing in a cell with two candidates: 1 plus the number of candidates of other cells that
/// the two digits would remove. A removed candidate counts as four if its cell is in `pairs`, the cells with two
/// candidates.
#[inline(always)]
fn effect_of(digits: &[CellSet; 9], pairs: CellSet, cell: Cell) -> usize {
    // A mask is used, since a branch for each digit would often be mispredicted.
    let has = digits.iter().enumerate();
    let has = has.fold(0, |has: u32, (digit, cells)| {
        has | u32::from(cells.contains(cell)) << digit
    });
    let (low, high) = (has.trailing_zeros(), 31 - (has | 1).leading_zeros());
    let both = [low, high].map(|digit| digits[digit.min(8) as usize] & PEERS[cell.index()]);
    let [low, high] = both.map(|seen| seen.len() + 3 * (seen & pairs).len());
    1 + low + high
}
