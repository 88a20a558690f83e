//! Tests canonical forms against brute force, against the known numbers of grids, and on whole collections of
//! puzzles.

use crate::sets;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use sudoku_factory::create::{self, Method, equivalents};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::{Board, Canonical, Cell, PuzzleId, Transform};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::search;

fn seventeen_clue_puzzles() -> Vec<Board> {
    sets::boards("sudoku17.txt.gz")
}

fn canonical(puzzle: &Board) -> Canonical {
    Canonical::of(puzzle, &search::solve(puzzle, 1).first.unwrap())
}

/// Returns the 1,296 orders of nine rows or columns that keep bands or stacks together, found by trying all
/// orders of three.
fn line_orders() -> Vec<[usize; 9]> {
    let orders: Vec<[usize; 3]> = (0..27)
        .map(|n| [n / 9, n / 3 % 3, n % 3])
        .filter(|[a, b, c]| a != b && b != c && a != c)
        .collect();
    let mut all = Vec::new();
    for chutes in &orders {
        for a in &orders {
            for b in &orders {
                for c in &orders {
                    let within = [a, b, c];
                    let line = |n: usize| 3 * chutes[n / 3] + within[n / 3][n % 3];
                    all.push(std::array::from_fn(line));
                }
            }
        }
    }
    all
}

/// The smallest form of a full grid, and the canonical form of its puzzle, both found by brute force.
#[derive(Debug, PartialEq, Eq)]
struct Smallest {
    solution: Board,
    /// The number of ways to rearrange the grid into `solution`.
    ways: usize,
    /// The smallest of the puzzle's forms that have `solution` as their full grid.
    puzzle: Board,
}

/// Returns the canonical form by trying every way to move the cells, exactly as the form is defined.
fn by_brute_force(puzzle: &Board, grid: &Board, orders: &[[usize; 9]]) -> Smallest {
    let turned =
        |board: &Board| -> [u8; 81] { std::array::from_fn(|n| board.values()[n % 9 * 9 + n / 9]) };
    let both = [
        (*grid.values(), *puzzle.values()),
        (turned(grid), turned(puzzle)),
    ];
    let (mut best, mut ways, mut smallest) = ([9u8; 81], 0, [10u8; 81]);
    for (cells, clues) in both {
        for columns in orders {
            for rows in orders {
                let origin = |place: usize| 9 * rows[place / 9] + columns[place % 9];
                let (mut labels, mut next, mut smaller) = ([0; 10], 1, false);
                let mut tied = true;
                for place in 0..81 {
                    let old = usize::from(cells[origin(place)]);
                    if labels[old] == 0 {
                        labels[old] = next;
                        next += 1;
                    }
                    if !smaller && labels[old] > best[place] {
                        tied = false;
                        break;
                    }
                    smaller |= labels[old] < best[place];
                    best[place] = labels[old];
                }
                if smaller {
                    (ways, smallest) = (0, [10; 81]);
                }
                if tied {
                    let label = |place| labels[usize::from(clues[origin(place)])];
                    smallest = smallest.min(std::array::from_fn(label));
                    ways += 1;
                }
            }
        }
    }
    Smallest {
        solution: Board::from_values(best).unwrap(),
        ways,
        puzzle: Board::from_values(smallest).unwrap(),
    }
}

/// Returns a grid in which the three rows of each band are made of the same three thirds in different orders.
/// Such grids have many symmetries. `number` chooses the orders.
fn patterned(mut number: usize) -> Board {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let turns: [[usize; 3]; 9] = std::array::from_fn(|_| {
        let order = ORDERS[number % 6];
        number /= 6;
        order
    });
    let values = std::array::from_fn(|place| {
        let (row, column) = (place / 9, place % 9);
        let third = (row % 3 + column / 3) % 3;
        let turn = turns[3 * (column / 3) + third][row / 3];
        (3 * third + (column + turn) % 3 + 1) as u8
    });
    Board::from_values(values).unwrap()
}

fn random_grid(k: u64) -> Board {
    create::full_grid(&Method::Diagonal, &mut Generator::for_candidate(3, k)).grid
}

fn minimal_dig(grid: &Board, rng: &mut Generator) -> Board {
    let plan = Plan::default();
    dig::dig(grid, &plan, rng).puzzle
}

/// Grids whose canonical form has a rare second row: 4572…, and 4573….
const RARE: [&str; 2] = [
    "395268147126437895784915326843659712957821463612743589561394278479582631238176954",
    "423879165917526834586341297654132978291758346738694512869415723342987651175263489",
];

#[test]
fn it_is_the_smallest_of_all_3359232_forms() {
    let orders = line_orders();
    assert_eq!(orders.len(), 1296);
    let patterns = [0, 1, 7, 777, 1_000_000, 5_432_109].map(patterned);
    let rare = RARE.map(|grid| grid.parse().unwrap());
    for (k, grid) in (0..).zip((0..14).map(random_grid).chain(patterns).chain(rare)) {
        let puzzle = minimal_dig(&grid, &mut Generator::for_candidate(2, k));
        let found = Canonical::of(&puzzle, &grid);
        assert_eq!(found.transform.apply(&puzzle), found.puzzle);
        assert_eq!(found.transform.apply(&grid), found.solution);
        let found = Smallest {
            solution: found.solution,
            ways: found.solution_symmetries,
            puzzle: found.puzzle,
        };
        assert_eq!(found, by_brute_force(&puzzle, &grid, &orders), "{puzzle}");
    }
    let second_row = |grid: Board| canonical(&grid).solution.to_string()[9..13].to_owned();
    assert_eq!(rare.map(second_row), ["4572", "4573"]);
}

/// The number of classes of full grids by the order of their symmetry group, without the grids that have no
/// symmetry (E. Russell, F. Jarvis: Mathematics of Sudoku II, 2006).
const CLASSES: [(usize, usize); 15] = [
    (2, 548_449),
    (3, 7336),
    (4, 2826),
    (6, 1257),
    (8, 29),
    (9, 42),
    (12, 92),
    (18, 85),
    (27, 2),
    (36, 15),
    (54, 11),
    (72, 2),
    (108, 3),
    (162, 1),
    (648, 1),
];

#[test]
fn symmetric_grids_fall_into_the_known_classes() {
    let known: HashMap<usize, usize> = CLASSES.into_iter().collect();
    let mut classes: BTreeMap<usize, BTreeSet<Board>> = BTreeMap::new();
    for number in 0..20_000 {
        let grid = patterned(number * 503);
        assert!(grid.is_full_grid());
        let found = Canonical::of(&grid, &grid);
        let class = classes.entry(found.solution_symmetries).or_default();
        class.insert(found.solution);
    }
    for (order, grids) in &classes {
        let most = known.get(order).unwrap_or(&0);
        assert!(grids.len() <= *most, "{} of {order}", grids.len());
    }
    assert_eq!((classes[&648].len(), classes[&162].len()), (1, 1));
    assert!(classes.len() >= 6, "{:?}", classes.keys());
}

/// All forms of a puzzle have the same canonical form and the same id, and different puzzles of a mixed
/// collection have different ids.
#[test]
fn equivalents_have_one_form_and_others_another() {
    let digs = (0..4000).map(|k| {
        let mut rng = Generator::for_candidate(4, k);
        let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
        minimal_dig(&grid, &mut rng)
    });
    let patterns = (0..1000).map(|n| {
        let grid = patterned(n * 10_007);
        minimal_dig(&grid, &mut Generator::for_candidate(5, n as u64))
    });
    let listed = seventeen_clue_puzzles().into_iter().step_by(9).take(5000);
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for (number, puzzle) in listed.chain(digs).chain(patterns).enumerate() {
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let form = Canonical::of(&puzzle, &solution);
        assert!(form.transform.is_valid());
        assert_eq!(form.transform.apply(&puzzle), form.puzzle);
        assert_eq!(form.transform.apply(&solution), form.solution);
        for symmetry in equivalents(6, number as u64).take(2) {
            let moved = Canonical::of(&symmetry.apply(&puzzle), &symmetry.apply(&solution));
            assert_eq!(moved.puzzle, form.puzzle, "{puzzle}");
            assert_eq!(moved.id(), form.id());
            assert_eq!(moved.solution_symmetries, form.solution_symmetries);
        }
        assert!(seen.insert(form.id()), "{puzzle} is another one again");
        count += 1;
    }
    assert_eq!(count, 10_000);
}

/// A puzzle with one more clue is another puzzle, even though the solution is the same.
#[test]
fn clues_matter() {
    let puzzle = seventeen_clue_puzzles()[0];
    let solution = search::solve(&puzzle, 1).first.unwrap();
    let wider = |cell: Cell| solution.keep(puzzle.clues().with(cell));
    let blanks = Cell::all().filter(|&cell| puzzle.get(cell).is_none());
    let ids: BTreeSet<PuzzleId> = blanks.map(|cell| canonical(&wider(cell)).id()).collect();
    assert_eq!(ids.len(), 64);
    assert!(!ids.contains(&canonical(&puzzle).id()));
}

#[test]
fn no_two_of_the_seventeen_clue_puzzles_are_equal() {
    let ids: BTreeSet<PuzzleId> = seventeen_clue_puzzles()
        .iter()
        .map(|puzzle| canonical(puzzle).id())
        .collect();
    assert_eq!(ids.len(), 49_151);
}

/// The ids of puzzles never change, since packs and ledgers store them.
#[test]
fn ids_are_stable() {
    let shown: String = seventeen_clue_puzzles()[..2]
        .iter()
        .map(|puzzle| {
            let form = canonical(puzzle);
            format!("{} {}\n", form.id(), form.puzzle)
        })
        .collect();
    insta::assert_snapshot!(shown, @r"
    7573335dba9d490cf843b658130cda6c .2.......4.............1..........57.3.....1.9...2..4...5.9......1...8.....64.3..
    2273102bf57a74639632a0cedf766807 .2..........7..........1.....5.9........2...67.8.....3.....3.2.......49...15...7.
    ");
}

/// Random equivalent forms are drawn evenly. Half of them are transposed. Every row is equally likely to become the
/// first, every column the last, and every digit the image of 1.
#[test]
fn random_equivalents_are_even() {
    let drawn: Vec<Transform> = equivalents(1, 0).take(18_000).collect();
    let even = |of: &dyn Fn(&Transform) -> usize, ways: usize, limit: f64| {
        let mut seen = vec![0u32; ways];
        drawn.iter().for_each(|symmetry| seen[of(symmetry)] += 1);
        let expected = 18_000.0 / ways as f64;
        let chi: f64 = seen
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        assert!(chi < limit, "{chi}: {seen:?}");
    };
    // One fair draw in a thousand passes these limits (1, 8, 8 and 8 degrees of freedom).
    even(&|symmetry| usize::from(symmetry.transposed), 2, 10.8);
    even(&|symmetry| usize::from(symmetry.rows[0]), 9, 26.1);
    even(&|symmetry| usize::from(symmetry.columns[8]), 9, 26.1);
    even(&|symmetry| usize::from(symmetry.digits[0]) - 1, 9, 26.1);
}
