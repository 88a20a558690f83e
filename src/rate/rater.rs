//! The ladder (paper 1, section 2.2): the easiest rule that works is used, then all begins anew.

use super::pass::{Evidence, Pass};
use super::rules::{
    hidden_pair, hidden_quad, hidden_single, hidden_triplet, intersection_removal, naked_pair,
    naked_quad, naked_single, naked_triplet, swordfish, wxyz_wing, x_wing, xy_wing, xyz_wing,
};
use super::{Passes, Preset, RULES, Rating, Rule, RuleCounts, Step, TrialCounts};
use crate::grid::{Board, Candidates};

/// Rates puzzles by one preset.
///
/// ```
/// use sudoku_factory::rate::{Preset, Rater};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let rating = Rater::new(&Preset::default()).rate(&puzzle, &solution);
/// assert_eq!((rating.difficulty, rating.rules[0]), (1.0, 51));
/// # Ok::<(), sudoku_factory::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rater {
    pub(super) preset: Preset,
}

/// How a climb ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Solved,
    /// Some cell or digit has no place left.
    Broken,
    /// No rule works any more.
    Stuck,
}

/// What a climb has counted so far.
#[derive(Default)]
pub(super) struct Tally {
    pub rules: RuleCounts,
    pub used: RuleCounts,
}

impl Rater {
    /// A rater by this preset, which should have passed [`Preset::check`].
    pub fn new(preset: &Preset) -> Self {
        Self {
            preset: preset.clone(),
        }
    }

    /// The rating of a puzzle whose only solution is known. Allocates nothing.
    ///
    /// # Panics
    /// In builds with debug assertions, if a step contradicts the solution: then it is not the
    /// puzzle's only one.
    pub fn rate(&self, puzzle: &Board, solution: &Board) -> Rating {
        self.walk(puzzle, solution, ()).0
    }

    /// The same rating, and the steps that lead to it: one for each use counted in
    /// [`Rating::used`].
    ///
    /// # Panics
    /// As [`Rater::rate`].
    pub fn steps(&self, puzzle: &Board, solution: &Board) -> (Rating, Vec<Step>) {
        self.walk(puzzle, solution, Vec::new())
    }

    /// All that one rule finds in these candidates, whatever the preset's order and passes, as
    /// far as it has an effect. A trial ends with the first that is decided.
    pub fn find(&self, rule: Rule, candidates: &Candidates) -> Vec<Step> {
        let mut pass = Pass::new(Passes::WholeBoard, Vec::new());
        pass.begin(rule);
        self.search(rule, candidates, &mut pass, &mut Tally::default());
        pass.steps
    }

    fn walk<E: Evidence>(&self, puzzle: &Board, solution: &Board, steps: E) -> (Rating, E) {
        let mut candidates = Candidates::of(puzzle);
        let mut tally = Tally::default();
        let mut pass = Pass::new(self.preset.passes, steps);
        let order = &self.preset.order;
        let outcome = self.climb(
            order,
            &mut candidates,
            &mut tally,
            &mut pass,
            Some(solution),
        );
        let rating = Rating {
            rules: tally.rules,
            used: tally.used,
            difficulty: self.preset.difficulty(&tally.rules),
            solved: outcome == Outcome::Solved,
        };
        (rating, pass.steps)
    }

    /// The ladder itself.
    pub(super) fn climb<E: Evidence>(
        &self,
        order: &[Rule],
        candidates: &mut Candidates,
        tally: &mut Tally,
        pass: &mut Pass<E>,
        solution: Option<&Board>,
    ) -> Outcome {
        while !candidates.blanks().is_empty() {
            if solution.is_none() && candidates.is_broken() {
                return Outcome::Broken;
            }
            let works = order.iter().any(|&rule| {
                pass.begin(rule);
                self.search(rule, candidates, pass, tally);
                tally.count(rule, pass, &self.preset);
                pass.effective > 0
            });
            if !works {
                return Outcome::Stuck;
            }
            debug_assert!(
                solution.is_none_or(|it| pass.agrees_with(it)),
                "unsound step"
            );
            pass.apply(candidates);
        }
        Outcome::Solved
    }

    fn search<E: Evidence>(
        &self,
        rule: Rule,
        candidates: &Candidates,
        pass: &mut Pass<E>,
        tally: &mut Tally,
    ) {
        match rule {
            Rule::NakedSingle => naked_single(candidates, pass),
            Rule::HiddenSingle => hidden_single(candidates, pass),
            Rule::NakedPair => naked_pair(candidates, pass),
            Rule::HiddenPair => hidden_pair(candidates, pass),
            Rule::NakedTriplet => naked_triplet(candidates, pass),
            Rule::HiddenTriplet => hidden_triplet(candidates, pass),
            Rule::NakedQuad => naked_quad(candidates, pass),
            Rule::HiddenQuad => hidden_quad(candidates, pass),
            Rule::IntersectionRemoval => intersection_removal(candidates, pass),
            Rule::XWing => x_wing(candidates, pass),
            Rule::Swordfish => swordfish(candidates, pass),
            Rule::XyWing => xy_wing(candidates, self.preset.wings, pass),
            Rule::XyzWing => xyz_wing(candidates, self.preset.wings, pass),
            Rule::Trial => self.trial(candidates, pass, tally),
            Rule::WxyzWing => wxyz_wing(candidates, pass),
        }
    }
}

impl Tally {
    /// Counts a turn of a rule, also one without effect: its idle patterns may count.
    fn count<E: Evidence>(&mut self, rule: Rule, pass: &Pass<E>, preset: &Preset) {
        let merged = rule == Rule::HiddenSingle && preset.merge_singles;
        let counted_as = if merged { Rule::NakedSingle } else { rule };
        let idle_too = preset.count_hits.contains(&rule);
        self.used[rule.index()] += pass.effective;
        self.rules[counted_as.index()] += if idle_too {
            pass.patterns
        } else {
            pass.effective
        };
        if rule == Rule::Trial && preset.trial_counts == TrialCounts::Cells {
            self.rules[Rule::NakedSingle.index()] += pass.placed_count().saturating_sub(1);
        }
    }

    /// Adds what was counted on the way that a trial opened.
    pub(super) fn add_rules(&mut self, other: &Self) {
        for n in 0..RULES {
            self.rules[n] += other.rules[n];
        }
    }
}
