//! From a puzzle to its rating, and to the steps of its solution.
//!
//! Rated is the canonical form. Some choices of the ladder have to begin somewhere (which cell a
//! trial takes first, which of two patterns that remove the same candidate is used), and by reading
//! order 18 to 27 % of minimal puzzles would change level when turned or relabelled. Making each
//! choice itself independent of turning was the other way: it would have to break ties between
//! cells by what they do to the whole board, and the canonical form, which the puzzle's id needs
//! anyway, costs less than that.

use super::ladder::{Ladder, Outcome, Position, Tally};
use super::pass::{Evidence, Pass};
use super::{Passes, Preset, RULES, Rating, Rule, Step};
use crate::grid::{Board, Candidates, Canonical};

/// Rates puzzles by one preset.
///
/// ```
/// use sudoku_engine::rate::{Preset, Rater};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let rating = Rater::new(&Preset::default()).rate(&puzzle, &solution);
/// assert_eq!((rating.difficulty, rating.rules[0]), (1.0, 51));
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rater {
    preset: Preset,
    idle: [bool; RULES],
}

impl Rater {
    /// A rater by this preset, which should have passed [`Preset::check`].
    pub fn new(preset: &Preset) -> Self {
        Self {
            preset: preset.clone(),
            idle: Rule::ALL.map(|rule| preset.count_hits.contains(&rule)),
        }
    }

    /// The preset it rates by.
    pub const fn preset(&self) -> &Preset {
        &self.preset
    }

    /// The rating of a puzzle whose only solution is known. It is that of the canonical form, and
    /// so the same for every form of the puzzle. A board that the solution does not solve is rated
    /// as it stands.
    ///
    /// # Panics
    /// In builds with debug assertions, if a step contradicts the solution: then it is not the
    /// puzzle's only one.
    pub fn rate(&self, puzzle: &Board, solution: &Board) -> Rating {
        match canonical(puzzle, solution) {
            Some(form) => self.rate_canonical(&form),
            None => self.rate_as_it_stands(puzzle, solution),
        }
    }

    /// The rating of a puzzle whose canonical form is known already.
    ///
    /// # Panics
    /// As [`Rater::rate`].
    pub fn rate_canonical(&self, form: &Canonical) -> Rating {
        self.rate_as_it_stands(&form.puzzle, &form.solution)
    }

    /// The rating of the puzzle as it stands, for rules whose choices cannot change what comes out.
    pub(super) fn rate_as_it_stands(&self, puzzle: &Board, solution: &Board) -> Rating {
        self.walk(puzzle, solution, ()).0
    }

    /// The same rating, and the steps that lead to it: of each rule as many as [`Rating::used`]
    /// counts. They are the canonical form's steps, told of this form.
    ///
    /// # Panics
    /// As [`Rater::rate`].
    pub fn steps(&self, puzzle: &Board, solution: &Board) -> (Rating, Vec<Step>) {
        let Some(form) = canonical(puzzle, solution) else {
            return self.walk(puzzle, solution, Vec::new());
        };
        let (rating, steps) = self.walk(&form.puzzle, &form.solution, Vec::new());
        let back = form.transform.inverse();
        (rating, steps.iter().map(|step| step.moved(&back)).collect())
    }

    /// All that one rule finds in these candidates and that has an effect, whatever the preset's
    /// order and passes. A trial ends with the first digit that decides.
    pub fn find(&self, rule: Rule, candidates: &Candidates) -> Vec<Step> {
        let mut ladder = self.ladder(None, Pass::new(Passes::WholeBoard, Vec::new()));
        ladder.search(rule, &Position::new(candidates.clone()));
        ladder.pass.steps
    }

    fn walk<E: Evidence>(&self, puzzle: &Board, solution: &Board, steps: E) -> (Rating, E) {
        let mut position = Position::new(Candidates::of(puzzle));
        let pass = Pass::new(self.preset.passes, steps);
        let mut ladder = self.ladder(Some(solution), pass);
        let outcome = ladder.climb(&mut position);
        let Tally { rules, used } = ladder.tally;
        let rating = Rating {
            rules,
            used,
            difficulty: self.preset.difficulty(&rules),
            solved: outcome == Outcome::Solved,
        };
        (rating, ladder.pass.steps)
    }

    fn ladder<'a, E>(&'a self, solution: Option<&'a Board>, pass: Pass<E>) -> Ladder<'a, E> {
        Ladder {
            preset: &self.preset,
            order: &self.preset.order,
            idle: self.idle,
            solution,
            tally: Tally::default(),
            pass,
        }
    }
}

/// The canonical form, where the board is solved by the solution.
fn canonical(puzzle: &Board, solution: &Board) -> Option<Canonical> {
    let solved = solution.is_full_grid() && solution.extends(puzzle);
    solved.then(|| Canonical::of(puzzle, solution))
}
