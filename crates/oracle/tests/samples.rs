//! Makes puzzles of many kinds with the engine, and draws interpretations of the paper at random.

use oracle::{Counted, Grid, Interpretation, RuleTurn, WingPlaces, WuRule};
use sudoku_engine::dig::ClueRange;
use sudoku_engine::rate::{Passes, TrialCounts, WingGeometry};
use sudoku_engine::{Board, Generator, Method, Plan, Preset, Rule, Symmetry, dig, full_grid};

/// The kinds of puzzles: how the grid is made, the symmetry, and the number of clues.
const KINDS: [(Method, Symmetry, Option<ClueRange>); 8] = [
    (Method::Diagonal, Symmetry::None, None),
    (Method::Diagonal, Symmetry::Rotate180, None),
    (
        Method::LasVegas { seed_cells: 11 },
        Symmetry::None,
        between(24, 29),
    ),
    (Method::Diagonal, Symmetry::Full, None),
    (Method::Additive, Symmetry::Diagonal, None),
    (Method::Diagonal, Symmetry::None, between(32, 40)),
    (Method::Lexical, Symmetry::MirrorVertical, between(28, 34)),
    (Method::Diagonal, Symmetry::None, between(45, 80)),
];

const fn between(min: u8, max: u8) -> Option<ClueRange> {
    Some(ClueRange { min, max })
}

/// A puzzle that the engine made, with its solution.
pub struct Made {
    pub puzzle: Board,
    pub solution: Board,
}

impl Made {
    /// Makes a puzzle; eight consecutive numbers give puzzles of eight different kinds.
    pub fn of(seed: u64, number: u64) -> Self {
        let (method, symmetry, clues) = KINDS[(number % 8) as usize];
        let plan = Plan {
            symmetry,
            clues,
            ..Plan::MINIMAL
        };
        let mut rng = Generator::for_candidate(seed, number);
        let grid = full_grid(&method, &mut rng).grid;
        let dug = dig(&grid, &plan, &mut rng);
        Self {
            puzzle: dug.puzzle,
            solution: dug.solution,
        }
    }

    pub fn grids(&self) -> (Grid, Grid) {
        (*self.puzzle.values(), *self.solution.values())
    }
}

/// A simple linear generator of random numbers, which is good enough for the tests.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }

    /// Returns some of the items in their order; each is chosen with a probability of `chance` in 8.
    fn some_of(&mut self, items: &[WuRule], chance: usize) -> Vec<WuRule> {
        let mut taken = items.to_vec();
        taken.retain(|_| self.below(8) < chance);
        taken
    }

    /// Returns a random interpretation, with the limits of the preset `wu`. Rule 1 (naked singles) comes first,
    /// both in the order of rules and among the rules in trials, because the engine requires this. Trial and error
    /// comes last.
    pub fn interpretation(&mut self) -> Interpretation {
        let without_trial = WuRule::ALL.map(|rule| rule).into_iter();
        let others: Vec<WuRule> = without_trial
            .filter(|rule| ![WuRule::NakedSingle, WuRule::Trial].contains(rule))
            .collect();
        let chance = 2 + self.below(7);
        let mut order = self.some_of(&others, chance);
        if self.below(2) == 0 {
            self.shuffle(&mut order);
        }
        order.insert(0, WuRule::NakedSingle);
        order.push(WuRule::Trial);
        let chance = 2 + self.below(7);
        let mut trial_rules = self.some_of(&others, chance);
        trial_rules.insert(0, WuRule::NakedSingle);
        let mut weights = Interpretation::wu().weights;
        weights[self.below(15)] += self.below(1000) as f64 / 7.0;
        Interpretation {
            weights,
            order,
            merges_singles: self.below(2) == 0,
            turn: [RuleTurn::First, RuleTurn::WholeBoard][self.below(2)],
            counts_patterns: self.some_of(&WuRule::ALL, 4),
            wings: [WingPlaces::General, WingPlaces::Printed][self.below(2)],
            trial_rules,
            trial_counts: [Counted::Cells, Counted::Steps, Counted::Nothing][self.below(3)],
            limits: Interpretation::wu().limits,
        }
    }
}

/// Returns the engine's preset with the same choices as this interpretation.
pub fn preset(interpretation: &Interpretation) -> Preset {
    let rules = |rules: &[WuRule]| -> Vec<Rule> {
        let named = |rule: &WuRule| rule.name().parse().unwrap();
        rules.iter().map(named).collect()
    };
    Preset {
        weights: interpretation.weights,
        order: rules(&interpretation.order),
        merge_singles: interpretation.merges_singles,
        passes: match interpretation.turn {
            RuleTurn::First => Passes::First,
            RuleTurn::WholeBoard => Passes::WholeBoard,
        },
        count_hits: rules(&interpretation.counts_patterns),
        wings: match interpretation.wings {
            WingPlaces::General => WingGeometry::General,
            WingPlaces::Printed => WingGeometry::Printed,
        },
        trial_rules: rules(&interpretation.trial_rules),
        trial_counts: match interpretation.trial_counts {
            Counted::Cells => TrialCounts::Cells,
            Counted::Steps => TrialCounts::Steps,
            Counted::Nothing => TrialCounts::Nothing,
        },
    }
}
