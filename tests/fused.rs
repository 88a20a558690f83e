//! Tests the four searches of Jiang 2018, and Stuart's levels (the number of guesses that a puzzle needs). The
//! searches must find as many solutions as the judge. The levels must equal the paper's numbers and those of an
//! exhaustive search. The fast code for 9×9 must agree with the code for boards of any shape.

use crate::any_size::giants;
use crate::sets;
use proptest::prelude::*;
use sudoku_factory::grid::{Board, Cell, Shape, ShapedBoard};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::fused::{
    BasicSet, Ending, FusedRequest, Searcher, Solver, TieBreak, stuart_level,
};
use sudoku_factory::solve::search;
use sudoku_factory::{create, dig};

fn minimal_dig(k: u64) -> (Board, Board) {
    let mut rng = Generator::for_candidate(20_18, k);
    let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
    let plan = dig::Plan::default();
    (dig(&grid, &plan, &mut rng).puzzle, grid)
}

/// Returns, for each of Stuart's levels, the number of puzzles of a set that have the level with these basic rules.
fn levels(name: &str, basic: BasicSet) -> [usize; 5] {
    let mut counts = [0; 5];
    for puzzle in sets::boards(name) {
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

/// Returns the least number of guesses that solves a puzzle, found by trying every choice of cells to guess, or
/// 3 if two guesses don't suffice.
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
    #![proptest_config(crate::cases(150))]
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
fn the_quick_form_agrees_with_the_general_one() {
    let searcher = Searcher::new(Shape::NINE);
    let agree = |puzzle: &Board, sets: &[(&str, BasicSet)]| {
        let grid = search::solve(puzzle, 1).first.unwrap();
        let (shaped, solution) = (ShapedBoard::from(puzzle), ShapedBoard::from(&grid));
        for &(name, basic) in sets {
            let general = searcher.stuart_level(&shaped, &solution, basic);
            let quick = stuart_level(puzzle, &grid, basic);
            assert_eq!(general, Some(quick), "{name}: {puzzle}");
        }
    };
    for puzzle in sets::boards("top95.txt") {
        agree(&puzzle, &BasicSet::NAMED);
    }
    for puzzle in sets::boards("hardest1106.txt").iter().step_by(25) {
        agree(puzzle, &BasicSet::NAMED[1..3]);
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

fn request(solver: Solver) -> FusedRequest {
    FusedRequest {
        solver,
        most_tries: Some(2_000_000),
        ..FusedRequest::default()
    }
}

proptest! {
    #![proptest_config(crate::cases(60))]
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
            for (tie_break, basic) in [(TieBreak::First, BasicSet::NAKED_SINGLES), (TieBreak::Pressing, BasicSet::PAIRS)] {
                let request = FusedRequest { tie_break, basic, limit: 3, ..request(solver) };
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
    let puzzle = sets::boards("hardest1106.txt")[0];
    let mut searcher = Searcher::new(Shape::NINE);
    let mut effort = |solver| {
        let request = FusedRequest {
            limit: 1,
            tie_break: TieBreak::First,
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
    let limited = FusedRequest {
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
        for puzzle in &giants(set) {
            let found = searcher.search(puzzle, &FusedRequest::default());
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
                &FusedRequest {
                    limit: 1,
                    ..FusedRequest::default()
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
        let found = searcher.search(&puzzle, &FusedRequest::default());
        assert!(
            found.count >= 1 && found.first.unwrap().extends(&puzzle),
            "{shape}"
        );
        puzzle.set(1, puzzle.values()[2]);
        assert_eq!(
            searcher.search(&puzzle, &FusedRequest::default()).count,
            0,
            "{shape}"
        );
    }
}
