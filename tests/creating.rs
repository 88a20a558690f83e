//! Tests that created full grids obey the rules and are random, and that a seed always gives the same grids.

use crate::factory::run_in;
use proptest::prelude::*;
use std::collections::BTreeSet;
use sudoku_factory::create::{self, CreatedGrid, Method};
use sudoku_factory::grid::{Board, Canonical, Cell, CellSet, Digit};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::{exact_cover, lexical, search};

const QUICK: [Method; 6] = [
    Method::Diagonal,
    Method::Lexical,
    Method::Additive,
    Method::LasVegas { seed_cells: 1 },
    Method::LasVegas { seed_cells: 11 },
    Method::LasVegas { seed_cells: 25 },
];

fn make(method: Method, k: u64) -> CreatedGrid {
    create::full_grid(&method, &mut Generator::for_candidate(3, k))
}

proptest! {
    #[test]
    fn grids_are_full_and_legal_and_repeatable(
        k in any::<u64>(),
        method in prop::sample::select(&QUICK[..]),
    ) {
        let made = make(method, k);
        prop_assert!(made.grid.is_full_grid());
        prop_assert_eq!(made, make(method, k));
    }
}

#[test]
fn neighbouring_numbers_give_different_grids() {
    for method in QUICK {
        let grids: BTreeSet<Board> = (0..1000).map(|k| make(method, k).grid).collect();
        assert_eq!(grids.len(), 1000);
    }
}

/// In every cell of random grids, every digit is as likely as the others.
#[test]
fn digits_are_even_in_every_cell() {
    for method in QUICK {
        let mut seen = [[0u32; 9]; 81];
        for k in 0..3600 {
            for (cell, digit) in make(method, k).grid.givens() {
                seen[cell.index()][digit.index()] += 1;
            }
        }
        // Eight degrees of freedom, 81 cells: one in 10^4 such tables passes 46.
        let worst = seen.map(|row| {
            row.map(|n| (f64::from(n) - 400.0).powi(2) / 400.0)
                .iter()
                .sum::<f64>()
        });
        assert!(worst.iter().all(|&chi| chi < 46.0), "{method}: {worst:?}");
    }
}

/// Every grid of the method `lexical` is a form of the same first grid, which is that of Huang 2015.
#[test]
fn lexical_grids_are_forms_of_the_first_grid() {
    let first = lexical::ascending(&Board::EMPTY).unwrap();
    assert!(first.to_string().starts_with("123456789456789123789123456"));
    let id = |grid: &Board| Canonical::of(grid, grid).id();
    for k in 0..50 {
        assert_eq!(id(&make(Method::Lexical, k).grid), id(&first));
        assert_ne!(id(&make(Method::Diagonal, k).grid), id(&first));
    }
}

/// A pack of puzzles from lexical grids, which are all forms of one grid, has no puzzle twice.
#[test]
fn a_pack_of_lexical_grids_has_no_repeat() {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 300 --seed 3 --create lexical --name p --exhaust --per-level 300";
    run_in(folder.path(), make).expect(3);
    let said = run_in(folder.path(), "verify output/p --json").expect(0);
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["puzzles"], 300, "{}", said.out);
}

/// Most random patterns of eleven cells can be completed, if each digit obeys the rules when it is placed. The share of
/// such patterns is 0.992 here, and 0.997 in Huang 2015.
#[test]
fn las_vegas_patterns_are_mostly_solvable() {
    let method = Method::LasVegas { seed_cells: 11 };
    let attempts: u32 = (0..5000).map(|k| make(method, k).attempts).sum();
    let success = 5000.0 / f64::from(attempts);
    assert!((0.988..0.996).contains(&success), "{success}");
    assert_eq!(make(Method::Diagonal, 0).attempts, 1);
}

/// The Las Vegas method ends even with a number of seed cells for which it can't succeed.
#[test]
fn las_vegas_always_ends() {
    let made = make(Method::LasVegas { seed_cells: 81 }, 0);
    assert!(
        made.grid.is_full_grid() && made.attempts > 40_000,
        "{}",
        made.attempts
    );
}

/// The clues that the additive method (Wang 2009) adds have exactly one solution, and without the last clue more
/// than one.
#[test]
fn added_clues_fix_the_grid() {
    for k in 0..300 {
        let made = make(Method::Additive, k);
        assert!(made.grid.is_full_grid());
        assert!((17..81).contains(&made.clues.len()), "{}", made.clues.len());
        let puzzle = made.grid.keep(made.clues);
        assert_eq!(lexical::ascending(&puzzle), Some(made.grid));
        assert_eq!(lexical::descending(&puzzle), Some(made.grid));
        let is_last = |cell| {
            let before = puzzle.keep(made.clues.without(cell));
            exact_cover::solve(&before, 2).0 == 2
        };
        assert!({ made.clues }.any(is_last));
    }
    for method in [Method::Diagonal, Method::LasVegas { seed_cells: 11 }] {
        assert_eq!(make(method, 0).clues, CellSet::ALL);
    }
}

/// Makes a grid by the definition of the additive method: adds clues one cell at a time, and asks for each clue whether
/// a solution is left. Returns the grid and the cells of the clues.
fn added_one_by_one(rng: &mut Generator) -> (Board, CellSet) {
    let mut order: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut order);
    let mut board = Board::EMPTY;
    for cell in order {
        let seen = |digit: Digit| cell.peers().any(|peer| board.get(peer) == Some(digit));
        let mut untried: Vec<Digit> = Digit::all().filter(|&digit| !seen(digit)).collect();
        loop {
            let chosen = match untried.len() {
                1 => 0,
                n => rng.below(n as u32) as usize,
            };
            board.set(cell, Some(untried.remove(chosen)));
            let solved = search::solve(&board, 2);
            match (solved.count, solved.first) {
                (0, _) => {}
                (1, Some(grid)) => return (grid, board.clues()),
                _ => break,
            }
        }
    }
    panic!("a full grid has one solution");
}

#[test]
fn adding_clues_in_runs_equals_adding_them_one_by_one() {
    for k in 0..200 {
        let mut rng = Generator::for_candidate(3, k);
        let expected = added_one_by_one(&mut rng);
        let mut other_rng = Generator::for_candidate(3, k);
        let made = create::full_grid(&Method::Additive, &mut other_rng);
        assert_eq!((made.grid, made.clues), expected);
        // The dig that follows goes on with the same chance.
        assert_eq!(rng.below(u32::MAX), other_rng.below(u32::MAX));
    }
}

#[test]
fn a_pack_of_added_clues_is_proved_again() {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 60 --seed 3 --create additive --symmetry rotate180 --clues 24..40 --name p";
    run_in(folder.path(), make).expect(0);
    run_in(folder.path(), "verify output/p").expect(0);
    let shown = run_in(folder.path(), "show output/p --limit 1").expect(0);
    assert!(shown.out.contains("clues"), "{}", shown.out);
}

#[test]
fn names_are_read_back() {
    for method in Method::ALL {
        assert_eq!(method.name().parse(), Ok(method));
    }
    assert!("diagonals".parse::<Method>().is_err());
}

#[test]
fn useless_numbers_of_seed_cells_are_refused() {
    let check = |seed_cells| Method::LasVegas { seed_cells }.check();
    assert!([1, 11, 30].map(check).iter().all(Result::is_ok));
    for refused in [0, 31, 81] {
        let message = check(refused).map_err(|error| error.to_string());
        let expected = format!("las-vegas fills 1 to 30 cells before it searches, not {refused}");
        assert_eq!(message, Err(expected));
    }
    assert_eq!(Method::DiagonalAll.check(), Ok(()));
}

/// The grids of a seed never change, because packs can be made again from their seeds.
#[test]
fn grids_are_stable() {
    let shown: String = Method::ALL
        .map(|method| format!("{}\n", make(method, 0).grid))
        .concat();
    insta::assert_snapshot!(shown, @r"
    853612479167349258924875613391524786485736192672981345739168524546297831218453967
    853197246167452389924368175396524718518736492472981653789613524645279831231845967
    517836924432519768689247315924183576768495231351762489276958143845321697193674852
    314785692527469831698213475289641357736958214451327986872596143145832769963174528
    169452378542387691837619425254971836683524917791863542316245789978136254425798163
    ");
}
