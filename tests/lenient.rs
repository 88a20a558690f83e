//! Tests reading lists with other text around their puzzles: numbers, quotes, ratings, byte order marks.

use crate::exporting::{EASY, PUZZLE};
use crate::factory::{feed, run_in};
use proptest::prelude::*;
use std::fs;
use sudoku_factory::grid::Board;
use sudoku_factory::import::{self, Format, ReadOptions};

const LENIENT: ReadOptions = ReadOptions {
    format: None,
    lenient: true,
};

/// Returns the puzzles and errors in a text, each on its own line with the number of its line.
fn listing(text: impl AsRef<[u8]>, options: ReadOptions) -> Vec<String> {
    let found = import::read(text.as_ref(), options).map(|item| match item.unwrap() {
        (line, Ok(board)) => format!("{line}: {board}"),
        (line, Err(error)) => format!("{line}: {error}"),
    });
    found.collect()
}

/// Returns lines in the forms that are common in lists of puzzles, each with this puzzle.
fn dressed(puzzle: &str) -> Vec<String> {
    let zeros = puzzle.replace('.', "0");
    vec![
        format!("{puzzle} 7.2"),
        format!("{puzzle}  7.2  1.2  1.2"),
        format!("{zeros} 10.4 rated by SE 1.2.1"),
        format!("17,{puzzle}"),
        format!("17;{zeros};hard"),
        format!("17\t{puzzle}\t7.2"),
        format!("No. 17: {puzzle}"),
        format!("17) {puzzle}"),
        format!("[17] {puzzle}"),
        format!("1.{zeros}"),
        format!("\"{puzzle}\""),
        format!("\"{puzzle}\",\"7.2\""),
        format!("'{puzzle}'"),
        format!("`{puzzle}`,"),
        format!("\u{FEFF}{puzzle}"),
        format!("\"{puzzle}"),
        format!("| 17 | {puzzle} | 7.2 |"),
        format!("({puzzle})"),
        format!("puzzle={puzzle}&level=3"),
        format!("{puzzle},{}", "1".repeat(81)),
    ]
}

/// Lists of puzzles in all common forms are read completely, whatever the form of the first line.
#[test]
fn lists_of_the_field_are_read() {
    let lines = dressed(PUZZLE);
    for first in 0..lines.len() {
        let mut order: Vec<&String> = lines.iter().collect();
        order.swap(0, first);
        let text: String = order.iter().map(|line| format!("{line}\r\n")).collect();
        let expected: Vec<String> = (1..=lines.len())
            .map(|line| format!("{line}: {PUZZLE}"))
            .collect();
        assert_eq!(listing(text, LENIENT), expected, "{:?} is first", order[0]);
    }
}

#[test]
fn what_is_no_puzzle_is_refused_as_before() {
    let lines = [
        "nonsense".to_owned(),
        format!("{EASY}9"),
        format!("5{EASY}"),
        format!("x{EASY}"),
        format!("{} 7.2", &EASY[1..]),
        "-".repeat(81),
    ];
    let text = format!("{EASY}\n{}\n{EASY} 7.2\n", lines.join("\n"));
    let strict = listing(&text, ReadOptions::default());
    let lenient = listing(&text, LENIENT);
    let last = strict.len() - 1;
    assert_eq!(strict[..last], lenient[..last]);
    assert!(strict[last].ends_with("; --lenient would take the first 81 cells in this line"));
    assert_eq!(lenient[last], format!("8: {EASY}"));
    assert!(
        strict[..last]
            .iter()
            .all(|line| !line.contains("--lenient")),
        "{strict:?}"
    );
}

/// Everything that can be read without `--lenient` is read in the same way with it.
#[test]
fn what_is_read_already_is_not_read_otherwise() {
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let texts = [
        format!("solution,puzzle\n{full},{EASY}\n{full},{PUZZLE}\n"),
        format!("{full};{EASY}\n\n# {PUZZLE}\n{full};{PUZZLE}\n"),
        format!("# {PUZZLE}\n{EASY}  # {PUZZLE}\n"),
        format!("{{\"solution\":\"{full}\",\"puzzle\":\"{EASY}\"}}\n"),
        format!("[\"{EASY}\",\n\"{PUZZLE}\"]"),
        format!(":0000:x:{EASY}::::\n"),
        EASY.as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8_lossy(row) + "\n")
            .collect(),
    ];
    for text in texts {
        let strict = listing(&text, ReadOptions::default());
        assert!(strict[0].ends_with(EASY), "{strict:?}");
        assert_eq!(listing(&text, LENIENT), strict);
    }
    let named = ReadOptions {
        format: Some(Format::Csv),
        lenient: true,
    };
    let text = format!("puzzle,level\n{EASY},1\nnone,\"{PUZZLE}, hard\n");
    assert_eq!(
        listing(text, named),
        [format!("2: {EASY}"), format!("3: {PUZZLE}")]
    );
}

proptest! {
    #![proptest_config(crate::cases(256))]

    /// Junk around a puzzle never changes the puzzle: the reader finds that puzzle or none.
    #[test]
    fn junk_never_changes_the_puzzle(
        cells in proptest::collection::vec((0u8..10, any::<bool>()), 81),
        blank in prop::sample::select(vec!['.', '0', '_', '*', 'X']),
        before in proptest::collection::vec(any::<u8>(), 0..40),
        after in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let values: Vec<u8> = cells.iter().map(|&(digit, open)| if open { 0 } else { digit }).collect();
        let board = Board::from_values(values.try_into().unwrap()).unwrap();
        let puzzle: String = board.to_string().replace('.', &blank.to_string());
        let one_line = |junk: &[u8]| -> Vec<u8> {
            junk.iter().copied().filter(|byte| !b"\r\n#".contains(byte)).collect()
        };
        let line = [one_line(&before), puzzle.into_bytes(), one_line(&after)].concat();
        for lenient in [false, true] {
            for format in [None, Some(Format::Text), Some(Format::Csv)] {
                for item in import::read(line.as_slice(), ReadOptions { format, lenient }) {
                    if let (_, Ok(found)) = item.unwrap() {
                        prop_assert_eq!(found, board);
                    }
                }
            }
        }
    }

    /// A puzzle that is separated from other characters on both sides is always read.
    #[test]
    fn a_puzzle_apart_is_always_read(
        before in "[ \"'(|:;,=]{0,12}", after in "[ \"')|:;,][ -~&&[^#]]{0,40}",
    ) {
        let line = format!("9 {before}\u{FEFF}{PUZZLE}{after}");
        for format in [Format::Text, Format::Csv] {
            let options = ReadOptions { format: Some(format), lenient: true };
            prop_assert_eq!(listing(&line, options), [format!("1: {PUZZLE}")]);
        }
    }
}

#[test]
fn every_command_that_reads_a_list_can_be_lenient() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let list = format!("{EASY}\n{PUZZLE} 7.2\n");
    for command in [
        "rate",
        "solve",
        "canon",
        "shuffle --seed 1",
        "convert --to line",
        "show",
    ] {
        let strict = feed(at, command, list.as_bytes()).expect(3);
        strict.complains(&["line 2", "--lenient would take"]);
        let lenient = feed(at, &format!("{command} --lenient"), list.as_bytes()).expect(0);
        assert!(
            lenient.err.is_empty() && lenient.out.len() > strict.out.len(),
            "{command}"
        );
    }
    fs::write(at.join("list"), &list).unwrap();
    let strict = run_in(at, "--from list --name strict").expect(3).err;
    assert!(
        strict.contains("list: line 2") && strict.contains("--lenient would take"),
        "{strict}"
    );
    run_in(at, "--from list --lenient --name all --quiet").expect(0);
    let packed = run_in(at, "export output/all --to line --sort number").expect(0);
    assert_eq!(packed.out, format!("{EASY}\n{PUZZLE}\n"));
    // The same bytes, read otherwise, are another list.
    let list_of = |name: &str| {
        let text = fs::read_to_string(at.join(format!("output/{name}/pack.json"))).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        manifest["job"]["source"]["list"]["blake3"].clone()
    };
    assert_ne!(list_of("strict"), list_of("all"));
    run_in(at, "--count 5 --lenient")
        .expect(2)
        .complains(&["--lenient", "--from"]);
    feed(at, "solve --lenient --shape 2x2", b"")
        .expect(2)
        .complains(&["--lenient", "--shape"]);
}

/// If a puzzle can't be read, the solution beside it is not taken for the puzzle.
#[test]
fn a_solution_is_not_taken_for_its_puzzle() {
    let full = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let cut = &PUZZLE[1..];
    for text in [
        format!("{cut} {full}\n"),
        format!("puzzle,solution\n{cut},{full}\n"),
        format!("17,{cut},{full}\n"),
        format!("puzzle,solution\nlost,{full}\n"),
    ] {
        for options in [LENIENT, ReadOptions::default()] {
            let found = listing(&text, options);
            assert_eq!(found.len(), 1, "{found:?}");
            let is_taken = found[0].ends_with(full) || found[0].contains("--lenient would");
            assert!(!is_taken, "{text}{found:?}");
        }
    }
    assert_eq!(
        listing(format!("{full} 1.2\n"), LENIENT),
        [format!("1: {full}")]
    );
}
