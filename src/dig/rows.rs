//! How many clues each row may have, and what that leaves of the clue counts (Huang 2015, section
//! 2.2: two to four in every row).
//!
//! Which totals can be reached at all is known exactly, so that an impossible job is refused
//! before it starts. Where rows can be filled one by one, or rows i and 10 − i alike, every total
//! from nine floors to nine caps is; so it is under a mirror in a diagonal, since the nine
//! "diagonals" row + column = s (mod 9) each add one clue to every row and can be added in parts.
//! Only under the quarter turn and the full symmetry do rows depend on one another, and those two
//! are counted out, once.

use super::{ClueRange, Symmetry};
use crate::grid::{CELLS, CellSet, House, SIDE};
use std::sync::LazyLock;

/// Whether every row has a number of clues inside the range.
pub(super) fn hold(clues: CellSet, range: ClueRange) -> bool {
    row_counts(clues).all(|count| (range.min..=range.max).contains(&count))
}

/// Whether every row has at least this many clues.
pub(super) fn reach(clues: CellSet, floor: u8) -> bool {
    floor == 0 || row_counts(clues).all(|count| count >= floor)
}

fn row_counts(clues: CellSet) -> impl Iterator<Item = u8> {
    (0..SIDE).map(move |row| (clues & House::row(row).cells()).len() as u8)
}

/// The totals, one bit each, of the symmetric sets of cells that have a number of cells inside the
/// range in every row.
pub(super) fn totals(symmetry: Symmetry, rows: ClueRange) -> u128 {
    let table = match symmetry {
        Symmetry::Rotate90 => &QUARTER_TURN,
        Symmetry::Full => &FULL,
        _ => &ANY,
    };
    let most = SIDE as u8;
    if rows.min > rows.max || rows.max > most {
        return 0;
    }
    table[usize::from(rows.min)][usize::from(rows.max)]
}

/// Totals by least and greatest number of cells in a row.
type Totals = [[u128; SIDE + 1]; SIDE + 1];

static ANY: LazyLock<Totals> = LazyLock::new(|| {
    let from_to = |least: usize, most: usize| match most.checked_sub(least) {
        Some(_) => ((1 << (SIDE * most + 1)) - 1) & !((1 << (SIDE * least)) - 1),
        None => 0,
    };
    std::array::from_fn(|least| std::array::from_fn(|most| from_to(least, most)))
});
static QUARTER_TURN: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Rotate90));
static FULL: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Full));

/// Rows that may differ in number where rows i and 10 − i are alike.
const KINDS: usize = SIDE / 2 + 1;
/// Their numbers of cells, each 0 to 9, read as one decimal number.
const STATES: usize = 10usize.pow(KINDS as u32);

/// Goes through every set of orbits by what it adds to the first five rows; for symmetries under
/// which rows i and 10 − i are alike.
fn counted(symmetry: Symmetry) -> Totals {
    let mut met = vec![false; STATES];
    met[0] = true;
    for &orbit in symmetry.orbits() {
        let added = row_counts(orbit).take(KINDS);
        let added = added.fold(0, |number, count| 10 * number + usize::from(count));
        // Orbits share out the nine cells of a row, so no digit of the sum ever carries.
        for state in (0..STATES - added).rev() {
            met[state + added] |= met[state];
        }
    }
    let mut totals = [[0; SIDE + 1]; SIDE + 1];
    for state in (0..STATES).filter(|&state| met[state]) {
        add(state, &mut totals);
    }
    totals
}

/// Adds the total of these row counts to every range that holds them.
fn add(state: usize, totals: &mut Totals) {
    let counts: [usize; KINDS] =
        std::array::from_fn(|row| state / 10usize.pow((KINDS - 1 - row) as u32) % 10);
    let (least, most) = counts.iter().fold((SIDE, 0), |(least, most), &count| {
        (least.min(count), most.max(count))
    });
    let total = 2 * counts.iter().sum::<usize>() - counts[KINDS - 1];
    debug_assert!(total <= CELLS);
    for from in &mut totals[..=least] {
        for to in &mut from[most..] {
            *to |= 1 << total;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Generator;

    /// Rows i and 10 − i are alike under these two as well, and for them the short rule is given.
    #[test]
    fn the_short_rule_is_what_counting_gives() {
        for symmetry in [Symmetry::Rotate180, Symmetry::MirrorVertical] {
            assert!(counted(symmetry) == *ANY, "{symmetry}");
        }
    }

    /// The diagonals of the head of this file, each with its one cell on the axis first or last.
    #[test]
    fn diagonal_mirrors_reach_every_total() {
        let orbits = Symmetry::Diagonal.orbits();
        let mut met = 0u128;
        for on_axis in [1, 2] {
            let mut cells = CellSet::EMPTY;
            for sum in 0..SIDE {
                let of_sum = |cell: crate::grid::Cell| (cell.row() + cell.column()) % SIDE == sum;
                let mut parts: Vec<CellSet> = orbits.to_vec();
                parts.retain(|&part| { part }.all(of_sum));
                parts.sort_by_key(|part| part.len() == on_axis);
                for part in parts {
                    cells |= part;
                    let (min, max) = (cells.len() / SIDE, cells.len().div_ceil(SIDE));
                    let (min, max) = (min as u8, max as u8);
                    assert!(hold(cells, ClueRange { min, max }));
                    met |= 1 << cells.len();
                }
            }
        }
        assert_eq!(met, ((1 << 82) - 1) & !1, "every total but 0");
    }

    #[test]
    fn random_symmetric_sets_are_among_the_totals() {
        let mut rng = Generator::for_candidate(0, 0);
        for symmetry in Symmetry::ALL {
            for _ in 0..500 {
                let mut orbits = symmetry.orbits().to_vec();
                rng.shuffle(&mut orbits);
                let taken = rng.below(orbits.len() as u32 + 1) as usize;
                let cells = orbits[..taken].iter().fold(CellSet::EMPTY, |a, &b| a | b);
                let min = row_counts(cells).min().unwrap();
                let max = row_counts(cells).max().unwrap();
                assert!(totals(symmetry, ClueRange { min, max }) >> cells.len() & 1 == 1);
            }
        }
    }
}
