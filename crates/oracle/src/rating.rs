//! Rates a puzzle: solves it by the rules as a person does, and counts the uses of each rule. Source: Wu 2012, section
//! 2.2, as docs/rating.md reads it.

use crate::canonical::canonical;
use crate::grid::Grid;
use crate::interpretation::{Counted, Interpretation, RuleTurn, WuRule};
use crate::pencilmarks::Pencilmarks;
use crate::rules::{RuleFind, find_all};

/// A rating: the counts of the fifteen rules, and what follows from these counts.
#[derive(Debug, Clone, PartialEq)]
pub struct SecondOpinion {
    /// The count of each rule, in the order of [`WuRule::ALL`].
    pub rules: [u32; 15],
    /// The number of times that each rule placed or removed something. The patterns of a turn are applied one after
    /// the other, and a pattern counts only if something is left for it to place or remove. The steps within trials
    /// are not counted.
    pub used: [u32; 15],
    /// The difficulty D.
    pub difficulty: f64,
    /// `true` if the rules reach the solution.
    pub is_solved: bool,
    /// The level by the difficulty D, counted from 1. If the rules don't reach the solution, the highest level.
    pub level: u8,
}

impl SecondOpinion {
    /// Returns, among the rules that placed or removed something, the rule with the largest weight in Wu 2012. `None`
    /// if no rule did.
    pub fn hardest(&self) -> Option<WuRule> {
        let used = WuRule::ALL
            .into_iter()
            .filter(|&rule| self.used[rule as usize] > 0);
        used.max_by(|one, other| one.weight().total_cmp(&other.weight()))
    }
}

/// Rates a puzzle with one solution, in its canonical form.
pub fn rate(puzzle: &Grid, solution: &Grid, interpretation: &Interpretation) -> SecondOpinion {
    rate_as_given(&canonical(puzzle, solution).puzzle, interpretation)
}

/// Rates a puzzle with one solution in the form in which it is given, not in its canonical form. The form can
/// change the rating: it decides in which cells trials begin, which pattern is applied with [`RuleTurn::First`],
/// and the counts `used`.
pub fn rate_as_given(puzzle: &Grid, interpretation: &Interpretation) -> SecondOpinion {
    let mut path = SolvingPath {
        interpretation,
        turn: interpretation.turn,
        marks: Pencilmarks::of(puzzle),
        rules: [0; 15],
        used: [0; 15],
    };
    path.follow(&interpretation.order);
    let difficulty = difficulty(&path.rules.map(f64::from), &interpretation.weights);
    let is_solved = path.marks.is_solved();
    let limits = &interpretation.limits;
    let passed = limits.iter().filter(|&&limit| difficulty >= limit).count();
    let level = if is_solved { passed } else { limits.len() } + 1;
    SecondOpinion {
        rules: path.rules,
        used: path.used,
        difficulty,
        is_solved,
        level: u8::try_from(level).unwrap_or(u8::MAX),
    }
}

/// Computes the difficulty D: the square root of the mean weight of all uses of rules, or 1 if no rule was used. The
/// counts may be means over several puzzles.
pub fn difficulty(counts: &[f64; 15], weights: &[f64; 15]) -> f64 {
    let uses: f64 = counts.iter().sum();
    let pairs = counts.iter().zip(weights);
    let sum: f64 = pairs.map(|(count, weight)| count * weight).sum();
    if uses == 0.0 {
        1.0
    } else {
        (sum / uses).sqrt()
    }
}

/// A puzzle being solved, and the counts so far.
#[derive(Clone)]
struct SolvingPath<'a> {
    interpretation: &'a Interpretation,
    turn: RuleTurn,
    marks: Pencilmarks,
    rules: [u32; 15],
    used: [u32; 15],
}

impl SolvingPath<'_> {
    /// Gives each rule its turn, in order; after a rule that has an effect, starts again with the first rule. Ends when
    /// the puzzle is solved, when a contradiction is found, or when no rule finds anything.
    fn follow(&mut self, order: &[WuRule]) {
        while !self.marks.is_solved() && !self.marks.is_contradictory() {
            let works = |&rule: &WuRule| match rule {
                WuRule::Trial => self.trial(),
                _ => self.turn(rule),
            };
            if !order.iter().any(works) {
                return;
            }
        }
    }

    /// Gives a rule its turn, and returns whether it had an effect.
    fn turn(&mut self, rule: WuRule) -> bool {
        let finds = find_all(rule, &self.marks, self.interpretation.wings);
        let patterns = finds.len();
        let mut effective: Vec<_> = finds.into_iter().filter(RuleFind::has_effect).collect();
        if self.turn == RuleTurn::First {
            effective.truncate(1);
        }
        // A single always has an effect: as a pattern it counts no more than what is applied.
        let is_single = [WuRule::NakedSingle, WuRule::HiddenSingle].contains(&rule);
        let every_pattern = !is_single && self.interpretation.counts_patterns.contains(&rule);
        let uses = if every_pattern {
            patterns
        } else {
            effective.len()
        };
        self.count(rule, uses);
        for find in &effective {
            if find.apply(&mut self.marks) {
                self.used[rule as usize] += 1;
            }
        }
        !effective.is_empty()
    }

    /// Counts uses of a rule.
    fn count(&mut self, rule: WuRule, uses: usize) {
        let rule = match rule {
            WuRule::HiddenSingle if self.interpretation.merges_singles => WuRule::NakedSingle,
            other => other,
        };
        self.rules[rule as usize] += u32::try_from(uses).unwrap_or(u32::MAX);
    }

    /// Makes a trial: tries the candidates of the cells with exactly two candidates, until one of them leads to the
    /// solution or to a contradiction. Returns whether one did.
    fn trial(&mut self) -> bool {
        // What an undecided attempt placed follows from it: trying that again would say no more.
        let mut followed = Vec::new();
        for cell in self.marks.blanks() {
            let [smaller, larger] = self.marks.candidates(cell)[..] else {
                continue;
            };
            for (tried, other) in [(smaller, larger), (larger, smaller)] {
                if followed.contains(&(cell, tried)) {
                    continue;
                }
                // An attempt has whole-board turns under every preset.
                let mut attempt = self.clone();
                attempt.turn = RuleTurn::WholeBoard;
                attempt.marks.place(cell, tried);
                attempt.follow(&self.interpretation.trial_rules);
                if attempt.marks.is_solved() {
                    self.succeed(&attempt);
                } else if attempt.marks.is_contradictory() {
                    self.marks.place(cell, other);
                } else {
                    let blanks = self.marks.blanks();
                    followed.extend(blanks.into_iter().map(|it| (it, attempt.marks.digits[it])));
                    continue;
                }
                self.count(WuRule::Trial, 1);
                self.used[WuRule::Trial as usize] += 1;
                return true;
            }
        }
        false
    }

    /// Takes over the solution that an attempt found, and counts the attempt's uses of rules as the interpretation
    /// requires.
    fn succeed(&mut self, attempt: &Self) {
        match self.interpretation.trial_counts {
            Counted::Cells => self.count(WuRule::NakedSingle, self.marks.blanks().len() - 1),
            Counted::Steps => self.rules = attempt.rules,
            Counted::Nothing => {}
        }
        self.marks = attempt.marks.clone();
    }
}
