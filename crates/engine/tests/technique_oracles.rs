//! Compares fish, subsets and ALS-XZ with searches that try everything, on positions from the solving paths of
//! puzzles.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../../../tests/sets.rs"]
mod sets;

use std::collections::BTreeSet;
use sudoku_engine::grid::{Board, Candidates, Cell, CellSet, Digit, DigitSet, House};
use sudoku_engine::rate::Mark;
use sudoku_engine::rate::techniques::{Technique, TechniqueLadder, TechniqueSolver, all_moves};

/// A position: the board, the candidates, and the candidates that earlier steps have removed.
struct Position {
    board: Board,
    candidates: Candidates,
    removed: Vec<Mark>,
}

/// Solves a part of the rated puzzles. Returns one position of each puzzle: the position before the first step of the
/// hardest technique used.
fn positions() -> Vec<Position> {
    let mut solver = TechniqueSolver::new(&TechniqueLadder::hodoku());
    let mut positions = Vec::new();
    for row in sets::table("hodoku-rated.tsv").step_by(6) {
        let mut board: Board = row[0].parse().unwrap();
        let (_, moves) = solver.solve_with_moves(&board, None);
        let mut removed = Vec::new();
        let worst = moves.iter().map(|it| it.technique).max();
        for it in &moves {
            if Some(it.technique) == worst {
                break;
            }
            for mark in &it.sets {
                board.set(mark.cell, Some(mark.digit));
            }
            removed.extend(it.removes.iter().copied());
        }
        let mut candidates = Candidates::of(&board);
        for mark in &removed {
            candidates.remove(mark.cell, mark.digit);
        }
        positions.push(Position {
            board,
            candidates,
            removed,
        });
    }
    positions
}

/// Returns all candidates that any of these techniques can remove from a position.
fn found(position: &Position, techniques: &[Technique]) -> BTreeSet<Mark> {
    let moves = |&it: &Technique| all_moves(it, &position.board, &position.removed);
    techniques
        .iter()
        .flat_map(moves)
        .flat_map(|it| it.removes)
        .collect()
}

fn subsets<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    let picked = |bits: u32| (0..items.len()).filter(move |n| bits >> n & 1 == 1);
    (0..1u32 << items.len())
        .filter(|bits| bits.count_ones() as usize == size)
        .map(|bits| picked(bits).map(|n| items[n]).collect())
        .collect()
}

fn marks(digit: Digit, cells: CellSet) -> impl Iterator<Item = Mark> {
    cells.map(move |cell| Mark { cell, digit })
}

fn union(lines: &[House]) -> CellSet {
    lines
        .iter()
        .fold(CellSet::EMPTY, |all, line| all | line.cells())
}

/// Returns the candidates that fish with `size` base lines remove, found by trying every choice of base lines and
/// cover lines. If `finned` is true, only fish with fins count, and each removed candidate must see all fins. If
/// `finned` is false, only fish without fins count.
fn naive_fish(candidates: &Candidates, size: usize, finned: bool) -> BTreeSet<Mark> {
    let (rows, columns): (Vec<_>, Vec<_>) = House::all().take(18).partition(|it| it.index() < 9);
    let mut removed = BTreeSet::new();
    for digit in Digit::all() {
        let places = candidates.of_digit(digit);
        for (bases, covers) in [(&rows, &columns), (&columns, &rows)] {
            for base in subsets(bases, size) {
                if base.iter().any(|line| (places & line.cells()).is_empty()) {
                    continue;
                }
                for cover in subsets(covers, size) {
                    let fins = (places & union(&base)) - union(&cover);
                    let used = |line: &House| !(places & union(&base) & line.cells()).is_empty();
                    if fins.is_empty() == finned || !cover.iter().all(used) {
                        continue;
                    }
                    let rest = (places & union(&cover)) - union(&base);
                    let seen = fins.fold(rest, |seen, fin| seen & fin.peers());
                    removed.extend(marks(digit, seen));
                }
            }
        }
    }
    removed
}

#[test]
fn fish_are_those_of_a_naive_search() {
    use Technique::*;
    let sizes = [
        (2, vec![XWing], vec![FinnedXWing, SashimiXWing]),
        (3, vec![Swordfish], vec![FinnedSwordfish, SashimiSwordfish]),
    ];
    for position in positions() {
        for (size, basic, finned) in &sizes {
            let naive = naive_fish(&position.candidates, *size, false);
            assert_eq!(found(&position, basic), naive, "{size}: {}", position.board);
            let naive = naive_fish(&position.candidates, *size, true);
            assert_eq!(
                found(&position, finned),
                naive,
                "{size} finned: {}",
                position.board
            );
        }
    }
}

fn digits_of(candidates: &Candidates, cells: &[Cell]) -> DigitSet {
    let digits = cells.iter().map(|&cell| candidates.of_cell(cell));
    digits.fold(DigitSet::EMPTY, DigitSet::union)
}

#[test]
fn naked_subsets_are_those_of_a_naive_search() {
    let sizes = [
        Technique::NakedPair,
        Technique::NakedTriple,
        Technique::NakedQuad,
    ];
    for position in positions() {
        let candidates = &position.candidates;
        for (size, technique) in (2..).zip(sizes) {
            let mut naive = BTreeSet::new();
            for house in House::all() {
                let blanks: Vec<Cell> = (house.cells() & candidates.blanks()).collect();
                for cells in subsets(&blanks, size) {
                    let digits = digits_of(candidates, &cells);
                    let inside: CellSet = cells.into_iter().collect();
                    if digits.len() == size {
                        let rest = house.cells() - inside;
                        let of = |digit| marks(digit, candidates.of_digit(digit) & rest);
                        naive.extend(digits.flat_map(of));
                    }
                }
            }
            assert_eq!(
                found(&position, &[technique]),
                naive,
                "{size}: {}",
                position.board
            );
        }
    }
}

/// Checks that ALS-XZ removes exactly the candidates that a naive search removes. The naive search tries all pairs of
/// almost locked sets that share no cell and have at least one restricted digit.
#[test]
fn als_xz_are_those_of_a_naive_search() {
    for position in positions().iter().step_by(3) {
        let candidates = &position.candidates;
        let mut sets: Vec<Vec<Cell>> = Vec::new();
        for house in House::all() {
            let blanks: Vec<Cell> = (house.cells() & candidates.blanks()).collect();
            for size in 1..=blanks.len() {
                let almost = |cells: &Vec<Cell>| digits_of(candidates, cells).len() == size + 1;
                sets.extend(subsets(&blanks, size).into_iter().filter(almost));
            }
        }
        sets.sort();
        sets.dedup();
        let mut naive = BTreeSet::new();
        for (n, one) in sets.iter().enumerate() {
            for two in &sets[n + 1..] {
                naive.extend(naive_xz(candidates, one, two));
            }
        }
        assert_eq!(
            found(position, &[Technique::AlsXz]),
            naive,
            "{}",
            position.board
        );
    }
}

/// Checks that no almost locked set is missed along a solving path. A solver searches only where something has changed,
/// but a search of the whole position must find no more.
#[test]
fn no_almost_locked_set_is_passed_over_along_a_path() {
    let ladder = TechniqueLadder::hodoku();
    let rung = |technique: Technique| {
        ladder
            .rungs()
            .iter()
            .position(|it| it.technique == technique)
    };
    let sought = [
        Technique::WxyzWing,
        Technique::AlsXz,
        Technique::AlsXyWing,
        Technique::AlsChain,
    ];
    let mut solver = TechniqueSolver::new(&ladder);
    let mut searches = 0;
    for row in sets::table("hodoku-rated.tsv") {
        let mut board: Board = row[0].parse().unwrap();
        let mut removed = Vec::new();
        for it in solver.solve_with_moves(&board, None).1 {
            for technique in sought {
                if rung(technique) < rung(it.technique) && rung(technique).is_some() {
                    let missed = all_moves(technique, &board, &removed);
                    assert!(missed.is_empty(), "{technique} at {board}");
                    searches += 1;
                }
            }
            for mark in &it.sets {
                board.set(mark.cell, Some(mark.digit));
            }
            removed.extend(it.removes);
        }
    }
    assert!(searches > 150, "{searches}");
}

fn naive_xz(candidates: &Candidates, one: &[Cell], two: &[Cell]) -> Vec<Mark> {
    let holders = |cells: &[Cell], digit: Digit| {
        let has = |cell: &Cell| candidates.of_cell(*cell).contains(digit);
        cells.iter().copied().filter(has).collect::<Vec<Cell>>()
    };
    let sees_all = |cell: Cell, cells: &[Cell]| cells.iter().all(|&other| cell.sees(other));
    if one.iter().any(|cell| two.contains(cell)) {
        return Vec::new();
    }
    let (first, second) = (digits_of(candidates, one), digits_of(candidates, two));
    let common = first.intersection(second);
    let is_restricted = |&digit: &Digit| {
        let others = holders(two, digit);
        holders(one, digit)
            .into_iter()
            .all(|cell| sees_all(cell, &others))
    };
    let restricted: DigitSet = common.filter(is_restricted).collect();
    let mut removed = Vec::new();
    let mut remove = |digit: Digit, cells: &[Cell]| {
        let seen = candidates
            .of_digit(digit)
            .filter(|&cell| sees_all(cell, cells));
        removed.extend(seen.map(|cell| Mark { cell, digit }));
    };
    for digit in common {
        if restricted.len() > 1 || restricted.len() == 1 && !restricted.contains(digit) {
            remove(digit, &[holders(one, digit), holders(two, digit)].concat());
        }
    }
    if restricted.len() > 1 {
        for (cells, digits) in [(one, first), (two, second)] {
            for digit in digits.difference(restricted) {
                remove(digit, &holders(cells, digit));
            }
        }
    }
    removed
}
