//! Limits the number of clues in each row and each box (Huang 2015, section 2.2: two to four in every row).
//!
//! A job is refused before it starts if each total number of clues that it allows is impossible for the rows alone
//! or for the boxes alone. It is known exactly which totals these are. A total that is possible for each alone may be
//! impossible for rows and boxes together; a job with such a total is not refused.
//!
//! Under most symmetries, houses can be filled one by one, or each together with its image. So every total from nine
//! times the minimum to nine times the maximum is possible. A mirror in a diagonal makes rows depend on columns, but
//! allows the same totals: the board can be filled, orbit by orbit, along the nine "diagonals" row + column = s
//! (mod 9), each of which has one cell in every row.
//!
//! The quarter turn and the full symmetry are exceptions: rows depend on one another, and the middle box can't
//! have every number of clues. Their totals are found by counting, once.

use super::{ClueRange, Symmetry};
use crate::grid::{CELLS, CellSet, House, HouseKind, SIDE};
use std::fmt;
use std::sync::LazyLock;

/// The numbers of clues allowed in every row and every box; `None` allows any number.
///
/// ```
/// use sudoku_engine::dig::{ClueRange, HouseClues};
/// let rows = Some(ClueRange { min: 2, max: 4 });
/// let boxes = Some(ClueRange { min: 2, max: 5 });
/// let both = HouseClues { rows, boxes };
/// assert_eq!(both.to_string(), "2 to 4 clues in every row, 2 to 5 clues in every box");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HouseClues {
    /// The range of clues in a row.
    pub rows: Option<ClueRange>,
    /// The range of clues in a box.
    pub boxes: Option<ClueRange>,
}

impl HouseClues {
    /// Returns the ranges that are set, each with its kind of house.
    pub fn ranges(&self) -> impl Iterator<Item = (HouseKind, ClueRange)> {
        let of_kind = |kind, range: Option<ClueRange>| range.map(|range| (kind, range));
        let both = [
            of_kind(HouseKind::Row, self.rows),
            of_kind(HouseKind::Box, self.boxes),
        ];
        both.into_iter().flatten()
    }

    /// Returns whether any range is set.
    pub fn is_some(&self) -> bool {
        self.rows.is_some() || self.boxes.is_some()
    }

    /// Returns whether the numbers of clues in all rows and boxes are within the ranges that are set.
    pub(super) fn hold(&self, clues: CellSet) -> bool {
        self.ranges().all(|(kind, range)| {
            let mut houses = House::all().filter(|house| house.kind() == kind);
            houses.all(|house| range.holds((clues & house.cells()).len()))
        })
    }

    /// Returns whether these cells can be removed from the clues without leaving too few clues in a
    /// house.
    #[inline]
    pub(super) fn spare(&self, cells: CellSet, clues: CellSet) -> bool {
        let rest = clues - cells;
        let enough = |range: Option<ClueRange>, house: House| {
            range.is_none_or(|range| (rest & house.cells()).len() >= range.min.into())
        };
        !self.is_some() || { cells }.all(|cell| {
            let [row, _, of_box] = cell.houses();
            enough(self.rows, row) && enough(self.boxes, of_box)
        })
    }

    /// Returns the total numbers of clues that the ranges don't rule out, one bit each. For each of these totals,
    /// some symmetric set of that many cells satisfies the range for rows, and some symmetric set of that many cells,
    /// perhaps another one, satisfies the range for boxes.
    pub(super) fn totals(&self, symmetry: Symmetry) -> u128 {
        self.ranges().fold(u128::MAX, |totals, (kind, range)| {
            totals & self::totals(symmetry, kind, range)
        })
    }
}

impl fmt::Display for HouseClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (kind, ClueRange { min, max })) in self.ranges().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{min} to {max} clues in every {kind}")?;
        }
        Ok(())
    }
}

/// Returns the possible sizes, one bit each, of symmetric sets of cells whose number of cells in every house of this
/// kind is within the range.
fn totals(symmetry: Symmetry, kind: HouseKind, range: ClueRange) -> u128 {
    let table = match (symmetry, kind) {
        (Symmetry::Rotate90, HouseKind::Box) => &BOXES_TURNED,
        (Symmetry::Full, HouseKind::Box) => &BOXES_FULL,
        (Symmetry::Rotate90, _) => &ROWS_TURNED,
        (Symmetry::Full, _) => &ROWS_FULL,
        _ => &ANY,
    };
    let [least, most] = [range.min, range.max].map(usize::from);
    if least > most || most > SIDE {
        return 0;
    }
    table[least][most]
}

/// The possible total numbers of cells, one bit each, indexed by the minimum and the maximum number of cells in a
/// house.
type Totals = [[u128; SIDE + 1]; SIDE + 1];

static ANY: LazyLock<Totals> = LazyLock::new(|| {
    let from_to = |least: usize, most: usize| match most.checked_sub(least) {
        Some(_) => ((1 << (SIDE * most + 1)) - 1) & !((1 << (SIDE * least)) - 1),
        None => 0,
    };
    std::array::from_fn(|least| std::array::from_fn(|most| from_to(least, most)))
});
static ROWS_TURNED: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Rotate90, &ROWS));
static ROWS_FULL: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Full, &ROWS));
static BOXES_TURNED: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Rotate90, &BOXES));
static BOXES_FULL: LazyLock<Totals> = LazyLock::new(|| counted(Symmetry::Full, &BOXES));

/// Representative houses of one kind, each with the number of its images under a symmetry, itself included; every other
/// house is an image of one of them.
type Kinds = [(House, usize)];

/// The representative rows: under every symmetry that includes a half turn or exchanges top and
/// bottom, rows i and 10 − i are images of each other.
const ROWS: [(House, usize); 5] = [
    (House::row(0), 2),
    (House::row(1), 2),
    (House::row(2), 2),
    (House::row(3), 2),
    (House::row(4), 1),
];

/// The representative boxes under the quarter turn: corner, edge, middle.
const BOXES: [(House, usize); 3] = [
    (House::of_box(0), 4),
    (House::of_box(1), 4),
    (House::of_box(4), 1),
];

/// Finds the possible total numbers of cells by going through all sets of orbits. Each set is represented by a decimal
/// number, whose digits are the set's numbers of cells in the representative houses. Every orbit must have as many
/// cells in a house as in each of the house's images.
fn counted(symmetry: Symmetry, kinds: &Kinds) -> Totals {
    let states = 10usize.pow(kinds.len() as u32);
    let mut met = vec![false; states];
    met[0] = true;
    for &orbit in symmetry.orbits() {
        let added = kinds
            .iter()
            .map(|(house, _)| (orbit & house.cells()).len())
            .fold(0, |number, count| 10 * number + count);
        // Orbits divide the nine cells of a house among them, so no digit of the sum ever carries.
        for state in (0..states - added).rev() {
            met[state + added] |= met[state];
        }
    }
    let mut totals = [[0; SIDE + 1]; SIDE + 1];
    for state in (0..states).filter(|&state| met[state]) {
        add(state, kinds, &mut totals);
    }
    totals
}

/// Adds the size of a set of cells to the entry of every range that includes the set's number of cells in each
/// house. `state` has these numbers as decimal digits, one for each representative house.
fn add(state: usize, kinds: &Kinds, totals: &mut Totals) {
    let (mut rest, mut total, mut least, mut most) = (state, 0, SIDE, 0);
    for (_, images) in kinds.iter().rev() {
        let count = rest % 10;
        rest /= 10;
        total += images * count;
        least = count.min(least);
        most = count.max(most);
    }
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

    /// Checks by counting, for six pairs of a symmetry and a kind of house, that every total from nine times
    /// the minimum to nine times the maximum is reached.
    #[test]
    fn the_short_rule_is_what_counting_gives() {
        let boxes =
            |list: &[(usize, usize)]| list.iter().map(|&(at, n)| (House::of_box(at), n)).collect();
        let counted_out: [(Symmetry, Vec<(House, usize)>); 6] = [
            (Symmetry::Rotate180, ROWS.to_vec()),
            (Symmetry::MirrorVertical, ROWS.to_vec()),
            (
                Symmetry::Rotate180,
                boxes(&[(0, 2), (1, 2), (2, 2), (3, 2), (4, 1)]),
            ),
            (
                Symmetry::MirrorHorizontal,
                boxes(&[(0, 2), (3, 2), (6, 2), (1, 1), (4, 1), (7, 1)]),
            ),
            (
                Symmetry::Diagonal,
                boxes(&[(1, 2), (2, 2), (5, 2), (0, 1), (4, 1), (8, 1)]),
            ),
            (
                Symmetry::AntiDiagonal,
                boxes(&[(0, 2), (1, 2), (3, 2), (2, 1), (4, 1), (6, 1)]),
            ),
        ];
        for (symmetry, kinds) in counted_out {
            assert!(counted(symmetry, &kinds) == *ANY, "{symmetry} {kinds:?}");
        }
    }

    /// Fills the board along the nine diagonals row + column = s (mod 9), one orbit at a time. Each of these
    /// diagonals has one cell on the axis of the mirror. This cell is filled before or after all others of its
    /// diagonal. Rows then differ by at most one clue, and every total is reached.
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
                    let limits = HouseClues {
                        rows: Some(ClueRange { min, max }),
                        boxes: None,
                    };
                    assert!(limits.hold(cells));
                    met |= 1 << cells.len();
                }
            }
        }
        assert_eq!(met, ((1 << 82) - 1) & !1, "every total but 0");
    }

    /// Returns the smallest range that includes the number of clues in every house of a kind.
    fn range(kind: HouseKind, clues: CellSet) -> Option<ClueRange> {
        let houses = || House::all().filter(|house| house.kind() == kind);
        let counts = || houses().map(|house| (clues & house.cells()).len() as u8);
        let (min, max) = (counts().min()?, counts().max()?);
        Some(ClueRange { min, max })
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
                let [rows, boxes] = [HouseKind::Row, HouseKind::Box].map(|kind| range(kind, cells));
                let limits = HouseClues { rows, boxes };
                assert!(limits.hold(cells));
                assert!(limits.totals(symmetry) >> cells.len() & 1 == 1);
            }
        }
    }

    /// Checks that the quarter turn, which turns the middle box into itself, limits the number of clues in this
    /// box: if all boxes have the same number, only 0, 1, 4, 5, 8 and 9 are possible.
    #[test]
    fn the_box_in_the_middle_turns_into_itself() {
        for symmetry in [Symmetry::Rotate90, Symmetry::Full] {
            let reached = (0..=9).filter(|&count| {
                let (min, max) = (count, count);
                totals(symmetry, HouseKind::Box, ClueRange { min, max }) != 0
            });
            assert!(reached.eq([0, 1, 4, 5, 8, 9]), "{symmetry}");
        }
    }
}
