//! Tests how often the check for one solution in Huang 2015 (sections 2.2 and 3) errs.
//!
//! The check accepts a puzzle if the search in descending digit order returns the grid from which it was dug. That
//! proves the grid to be the largest solution, not the only one. Only this study uses the check; the factory does
//! not use it for any puzzle.

use super::layouts::ROWS;
use crate::report::{Options, Plot, ReportTable, Section};
use crate::sample::{numbers, stream};
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::row_limited::Layouts;
use sudoku_engine::dig::{self, ClueRange, Plan};
use sudoku_engine::grid::{Board, Cell};
use sudoku_engine::solve::{lexical, search};
use sudoku_factory::chart::{self, Labels, Series};

/// The clue counts to examine, each with its range of clues per row. Nine rows of four hold 36 clues, so 40 clues need
/// rows of four and five.
const CLUES: [(usize, ClueRange); 5] = [
    (24, ROWS),
    (28, ROWS),
    (32, ROWS),
    (36, ROWS),
    (40, ClueRange { min: 4, max: 5 }),
];

/// The result of the check of Huang 2015 for one puzzle. It says whether the check accepts the puzzle, whether the
/// puzzle has several solutions, and whether the descending and ascending searches together give a wrong answer.
struct CheckVerdict {
    accepted: bool,
    several: bool,
    both_wrong: bool,
}

/// Tests two ways to check that a puzzle has one solution, by comparing them with an exact search. One way is a search
/// in descending digit order; the other is this search and an ascending search together.
fn judged(puzzle: &Board, grid: &Board) -> CheckVerdict {
    let several = search::other_solution(puzzle, grid).is_some();
    let accepted = lexical::descending(puzzle) == Some(*grid);
    // The ascending search runs only if its result can matter.
    let by_both = accepted && lexical::ascending(puzzle) == Some(*grid);
    CheckVerdict {
        accepted,
        several,
        both_wrong: by_both == several,
    }
}

/// The numbers of puzzles of one kind: all that were tried, those accepted, those accepted although they have several
/// solutions, and those that the descending and the ascending search together judge wrongly.
struct AcceptanceRates {
    kind: String,
    tried: usize,
    accepted: usize,
    several: usize,
    both_wrong: usize,
}

impl AcceptanceRates {
    fn of(kind: String, verdicts: &[CheckVerdict]) -> Self {
        let count = |is: fn(&CheckVerdict) -> bool| verdicts.iter().filter(|one| is(one)).count();
        Self {
            kind,
            tried: verdicts.len(),
            accepted: count(|one| one.accepted),
            several: count(|one| one.accepted && one.several),
            both_wrong: count(|one| one.both_wrong),
        }
    }

    /// Returns the percentage of accepted puzzles that have several solutions.
    fn wrong(&self) -> f64 {
        100.0 * self.several as f64 / self.accepted.max(1) as f64
    }
}

/// Returns the section about the check of Huang 2015: how often it accepts a puzzle of each kind, how often it errs,
/// and what these rates mean.
pub(super) fn sections(options: &Options) -> Vec<Section> {
    let mut rates: Vec<AcceptanceRates> = CLUES
        .into_iter()
        .map(|(clues, rows)| {
            let verdicts = numbers(options, options.size, |k| layout(options, clues, rows, k));
            let verdicts: Vec<CheckVerdict> = verdicts.into_iter().flatten().collect();
            let (min, max) = (rows.min, rows.max);
            let kind = format!("random layouts, {clues} clues, {min} to {max} a row");
            AcceptanceRates::of(kind, &verdicts)
        })
        .collect();
    let minus_one = numbers(options, options.size, |k| minimal_minus_one(options, k));
    let minus_one = AcceptanceRates::of("minimal puzzles less one clue".to_owned(), &minus_one);
    let share = 100.0 * minus_one.accepted as f64 / minus_one.tried.max(1) as f64;
    rates.push(minus_one);
    vec![Section {
        heading: "The one-sided check accepts puzzles with several solutions".to_owned(),
        text: format!(
            "The paper calls its check effective and gives no rates. It argues that several \
             solutions always differ by exchanges which the descending search must meet; but that \
             search meets the largest solution, which may be the grid itself. A minimal puzzle less \
             one clue always has several solutions, and the check accepts {share:.1} % of them. \
             Ascending and descending search together are exact: they find the smallest and the \
             largest solution, and the factory's `--uniqueness reverse` asks both."
        ),
        plots: vec![plot(&rates)],
        table: Some(table(&rates)),
        exact: false,
    }]
}

fn table(rates: &[AcceptanceRates]) -> ReportTable {
    let mut table = ReportTable::new([
        "puzzles",
        "tried",
        "accepted",
        "of these with several solutions",
        "wrong among accepted",
        "puzzles on which ascending = descending errs",
    ]);
    for one in rates {
        let wrong = match one.accepted {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", one.wrong()),
        };
        table.push([
            one.kind.clone(),
            one.tried.to_string(),
            one.accepted.to_string(),
            one.several.to_string(),
            wrong,
            one.both_wrong.to_string(),
        ]);
    }
    table
}

fn layout(options: &Options, clues: usize, rows: ClueRange, k: u64) -> Option<CheckVerdict> {
    let mut rng = stream(options, 500 + clues as u64, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let cells = Layouts::new(clues, rows)?.draw(&mut rng).cells();
    Some(judged(&grid.keep(cells), &grid))
}

fn minimal_minus_one(options: &Options, k: u64) -> CheckVerdict {
    let mut rng = stream(options, 600, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let mut puzzle = dig::dig(&grid, &Plan::default(), &mut rng).puzzle;
    let clues: Vec<Cell> = puzzle.clues().collect();
    if let Some(&cell) = clues.get(rng.below(clues.len().max(1) as u32) as usize) {
        puzzle.set(cell, None);
    }
    judged(&puzzle, &grid)
}

fn plot(rates: &[AcceptanceRates]) -> Plot {
    let wrong: Vec<f64> = rates.iter().map(AcceptanceRates::wrong).collect();
    let labels = Labels {
        title: "What the one-sided check accepts",
        description: "Share of accepted puzzles that have several solutions, by kind of puzzle",
        x: "clues of the layout",
        y: "% of those accepted",
    };
    let series = Series {
        name: "with several solutions",
        values: &wrong,
    };
    let groups = ["24", "28", "32", "36", "40", "minimal − 1"];
    Plot {
        file: "huang-one-sided.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: chart::bars(&labels, &groups, &[series]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: Options = Options {
        seed: 4,
        size: 300,
        threads: 1,
    };

    #[test]
    fn one_search_errs_and_two_never() {
        let verdicts: Vec<CheckVerdict> =
            (0..300).map(|k| minimal_minus_one(&OPTIONS, k)).collect();
        assert!(verdicts.iter().all(|v| v.several && !v.both_wrong));
        let accepted = verdicts.iter().filter(|v| v.accepted).count();
        assert!(
            (12..60).contains(&accepted),
            "{accepted} of 300, 9.8 % are expected"
        );
        let verdicts = (0..300).filter_map(|k| layout(&OPTIONS, 36, ROWS, k));
        let verdicts: Vec<CheckVerdict> = verdicts.collect();
        assert_eq!(verdicts.len(), 300);
        assert!(verdicts.iter().all(|v| !v.both_wrong));
        assert!(verdicts.iter().any(|v| v.accepted && v.several));
        assert!(verdicts.iter().all(|v| v.accepted || v.several));
    }
}
