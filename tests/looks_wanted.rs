//! Tests requests for a pattern of clues, for a number of different digits, and for minimal puzzles: possible
//! requests are met, and impossible ones are refused.

use crate::factory::run_in;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::create;
use sudoku_factory::dig::{self, CluePattern, ClueRange, Plan, PlanError, Symmetry};
use sudoku_factory::grid::{Board, CellSet};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::exact_cover;
use sudoku_factory::verify::{PackProblem, VerifyOptions, verify};

fn patterns() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/patterns");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    files
}

fn pattern(file: &str) -> CluePattern {
    let path = patterns()
        .into_iter()
        .find(|path| path.ends_with(file))
        .unwrap();
    fs::read_to_string(path).unwrap().parse().unwrap()
}

fn all_records(folder: &Path) -> Vec<Record> {
    let pack = Pack::open(folder).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    levels
        .flat_map(|level| pack.records(level).unwrap().map(Result::unwrap))
        .collect()
}

fn spare_clues(puzzle: &Board) -> usize {
    let clues = puzzle.clues();
    let spare = |&cell: &_| exact_cover::solve(&puzzle.keep(clues.without(cell)), 2).0 == 1;
    clues.into_iter().filter(spare).count()
}

#[test]
fn every_pattern_that_comes_with_the_program_gives_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let files = patterns();
    assert!(files.len() >= 3);
    for file in files {
        let shape: CluePattern = fs::read_to_string(&file).unwrap().parse().unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let job = format!(
            "--pattern {} --count 12 --seed 1 --name {name}",
            file.display()
        );
        let said = run_in(folder.path(), &job).expect(0);
        let pack = folder.path().join("output").join(name);
        let made = all_records(&pack);
        assert!(made.len() >= 3, "{name}: {}", made.len());
        assert!(
            made.iter()
                .all(|record| record.puzzle.clues() == shape.cells())
        );
        let lost = said
            .out
            .contains("of the grids gave a puzzle on the pattern");
        assert_eq!(lost, made.len() < 12, "{}", said.out);
        let report = verify(&[pack], VerifyOptions::default(), &mut |_| ());
        assert_eq!(report.findings, vec![], "{name}");
    }
}

#[test]
fn patterns_are_read_in_every_layout() {
    let heart = pattern("heart.txt");
    assert_eq!(heart.cells().len(), 23);
    let line = heart.to_string();
    assert_eq!(line.parse(), Ok(heart));
    let rows: Vec<String> = (0..9)
        .map(|row| line[9 * row..9 * row + 9].to_owned())
        .collect();
    assert_eq!(rows.join("\n").to_uppercase().parse(), Ok(heart));
    assert_eq!(line.replace('.', "0").replace('x', "7").parse(), Ok(heart));
    for bad in [
        "",
        "x.x",
        &line[1..],
        &format!("{line}\n{line}"),
        &line.replace("x.", "x?"),
    ] {
        assert!(bad.parse::<CluePattern>().is_err(), "{bad}");
    }
}

#[test]
fn what_a_pattern_cannot_be_is_refused_before_any_work() {
    let check = |pattern: &str, plan: Plan| {
        let pattern: CluePattern = pattern.parse().unwrap();
        Plan {
            pattern: Some(pattern),
            ..plan
        }
        .check()
    };
    let plain = Plan::default();
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    assert_eq!(check(&few, plain), Err(PlanError::PatternTooFew(16)));
    let open = format!("{}{}", ".".repeat(18), "x".repeat(63));
    assert!(matches!(
        check(&open, plain),
        Err(PlanError::PatternOpen(_))
    ));
    let heart = pattern("heart.txt").to_string();
    assert_eq!(check(&heart, plain), Ok(()));
    let mirrored = Plan {
        symmetry: Symmetry::MirrorHorizontal,
        ..plain
    };
    assert_eq!(check(&heart, mirrored), Ok(()));
    let against = |plan| check(&heart, plan).unwrap_err().to_string();
    assert!(
        against(Plan {
            symmetry: Symmetry::Rotate180,
            ..plain
        })
        .contains("setting symmetry")
    );
    let clues = Some(ClueRange { min: 24, max: 30 });
    assert!(against(Plan { clues, ..plain }).contains("setting clues"));
    let row_clues = Some(ClueRange { min: 3, max: 9 });
    assert!(against(Plan { row_clues, ..plain }).contains("setting row-clues"));
    assert!(
        against(Plan {
            digits: Some(8),
            ..plain
        })
        .contains("setting digits 8")
    );
    assert_eq!(
        Plan {
            digits: Some(7),
            ..plain
        }
        .check(),
        Err(PlanError::Digits(7))
    );
}

#[test]
fn wrong_patterns_are_one_line_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thin"), "x".repeat(16) + &".".repeat(65)).unwrap();
    fs::write(folder.path().join("odd"), "x x x").unwrap();
    let said = |job: &str| run_in(folder.path(), &format!("--count 5 {job}")).expect(2);
    said("--pattern thin").complains(&["16 clues", "at least 17"]);
    assert!(said("--pattern odd").err.contains("81 characters, x"));
    assert!(said("--pattern nowhere").err.contains("nowhere"));
    said("--digits 7").complains(&["8 or 9"]);
    assert!(!folder.path().join("output").exists());
}

#[test]
fn eight_digits_and_nine() {
    let folder = tempfile::tempdir().unwrap();
    let made = |job: &str, name: &str| {
        let job = format!("--count 60 --seed 2 --quiet --name {name} {job}");
        run_in(folder.path(), &job).expect(0);
        let pack = folder.path().join("output").join(name);
        let report = verify(
            std::slice::from_ref(&pack),
            VerifyOptions::default(),
            &mut |_| (),
        );
        assert_eq!(report.findings, vec![]);
        all_records(&pack)
    };
    let digits = |record: &Record| {
        let given = record.puzzle.givens().map(|(_, digit)| digit.value());
        given.collect::<std::collections::BTreeSet<u8>>().len()
    };
    let eight = made("--digits 8", "eight");
    assert_eq!(eight.len(), 60);
    assert!(
        eight
            .iter()
            .all(|record| digits(record) == 8 && spare_clues(&record.puzzle) == 0)
    );
    let symmetric = made("--digits 8 --symmetry rotate180", "turned");
    assert!(symmetric.len() >= 30 && symmetric.iter().all(|record| digits(record) == 8));
    let nine = made("--digits 9", "nine");
    assert!(nine.len() >= 30 && nine.iter().all(|record| digits(record) == 9));
}

#[test]
fn minimal_puzzles_have_no_spare_clue_whatever_ends_the_dig() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 400 --seed 2 --symmetry rotate180 --minimal --quiet --name minimal";
    run_in(folder.path(), job).expect(0);
    let pack = folder.path().join("output/minimal");
    let made = all_records(&pack);
    assert!((5..395).contains(&made.len()), "{}", made.len());
    assert!(made.iter().all(|record| spare_clues(&record.puzzle) == 0));
    let report = verify(&[pack], VerifyOptions::default(), &mut |_| ());
    assert_eq!(report.findings, vec![]);
}

/// `verify` reports a pack whose job asks for a pattern, digits or minimality that its puzzles don't have.
#[test]
fn looks_that_puzzles_lack_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 3 --seed 2 --symmetry rotate180 --clues 30..34 --quiet --name plain";
    run_in(folder.path(), job).expect(0);
    let pack = folder.path().join("output/plain");
    let manifest = Pack::open(&pack).unwrap().manifest().clone();
    let mut forged = manifest;
    forged.job.dig = Plan {
        pattern: Some(CluePattern::new(CellSet::ALL)),
        digits: Some(8),
        minimal: true,
        ..forged.job.dig
    };
    fs::write(pack.join("pack.json"), forged.to_text().unwrap()).unwrap();
    let report = verify(&[pack], VerifyOptions::default(), &mut |_| ());
    let found =
        |is: fn(&PackProblem) -> bool| report.findings.iter().filter(|it| is(&it.problem)).count();
    assert!(found(|it| matches!(it, PackProblem::Pattern)) > 0);
    assert!(found(|it| matches!(it, PackProblem::Digits { .. })) > 0);
    assert!(found(|it| matches!(it, PackProblem::NotMinimal(_))) > 0);
}

proptest! {
    #![proptest_config(crate::cases(24))]

    /// A puzzle dug to a random pattern has exactly the clues of the pattern, and one solution.
    #[test]
    fn filled_patterns_are_what_they_seem(seed: u64, marked in 24usize..50) {
        let mut rng = Generator::for_candidate(seed, 0);
        let mut cells: Vec<_> = sudoku_factory::grid::Cell::all().collect();
        rng.shuffle(&mut cells);
        let shape = CluePattern::new(cells[..marked].iter().copied().collect());
        let plan = Plan { pattern: Some(shape), ..Plan::default() };
        prop_assume!(plan.check().is_ok());
        let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
        let dug = dig::dig(&grid, &plan, &mut rng.clone());
        prop_assert_eq!(dug, dig::dig(&grid, &plan, &mut rng));
        if dug.in_range {
            prop_assert_eq!(dug.puzzle.clues(), shape.cells());
            prop_assert_eq!(exact_cover::solve(&dug.puzzle, 2), (1, Some(dug.solution)));
        }
    }
}
