//! Tests logs of games as text: both forms of a log, and every possible error in each.

use super::FIG_3_5;
use sudoku_factory::grid::Board;
use sudoku_factory::player::{IndexBase, read, write};

#[test]
fn both_forms_give_one_log() {
    let csv = "number,row,column,seconds,digit\n1,2,4,5.883,3\n2,6,6,9.765,\n";
    let json = format!(
        "{{\"puzzle\":\"{FIG_3_5}\"}}\n\
         {{\"number\":1,\"row\":3,\"column\":5,\"seconds\":5.883,\"digit\":3}}\n\n\
         {{\"number\":2,\"row\":7,\"column\":7,\"seconds\":9.765}}\n"
    );
    let puzzle: Board = FIG_3_5.parse().unwrap();
    let from_csv = read(csv, IndexBase::Zero, Some(&puzzle)).unwrap();
    assert_eq!(from_csv, read(&json, IndexBase::One, None).unwrap());
    let again = read(&write(&from_csv[0]), IndexBase::Zero, None).unwrap();
    assert_eq!(from_csv, again);
    let marked = format!("\u{feff}{}", csv.replace('\n', "\r\n"));
    assert_eq!(
        from_csv,
        read(&marked, IndexBase::Zero, Some(&puzzle)).unwrap()
    );
    // A game without a step is none.
    let headed = format!("# puzzle {FIG_3_5}\n{}", write(&from_csv[0]));
    assert_eq!(from_csv, read(&headed, IndexBase::Zero, None).unwrap());
    let two = write(&from_csv[0]).repeat(2);
    assert_eq!(read(&two, IndexBase::Zero, None).unwrap().len(), 2);
}

#[test]
fn each_fault_is_one_line_with_its_place() {
    let puzzle: Board = FIG_3_5.parse().unwrap();
    let of = |text: &str, base| {
        let error = read(text, base, Some(&puzzle)).unwrap_err().to_string();
        assert!(!error.contains('\n'));
        error
    };
    let zero = |text: &str| of(text, IndexBase::Zero);
    let said = [
        zero(""),
        zero("number,row,column,seconds\n# nothing\n"),
        zero("1,2,4"),
        zero("1,2,4,5.8,3,7"),
        zero("1,2,4,5.8\n2,2,9,5.8"),
        of("1,2,0,5.8", IndexBase::One),
        zero("1,2,-1,5.8"),
        zero("1,two,4,5.8"),
        zero("one,2,4,5.8"),
        zero("1,2,4,fast"),
        zero("1,2,4,0"),
        zero("1,2,4,-3"),
        zero("1,2,4,NaN"),
        zero("1,2,4,inf"),
        zero("1,2,4,1e308"),
        zero("1,2,4,1e-320"),
        zero("1,0,0,5.8"),
        of("1,1,1,5.8", IndexBase::One),
        zero("1,2,4,5.8\n2,2,4,1"),
        zero("1,2,4,5.8,5"),
        zero("1,2,4,5.8,0"),
        zero("1,2,4,5.8,x"),
        zero("2,2,4,5.8\n2,6,6,1"),
    ];
    insta::assert_snapshot!(said.join("\n"), @r#"
    the log is empty: it holds no step
    the log is empty: it holds no step
    line 1: 3 fields where number,row,column,seconds[,digit] has 4 or 5
    line 1: 6 fields where number,row,column,seconds[,digit] has 4 or 5
    line 2: column 9 is not in 0 to 8; is the log counted from 1 (--base 1)?
    line 1: column 0 is not in 1 to 9; is the log counted from 0 (--base 0)?
    line 1: column -1 is not in 0 to 8
    line 1: the row "two" is not a whole number
    line 1: the number "one" is not a whole number
    line 1: the time "fast" is not a number
    line 1: the time 0 is not a number of seconds above 0
    line 1: the time -3 is not a number of seconds above 0
    line 1: the time NaN is not a number of seconds above 0
    line 1: the time inf is not a number of seconds above 0
    line 1: nobody takes 1e308 seconds for a step
    line 1: nobody takes 1e-320 seconds for a step
    line 1: r1c1 is a clue of the puzzle: is the log of another or counted from 1 (--base 1)?
    line 1: r1c1 is a clue of the puzzle: is the log of another or counted from 0 (--base 0)?
    line 2: r3c5 was filled before
    line 1: 5 is wrong in r3c5: the solution has 3
    line 1: 0 is not a digit from 1 to 9
    line 1: the digit "x" is not a whole number
    line 2: step 2 does not follow its number
    "#);
}

/// The names of unknown fields are quoted without characters that could break the line or control a terminal.
#[test]
fn quoted_names_stay_on_their_line() {
    let error = read(r#"{"a\nb\u001b":1}"#, IndexBase::Zero, None).unwrap_err();
    let said = "line 1: unknown field `a\u{FFFD}b\u{FFFD}`";
    assert!(error.to_string().starts_with(said), "{error}");
}

/// The shortest time of a log is written as a millisecond, not as 0, which is refused.
#[test]
fn the_shortest_times_are_read_again() {
    let puzzle: Board = FIG_3_5.parse().unwrap();
    let log = read("1,2,4,0.000001", IndexBase::Zero, Some(&puzzle)).unwrap();
    let again = read(&write(&log[0]), IndexBase::Zero, None).unwrap();
    assert_eq!(again[0].moves[0].seconds, 0.001);
}

#[test]
fn faults_of_objects_and_puzzles_are_told_too() {
    let puzzle: Board = FIG_3_5.parse().unwrap();
    let zero = |text: &str| {
        let error = read(text, IndexBase::Zero, Some(&puzzle)).unwrap_err();
        error.to_string()
    };
    let said = [
        zero("{\"number\":1,\"row\":2}"),
        zero("{\"number\":1,\"row\":2,\"column\":4,\"second\":1}"),
        zero("{"),
        zero("# puzzle 123\n1,2,4,5.8"),
        zero(&format!("# puzzle {}\n", ".".repeat(81))),
        read("1,2,4,5.8", IndexBase::Zero, None)
            .unwrap_err()
            .to_string(),
        read("# puzzle 11.......\n", IndexBase::Zero, None)
            .unwrap_err()
            .to_string(),
        read(
            &format!("# puzzle 11{}\n", ".".repeat(79)),
            IndexBase::Zero,
            None,
        )
        .unwrap_err()
        .to_string(),
        read(
            &format!("# puzzle {}\n", ".".repeat(81)),
            IndexBase::Zero,
            None,
        )
        .unwrap_err()
        .to_string(),
    ];
    insta::assert_snapshot!(said.join("\n"), @"
    line 1: missing field `column`
    line 1: unknown field `second`, expected one of `number`, `row`, `column`, `seconds`, `digit`
    line 1: EOF while parsing an object
    line 1: this is not a puzzle: line 1, column 4: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    line 1: the log's puzzle is not the given one
    line 1: no puzzle is known: give it, or begin the log with `# puzzle …`
    line 1: this is not a puzzle: line 2, column 1: expected row 2 of 9, found the end of the text
    line 1: the puzzle has no solution
    line 1: the puzzle has more than one solution
    ");
}
