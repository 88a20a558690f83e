//! Checks the arithmetic of Jiang 2018: its formula for how solving time grows with the size of the board, and numbers
//! that contradict one another.

use super::depths::PRINTED_CALLS;
use super::efforts::TIMES;
use crate::report::{Plot, ReportTable, Section, grouped};
use sudoku_factory::chart::{self, ChartLine, Labels, Scale};

/// The published mean times of solver A of Jiang 2018 in ms, each with the side of the board: 9×9 and 16×16.
const PRINTED: [(f64, f64); 2] = [(9.0, 0.1), (16.0, 224.0)];
/// The published mean times of solver B of Jiang 2018 in ms, each with the side of the board: the set Su17 (9×9), and
/// 16×16.
const PRINTED_B: [(f64, f64); 2] = [(9.0, 0.127), (16.0, 109_000.0)];

/// Returns the base α with which the function c · N^power · α^exponent(N) passes through two points.
fn base([(n, low), (m, high)]: [(f64, f64); 2], power: i32, exponent: fn(f64) -> f64) -> f64 {
    (high / low * (n / m).powi(power)).powf(1.0 / (exponent(m) - exponent(n)))
}

/// Returns the value at N of the function c · N³αᴺ that passes through the published times of solver A.
fn law(n: f64) -> f64 {
    let (m, high) = PRINTED[1];
    let alpha = base(PRINTED, 3, |n| n);
    high * (n / m).powi(3) * alpha.powf(n - m)
}

/// Checks the function that Jiang 2018 publishes for the growth of the solving time with the board size.
pub fn growth() -> Section {
    let alpha = base(PRINTED, 3, |n| n);
    let alpha_b = base(PRINTED_B, 1, |n| n * n);
    let (m, high) = PRINTED_B[1];
    let twenty_b = high * (20.0 / m) * alpha_b.powf(400.0 - m * m);
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    let mut push = |what: &str, published: &str, ours: String, why: &str| {
        table.push([what, published, &ours, why].map(str::to_owned));
    };
    push(
        "α of A, N³αᴺ from 0.1 ms to 224 ms",
        "2.35",
        format!("{alpha:.3}"),
        "",
    );
    push(
        "A at 20×20 by this law",
        "138 s",
        format!("{:.1} s", law(20.0) / 1000.0),
        "a slip by ten: 224 ms · (20/16)³ · α⁴",
    );
    push(
        "α of B, Nα^(N²) from 0.127 ms to 109 s",
        "–",
        format!("{alpha_b:.4}"),
        "",
    );
    push(
        "B at 20×20 by this law",
        "–",
        format!("{:.0} days", twenty_b / 86_400_000.0),
        "not computed in the paper",
    );
    push(
        "B to A at 16×16",
        "almost 500",
        format!("{:.0}", 109_000.0 / 224.0),
        "",
    );
    Section {
        heading: "How time grows with the side".to_owned(),
        text:
            "The law has two points and one free number, so it cannot fail; nothing is proved by \
               it. How our own search grows from 9×9 to 16×16 stands above."
                .to_owned(),
        table: Some(table),
        plots: vec![growth_plot()],
        exact: true,
    }
}

fn growth_plot() -> Plot {
    let caption = "The printed times of the fused search and the law through them";
    let curve: Vec<(f64, f64)> = (9..=20)
        .map(|n| (f64::from(n), law(f64::from(n))))
        .collect();
    let labels = Labels {
        title: "Time of the fused search by side",
        description: caption,
        x: "side N",
        y: "ms",
    };
    let printed = [PRINTED[0], PRINTED[1], (20.0, 138_000.0)];
    let lines = [
        ChartLine {
            name: "N³αᴺ",
            points: &curve,
        },
        ChartLine {
            name: "published",
            points: &printed,
        },
    ];
    Plot {
        file: "fused-growth.svg".to_owned(),
        caption: caption.to_owned(),
        svg: chart::lines(&labels, &lines, Scale::Logarithmic),
    }
}

/// The published shares of searches, in percent: those with a depth of 1 to 5, then those with 1 to 5 calls (Jiang
/// 2018, table 3).
const SHARES: [[f64; 5]; 2] = [
    [21.39, 45.93, 15.11, 6.64, 3.17],
    [21.39, 42.88, 14.11, 6.17, 3.15],
];

/// Returns the part of a mean that the values 1 to 5 contribute, from their shares in percent.
fn lower_part(shares: [f64; 5]) -> f64 {
    let parts = shares.iter().zip(1..);
    parts.map(|(share, n)| share * f64::from(n)).sum::<f64>() / 100.0
}

/// Returns a table row for a number in Jiang 2018 that contradicts other numbers there: the place, the published
/// number, the number computed here, and the reason.
fn row(place: &str, published: &str, ours: String, why: &str) -> [String; 4] {
    [place.to_owned(), published.to_owned(), ours, why.to_owned()]
}

/// Returns the rows for wrong sums of puzzles and levels in Jiang 2018.
fn slips_of_sums() -> [[String; 4]; 6] {
    let puzzles = 49_151 + 2 * 50_000 + 4 * 100;
    [
        row(
            "3.4, puzzles besides Extreme",
            "149,591",
            grouped(puzzles),
            "49,151 + 2 · 50,000 + 4 · 100",
        ),
        row(
            "3.4, puzzles in all",
            "149,611",
            grouped(puzzles + 20),
            "the same slip, and the 20 of Extreme",
        ),
        row(
            "2, puzzles collected",
            "nearly 15.000",
            format!("{} by Table 1", grouped(puzzles + 20)),
            "a zero is missing",
        ),
        row(
            "Table 1, the row Veryhard",
            "100 puzzles",
            format!("47 + 53 + 1 = {}", 47 + 53 + 1),
            "with a level-2 count of 0 the row adds up",
        ),
        row(
            "3.4, level 2 besides Extreme",
            "18",
            format!("{} or {}", 16 + 2, 16 + 2 + 1),
            "Su17 has 16, SS50k-1 has 2, and Veryhard 0 or 1: with 0 this number is right",
        ),
        row(
            "2, puzzles of level 2",
            "37",
            format!("{} or {}", 18 + 16 + 2, 18 + 16 + 2 + 1),
            "the same and the 18 of Extreme: with 1 in Veryhard this number is right, so the paper \
             contradicts itself either way",
        ),
    ]
}

/// Returns the rows for means in Jiang 2018 that contradict the published maximum or shares.
fn slips_of_means() -> [[String; 4]; 2] {
    let deepest = lower_part(SHARES[0]) + 0.0775 * 23.0;
    let above_five = (9.8 - lower_part(SHARES[1])) / 0.123;
    [
        row(
            "Table 3, mean depth",
            "5.4",
            format!("at most {deepest:.2}"),
            "even if all 7.75 % above 5 were at the maximum, 23",
        ),
        row(
            "Table 3, mean calls",
            "9.8",
            format!("needs {above_five:.0} on average above 5"),
            "possible: the maximum is 4,230",
        ),
    ]
}

/// Returns the rows for times in Jiang 2018 that contradict one another.
fn slips_of_times() -> [[String; 4]; 3] {
    [
        row(
            "3, A costs more than B on easy sets by",
            "less than 10 %",
            dearest(),
            "by its own Table 2",
        ),
        row(
            "3.1, D to A on top95",
            "nearly 1000",
            format!("{:.0}", 232.747 / 0.298),
            "232.747 ms to 0.298 ms",
        ),
        row(
            "Table 3, calls of B",
            "60,087",
            format!("{:.1} ns a call", 0.410e6 / PRINTED_CALLS),
            "with the 0.410 ms of Table 2; see above",
        ),
    ]
}

/// Returns the maximum percentage by which solver A takes longer than solver B on a set in table 2 of Jiang 2018, and
/// the name of this set, as a text.
fn dearest() -> String {
    let easy = TIMES.iter().filter(|(_, [a, b, ..])| a > b);
    let dearer = easy.map(|(name, [a, b, ..])| (100.0 * (a / b - 1.0), name));
    dearer
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map_or_else(String::new, |(more, name)| {
            format!("up to {more:.1} % ({name})")
        })
}

/// Returns the section about numbers in Jiang 2018 that contradict other numbers there.
pub fn slips() -> Section {
    let mut table = ReportTable::new(["where", "published", "ours", "why"]);
    let slips = slips_of_means().into_iter().chain(slips_of_sums());
    for row in slips.chain(slips_of_times()) {
        table.push(row);
    }
    Section {
        heading: "Numbers that don't agree".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}
