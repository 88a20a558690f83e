//! The fused search and its three rivals, Stuart's levels, and boards of any size as text.

use crate::factory::{feed, run_in};
use crate::solving::puzzle_set;
use flate2::read::GzDecoder;
use insta::assert_snapshot;
use proptest::prelude::*;
use std::io::Read;
use sudoku_factory::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Reading, shaped_line};
use sudoku_factory::grid::{Board, Cell, Shape, ShapedBoard};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::fused::{
    BasicSet, Ending, Request, Searcher, Solver, Ties, stuart_level,
};
use sudoku_factory::solve::search;
use sudoku_factory::{create, dig};

/// A set of 16×16 puzzles under `tests/data`.
fn giants(name: &str) -> Vec<ShapedBoard> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(&std::fs::read(path).unwrap()[..])
        .read_to_string(&mut text)
        .unwrap();
    boards(&text, Reading::default())
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

fn minimal_dig(k: u64) -> (Board, Board) {
    let mut rng = Generator::for_candidate(20_18, k);
    let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
    let plan = dig::Plan {
        symmetry: dig::Symmetry::None,
        clues: None,
        uniqueness: dig::Uniqueness::Fast,
    };
    (dig::dig(&grid, &plan, &mut rng).puzzle, grid)
}

/// How many puzzles of a set have each level.
fn levels(name: &str, basic: BasicSet) -> [usize; 5] {
    let mut counts = [0; 5];
    for puzzle in puzzle_set(name) {
        let solution = search::solve(&puzzle, 1).first.unwrap();
        counts[usize::from(stuart_level(&puzzle, &solution, basic))] += 1;
    }
    counts
}

#[test]
fn stuart_levels_of_the_17_clue_puzzles_are_the_printed_ones() {
    let counts = levels("sudoku17.txt.gz", BasicSet::PAIRS);
    assert_eq!(counts, [41_588, 7_547, 16, 0, 0]);
}

#[test]
fn stuart_levels_of_the_hard_sets() {
    let all = |name| BasicSet::NAMED.map(|(_, basic)| levels(name, basic));
    assert_eq!(
        all("magictour1465.txt"),
        [
            [0, 899, 565, 1, 0],
            [60, 1_281, 124, 0, 0],
            [274, 1_147, 44, 0, 0],
            [308, 1_114, 43, 0, 0],
        ]
    );
    let [_, _, pairs, quads] = all("hardest1106.txt");
    assert_eq!((pairs, quads), ([0, 10, 362, 3, 0], [0, 10, 363, 2, 0]));
}

/// The least number of guesses, by trying all of that many in every order.
fn level_by_hand(
    searcher: &Searcher,
    puzzle: &ShapedBoard,
    grid: &ShapedBoard,
    basic: BasicSet,
) -> u8 {
    let is_solved = |board: &ShapedBoard| searcher.settle(board, basic).0 == Ending::Solved;
    if is_solved(puzzle) {
        return 0;
    }
    let with = |board: &ShapedBoard, cell: usize| {
        let mut more = board.clone();
        more.set(cell, grid.values()[cell]);
        more
    };
    let cells = 0..grid.values().len();
    if cells.clone().any(|cell| is_solved(&with(puzzle, cell))) {
        return 1;
    }
    let pairs = cells
        .clone()
        .flat_map(|a| cells.clone().map(move |b| (a, b)));
    let two = pairs
        .filter(|(a, b)| a < b)
        .any(|(a, b)| is_solved(&with(&with(puzzle, a), b)));
    if two { 2 } else { 3 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn levels_are_those_found_by_trying_everything(k in any::<u64>()) {
        let (puzzle, grid) = minimal_dig(k);
        let searcher = Searcher::new(Shape::NINE);
        let (shaped, solution) = (ShapedBoard::from(&puzzle), ShapedBoard::from(&grid));
        for (_, basic) in BasicSet::NAMED {
            let level = stuart_level(&puzzle, &grid, basic);
            prop_assert_eq!(level, level_by_hand(&searcher, &shaped, &solution, basic));
            prop_assert_eq!(searcher.stuart_level(&shaped, &solution, basic), Some(level));
        }
    }
}

#[test]
fn harder_levels_agree_between_the_fast_way_and_the_general_one() {
    let searcher = Searcher::new(Shape::NINE);
    for puzzle in puzzle_set("hardest1106.txt").into_iter().step_by(25) {
        let grid = search::solve(&puzzle, 1).first.unwrap();
        let (shaped, solution) = (ShapedBoard::from(&puzzle), ShapedBoard::from(&grid));
        for basic in [BasicSet::LOCKED, BasicSet::PAIRS] {
            let level = searcher.stuart_level(&shaped, &solution, basic);
            assert_eq!(level, Some(stuart_level(&puzzle, &grid, basic)), "{puzzle}");
        }
    }
}

#[test]
fn a_solution_of_another_puzzle_gives_no_level() {
    let ((puzzle, grid), (_, other)) = (minimal_dig(1), minimal_dig(2));
    assert_eq!(stuart_level(&puzzle, &other, BasicSet::PAIRS), 4);
    let searcher = Searcher::new(Shape::NINE);
    let [puzzle, grid, other] = [puzzle, grid, other].map(|board| ShapedBoard::from(&board));
    assert_eq!(
        searcher.stuart_level(&puzzle, &other, BasicSet::PAIRS),
        None
    );
    let small = ShapedBoard::empty(Shape::of_side(4).unwrap());
    assert_eq!(searcher.stuart_level(&small, &grid, BasicSet::PAIRS), None);
    assert_eq!(
        searcher.settle(&small, BasicSet::PAIRS),
        (Ending::Failed, small)
    );
}

#[test]
fn a_set_of_rules_without_a_name_takes_the_general_way() {
    let (puzzle, grid) = minimal_dig(3);
    let odd = BasicSet::HIDDEN_SINGLES | BasicSet::POINTING | BasicSet::NAKED_PAIRS;
    let level = stuart_level(&puzzle, &grid, odd);
    let between = [BasicSet::QUADS, BasicSet::SINGLES].map(|set| stuart_level(&puzzle, &grid, set));
    assert!(between[0] <= level && level <= between[1]);
}

fn request(solver: Solver) -> Request {
    Request {
        solver,
        most_tries: Some(2_000_000),
        ..Request::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_four_searches_count_like_the_judge(
        k in any::<u64>(),
        more in prop::collection::vec((0usize..81, 0usize..3), 0..3),
    ) {
        let (mut board, grid) = minimal_dig(k);
        for (cell, change) in more {
            let cell = Cell::new(cell).unwrap();
            // Right digits, no digits, and digits out of another cell.
            let digit = [grid.get(cell), None, grid.get(Cell::at(4, 4))][change];
            board.set(cell, digit);
        }
        let judged = search::solve(&board, 3);
        let mut searcher = Searcher::new(Shape::NINE);
        for solver in Solver::ALL {
            for (ties, basic) in [(Ties::First, BasicSet::NAKED_SINGLES), (Ties::Pressing, BasicSet::PAIRS)] {
                let request = Request { ties, basic, limit: 3, ..request(solver) };
                let found = searcher.search(&ShapedBoard::from(&board), &request);
                if found.gave_up {
                    prop_assert!(solver != Solver::Fused);
                    continue;
                }
                prop_assert_eq!(found.count, judged.count, "{:?}", solver);
                if let Some(first) = found.first {
                    prop_assert!(first.is_full_grid() && first.extends(&ShapedBoard::from(&board)));
                }
            }
        }
    }
}

#[test]
fn efforts_are_counted_as_documented() {
    let puzzle = puzzle_set("hardest1106.txt")[0];
    let mut searcher = Searcher::new(Shape::NINE);
    let mut effort = |solver| {
        let request = Request {
            limit: 1,
            ties: Ties::First,
            ..request(solver)
        };
        let found = searcher.search(&ShapedBoard::from(&puzzle), &request);
        (found.count, found.effort)
    };
    for solver in [Solver::Fused, Solver::SelectUpdate] {
        let (count, effort) = effort(solver);
        assert_eq!(count, 1);
        assert!(effort.calls >= u64::from(effort.depth) && effort.tries >= effort.nodes);
        // Every call but the first stands below a node that was not the last.
        assert!(effort.nodes >= effort.calls - 1);
    }
    let (_, fused) = effort(Solver::Fused);
    let (_, plain) = effort(Solver::SelectUpdate);
    assert!(fused.calls < plain.calls && fused.depth < plain.depth);
    let limited = Request {
        most_tries: Some(3),
        ..request(Solver::Update)
    };
    let found = searcher.search(&ShapedBoard::from(&puzzle), &limited);
    assert!(found.gave_up && found.effort.tries == 3);
}

#[test]
fn every_giant_is_unique_and_proven_so() {
    let mut searcher = Searcher::new(Shape::of_side(16).unwrap());
    for set in ["giant16.txt.gz", "giant16-hard.txt.gz"] {
        let puzzles = giants(set);
        assert!([206, 20].contains(&puzzles.len()));
        // The study does all of them.
        for puzzle in puzzles.iter().step_by(4) {
            let found = searcher.search(puzzle, &Request::default());
            assert!(found.count == 1 && !found.gave_up);
            let grid = found.first.unwrap();
            assert!(grid.is_full_grid() && grid.extends(puzzle));
        }
    }
}

#[test]
fn every_shape_is_solved() {
    for shape in [
        "2x2", "2x3", "3x2", "2x4", "2x5", "3x3", "3x4", "4x3", "4x4", "4x5", "5x5",
    ] {
        let shape: Shape = shape.parse().unwrap();
        let mut searcher = Searcher::new(shape);
        let grid = searcher
            .search(
                &ShapedBoard::empty(shape),
                &Request {
                    limit: 1,
                    ..Request::default()
                },
            )
            .first
            .unwrap();
        assert!(grid.is_full_grid(), "{shape}");
        // A third of the cells blank is a puzzle whose solutions include the grid.
        let mut puzzle = grid.clone();
        for cell in (0..shape.cells()).step_by(3) {
            puzzle.set(cell, 0);
        }
        let found = searcher.search(&puzzle, &Request::default());
        assert!(
            found.count >= 1 && found.first.unwrap().extends(&puzzle),
            "{shape}"
        );
        puzzle.set(1, puzzle.values()[2]);
        assert_eq!(
            searcher.search(&puzzle, &Request::default()).count,
            0,
            "{shape}"
        );
    }
}

/// The text forms of a board: line, rows, spaced rows, drawn with boxes.
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
    #![proptest_config(ProptestConfig::with_cases(40))]
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
    assert_snapshot!(said(giant.replacen('.', "0", 1).replace('G', ".")), @"line 1, column 1: expected a text that can be read in one way only, found a board whose digits are 1-9, A-G or 0-9, A-F (its alphabet, one or zero, would tell)");
    assert_snapshot!(said(giant.replace(|c: char| c.is_ascii_digit(), ".")), @"line 1, column 1: expected a text that can be read in one way only, found a board whose digits are 1-9, A-G or A-P (its alphabet, one or letters, would tell)");
    assert_snapshot!(said("12..3...........\n".repeat(16)), @"line 1, column 1: expected a text that can be read in one way only, found lines of 16 cells that are boards of 4x4 or rows of one board of 16x16 (its shape, 2x2 or 4x4, would tell)");
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
    let nine = puzzle_set("top95.txt")[0];
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
