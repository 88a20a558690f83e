//! The row-limited digging method of Huang 2015, section 2.2. A placement keeps the digits of some random cells in
//! every row, two to four in the paper. Up to [`TRIES`] placements are drawn, until one has exactly one solution.
//!
//! In the paper's example the third placement (there called a layout) succeeds. Random placements of 24 clues have
//! one solution about 7 times in a million, those of 28 clues 4 times in a thousand. The method is still fast
//! enough. Nearly all placements have no clue in some known unavoidable set (`unavoidable.rs`), and are rejected
//! without a search by the judge. The sets are kept in a list and not watched as in other digs, since a placement
//! has nothing in common with the one before it.
//!
//! Unlike the paper, we require a proof that the solution is the only one. The paper's check is one-sided. The
//! study `huang` shows the puzzles that this check accepts wrongly.
//!
//! The paper doesn't say how a placement is drawn. Here every list of nine row counts with the right sum is
//! equally likely, and so is every choice of columns in a row.

use super::judge::Judge;
use super::unavoidable::small_sets;
use super::{ClueRange, Plan, Uniqueness};
use crate::grid::{Board, CELLS, CellSet, SIDE};
use crate::seed::Generator;

/// The maximum number of placements tried for a grid; in some grids almost no placement has exactly one solution.
pub const TRIES: u32 = 100_000;

/// A placement of clues: for each row, the columns in which cells keep their digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLayout([u16; SIDE]);

impl RowLayout {
    /// Returns the number of cells that keep their digits in each row: the paper's array `already`.
    pub fn already(&self) -> [u8; SIDE] {
        self.0.map(|columns| columns.count_ones() as u8)
    }

    /// Returns, for each row, the columns (0 to 8) in which cells keep their digits: the paper's array `displayed`,
    /// whose width is 4. Unused entries come first and are −1; the columns follow in ascending order. If a row keeps
    /// more than `WIDTH` columns, only the last ones are returned.
    pub fn displayed<const WIDTH: usize>(&self) -> [[i8; WIDTH]; SIDE] {
        self.0.map(|columns| {
            let mut shown = [-1; WIDTH];
            let kept = (0..SIDE as i8)
                .rev()
                .filter(|&column| columns >> column & 1 == 1);
            for (place, column) in shown.iter_mut().rev().zip(kept) {
                *place = column;
            }
            shown
        })
    }

    /// Makes the placement that the paper's array `displayed` describes; numbers outside 0 to 8 are ignored.
    pub fn from_displayed<const WIDTH: usize>(displayed: &[[i8; WIDTH]; SIDE]) -> Self {
        let bit = |&column: &i8| {
            if (0..SIDE as i8).contains(&column) {
                1 << column
            } else {
                0
            }
        };
        Self(displayed.map(|row| row.iter().map(bit).fold(0, |columns, bit| columns | bit)))
    }

    /// Returns the cells that keep their digits.
    pub fn cells(&self) -> CellSet {
        let rows = self.0.iter().rev();
        CellSet::from_bits(rows.fold(0, |bits, &columns| bits << SIDE | u128::from(columns)))
    }
}

/// All placements with a given number of clues, from which placements are drawn at random.
#[derive(Debug, Clone)]
pub struct Layouts {
    clues: usize,
    rows: ClueRange,
    /// The number of ways to distribute clues over rows, by the number of rows (first index) and the total number of
    /// clues (second index).
    ways: [[u32; CELLS + 1]; SIDE + 1],
}

impl Layouts {
    /// Makes the set of placements with this total number of clues and, in every row, a number of clues within
    /// the range; `None` if there is no such placement.
    pub fn new(clues: usize, rows: ClueRange) -> Option<Self> {
        let mut ways = [[0; CELLS + 1]; SIDE + 1];
        ways[0][0] = 1;
        for row in 0..SIDE {
            for sum in 0..=row * SIDE {
                for count in usize::from(rows.min)..=usize::from(rows.max).min(SIDE) {
                    ways[row + 1][sum + count] += ways[row][sum];
                }
            }
        }
        let some = ways[SIDE].get(clues).is_some_and(|&ways| ways > 0);
        some.then_some(Self { clues, rows, ways })
    }

    /// Returns the number of different lists of nine clue counts, one for each row, that placements can have.
    ///
    /// ```
    /// use sudoku_engine::dig::{ClueRange, row_limited::Layouts};
    /// let profiles = |clues| Layouts::new(clues, ClueRange { min: 2, max: 4 }).map(|l| l.profiles());
    /// assert_eq!([17, 18, 24].map(profiles), [None, Some(1), Some(1554)]);
    /// ```
    pub fn profiles(&self) -> u32 {
        self.ways[SIDE][self.clues]
    }

    /// Draws a placement: first the number of clues of each row (all lists of nine such numbers are equally likely),
    /// then the columns of one row after another.
    pub fn draw(&self, rng: &mut Generator) -> RowLayout {
        let mut left = self.clues;
        let mut rows = [0; SIDE];
        for (row, columns) in rows.iter_mut().enumerate() {
            let below = &self.ways[SIDE - 1 - row];
            let mut place = rng.below(self.ways[SIDE - row][left]);
            let mut count = usize::from(self.rows.min);
            while place >= below[left - count] {
                place -= below[left - count];
                count += 1;
            }
            left -= count;
            let choices = &CHOICES[count];
            *columns = choices.sets[rng.below(choices.number as u32) as usize];
        }
        RowLayout(rows)
    }
}

/// The ways to choose a given number of columns.
struct Choices {
    sets: [u16; 126],
    number: usize,
}

static CHOICES: [Choices; SIDE + 1] = {
    const NONE: Choices = Choices {
        sets: [0; 126],
        number: 0,
    };
    let mut all = [NONE; SIDE + 1];
    let mut columns = 0u16;
    while columns < 1 << SIDE {
        let choices = &mut all[columns.count_ones() as usize];
        choices.sets[choices.number] = columns;
        choices.number += 1;
        columns += 1;
    }
    all
};

/// A test of whether placements of clues of one grid have exactly one solution. The test collects unavoidable
/// sets from the solutions that it finds, and so gets faster.
pub struct UniquenessTest<'a> {
    judge: Judge<'a>,
    /// The unavoidable sets. A set that has no cell among the tested clues moves towards the front, so that it is
    /// tested earlier.
    sets: Vec<CellSet>,
    checks: u32,
}

impl<'a> UniquenessTest<'a> {
    /// Makes a test for placements of clues of this full grid.
    pub fn new(solution: &'a Board, uniqueness: Uniqueness) -> Self {
        let mut sets = Vec::new();
        small_sets(solution, |set| sets.push(set.iter().copied().collect()));
        Self {
            judge: Judge::new(solution, uniqueness),
            sets,
            checks: 0,
        }
    }

    /// Returns whether these clues of the grid have no other solution.
    pub fn is_unique(&mut self, clues: CellSet) -> bool {
        if let Some(place) = self.sets.iter().position(|set| set.is_disjoint(clues)) {
            self.sets.swap(place, place / 2);
            return false;
        }
        self.checks += 1;
        let difference = self.judge.difference(CellSet::ALL, clues);
        self.sets.extend(difference);
        difference.is_none()
    }

    /// Returns the number of times that the judge searched for another solution.
    pub fn checks(&self) -> u32 {
        self.checks
    }
}

/// The result of a row-limited dig.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimitedDig {
    /// The cells that keep their digits: the cells of the first placement with one solution, or all cells if
    /// there was no such placement.
    pub clues: CellSet,
    /// The number of placements drawn, at most [`TRIES`].
    pub tries: u32,
    /// The number of times that the judge searched for another solution.
    pub checks: u32,
}

/// Draws at most [`TRIES`] placements of this many clues in a full grid, until one has exactly one solution and, in
/// every row and box, a number of clues that the plan allows. Draws nothing if [`Plan::house_clues`] has no range for
/// rows, or if this range allows no such placement.
pub fn dig(solution: &Board, clues: usize, plan: &Plan, rng: &mut Generator) -> RowLimitedDig {
    let mut test = UniquenessTest::new(solution, plan.uniqueness);
    let mut found = RowLimitedDig {
        clues: CellSet::ALL,
        tries: 0,
        checks: 0,
    };
    let houses = plan.house_clues();
    let Some(layouts) = houses.rows.and_then(|rows| Layouts::new(clues, rows)) else {
        return found;
    };
    for tries in 1..=TRIES {
        let cells = layouts.draw(rng).cells();
        found.tries = tries;
        if houses.hold(cells) && test.is_unique(cells) {
            found.clues = cells;
            break;
        }
    }
    found.checks = test.checks();
    found
}
