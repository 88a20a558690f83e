//! Tests reading and writing boards of any size as text, and `factory solve` for such boards.

use crate::factory::{feed, run_in};
use crate::sets;
use insta::assert_snapshot;
use proptest::prelude::*;
use sudoku_factory::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Reading, shaped_line};
use sudoku_factory::grid::{Shape, ShapedBoard};

/// Returns the puzzles of a set of 16×16 puzzles.
pub(crate) fn giants(name: &str) -> Vec<ShapedBoard> {
    let rows: Vec<_> = sets::rows(name).collect();
    boards(&rows.join("\n"), Reading::default())
        .into_iter()
        .map(|board| shaped(board.unwrap()))
        .collect()
}

fn shaped(board: AnyBoard) -> ShapedBoard {
    match board {
        AnyBoard::Nine(board) => ShapedBoard::from(&board),
        AnyBoard::Shaped(board) => board,
    }
}

fn boards(text: &str, reading: Reading) -> Vec<Result<AnyBoard, String>> {
    AnyPuzzles::new(text.as_bytes(), reading)
        .map(|item| item.unwrap().1.map_err(|error| error.to_string()))
        .collect()
}

/// Returns the text forms of a board: in one line, in rows, in rows with spaces, and drawn with boxes.
fn forms(board: &ShapedBoard, alphabet: Alphabet) -> Vec<String> {
    let side = board.shape().side();
    let line = shaped_line(board, alphabet);
    let cells: Vec<String> = match alphabet {
        Alphabet::Numbers => line.split(' ').map(str::to_owned).collect(),
        _ => line.chars().map(String::from).collect(),
    };
    let rows = |between: &str| {
        let rows = cells.chunks(side).map(|row| row.join(between));
        rows.collect::<Vec<_>>().join("\n") + "\n"
    };
    let boxed = |row: &[String]| {
        let boxes = row
            .chunks(board.shape().box_columns())
            .map(|cells| cells.join(" "));
        boxes.collect::<Vec<_>>().join(" | ")
    };
    let bands = cells.chunks(side * board.shape().box_rows());
    let drawn = bands.map(|band| band.chunks(side).map(boxed).collect::<Vec<_>>().join("\n"));
    let drawn = drawn.collect::<Vec<_>>().join("\n----+----\n");
    let mut forms = vec![line, rows(" "), drawn];
    if alphabet != Alphabet::Numbers {
        forms.push(rows(""));
    }
    forms
}

proptest! {
    #![proptest_config(crate::cases(40))]
    #[test]
    fn boards_of_any_size_survive_every_text_form(
        side in prop::sample::select(Shape::USUAL_SIDES.to_vec()),
        values in prop::collection::vec(0usize..60, 625),
    ) {
        let shape = Shape::of_side(side).unwrap();
        let values = values[..shape.cells()].iter();
        let values = values.map(|&v| if v > side { 0 } else { v as u8 }).collect();
        let board = ShapedBoard::from_values(shape, values).unwrap();
        for alphabet in Alphabet::ALL {
            for text in forms(&board, alphabet) {
                let reading = Reading { shape: Some(shape), alphabet: Some(alphabet) };
                let read = boards(&text, reading);
                prop_assert_eq!(read.len(), 1, "{}", &text);
                prop_assert_eq!(&shaped(read[0].clone().unwrap()), &board, "{}", &text);
                // The size is told by counting; 16 lines of 16 small digits alone can't tell.
                let reading = Reading { alphabet: Some(alphabet), ..Reading::default() };
                let small = side == 16 && board.values().iter().all(|&v| v <= 4);
                if side != 4 && !small {
                    prop_assert_eq!(boards(&text, reading), read, "{}", &text);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_a_panic_and_9x9_is_read_as_ever(text in "([0-9A-Gx. |,#-]{0,20}\n){0,40}") {
        for reading in [
            Reading::default(),
            Reading { shape: Shape::of_side(4), alphabet: None },
            Reading { shape: None, alphabet: Some(Alphabet::Numbers) },
        ] {
            for item in AnyPuzzles::new(text.as_bytes(), reading) {
                prop_assert!(item.is_ok());
            }
        }
        let nine = Reading { shape: Some(Shape::NINE), alphabet: None };
        let plain = sudoku_factory::grid::text::Puzzles::new(text.as_bytes());
        let plain: Vec<_> = plain.map(|item| item.unwrap()).collect();
        let any: Vec<_> = AnyPuzzles::new(text.as_bytes(), nine).map(|item| item.unwrap()).collect();
        let plain: Vec<_> = plain.into_iter().map(|(l, b)| (l, b.map(AnyBoard::Nine))).collect();
        prop_assert_eq!(any, plain);
    }
}

#[test]
fn what_is_wrong_with_a_giant_is_one_clear_line() {
    let giant = shaped_line(&giants("giant16-hard.txt.gz")[0], Alphabet::One);
    let said = |text: String| -> String {
        let boards = boards(&text, Reading::default());
        let errors = boards.into_iter().map(|board| match board {
            Ok(_) => "read".to_owned(),
            Err(error) => error,
        });
        errors.collect::<Vec<_>>().join("\n")
    };
    let rows: Vec<&str> = (0..16).map(|row| &giant[16 * row..16 * row + 16]).collect();
    assert_snapshot!(said(giant.replacen('A', "H", 1)), @"line 1, column 16: expected a digit of 16x16 (1-9, A-G) or a blank (. 0 _ * X), found 'H'");
    assert_snapshot!(said(giant[1..].to_owned()), @"line 1, column 256: expected a row or a board of a usual size (4, 6, 9, 12, 16, 20 or 25 wide), found 255 cells");
    assert_snapshot!(said(rows[..15].join("\n")), @"line 16, column 1: expected row 16 of 16, found the end of the text");
    assert_snapshot!(said(format!("{}\n{}\n", rows.join("\n").replacen('.', "", 1), giant)), @"
    line 1, column 16: expected a row of 16 cells, found 15 cells
    read
    ");
    assert_snapshot!(said(giant.replacen('.', "0", 1).replace('G', ".")), @"line 1, column 1: expected a text that can be read in one way only, found a board whose digits are 1-9, A-G or 0-9, A-F (its alphabet, one or zero, decides)");
    assert_snapshot!(said(giant.replace(|c: char| c.is_ascii_digit(), ".")), @"line 1, column 1: expected a text that can be read in one way only, found a board whose digits are 1-9, A-G or A-P (its alphabet, one or letters, decides)");
    assert_snapshot!(said("12..3...........\n".repeat(16)), @"line 1, column 1: expected a text that can be read in one way only, found lines of 16 cells that are boards of 4x4 or rows of one board of 16x16 (its shape, 2x2 or 4x4, decides)");
    assert_snapshot!(said("12..3...........\n".repeat(15)).lines().count(), @"15");
    assert_snapshot!(said("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17\n".to_owned()), @"line 1, column 37: expected a digit of 16x16 (1-16) or a blank (. 0 _ * X), found 17");
    assert_snapshot!(said(format!("12.4\n{giant}\n")), @"
    line 2, column 1: expected row 2 of 4, found 256 cells
    read
    ");
}

#[test]
fn solve_takes_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let giants = giants("giant16-hard.txt.gz");
    let nine = sets::rows("top95.txt").next().unwrap();
    let input = format!(
        "{}\n{nine}\n12.4\n..1.\n....\n.3..\n\n{}\n{}\n",
        giants[0],
        giants[1].to_string().replacen('.', "Z", 1),
        "11..".repeat(4),
    );
    let said = feed(folder.path(), "solve", input.as_bytes()).expect(3);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 4, "in the order of the input");
    assert!(lines[0].len() > 256 && lines[1].len() < 120);
    assert_snapshot!(lines[2..].join("\n"), @"
    1234341221434321  one of at least 2
    11..11..11..11..  no solution: 1 stands twice in row 1 (r1c1 and r1c2)
    ");
    assert_snapshot!(said.err, @"factory: standard input: line 8, column 1: expected a digit of 16x16 (1-9, A-G) or a blank (. 0 _ * X), found 'Z'");
    let zero = shaped_line(&giants[0], Alphabet::Zero);
    let said = feed(
        folder.path(),
        "solve --alphabet zero --json",
        zero.as_bytes(),
    )
    .expect(0);
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(object["puzzle"], zero);
    assert_eq!(object["solutions"], 1);
    let six = "......".repeat(6);
    let said = feed(folder.path(), "solve --shape 3x2", six.as_bytes()).expect(0);
    assert_snapshot!(said.out, @"123456356142462513214635531264645321  one of at least 2");
    run_in(folder.path(), "solve --shape 16")
        .expect(2)
        .complains(&["--shape", "3x4"]);
    run_in(folder.path(), "solve --alphabet greek")
        .expect(2)
        .complains(&["greek", "letters"]);
}
