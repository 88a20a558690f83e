//! Simulates games as a race, in which all singles on the board compete to be found first.
//!
//! A single with a higher rate tends to be found sooner. A hidden single in a box with several blanks has rate 1.
//! The rates were chosen by hand to fit the times of 753 puzzles; small changes hardly change the fit. As a check,
//! the study `papers player` chooses the best of 36 settings on some of the puzzles, and tests it on the others.

use super::Features;
use crate::grid::{
    CELLS, Candidates, Canonical, Cell, CellSet, Digit, HOUSES, House, HouseKind, nth_cell,
};
use crate::rate::{Preset, Rater, Rule};
use crate::seed::Generator;

/// The number of simulated games per puzzle. With more games, the order of puzzles by time would hardly change.
const GAMES: u32 = 8;
/// The time for a removal by locked candidates when the board has no single, in units of the time for one hidden
/// single. Removals by other rules take twice as long. If a rule finds several patterns, the time is divided by their
/// number.
const ELIMINATION: f64 = 1.0;
/// The time for placing a digit by trial and error, when no rule finds anything, in units of the time for one hidden
/// single.
const TRIAL: f64 = 4.0;

/// The rules that are tried when the board has no single, easiest first.
const RULES: [Rule; 10] = [
    Rule::IntersectionRemoval,
    Rule::NakedPair,
    Rule::HiddenPair,
    Rule::NakedTriplet,
    Rule::HiddenTriplet,
    Rule::NakedQuad,
    Rule::XWing,
    Rule::Swordfish,
    Rule::XyWing,
    Rule::XyzWing,
];

/// The rates at which a player finds singles, relative to the rate of a hidden single in a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaceRates {
    /// The rate of a hidden single in a row or column.
    pub line: f64,
    /// The factor that multiplies the rate of a hidden single in the last blank of a house.
    pub last: f64,
    /// The rate of a naked single. It is divided by b², where b is the smallest number of blanks in a house of the
    /// cell.
    pub naked: f64,
    /// The factor that multiplies the rate of a single with the digit that was placed last.
    pub same_digit: f64,
}

impl Default for RaceRates {
    /// Returns the rates for which the coefficients of the model were fitted.
    fn default() -> Self {
        Self {
            line: 0.7,
            last: 3.0,
            naked: 1.2,
            same_digit: 6.0,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Racer {
    finder: Rater,
    rates: RaceRates,
}

/// The singles on the board, each with its rate: at most one naked single per cell and nine hidden singles per house.
struct OpenSingles {
    list: [(Cell, Digit, f64); CELLS + 9 * HOUSES],
    count: usize,
    total: f64,
}

impl OpenSingles {
    fn new() -> Self {
        Self {
            list: [(Cell::at(0, 0), Digit::from_index(0), 0.0); CELLS + 9 * HOUSES],
            count: 0,
            total: 0.0,
        }
    }

    #[inline]
    fn push(&mut self, cell: Cell, digit: Digit, rate: f64) {
        self.list[self.count] = (cell, digit, rate);
        self.count += 1;
        self.total += rate;
    }

    /// Finds all singles on the board. Singles with the digit `last`, which was placed last, have a higher rate.
    fn fill(&mut self, candidates: &Candidates, last: Option<Digit>, rates: &RaceRates) {
        (self.count, self.total) = (0, 0.0);
        let seen = |digit| {
            if last == Some(digit) {
                rates.same_digit
            } else {
                1.0
            }
        };
        for cell in candidates.with_count(1) {
            if let Some(digit) = candidates.of_cell(cell).single() {
                let blanks = cell.houses().map(|house| candidates.blanks_in(house));
                let fewest = blanks[0].min(blanks[1]).min(blanks[2]) as f64;
                self.push(cell, digit, rates.naked / (fewest * fewest) * seen(digit));
            }
        }
        for house in House::all() {
            let blanks = candidates.blanks_in(house);
            if blanks == 0 {
                continue;
            }
            let kind = if house.kind() == HouseKind::Box {
                1.0
            } else {
                rates.line
            };
            let rate = if blanks == 1 { kind * rates.last } else { kind };
            for (index, places) in candidates.places(house).iter().enumerate() {
                if places.is_power_of_two() {
                    let digit = Digit::from_index(index);
                    let cell = nth_cell(house, places.trailing_zeros() as usize);
                    self.push(cell, digit, rate * seen(digit));
                }
            }
        }
    }

    fn winner(&self, rng: &mut Generator) -> Option<(Cell, Digit)> {
        let mut left = self.total * rng.unit();
        let open = &self.list[..self.count];
        let chosen = open.iter().find(|(.., rate)| {
            left -= rate;
            left <= 0.0
        });
        chosen
            .or(open.last())
            .map(|&(cell, digit, _)| (cell, digit))
    }
}

impl Racer {
    pub(super) fn new(rates: RaceRates) -> Self {
        Self {
            finder: Rater::new(&Preset::default()),
            rates,
        }
    }

    /// Computes the features of a puzzle as averages over the simulated games. The puzzle's id is the seed of the
    /// random numbers.
    pub(super) fn features(&self, form: &Canonical) -> Features {
        let id = u128::from_le_bytes(*form.id().bytes());
        let mut rng = Generator::for_games(id as u64, (id >> 64) as u64);
        let blanks = CellSet::ALL - form.puzzle.clues();
        let mut sum = Features {
            race: 0.0,
            slow: 0.0,
            stuck: 0.0,
            blanks: blanks.len() as f64,
        };
        let start = Candidates::of(&form.puzzle);
        let mut open = OpenSingles::new();
        for _ in 0..GAMES {
            self.game(start.clone(), form, &mut open, &mut rng, &mut sum);
        }
        let games = f64::from(GAMES);
        Features {
            race: sum.race / games,
            slow: sum.slow / games,
            stuck: sum.stuck / games,
            ..sum
        }
    }

    fn game(
        &self,
        mut candidates: Candidates,
        form: &Canonical,
        open: &mut OpenSingles,
        rng: &mut Generator,
        sum: &mut Features,
    ) {
        let mut last = None;
        while !candidates.blanks().is_empty() {
            open.fill(&candidates, last, &self.rates);
            if let Some((cell, digit)) = open.winner(rng) {
                let time = 1.0 / open.total;
                sum.race += time;
                sum.slow += time.sqrt();
                candidates.place(cell, digit);
                last = Some(digit);
            } else {
                sum.stuck += 1.0;
                sum.race += self.leave_stuck_state(&mut candidates, form);
            }
        }
    }

    /// Makes progress in a position that has no single: applies the easiest rule that finds something, or places a
    /// digit of the solution if no rule does. Returns the time that this takes, in units of the time for one hidden
    /// single.
    fn leave_stuck_state(&self, candidates: &mut Candidates, form: &Canonical) -> f64 {
        for rule in RULES {
            let steps = self.finder.find(rule, candidates);
            if steps.is_empty() {
                continue;
            }
            for mark in steps.iter().flat_map(|step| &step.eliminations) {
                candidates.remove(mark.cell, mark.digit);
            }
            let easy = rule == Rule::IntersectionRemoval;
            return ELIMINATION * if easy { 1.0 } else { 2.0 } / steps.len() as f64;
        }
        let fewest = |cell: &Cell| candidates.of_cell(*cell).len();
        if let Some(cell) = candidates.blanks().min_by_key(fewest)
            && let Some(digit) = form.solution.get(cell)
        {
            candidates.place(cell, digit);
        }
        TRIAL
    }
}
