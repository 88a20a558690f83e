//! Computes the statistics of packs, level by level, and draws charts of them. They cover the shares of the
//! levels, difficulty D, clues, minutes, Sudoku Explainer's ER, and the rules that puzzles need.

mod canvas;
mod charts;
mod page;

pub use charts::{Chart, charts};
pub use page::page;

use crate::bucket::Scheme;
use crate::grid::CELLS;
use crate::pack::Record;
use crate::rate::explainer::{Er, SeTable};
use crate::rate::techniques::TECHNIQUES;
use crate::rate::{Minutes, RULES};
use std::collections::BTreeSet;

/// The statistics of packs, level by level.
#[derive(Debug, Clone, PartialEq)]
pub struct PackStats {
    /// The title of the statistics: the names of the packs.
    pub title: String,
    /// The names and values of facts about the packs, such as the seed.
    pub facts: Vec<(String, String)>,
    /// The statistics of the levels, easiest first.
    pub levels: Vec<LevelStats>,
}

/// The statistics of one level of packs.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelStats {
    /// The name of the level.
    pub name: String,
    /// The number of puzzles of the level.
    pub puzzles: u64,
    /// The difficulty D of every puzzle of the level, in ascending order after [`PackStats::finish`].
    pub difficulty: Vec<f64>,
    /// The number of puzzles of the level that have an estimated solving time.
    pub timed: u64,
    /// The estimated solving minutes of every puzzle for which the model was
    /// [checked](crate::rate::Ratings::checked_minutes), in ascending order after [`PackStats::finish`].
    pub minutes: Vec<f64>,
    /// Sudoku Explainer's ER of every puzzle to which its rating was applied, in ascending order after
    /// [`PackStats::finish`]; puzzles that are too hard for an exact ER come last.
    pub se: Vec<Er>,
    /// The Sudoku Explainer tables by which the puzzles of the level were rated.
    pub se_tables: BTreeSet<SeTable>,
    /// The number of puzzles of the level with each number of clues, from 0 to 81.
    pub clues: Vec<u64>,
    /// For each rule, the number of puzzles in which it placed a digit or removed a candidate, and the number of its
    /// uses.
    pub used: [(u64, u64); RULES],
    /// For each technique, the number of puzzles that use the technique and the number of its steps, among the puzzles
    /// that were rated by a technique ladder.
    pub techniques: [(u64, u64); TECHNIQUES],
    /// The number of puzzles that a technique ladder rated.
    pub rated_by_techniques: u64,
}

/// Returns the names of the Sudoku Explainer tables by which puzzles of these levels were rated.
pub fn se_tables(levels: &[LevelStats]) -> String {
    let tables: BTreeSet<SeTable> = levels.iter().flat_map(|it| it.se_tables.clone()).collect();
    let titles: Vec<&str> = tables.into_iter().map(SeTable::title).collect();
    titles.join(" and ")
}

impl PackStats {
    /// Returns statistics without any puzzles, for the levels of a scheme.
    pub fn new(title: String, facts: Vec<(String, String)>, scheme: &Scheme) -> Self {
        let of_level = |level| LevelStats {
            name: scheme.level_name(level).to_owned(),
            puzzles: 0,
            difficulty: Vec::new(),
            timed: 0,
            minutes: Vec::new(),
            se: Vec::new(),
            se_tables: BTreeSet::new(),
            clues: vec![0; CELLS + 1],
            used: [(0, 0); RULES],
            techniques: [(0, 0); TECHNIQUES],
            rated_by_techniques: 0,
        };
        Self {
            title,
            facts,
            levels: scheme.levels().map(of_level).collect(),
        }
    }

    /// Adds a puzzle to the statistics. Ignores a puzzle whose level the scheme doesn't have.
    pub fn add(&mut self, record: &Record) {
        let Some(level) = self.levels.get_mut(record.level.index()) else {
            return;
        };
        let ratings = &record.ratings;
        let ladder = &ratings.ladder;
        level.puzzles += 1;
        level.difficulty.push(ladder.difficulty);
        level.timed += u64::from(ratings.minutes.is_some());
        let minutes = ratings.checked_minutes();
        level.minutes.extend(minutes.map(Minutes::value));
        level.se.extend(ratings.se.map(|it| it.er));
        level.se_tables.extend(ratings.se.map(|it| it.table));
        level.clues[record.puzzle.clue_count()] += 1;
        let by_rule = level.used.iter_mut().zip(&ladder.used);
        level.rated_by_techniques += u64::from(ratings.techniques.is_some());
        let climbed = ratings.techniques.iter().flat_map(|path| &path.counts);
        let by_technique = level.techniques.iter_mut().zip(climbed);
        for ((puzzles, steps), &count) in by_rule.chain(by_technique) {
            *puzzles += u64::from(count > 0);
            *steps += u64::from(count);
        }
    }

    /// Sorts the values of each level, after all puzzles have been added.
    pub fn finish(&mut self) {
        for level in &mut self.levels {
            level.difficulty.sort_by(f64::total_cmp);
            level.minutes.sort_by(f64::total_cmp);
            level.se.sort_unstable();
        }
    }

    /// Returns the total number of puzzles in the packs.
    pub fn puzzles(&self) -> u64 {
        self.levels.iter().map(|level| level.puzzles).sum()
    }

    /// Returns, for each pair of neighbouring levels, the probability that a puzzle of the easier level takes
    /// longer than a puzzle of the harder level. Levels without checked minutes are skipped.
    pub fn overlaps(&self) -> Vec<(&LevelStats, &LevelStats, f64)> {
        let timed: Vec<&LevelStats> = self
            .levels
            .iter()
            .filter(|level| !level.minutes.is_empty())
            .collect();
        let pairs = timed.windows(2).filter_map(|pair| {
            let chance = overlap(&pair[0].minutes, &pair[1].minutes)?;
            Some((pair[0], pair[1], chance))
        });
        pairs.collect()
    }
}

impl LevelStats {
    /// Returns each number of clues that occurs, with its number of puzzles.
    pub fn clue_counts(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let counts = self.clues.iter().copied().enumerate();
        counts.filter(|(_, puzzles)| *puzzles > 0)
    }

    /// Returns each value of Sudoku Explainer's ER that occurs, with its number of puzzles.
    pub fn se_counts(&self) -> impl Iterator<Item = (Er, u64)> + '_ {
        let equal = self.se.chunk_by(|a, b| a == b);
        equal.map(|all| (all[0], all.len() as u64))
    }

    /// Returns this number of puzzles as a share of all puzzles of the level.
    pub fn share_of(&self, puzzles: u64) -> f64 {
        puzzles as f64 / self.puzzles.max(1) as f64
    }

    /// Returns this number of puzzles as a share of the level's puzzles that a technique ladder rated.
    pub fn share_of_rated(&self, puzzles: u64) -> f64 {
        puzzles as f64 / self.rated_by_techniques.max(1) as f64
    }
}

/// Returns the minimum, the quartiles and the maximum of values in ascending order, or `None` if there are no
/// values. Each result is one of the values; a quartile between two values is the lower of the two.
pub fn quartiles<T: Copy>(values: &[T]) -> Option<[T; 5]> {
    let last = values.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| values[last * quarter / 4]))
}

/// Returns the probability that a random value of the lower level is larger than a random value of the upper level.
/// Ties count half: the result is 0 for levels without overlap, ½ for levels with the same values, and `None` if either
/// level is empty. The values must not be NaN.
///
/// ```
/// use sudoku_factory::stats::overlap;
/// assert_eq!(overlap(&[3.0, 5.0], &[4.0, 6.0]), Some(0.25));
/// assert_eq!(overlap(&[1.0], &[1.0]), Some(0.5));
/// assert_eq!(overlap(&[], &[1.0]), None);
/// ```
pub fn overlap(lower: &[f64], upper: &[f64]) -> Option<f64> {
    let mut sorted = upper.to_vec();
    sorted.sort_by(f64::total_cmp);
    let twice: usize = lower
        .iter()
        .map(|value| {
            let below = sorted.partition_point(|other| other < value);
            let up_to = sorted.partition_point(|other| other <= value);
            below + up_to
        })
        .sum();
    let pairs = lower.len() * upper.len();
    (pairs > 0).then(|| twice as f64 / (2 * pairs) as f64)
}
