//! Counts random puzzles by level, rules used, guesses and difficulty D, for comparison with the tables and figures
//! of Wu 2012.

use crate::report::Options;
use crate::sample::{self, Digs};
use sudoku_engine::bucket::{FIVE_LEVELS, Level, Scheme};
use sudoku_engine::grid::Board;
use sudoku_engine::rate::{Preset, RULES, Rater, Rating, Rule};
use sudoku_engine::solve::fused::{self, BasicSet};

pub const LEVELS: usize = FIVE_LEVELS.len();
pub const PRESETS: usize = Preset::NAMES.len();

/// The number of Stuart's levels: 0, 1, 2, and 3 or more.
const STUART: usize = 4;

/// The clue counts at which digging stops, with their names.
pub const STOPS: [(Option<u8>, &str); 4] = [
    (None, "minimal"),
    (Some(24), "24 clues"),
    (Some(26), "26 clues"),
    (Some(29), "29 clues"),
];

/// The width of the bins of the histogram of the difficulty D.
pub const BIN: f64 = 0.25;

/// The results for the puzzles made from one number of the sample. There is a puzzle for every clue count at which
/// digging stops. For each preset, the results say which level the puzzle has and whether the rules solve it.
struct NumberResult {
    levels: [[(Level, bool); PRESETS]; STOPS.len()],
    /// The rating of the minimal puzzle under the first preset.
    rating: Rating,
    /// Stuart's level of the minimal puzzle, which is the number of guesses that the puzzle needs.
    guesses: u8,
}

/// The summed results for all puzzles of the sample.
#[derive(Default)]
pub struct WuTally {
    pub puzzles: u64,
    pub levels: [[[u64; LEVELS]; PRESETS]; STOPS.len()],
    pub unsolved: [[u64; PRESETS]; STOPS.len()],
    /// The numbers of minimal puzzles in one table for each preset: by level under the first preset (rows), and by
    /// level under the preset of the table (columns).
    pub together: [[[u64; LEVELS]; LEVELS]; PRESETS],
    /// The numbers of minimal puzzles by their level under the first preset (rows) and Stuart's level (columns).
    pub stuart: [[u64; STUART]; LEVELS],
    /// The sums of rule counts over the minimal puzzles of each level under the first preset.
    pub counts: [[u64; RULES]; LEVELS],
    pub difficulty: [f64; LEVELS],
    /// The number of times that rule 9 (intersection removal) removed something in the minimal puzzles that are not
    /// easy.
    pub intersections: u64,
    /// The numbers of minimal puzzles that are not easy, by their difficulty D, in bins of width [`BIN`] that start
    /// at D = 1.
    pub bins: Vec<u64>,
}

impl WuTally {
    /// Makes, rates and counts the puzzles of the sample.
    pub fn of_sample(options: &Options) -> Self {
        let schemes: Vec<(Scheme, Rater)> = Preset::NAMES
            .into_iter()
            .filter_map(|name| Scheme::named(name).ok())
            .map(|scheme| {
                let rater = Rater::new(&scheme.preset);
                (scheme, rater)
            })
            .collect();
        let mut tally = Self::default();
        sample::each(
            options,
            |number| make(&schemes, &Digs::new(options.seed, number)),
            |made| tally.add(&made),
        );
        tally
    }

    fn add(&mut self, made: &NumberResult) {
        self.puzzles += 1;
        for (stop, presets) in made.levels.iter().enumerate() {
            for (preset, (level, solved)) in presets.iter().enumerate() {
                self.levels[stop][preset][level.index()] += 1;
                self.unsolved[stop][preset] += u64::from(!solved);
            }
        }
        let first = made.levels[0][0].0;
        for (preset, (level, _)) in made.levels[0].iter().enumerate() {
            self.together[preset][first.index()][level.index()] += 1;
        }
        let guesses = usize::from(made.guesses).min(STUART - 1);
        self.stuart[first.index()][guesses] += 1;
        let sums = &mut self.counts[first.index()];
        for (sum, count) in sums.iter_mut().zip(made.rating.rules) {
            *sum += u64::from(count);
        }
        self.difficulty[first.index()] += made.rating.difficulty;
        if first != Level::EASY {
            let used = made.rating.used[Rule::IntersectionRemoval.index()];
            self.intersections += u64::from(used);
            let bin = ((made.rating.difficulty - 1.0) / BIN) as usize;
            if self.bins.len() <= bin {
                self.bins.resize(bin + 1, 0);
            }
            self.bins[bin] += 1;
        }
    }

    /// Returns this count as a percentage of all puzzles.
    pub fn percent(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.puzzles.max(1) as f64
    }
}

fn make(schemes: &[(Scheme, Rater)], digs: &Digs) -> NumberResult {
    let puzzles = STOPS.map(|(stop, _)| digs.puzzle(stop));
    let rate = |puzzle: &Board, preset: usize| {
        let (scheme, rater) = &schemes[preset];
        let rating = rater.rate(puzzle, &digs.grid);
        (scheme.cut(rating.ranked()), rating)
    };
    NumberResult {
        levels: puzzles.map(|puzzle| {
            std::array::from_fn(|preset| {
                let (level, rating) = rate(&puzzle, preset);
                (level, rating.solved)
            })
        }),
        rating: rate(&puzzles[0], 0).1,
        guesses: fused::stuart_level(&puzzles[0], &digs.grid, BasicSet::PAIRS),
    }
}
