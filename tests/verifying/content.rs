//! Tests pack files that have not changed since they were written, but whose content is wrong.

use super::Forge;
use sudoku_factory::bucket::{Level, Quotas, Scheme};
use sudoku_factory::create::Method;
use sudoku_factory::dig::{self, ClueRange, Plan, Symmetry};
use sudoku_factory::grid::{Board, Cell, Digit};
use sudoku_factory::pack::{Manifest, Record, RecordVersion, RecordWriter};

/// Returns the faults that `verify` finds after the manifest of a correct pack was changed and sealed again.
fn after_reseal(edit: impl FnOnce(&mut Manifest)) -> String {
    let packs = Forge::honest().write();
    packs.reseal(edit);
    packs.findings()
}

fn assert_found(findings: &str, expected: &[&str]) {
    for line in expected {
        assert!(
            findings.lines().any(|found| found == *line),
            "{line}\nnot in\n{findings}"
        );
    }
    assert_eq!(findings.lines().count(), expected.len(), "{findings}");
}

#[test]
fn false_records_are_found() {
    let with = |edit: fn(&mut Record)| {
        let mut forge = Forge::honest();
        edit(&mut forge.records[0]);
        forge.findings()
    };
    let said = [
        with(|r| r.solution = r.puzzle),
        with(|r| r.solution.set(Cell::at(0, 2), Digit::new(5))),
        with(|r| {
            let swapped = r.solution.values().map(|v| match v {
                1 => 2,
                2 => 1,
                other => other,
            });
            r.solution = Board::from_values(swapped).unwrap();
        }),
        with(|r| r.puzzle = r.puzzle.keep(r.puzzle.clues().take(16).collect())),
        with(|r| r.ratings.ladder.difficulty += 0.25),
        with(|r| r.ratings.ladder.solved = false),
        with(|r| r.ratings.ladder.rules[0] -= 1),
        with(|r| r.ratings.ladder.used[1] += 1),
    ];
    insta::assert_snapshot!(said.join("\n--\n"), @"
    a/1-easy.pack: record 1 at byte 32: r1c3 of the solution holds 0
    --
    a/1-easy.pack: record 1 (number 0): its solution is not a full grid
    --
    a/1-easy.pack: record 1 (number 0): its solution does not agree with the puzzle
    --
    a/1-easy.pack: record 1 at byte 32: freedom is 1406, not 860
    --
    a/1-easy.pack: record 1 (number 0): its rating is not that of the job's scheme: D is 1, not 1.25
    --
    a/1-easy.pack: record 1 (number 0): its rating is not that of the job's scheme: the rules do reach the solution
    --
    a/1-easy.pack: record 1 (number 0): its rating is not that of the job's scheme: naked single in rules is 51, not 50
    --
    a/1-easy.pack: record 1 (number 0): its rating is not that of the job's scheme: hidden single in used is 0, not 1
    ");
    let mut forge = Forge::honest();
    forge.records[7].number = 99;
    let said = forge.findings();
    let expected = "(number 99): has a number that is not among the 8 candidates used";
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn a_record_in_the_wrong_level_is_found() {
    let mut forge = Forge::honest();
    let honest = forge.records[0].level;
    assert_eq!(honest, Level::EASY);
    forge.records[0].level = Level::HARD;
    forge.summary.rated[0] -= 1;
    forge.summary.rated[3] += 1;
    assert_found(
        &forge.findings(),
        &["a/4-hard.pack: record 1 (number 0): was packed as level 4, its rating makes it level 1"],
    );
}

#[test]
fn numbers_that_do_not_ascend_are_found() {
    let forge = Forge::honest();
    let packs = forge.write();
    let hard = forge
        .records
        .iter()
        .rev()
        .filter(|r| r.level == Level::HARD);
    let mut writer = RecordWriter::new(Vec::new(), RecordVersion::One);
    for record in hard {
        writer.push(record).unwrap();
    }
    let bytes = writer.finish().unwrap();
    packs.edit("4-hard.pack", |file| *file = bytes);
    packs.edit("4-hard.sdm", |file| {
        let lines: Vec<&[u8]> = file.chunks(82).rev().collect();
        *file = lines.concat();
    });
    packs.reseal(|_| ());
    assert_found(
        &packs.findings(),
        &[
            "a/4-hard.pack: record 2 (number 5): comes after number 7: numbers must ascend",
            "a/4-hard.pack: record 3 (number 4): comes after number 5: numbers must ascend",
        ],
    );
}

#[test]
fn repeats_are_found_within_a_pack_and_across() {
    let forge = Forge::honest();
    let packs = forge.write();
    forge.write_to(&packs.path("b"));
    let said = packs.findings_of(&["a", "b"]);
    assert_eq!(said.lines().count(), 8);
    let expected =
        "b/1-easy.pack: record 1 (number 0): is the same puzzle as record 1 of a/1-easy.pack";
    assert!(said.lines().any(|line| line == expected), "{said}");

    let mut forge = Forge::honest();
    forge.records[7] = Record {
        number: 7,
        ..forge.records[1].clone()
    };
    let said = forge.findings();
    assert!(
        said.contains("(number 7): is the same puzzle as record 1 of a/"),
        "{said}"
    );
}

#[test]
fn lines_that_are_not_the_records_are_found() {
    let packs = Forge::honest().write();
    packs.edit("4-hard.sdm", |bytes| bytes[82] ^= 1);
    packs.edit("1-easy.sdm", |bytes| bytes.truncate(40));
    packs.edit("2-fairly-easy.sdm", |bytes| bytes.extend(b"x"));
    packs.reseal(|_| ());
    insta::assert_snapshot!(packs.findings(), @r"
    a/1-easy.sdm: line 1 is not the puzzle of record 1 of the level's .pack file
    a/2-fairly-easy.sdm: goes on after line 1, the last of the level's records
    a/4-hard.sdm: line 2 is not the puzzle of record 2 of the level's .pack file
    ");
}

#[test]
fn clues_and_symmetry_of_the_job_are_looked_at() {
    let mut forge = Forge::honest();
    forge.job.dig.symmetry = Symmetry::Rotate180;
    forge.job.dig.clues = Some(ClueRange { min: 24, max: 30 });
    let said = forge.findings();
    // The first puzzle has 30 clues and a half turn's symmetry, the others 17 and none.
    assert_eq!(
        said.lines()
            .filter(|l| l.ends_with("clues, the job wants 24 to 30"))
            .count(),
        7
    );
    assert_eq!(
        said.lines()
            .filter(|l| l.ends_with("the job wants, rotate180"))
            .count(),
        7
    );
    assert!(!said.contains("(number 0)"), "{said}");
}

#[test]
fn rows_and_boxes_of_the_job_are_looked_at() {
    let mut forge = Forge::honest();
    forge.job.dig.row_clues = Some(ClueRange { min: 0, max: 2 });
    let said = forge.findings();
    let first = said.lines().find(|line| line.contains("(number 0)"));
    let first = first.unwrap_or_default();
    assert!(first.contains("row 1 has "), "{said}");
    assert!(
        first.ends_with("clues, the job wants 0 to 2 in every row"),
        "{said}"
    );
    forge.job.dig.row_clues = Some(ClueRange { min: 0, max: 9 });
    assert_eq!(forge.findings(), "");
    forge.job.dig.box_clues = Some(ClueRange { min: 6, max: 9 });
    let said = forge.findings();
    assert!(
        said.contains("clues, the job wants 6 to 9 in every box"),
        "{said}"
    );
}

/// The plans of packs from before row and box limits existed are read without those fields, and are written
/// again without them.
#[test]
fn plans_of_old_packs_are_read_and_written_as_they_were() {
    let old = r#"{"symmetry":"none","clues":null}"#;
    let plan: Plan = serde_json::from_str(old).unwrap();
    assert_eq!(plan, Plan::default());
    assert_eq!(serde_json::to_string(&plan).unwrap(), old);
    let new = Plan {
        row_clues: Some(ClueRange { min: 2, max: 4 }),
        box_clues: Some(ClueRange { min: 2, max: 5 }),
        method: dig::DigMethod::RowLimited,
        ..plan
    };
    let text = serde_json::to_string(&new).unwrap();
    insta::assert_snapshot!(text, @r#"{"symmetry":"none","clues":null,"row-clues":{"min":2,"max":4},"box-clues":{"min":2,"max":5},"method":"row-limited"}"#);
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), new);
}

#[test]
fn counts_that_do_not_add_up_are_found() {
    let said = [
        after_reseal(|m| m.numbers = 9),
        after_reseal(|m| m.dropped.repeats = 1),
        after_reseal(|m| m.dropped.out_of_range = 1),
        after_reseal(|m| m.las_vegas_attempts = Some(8)),
        after_reseal(|m| m.job.create = Method::LasVegas { seed_cells: 11 }),
        after_reseal(|m| m.levels[0].made += 1),
        after_reseal(|m| m.levels[0].rated = u64::MAX),
    ];
    insta::assert_snapshot!(said.join("\n--\n"), @r"
    a/pack.json: claims numbers 9, which cannot be true: the job's count is less
    a/pack.json: claims numbers 9, which cannot be true: every candidate is rated into one level, out of range or filtered out, and these counts do not add up
    --
    a/pack.json: claims repeats 1, which cannot be true: without quotas every rated candidate is kept or a repeat, and these counts do not add up
    --
    a/pack.json: claims numbers 8, which cannot be true: every candidate is rated into one level, out of range or filtered out, and these counts do not add up
    a/pack.json: claims out_of_range 1, which cannot be true: the job wants no range of clues
    --
    a/pack.json: claims las_vegas_attempts 8, which cannot be true: there is at least one for each candidate if grids are made that way, else none
    --
    a/pack.json: claims las_vegas_attempts null, which cannot be true: there is at least one for each candidate if grids are made that way, else none
    --
    a/pack.json: claims repeats 0, which cannot be true: without quotas every rated candidate is kept or a repeat, and these counts do not add up
    a/pack.json: claims easy: made 2, which cannot be true: that is more than were rated into the level
    a/1-easy.pack: holds 1 records, the manifest says 2
    --
    a/pack.json: claims numbers 8, which cannot be true: every candidate is rated into one level, out of range or filtered out, and these counts do not add up
    a/pack.json: claims repeats 0, which cannot be true: without quotas every rated candidate is kept or a repeat, and these counts do not add up
    ");
}

#[test]
fn a_manifest_that_is_not_of_its_job_is_found() {
    let quotas = |manifest: &mut Manifest, wanted: [u64; 5]| {
        manifest.job.quotas = Some(Quotas::new(wanted.to_vec()));
        for level in Scheme::default().levels() {
            manifest.levels[level.index()].wanted = Some(wanted[level.index()]);
        }
    };
    let said = [
        after_reseal(|m| m.algorithm = 2),
        after_reseal(|m| m.job.scheme.limits = vec![2.0; 4]),
        after_reseal(|m| m.levels[0].wanted = Some(3)),
        after_reseal(|m| m.levels[2].level = "easy".to_owned()),
        after_reseal(|m| m.files.swap(0, 1)),
        after_reseal(|m| drop(m.files.pop())),
        after_reseal(|m| m.files[3].name = "../../secret".to_owned()),
        after_reseal(|m| quotas(m, [0, 9, 9, 9, 9])),
    ];
    assert_eq!(after_reseal(|m| quotas(m, [9; 5])), "");
    insta::assert_snapshot!(said.join("\n--\n"), @"
    a/pack.json: claims algorithm 2, which cannot be true: this program knows 1: take the release that made the pack
    --
    a/pack.json: its scheme wu makes no sense: limits must ascend and be finite: [2.0, 2.0, 2.0, 2.0]
    --
    a/pack.json: claims easy: wanted 3, which cannot be true: the job wants all
    --
    a/pack.json: claims easy as level 3, which cannot be true: that is moderate
    --
    a/pack.json: lists other files than those of the levels of its job, or in another order
    --
    a/pack.json: lists other files than those of the levels of its job, or in another order
    a/5-very-hard.sdm: does not belong to the pack
    --
    a/pack.json: lists other files than those of the levels of its job, or in another order
    a/2-fairly-easy.sdm: does not belong to the pack
    --
    a/pack.json: claims easy: made 1, which cannot be true: that is more than the job wants
    ");
}
