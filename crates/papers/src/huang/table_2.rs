//! Reproduces table 2 of Huang 2015: the work saved by choosing the blank with the fewest candidates.

use super::candidates::{HARD, NextBlank, solve};
use crate::report::{Options, Plot, ReportTable, Section, cells};
use crate::sample::{numbers, stream};
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::{self, Plan};
use sudoku_engine::grid::{Board, CELL_SYMMETRIES, Transform};
use sudoku_factory::chart::{self, Labels, Series};
use sudoku_factory::speed::famous::Famous;

/// The times in milliseconds that table 2 of Huang 2015 publishes for the search without the paper's improvement.
/// `AFTER` contains the times for the search with the improvement.
pub(crate) const BEFORE: [f64; 5] = [513.6, 534.7, 570.8, 483.1, 485.1];
pub(crate) const AFTER: [f64; 5] = [231.0, 265.8, 258.0, 250.2, 244.4];

/// The maximum number of digits that the search for a solution may place.
const LIMIT: u64 = 50_000_000;
/// The number by which the sample's size is divided for each class of puzzles, since plain searches take a long
/// time.
const THINNED: u64 = 5;
/// The maximum number of random puzzles.
const MOST_RANDOM: u64 = 1000;

/// Returns all sections about table 2 of Huang 2015.
pub(super) fn sections(options: &Options) -> Vec<Section> {
    vec![published(), named(), classes(options)]
}

fn published() -> Section {
    let mean = |times: [f64; 5]| times.iter().sum::<f64>() / times.len() as f64;
    let (before, after) = (mean(BEFORE), mean(AFTER));
    let saved = 100.0 * (1.0 - after / before);
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    table.push(cells([
        "mean before, ms",
        "517.5",
        &format!("{before:.2}"),
        "rounding",
    ]));
    let misprint = format!("misprint: the five printed times give {after:.2}");
    table.push(cells([
        "mean after, ms",
        "247.9",
        &format!("{after:.2}"),
        &misprint,
    ]));
    table.push(cells([
        "time saved",
        "more than 50 %",
        &format!("{saved:.1} %"),
        "",
    ]));
    Section {
        heading: "Table 2: the printed times".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the numbers of digits placed by the plain search and by the search that fills blanks
/// with the fewest candidates first.
fn both(puzzle: &Board) -> [u64; 2] {
    [NextBlank::Plain, NextBlank::Fewest].map(|next| solve(puzzle, next, LIMIT).placed)
}

fn named() -> Section {
    let mut table = ReportTable::new([
        "puzzle",
        "digits placed, plain",
        "digits placed, fewest candidates",
        "plain : fewest",
    ]);
    for (name, puzzle) in HARD {
        let [plain, fewest] = both(&board(puzzle));
        let ratio = plain as f64 / fewest as f64;
        table.push([
            name.to_owned(),
            plain.to_string(),
            fewest.to_string(),
            format!("{ratio:.1}"),
        ]);
    }
    Section {
        heading: "Table 2 made again: puzzles called the hardest".to_owned(),
        text:
            "The puzzle of figure 5 is a picture that the text lacks (\"the hardest Sudoku in the \
               world to date\", from a source of 2013: probably the first of these). Searches are \
               held against each other by the digits they place, which depends on no machine. The \
               plain search takes blanks in reading order. `papers times` measures the times."
                .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Reads a built-in puzzle. A test checks that all built-in puzzles can be read.
fn board(text: &str) -> Board {
    text.parse().unwrap_or(Board::EMPTY)
}

fn classes(options: &Options) -> Section {
    let hardest = Famous::Hardest.boards();
    let size = options.size.div_ceil(THINNED);
    let taken = size.min(hardest.len() as u64);
    let of_hardest = numbers(options, taken, |k| both(&hardest[k as usize]));
    let of_shuffled = numbers(options, taken, |k| {
        let way = stream(options, 700, k).below(CELL_SYMMETRIES as u32);
        both(&Transform::of_cells(way as usize).apply(&hardest[k as usize]))
    });
    let of_random = numbers(options, size.min(MOST_RANDOM), |k| {
        let mut rng = stream(options, 800, k);
        let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
        both(&dig::dig(&grid, &Plan::default(), &mut rng).puzzle)
    });
    let plots = vec![plot(&of_shuffled)];
    let classes = [
        ("hardest known in June 2011, as listed", of_hardest),
        ("the same, rows and columns shuffled", of_shuffled),
        ("random minimal puzzles", of_random),
    ];
    Section {
        heading: "Table 2 made again: classes of puzzles, digits placed".to_owned(),
        text: format!(
            "The paper halves its time. In digits placed the means of our classes are {} apart, but \
             each choice costs a look at all blanks: `papers times` measures the times. The \
             hardest known are searched as they are listed and with rows and columns shuffled, since the plain \
             search depends on how a puzzle happens to be turned. A search ends after {LIMIT} digits.",
            gains(&classes),
        ),
        table: Some(table(&classes)),
        plots,
        exact: false,
    }
}

/// For each of some puzzles, the number of digits placed by the plain search and by the search with the fewest
/// candidates first.
type PlacedDigits = Vec<[u64; 2]>;

fn table(classes: &[(&str, PlacedDigits)]) -> ReportTable {
    let mut table = ReportTable::new([
        "class",
        "puzzles",
        "plain: mean",
        "plain: median",
        "fewest: mean",
        "fewest: median",
        "means, plain : fewest",
        "fewest places less in",
    ]);
    for (name, found) in classes {
        let of = |which: usize| found.iter().map(|pair| pair[which]).collect::<Vec<u64>>();
        let [(mean, median), (mean_of_fewest, median_of_fewest)] = [0, 1].map(|w| middle(of(w)));
        let better = found.iter().filter(|[plain, fewest]| fewest < plain);
        let better = 100.0 * better.count() as f64 / found.len().max(1) as f64;
        table.push([
            (*name).to_owned(),
            found.len().to_string(),
            format!("{mean:.0}"),
            median.to_string(),
            format!("{mean_of_fewest:.0}"),
            median_of_fewest.to_string(),
            format!("{:.1}", mean / mean_of_fewest),
            format!("{better:.1} %"),
        ]);
    }
    table
}

/// Returns a text about the ratio of the digits that the two searches place: the smallest and the largest ratio among
/// the classes.
fn gains(classes: &[(&str, PlacedDigits)]) -> String {
    let sum = |found: &PlacedDigits, which: usize| {
        found.iter().map(|pair| pair[which]).sum::<u64>() as f64
    };
    let gains = classes
        .iter()
        .map(|(_, found)| sum(found, 0) / sum(found, 1));
    let (least, most) = chart::axis::range(gains);
    format!("{least:.0} to {most:.0} times")
}

/// Returns the mean and the median of numbers; 0 for both if the list is empty.
fn middle(mut placed: Vec<u64>) -> (f64, u64) {
    placed.sort_unstable();
    let mean = placed.iter().sum::<u64>() as f64 / placed.len().max(1) as f64;
    (mean, placed.get(placed.len() / 2).copied().unwrap_or(0))
}

/// Draws the shares of puzzles in groups by the number of digits placed: up to 100, up to 1,000, and so on.
fn plot(found: &[[u64; 2]]) -> Plot {
    let groups = [
        "to 100",
        "to 1,000",
        "to 10,000",
        "to 100,000",
        "to 1 million",
        "more",
    ];
    let mut shares = [[0.0; 6]; 2];
    for pair in found {
        for (shares, &placed) in shares.iter_mut().zip(pair) {
            let group = placed.max(1).ilog10().saturating_sub(1).min(5);
            shares[group as usize] += 100.0 / found.len() as f64;
        }
    }
    let labels = Labels {
        title: "Digits placed until the solution is found",
        description: "Share of the hardest puzzles, shuffled, by digits placed, for both searches",
        x: "digits placed",
        y: "% of the puzzles",
    };
    let series = ["blanks in reading order", "fewest candidates first"];
    let [plain, fewest] = [0, 1].map(|which| Series {
        name: series[which],
        values: &shares[which],
    });
    Plot {
        file: "huang-searches.svg".to_owned(),
        caption: labels.description.to_owned(),
        svg: chart::bars(&labels, &groups, &[plain, fewest]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_engine::solve::search;

    #[test]
    fn all_built_in_puzzles_have_one_solution() {
        let named = HARD.iter().map(|(_, puzzle)| board(puzzle));
        for puzzle in Famous::Hardest.boards().into_iter().chain(named) {
            assert_eq!(search::count(&puzzle, 2), 1, "{puzzle}");
        }
    }

    #[test]
    fn the_middle_of_numbers() {
        assert_eq!(middle(vec![5, 1, 9]), (5.0, 5));
        assert_eq!(middle(vec![]), (0.0, 0));
    }
}
