//! Tests that a dig gives the same puzzle as removing givens one by one. Also tests symmetry, ranges of clue
//! counts, and the two ways to check that a puzzle has only one solution.

use proptest::prelude::*;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::row_limited::{self, Layouts};
use sudoku_factory::dig::{self, ClueRange, Dug, Plan, PlanError, Symmetry, Uniqueness};
use sudoku_factory::grid::{Board, Cell, CellSet, House};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::{exact_cover, search};

pub fn grid_and_rng(k: u64) -> (Board, Generator) {
    let mut rng = Generator::for_candidate(11, k);
    (create::full_grid(&Method::Diagonal, &mut rng).grid, rng)
}

pub fn plan(symmetry: Symmetry, clues: Option<(u8, u8)>, uniqueness: Uniqueness) -> Plan {
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

pub fn row_counts(clues: CellSet) -> [usize; 9] {
    counts(House::row, clues)
}

/// Returns two values: whether every row and box has at least the clues that its range requires, and whether
/// none has more than its range allows.
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

/// Digs by the definition of a dig: removes one orbit of cells at a time, and each time asks a judge that the digger
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
    #![proptest_config(crate::cases(160))]
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
        let (grid, rng) = grid_and_rng(k);
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
    #![proptest_config(crate::cases(160))]
    /// A dig that begins with a puzzle of the additive method gives the same puzzle as removing its clues one by one.
    /// Clues are first added to the puzzle if the plan wants whole orbits of its symmetry, or more clues than the
    /// puzzle has.
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
        prop_assert_eq!(search::solve(&dug.puzzle, 2), search::Solutions { count: 1, first: Some(made.grid) });
        for orbit in symmetry.orbits() {
            let kept = dug.puzzle.clues() & *orbit;
            prop_assert!(kept.is_empty() || kept == *orbit);
        }
        prop_assert!(house_ends(&plan, dug.puzzle.clues())[0], "rows and boxes have what they need");
    }
}

/// Digs that begin with puzzles of the additive method can meet every symmetry and every range of clue counts.
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

/// If the cells that a dig should begin with have several solutions, the dig begins with all cells.
#[test]
fn a_start_that_fixes_nothing_is_passed_over() {
    let plan = plan(Symmetry::None, None, Uniqueness::Fast);
    let (grid, rng) = grid_and_rng(5);
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
        let (grid, rng) = grid_and_rng(k);
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
        let (grid, mut rng) = grid_and_rng(k);
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
            let (grid, mut rng) = grid_and_rng(k);
            let dug = dig::dig(&grid, &plan, &mut rng);
            let clues = dug.puzzle.clues();
            assert_eq!(dug.in_range, (32..=36).contains(&clues.len()));
            for &orbit in symmetry.orbits() {
                assert!(orbit.is_subset(clues) || orbit.is_disjoint(clues));
            }
        }
    }
}

/// Returns the numbers of clues with which 400 digs end, each with the number of digs. Digs that miss the range are
/// not counted.
fn clue_counts(symmetry: Symmetry, range: (u8, u8)) -> Vec<(usize, usize)> {
    let plan = plan(symmetry, Some(range), Uniqueness::Fast);
    let mut seen = [0; 82];
    for k in 0..400 {
        let (grid, mut rng) = grid_and_rng(k);
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

/// A board that is not a full grid is returned unchanged, instead of being dug or searched forever.
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

/// The digs of a seed never change, because packs can be made again from their seeds.
#[test]
fn digs_are_stable() {
    let mut shown = String::new();
    for (k, symmetry) in [(0, Symmetry::None), (1, Symmetry::Rotate180)] {
        let (grid, mut rng) = grid_and_rng(k);
        let dug = dig::dig(&grid, &plan(symmetry, None, Uniqueness::Fast), &mut rng);
        shown += &format!("{}\n", dug.puzzle);
    }
    insta::assert_snapshot!(shown, @r"
    ...82.5...5...6..793...1...2.....4..6...5.....1..3.98....9...6..69.....4...1.5.7.
    .1.53....7.5.9....98......4....56.9.2.7...4.6.9.47....6......21....6.8.3....12.4.
    ");
}

/// The uniqueness test of row-limited digs passes exactly the patterns of clues for which a search from scratch finds
/// a single solution.
#[test]
fn a_sieve_errs_on_neither_side() {
    let (grid, mut rng) = grid_and_rng(8);
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
