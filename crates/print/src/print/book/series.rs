//! Deals the puzzles of a series to its volumes: a fixed number of each level for each volume. All volumes are
//! equally hard, or each is harder than the one before.

use super::job::BookJob;
use super::model::Book;
use super::puzzle::Puzzle;
use super::volumes::{check_minutes, fitted_to, planned, sorted};
use crate::print::PrintError;
use serde::Deserialize;

/// The way in which the difficulty of a level's puzzles changes from the first volume to the last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progression {
    /// Each volume has both easier and harder puzzles of a level.
    #[default]
    Even,
    /// The first volume has the easiest puzzles of a level, and the last volume has the hardest.
    Rising,
}

/// Plans the volumes of a series. `counts` holds, for each level from the easiest, the number of the level's puzzles in
/// each volume; `puzzles` must contain exactly these numbers of puzzles.
///
/// # Errors
/// If a setting does not suit the puzzles, the grids don't fit, or the shop doesn't accept the number of pages.
pub fn series(
    job: &BookJob,
    levels: &[String],
    counts: &[Vec<usize>],
    puzzles: Vec<Puzzle>,
    progression: Progression,
) -> Result<Vec<Book>, PrintError> {
    for level in levels {
        job.fonts.check("a level's name", &job.texts.level(level))?;
    }
    let job = &fitted_to(job, &puzzles)?;
    check_minutes(job, &puzzles)?;
    let mut dealt: Vec<Vec<Puzzle>> = vec![Vec::new(); job.volumes];
    let mut left = counts.to_vec();
    for puzzle in sorted(job, puzzles) {
        let Some((counts, left)) = counts.get(puzzle.level).zip(left.get_mut(puzzle.level)) else {
            continue;
        };
        if let Some(volume) = next(counts, left, progression) {
            left[volume] -= 1;
            dealt[volume].push(puzzle);
        }
    }
    planned(job, levels, dealt)
}

/// Returns the index of the volume that gets the next puzzle of a level; `None` if no volume has a free place. With
/// [`Progression::Rising`], returns the first volume with a free place. With [`Progression::Even`], returns the
/// volume with the largest share of free places.
fn next(counts: &[usize], left: &[usize], progression: Progression) -> Option<usize> {
    let mut open = (0..left.len()).filter(|&volume| left[volume] > 0);
    match progression {
        Progression::Rising => open.next(),
        // A share without its fraction: a/b > c/d as a·d > c·b. The first of equals takes it.
        Progression::Even => {
            open.reduce(
                |best, it| match left[it] * counts[best] > left[best] * counts[it] {
                    true => it,
                    false => best,
                },
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_fill_side_by_side_or_one_after_the_other() {
        let counts = [2, 4, 2];
        let order = |progression| {
            let mut left = counts;
            let mut order = Vec::new();
            while let Some(volume) = next(&counts, &left, progression) {
                left[volume] -= 1;
                order.push(volume);
            }
            order
        };
        assert_eq!(order(Progression::Rising), [0, 0, 1, 1, 1, 1, 2, 2]);
        assert_eq!(order(Progression::Even), [0, 1, 2, 1, 0, 1, 2, 1]);
    }
}
