//! Reproduces table 2 of Jiang 2018, which compares four searches on the same puzzles.

use super::sets::{self, StuartPuzzle};
use super::workers::{Workers, mean, sample};
use crate::report::{Options, ReportTable, Section, grouped};
use crate::sample::Digs;
use sudoku_engine::grid::{Board, Shape, ShapedBoard};
use sudoku_engine::solve::fused::{
    BasicSet, FusedRequest, FusedResult, Searcher, Solver, TieBreak,
};
use sudoku_factory::speed::famous::Famous;

/// The maximum number of tries before a search gives up.
pub const MOST_TRIES: u64 = 1_000_000;

/// Returns the request for a search as in Jiang 2018: the search uses the paper's rules, guesses in the first of
/// the cells with the fewest candidates, and stops at the first solution. It gives up after [`MOST_TRIES`] tries.
pub fn request(solver: Solver) -> FusedRequest {
    FusedRequest {
        solver,
        basic: BasicSet::PAIRS,
        tie_break: TieBreak::First,
        limit: 1,
        most_tries: Some(MOST_TRIES),
        ..FusedRequest::default()
    }
}

/// Solves all puzzles with the search that `request` describes, and returns the results in the order of the
/// puzzles. The puzzles must all have the same shape.
pub fn search_all(
    workers: &Workers,
    puzzles: &[ShapedBoard],
    request: &FusedRequest,
) -> Vec<FusedResult> {
    let shape = puzzles.first().map_or(Shape::NINE, ShapedBoard::shape);
    workers.map_with(
        puzzles,
        || Searcher::new(shape),
        |searcher, puzzle| searcher.search(puzzle, request),
    )
}

/// Table 2 of Jiang 2018: the sets and the mean times of solvers A to D in ms; the last row is from section
/// 3.1.
pub const TIMES: [(&str, [f64; 4]); 12] = [
    ("Extreme", [2.000, 4.250, 56.275, 7481.730]),
    ("Veryhard", [0.102, 0.100, 0.251, 1.115]),
    ("Hard", [0.066, 0.064, 0.065, 0.072]),
    ("Medium", [0.055, 0.057, 0.055, 0.057]),
    ("Easy", [0.054; 4]),
    ("Su17", [0.085, 0.127, 1.504, 41.816]),
    ("Su17hard", [0.150, 0.410, 9.825, 261.895]),
    ("SS50k-1", [0.071, 0.067, 0.084, 0.251]),
    ("SS50k-2", [0.070, 0.068, 0.084, 0.296]),
    ("SS50k-1h", [0.124, 0.115, 0.204, 0.960]),
    ("SS50k-2h", [0.128, 0.114, 0.191, 1.154]),
    ("top95 (section 3.1)", [0.298, 0.651, 13.758, 232.747]),
];

/// A description of the puzzles that this project has for one set of [`TIMES`], and the puzzles; `None` if it has none.
pub type OurSet = Option<(&'static str, Vec<ShapedBoard>)>;

/// Returns this project's puzzles for each set of [`TIMES`], at most `most` per set. `seventeen` has the puzzles of
/// Su17; minimal puzzles are dug from `seed`.
pub fn beside(seed: u64, most: u64, workers: &Workers, seventeen: &[StuartPuzzle]) -> Vec<OurSet> {
    let chosen = |set: &[StuartPuzzle], level: u8| -> Vec<ShapedBoard> {
        let set = set.iter().filter(|one| one.level >= level);
        let boards: Vec<Board> = set.map(|one| one.puzzle).collect();
        sample(&boards, most)
            .iter()
            .map(ShapedBoard::from)
            .collect()
    };
    let digs = (0..most).map(|number| Digs::new(seed, number));
    let digs: Vec<StuartPuzzle> = digs
        .map(|digs| StuartPuzzle::new(digs.puzzle(None), digs.grid))
        .collect();
    let famous = |set| chosen(&sets::set(set, workers), 0);
    let sets = TIMES.iter().map(|(name, _)| {
        Some(match *name {
            "Extreme" => ("hardest1106", famous(Famous::Hardest)),
            "Su17" => ("the same", chosen(seventeen, 0)),
            "Su17hard" => ("the same", chosen(seventeen, 1)),
            "SS50k-1" => ("minimal digs", chosen(&digs, 0)),
            "SS50k-1h" => ("minimal digs that need a guess", chosen(&digs, 1)),
            "top95 (section 3.1)" => ("the same", famous(Famous::Top95)),
            _ => return None,
        })
    });
    sets.collect()
}

/// Returns the mean number of tries of each of the four searches on these puzzles, and the number of puzzles on which
/// each search gave up.
fn tries(workers: &Workers, puzzles: &[ShapedBoard]) -> ([f64; 4], [usize; 4]) {
    let found = Solver::ALL.map(|solver| search_all(workers, puzzles, &request(solver)));
    let tries = found
        .each_ref()
        .map(|found| mean(found.iter().map(|one| one.effort.tries as f64)));
    let lost = found
        .each_ref()
        .map(|found| found.iter().filter(|one| one.gave_up).count());
    (tries, lost)
}

/// Returns whether the four values ascend from solver A to D; neighbours may be equal.
fn in_order(values: &[f64; 4]) -> bool {
    values.is_sorted()
}

/// Returns a text that says in how many sets the four values ascend from solver A to D, and names the other sets.
fn out_of_order<'a>(sets: impl Iterator<Item = (&'a str, [f64; 4])>) -> String {
    let sets: Vec<(&str, [f64; 4])> = sets.collect();
    let out = sets.iter().filter(|(_, values)| !in_order(values));
    let out: Vec<&str> = out.map(|(name, _)| *name).collect();
    match out.len() {
        0 => format!("in all {} sets", sets.len()),
        few => format!(
            "in {} of {} sets (not in {})",
            sets.len() - few,
            sets.len(),
            out.join(", ")
        ),
    }
}

/// Compares the tries of the four searches with the published times.
pub fn section(options: &Options, workers: &Workers, seventeen: &[StuartPuzzle]) -> Section {
    let mut table = ReportTable::new([
        "set",
        "published A / B / C / D, ms",
        "D to A",
        "our puzzles",
        "number",
        "our tries A / B / C / D",
        "D to A",
        "given up",
    ]);
    let ours = beside(options.seed, options.size.div_ceil(20), workers, seventeen);
    let mut all_tries = Vec::new();
    for ((name, times), ours) in TIMES.into_iter().zip(ours) {
        let head = [
            name.to_owned(),
            times.map(|time| time.to_string()).join(" / "),
            grouped((times[3] / times[0]).round()),
        ];
        let cells = match ours {
            None => ["not to be had", "–", "–", "–", "–"].map(str::to_owned),
            Some((what, puzzles)) => {
                let (tries, lost) = tries(workers, &puzzles);
                all_tries.push((name, tries));
                let ratio = match tries[0] > 0.0 {
                    true => grouped((tries[3] / tries[0]).round()),
                    false => "–".to_owned(),
                };
                [
                    what.to_owned(),
                    grouped(puzzles.len()),
                    tries.map(|tries| format!("{tries:.1}")).join(" / "),
                    ratio,
                    lost.map(|lost| lost.to_string()).join(" / "),
                ]
            }
        };
        table.rows.push(head.into_iter().chain(cells).collect());
    }
    Section {
        heading: "Table 2: the four searches".to_owned(),
        text: format!(
            "A is the fused search, B chooses the scarcest cell and updates candidates, C goes cell \
             by cell and updates, D chooses by the candidates at the start and does not update. \
             The paper prints milliseconds (3.4 GHz); tries, which no machine changes, stand beside \
             them, on average over all puzzles, of which those that the rules solve take none. \
             Searches are given up after {} tries, so that C and D are *at least* that. The printed \
             times grow from A to D {}, and B is faster than A in {}; our tries grow from A to D {}. Printed times of easy sets are those of the \
             rules alone, which all four begin with; that is why tries are further apart than times. \
             `papers times` measures times of ours.",
            grouped(MOST_TRIES),
            out_of_order(TIMES.into_iter()),
            TIMES.iter().filter(|(_, [a, b, ..])| b < a).count(),
            out_of_order(all_tries.into_iter()),
        ),
        table: Some(table),
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the times in seven of the eleven rows of table 2 of Jiang 2018 don't ascend from search A to D,
    /// although the paper says that they do.
    #[test]
    fn the_printed_order_is_read_off_the_printed_times() {
        let table_2 = || TIMES.into_iter().take(11);
        assert_eq!(table_2().filter(|(_, times)| !in_order(times)).count(), 7);
        let before = table_2().filter(|(_, [a, b, ..])| b < a);
        let names: Vec<&str> = before.map(|(name, _)| name).collect();
        assert_eq!(names.len(), 6, "{names:?}");
        assert_eq!(
            out_of_order([("one", [1.0, 1.0, 2.0, 2.0])].into_iter()),
            "in all 1 sets"
        );
    }
}
