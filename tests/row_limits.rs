//! Tests row-limited digs (Huang 2015), in which each row keeps a limited number of digits. Such a dig has a
//! single solution. Also tests which plans are refused, and how often the judge is asked.

use crate::digging::{grid_and_rng, plan, row_counts};
use sudoku_factory::dig::row_limited::{Layouts, RowLayout};
use sudoku_factory::dig::{self, ClueRange, Plan, PlanError, Symmetry, Uniqueness};
use sudoku_factory::grid::Cell;
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::exact_cover;

fn rows(min: u8, max: u8) -> Option<ClueRange> {
    Some(ClueRange { min, max })
}

#[test]
fn rows_that_cannot_be_are_refused() {
    let check = |symmetry, clues, row_clues| {
        let plan = plan(symmetry, clues, Uniqueness::Fast);
        Plan { row_clues, ..plan }.check()
    };
    let refusal = |symmetry, clues, rows| check(symmetry, clues, rows).unwrap_err().to_string();
    insta::assert_snapshot!(refusal(Symmetry::None, None, rows(4, 2)), @"the range 4..2 of clues in a row is empty: the smaller number comes first");
    insta::assert_snapshot!(refusal(Symmetry::None, None, rows(2, 10)), @"10 clues in a row are too many: a row has 9 cells");
    insta::assert_snapshot!(refusal(Symmetry::None, Some((37, 40)), rows(2, 4)), @"with 2 to 4 clues in every row and symmetry none no puzzle has 37 to 40 clues");
    insta::assert_snapshot!(refusal(Symmetry::Diagonal, None, rows(0, 1)), @"with 0 to 1 clues in every row and symmetry diagonal no puzzle has 17 to 81 clues");
    // Three clues in every row make 27, and a quarter turn takes cells by fours.
    insta::assert_snapshot!(refusal(Symmetry::Rotate90, None, rows(3, 3)), @"with 3 to 3 clues in every row and symmetry rotate90 no puzzle has 17 to 81 clues");
    assert_eq!(check(Symmetry::Rotate90, None, rows(2, 4)), Ok(()));
    assert_eq!(check(Symmetry::None, Some((36, 40)), rows(2, 4)), Ok(()));
    assert_eq!(check(Symmetry::Full, None, rows(9, 9)), Ok(()));
    let boxed = |symmetry, row_clues, box_clues| {
        let plan = plan(symmetry, None, Uniqueness::Fast);
        let plan = Plan {
            row_clues,
            box_clues,
            ..plan
        };
        plan.check().map_err(|error| error.to_string())
    };
    let refusal = |symmetry, rows, boxes| boxed(symmetry, rows, boxes).unwrap_err();
    insta::assert_snapshot!(refusal(Symmetry::None, None, rows(3, 10)), @"10 clues in a box are too many: a box has 9 cells");
    insta::assert_snapshot!(refusal(Symmetry::None, rows(2, 3), rows(4, 5)), @"with 2 to 3 clues in every row, 4 to 5 clues in every box and symmetry none no puzzle has 17 to 81 clues");
    // A quarter turn takes the cells of the middle box by fours, or its midst.
    insta::assert_snapshot!(refusal(Symmetry::Rotate90, None, rows(2, 3)), @"with 2 to 3 clues in every box and symmetry rotate90 no puzzle has 17 to 81 clues");
    assert_eq!(boxed(Symmetry::Rotate90, rows(2, 4), rows(2, 5)), Ok(()));
    assert_eq!(boxed(Symmetry::None, rows(2, 3), rows(3, 4)), Ok(()));
    for symmetry in Symmetry::ALL {
        assert_eq!(check(symmetry, None, rows(0, 9)), Ok(()));
    }
}

/// A minimum of clues in each row limits how far a dig goes, and a maximum that can't be met makes the puzzle
/// out of range.
#[test]
fn floors_stop_a_dig_and_caps_refuse_it() {
    let (grid, rng) = grid_and_rng(4);
    let dug = |clues, row_clues| {
        let plan = plan(Symmetry::None, clues, Uniqueness::Fast);
        dig::dig(&grid, &Plan { row_clues, ..plan }, &mut rng.clone())
    };
    assert_eq!(dug(None, rows(9, 9)).puzzle, grid);
    let fours = dug(Some((36, 36)), rows(4, 4));
    assert!(fours.in_range);
    assert_eq!(row_counts(fours.puzzle.clues()), [4; 9]);
    let crowded = dug(Some((60, 60)), rows(0, 6));
    assert!(!crowded.in_range, "60 clues are more than nine rows of 6");
}

/// The positions of the clues in figures 1 and 2 of Huang 2015 are read and shown as in the paper.
#[test]
fn the_papers_layout_is_read_and_shown() {
    let displayed: [[i8; 4]; 9] = [
        [-1, -1, 2, 3],
        [-1, 2, 3, 6],
        [-1, 0, 2, 7],
        [-1, -1, 4, 5],
        [-1, 0, 1, 4],
        [-1, 0, 1, 3],
        [-1, -1, 1, 8],
        [-1, 3, 5, 6],
        [-1, 5, 6, 7],
    ];
    let layout = RowLayout::from_displayed(&displayed);
    assert_eq!(layout.already(), [2, 3, 3, 2, 3, 3, 2, 3, 3]);
    assert_eq!(layout.displayed::<4>(), displayed);
    assert_eq!(layout.displayed::<2>()[1], [3, 6]);
    let cells = layout.cells();
    assert_eq!(cells.len(), 24);
    assert_eq!(row_counts(cells), layout.already().map(usize::from));
    assert!(cells.contains(Cell::at(0, 2)) && cells.contains(Cell::at(8, 7)));
}

#[test]
fn layouts_have_their_rows_and_every_one_is_drawn() {
    let range = ClueRange { min: 2, max: 4 };
    let profiles = |clues| Layouts::new(clues, range).map_or(0, |layouts| layouts.profiles());
    assert_eq!(
        [20, 21, 22, 23, 24].map(profiles),
        [45, 156, 414, 882, 1554]
    );
    assert_eq!([17, 18, 36, 37].map(profiles), [0, 1, 1, 0]);
    let mut rng = Generator::for_candidate(3, 0);
    let layouts = Layouts::new(20, range).unwrap();
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..4500 {
        let layout = layouts.draw(&mut rng);
        assert_eq!(layout.cells().len(), 20);
        *met.entry(layout.already()).or_insert(0) += 1;
    }
    // 45 lists of row counts, 100 times each on average.
    assert_eq!(met.len(), 45);
    assert!(
        met.values().all(|times| (60..=140).contains(times)),
        "{met:?}"
    );
    let columns = (0..9).map(|column| {
        let kept = (0..900).map(|_| layouts.draw(&mut rng).cells());
        kept.filter(|cells| cells.contains(Cell::at(4, column)))
            .count()
    });
    // Each column is kept in 2.22 of 9 draws: 222 of 900.
    assert!(columns.into_iter().all(|times| (170..275).contains(&times)));
}

#[test]
fn row_limited_digs_have_one_solution_and_few_questions() {
    let plan = Plan {
        method: dig::DigMethod::RowLimited,
        ..plan(Symmetry::None, Some((28, 29)), Uniqueness::Fast)
    };
    assert_eq!(plan.check(), Ok(()));
    let mut found = 0;
    for k in 0..12 {
        let (grid, rng) = grid_and_rng(k);
        let [fast, reverse] = Uniqueness::ALL.map(|uniqueness| {
            let plan = Plan { uniqueness, ..plan };
            dig::dig(&grid, &plan, &mut rng.clone())
        });
        assert_eq!(
            (fast.puzzle, fast.in_range),
            (reverse.puzzle, reverse.in_range)
        );
        assert_eq!(exact_cover::solve(&fast.puzzle, 2), (1, Some(grid)));
        assert!(
            row_counts(fast.puzzle.clues())
                .iter()
                .all(|n| (2..=4).contains(n))
        );
        found += usize::from(fast.in_range);
        assert!(fast.checks < 1000, "{} questions", fast.checks);
    }
    assert_eq!(found, 12);
}

#[test]
fn row_limited_digs_know_what_they_need() {
    let plan = |symmetry, clues, row_clues| Plan {
        method: dig::DigMethod::RowLimited,
        row_clues,
        ..plan(symmetry, clues, Uniqueness::Fast)
    };
    let none = Symmetry::None;
    assert_eq!(plan(none, None, None).check(), Err(PlanError::LayoutClues));
    let half_turn = plan(Symmetry::Rotate180, Some((28, 28)), None);
    assert_eq!(
        half_turn.check(),
        Err(PlanError::LayoutSymmetry(Symmetry::Rotate180))
    );
    let too_many = plan(none, Some((37, 37)), None);
    assert!(matches!(
        too_many.check(),
        Err(PlanError::UnreachableHouses { .. })
    ));
    assert_eq!(plan(none, Some((40, 40)), rows(4, 5)).check(), Ok(()));
}
