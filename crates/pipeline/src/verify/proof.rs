//! Checks one record: the puzzle must have exactly one solution, its rating must be correct, and it must be a puzzle
//! that the job allows.

use super::finding::{PackProblem, RatingDifference};
use crate::bucket::{Level, Scheme};
use crate::config::Job;
use crate::dig::{ClueRange, Plan, Symmetry};
use crate::filter::{PreparedFilters, Subject};
use crate::grid::{Board, Canonical, Cell, CellSet, HOUSES, House, HouseKind};
use crate::pack::Record;
use crate::rate::{Raters, Ratings};
use crate::solve::exact_cover;
use std::collections::BTreeSet;

/// Lists the faults of a single record, without comparing it with other records.
pub(super) fn problems(
    record: &Record,
    job: &Job,
    raters: &Raters,
    filters: &PreparedFilters,
) -> Vec<PackProblem> {
    let mut problems = shape(&record.puzzle, job);
    if let Some(problem) = unproven(&record.puzzle, &record.solution) {
        // Without exactly one solution a puzzle has no rating.
        problems.push(problem);
        return problems;
    }
    if job.dig.minimal
        && let Some(cell) = spare_clue(&record.puzzle)
    {
        problems.push(PackProblem::NotMinimal(cell));
    }
    let form = Canonical::of(&record.puzzle, &record.solution);
    if form.id() != record.id {
        problems.push(PackProblem::Id { found: form.id() });
    }
    let ratings = raters.rate(&form);
    if let Some(difference) = RatingDifference::between(&record.ratings, &ratings) {
        problems.push(PackProblem::Rating(difference));
    }
    let subject = Subject {
        ratings: &ratings,
        ..Subject::of(record)
    };
    problems.extend(filters.lack(&subject, &form).map(PackProblem::Filter));
    let packed = record.level;
    match job.scheme.level(&ratings) {
        None if had_level(&job.scheme, &ratings, packed) => {}
        None => problems.push(PackProblem::NoLevel { packed }),
        Some(rated) if rated != packed => problems.push(PackProblem::Level { packed, rated }),
        Some(_) => {}
    }
    problems
}

/// Returns whether an older version of this program gave the HoDoKu level `packed` to puzzles with these ratings. That
/// version also gave levels to puzzles that HoDoKu's techniques can't solve, and counted HoDoKu's points for trial and
/// error.
fn had_level(scheme: &Scheme, ratings: &Ratings, packed: Level) -> bool {
    let mut then = ratings.clone();
    if let Some(hodoku) = &mut then.hodoku {
        hodoku.by_technique = true;
    }
    scheme.level(&then) == Some(packed)
}

/// Returns a problem if `solution` is not the puzzle's only solution. The search for a second solution starts only if
/// `solution` is a full grid that agrees with the puzzle; for such puzzles, the search is quick.
fn unproven(puzzle: &Board, solution: &Board) -> Option<PackProblem> {
    if !solution.is_full_grid() {
        Some(PackProblem::NoGrid)
    } else if !solution.extends(puzzle) {
        Some(PackProblem::NoSolution)
    } else if exact_cover::solve(puzzle, 2) != (1, Some(*solution)) {
        Some(PackProblem::NotUnique)
    } else {
        None
    }
}

/// Lists the differences between a puzzle's clues and the clues that the job wants: number, symmetry, pattern,
/// digits.
fn shape(puzzle: &Board, job: &Job) -> Vec<PackProblem> {
    let mut problems = Vec::new();
    let clues = puzzle.clue_count();
    let in_range = |plan: Plan| plan.clues.is_none_or(|range| range.holds(clues));
    if !job.plans().any(in_range) {
        let ranges = || job.plans().filter_map(|plan| plan.clues);
        let min = ranges().map(|range| range.min).min().unwrap_or_default();
        let max = ranges().map(|range| range.max).max().unwrap_or_default();
        problems.push(PackProblem::Clues { clues, min, max });
    }
    let houses = job.dig.house_clues();
    problems.extend(
        houses
            .ranges()
            .filter_map(|(kind, range)| first_outside(puzzle, kind, range)),
    );
    if !is_symmetric(puzzle.clues(), job.dig.symmetry) {
        problems.push(PackProblem::Symmetry(job.dig.symmetry));
    }
    if job
        .dig
        .pattern
        .is_some_and(|pattern| pattern.cells() != puzzle.clues())
    {
        problems.push(PackProblem::Pattern);
    }
    let digits: BTreeSet<u8> = puzzle.givens().map(|(_, digit)| digit.value()).collect();
    let digits = digits.len();
    if let Some(wanted) = job.dig.digits
        && usize::from(wanted) != digits
    {
        problems.push(PackProblem::Digits { digits, wanted });
    }
    problems
}

/// Returns the first clue that can be removed while the puzzle keeps exactly one solution; `None` if the puzzle is
/// minimal.
fn spare_clue(puzzle: &Board) -> Option<Cell> {
    puzzle.clues().into_iter().find(|&cell| {
        let fewer = puzzle.keep(puzzle.clues().without(cell));
        exact_cover::solve(&fewer, 2).0 == 1
    })
}

/// Returns a problem for the first house of this kind whose number of clues is outside the range; `None` if there is
/// none. The clues are counted from the cell values, and not from the sets of cells that the digger used.
fn first_outside(puzzle: &Board, kind: HouseKind, range: ClueRange) -> Option<PackProblem> {
    let mut counts = [0; HOUSES];
    for (cell, _) in puzzle.givens() {
        for house in cell.houses() {
            counts[house.index()] += 1;
        }
    }
    let mut houses = House::all().filter(|house| house.kind() == kind);
    let house = houses.find(|house| !range.holds(counts[house.index()]))?;
    Some(PackProblem::HouseClues {
        house,
        clues: counts[house.index()],
        min: range.min,
        max: range.max,
    })
}

/// Returns whether the cells with clues have a symmetry. The check uses coordinates, and not the table of orbits with
/// which the puzzle was dug.
fn is_symmetric(clues: CellSet, symmetry: Symmetry) -> bool {
    let stays = |image: fn(usize, usize) -> (usize, usize)| {
        clues.into_iter().all(|cell| {
            let (row, column) = image(cell.row(), cell.column());
            clues.contains(Cell::at(row, column))
        })
    };
    match symmetry {
        Symmetry::None => true,
        Symmetry::Rotate180 => stays(|row, column| (8 - row, 8 - column)),
        Symmetry::Rotate90 => stays(|row, column| (column, 8 - row)),
        Symmetry::MirrorHorizontal => stays(|row, column| (row, 8 - column)),
        Symmetry::MirrorVertical => stays(|row, column| (8 - row, column)),
        Symmetry::Diagonal => stays(|row, column| (column, row)),
        Symmetry::AntiDiagonal => stays(|row, column| (8 - column, 8 - row)),
        Symmetry::Full => {
            stays(|row, column| (column, 8 - row)) && stays(|row, column| (row, 8 - column))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_told_apart() {
        let shown = |cells: &[(usize, usize)]| {
            let clues: CellSet = cells.iter().map(|&(r, c)| Cell::at(r, c)).collect();
            let held = Symmetry::ALL
                .into_iter()
                .filter(|&s| is_symmetric(clues, s));
            held.map(Symmetry::name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(&[(0, 1)]), "none");
        assert_eq!(shown(&[(0, 1), (8, 7)]), "none rotate180");
        assert_eq!(shown(&[(0, 1), (0, 7)]), "none mirror-horizontal");
        assert_eq!(shown(&[(0, 1), (8, 1)]), "none mirror-vertical");
        assert_eq!(shown(&[(0, 1), (1, 0)]), "none diagonal");
        assert_eq!(shown(&[(0, 1), (7, 8)]), "none anti-diagonal");
        let turned = [(0, 1), (1, 8), (8, 7), (7, 0)];
        assert_eq!(shown(&turned), "none rotate180 rotate90");
        let mirrored = turned.map(|(row, column)| (row, 8 - column));
        let everything = [turned, mirrored].concat();
        assert_eq!(shown(&everything).split(' ').count(), 8);
    }

    #[test]
    fn the_digger_means_the_same() {
        for symmetry in Symmetry::ALL {
            for &orbit in symmetry.orbits() {
                assert!(is_symmetric(orbit, symmetry), "{symmetry}");
                let halved = orbit.without(orbit.first().unwrap());
                assert!(
                    halved.is_empty() || !is_symmetric(halved, symmetry),
                    "{symmetry}"
                );
            }
        }
    }
}
