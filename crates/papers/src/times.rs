//! Compares running times with those published in Wu 2012, Huang 2015 and Jiang 2018. Times differ between
//! machines and between runs, so they have their own document, which names the machine; all other studies give
//! the same bytes everywhere.

use super::fused::{self, Workers};
use super::huang::candidates::{HARD, NextBlank, solve};
use super::huang::{AFTER, BEFORE};
use super::report::{Options, ReportTable, Section, Study, grouped};
use super::sample::Digs;
use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};
use sudoku_engine::grid::{Board, ShapedBoard};
use sudoku_engine::rate::{Preset, Rater};
use sudoku_engine::solve::fused::{FusedRequest, Searcher, Solver};
use sudoku_factory::speed::famous::{self, Famous};

/// The study's name on the command line.
pub const NAME: &str = "times";

/// The maximum number of puzzles made to measure the mean time per puzzle.
const MOST_MADE: u64 = 2000;

/// Measures all running times that the document of running times lists, on one thread.
pub fn study(options: &Options) -> Study {
    Study {
        name: NAME,
        title: "Times".to_owned(),
        sections: vec![
            made(options),
            huang_runs(),
            huang_puzzles(),
            jiang(options),
            giants(),
        ],
    }
}

/// Returns a description of the machine and the program: processor, number of threads, operating system, and kind of
/// build.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    format!(
        "{model}, {threads} hardware threads, {}, {build} build",
        std::env::consts::OS
    )
}

/// Returns the document of running times in Markdown.
pub fn document(options: &Options, study: &Study) -> String {
    let mut text = format!(
        "# The papers' times, and ours\n\n\
         Made by `cargo run --release -p papers -- {NAME} --seed {} --size {}` on: {}. One thread. Times differ from \
         machine to machine and from run to run; the papers' machines are others, too. Everything \
         else is in [reproduction.md](../reproduction.md).\n",
        options.seed,
        options.size,
        machine(),
    );
    for section in &study.sections {
        text += &format!("\n{}", section.markdown("").replacen("### ", "## ", 1));
    }
    text
}

fn clocked<R>(work: impl FnOnce() -> R) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

/// Returns the minimum time of three runs: the time that other work on the machine has disturbed least.
fn least(work: impl Fn()) -> Duration {
    let times = std::array::from_fn::<_, 3, _>(|_| clocked(&work));
    times.into_iter().min().unwrap_or_default()
}

/// Returns a number of milliseconds as text, with three significant digits but at most four decimals. Numbers from
/// 1,000 are rounded to whole milliseconds.
fn ms(time: f64) -> String {
    let decimals = match time {
        t if t >= 100.0 => 0,
        t if t >= 10.0 => 1,
        t if t >= 1.0 => 2,
        t if t >= 0.1 => 3,
        _ => 4,
    };
    format!("{time:.decimals$}")
}

fn made(options: &Options) -> Section {
    let number = options.size.min(MOST_MADE);
    let rater = Rater::new(&Preset::default());
    let time = least(|| {
        for number in 0..number {
            let digs = Digs::new(options.seed, number);
            black_box(rater.rate(&digs.puzzle(None), &digs.grid));
        }
    });
    let mut table = ReportTable::new(["what", "published, ms", "ours, ms"]);
    let ours = ms(1e3 * time.as_secs_f64() / number.max(1) as f64);
    table.push(["a puzzle made and rated, mean", "700", &ours].map(str::to_owned));
    Section {
        heading: "Wu 2012: the mean time of a puzzle".to_owned(),
        text: format!(
            "Over {} minimal digs, the least of three times.",
            grouped(number)
        ),
        table: Some(table),
        ..Section::default()
    }
}

fn board(text: &str) -> Board {
    text.parse().unwrap_or(Board::EMPTY)
}

fn searched(puzzle: &Board, next: NextBlank) -> f64 {
    1e3 * clocked(|| solve(black_box(puzzle), next, u64::MAX)).as_secs_f64()
}

/// Measures five runs of each of two searches, in milliseconds: the plain search, and the search that fills blanks with
/// the fewest candidates first.
fn five(puzzle: &Board) -> [[f64; 5]; 2] {
    [NextBlank::Plain, NextBlank::Fewest].map(|next| {
        searched(puzzle, next);
        std::array::from_fn(|_| searched(puzzle, next))
    })
}

fn mean(times: &[f64; 5]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn huang_runs() -> Section {
    let (name, puzzle) = HARD[0];
    let [plain, fewest] = five(&board(puzzle));
    let mut table = ReportTable::new([
        "run",
        "published before, ms",
        "published after, ms",
        "ours, plain, ms",
        "ours, fewest candidates, ms",
    ]);
    for run in 0..BEFORE.len() {
        table.push([
            (run + 1).to_string(),
            BEFORE[run].to_string(),
            AFTER[run].to_string(),
            ms(plain[run]),
            ms(fewest[run]),
        ]);
    }
    let [before, after] = [BEFORE, AFTER].map(|times| format!("{:.2}", mean(&times)));
    let [ours, theirs] = [&plain, &fewest].map(|times| ms(mean(times)));
    table.push(["mean".to_owned(), before, after, ours, theirs]);
    Section {
        heading: "Huang 2015, Table 2: five runs".to_owned(),
        text: format!(
            "The paper's puzzle is a picture; ours is {name}. Saved by the fewest candidates: \
             published {:.1} %, ours {:.1} %.",
            100.0 * (1.0 - mean(&AFTER) / mean(&BEFORE)),
            100.0 * (1.0 - mean(&fewest) / mean(&plain)),
        ),
        table: Some(table),
        ..Section::default()
    }
}

fn huang_puzzles() -> Section {
    let mut table =
        ReportTable::new(["puzzle", "plain, ms", "fewest candidates, ms", "time saved"]);
    for (name, puzzle) in HARD {
        let [plain, fewest] = five(&board(puzzle)).map(|times| mean(&times));
        let saved = format!("{:.1} %", 100.0 * (1.0 - fewest / plain));
        table.push([name.to_owned(), ms(plain), ms(fewest), saved]);
    }
    Section {
        heading: "Huang 2015, Table 2: puzzles called the hardest".to_owned(),
        text: "Mean of five runs after one that does not count.".to_owned(),
        table: Some(table),
        ..Section::default()
    }
}

/// Returns the mean time in ms that a search takes per puzzle; 0 if there are no puzzles. Each puzzle is searched
/// three times, and the shortest time is used.
fn of_search(puzzles: &[ShapedBoard], request: &FusedRequest) -> f64 {
    let Some(first) = puzzles.first() else {
        return 0.0;
    };
    let searcher = RefCell::new(Searcher::new(first.shape()));
    let times = puzzles.iter().map(|puzzle| {
        least(|| {
            black_box(searcher.borrow_mut().search(black_box(puzzle), request));
        })
    });
    1e3 * times.sum::<Duration>().as_secs_f64() / puzzles.len() as f64
}

fn jiang(options: &Options) -> Section {
    let workers = Workers::new(options.threads);
    let seventeen = fused::puzzles(Famous::Seventeen, &workers);
    let most = options.size.div_ceil(20);
    let beside = fused::beside(options.seed, most, &workers, &seventeen);
    let mut table = ReportTable::new([
        "set",
        "published A / B / C / D, ms",
        "our puzzles",
        "number",
        "ours A / B / C / D, ms",
        "A to B, published",
        "A to B, ours",
    ]);
    let mut dearer = Vec::new();
    for ((name, times), ours) in fused::TIMES.into_iter().zip(beside) {
        let printed = times.map(|time| time.to_string()).join(" / ");
        let ratio = format!("{:.2}", times[0] / times[1]);
        let cells = match ours {
            None => ["not to be had", "–", "–", &ratio, "–"].map(str::to_owned),
            Some((what, puzzles)) => {
                let ours = Solver::ALL.map(|it| of_search(&puzzles, &fused::request(it)));
                if ours[0] > ours[1] {
                    dearer.push(name);
                }
                [
                    what.to_owned(),
                    grouped(puzzles.len()),
                    ours.map(ms).join(" / "),
                    ratio,
                    format!("{:.2}", ours[0] / ours[1]),
                ]
            }
        };
        table.rows.push(
            [name.to_owned(), printed]
                .into_iter()
                .chain(cells)
                .collect(),
        );
    }
    let dearer = match dearer.as_slice() {
        [] => "no set".to_owned(),
        names => names.join(", "),
    };
    Section {
        heading: "Jiang 2018, Table 2: the four searches".to_owned(),
        text: format!(
            "Means over the puzzles of the least of three times each, the basic rules before the first \
             guess included. A search is given up after \
             {} tries, so that C and D are *at least* that. Ours take longer with A than with B on: \
             {dearer}.",
            grouped(fused::MOST_TRIES),
        ),
        table: Some(table),
        ..Section::default()
    }
}

fn giants() -> Section {
    let mut table = ReportTable::new(["puzzles", "number", "published A, ms", "ours A, ms"]);
    for (name, puzzles) in ["giant16", "giant16-hard"]
        .into_iter()
        .zip(famous::giants())
    {
        let ours = ms(of_search(&puzzles, &FusedRequest::default()));
        table.push([
            name.to_owned(),
            grouped(puzzles.len()),
            "224".to_owned(),
            ours,
        ]);
    }
    Section {
        heading: "Jiang 2018: 16×16".to_owned(),
        text: "The paper's 44 puzzles are no longer to be had. Ours are solved and proven to have one \
               solution, with all basic rules."
            .to_owned(),
        table: Some(table),
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_have_three_digits() {
        let written = [517.46, 51.746, 5.1746, 0.51746, 0.051746].map(ms);
        assert_eq!(written, ["517", "51.7", "5.17", "0.517", "0.0517"]);
    }
}
