//! Table 2: the four searches on the same puzzles.

use super::sets::{self, Puzzle};
use super::{Workers, grouped, mean, sample};
use crate::grid::{Board, Shape, ShapedBoard};
use crate::solve::fused::{BasicSet, Found, Request, Searcher, Solver, Ties};
use crate::study::famous::Famous;
use crate::study::report::{Options, Section, Table};
use crate::study::sample::Digs;

/// A search that takes more tries than this is given up.
pub const MOST_TRIES: u64 = 1_000_000;

/// The paper's request: its rules, the first of the scarcest cells, and done at a solution.
pub fn request(solver: Solver) -> Request {
    Request {
        solver,
        basic: BasicSet::PAIRS,
        ties: Ties::First,
        limit: 1,
        most_tries: Some(MOST_TRIES),
        ..Request::default()
    }
}

/// Searches all puzzles.
pub fn search_all(workers: &Workers, puzzles: &[ShapedBoard], request: &Request) -> Vec<Found> {
    let shape = puzzles.first().map_or(Shape::NINE, ShapedBoard::shape);
    workers.map_with(
        puzzles,
        || Searcher::new(shape),
        |searcher, puzzle| searcher.search(puzzle, request),
    )
}

/// A row of table 2: the set, the times printed for A to D in ms, and our puzzles beside them.
struct Row {
    name: &'static str,
    times: [f64; 4],
    /// What our puzzles are, and they.
    ours: Option<(&'static str, Vec<ShapedBoard>)>,
}

fn rows(options: &Options, workers: &Workers, seventeen: &[Puzzle]) -> Vec<Row> {
    let most = options.size.div_ceil(20);
    let chosen = |set: &[Puzzle], level: u8| -> Vec<ShapedBoard> {
        let set = set.iter().filter(|one| one.level >= level);
        let boards: Vec<Board> = set.map(|one| one.puzzle).collect();
        sample(&boards, most)
            .iter()
            .map(ShapedBoard::from)
            .collect()
    };
    let digs = (0..most).map(|number| Digs::new(options.seed, number));
    let digs: Vec<Puzzle> = digs
        .map(|digs| Puzzle::new(digs.puzzle(None), digs.grid))
        .collect();
    let row = |name, times, ours| Row { name, times, ours };
    let dug = |level| Some(("minimal digs", chosen(&digs, level)));
    let needy = |level| Some(("minimal digs that need a guess", chosen(&digs, level)));
    vec![
        row(
            "Extreme",
            [2.000, 4.250, 56.275, 7481.730],
            Some((
                "hardest1106",
                chosen(&sets::set(Famous::Hardest, workers), 0),
            )),
        ),
        row("Veryhard", [0.102, 0.100, 0.251, 1.115], None),
        row("Hard", [0.066, 0.064, 0.065, 0.072], None),
        row("Medium", [0.055, 0.057, 0.055, 0.057], None),
        row("Easy", [0.054; 4], None),
        row(
            "Su17",
            [0.085, 0.127, 1.504, 41.816],
            Some(("the same", chosen(seventeen, 0))),
        ),
        row(
            "Su17hard",
            [0.150, 0.410, 9.825, 261.895],
            Some(("the same", chosen(seventeen, 1))),
        ),
        row("SS50k-1", [0.071, 0.067, 0.084, 0.251], dug(0)),
        row("SS50k-2", [0.070, 0.068, 0.084, 0.296], None),
        row("SS50k-1h", [0.124, 0.115, 0.204, 0.960], needy(1)),
        row("SS50k-2h", [0.128, 0.114, 0.191, 1.154], None),
        row(
            "top95 (section 3.1)",
            [0.298, 0.651, 13.758, 232.747],
            Some(("the same", chosen(&sets::set(Famous::Top95, workers), 0))),
        ),
    ]
}

/// Our cells of a row: which puzzles, how many, tries of the four, D to A, and how many were
/// given up.
fn ours(workers: &Workers, row: &Row) -> [String; 5] {
    let Some((what, puzzles)) = &row.ours else {
        return ["not to be had", "–", "–", "–", "–"].map(str::to_owned);
    };
    let found = Solver::ALL.map(|solver| search_all(workers, puzzles, &request(solver)));
    let tries = found
        .each_ref()
        .map(|found| mean(found.iter().map(|one| one.effort.tries as f64)));
    let lost = found
        .each_ref()
        .map(|found| found.iter().filter(|one| one.gave_up).count());
    let ratio = if tries[0] > 0.0 {
        grouped((tries[3] / tries[0]).round() as u64)
    } else {
        "–".to_owned()
    };
    [
        (*what).to_owned(),
        grouped(puzzles.len() as u64),
        tries.map(|tries| format!("{tries:.1}")).join(" / "),
        ratio,
        lost.map(|lost| lost.to_string()).join(" / "),
    ]
}

/// Tries of the four searches beside the printed times.
pub fn section(options: &Options, workers: &Workers, seventeen: &[Puzzle]) -> Section {
    let mut table = Table::new([
        "set",
        "published A / B / C / D, ms",
        "D to A",
        "our puzzles",
        "number",
        "our tries A / B / C / D",
        "D to A",
        "given up",
    ]);
    for row in rows(options, workers, seventeen) {
        let [what, number, tries, ratio, lost] = ours(workers, &row);
        table.push([
            row.name.to_owned(),
            row.times.map(|time| time.to_string()).join(" / "),
            grouped((row.times[3] / row.times[0]).round() as u64),
            what,
            number,
            tries,
            ratio,
            lost,
        ]);
    }
    Section {
        heading: "Table 2: the four searches".to_owned(),
        text: format!(
            "A is the fused search, B chooses the scarcest cell and updates candidates, C goes cell \
             by cell and updates, D chooses by the candidates at the start and does not update. \
             The paper prints milliseconds (3.4 GHz); tries, which no machine changes, stand beside \
             them, on average over all puzzles, of which those that the rules solve take none. \
             Searches are given up after {} tries, so that C and D are *at least* that. The order \
             of the four is the paper's. Printed times of easy sets are those of the rules alone, \
             which all four begin with; that is why tries are further apart than times.",
            grouped(MOST_TRIES)
        ),
        table: Some(table),
        ..Section::default()
    }
}
