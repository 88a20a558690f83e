//! Digs and rates puzzles from one full grid until a puzzle has the wanted level or the tries are used up.
//!
//! Only one minimal symmetric dig in five hundred needs a triplet and no harder rule. Two methods find such
//! puzzles sooner. First, a puzzle gets a quick rating without its canonical form. The full rating follows only if
//! the puzzle seems to be nearer to the wanted level than the best so far. Second, a puzzle that is too hard gets
//! one orbit of givens back (cells that the symmetry maps to each other). The orbits, about two dozen, are tried in
//! turn. Rating all of these easier puzzles costs less than two more digs.

use super::puzzle_rater::{PuzzleRater, QuickRating};
use super::tally::LossReason;
use super::tally::{StageStart, StageTimes};
use crate::bucket::{Level, MOST_LEVELS};
use crate::create::CreatedGrid;
use crate::dig::{self, Dug, Plan};
use crate::grid::Board;
use crate::pack::Record;
use crate::seed::Generator;

/// A full grid, with the plan for digging puzzles out of it and the rater of these puzzles.
pub(super) struct TargetedDig<'a> {
    pub rater: &'a PuzzleRater<'a>,
    pub number: u64,
    pub created: &'a CreatedGrid,
    pub plan: Plan,
    pub times: &'a mut StageTimes,
}

impl TargetedDig<'_> {
    /// Digs a puzzle out of the grid. Returns an error if the number of clues on the board, in a row or in a box is
    /// outside the range that the plan sets.
    pub(super) fn dig(&mut self, rng: &mut Generator) -> Result<Dug, LossReason> {
        let start = StageStart::now();
        let Self { created, plan, .. } = self;
        let dug = dig::dig_from(&created.grid, created.clues, plan, rng);
        self.times.dig += start.elapsed();
        if dug.in_range {
            Ok(dug)
        } else {
            Err(LossReason::OutOfRange)
        }
    }

    /// Rates a dug puzzle and returns its record, or the reason why the puzzle is not wanted.
    pub(super) fn rate(&mut self, dug: &Dug) -> Result<Record, LossReason> {
        self.record(&dug.puzzle, &dug.solution)
    }

    /// Returns a puzzle of the wanted level if one of `tries` digs leads to such a puzzle; otherwise, returns the
    /// puzzle whose level is nearest, or an error if no dig leads to a puzzle that the job allows.
    pub(super) fn search(
        &mut self,
        wanted: Level,
        tries: u32,
        rng: &mut Generator,
    ) -> Result<Record, LossReason> {
        let mut best = Err(LossReason::OutOfRange);
        for _ in 0..tries {
            let Ok(dug) = self.dig(rng) else {
                continue;
            };
            let rating = self.quick_rating(&dug.puzzle, &dug.solution);
            if quick_off(rating, wanted) < off(&best, wanted) {
                let made = self.rate(&dug);
                if best.is_err() || off(&made, wanted) < off(&best, wanted) {
                    best = made;
                }
            }
            if off(&best, wanted) == 0 {
                break;
            }
            let is_harder = match rating {
                QuickRating::Of(level) => level > wanted,
                QuickRating::Outside => false,
                QuickRating::Unsolved => true,
            };
            if is_harder && let Some(easier) = self.with_more_clues(&dug, wanted, rng) {
                return Ok(easier);
            }
        }
        best
    }

    /// Returns a puzzle of the wanted level that has all clues of `dug` and also the clues of one more orbit. An orbit
    /// is a set of cells that the symmetry maps to each other. `None` if no orbit gives such a puzzle.
    fn with_more_clues(&mut self, dug: &Dug, wanted: Level, rng: &mut Generator) -> Option<Record> {
        let clues = dug.puzzle.clues();
        let mut orbits = self.plan.symmetry.orbits().to_vec();
        orbits.retain(|&orbit| orbit.is_disjoint(clues));
        rng.shuffle(&mut orbits);
        orbits.into_iter().find_map(|orbit| {
            let easier = dug.solution.keep(clues | orbit);
            let rating = self.quick_rating(&easier, &dug.solution);
            let seems =
                rating == QuickRating::Of(wanted) && self.plan.admits(&easier, &dug.solution);
            let record = seems.then(|| self.record(&easier, &dug.solution))?.ok()?;
            (record.level == wanted).then_some(record)
        })
    }

    fn quick_rating(&mut self, puzzle: &Board, solution: &Board) -> QuickRating {
        let start = StageStart::now();
        let rating = self.rater.quick_rating(puzzle, solution);
        self.times.rate += start.elapsed();
        rating
    }

    fn record(&mut self, puzzle: &Board, solution: &Board) -> Result<Record, LossReason> {
        let start = StageStart::now();
        let made = self.rater.record(self.number, puzzle, solution);
        self.times.rate += start.elapsed();
        made
    }
}

/// Returns how many levels a quick rating is away from the wanted level. A rating without a level counts as further
/// away than any level.
fn quick_off(rating: QuickRating, wanted: Level) -> u8 {
    match rating {
        QuickRating::Of(level) => level.number().abs_diff(wanted.number()),
        QuickRating::Outside | QuickRating::Unsolved => MOST_LEVELS as u8,
    }
}

/// Returns how many levels a made puzzle is away from the wanted level. A failed attempt counts as further away than
/// any level.
fn off(made: &Result<Record, LossReason>, wanted: Level) -> u8 {
    match made {
        Ok(record) => record.level.number().abs_diff(wanted.number()),
        Err(LossReason::NoLevel | LossReason::Filtered | LossReason::Rejected) => MOST_LEVELS as u8,
        Err(LossReason::OutOfRange) => MOST_LEVELS as u8 + 1,
    }
}
