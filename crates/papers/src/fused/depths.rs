//! Reproduces table 3 of Jiang 2018: the depths of the searches, and the numbers of their recursive calls.

use super::efforts::{request, search_all};
use super::sets::StuartPuzzle;
use super::workers::{Workers, mean, sample};
use crate::report::{Options, Plot, ReportTable, Section, grouped};
use sudoku_engine::grid::ShapedBoard;
use sudoku_engine::solve::fused::{BasicSet, Effort, FusedRequest, Solver, TieBreak};
use sudoku_factory::chart::{self, Labels, Series};

fn shaped(puzzles: &[&StuartPuzzle]) -> Vec<ShapedBoard> {
    puzzles
        .iter()
        .map(|one| ShapedBoard::from(&one.puzzle))
        .collect()
}

fn efforts(workers: &Workers, puzzles: &[ShapedBoard], request: &FusedRequest) -> Vec<Effort> {
    let found = search_all(workers, puzzles, request);
    found.iter().map(|found| found.effort).collect()
}

/// A function that returns one count of a search, such as its depth.
type Count = fn(&Effort) -> u64;

/// Returns the mean of a count over some searches.
fn mean_of(efforts: &[Effort], count: Count) -> f64 {
    mean(efforts.iter().map(|effort| count(effort) as f64))
}

/// Returns the largest value of a count over some searches.
fn most_of(efforts: &[Effort], count: Count) -> u64 {
    efforts.iter().map(count).max().unwrap_or(0)
}

/// Returns a column of table 3 of Jiang 2018, computed from these searches: the percentages of the values 1 to 5 and
/// above, the mean, and the maximum.
fn column(efforts: &[Effort], count: Count) -> [String; 8] {
    let share = |hit: &dyn Fn(u64) -> bool| {
        let hits = efforts.iter().filter(|effort| hit(count(effort))).count();
        format!("{:.2}", 100.0 * hits as f64 / efforts.len().max(1) as f64)
    };
    [
        share(&|n| n == 1),
        share(&|n| n == 2),
        share(&|n| n == 3),
        share(&|n| n == 4),
        share(&|n| n == 5),
        share(&|n| n > 5),
        format!("{:.2}", mean_of(efforts, count)),
        grouped(most_of(efforts, count)),
    ]
}

fn depth(effort: &Effort) -> u64 {
    effort.depth.into()
}

fn calls(effort: &Effort) -> u64 {
    effort.calls
}

/// The column of solver A in table 3 of Jiang 2018: percentages, mean and maximum of depths, then of calls.
const PUBLISHED: [[&str; 8]; 2] = [
    [
        "21.39", "45.93", "15.11", "6.64", "3.17", "7.75", "5.4", "23",
    ],
    [
        "21.39", "42.88", "14.11", "6.17", "3.15", "12.3", "9.8", "4,230",
    ],
];
const NAMES: [&str; 8] = [
    "1, %",
    "2, %",
    "3, %",
    "4, %",
    "5, %",
    "above 5, %",
    "mean",
    "maximum",
];

/// Runs solver A in three ways: with the paper's rules before the first guess, with only naked singles before it, and
/// with another way to choose among the cells with the fewest candidates.
fn three(workers: &Workers, hard: &[&StuartPuzzle]) -> [Vec<Effort>; 3] {
    let paper = request(Solver::Fused);
    let puzzles = shaped(hard);
    let bare = FusedRequest {
        basic: BasicSet::NAKED_SINGLES,
        inner: Some(paper.basic),
        ..paper
    };
    let pressing = FusedRequest {
        tie_break: TieBreak::Pressing,
        ..paper
    };
    [paper, bare, pressing].map(|request| efforts(workers, &puzzles, &request))
}

/// Measures solver A of Jiang 2018 on all puzzles of the set Su17 that need a guess.
pub fn fused(workers: &Workers, hard: &[&StuartPuzzle]) -> Section {
    let runs = three(workers, hard);
    let mut table = ReportTable::new([
        "",
        "published",
        "ours",
        "ours, no rules before",
        "ours, pressing cells",
    ]);
    let counts: [(Count, &str); 2] = [(depth, "depth"), (calls, "calls")];
    for ((count, title), published) in counts.into_iter().zip(PUBLISHED) {
        let columns = runs.each_ref().map(|efforts| column(efforts, count));
        for (row, name) in NAMES.into_iter().enumerate() {
            let [ours, bare, pressing] = columns.each_ref().map(|column| column[row].clone());
            let published = published[row].to_owned();
            table.push([format!("{title} {name}"), published, ours, bare, pressing]);
        }
    }
    for (most, published) in [(10, "157 (2 %)"), (16, "17 (0.2 %)")] {
        let [ours, bare, pressing] = runs.each_ref().map(|efforts| {
            let deeper = efforts.iter().filter(|one| one.depth > most).count() as u64;
            let share = 100.0 * deeper as f64 / efforts.len().max(1) as f64;
            format!("{} ({share:.1} %)", grouped(deeper))
        });
        table.push([
            format!("deeper than {most} (section 3.4)"),
            published.to_owned(),
            ours,
            bare,
            pressing,
        ]);
    }
    Section {
        heading: "Table 3 and figure 4: depth and calls of the fused search".to_owned(),
        text: format!(
            "All {} puzzles of Su17hard. A call chooses a cell and tries its candidates. The paper \
             says that its searches begin with the basic rules; then {} % of the puzzles need one \
             call, not {} %. Where the first guess is made on the bare puzzle (naked singles aside) \
             and the rules run after guesses only, {}. Mean and maximum depend on a few puzzles and \
             on the order of cells. The last column chooses among the scarcest cells the one where a \
             guess sets off most, instead of the \
             first. The printed mean depth is impossible; see *Numbers that don't agree*.",
            grouped(hard.len()),
            column(&runs[0], calls)[0],
            PUBLISHED[1][0],
            nearest(&runs),
        ),
        table: Some(table),
        plots: vec![depth_plot(&runs)],
        exact: true,
    }
}

/// Compares the depths of each run with the published depths, and returns the result as a text. The text also
/// says by how many standard errors the share of depth 1 in the second run differs from the published share.
fn nearest(runs: &[Vec<Effort>; 3]) -> String {
    let shares = |column: &[String]| -> Vec<f64> {
        let shares = column[..6].iter();
        shares.filter_map(|share| share.parse().ok()).collect()
    };
    let published = shares(&PUBLISHED[0].map(str::to_owned));
    let ours = runs
        .each_ref()
        .map(|efforts| shares(&column(efforts, depth)));
    let apart = ours.each_ref().map(|ours| {
        let apart = ours.iter().zip(&published).map(|(a, b)| (a - b).abs());
        format!("{:.1}", apart.sum::<f64>() / 2.0)
    });
    let [theirs, ours] = [published[0], ours[1][0]].map(|percent| percent / 100.0);
    let error = (theirs * (1.0 - theirs) / runs[1].len().max(1) as f64).sqrt();
    format!(
        "{} % of the puzzles would have to change their depth to give the printed distribution, where \
         it is {} % with the rules before and {} % with pressing cells; {:.2} % of depth 1 against \
         {:.2} % is {:.0} standard errors of a sample of this size, and this is no sample but the same \
         set",
        apart[1],
        apart[0],
        apart[2],
        100.0 * ours,
        100.0 * theirs,
        (theirs - ours).abs() / error,
    )
}

/// Draws figure 4 of Jiang 2018: the shares of the depths in these runs, next to the shares in table 3 of the paper.
fn depth_plot(runs: &[Vec<Effort>; 3]) -> Plot {
    let caption = "Share of the puzzles of Su17hard by the depth of the fused search, in percent";
    let values = |column: &[String]| -> Vec<f64> {
        let shares = column[..6].iter();
        shares.filter_map(|share| share.parse().ok()).collect()
    };
    let published = PUBLISHED[0].map(str::to_owned);
    let [ours, bare, pressing] = runs
        .each_ref()
        .map(|efforts| values(&column(efforts, depth)));
    let labels = Labels {
        title: "Depth of the fused search on Su17hard",
        description: caption,
        x: "depth",
        y: "% of the puzzles",
    };
    let series = [
        ("published", values(&published)),
        ("ours", ours),
        ("no rules before", bare),
        ("pressing cells", pressing),
    ];
    let series = series
        .each_ref()
        .map(|(name, values)| Series { name, values });
    Plot {
        file: "fused-depth.svg".to_owned(),
        caption: caption.to_owned(),
        svg: chart::bars(&labels, &["1", "2", "3", "4", "5", "above 5"], &series),
    }
}

/// A row of table 3 of Jiang 2018: its name, the number published for solver B, and the function that computes this
/// number from our searches.
type DepthRow = (&'static str, &'static str, fn(&[Effort]) -> String);

/// The mean number of calls of solver B in table 3 of Jiang 2018.
pub const PRINTED_CALLS: f64 = 60_087.0;

/// The last rows of table 3 of Jiang 2018, about calls and depths.
const MEANS: [DepthRow; 3] = [
    ("calls, mean", "60,087", |all| {
        grouped(mean_of(all, calls).round() as u64)
    }),
    ("calls, maximum", "5,815,054", |all| {
        grouped(most_of(all, calls))
    }),
    ("depth, mean", "60 and more", |all| {
        format!("{:.1}", mean_of(all, depth))
    }),
];

/// Measures solvers B, C and D of Jiang 2018 on a sample of the puzzles that need a guess.
pub fn plain(options: &Options, workers: &Workers, hard: &[&StuartPuzzle]) -> Section {
    let puzzles = shaped(&sample(hard, options.size.div_ceil(20)));
    let mut table = ReportTable::new([
        "",
        "published, B",
        "ours, B",
        "ours, C",
        "ours, D",
        "ours, B, no rules before",
    ]);
    let bare = FusedRequest {
        basic: BasicSet::NAKED_SINGLES,
        ..request(Solver::SelectUpdate)
    };
    let [b, c, d] = [Solver::SelectUpdate, Solver::Update, Solver::Select].map(request);
    let runs = [b, c, d, bare].map(|request| efforts(workers, &puzzles, &request));
    let limits = [2_000, 5_000, 10_000, 20_000, 40_000, u64::MAX];
    let published = [17.31, 14.09, 12.84, 13.68, 13.34, 28.73];
    let mut from = 0;
    for (to, published) in limits.into_iter().zip(published) {
        let share = |efforts: &Vec<Effort>| {
            let within = |e: &&Effort| e.calls > from && e.calls <= to;
            let hits = efforts.iter().filter(within).count();
            format!("{:.2}", 100.0 * hits as f64 / efforts.len().max(1) as f64)
        };
        let [b, c, d, bare] = runs.each_ref().map(share);
        let name = match to {
            u64::MAX => format!("calls above {}, %", grouped(from)),
            to => format!("calls to {}, %", grouped(to)),
        };
        table.push([name, published.to_string(), b, c, d, bare]);
        from = to;
    }
    for (name, published, value) in MEANS {
        let [b, c, d, bare] = runs.each_ref().map(|efforts| value(efforts));
        table.push([name.to_owned(), published.to_owned(), b, c, d, bare]);
    }
    Section {
        heading: "Table 3: calls of the plain searches".to_owned(),
        text: format!(
            "{} puzzles of Su17hard; a search is given up after {} tries. On the bare puzzle, as in \
             the table before, B needs {:.0} calls on average and goes {:.0} deep; after the rules it \
             needs {:.0} and goes {:.0} deep: only the first can be the printed {}. The times of ReportTable 2 \
             must have been taken after the rules: {} calls in 0.410 ms are {:.1} ns a call, in which \
             all blanks are compared.",
            puzzles.len(),
            grouped(super::efforts::MOST_TRIES),
            mean_of(&runs[3], calls),
            mean_of(&runs[3], depth),
            mean_of(&runs[0], calls),
            mean_of(&runs[0], depth),
            MEANS[0].1,
            MEANS[0].1,
            0.410e6 / PRINTED_CALLS,
        ),
        table: Some(table),
        ..Section::default()
    }
}
