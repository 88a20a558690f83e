//! Measures the probability that n random cells with random digits can be completed to a full grid, and the
//! cost of completing them (Huang 2015, section 2.1.2).

use super::candidates::{NextBlank, solve};
use crate::report::{Options, Plot, ReportTable, Section};
use crate::sample::{numbers, stream};
use sudoku_engine::create::{self, Method};
use sudoku_engine::grid::{Board, Cell, Digit};
use sudoku_engine::seed::Generator;
use sudoku_engine::solve::search;
use sudoku_factory::chart::{self, ChartLine, Labels, Scale};

/// The numbers of filled cells that are examined here; Huang 2015 fills 11.
const CELLS_FILLED: std::ops::RangeInclusive<u8> = 5..=25;

/// The number of digits that a search may place before it gives up on a pattern (a board with random digits in some
/// random cells). In each blank, the search tries the smallest digit first.
const LIMIT: u64 = 20_000;
/// The maximum number of full grids that these searches complete for each number of filled cells.
const MOST_GRIDS: u64 = 500;

struct LasVegasRow {
    cells: u8,
    legal: f64,
    unchecked: f64,
    /// The median number of digits placed until a grid is complete.
    placed: u64,
    /// The share of patterns that were given up.
    given_up: f64,
}

/// Returns the section about how probable it is that random cells can be completed to a grid, and what the completion
/// costs.
pub(super) fn sections(options: &Options) -> Vec<Section> {
    let rows: Vec<LasVegasRow> = CELLS_FILLED.map(|cells| row(options, cells)).collect();
    vec![probabilities(&rows)]
}

fn row(options: &Options, cells: u8) -> LasVegasRow {
    let attempts = numbers(options, options.size, |k| {
        let mut rng = stream(options, 100 + u64::from(cells), k);
        let method = Method::LasVegas { seed_cells: cells };
        u64::from(create::full_grid(&method, &mut rng).attempts)
    });
    let tried: u64 = attempts.iter().sum();
    let solvable = numbers(options, options.size, |k| {
        let board = unchecked(cells, &mut stream(options, 200 + u64::from(cells), k));
        board.conflict().is_none() && search::count(&board, 1) == 1
    });
    let grids = numbers(options, options.size.min(MOST_GRIDS), |k| {
        by_small_numbers(cells, &mut stream(options, 300 + u64::from(cells), k))
    });
    let mut placed: Vec<u64> = grids.iter().map(|grid| grid.placed).collect();
    placed.sort_unstable();
    let sum = |count: fn(&GridCost) -> usize| grids.iter().map(count).sum::<usize>();
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    LasVegasRow {
        cells,
        legal: attempts.len() as f64 / tried.max(1) as f64,
        unchecked: share(solvable.iter().filter(|&&s| s).count(), solvable.len()),
        placed: placed.get(placed.len() / 2).copied().unwrap_or(0),
        given_up: share(sum(|grid| grid.given_up), sum(|grid| grid.patterns)),
    }
}

/// The cost of making one grid: the patterns drawn, the patterns given up, and the digits placed.
#[derive(Default)]
struct GridCost {
    patterns: usize,
    given_up: usize,
    placed: u64,
}

/// Runs the loop of Huang 2015: patterns are drawn until the search in ascending digit order
/// completes one.
fn by_small_numbers(cells: u8, rng: &mut Generator) -> GridCost {
    let mut grown = GridCost::default();
    loop {
        grown.patterns += 1;
        let Some(board) = create::pattern(cells.into(), rng) else {
            continue;
        };
        let found = solve(&board, NextBlank::Plain, LIMIT);
        grown.placed += found.placed;
        if found.solution.is_some() {
            return grown;
        }
        grown.given_up += usize::from(found.placed == LIMIT);
    }
}

/// Returns a board with this number of random cells filled with random digits, which may conflict.
fn unchecked(cells: u8, rng: &mut Generator) -> Board {
    let mut order: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut order);
    let mut board = Board::EMPTY;
    for cell in order.into_iter().take(cells.into()) {
        board.set(cell, Digit::new(1 + rng.below(9) as u8));
    }
    board
}

fn probabilities(rows: &[LasVegasRow]) -> Section {
    let [first, last] = [&rows[0], &rows[rows.len() - 1]];
    let mut table = ReportTable::new([
        "n",
        "published",
        "ours, digits legal as placed",
        "ours, digits unchecked",
        "small numbers: digits placed for a grid, median",
        "small numbers: patterns given up",
        "why they differ",
    ]);
    for row in rows {
        let is_papers = row.cells == 11;
        table.push([
            row.cells.to_string(),
            if is_papers { "0.997" } else { "" }.to_owned(),
            format!("{:.3}", row.legal),
            format!("{:.3}", row.unchecked),
            row.placed.to_string(),
            format!("{:.1} %", 100.0 * row.given_up),
            reason(is_papers),
        ]);
    }
    Section {
        heading: "Las Vegas: how often n random cells can be completed".to_owned(),
        text: format!(
            "The paper takes 0.997 at n = 11 from its source and doesn't say how digits are drawn. \
             Running time stands here as digits placed by the paper's own search, blanks in reading \
             order and small numbers first, over all patterns until a grid stands; a pattern is \
             given up after {LIMIT} digits, completable or not. The paper adds that smaller n take \
             longer. Here the medians go from {} at n = {} to {} at n = {}: the more cells are filled, the more patterns have no completion, \
             and the later the search finds that out. The factory completes patterns by another \
             search, which gives none up; `cargo bench --bench papers` measures its time for each n.",
            first.placed, first.cells, last.placed, last.cells,
        ),
        plots: vec![plot(rows)],
        table: Some(table),
        exact: false,
    }
}

fn reason(is_papers: bool) -> String {
    let unlike = "unchecked digits mostly contradict one another, so the paper's must be legal as \
                  placed; of such patterns a little fewer are solvable";
    if is_papers { unlike } else { "" }.to_owned()
}

fn plot(rows: &[LasVegasRow]) -> Plot {
    let points = |value: fn(&LasVegasRow) -> f64| -> Vec<(f64, f64)> {
        rows.iter()
            .map(|row| (f64::from(row.cells), value(row)))
            .collect()
    };
    let [legal, unchecked] = [points(|row| row.legal), points(|row| row.unchecked)];
    let labels = Labels {
        title: "Las Vegas: patterns that can be completed",
        description: "Share of random patterns with a completion, by the number of random cells",
        x: "random cells n",
        y: "share with a completion",
    };
    let lines = [
        ChartLine {
            name: "digits legal as placed",
            points: &legal,
        },
        ChartLine {
            name: "digits unchecked",
            points: &unchecked,
        },
    ];
    Plot {
        file: "huang-las-vegas.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: chart::lines(&labels, &lines, Scale::Linear),
    }
}
