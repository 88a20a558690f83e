//! Tests layouts: the searches for solutions, the ids, and digs for a level.
//!
//! Every search is compared with another search and with trying everything. The code for any layout is compared
//! with the special code for 9×9. Equivalent puzzles must have one id. Puzzles are dug to each level.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

use std::collections::HashSet;
use sudoku_engine::grid::{Layout, LayoutForm, LayoutHouses, Shape, ShapedBoard};
use sudoku_engine::layouts::{LayoutKit, LayoutMaker, LayoutPuzzle, PathSolver};
use sudoku_engine::rate::techniques::TechniqueSolver;
use sudoku_engine::solve::fused::{FusedRequest, Searcher};
use sudoku_engine::solve::layout_cover::LayoutCover;
use sudoku_engine::solve::search;
use sudoku_engine::{Board, Generator, Level, Method, Plan, dig, full_grid};

fn layout(name: &str) -> Layout {
    name.parse().unwrap()
}

fn board(shape: Shape, values: &[u8]) -> ShapedBoard {
    ShapedBoard::from_values(shape, values.to_vec()).unwrap()
}

/// Counts the full grids of a layout, trying every digit in every cell.
fn count_by_hand(houses: &LayoutHouses, values: &mut [u8], cell: usize) -> usize {
    if cell == values.len() {
        return 1;
    }
    let digits = 1..=houses.layout().side() as u8;
    let mut count = 0;
    for digit in digits {
        if houses
            .peers(cell)
            .iter()
            .all(|&peer| values[usize::from(peer)] != digit)
        {
            values[cell] = digit;
            count += count_by_hand(houses, values, cell + 1);
            values[cell] = 0;
        }
    }
    count
}

#[test]
fn both_judges_count_the_grids_of_small_layouts() {
    for (name, known) in [
        ("4x4", Some(288)),
        ("4x4+x", Some(48)),
        ("4x4+windows", None),
        ("4x4+knight", None),
        ("4x4+king", None),
    ] {
        let layout = layout(name);
        let count = count_by_hand(&LayoutHouses::new(layout), &mut [0; 16], 0);
        assert!(known.is_none_or(|known| known == count), "{name}: {count}");
        let empty = ShapedBoard::empty(layout.shape());
        let request = FusedRequest {
            limit: 1000,
            ..FusedRequest::default()
        };
        let fused = Searcher::on(layout).search(&empty, &request);
        let cover = LayoutCover::new(layout).search(&empty, 1000, None);
        assert_eq!((fused.count, cover.count), (count, count), "{name}");
    }
}

/// Makes `count` minimal 9×9 puzzles, each followed by two copies: one from which a clue is removed, and one with a
/// wrong clue.
fn nines(count: u64) -> impl Iterator<Item = Board> {
    (0..count).flat_map(|k| {
        let mut rng = Generator::for_candidate(21, k);
        let grid = full_grid(&Method::Diagonal, &mut rng).grid;
        let puzzle = dig(&grid, &Plan::MINIMAL, &mut rng).puzzle;
        let (cell, digit) = puzzle.givens().next().unwrap();
        let (mut fewer, mut wrong) = (puzzle, puzzle);
        fewer.set(cell, None);
        wrong.set(cell, sudoku_engine::Digit::new(digit.value() % 9 + 1));
        [puzzle, fewer, wrong]
    })
}

/// Checks that the searches and techniques for any layout agree with those built for 9×9, on `count` 9×9 puzzles
/// and two changed copies of each. The number of solutions, the solution, the counts of steps and the score must
/// agree.
fn compare_on_nine(count: u64) {
    let kit = LayoutKit::new(Layout::NINE);
    let ladder = kit.scheme().ladder();
    let (mut listed, mut built_in) = (
        PathSolver::new(&kit, &ladder),
        TechniqueSolver::new(&ladder),
    );
    let (mut searcher, mut cover) = (Searcher::on(Layout::NINE), LayoutCover::new(Layout::NINE));
    let mut solved = 0;
    for puzzle in nines(count) {
        let shaped = ShapedBoard::from(&puzzle);
        let known = search::solve(&puzzle, 2);
        let fused = searcher.search(&shaped, &FusedRequest::default());
        let covered = cover.search(&shaped, 2, None);
        assert_eq!(
            (fused.count, covered.count),
            (known.count, known.count),
            "{puzzle}"
        );
        if known.count == 1 {
            solved += 1;
            let solution = known.first.map(|grid| ShapedBoard::from(&grid));
            assert_eq!((&fused.first, &covered.first), (&solution, &solution));
            assert_eq!(
                listed.path(shaped.values()),
                built_in.solve(&puzzle, None),
                "{puzzle}"
            );
        }
    }
    assert!(solved >= count);
}

#[test]
fn nine_as_a_list_of_houses_is_nine() {
    compare_on_nine(100);
}

#[test]
#[ignore = "takes half a minute; .ci/long runs it"]
fn nine_as_a_list_of_houses_is_nine_on_100_000_puzzles() {
    compare_on_nine(100_000);
}

/// Draws a random way to turn, shuffle and relabel boards that keeps a layout's rules. Returns the old number of each
/// cell and the new value of each digit.
fn relative(layout: Layout, rng: &mut Generator) -> (Vec<usize>, Vec<u8>) {
    let (side, shape) = (layout.side(), layout.shape());
    let shuffled = |count: usize, rng: &mut Generator| {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        order
    };
    // Lines keep their place beside one another in a band; where there are further rules, all is mirrored.
    let lines = |height: usize, rng: &mut Generator| -> Vec<usize> {
        if layout.plain().is_some() {
            let turned = rng.below(2) == 1;
            return (0..side)
                .map(|line| if turned { side - 1 - line } else { line })
                .collect();
        }
        let bands = shuffled(side / height, rng);
        let in_band = |band: usize, rng: &mut Generator| {
            shuffled(height, rng)
                .into_iter()
                .map(move |line| band * height + line)
        };
        bands
            .into_iter()
            .flat_map(|band| in_band(band, rng).collect::<Vec<_>>())
            .collect()
    };
    let (rows, columns) = (
        lines(shape.box_rows(), rng),
        lines(shape.box_columns(), rng),
    );
    let transposed = shape.box_rows() == shape.box_columns() && rng.below(2) == 1;
    let cells = (0..layout.cells()).map(|cell| {
        let (row, column) = (rows[cell / side], columns[cell % side]);
        if transposed {
            column * side + row
        } else {
            row * side + column
        }
    });
    let digits = shuffled(side, rng)
        .into_iter()
        .map(|digit| digit as u8 + 1)
        .collect();
    (cells.collect(), digits)
}

#[test]
fn relatives_share_an_id_and_others_do_not() {
    for name in [
        "4x4",
        "6x6",
        "6x6/3x2",
        "9x9",
        "12x12",
        "16x16",
        "9x9+x",
        "9x9+windows",
        "9x9+knight",
        "9x9+king",
    ] {
        let kit = LayoutKit::new(layout(name));
        let mut maker = LayoutMaker::new(&kit);
        let mut form = LayoutForm::new(kit.houses());
        let mut ids = HashSet::new();
        let wanted = if name == "4x4" { 4 } else { 12 };
        for k in 0..wanted {
            let mut rng = Generator::for_candidate(4, k);
            let Some(made) = maker.make(Level::EASY, &mut rng) else {
                continue;
            };
            ids.insert(made.id);
            for _ in 0..4 {
                let (cells, digits) = relative(kit.layout(), &mut rng);
                let image = |values: &[u8]| -> Vec<u8> {
                    let value = |&from: &usize| match values[from] {
                        0 => 0,
                        value => digits[usize::from(value) - 1],
                    };
                    cells.iter().map(value).collect()
                };
                let (givens, solution) = (image(&made.givens), image(&made.solution));
                assert!(kit.houses().is_full_grid(&solution), "{name}");
                assert_eq!(form.id(&givens, &solution), made.id, "{name} {k}");
            }
        }
        assert!(name == "4x4" || ids.len() >= 10, "{name}: {}", ids.len());
    }
}

/// Checks that a puzzle is no harder than the wanted level, has exactly one solution, and needs the extra rules
/// of its layout.
fn check(kit: &LayoutKit, made: &LayoutPuzzle, wanted: Level) {
    let layout = kit.layout();
    assert!(made.level <= wanted, "{layout}");
    assert!(made.features.fits(layout), "{layout}");
    let puzzle = board(layout.shape(), &made.givens);
    let kit = kit.with_features(made.features.clone());
    let mut cover = LayoutCover::of_houses(kit.houses());
    let found = cover.search(&puzzle, 2, Some(1_000_000));
    assert_eq!(
        (found.count, found.gave_up),
        (1, false),
        "{layout} {:?}",
        made.givens
    );
    assert_eq!(found.first, Some(board(layout.shape(), &made.solution)));
    if let Some(plain) = kit.plain_houses() {
        let found = LayoutCover::of_houses(&plain).search(&puzzle, 2, Some(1_000_000));
        assert_eq!(found.count, 2, "{layout} needs its rules");
    }
}

#[test]
fn puzzles_are_proved_by_another_judge_and_made_again_from_the_seed() {
    for name in [
        "4x4",
        "6x6",
        "8x8",
        "10x10",
        "12x12",
        "16x16",
        "9x9+x",
        "9x9+windows",
        "9x9+knight",
        "9x9+king",
        "9x9+x+windows",
        "15x15",
        "12x12+x",
        "20x20",
        "6x6+jigsaw",
        "8x8+jigsaw",
        "9x9+jigsaw",
        "10x10+jigsaw",
        "12x12+jigsaw",
        "9x9+jigsaw+x",
        "6x6+even-odd",
        "9x9+even-odd",
        "9x9+jigsaw+even-odd",
        "9x9+x+even-odd",
    ] {
        let kit = LayoutKit::new(layout(name));
        let (mut maker, mut again) = (LayoutMaker::new(&kit), LayoutMaker::new(&kit));
        for wanted in kit.scheme().levels().take(3) {
            // Few puzzles don't need their extra rules, and are dropped.
            let rng = |k: u64| Generator::for_candidate(9, u64::from(wanted.number()) + 10 * k);
            let mut found = (0..5).map(|k| (k, maker.make(wanted, &mut rng(k))));
            let (k, made) = found.find(|(_, made)| made.is_some()).unwrap();
            let made = made.unwrap();
            check(&kit, &made, wanted);
            assert_eq!(Some(made), again.make(wanted, &mut rng(k)), "{name}");
        }
    }
}

/// Returns whether singles of one kind fill a 4×4 board: naked singles if `naked` is true, else hidden singles in
/// boxes.
fn is_filled_by(houses: &LayoutHouses, puzzle: &[u8], naked: bool) -> bool {
    let mut values = puzzle.to_vec();
    let fits = |values: &[u8], cell: usize, digit: u8| {
        let peers = houses.peers(cell).iter();
        values[cell] == 0 && peers.clone().all(|&it| values[usize::from(it)] != digit)
    };
    while values.contains(&0) {
        let single = (1..=4).find_map(|digit| {
            match naked {
                true => (0..16).find(|&cell| {
                    let digits = (1..=4).filter(|&other| fits(&values, cell, other));
                    digits.eq([digit])
                }),
                false => (8..12).find_map(|of_box| {
                    let cells = houses
                        .cells_of(of_box)
                        .iter()
                        .map(|&cell| usize::from(cell));
                    let mut places = cells.filter(|&cell| fits(&values, cell, digit));
                    places.next().filter(|_| places.next().is_none())
                }),
            }
            .map(|cell| (cell, digit))
        });
        let Some((cell, digit)) = single else {
            return false;
        };
        values[cell] = digit;
    }
    true
}

#[test]
fn hidden_singles_and_naked_singles_each_solve_every_minimal_puzzle_of_4x4() {
    let layout = layout("4x4");
    let (houses, mut searcher) = (LayoutHouses::new(layout), Searcher::on(layout));
    // Every full grid is one of these two, turned, shuffled or relabelled.
    let grids = [
        [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1],
        [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3],
    ];
    let (mut form, mut forms) = (LayoutForm::new(&houses), HashSet::new());
    let (mut minimal, mut by_boxes, mut by_cells) = (0, 0, 0);
    for grid in grids {
        let mut is_unique = vec![false; 1 << 16];
        for clues in 0..1_usize << 16 {
            let puzzle: Vec<u8> = (0..16)
                .map(|cell| grid[cell] * (clues >> cell & 1) as u8)
                .collect();
            is_unique[clues] = searcher
                .search(&board(layout.shape(), &puzzle), &FusedRequest::default())
                .count
                == 1;
            let needs_all =
                (0..16).all(|cell| clues >> cell & 1 == 0 || !is_unique[clues ^ 1 << cell]);
            if is_unique[clues] && needs_all {
                minimal += 1;
                forms.insert(form.id(&puzzle, &grid));
                by_boxes += usize::from(is_filled_by(&houses, &puzzle, false));
                by_cells += usize::from(is_filled_by(&houses, &puzzle, true));
            }
        }
    }
    assert_eq!((minimal, by_boxes, by_cells), (588, 588, 588));
    assert_eq!(forms.len(), 36);
}

#[test]
fn digs_for_a_level_reach_it() {
    for (name, digs) in [
        ("4x4", 500),
        ("6x6", 1000),
        ("8x8", 100),
        ("9x9", 100),
        ("9x9+knight", 100),
        ("6x6+jigsaw", 400),
        ("9x9+jigsaw", 60),
        ("6x6+even-odd", 1000),
        ("9x9+even-odd", 60),
    ] {
        let kit = LayoutKit::new(layout(name));
        let mut maker = LayoutMaker::new(&kit);
        for wanted in kit.scheme().levels() {
            let made = (0..digs).map(|k| maker.make(wanted, &mut Generator::for_candidate(5, k)));
            let reached = made.flatten().filter(|made| made.level == wanted).count();
            assert!(
                20 * reached >= digs as usize,
                "{name} {}: {reached} of {digs}",
                kit.scheme().level_name(wanted)
            );
        }
    }
}

#[test]
fn regions_of_another_size_and_levels_beyond_the_last_are_left_out() {
    let mut rng = Generator::for_candidate(5, 0);
    let six = LayoutKit::new(layout("6x6+jigsaw"));
    let puzzle = LayoutMaker::new(&six).make(Level::EASY, &mut rng).unwrap();
    let regions = puzzle.features.regions().cloned();
    assert!(regions.is_some());
    for name in ["9x9+jigsaw", "6x6"] {
        let kit = LayoutKit::new(layout(name)).with_regions(regions.clone());
        assert_eq!(kit.regions(), None, "{name}");
    }
    let same = six.with_regions(regions.clone());
    assert_eq!(same.regions(), regions.as_ref());
    let kit = LayoutKit::new(layout("4x4"));
    let beyond = Level::from_number(3).unwrap();
    assert!(LayoutMaker::new(&kit).make(beyond, &mut rng).is_none());
}
