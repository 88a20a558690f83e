//! Makes the volumes of a book: sorts puzzles, deals them to volumes, and plans each volume.

use super::job::{BookJob, PuzzleOrder};
use super::model::Book;
use super::puzzle::Puzzle;
use crate::grid::Layout;
use crate::print::PrintError;
use crate::print::ramp::Ramp;
use std::collections::{BTreeSet, VecDeque};

/// Plans the volumes of a book. `levels` are the names of levels, easiest first. A puzzle that occurs several times,
/// even turned, shuffled or relabelled, is used only once.
///
/// # Errors
/// If there are no puzzles or too few for the volumes, a setting does not suit the puzzles, the grids don't fit, or
/// the shop doesn't accept the number of pages.
pub fn volumes(
    job: &BookJob,
    levels: &[String],
    puzzles: Vec<Puzzle>,
) -> Result<Vec<Book>, PrintError> {
    let mut seen = BTreeSet::new();
    let mut puzzles = puzzles;
    puzzles.retain(|puzzle| seen.insert(*puzzle.id.bytes()));
    let job = &fitted_to(job, &puzzles)?;
    for level in levels {
        job.fonts.check("a level's name", &job.texts.level(level))?;
    }
    let ramp = job.ramp.then(|| ramp_of(job, levels.len(), &puzzles));
    // Volumes with weeks get whole weeks.
    let (puzzles, lot, unit) = match &ramp {
        Some(ramp) => (in_weeks(job, ramp, puzzles), 7, "weeks"),
        None => (sorted(job, puzzles), 1, "puzzles"),
    };
    let count = puzzles.len().div_ceil(lot);
    if count < job.volumes {
        let said = format!("{count} {unit} don't make {} volumes", job.volumes);
        return Err(match count {
            0 => PrintError::NoPuzzle,
            _ => PrintError::Impossible(said),
        });
    }
    check_minutes(job, &puzzles)?;
    let mut dealt: Vec<Vec<Puzzle>> = vec![Vec::new(); job.volumes];
    for (n, puzzle) in puzzles.into_iter().enumerate() {
        dealt[n / lot % job.volumes].push(puzzle);
    }
    let remark = ramp.and_then(|ramp| ramp.remark(levels));
    let mut books = planned(job, levels, dealt)?;
    for book in &mut books {
        book.remark.clone_from(&remark);
    }
    Ok(books)
}

/// Returns the job, completed with the size of the largest puzzle, after checking that the job's settings suit the
/// puzzles' layouts.
///
/// # Errors
/// If a setting is for 9×9 only and a puzzle has another layout, or if there are too few or too many symbols.
pub(super) fn fitted_to(job: &BookJob, puzzles: &[Puzzle]) -> Result<BookJob, PrintError> {
    let sides = puzzles.iter().map(|puzzle| puzzle.layout.side());
    let largest_side = sides.max().unwrap_or(job.largest_side);
    job.fonts.check_symbols(largest_side)?;
    let nine_only = [
        ("--worked", job.worked.is_some()),
        ("--techniques", job.techniques),
        ("--hints", job.hints.is_some()),
        ("--qr", job.link.is_some()),
        ("--minutes", job.minutes),
        ("--difficulty", job.difficulty),
    ];
    let used = nine_only.iter().find(|(_, is_used)| *is_used);
    let other = puzzles.iter().find(|it| it.layout != Layout::NINE);
    if let (Some((option, _)), Some(puzzle)) = (used, other) {
        let said = format!(
            "{option} is for 9x9 only, and there are puzzles of {}",
            puzzle.layout
        );
        return Err(PrintError::Impossible(said));
    }
    Ok(BookJob {
        largest_side,
        ..job.clone()
    })
}

/// Plans the volumes of a book; `dealt` holds the puzzles of each volume, in the order of their numbers.
pub(super) fn planned(
    job: &BookJob,
    levels: &[String],
    dealt: Vec<Vec<Puzzle>>,
) -> Result<Vec<Book>, PrintError> {
    let books = (1..).zip(dealt).map(|(n, puzzles)| {
        let volume = (job.volumes > 1).then_some(n);
        let job = BookJob {
            volume,
            ..job.clone()
        };
        Book::plan(job, levels, puzzles)
    });
    books.collect()
}

/// Refuses to print solving times if no puzzle has a time that may be printed. Also refuses to sort by solving time if
/// any puzzle has no estimated time.
pub(super) fn check_minutes(job: &BookJob, puzzles: &[Puzzle]) -> Result<(), PrintError> {
    let is_timed = |puzzle: &Puzzle| puzzle.minutes.is_some();
    let said = match job.order {
        _ if job.minutes && puzzles.iter().all(|it| it.checked_minutes.is_none()) => {
            "none of these puzzles has minutes to print: they need --ratings time,se and an ER of at most 2.0; \
             for harder puzzles leave --minutes out"
        }
        Some(PuzzleOrder::Minutes) if !puzzles.iter().all(is_timed) => {
            "these puzzles have no minutes to sort by: make them with --ratings time, or leave --order \
             minutes out"
        }
        _ => return Ok(()),
    };
    Err(PrintError::Impossible(said.to_owned()))
}

/// Sorts puzzles by level, and within a level in the book's order: by default by solving time or, if any time is
/// unknown, by D. [`volumes`] then deals them to the volumes one by one, so that all volumes are alike.
pub(super) fn sorted(job: &BookJob, mut puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let timed = puzzles.iter().all(|puzzle| puzzle.minutes.is_some());
    let by = match job.order {
        Some(order) => order,
        None if timed => PuzzleOrder::Minutes,
        None => PuzzleOrder::D,
    };
    puzzles.sort_by(|a, b| {
        let by_d = a.difficulty.total_cmp(&b.difficulty);
        let within = match by {
            PuzzleOrder::Minutes => a.minutes.cmp(&b.minutes).then(by_d),
            PuzzleOrder::D => by_d,
            PuzzleOrder::Chosen => std::cmp::Ordering::Equal,
        };
        a.level.cmp(&b.level).then(within)
    });
    puzzles
}

/// Plans the weeks of a book from these puzzles.
fn ramp_of(job: &BookJob, levels: usize, puzzles: &[Puzzle]) -> Ramp {
    let mut stock = vec![0; levels];
    for puzzle in puzzles {
        if let Some(count) = stock.get_mut(puzzle.level) {
            *count += 1;
        }
    }
    Ramp::new(&stock, job.most_days)
}

/// Arranges puzzles into weeks, with a fixed level for each day of the week. If a level has more puzzles than days, the
/// puzzles chosen first are used. From the first week to the last, the puzzles of each level are in the book's order.
fn in_weeks(job: &BookJob, ramp: &Ramp, mut puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut wanted = ramp.printed.clone();
    puzzles.retain(|puzzle| match wanted.get_mut(puzzle.level) {
        Some(wanted) if *wanted > 0 => {
            *wanted -= 1;
            true
        }
        _ => false,
    });
    let mut by_level: Vec<VecDeque<Puzzle>> = vec![VecDeque::new(); ramp.printed.len()];
    for puzzle in sorted(job, puzzles) {
        by_level[puzzle.level].push_back(puzzle);
    }
    let days = (0..ramp.length).map(|day| ramp.days[day % 7]);
    days.filter_map(|level| by_level[level].pop_front())
        .collect()
}
