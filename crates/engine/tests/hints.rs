//! Tests hints: the texts for every technique, the earlier steps that a step depends on, and the choice of the
//! step for a hint.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../../../tests/sets.rs"]
mod sets;

use std::collections::BTreeSet;
use std::fmt::Write;
use sudoku_engine::grid::{Board, CELL_SYMMETRIES, Canonical, Cell, Digit, Transform};
use sudoku_engine::rate::hints::{
    CompactStep, Language, Play, PlayError, Position, TechniqueStep, hint, position_after,
    technique_steps, technique_steps_as_given,
};
use sudoku_engine::rate::techniques::{Rung, Technique, TechniqueLadder};
use sudoku_engine::rate::{HodokuLevel, Mark};
use sudoku_engine::solve::search;

const EXAMPLES: [&str; 2] = ["technique-examples.tsv", "own-examples.tsv"];
const RATED: &str = "hodoku-rated.tsv";

/// Reads a list of candidates such as `834 221`, in which each number is a digit, a row and a column.
fn read_removed(text: &str) -> Vec<Mark> {
    let read = |word: &str| {
        let [digit, row, column] = [0, 1, 2].map(|n| word.as_bytes()[n] - b'0');
        Mark {
            cell: Cell::at(usize::from(row) - 1, usize::from(column) - 1),
            digit: Digit::new(digit).unwrap(),
        }
    };
    text.split_whitespace().map(read).collect()
}

/// Returns an example for every technique, in HoDoKu's order: the technique, a position, and the most helpful step of
/// the technique in this position.
fn examples() -> Vec<(Technique, Position, TechniqueStep)> {
    let rows = EXAMPLES.into_iter().flat_map(sets::table);
    let mut examples: Vec<_> = rows
        .map(|row| {
            let technique: Technique = row[0].parse().unwrap();
            let board: Board = row[1].parse().unwrap();
            let solution = search::solve(&board, 1).first.unwrap();
            let mut position = Position::new(&board);
            position.remove(read_removed(row[2]));
            let rung = TechniqueLadder::hodoku().rungs()[0];
            let ladder = TechniqueLadder::new([Rung { technique, ..rung }]);
            let step = hint(&position, &ladder, &solution).expect(row[0]);
            (technique, position, step)
        })
        .collect();
    examples.sort_by_key(|it| it.0);
    examples
}

/// Returns the names and the hint texts of the example steps of all techniques in a language, joined into one text.
fn read(language: Language) -> String {
    let mut read = String::new();
    for (technique, _, step) in examples() {
        let step = step.in_language(language);
        let text = &step.text;
        writeln!(read, "{}: {}", technique.key(), step.name).unwrap();
        for (name, text) in [
            ("nudge", &text.nudge),
            ("where", &text.place),
            ("what", &text.what),
            ("why", &text.why),
        ] {
            let end = if language == Language::English {
                "."
            } else {
                "。"
            };
            assert!(
                text.ends_with(end) && !text.contains("  ") && !text.contains("trial"),
                "{text}"
            );
            writeln!(read, "  {name:<5} {text}").unwrap();
        }
    }
    read
}

#[test]
fn every_technique_has_an_example_and_texts_that_can_be_read_aloud() {
    let techniques: Vec<Technique> = examples().iter().map(|it| it.0).collect();
    assert_eq!(techniques, Technique::all().collect::<Vec<_>>());
    insta::assert_snapshot!(read(Language::English));
}

#[test]
fn every_technique_has_texts_in_chinese() {
    insta::assert_snapshot!(read(Language::Chinese));
    let mut names = BTreeSet::new();
    for (_, _, step) in examples() {
        let step = step.in_language(Language::Chinese);
        assert!(names.insert(step.name) && step.name != step.technique.name());
    }
}

#[test]
fn a_hint_leads_to_the_solution_from_every_position_of_a_puzzle() {
    let ladder = TechniqueLadder::hodoku();
    for row in sets::table(RATED).step_by(60) {
        let puzzle: Board = row[0].parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let mut position = Position::new(&puzzle);
        while let Some(step) = hint(&position, &ladder, &solution) {
            let is_true = |mark: &Mark| solution.get(mark.cell) == Some(mark.digit);
            assert!(step.sets.iter().all(is_true) && !step.removes.iter().any(is_true));
            let mut board = *position.board();
            let before = position.clone();
            for mark in &step.sets {
                board.set(mark.cell, Some(mark.digit));
            }
            let gone = |cell: Cell| {
                let left = before.candidates().of_cell(cell);
                Digit::all()
                    .filter(move |digit| !left.contains(*digit))
                    .map(move |digit| Mark { cell, digit })
            };
            position = Position::new(&board);
            position.remove(before.candidates().blanks().flat_map(gone));
            position.remove(step.removes);
        }
        assert_eq!(position.board(), &solution, "{puzzle}");
    }
}

#[test]
fn every_form_of_a_puzzle_has_the_steps_that_its_rating_counts() {
    let ladder = TechniqueLadder::people();
    let mut others = 0;
    for (n, row) in sets::table(RATED).step_by(20).enumerate() {
        let puzzle: Board = row[0].parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let rated = Canonical::of(&puzzle, &solution).puzzle;
        let (rating, _) = technique_steps_as_given(&rated, &ladder);
        let turn = Transform {
            digits: [4, 9, 2, 7, 1, 8, 5, 3, 6],
            ..Transform::of_cells(n * 123_457 % CELL_SYMMETRIES)
        };
        let (form, end) = (turn.apply(&puzzle), turn.apply(&solution));
        let (path, steps) = technique_steps(&form, &ladder);
        assert_eq!(path, rating, "{form}");
        for (technique, count) in path.used() {
            let listed = steps.iter().filter(|it| it.technique == technique);
            assert_eq!(listed.count(), count as usize, "{form}: {technique:?}");
        }
        assert_eq!(
            path.blanks == 0,
            *position_after(&form, &steps).board() == end
        );
        others += usize::from(technique_steps_as_given(&form, &ladder).0 != path);
    }
    assert!(others > 0, "no path changes with the form");
}

#[test]
fn texts_are_whole_at_every_step_of_every_path() {
    let ladder = TechniqueLadder::hodoku();
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        for step in technique_steps(&puzzle, &ladder).1 {
            let chinese = step.clone().in_language(Language::Chinese).text;
            for text in [&chinese.nudge, &chinese.place, &chinese.what, &chinese.why] {
                let holes = [
                    "  ",
                    " 。",
                    " ，",
                    " ：",
                    "，，",
                    "。。",
                    "：。",
                    "看 。",
                    "所以 。",
                ];
                let is_whole =
                    text.ends_with('。') && !holes.iter().any(|hole| text.contains(hole));
                assert!(is_whole, "{puzzle}: {text}");
            }
            let text = &step.text;
            for text in [&text.nudge, &text.place, &text.what, &text.why] {
                let holes = ["  ", " .", " ,", " :", " ;", "So ;", "at ;"];
                let is_whole = text.ends_with('.') && !holes.iter().any(|hole| text.contains(hole));
                assert!(is_whole, "{puzzle}: {text}");
            }
            assert_eq!(step.uniqueness, step.technique.rests_on_uniqueness());
        }
    }
}

#[test]
fn a_hint_sets_a_cell_before_it_removes() {
    let row = sets::table(EXAMPLES[1]).next().unwrap();
    let puzzle: Board = row[1].parse().unwrap();
    let solution = search::solve(&puzzle, 1).first.unwrap();
    let step = hint(
        &Position::new(&puzzle),
        &TechniqueLadder::hodoku(),
        &solution,
    )
    .unwrap();
    assert_eq!((step.technique, step.sets.len()), (Technique::FullHouse, 1));
    let none = TechniqueLadder::new([]);
    assert_eq!(hint(&Position::new(&puzzle), &none, &solution), None);
}

#[test]
fn compact_steps_hold_the_same_sets_and_removals_in_little_room() {
    let ladder = TechniqueLadder::hodoku();
    let (mut everyday, mut bytes) = (0, 0);
    for row in sets::table(RATED) {
        let puzzle: Board = row[0].parse().unwrap();
        let (path, steps) = technique_steps(&puzzle, &ladder);
        let mut room = 2;
        for step in &steps {
            let text = CompactStep::from(step).to_string();
            room += text.len() + 3;
            let back: CompactStep = text.parse().unwrap();
            assert_eq!(back.technique, step.technique);
            assert_eq!(
                (back.sets, back.removes),
                (step.sets.clone(), step.removes.clone())
            );
        }
        if path
            .rating
            .is_some_and(|rating| rating.level <= HodokuLevel::Hard)
        {
            assert!(room <= 1500, "{puzzle}: {room} bytes");
            (everyday, bytes) = (everyday + 1, bytes + room);
        }
    }
    assert!(
        everyday > 100 && bytes / everyday < 1100,
        "{} bytes",
        bytes / everyday
    );
    for wrong in [
        "",
        "h9 r1c1=1",
        "h1 r0c1=1",
        "h1 r1c1",
        "h1 r1c1=0",
        "h1 r1c10=1",
    ] {
        assert!(wrong.parse::<CompactStep>().is_err(), "{wrong:?}");
    }
}

#[test]
fn wrong_entries_and_poor_pencil_marks_are_named() {
    let row = sets::table(RATED).next().unwrap();
    let givens: Board = row[0].parse().unwrap();
    let solution = search::solve(&givens, 1).first.unwrap();
    let blank = Cell::all()
        .find(|&cell| givens.get(cell).is_none())
        .unwrap();
    let right = solution.get(blank).unwrap();
    let wrong = Digit::all().find(|&digit| digit != right).unwrap();
    let mut board = givens;
    board.set(blank, Some(wrong));
    let play = Play {
        givens: Some(givens),
        ..Play::new(board)
    };
    let checked = play.check().unwrap();
    assert_eq!(
        checked.wrong,
        [Mark {
            cell: blank,
            digit: wrong
        }]
    );
    assert_eq!(
        checked.position.board(),
        &givens,
        "the wrong entry is left out"
    );
    let only_wrong = Some(vec![(blank, [wrong].into_iter().collect())]);
    let play = Play {
        candidates: only_wrong,
        ..Play::new(givens)
    };
    let checked = play.check().unwrap();
    assert_eq!(
        checked.missing,
        [Mark {
            cell: blank,
            digit: right
        }]
    );
    assert!(checked.position.candidates().of_cell(blank).contains(right));
    let several = Play::new(Board::EMPTY).check().unwrap_err();
    assert_eq!(several, PlayError::SeveralSolutions);
    assert!(matches!(
        Play::new(board).check(),
        Err(PlayError::NoSolution { .. } | PlayError::Conflict { .. })
    ));
    let given = givens.clues().first().unwrap();
    let mut changed = givens;
    let other = Digit::all()
        .find(|&digit| Some(digit) != givens.get(given))
        .unwrap();
    changed.set(given, Some(other));
    let play = Play {
        givens: Some(givens),
        ..Play::new(changed)
    };
    assert!(matches!(play.check(), Err(PlayError::GivenChanged { .. })));
}

#[test]
fn a_board_without_a_solution_has_steps_too() {
    let board: Board =
        "...9.....7..3.....4..5.2..8134..9852.2.........9...1..2.....43.3...7.....6.2...9."
            .parse()
            .unwrap();
    assert_eq!(search::solve(&board, 1).count, 0);
    let (_, steps) = technique_steps(&board, &TechniqueLadder::people());
    assert!(!steps.is_empty());
}

#[test]
fn groups_that_are_too_few_are_counted() {
    let said = |text: &str| text.parse::<Play>().unwrap_err().to_string();
    assert_eq!(said(&"12 ".repeat(80)), "80 groups of digits, not 81");
    assert!(said("53 ..7").starts_with("line 1"));
}
