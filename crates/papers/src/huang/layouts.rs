//! Reproduces table 1 and figures 1 and 2 of Huang 2015.
//!
//! Also measures how many random placements of clues have exactly one solution (section 2.2).

use crate::report::{Options, Plot, ReportTable, Section, cells};
use crate::sample::{numbers, stream};
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::row_limited::{Layouts, RowLayout, UniquenessTest};
use sudoku_engine::dig::{self, ClueRange, Plan, Uniqueness};
use sudoku_engine::grid::{Board, CELLS, Cell};
use sudoku_engine::rate::looks;
use sudoku_factory::chart::{self, ChartLine, Labels, Scale};

/// The range of clues per row.
pub(super) const ROWS: ClueRange = ClueRange { min: 2, max: 4 };

/// The array `displayed` of figure 1 of Huang 2015: for each row, a −1 for each unused entry, then the columns (from 0)
/// of the cells that keep their digits.
const FIGURE_1: [[i8; 4]; 9] = [
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

/// Returns the sections that explain the placements of clues and measure how rarely a random placement has
/// exactly one solution.
pub(super) fn sections(options: &Options) -> Vec<Section> {
    vec![levels(options), figure_1(), unique(options)]
}

fn levels(options: &Options) -> Section {
    let dug = numbers(options, options.size, |k| {
        let mut rng = stream(options, 900, k);
        let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
        dig::dig(&grid, &Plan::default(), &mut rng).puzzle
    });
    let mut table = ReportTable::new([
        "clues",
        "published level",
        "our level",
        "published holes",
        "our holes",
        "lists of row counts, 2 to 4 each",
        "minimal digs of our level",
    ]);
    let printed = (20..=24usize).rev().zip([57, 58, 59, 60, 61]).zip(1..);
    for ((clues, holes), level) in printed {
        let mut puzzle = Board::EMPTY;
        for cell in Cell::all().take(clues) {
            puzzle.set(cell, sudoku_engine::grid::Digit::new(1));
        }
        let ours = looks::clue_level(&puzzle);
        let such = dug.iter().filter(|one| looks::clue_level(one) == ours);
        table.push([
            clues.to_string(),
            format!("{level}"),
            ours.to_string(),
            format!("{holes}"),
            (CELLS - clues).to_string(),
            Layouts::new(clues, ROWS)
                .map_or(0, |layouts| layouts.profiles())
                .to_string(),
            format!("{} of {}", such.count(), dug.len()),
        ]);
    }
    Section {
        heading: "Table 1: levels by clue count".to_owned(),
        text:
            "Counts outside the table get the level at its nearer end, so the last column counts \
               more clues than 24 as level 1. How little the number of clues says about the steps \
               needed stands under the blog (2011), *looks and difficulty*."
                .to_owned(),
        table: Some(table),
        ..Section::default()
    }
}

fn figure_1() -> Section {
    let layout = RowLayout::from_displayed(&FIGURE_1);
    let counts = layout.already().map(|count| count.to_string()).join(" ");
    let total = layout.cells().len().to_string();
    let least = (usize::from(ROWS.min) * 9).to_string();
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    table.push(cells([
        "`already` of figure 1",
        "2 3 3 2 3 3 2 3 3",
        &counts,
        "",
    ]));
    table.push(cells(["clues of figure 2", "24", &total, ""]));
    table.push(cells([
        "fewest clues with two in every row",
        "18",
        &least,
        "",
    ]));
    Section {
        heading: "Figures 1 and 2: the row-limited layout".to_owned(),
        text:
            "`--dig row-limited` digs by such layouts; `--row-clues 2..4` keeps the ordinary dig \
               to them."
                .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// The number of clues in the example of Huang 2015.
const PAPERS_CLUES: usize = 24;
/// The clue counts to examine.
const CLUES: [usize; 8] = [20, 22, 23, 24, 25, 26, 28, 30];
/// The number of placements of clues tried on each grid. The grid's unavoidable sets are computed only once for all of
/// them.
const LAYOUTS_A_GRID: u64 = 10_000;
/// The factor by which the sample's size is multiplied to get the number of placements tried for each clue count.
const LAYOUTS_A_PUZZLE: u64 = 100;

fn unique(options: &Options) -> Section {
    let grids = (options.size * LAYOUTS_A_PUZZLE).div_ceil(LAYOUTS_A_GRID);
    let mut table = ReportTable::new([
        "clues",
        "layouts tried",
        "with one solution",
        "in a million",
        "layouts needed for one puzzle",
    ]);
    let mut shares = Vec::new();
    let mut of_papers_size = String::new();
    for clues in CLUES {
        // The clue count of the paper's example gets ten times as many grids as the others.
        let grids = if clues == PAPERS_CLUES {
            10 * grids
        } else {
            grids
        };
        let found: u64 = numbers(options, grids, |k| tried(options, clues, k))
            .iter()
            .sum();
        let tried = grids * LAYOUTS_A_GRID;
        let share = found as f64 / tried as f64;
        shares.push((clues as f64, 1e6 * share));
        if clues == PAPERS_CLUES {
            of_papers_size = in_a_million(found, tried);
        }
        table.push([
            clues.to_string(),
            tried.to_string(),
            found.to_string(),
            format!("{:.1}", 1e6 * share),
            if found == 0 {
                "more than tried".to_owned()
            } else {
                format!("{:.0}", 1.0 / share)
            },
        ]);
    }
    Section {
        heading: "How many random layouts have one solution".to_owned(),
        text: format!(
            "The paper shows the third layout succeeding. Of random layouts of {PAPERS_CLUES} clues \
             with two to four in every row, {of_papers_size} have one solution, so the third can hardly \
             have been one of them: the paper's check \
             accepts puzzles with several solutions, as the next section shows. Every list of nine \
             row counts is taken to be equally likely, which the paper leaves open."
        ),
        plots: vec![plot(&shares)],
        table: Some(table),
        exact: false,
    }
}

/// Returns a share per million with its 95 % interval; the standard deviation of a count is taken to be the square root
/// of the count.
fn in_a_million(found: u64, tried: u64) -> String {
    let (found, tried) = (found as f64, tried as f64);
    let away = 1.96 * found.sqrt();
    let [share, low, high] =
        [found, (found - away).max(0.0), found + away].map(|count| 1e6 * count / tried);
    format!("{share:.1} in a million (95 % interval {low:.1} to {high:.1})")
}

/// Tries [`LAYOUTS_A_GRID`] random placements of `clues` clues on random grid `k`, and returns how many have
/// exactly one solution.
fn tried(options: &Options, clues: usize, k: u64) -> u64 {
    let mut rng = stream(options, 400 + clues as u64, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let Some(layouts) = Layouts::new(clues, ROWS) else {
        return 0;
    };
    let mut test = UniquenessTest::new(&grid, Uniqueness::Fast);
    let mut is_unique = |_: &u64| test.is_unique(layouts.draw(&mut rng).cells());
    (0..LAYOUTS_A_GRID)
        .filter(|layout| is_unique(layout))
        .count() as u64
}

fn plot(shares: &[(f64, f64)]) -> Plot {
    let labels = Labels {
        title: "Random row-limited layouts with one solution",
        description: "How many random layouts in a million leave one solution, by number of clues",
        x: "clues",
        y: "in a million",
    };
    let line = ChartLine {
        name: "two to four clues in every row",
        points: shares,
    };
    Plot {
        file: "huang-layouts.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: chart::lines(&labels, &[line], Scale::Logarithmic),
    }
}
