//! Formats of other programs, and the commands that turn one puzzle into others.

use crate::factory::{feed, run_in};
use serde_json::Value;
use std::fs;
use sudoku_factory::export;
use sudoku_factory::grid::Board;
use sudoku_factory::solve::search;

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// Naked and hidden singles solve it.
const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A formula read by the letter of the DIMACS form.
struct Formula {
    variables: usize,
    clauses: Vec<Vec<i32>>,
}

fn read_dimacs(text: &str) -> Formula {
    let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let (variables, announced): (usize, usize) =
        (header[2].parse().unwrap(), header[3].parse().unwrap());
    let numbers: Vec<i32> = lines
        .flat_map(str::split_ascii_whitespace)
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(numbers.last(), Some(&0));
    let clauses: Vec<Vec<i32>> = numbers
        .split(|&number| number == 0)
        .filter(|clause| !clause.is_empty())
        .map(<[i32]>::to_vec)
        .collect();
    assert_eq!(clauses.len(), announced);
    let known = |number: &i32| (1..=variables).contains(&(number.unsigned_abs() as usize));
    assert!(clauses.iter().flatten().all(known));
    Formula { variables, clauses }
}

impl Formula {
    fn of(puzzle: &Board) -> Self {
        let mut bytes = Vec::new();
        let format = export::named("cnf").unwrap();
        format.write(puzzle, &mut bytes).unwrap();
        read_dimacs(&String::from_utf8(bytes).unwrap())
    }

    /// Whether a grid is a model.
    fn holds(&self, grid: &Board) -> bool {
        let stands = |variable: usize| {
            let (cell, digit) = ((variable - 1) / 9, (variable - 1) % 9 + 1);
            usize::from(grid.values()[cell]) == digit
        };
        let is_true = |&literal: &i32| stands(literal.unsigned_abs() as usize) == (literal > 0);
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }

    /// What follows by unit propagation: the values of the variables, 0 where none follows.
    fn propagate(&self) -> Vec<i32> {
        let mut values = vec![0; self.variables + 1];
        loop {
            let mut learnt = false;
            for clause in &self.clauses {
                let value =
                    |&literal: &i32| values[literal.unsigned_abs() as usize] * literal.signum();
                let open: Vec<i32> = clause.iter().copied().filter(|l| value(l) == 0).collect();
                if let [only] = open[..]
                    && !clause.iter().any(|l| value(l) == 1)
                {
                    values[only.unsigned_abs() as usize] = only.signum();
                    learnt = true;
                }
            }
            if !learnt {
                return values;
            }
        }
    }
}

#[test]
fn the_only_model_of_a_puzzle_is_its_solution() {
    for line in [PUZZLE, EASY] {
        let puzzle: Board = line.parse().unwrap();
        let solution = search::solve(&puzzle, 2).first.unwrap();
        let formula = Formula::of(&puzzle);
        assert_eq!(formula.variables, 729);
        assert!(formula.holds(&solution));
        for place in 0..81 {
            let mut wrong = *solution.values();
            wrong[place] = wrong[place] % 9 + 1;
            assert!(!formula.holds(&Board::from_values(wrong).unwrap()));
            wrong[place] = 0;
            assert!(!formula.holds(&Board::from_values(wrong).unwrap()));
        }
    }
    // Another grid breaks nothing but the clues.
    let another = search::solve(&EASY.parse().unwrap(), 1).first.unwrap();
    assert!(!Formula::of(&PUZZLE.parse().unwrap()).holds(&another));
    assert!(Formula::of(&Board::EMPTY).holds(&another));
}

/// With the whole encoding, unit propagation alone is as good as all singles.
#[test]
fn singles_are_unit_propagation() {
    let puzzle: Board = EASY.parse().unwrap();
    let solution = search::solve(&puzzle, 1).first.unwrap();
    let values = Formula::of(&puzzle).propagate();
    for (cell, digit) in solution.givens() {
        assert_eq!(values[9 * cell.index() + usize::from(digit.value())], 1);
    }
    assert!(!values[1..].contains(&0));
}

#[test]
fn one_puzzle_is_converted_to_standard_output_and_several_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let alone = feed(folder.path(), "convert --to cnf", EASY.as_bytes()).expect(0);
    assert!(alone.out.contains(&format!("c Sudoku {EASY}\n")));
    assert_eq!(read_dimacs(&alone.out).variables, 729);

    let several = format!("{EASY}\nnonsense\n{PUZZLE}\n");
    let said = feed(folder.path(), "convert --to cnf", several.as_bytes()).expect(2);
    assert!(said.out.is_empty());
    assert!(said.err.contains("--out DIR"), "{}", said.err);

    let said = feed(
        folder.path(),
        "convert --to cnf --out sat",
        several.as_bytes(),
    )
    .expect(3);
    assert_eq!(said.out, "sat/000001.cnf\nsat/000003.cnf\n");
    said.complains(&["line 2"]);
    let first = fs::read_to_string(folder.path().join("sat/000001.cnf")).unwrap();
    assert_eq!(first, alone.out);
    assert_eq!(fs::read_dir(folder.path().join("sat")).unwrap().count(), 2);

    let json = feed(folder.path(), "convert --to cnf --json", several.as_bytes()).expect(3);
    let json = objects(&json.out);
    assert_eq!(json.len(), 3, "one object for each input");
    assert_eq!(json[0]["text"].as_str(), Some(alone.out.as_str()));
    assert!(json[1]["error"].is_string());
}

#[test]
fn unknown_formats_and_folders_that_cannot_be_are_told() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "convert --to cfn")
        .expect(2)
        .complains(&["cfn", "the formats are cnf"]);
    fs::write(folder.path().join("file"), "").unwrap();
    feed(
        folder.path(),
        "convert --to cnf --out file/sat",
        EASY.as_bytes(),
    )
    .expect(1)
    .complains(&["file/sat"]);
}

#[test]
fn files_that_are_there_are_kept_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let (first, mine) = ("sat/000001.cnf", "my own notes");
    fs::create_dir(folder.path().join("sat")).unwrap();
    fs::write(folder.path().join(first), mine).unwrap();
    let file = || fs::read_to_string(folder.path().join(first)).unwrap();
    let convert = |more: &str| {
        let arguments = format!("convert --to cnf --out sat{more}");
        feed(folder.path(), &arguments, EASY.as_bytes())
    };
    convert("").expect(2).complains(&[first, "--force"]);
    assert_eq!(file(), mine);
    convert(" --force").expect(0);
    assert!(file().contains(EASY));
}

fn objects(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn shuffled_puzzles_have_the_id_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let two = format!("{EASY}\n{PUZZLE}\n");
    let said = feed(folder.path(), "shuffle --count 3 --seed 9", two.as_bytes()).expect(0);
    let shuffled: Vec<&str> = said.out.lines().collect();
    assert_eq!(shuffled.len(), 6);
    let clues = |line: &str| line.parse::<Board>().unwrap().clue_count();
    assert!(shuffled[..3].iter().all(|line| clues(line) == clues(EASY)));
    assert!(
        shuffled[3..]
            .iter()
            .all(|line| clues(line) == clues(PUZZLE))
    );

    let all = format!("{two}{}", said.out);
    let canon = objects(
        &feed(folder.path(), "canon --json", all.as_bytes())
            .expect(0)
            .out,
    );
    let ids: Vec<&str> = canon
        .iter()
        .map(|form| form["id"].as_str().unwrap())
        .collect();
    assert_ne!(ids[0], ids[1]);
    assert_eq!(ids[2..5], [ids[0]; 3]);
    assert_eq!(ids[5..], [ids[1]; 3]);
    assert!(ids.iter().all(|id| id.len() == 32));
    assert_eq!(canon[0]["canonical"], canon[4]["canonical"]);

    // The same seed gives the same copies, and more of them begin alike.
    let fewer = feed(folder.path(), "shuffle --count 2 --seed 9", two.as_bytes()).expect(0);
    let begins: Vec<&str> = fewer.out.lines().collect();
    assert_eq!(begins, [&shuffled[..2], &shuffled[3..5]].concat());
    let json = feed(folder.path(), "shuffle --seed 9 --json", two.as_bytes()).expect(0);
    let json = objects(&json.out);
    assert_eq!(json[1]["shuffled"], shuffled[3]);
    assert_eq!(
        (&json[1]["copy"], &json[1]["seed"]),
        (&1.into(), &"9".into())
    );
    assert_eq!(json[1]["transform"]["rows"].as_array().unwrap().len(), 9);
}

#[test]
fn a_shuffle_without_a_seed_tells_the_one_it_drew() {
    let folder = tempfile::tempdir().unwrap();
    let said = feed(folder.path(), "shuffle", EASY.as_bytes()).expect(0);
    said.complains(&["--seed"]);
    let seed = said.err.trim_end().rsplit(' ').next().unwrap();
    let again = feed(
        folder.path(),
        &format!("shuffle --seed {seed}"),
        EASY.as_bytes(),
    );
    assert_eq!(again.expect(0).out, said.out);
    run_in(folder.path(), "shuffle --count 0")
        .expect(2)
        .complains(&["--count is 0"]);
}

#[test]
fn without_exactly_one_solution_there_is_no_id() {
    let folder = tempfile::tempdir().unwrap();
    let clash = EASY.replacen("53", "55", 1);
    let input = format!("{}\n{clash}\n{EASY}\n", ".".repeat(81));
    let said = feed(folder.path(), "canon", input.as_bytes()).expect(0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].ends_with("# no id: more than one solution"));
    assert!(lines[1].contains("# no id: no solution: 5 stands twice in row 1"));
    assert!(lines[2].ends_with("  1 symmetry of the solution"));
    let json = objects(
        &feed(folder.path(), "canon --json", input.as_bytes())
            .expect(0)
            .out,
    );
    assert_eq!(json[0]["id"], Value::Null);
    assert_eq!(json[0]["reason"], "more than one solution");
    assert_eq!(json[2]["reason"], Value::Null);
    assert_eq!(json[2]["solution_symmetries"], 1);
}

#[test]
fn isomorphs_are_dropped_from_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let copies =
        |line: &str| feed(folder.path(), "shuffle --count 2 --seed 4", line.as_bytes()).out;
    let list = format!(
        "{}{PUZZLE}\n{}\nnonsense\n{}{EASY}\n{0}",
        copies(PUZZLE),
        ".".repeat(81),
        copies(EASY)
    );
    let kept = [1, 4, 6].map(|line| list.lines().nth(line - 1).unwrap());
    let said = feed(folder.path(), "canon --unique", list.as_bytes()).expect(3);
    let shown: Vec<&str> = said.out.lines().map(|line| &line[..81]).collect();
    assert_eq!(shown, kept, "the first of each, as it came");
    assert!(
        said.err.contains("6 forms of earlier puzzles dropped"),
        "{}",
        said.err
    );
    assert!(said.err.contains("line 5"), "{}", said.err);
    // What was kept has nothing to drop, in any number of threads.
    let again = feed(
        folder.path(),
        "canon --unique --threads 3",
        said.out.as_bytes(),
    );
    assert_eq!(again.out, said.out);
    assert!(again.err.is_empty(), "{}", again.err);
}
