//! How often n random cells with random digits can be completed, and what that costs (section
//! 2.1.2).

use super::candidates::{Next, solve};
use super::{numbers, stream};
use crate::create::{self, Method};
use crate::grid::{Board, Cell, CellSet, Digit};
use crate::solve::search;
use crate::study::report::{Options, Plot, Section, Table};
use crate::study::svg::{self, Labels, Line, Scale};

/// The paper's question is about 11; these are those asked here.
const CELLS_FILLED: std::ops::RangeInclusive<u8> = 5..=25;

/// Digits that a completion by small numbers may place before it counts as too long.
const LIMIT: u64 = 50_000;
/// Completions by small numbers for each n, at most.
const MOST_COMPLETIONS: u64 = 500;

struct Row {
    cells: u8,
    legal: f64,
    unchecked: f64,
    placed: u64,
    too_long: f64,
}

/// The probabilities, and what a completion costs.
pub(super) fn sections(options: &Options) -> Vec<Section> {
    let rows: Vec<Row> = CELLS_FILLED.map(|cells| row(options, cells)).collect();
    vec![probabilities(&rows)]
}

fn row(options: &Options, cells: u8) -> Row {
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
    let completions = options.size.min(MOST_COMPLETIONS);
    let mut placed = numbers(options, completions, |k| {
        let mut rng = stream(options, 300 + u64::from(cells), k);
        let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
        let kept: CellSet = shuffled(&mut rng).into_iter().take(cells.into()).collect();
        solve(&grid.keep(kept), Next::Plain, LIMIT).placed
    });
    placed.sort_unstable();
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    Row {
        cells,
        legal: attempts.len() as f64 / tried.max(1) as f64,
        unchecked: share(solvable.iter().filter(|&&s| s).count(), solvable.len()),
        placed: placed.get(placed.len() / 2).copied().unwrap_or(0),
        too_long: share(placed.iter().filter(|&&p| p == LIMIT).count(), placed.len()),
    }
}

fn shuffled(rng: &mut crate::seed::Generator) -> Vec<Cell> {
    let mut order: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut order);
    order
}

/// This many random cells with any digits.
fn unchecked(cells: u8, rng: &mut crate::seed::Generator) -> Board {
    let mut board = Board::EMPTY;
    for cell in shuffled(rng).into_iter().take(cells.into()) {
        board.set(cell, Digit::new(1 + rng.below(9) as u8));
    }
    board
}

fn probabilities(rows: &[Row]) -> Section {
    let mut table = Table::new([
        "n",
        "published",
        "ours, digits legal as placed",
        "ours, digits unchecked",
        "small numbers: digits placed, median",
        "small numbers: more than 50,000",
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
            format!("{:.1} %", 100.0 * row.too_long),
            reason(is_papers),
        ]);
    }
    Section {
        heading: "Las Vegas: how often n random cells can be completed".to_owned(),
        text: "The paper takes 0.997 at n = 11 from its source and doesn't say how digits are \
               drawn. It adds that smaller n take longer. For completion by small numbers (n cells \
               of a random grid are left, blanks are filled in reading order) that is not so: from \
               8 cells on the digits placed grow with n, and so does the share of searches that \
               don't end soon. The factory completes grids by another search and tries another pattern only if there \
               is no completion at all; `cargo bench --bench papers` shows its time for each n."
            .to_owned(),
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

fn plot(rows: &[Row]) -> Plot {
    let points = |value: fn(&Row) -> f64| -> Vec<(f64, f64)> {
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
        Line {
            name: "digits legal as placed",
            points: &legal,
        },
        Line {
            name: "digits unchecked",
            points: &unchecked,
        },
    ];
    Plot {
        file: "huang-las-vegas.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: svg::lines(&labels, &lines, Scale::Linear),
    }
}
