//! Books: which puzzle stands on which page, and the file that says so.
//!
//! What is on a page depends on the gutter, the gutter on the number of pages, and the table of
//! contents on where everything came to stand: the plan is made again until nothing changes, which
//! takes two or three turns.

mod front;
mod place;
mod plan;
mod settings;
mod sheets;

pub use plan::{Book, Line};
pub use settings::{Job, Order, OwnPage, Settings, day};

use super::PrintError;
use crate::grid::{Board, PuzzleId};
use crate::pack::Record;
use crate::rate::{Minutes, RuleCounts};
use std::collections::BTreeSet;

/// A puzzle for a book.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The puzzle.
    pub puzzle: Board,
    /// Its only solution.
    pub solution: Board,
    /// What names it.
    pub id: PuzzleId,
    /// Its level, from 0.
    pub level: usize,
    /// D.
    pub difficulty: f64,
    /// How long it takes a person, if that is known.
    pub minutes: Option<Minutes>,
    /// How often each rule really placed or removed something.
    pub used: RuleCounts,
}

impl From<&Record> for Puzzle {
    fn from(record: &Record) -> Self {
        Self {
            puzzle: record.puzzle,
            solution: record.solution,
            id: record.id,
            level: record.level.index(),
            difficulty: record.ratings.ladder.difficulty,
            minutes: record.ratings.minutes,
            used: record.ratings.ladder.used,
        }
    }
}

impl Puzzle {
    /// The first eight characters of its id: what is printed.
    pub fn short_id(&self) -> String {
        let mut id = self.id.to_string();
        id.truncate(8);
        id
    }
}

/// Plans the volumes of a book. `levels` are the names of levels, easiest first. A puzzle that comes
/// twice, in whatever form, is taken once.
///
/// # Errors
/// If there is nothing to print, or the grids don't fit, or a shop doesn't take so many pages.
pub fn volumes(
    job: &Job,
    levels: &[String],
    puzzles: Vec<Puzzle>,
) -> Result<Vec<Book>, PrintError> {
    let mut seen = BTreeSet::new();
    let mut puzzles = puzzles;
    puzzles.retain(|puzzle| seen.insert(*puzzle.id.bytes()));
    let count = puzzles.len();
    if count < job.volumes {
        let said = match count {
            0 => "no puzzle fits: nothing was written".to_owned(),
            count => format!("{count} puzzles don't make {} volumes", job.volumes),
        };
        return Err(PrintError::Impossible(said));
    }
    sort(job, &mut puzzles);
    let mut dealt: Vec<Vec<Puzzle>> = vec![Vec::new(); job.volumes];
    for (n, puzzle) in puzzles.into_iter().enumerate() {
        dealt[n % job.volumes].push(puzzle);
    }
    let books = (1..).zip(dealt).map(|(n, puzzles)| {
        let volume = (job.volumes > 1).then_some(n);
        let job = Job {
            volume,
            ..job.clone()
        };
        Book::plan(job, levels, puzzles)
    });
    books.collect()
}

/// Level by level, each in its order. They are dealt to volumes one by one afterwards, so that all
/// volumes are alike.
fn sort(job: &Job, puzzles: &mut [Puzzle]) {
    let timed = puzzles.iter().all(|puzzle| puzzle.minutes.is_some());
    let by = match job.order {
        Some(order) => order,
        None if timed => Order::Minutes,
        None => Order::D,
    };
    puzzles.sort_by(|a, b| {
        let by_d = a.difficulty.total_cmp(&b.difficulty);
        let within = match by {
            Order::Minutes => a.minutes.cmp(&b.minutes).then(by_d),
            Order::D => by_d,
            Order::Chosen => std::cmp::Ordering::Equal,
        };
        a.level.cmp(&b.level).then(within)
    });
}

/// The order of a newspaper: weeks of seven, Monday's from the easiest seventh, Sunday's from the
/// hardest.
fn in_weeks(puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let weeks = puzzles.len() / 7;
    let rest = puzzles.len() % 7;
    // The days of an unfinished last week are Monday and so on: these have one puzzle more.
    let lots = (0..7).map(|day| weeks + usize::from(day < rest));
    let mut left: Vec<Option<Puzzle>> = puzzles.into_iter().map(Some).collect();
    let starts: Vec<usize> = lots
        .clone()
        .scan(0, |start, lot| {
            let this = *start;
            *start += lot;
            Some(this)
        })
        .collect();
    let lots: Vec<usize> = lots.collect();
    let mut ordered = Vec::with_capacity(left.len());
    for week in 0..=weeks {
        for day in 0..7 {
            if week < lots[day] {
                ordered.extend(left[starts[day] + week].take());
            }
        }
    }
    ordered
}
