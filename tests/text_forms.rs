//! Tests reading and writing boards as text.

use crate::sets;
use proptest::prelude::*;
use std::io::{self, BufReader, Read};
use sudoku_factory::grid::text::{self, ExpectedText, FoundText, LINE_LIMIT, Puzzles, TextError};
use sudoku_factory::grid::{Board, CELLS};

const LINE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn board() -> impl Strategy<Value = Board> {
    proptest::collection::vec(0u8..=9, CELLS)
        .prop_map(|values| Board::from_values(values.try_into().unwrap()).unwrap())
}

/// Reads all puzzles and errors in a text, each with the number of its line.
fn items(text: impl AsRef<[u8]>) -> Vec<(u64, Result<Board, TextError>)> {
    Puzzles::new(text.as_ref()).map(Result::unwrap).collect()
}

/// Returns the puzzles and errors in a text, each on its own line with the number of its line.
fn listing(text: impl AsRef<[u8]>) -> String {
    let say = |(line, board): (u64, Result<Board, TextError>)| match board {
        Ok(board) => format!("{line}: {board}"),
        Err(error) => format!("{line}: {error}"),
    };
    let all: Vec<String> = items(text).into_iter().map(say).collect();
    all.join("\n")
}

fn rows(text: &str) -> Vec<&str> {
    (0..9).map(|row| &text[row * 9..row * 9 + 9]).collect()
}

fn refused(text: &str) -> TextError {
    text.parse::<Board>().unwrap_err()
}

#[test]
fn boxes_are_drawn() {
    let board: Board = LINE.parse().unwrap();
    insta::assert_snapshot!(text::boxed(&board), @r"
    4 . . | . . . | 8 . 5
    . 3 . | . . . | . . .
    . . . | 7 . . | . . .
    ------+-------+------
    . 2 . | . . . | . 6 .
    . . . | . 8 . | 4 . .
    . . . | . 1 . | . . .
    ------+-------+------
    . . . | 6 . 3 | . 7 .
    5 . . | 2 . . | . . .
    1 . 4 | . . . | . . .
    ");
}

#[test]
fn every_blank_is_read() {
    let board: Board = LINE.parse().unwrap();
    for blank in ['.', '0', '_', '*', 'X', 'x', '-', ' '] {
        assert_eq!(text::line(&board, blank).parse(), Ok(board), "{blank:?}");
    }
    assert_eq!(
        text::line_bytes(&board, b'0'),
        text::line(&board, '0').as_bytes()
    );
    assert_eq!(format!("{board:>83}"), format!("  {LINE}"));
}

#[test]
fn every_form_is_read() {
    let board: Board = LINE.parse().unwrap();
    let nine = rows(LINE);
    let spaced = |row: &str| row.split("").collect::<Vec<_>>().join(" ");
    let separated = |by: &str| {
        LINE.split("")
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join(by)
    };
    let framed = |row: &str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let border = "+---+---+---+";
    let bands: Vec<String> = nine
        .chunks(3)
        .map(|band| band.iter().map(|row| framed(row) + "\n").collect())
        .collect();
    let texts = [
        format!("{LINE} # a comment, with | and -"),
        format!("\t{LINE}  \n"),
        format!("\u{FEFF}{LINE}\r\n"),
        format!("# first\n\n{LINE}#last\n"),
        nine.join("\n"),
        nine.join("  # a row\r\n"),
        nine.iter().map(|row| spaced(row) + "\n").collect(),
        format!("{border}\n{}{border}\n", bands.join(&format!("{border}\n"))),
        text::boxed(&board),
        format!("{}  # with spaces", spaced(LINE)),
        separated(",").replace('.', "0") + "\r\n",
        separated("; "),
        separated(", ").replace('.', "") + ",",
        separated("\t") + "\t# with tabs",
        nine.iter()
            .map(|row| row.split("").collect::<Vec<_>>().join(",") + "\n")
            .collect(),
    ];
    for text in texts {
        assert_eq!(text.parse(), Ok(board), "{text}");
    }
}

#[test]
fn serde_takes_and_gives_a_string() {
    let board: Board = LINE.parse().unwrap();
    let json = serde_json::to_string(&board).unwrap();
    assert_eq!(json, format!("{LINE:?}"));
    assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), board);
    let error = serde_json::from_str::<Board>("\"12\"")
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("line 1, column 3: expected a digit"),
        "{error}"
    );
}

#[test]
fn errors_say_place_expected_and_found() {
    let at = |column: usize, with: &str| LINE[..column - 1].to_owned() + with;
    let eighty = &LINE[..80];
    let cells: Vec<&str> = LINE.split("").filter(|it| !it.is_empty()).collect();
    let shown = [
        refused(""),
        refused("  \n# nothing\n"),
        refused(&(at(40, "k") + &LINE[40..])),
        refused(eighty),
        refused(&format!("{LINE}5")),
        refused(&format!("{LINE} 5")),
        refused(&format!("{LINE}\n{LINE}")),
        refused(&format!("{LINE}\n5")),
        refused(&format!("{eighty}- # a comment")),
        refused(&format!("{eighty}  # a comment")),
        refused(&format!("{:81}", "53..7....")),
        refused("53..7....\n6..195.."),
        refused("53..7....\n6..195...1"),
        refused("5 3 . | - 7 . | . . ."),
        refused(&" ".repeat(81)),
        refused(&cells[..80].join(",")),
        refused(&format!("{},5,", cells.join(","))),
        refused(&cells[..80].join(" ")),
        refused(&cells.join(";").replacen(";8;", ";10;", 1)),
        refused(&cells.join(",").replace('.', "-")),
        refused(&",".repeat(80)),
    ];
    let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    line 1, column 1: expected a puzzle, found the end of the text
    line 1, column 1: expected a puzzle, found the end of the text
    line 1, column 40: expected a digit from 1 to 9 or a blank (. 0 _ * X - or a space), found 'k'
    line 1, column 81: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    line 1, column 82: expected the end of the line after 81 cells, found '5'
    line 1, column 82: expected the end of the line after 81 cells, found ' '
    line 2, column 1: expected the end of the text after one puzzle, found another puzzle
    line 2, column 2: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    line 1, column 81: expected a digit from 1 to 9 or a blank (. 0 _ * X), found '-'
    line 1, column 81: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    line 1, column 1: expected a text that can be read in one way only, found 81 characters that are a line of 81 cells or a row of nine
    line 2, column 9: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    line 2, column 10: expected the end of the row after nine cells, found '1'
    line 1, column 9: expected a digit from 1 to 9 or a blank (. 0 _ * X), found '-'
    line 1, column 1: expected a puzzle, found the end of the text
    line 1, column 160: expected a row of 9 cells or a board of 81, found 80 cells
    line 1, column 166: expected a row of 9 cells or a board of 81, found 83 cells
    line 1, column 160: expected a row of 9 cells or a board of 81, found 80 cells
    line 1, column 13: expected a digit from 1 to 9 or a blank (. 0 _ * X), found '1'
    line 1, column 3: expected a digit from 1 to 9 or a blank (. 0 _ * X), found '-'
    line 1, column 1: expected a puzzle, found the end of the text
    ");
}

#[test]
fn a_mixed_list_is_read_to_its_end() {
    let nine = rows(LINE);
    let broken = nine[..4].join("\n") + "\n" + "..k......\n" + &nine[5..].join("\n");
    let text = format!(
        "\u{FEFF}# mixed\r\n{LINE}\r\n\n{rows}\nnot a puzzle\n{boxed}{broken}\n{rows}\n{short}\n\n\
         {LINE} # good\n{short}\n{LINE}\n{too_short}\n{short}",
        rows = nine.join("\n"),
        boxed = text::boxed(&LINE.parse().unwrap()),
        short = nine[..2].join("\n"),
        too_short = &LINE[..79],
    );
    insta::assert_snapshot!(listing(text), @r"
    2: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    4: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    13: line 13, column 1: expected a digit from 1 to 9 or a blank (. 0 _ * X), found 'n'
    14: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    25: line 29, column 3: expected a digit from 1 to 9 or a blank (. 0 _ * X), found 'k'
    34: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    43: line 45, column 1: expected row 3 of 9, found an empty line
    46: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    47: line 49, column 1: expected row 3 of 9, found a puzzle in one line
    49: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    50: line 50, column 80: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    51: line 53, column 1: expected row 3 of 9, found the end of the text
    ");
}

#[test]
fn a_faulty_row_breaks_its_block_alone() {
    let nine = rows(LINE);
    for bad in 0..9 {
        let mut block = nine.clone();
        block[bad] = "4......8.5";
        let text = [nine.clone(), block, nine.clone()].concat().join("\n");
        let all = items(text);
        let lines: Vec<u64> = all.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 10, 19]);
        let error = all[1].1.as_ref().unwrap_err();
        assert_eq!((error.line, error.column), (10 + bad as u64, 10));
        assert_eq!(error.expected, ExpectedText::RowEnd);
        assert!(all[0].1.is_ok() && all[2].1.is_ok());
    }
}

#[test]
fn bytes_that_are_no_text_cost_their_line() {
    let mut text = format!("{LINE}\n4..é").into_bytes();
    text.extend(b"\xFF...\n");
    text.extend(LINE.as_bytes());
    insta::assert_snapshot!(listing(text), @r"
    1: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    2: line 2, column 5: expected text in UTF-8, found the byte 0xff
    3: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    ");
}

/// A reader of one long line, with the number of bytes that are left to read.
struct Endless(u64);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.0 as usize);
        buffer[..length].fill(b'1');
        self.0 -= length as u64;
        Ok(length)
    }
}

#[test]
fn a_hostile_line_is_skipped() {
    let text = BufReader::new(Endless(50_000_000).chain(io::Cursor::new(format!("\n{LINE}\n"))));
    let all: Vec<_> = Puzzles::new(text).map(Result::unwrap).collect();
    assert_eq!(all.len(), 2);
    let error = all[0].1.as_ref().unwrap_err();
    assert_eq!(
        (error.column, error.found),
        (LINE_LIMIT + 1, FoundText::LongLine)
    );
    assert_eq!(all[1], (2, LINE.parse()));
}

#[test]
fn a_line_may_be_as_long_as_the_limit() {
    for end in ["\n", "\r\n", ""] {
        for (length, fits) in [(LINE_LIMIT, true), (LINE_LIMIT + 1, false)] {
            let comment = "#".repeat(length - CELLS);
            let text = format!("{LINE}{comment}{end}{LINE}");
            let first = &items(text)[0].1;
            // Without an end between them, the second puzzle lengthens the first line.
            assert_eq!(first.is_ok(), fits && !end.is_empty(), "{length} {end:?}");
        }
    }
}

#[test]
fn a_source_that_fails_is_said_and_ends_the_text() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::IsADirectory.into())
        }
    }
    let source = BufReader::new(io::Cursor::new(format!("{LINE}\n")).chain(Failing));
    let all: Vec<_> = Puzzles::new(source).collect();
    assert_eq!(all[0].as_ref().unwrap(), &(1, LINE.parse()));
    assert_eq!(
        all[1].as_ref().unwrap_err().kind(),
        io::ErrorKind::IsADirectory
    );
    assert_eq!(all.len(), 2);
}

#[test]
fn the_whole_sets_are_read() {
    let sets = [
        (sets::text("top95.txt"), 95),
        (sets::text("magictour1465.txt"), 1465),
        (sets::text("hardest1106.txt"), 375),
    ];
    for (set, size) in sets {
        assert_eq!(items(set).len(), size);
        assert!(items(set).iter().all(|(_, board)| board.is_ok()));
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(board in board(), dashes in any::<bool>()) {
        let blank = if dashes { '-' } else { '0' };
        prop_assert_eq!(text::line(&board, blank).parse(), Ok(board));
        prop_assert_eq!(text::boxed(&board).parse(), Ok(board));
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn no_bytes_make_the_reader_fail(
        text in proptest::collection::vec(
            prop_oneof![Just(b'\n'), Just(b'1'), Just(b'|'), Just(b'#'), Just(b' '), any::<u8>()],
            0..2000,
        )
    ) {
        let lines = text.split(|&b| b == b'\n').count() as u64;
        let all = items(text);
        prop_assert!(all.iter().all(|(line, _)| (1..=lines + 1).contains(line)));
        prop_assert!(all.is_sorted_by_key(|(line, _)| *line));
    }
}
