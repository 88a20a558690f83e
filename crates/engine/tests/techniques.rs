//! Compares techniques with worked examples, solutions, and HoDoKu's own ratings.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../../../tests/sets.rs"]
mod sets;

use sudoku_engine::grid::{Board, Cell, Digit};
use sudoku_engine::rate::Mark;
use sudoku_engine::rate::techniques::{
    EFFORT_LIMIT, Move, Technique, TechniqueLadder, TechniqueSolver, all_moves,
};
use sudoku_engine::solve::search;

const EXAMPLES: &str = "technique-examples.tsv";
const RATED: &str = "hodoku-rated.tsv";

fn mark(row: usize, column: usize, digit: u8) -> Mark {
    Mark {
        cell: Cell::at(row - 1, column - 1),
        digit: Digit::new(digit).unwrap(),
    }
}

fn digits(text: &str) -> impl Iterator<Item = usize> {
    text.chars().map(|c| c.to_digit(10).unwrap() as usize)
}

/// Reads a list of candidates such as `834 221`, in which each number is a digit, a row and a column.
fn read_removed(text: &str) -> Vec<Mark> {
    let read = |word: &str| match digits(word).collect::<Vec<_>>()[..] {
        [digit, row, column] => mark(row, column, digit as u8),
        _ => panic!("{word}"),
    };
    text.split_whitespace().map(read).collect()
}

/// Reads the effect of one of HoDoKu's steps, such as `r5c148<>2, r5c1<>4` or `r6c5=2`. Returns the removals and
/// the placements.
fn read_effect(step: &str) -> (Vec<Mark>, Vec<Mark>) {
    let (mut removes, mut sets) = (Vec::new(), Vec::new());
    for part in step.split("=> ").nth(1).unwrap().split(", ") {
        let (cells, digit, marks) = match part.split_once("<>") {
            Some((cells, digit)) => (cells, digit, &mut removes),
            None => {
                let (cells, digit) = part.split_once('=').unwrap();
                (cells, digit, &mut sets)
            }
        };
        for group in cells.split(',') {
            let (rows, columns) = group[1..].split_once('c').unwrap();
            for row in digits(rows) {
                marks.extend(
                    digits(columns).map(|column| mark(row, column, digit.parse().unwrap())),
                );
            }
        }
    }
    removes.sort();
    sets.sort();
    (removes, sets)
}

#[test]
fn every_worked_example_is_found_with_its_removals() {
    let mut missed = Vec::new();
    for row in sets::table(EXAMPLES) {
        let [short, position, removed, step] = row[..] else {
            panic!("{row:?}");
        };
        let technique: Technique = short.parse().unwrap();
        let board: Board = position.parse().unwrap();
        let moves = all_moves(technique, &board, &read_removed(removed));
        let (removes, sets) = read_effect(step);
        if !moves
            .iter()
            .any(|it| it.removes == removes && it.sets == sets)
        {
            let found: Vec<_> = moves.iter().map(|it| (&it.removes, &it.sets)).collect();
            missed.push(format!("{short}: {step}: {} found {found:?}", found.len()));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Checks that no step contradicts the solution, for puzzles of every level, as rated by HoDoKu. In debug builds the
/// solver also checks each step.
#[test]
fn no_step_contradicts_the_solution() {
    let mut solver = TechniqueSolver::new(&TechniqueLadder::hodoku());
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let (path, moves) = solver.solve_with_moves(&puzzle, Some(&solution));
        assert_eq!(path.counts.iter().sum::<u32>() as usize, moves.len());
        for Move {
            technique,
            removes,
            sets,
            ..
        } in moves
        {
            let is_true = |it: &Mark| solution.get(it.cell) == Some(it.digit);
            assert!(sets.iter().all(is_true), "{technique} in {}", row[0]);
            assert!(!removes.iter().any(is_true), "{technique} in {}", row[0]);
            assert!(
                !(sets.is_empty() && removes.is_empty()),
                "{technique} in {}",
                row[0]
            );
        }
    }
}

/// Checks that the level and the score equal HoDoKu's for most of the minimal puzzles that HoDoKu rated. The file has
/// equally many puzzles for each level. Among random minimal puzzles, more agree, since fewer are hard
/// (docs/rating.md).
#[test]
fn levels_and_scores_are_hodokus() {
    let mut solver = TechniqueSolver::new(&TechniqueLadder::hodoku());
    let (mut puzzles, mut levels, mut scores, mut tenth) = (0, 0, 0, 0);
    for row in sets::table(RATED).filter(|row| row[4] == "dig") {
        let rating = solver.solve(&row[0].parse().unwrap(), None).rating.unwrap();
        let score: u32 = row[2].parse().unwrap();
        puzzles += 1;
        levels += u32::from(rating.level.name().eq_ignore_ascii_case(row[1]));
        scores += u32::from(rating.score == score);
        tenth += u32::from(rating.score.abs_diff(score) * 10 <= score);
    }
    assert_eq!(puzzles, 300);
    assert!(levels >= 290, "{levels}");
    assert!(scores >= 255, "{scores}");
    assert!(tenth >= 280, "{tenth}");
}

#[test]
fn a_ladder_without_techniques_stops_where_they_are_needed() {
    let singles = TechniqueLadder::new(TechniqueLadder::hodoku().rungs()[..3].iter().copied());
    let (mut solver, mut whole) = (
        TechniqueSolver::new(&singles),
        TechniqueSolver::new(&TechniqueLadder::hodoku().without_uniqueness()),
    );
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        let path = solver.solve(&puzzle, None);
        let by_singles = row[3].split(' ').all(|step| {
            ["fh:", "n1:", "h1:"]
                .iter()
                .any(|name| step.starts_with(name))
        });
        assert_eq!(path.rating.is_some(), by_singles, "{}", row[0]);
        assert_eq!(path.rating.is_none(), path.blanks > 0);
        let path = whole.solve(&puzzle, None);
        for technique in Technique::all().filter(|it| it.rests_on_uniqueness()) {
            assert_eq!(path.counts[technique.index()], 0);
        }
    }
}

#[test]
fn counting_takes_the_same_steps_as_listing() {
    let mut solver = TechniqueSolver::new(&TechniqueLadder::hodoku());
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        let (path, _) = solver.solve_with_moves(&puzzle, None);
        assert_eq!(path, solver.solve(&puzzle, None));
        let fresh = TechniqueSolver::new(&TechniqueLadder::hodoku()).solve(&puzzle, None);
        assert_eq!(path, fresh);
    }
}

/// Checks that a puzzle is given up when its effort would exceed the limit, and that a limit that is high enough
/// changes nothing. Singles cost no effort.
#[test]
fn effort_is_bounded() {
    let ladder = TechniqueLadder::hodoku();
    let mut free = TechniqueSolver::new(&ladder);
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        let path = free.solve(&puzzle, None);
        let effort = free.effort();
        assert!(effort <= EFFORT_LIMIT / 2, "{effort} for {}", row[0]);
        let mut limited = TechniqueSolver::new(&ladder).with_effort_limit(effort);
        assert_eq!(limited.solve(&puzzle, None), path);
        assert_eq!(limited.effort(), effort);
        if effort > 0 {
            let mut stopped = TechniqueSolver::new(&ladder).with_effort_limit(effort - 1);
            let path = stopped.solve(&puzzle, None);
            assert!(stopped.effort() < effort);
            assert!(path.rating.is_none() && path.blanks > 0, "{}", row[0]);
        }
    }
}
