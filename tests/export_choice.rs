//! Tests which puzzles an export takes from packs, and how it divides them into training and test sets.

use crate::exporting::{packed, small_pack};
use crate::factory::{feed, run_in};
use crate::shuffling::objects;
use std::fs;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::solve::search;

#[test]
fn exports_choose_as_all_commands_do() {
    let folder = small_pack();
    let at = folder.path();
    run_in(at, "--count 100 --seed 9 --name q --quiet").expect(0);
    let rows = |asked: &str| {
        objects(
            &run_in(at, &format!("export {asked} --to jsonl"))
                .expect(0)
                .out,
        )
    };
    let chosen = rows("output/p output/q --where clues>=25 --sort -clues,d --skip 2 --limit 7");
    let shown = run_in(
        at,
        "show output/p output/q --json --where clues>=25 --sort -clues,d --skip 2 --limit 7",
    );
    assert_eq!(chosen, objects(&shown.expect(0).out));
    assert_eq!(chosen.len(), 7);
    let both = rows("output/p output/q");
    assert_eq!(both.len(), 150);
    // A format with a folder for each level has each of them once.
    let xml = run_in(at, "export output/p output/q --to opensudoku --sort d").expect(0);
    assert_eq!(xml.out.matches("<folder").count(), 5);
    assert_eq!(xml.out.matches("<game").count(), 150);
    run_in(at, "export output/p --to line --where clues<17")
        .expect(3)
        .complains(&["no puzzle fits"]);
    run_in(at, "export output/p --to line --where clue<17")
        .expect(2)
        .complains(&["--where", "clues"]);
}

/// Makes a pack in which many puzzles have the same grid, turned and relabelled.
fn kindred_pack(folder: &tempfile::TempDir) {
    let more = |puzzle: &String| {
        let solution = search::solve(&puzzle.parse().unwrap(), 1)
            .first
            .unwrap()
            .to_string();
        let blank = puzzle.find('.').unwrap();
        format!(
            "{}{}{}",
            &puzzle[..blank],
            &solution[blank..=blank],
            &puzzle[blank + 1..]
        )
    };
    let puzzles = packed(folder);
    let others: Vec<String> = puzzles.iter().map(more).collect();
    let turned = feed(
        folder.path(),
        "shuffle --seed 3",
        others.join("\n").as_bytes(),
    )
    .expect(0);
    fs::write(
        folder.path().join("list"),
        puzzles.join("\n") + "\n" + &turned.out,
    )
    .unwrap();
    run_in(folder.path(), "--from list --name kin --quiet").expect(0);
}

#[test]
fn no_grid_is_on_both_sides_of_a_split() {
    let folder = small_pack();
    let at = folder.path();
    kindred_pack(&folder);
    let command = "export output/kin --to csv --split train=.7,test=0.3 --out set";
    run_in(at, command).expect(0);
    let grids = |part: &str| -> Vec<String> {
        let mut reader = csv::Reader::from_path(at.join(format!("set/{part}.csv"))).unwrap();
        let solutions = reader
            .records()
            .map(|row| row.unwrap()[2].parse::<Board>().unwrap());
        solutions
            .map(|grid| Canonical::of(&grid, &grid).solution.to_string())
            .collect()
    };
    let (train, test) = (grids("train"), grids("test"));
    assert_eq!(train.len() + test.len(), 100);
    assert!(
        train.len() > 50 && test.len() > 10,
        "{} {}",
        train.len(),
        test.len()
    );
    assert!(test.iter().all(|grid| !train.contains(grid)));
    let card = fs::read_to_string(at.join("set/README.md")).unwrap();
    let row = format!("| `train.csv` | {} | {}.00 % |", train.len(), train.len());
    for word in [
        row.as_str(),
        "- split: test\n    path: test.csv",
        "n<1K",
        "| `d` | double |",
        "- seed: from list",
    ] {
        assert!(card.contains(word), "{word} in {card}");
    }
    run_in(at, command).expect(0);
    fs::write(at.join("set/README.md"), "mine").unwrap();
    run_in(at, command)
        .expect(2)
        .complains(&["README.md exists already", "--force"]);
    run_in(at, &format!("{command} --force")).expect(0);
    assert_eq!(card, fs::read_to_string(at.join("set/README.md")).unwrap());
    let wrong = |split: &str, words: &[&str]| {
        run_in(
            at,
            &format!("export output/kin --to csv --split {split} --out no"),
        )
        .expect(2)
        .complains(words);
        assert!(!at.join("no").exists());
    };
    wrong("train=.7,test=.2", &["sum to 0.9"]);
    wrong("a=.5,A=.5", &["twice"]);
    wrong("../a=1", &["cannot name a part"]);
    wrong("half", &["NAME=SHARE"]);
    run_in(at, "export output/kin --to ipuz --split a=1 --out no")
        .expect(2)
        .complains(&["one"]);
}
