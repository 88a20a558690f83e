//! The ladder of rules (Wu 2012, section 2.2), which applies the easiest rule that works and then starts again
//! with the easiest.
//!
//! Two things keep the ladder fast without changing the result. A rule looks only where candidates were removed
//! since it last found nothing. (It looks everywhere if the preset also counts patterns that remove and place
//! nothing.) And a version without the code that describes steps is compiled for ratings that need no steps.

use super::bitboards::Bitboards;
use super::edit::Edit;
use super::fields;
use super::pass::{Evidence, Pass};
use super::rules::{
    hidden_pair, hidden_quad, hidden_single, hidden_triplet, intersection_removal, naked_pair,
    naked_quad, naked_single, naked_triplet, swordfish, wxyz_wing, x_wing, xy_wing, xyz_wing,
};
use super::scope::Scope;
use super::{Preset, RULES, Rule, RuleCounts, TrialCounts};
use crate::grid::{Board, Cell, Digit};

/// The state in which the ladder leaves a position when it stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClimbEnd {
    Solved,
    /// Some cell has no candidate left, or some digit has no place left in a house.
    Broken,
    /// No rule finds anything more, and the puzzle is not solved.
    Stuck,
}

/// The rules in the order in which they are tried, with the results found so far.
pub(super) struct Ladder<'a, E> {
    pub preset: &'a Preset,
    pub order: &'a [Rule],
    /// For each rule, by [`Rule::index`], `true` if patterns without effect are counted.
    pub idle: [bool; RULES],
    /// The solution, which no step may contradict. `None` while a trial is followed, since the tried digit may be
    /// wrong.
    pub solution: Option<&'a Board>,
    pub tally: ClimbCounts,
    pub pass: Pass<E>,
}

/// The numbers of uses of each rule, counted in the two ways that [`Rating`](super::Rating) explains.
#[derive(Default)]
pub(super) struct ClimbCounts {
    pub rules: RuleCounts,
    pub used: RuleCounts,
}

/// The candidates of a position, with the places where each rule must still search.
#[derive(Clone)]
pub(super) struct LadderPosition {
    pub candidates: Bitboards,
    /// For each rule, the places where candidates have been removed since the rule last found nothing. In all other
    /// places, the rule would again find nothing that has an effect.
    scopes: [Scope; RULES],
}

impl<E: Evidence> Ladder<'_, E> {
    /// Applies the rules until the puzzle is solved or contradicts itself, or until no rule finds anything more.
    pub(super) fn climb(&mut self, position: &mut LadderPosition) -> ClimbEnd {
        while !position.candidates.is_full() {
            if self.solution.is_none() && position.candidates.is_broken() {
                return ClimbEnd::Broken;
            }
            let order = self.order;
            let works = order.iter().any(|&rule| {
                self.search(rule, position);
                self.count(rule);
                position.settle(rule, &self.pass);
                self.pass.effective > 0
            });
            if !works {
                return ClimbEnd::Stuck;
            }
            debug_assert!(
                self.solution
                    .is_none_or(|solution| self.pass.agrees_with(solution)),
                "a step contradicts the solution"
            );
            let changed = self.pass.apply(&mut position.candidates);
            position.widen_scopes(changed);
        }
        ClimbEnd::Solved
    }

    /// Searches the position for the patterns of one rule.
    pub(super) fn search(&mut self, rule: Rule, position: &LadderPosition) {
        let candidates = &position.candidates;
        let idle = self.idle[rule.index()];
        let scope = if idle {
            Scope::ALL
        } else {
            position.scope(rule)
        };
        let wings = self.preset.wings;
        self.pass.begin(rule, idle);
        let pass = &mut self.pass;
        match rule {
            Rule::NakedSingle => naked_single(candidates, pass),
            Rule::HiddenSingle => hidden_single(candidates, scope, pass),
            Rule::NakedPair => naked_pair(candidates, scope, pass),
            Rule::HiddenPair => hidden_pair(candidates, scope, pass),
            Rule::NakedTriplet => naked_triplet(candidates, scope, pass),
            Rule::HiddenTriplet => hidden_triplet(candidates, scope, pass),
            Rule::NakedQuad => naked_quad(candidates, scope, pass),
            Rule::HiddenQuad => hidden_quad(candidates, scope, pass),
            Rule::IntersectionRemoval => intersection_removal(candidates, scope, pass),
            Rule::XWing => x_wing(candidates, scope, pass),
            Rule::Swordfish => swordfish(candidates, scope, pass),
            Rule::XyWing => xy_wing(candidates, wings, pass),
            Rule::XyzWing => xyz_wing(candidates, wings, pass),
            Rule::Trial => self.trial(position),
            Rule::WxyzWing => wxyz_wing(candidates, pass),
        }
    }

    /// Adds the results of the last search by this rule to the counts of uses.
    fn count(&mut self, rule: Rule) {
        let merged = rule == Rule::HiddenSingle && self.preset.merge_singles;
        let counted_as = if merged { Rule::NakedSingle } else { rule };
        let Self { tally, pass, .. } = self;
        let counted = if pass.idle {
            pass.patterns
        } else {
            pass.effective
        };
        tally.rules[counted_as.index()] += counted;
        tally.used[rule.index()] += pass.used;
        if rule == Rule::Trial && self.preset.trial_counts == TrialCounts::Cells {
            tally.rules[Rule::NakedSingle.index()] += pass.placed_count().saturating_sub(1);
        }
    }
}

impl LadderPosition {
    /// Makes a position with these candidates, in which every rule must search everywhere.
    pub(super) fn new(candidates: Bitboards) -> Self {
        Self {
            candidates,
            scopes: [Scope::ALL; RULES],
        }
    }

    /// Places a digit, and marks the places where the rules must search again.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) {
        let mut edit = Edit::of(&mut self.candidates);
        edit.fill(cell, digit);
        let changed = edit.finish();
        self.widen_scopes(changed);
    }

    /// Returns the places where a rule may find something that has an effect.
    ///
    /// Take a house with n blanks. If k cells hold k digits, the other n − k cells hold the other n − k digits. So
    /// a naked subset removes the same candidates as the hidden subset of the other digits. The larger of the two
    /// subsets is skipped where the search for the smaller one found nothing. If both have the same size, the
    /// hidden subset is skipped.
    ///
    /// The index of a rule for subsets gives its size and kind: even indices are naked subsets, odd ones hidden
    /// subsets.
    #[inline]
    fn scope(&self, rule: Rule) -> Scope {
        let index = rule.index();
        let scope = self.scopes[index];
        if index > Rule::HiddenQuad.index() || index < Rule::NakedPair.index() {
            return scope;
        }
        let (size, hidden) = (index / 2 + 1, index % 2);
        let blanks = fields::all_counts(&self.candidates.blanks);
        // The houses where the smaller subset found nothing.
        let mut covered = 0;
        let mut from_next = fields::houses_with(&blanks, size + 1);
        for others in 1..size + hidden {
            let from_here = from_next;
            from_next = fields::houses_with(&blanks, size + others + 1);
            let mirror = 2 * others - 1 - hidden;
            covered |= from_here & !from_next & !self.scopes[mirror].houses();
        }
        scope.within(!covered)
    }

    /// Records that the rule has nothing more to find until the candidates change. Does nothing if the rule applied
    /// only the first pattern that it found.
    #[inline]
    fn settle<E: Evidence>(&mut self, rule: Rule, pass: &Pass<E>) {
        if pass.took_all() {
            self.scopes[rule.index()] = Scope::NONE;
        }
    }

    #[inline]
    fn widen_scopes(&mut self, changed: Scope) {
        for scope in &mut self.scopes {
            *scope = scope.and(changed);
        }
    }
}
