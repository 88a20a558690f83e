//! Compares a book of any origin with packs: every grid in the file must be one of the packs'
//! puzzles.

use super::faults::Faults;
use crate::print::PrintError;
use crate::print::book::Puzzle;
use crate::print::read::{self, Fault, FoundGrid, PlannedPuzzle};
use std::collections::BTreeMap;

/// Compares a book's grids with the puzzles of packs: each puzzle of the book must be in a pack, be
/// printed with its own id and solution, and occur only once.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn against(bytes: &[u8], known: &[Puzzle]) -> Result<Vec<Fault>, PrintError> {
    let found = read::grids(bytes)?;
    let mut faults = Faults::default();
    let puzzles = identified(&found, known, &mut faults);
    let mut by_number: BTreeMap<usize, Vec<FoundGrid>> = BTreeMap::new();
    for it in &found {
        if let Some(number) = it.number {
            by_number.entry(number).or_default().push(it.clone());
        }
    }
    let last = by_number.keys().next_back().copied().unwrap_or(0);
    if last == 0 {
        faults.add(0, "no numbered grid was found in it");
    }
    for number in 1..=last {
        let own = by_number.remove(&number).unwrap_or_default();
        match puzzles.get(&number) {
            Some((page, puzzle)) => one(number, *page, puzzle, &own, &mut faults),
            // A puzzle that is in none of the packs has already been reported.
            None if own.iter().any(|it| !it.is_full) => {}
            None => faults.add(0, format!("puzzle {number} is missing")),
        }
    }
    Ok(faults.sorted())
}

/// Finds the book's puzzles in the packs. Returns, for each puzzle number, the page and the puzzle from the packs;
/// reports puzzles that are in no pack or occur twice.
fn identified<'a>(
    found: &[FoundGrid],
    known: &'a [Puzzle],
    faults: &mut Faults,
) -> BTreeMap<usize, (usize, &'a Puzzle)> {
    let by_board: BTreeMap<_, _> = known.iter().map(|it| (it.puzzle.values(), it)).collect();
    let mut puzzles = BTreeMap::new();
    let mut places = BTreeMap::new();
    for it in found.iter().filter(|it| !it.is_full) {
        let Some(number) = it.number else { continue };
        let Some(puzzle) = by_board.get(&*it.values) else {
            let what = format!("puzzle {number} is in none of the packs");
            faults.add(it.page, what);
            continue;
        };
        if let Some((before, page)) = places.insert(it.values.clone(), (number, it.page)) {
            let what = format!("puzzle {number} is puzzle {before} of page {page} again");
            faults.add(it.page, what);
        }
        puzzles.entry(number).or_insert((it.page, *puzzle));
    }
    puzzles
}

/// Checks that the grids of one puzzle number show the expected puzzle and its solution.
fn one(number: usize, page: usize, puzzle: &Puzzle, own: &[FoundGrid], faults: &mut Faults) {
    let solution_page = own.iter().find(|it| it.is_full).map_or(page, |it| it.page);
    let planned = PlannedPuzzle {
        number,
        page,
        solution_page,
        short_id: puzzle.short_id(),
        puzzle: puzzle.puzzle.values().to_vec(),
        solution: puzzle.solution.values().to_vec(),
    };
    for fault in read::compare(own, &[planned]) {
        faults.insert(fault);
    }
}
