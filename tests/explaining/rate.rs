//! Tests Sudoku Explainer's ratings in the output of `factory rate` and `factory agree`: ratings of the given form and
//! of the canonical form, paths that are replayed, and puzzles without a rating.

use super::{numbers, objects, rows};
use crate::factory::{feed, run_in};
use serde_json::Value;
use std::fs;
use sudoku_factory::grid::{Board, Candidates, Cell, Digit};
use sudoku_factory::solve::search;

#[test]
fn as_given_the_numbers_are_the_originals() {
    let folder = tempfile::tempdir().unwrap();
    let table: Vec<_> = rows().step_by(9).collect();
    let puzzles: Vec<&str> = table.iter().map(|(puzzle, _)| *puzzle).collect();
    let said = feed(
        folder.path(),
        "rate --ratings se --as-given --json",
        puzzles.join("\n").as_bytes(),
    );
    let rated = objects(&said.expect(0).out);
    assert_eq!(rated.len(), table.len());
    for (rated, (puzzle, expected)) in rated.iter().zip(&table) {
        assert_eq!(numbers(rated), expected.map(Some), "{puzzle}");
        assert_eq!(
            (&rated["se_form"], &rated["se_table"]),
            (&"given".into(), &"se-1.2.1".into())
        );
    }
}

/// Returns the puzzle turned by 90 degrees and relabelled.
fn turned(puzzle: &Board) -> Board {
    let mut board = Board::EMPTY;
    for (cell, digit) in puzzle.givens() {
        let to = Cell::at(cell.column(), 8 - cell.row());
        board.set(to, Digit::new(digit.value() % 9 + 1));
    }
    board
}

#[test]
fn all_forms_have_one_rating_unless_asked_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let forms = rows().step_by(43).flat_map(|(puzzle, _)| {
        let puzzle: Board = puzzle.parse().unwrap();
        [puzzle, turned(&puzzle)].map(|it| it.to_string())
    });
    let forms: Vec<String> = forms.collect();
    let said = feed(
        folder.path(),
        "rate --ratings se --json",
        forms.join("\n").as_bytes(),
    )
    .expect(0);
    let rated = objects(&said.out);
    for two in rated.chunks(2) {
        assert_eq!(numbers(&two[0]), numbers(&two[1]));
        assert_eq!(two[0]["se_form"], "canonical");
    }
}

fn marks(of: &Value) -> Vec<(Cell, Digit)> {
    let mark = |it: &Value| {
        let at = |name: &str| it[name].as_u64().unwrap();
        (
            Cell::new(at("cell") as usize).unwrap(),
            Digit::new(at("digit") as u8).unwrap(),
        )
    };
    of.as_array().unwrap().iter().map(mark).collect()
}

#[test]
fn the_path_of_the_form_given_leads_to_its_solution() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles: Vec<&str> = rows().step_by(29).map(|(puzzle, _)| puzzle).collect();
    for options in ["", " --as-given"] {
        let asked = format!("rate --ratings se --steps{options}");
        let input = puzzles.join("\n");
        let said = feed(folder.path(), &format!("{asked} --json"), input.as_bytes()).expect(0);
        let rated = objects(&said.out);
        let text = feed(folder.path(), &asked, input.as_bytes()).expect(0).out;
        let mut lines = text.lines();
        for (rated, puzzle) in rated.iter().zip(&puzzles) {
            let puzzle: Board = puzzle.parse().unwrap();
            let solution = search::solve(&puzzle, 1).first.unwrap();
            assert!(lines.next().unwrap().contains("SE 1.2.1: ER "));
            let (mut board, mut candidates) = (puzzle, Candidates::of(&puzzle));
            let mut hardest: f64 = 0.0;
            for step in rated["se_steps"].as_array().unwrap() {
                hardest = hardest.max(step["number"].as_f64().unwrap());
                for (cell, digit) in marks(&step["placements"]) {
                    assert_eq!(solution.get(cell), Some(digit));
                    board.set(cell, Some(digit));
                    candidates.place(cell, digit);
                }
                for (cell, digit) in marks(&step["eliminations"]) {
                    assert!(candidates.remove(cell, digit));
                }
                assert!(
                    lines
                        .next()
                        .unwrap()
                        .ends_with(step["text"].as_str().unwrap())
                );
                for chain in step["chains"].as_array().unwrap() {
                    let line = lines.next().unwrap();
                    assert_eq!(line, format!("        {}", chain["text"].as_str().unwrap()));
                }
            }
            assert_eq!(board, solution);
            assert_eq!(rated["se_er"], hardest);
        }
        assert_eq!(lines.next(), None);
    }
}

#[test]
fn what_has_not_one_solution_gets_no_number() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!(
        "{}\n{}\n",
        ".".repeat(81),
        "11".to_owned() + &".".repeat(79)
    );
    let said = feed(folder.path(), "rate --ratings se --json", input.as_bytes()).expect(0);
    for rated in objects(&said.out) {
        assert_eq!(numbers(&rated), [None; 3]);
        assert_eq!(rated["se_above"], Value::Null);
    }
    let said = feed(folder.path(), "rate --ratings se", input.as_bytes()).expect(0);
    assert!(said.out.contains("more than one solution") && said.out.contains("no solution"));
    run_in(folder.path(), "rate --as-given")
        .expect(2)
        .complains(&["--ratings se"]);
}

#[test]
fn agreement_finds_the_numbers_under_either_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let table: Vec<_> = rows().step_by(29).collect();
    let puzzles: Vec<&str> = table.iter().map(|(puzzle, _)| *puzzle).collect();
    let ours = feed(
        at,
        "rate --ratings se --as-given --json",
        puzzles.join("\n").as_bytes(),
    )
    .expect(0)
    .out;
    fs::write(at.join("ours.jsonl"), ours).unwrap();
    let mut theirs = "puzzle\tER\n".to_owned();
    for (nth, (puzzle, [er, ..])) in table.iter().enumerate() {
        // One is above what the other program reaches.
        theirs += &if nth == 0 {
            format!("{puzzle}\t> 9.4\n")
        } else {
            format!("{puzzle}\t{er}\n")
        };
    }
    fs::write(at.join("theirs.tsv"), theirs).unwrap();
    let said = run_in(at, "compare ours.jsonl theirs.tsv --column se --json")
        .expect(0)
        .out;
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["spearman"], 1.0);
    assert_eq!(
        (&said["pairs"], &said["only_left"]),
        (&(table.len() - 1).into(), &1.into())
    );
}
