//! Digs equal one-by-one removal; symmetry, clue ranges, both judges.

use proptest::prelude::*;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::row_limited::{self, Layout, Layouts};
use sudoku_factory::dig::{self, ClueRange, Dug, Plan, PlanError, Symmetry, Uniqueness};
use sudoku_factory::grid::{Board, Cell, CellSet, House};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::{exact_cover, search};

fn grid_and_generator(k: u64) -> (Board, Generator) {
    let mut rng = Generator::for_candidate(11, k);
    (create::full_grid(&Method::Diagonal, &mut rng).grid, rng)
}

fn plan(symmetry: Symmetry, clues: Option<(u8, u8)>, uniqueness: Uniqueness) -> Plan {
    let clues = clues.map(|(min, max)| ClueRange { min, max });
    Plan {
        symmetry,
        clues,
        uniqueness,
        ..Plan::default()
    }
}

fn counts(house: fn(usize) -> House, clues: CellSet) -> [usize; 9] {
    std::array::from_fn(|number| (clues & house(number).cells()).len())
}

fn row_counts(clues: CellSet) -> [usize; 9] {
    counts(House::row, clues)
}

/// Whether no row and box has fewer clues than its range says, and whether none has more.
fn house_ends(plan: &Plan, clues: CellSet) -> [bool; 2] {
    let rows = plan.row_clues.map(|range| (range, row_counts(clues)));
    let boxes = plan
        .box_clues
        .map(|range| (range, counts(House::of_box, clues)));
    let all = |end: fn(ClueRange, usize) -> bool| {
        let mut ranges = rows.iter().chain(&boxes);
        ranges.all(|(range, counts)| counts.iter().all(|&count| end(*range, count)))
    };
    [
        all(|range, count| count >= range.min.into()),
        all(|range, count| count <= range.max.into()),
    ]
}

/// What digging means: one orbit at a time, one question each, asked of a judge that the digger
/// does not use.
fn one_by_one(solution: &Board, start: CellSet, plan: &Plan, rng: &mut Generator) -> Board {
    let counts: Vec<u8> = plan.reachable_clue_counts().collect();
    let target = match (plan.clues, counts.len()) {
        (None, _) => 0,
        (_, 1) => usize::from(counts[0]),
        (_, n) => usize::from(counts[rng.below(n as u32) as usize]),
    };
    let mut order = plan.symmetry.orbits().to_vec();
    rng.shuffle(&mut order);
    let union = |orbits: &[CellSet]| orbits.iter().fold(CellSet::EMPTY, |a, &b| a | b);
    let (mut first, others): (Vec<CellSet>, Vec<CellSet>) =
        order.iter().partition(|orbit| !orbit.is_disjoint(start));
    for orbit in others {
        let wide = union(&first);
        let short = |house: House| {
            let mut ranges = plan.house_clues().ranges().collect::<Vec<_>>();
            ranges.retain(|(kind, _)| *kind == house.kind());
            let has = (wide & house.cells()).len();
            !orbit.is_disjoint(house.cells())
                && ranges.iter().any(|(_, range)| has < range.min.into())
        };
        if wide.len() < target || House::all().any(short) {
            first.push(orbit);
        }
    }
    let mut clues = union(&first);
    for orbit in first {
        let rest = clues - orbit;
        let [floored, _] = house_ends(plan, rest);
        if rest.len() >= target && floored && exact_cover::solve(&solution.keep(rest), 2).0 == 1 {
            clues = rest;
        }
    }
    solution.keep(clues)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]
    #[test]
    fn a_dig_equals_one_by_one_removal(
        k in any::<u64>(),
        symmetry in prop::sample::select(&Symmetry::ALL[..]),
        clues in prop::option::of((20u8..45, 0u8..10)),
        rows in prop::option::of((0u8..4, 0u8..6)),
        boxes in prop::option::of((0u8..4, 0u8..6)),
    ) {
        let houses = |range: Option<(u8, u8)>| range.map(|(min, more)| ClueRange { min, max: min + more });
        let plan = Plan {
            row_clues: houses(rows),
            box_clues: houses(boxes),
            ..plan(symmetry, clues.map(|(min, more)| (min, min + more)), Uniqueness::Fast)
        };
        prop_assume!(plan.check().is_ok());
        let (grid, rng) = grid_and_generator(k);
        let dug = dig::dig(&grid, &plan, &mut rng.clone());
        prop_assert_eq!(dug.puzzle, one_by_one(&grid, CellSet::ALL, &plan, &mut rng.clone()));
        let range = plan.clues.map(|r| usize::from(r.min)..=usize::from(r.max));
        let count = dug.puzzle.clue_count();
        let [floored, capped] = house_ends(&plan, dug.puzzle.clues());
        prop_assert!(floored);
        prop_assert_eq!(dug.in_range, capped && range.is_none_or(|range| range.contains(&count)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]
    /// A puzzle that was found by adding clues is thinned, and first widened where the plan wants
    /// whole orbits or more clues than it has.
    #[test]
    fn a_dig_from_a_puzzle_equals_one_by_one_removal(
        k in any::<u64>(),
        symmetry in prop::sample::select(&Symmetry::ALL[..]),
        clues in prop::option::of((20u8..60, 0u8..10)),
        rows in prop::option::of(0u8..6),
        boxes in prop::option::of(0u8..6),
    ) {
        let houses = |min: Option<u8>| min.map(|min| ClueRange { min, max: 9 });
        let plan = Plan {
            row_clues: houses(rows),
            box_clues: houses(boxes),
            ..plan(symmetry, clues.map(|(min, more)| (min, min + more)), Uniqueness::Fast)
        };
        prop_assume!(plan.check().is_ok());
        let mut rng = Generator::for_candidate(12, k);
        let made = create::full_grid(&Method::Additive, &mut rng);
        let dug = dig::dig_from(&made.grid, made.clues, &plan, &mut rng.clone());
        let expected = one_by_one(&made.grid, made.clues, &plan, &mut rng.clone());
        prop_assert_eq!(dug.puzzle, expected);
        prop_assert_eq!(search::solve(&dug.puzzle, 2), search::Outcome { count: 1, first: Some(made.grid) });
        for orbit in symmetry.orbits() {
            let kept = dug.puzzle.clues() & *orbit;
            prop_assert!(kept.is_empty() || kept == *orbit);
        }
        prop_assert!(house_ends(&plan, dug.puzzle.clues())[0], "rows and boxes have what they need");
    }
}

/// Every symmetry and every range can be met by adding clues, too.
#[test]
fn added_clues_meet_every_plan() {
    let plans = [
        (Symmetry::Rotate180, 28, 32),
        (Symmetry::None, 60, 70),
        (Symmetry::Full, 40, 50),
    ];
    for (symmetry, min, max) in plans {
        let plan = plan(symmetry, Some((min, max)), Uniqueness::Fast);
        let met = (0..100).filter(|&k| {
            let mut rng = Generator::for_candidate(13, k);
            let made = create::full_grid(&Method::Additive, &mut rng);
            dig::dig_from(&made.grid, made.clues, &plan, &mut rng).in_range
        });
        assert!(met.count() > 80, "{symmetry} {min}..{max}");
    }
}

/// A start that leaves another solution is as good as none: the dig begins with all cells.
#[test]
fn a_start_that_fixes_nothing_is_passed_over() {
    let plan = plan(Symmetry::None, None, Uniqueness::Fast);
    let (grid, rng) = grid_and_generator(5);
    let from = |start| dig::dig_from(&grid, start, &plan, &mut rng.clone());
    let few: CellSet = Cell::all().take(16).collect();
    assert_eq!(from(few), from(CellSet::ALL));
    assert_eq!(
        from(CellSet::EMPTY),
        dig::dig(&grid, &plan, &mut rng.clone())
    );
}

#[test]
fn both_judges_dig_the_same_puzzles() {
    for (k, symmetry) in (0..).zip(Symmetry::ALL.into_iter().cycle().take(24)) {
        let (grid, rng) = grid_and_generator(k);
        let dig_with = |judge| dig::dig(&grid, &plan(symmetry, None, judge), &mut rng.clone());
        let [fast, reverse] = Uniqueness::ALL.map(dig_with);
        assert_eq!(fast.puzzle, reverse.puzzle);
    }
}

#[test]
fn minimal_digs_are_minimal_and_unique_and_cheap() {
    let plan = plan(Symmetry::None, None, Uniqueness::Fast);
    let mut checks = 0;
    for k in 0..300 {
        let (grid, mut rng) = grid_and_generator(k);
        let Dug {
            puzzle,
            in_range,
            checks: asked,
            ..
        } = dig::dig(&grid, &plan, &mut rng);
        checks += asked;
        assert!(in_range && grid.extends(&puzzle));
        assert_eq!(search::count(&puzzle, 2), 1);
        for (cell, _) in puzzle.givens() {
            let mut fewer = puzzle;
            fewer.set(cell, None);
            assert_eq!(search::count(&fewer, 2), 2, "{puzzle} does not need {cell}");
        }
    }
    assert!(
        checks < 300 * 46,
        "{} questions a dig",
        f64::from(checks) / 300.0
    );
}

#[test]
fn orbits_are_the_symmetry() {
    let counts = Symmetry::ALL.map(|symmetry| symmetry.orbits().len());
    assert_eq!(counts, [81, 41, 21, 45, 45, 45, 45, 15]);
    let half_turn = Symmetry::Rotate180.orbits();
    for cell in Cell::all() {
        let turned = Cell::at(8 - cell.row(), 8 - cell.column());
        let orbit = half_turn.iter().find(|orbit| orbit.contains(cell)).unwrap();
        assert_eq!(*orbit, CellSet::of(cell).with(turned));
    }
    for symmetry in Symmetry::ALL {
        let mut met = CellSet::EMPTY;
        for &orbit in symmetry.orbits() {
            assert!(met.is_disjoint(orbit));
            met |= orbit;
        }
        assert_eq!(met, CellSet::ALL);
        assert_eq!(symmetry.name().parse(), Ok(symmetry));
    }
}

#[test]
fn puzzles_have_their_symmetry_and_their_clues() {
    for symmetry in Symmetry::ALL {
        let plan = plan(symmetry, Some((32, 36)), Uniqueness::Fast);
        for k in 0..40 {
            let (grid, mut rng) = grid_and_generator(k);
            let dug = dig::dig(&grid, &plan, &mut rng);
            let clues = dug.puzzle.clues();
            assert_eq!(dug.in_range, (32..=36).contains(&clues.len()));
            for &orbit in symmetry.orbits() {
                assert!(orbit.is_subset(clues) || orbit.is_disjoint(clues));
            }
        }
    }
}

/// How many digs of 400 end with each number of clues.
fn clue_counts(symmetry: Symmetry, range: (u8, u8)) -> Vec<(usize, usize)> {
    let plan = plan(symmetry, Some(range), Uniqueness::Fast);
    let mut seen = [0; 82];
    for k in 0..400 {
        let (grid, mut rng) = grid_and_generator(k);
        let dug = dig::dig(&grid, &plan, &mut rng);
        seen[dug.puzzle.clue_count()] += usize::from(dug.in_range);
    }
    let counts = seen.into_iter().enumerate();
    counts.filter(|&(_, times)| times > 0).collect()
}

#[test]
fn targets_are_drawn_evenly_from_the_counts_that_can_be_reached() {
    let met = clue_counts(Symmetry::None, (40, 43));
    assert_eq!(
        met.iter().map(|m| m.0).collect::<Vec<_>>(),
        [40, 41, 42, 43]
    );
    assert!(met.iter().all(|m| (70..130).contains(&m.1)), "{met:?}");
    let met = clue_counts(Symmetry::Rotate90, (46, 51));
    assert_eq!(met.iter().map(|m| m.0).collect::<Vec<_>>(), [48, 49]);
}

#[test]
fn plans_that_cannot_be_dug_are_refused() {
    let check = |symmetry, min, max| plan(symmetry, Some((min, max)), Uniqueness::Fast).check();
    assert_eq!(check(Symmetry::None, 16, 30), Err(PlanError::TooFew(16)));
    assert_eq!(check(Symmetry::None, 20, 82), Err(PlanError::TooMany(82)));
    assert_eq!(
        check(Symmetry::None, 30, 29),
        Err(PlanError::Empty { min: 30, max: 29 })
    );
    let symmetry = Symmetry::Rotate90;
    let unreachable = PlanError::Unreachable {
        symmetry,
        min: 26,
        max: 27,
    };
    assert_eq!(check(symmetry, 26, 27), Err(unreachable));
    assert_eq!(
        unreachable.to_string(),
        "under symmetry rotate90 no puzzle has 26 to 27 clues"
    );
    assert_eq!(check(symmetry, 26, 28), Ok(()));
    assert_eq!(check(Symmetry::Full, 17, 81), Ok(()));
    assert_eq!(
        plan(Symmetry::Full, None, Uniqueness::Reverse).check(),
        Ok(())
    );
}

/// A board that is no full grid is handed back, not dug and not looped over.
#[test]
fn only_full_grids_are_dug() {
    let plan = plan(Symmetry::None, Some((20, 30)), Uniqueness::Fast);
    let dug = dig::dig(&Board::EMPTY, &plan, &mut Generator::for_candidate(0, 0));
    assert_eq!(
        dug,
        Dug {
            puzzle: Board::EMPTY,
            solution: Board::EMPTY,
            in_range: false,
            checks: 0
        }
    );
}

/// The digs of a seed are part of the pack format: these may never change.
#[test]
fn digs_are_stable() {
    let mut shown = String::new();
    for (k, symmetry) in [(0, Symmetry::None), (1, Symmetry::Rotate180)] {
        let (grid, mut rng) = grid_and_generator(k);
        let dug = dig::dig(&grid, &plan(symmetry, None, Uniqueness::Fast), &mut rng);
        shown += &format!("{}\n", dug.puzzle);
    }
    insta::assert_snapshot!(shown, @r"
    ...82.5...5...6..793...1...2.....4..6...5.....1..3.98....9...6..69.....4...1.5.7.
    .1.53....7.5.9....98......4....56.9.2.7...4.6.9.47....6......21....6.8.3....12.4.
    ");
}

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
    insta::assert_snapshot!(refusal(Symmetry::None, None, rows(4, 2)), @"clues of a row run from the fewer to the more: 4..2 is empty");
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

/// A full row of layouts at both ends: floors hold the whole grid, or all but nothing.
#[test]
fn floors_stop_a_dig_and_caps_refuse_it() {
    let (grid, rng) = grid_and_generator(4);
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

/// Figures 1 and 2 of Huang 2015.
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
    let layout = Layout::from_displayed(&displayed);
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
        method: dig::Method::RowLimited,
        ..plan(Symmetry::None, Some((28, 29)), Uniqueness::Fast)
    };
    assert_eq!(plan.check(), Ok(()));
    let mut found = 0;
    for k in 0..12 {
        let (grid, rng) = grid_and_generator(k);
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
        method: dig::Method::RowLimited,
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

/// What a test lets through and what it keeps back is what a judge that knows nothing says.
#[test]
fn a_sieve_errs_on_neither_side() {
    let (grid, mut rng) = grid_and_generator(8);
    let mut test = row_limited::UniquenessTest::new(&grid, Uniqueness::Fast);
    let mut unique = 0;
    let layouts = Layouts::new(33, ClueRange { min: 2, max: 5 }).unwrap();
    for _ in 0..2000 {
        let cells = layouts.draw(&mut rng).cells();
        let is_unique = search::count(&grid.keep(cells), 2) == 1;
        assert_eq!(test.is_unique(cells), is_unique);
        unique += usize::from(is_unique);
    }
    assert!((20..1000).contains(&unique), "{unique}");
}
