//! Compares three results of Wu 2012 with random puzzles: table 3, the mean counts of table 1, and
//! the difficulty D.

use super::compared;
use super::published::{TABLE_1, TABLE_1_D, TABLE_3};
use super::tally::{BIN, LEVELS, PRESETS, STOPS, WuTally};
use crate::fit::{chi_squared_point, g_squared};
use crate::report::{Options, Plot, ReportTable, Section};
use sudoku_engine::bucket::{FIVE_LEVELS, Scheme};
use sudoku_engine::rate::{Preset, RULES, Rule};
use sudoku_factory::chart::{self, Labels, Series};

/// The name of the preset whose way of counting rules was chosen to fit table 3 of Wu 2012.
const FITTED: &str = Preset::NAMES[0];

/// Makes the sample and the sections about it.
pub fn sections(options: &Options) -> Vec<Section> {
    let tally = WuTally::of_sample(options);
    vec![
        table_3(&tally),
        means(&tally),
        difficulty(&tally),
        compared::presets(&tally),
        compared::stuart(&tally),
    ]
}

/// Returns the section with the shares of the levels, for every preset and every clue count at which digging stops.
/// Each row has a value of G², which compares its shares with the counts in table 3 of Wu 2012.
fn table_3(tally: &WuTally) -> Section {
    let names = FIVE_LEVELS.map(|level| format!("{level} %"));
    let [a, b, c, d, e] = names.each_ref().map(String::as_str);
    let mut rows = ReportTable::new([
        "scheme",
        "dug to",
        a,
        b,
        c,
        d,
        e,
        "not solved by the rules %",
        "chosen by this table",
        "G²",
    ]);
    let point = chi_squared_point(4, 0.05);
    let mut passing = Vec::new();
    let [a, b, c, d, e] = TABLE_3.map(|count| count.to_string());
    let [who, stop, none] = ["published", "fewer than 30", "–"].map(str::to_owned);
    rows.push([who, stop, a, b, c, d, e, none.clone(), none.clone(), none]);
    for (preset, name) in Preset::NAMES.into_iter().enumerate() {
        for (at, (_, stop)) in STOPS.iter().enumerate() {
            let made = &tally.levels[at][preset];
            // Adds half a puzzle to each level, so that an empty level gives a large G², not ∞.
            let shares = made.map(|count| count as f64 + 0.5);
            let g = g_squared(&TABLE_3, &shares).unwrap_or(f64::NAN);
            let [a, b, c, d, e] = made.map(|count| format!("{:.2}", tally.percent(count)));
            let unsolved = format!("{:.2}", tally.percent(tally.unsolved[at][preset]));
            if g < point {
                passing.push(format!("`{name}` dug to {stop}"));
            }
            let chosen = if name == FITTED { "yes" } else { "no" };
            let [name, stop, chosen] = [name, *stop, chosen].map(str::to_owned);
            rows.push([
                name,
                stop,
                a,
                b,
                c,
                d,
                e,
                unsolved,
                chosen,
                format!("{g:.1}"),
            ]);
        }
    }
    Section {
        heading: "Table 3: levels of random puzzles".to_owned(),
        text: table_3_in_words(tally, point, &passing),
        table: Some(rows),
        plots: vec![shares_plot(tally)],
        ..Section::default()
    }
}

/// Returns a text that says what the shares of the levels show about the program of Wu 2012.
fn table_3_in_words(tally: &WuTally, point: f64, passing: &[String]) -> String {
    format!(
        "The paper rates 100 puzzles of its generator. Here {} random full grids (three boxes of \
         the diagonal at random) are dug in random order to four stops and rated by each scheme. \
         G² = 2 Σ n ln(n/E) holds the paper's counts against the shares; with four degrees of \
         freedom it stays below {:.2} in 95 of 100 fair samples. Here it does for: {}.\n\n\
         **`{FITTED}` was fitted to this table**: of some thirty ways to count, which the paper leaves \
         open, it is the one whose shares came nearest (`docs/rating.md`). Its G² says how close the \
         fit is; it is no test of the paper. The G² of the other schemes are tests: they follow the \
         printed algorithm more closely, and nothing in them was chosen by this table.\n\n\
         The paper stops when “usually fewer than 30” clues are left, but puzzles that stop near 30 \
         are far easier than its own ({:.1} % easy under `wu` at 29 clues): it must have dug on. \
         Weighing hidden singles apart (`wu-literal`, the rules as printed) leaves {:.1} % of the \
         minimal digs easy; Table 1's zeros for rule 2 say that the authors' program did not. Counting \
         only what removes something (`wu-strict`) leaves {:.1} % in the middle level, of which the \
         paper has {} %. `docs/rating.md` says what each scheme counts.",
        tally.puzzles,
        point,
        passing.join(", "),
        tally.percent(tally.levels[STOPS.len() - 1][0][0]),
        tally.percent(tally.levels[0][2][0]),
        tally.percent(tally.levels[0][1][2]),
        TABLE_3[2],
    )
}

fn shares_plot(tally: &WuTally) -> Plot {
    let shares = |preset: usize| tally.levels[0][preset].map(|count| tally.percent(count));
    let published = TABLE_3.map(|count| count as f64);
    let ours: [[f64; LEVELS]; PRESETS] = std::array::from_fn(shares);
    let mut series = vec![Series {
        name: "published, of 100 puzzles",
        values: &published,
    }];
    for (name, values) in Preset::NAMES.into_iter().zip(&ours) {
        series.push(Series { name, values });
    }
    let caption = "Shares of the five levels: the paper's Table 3 beside minimal digs under the three schemes";
    Plot::new(
        "wu-levels.svg",
        caption,
        chart::bars(
            &Labels {
                title: "Levels of random puzzles",
                description: caption,
                x: "level",
                y: "share of puzzles, %",
            },
            &FIVE_LEVELS,
            &series,
        ),
    )
}

/// Compares the mean counts of rules by level with table 1 of Wu 2012.
fn means(tally: &WuTally) -> Section {
    let of = |level: usize| tally.levels[0][0][level].max(1) as f64;
    let mean: [[f64; RULES]; LEVELS] =
        std::array::from_fn(|level| tally.counts[level].map(|sum| sum as f64 / of(level)));
    let heads = FIVE_LEVELS.map(|level| [format!("{level}: published"), "ours".to_owned()]);
    let mut rows = ReportTable {
        columns: std::iter::once("rule".to_owned())
            .chain(heads.into_iter().flatten())
            .collect(),
        rows: Vec::new(),
    };
    let mut add = |name: String, cells: [[String; 2]; LEVELS]| {
        rows.rows.push(
            std::iter::once(name)
                .chain(cells.into_iter().flatten())
                .collect(),
        );
    };
    for (rule, row) in Rule::ALL.into_iter().zip(&TABLE_1) {
        let cells = std::array::from_fn(|level| {
            [row[level], mean[level][rule.index()]].map(|count| format!("{count:.1}"))
        });
        add(format!("{} {}", rule.number(), rule.title()), cells);
    }
    let preset = Preset::default();
    let of_means = mean.map(|counts| format!("{:.2}", preset.difficulty_of_means(&counts)));
    let cells = |ours: [String; LEVELS]| {
        let mut printed = TABLE_1_D.into_iter();
        ours.map(|d| [printed.next().unwrap_or_default().to_owned(), d])
    };
    add("D of the mean counts".to_owned(), cells(of_means));
    let mean_d = std::array::from_fn(|level| format!("{:.2}", tally.difficulty[level] / of(level)));
    add("mean of D".to_owned(), cells(mean_d));
    let not_easy: u64 = tally.levels[0][0][1..].iter().sum();
    let by_effect = tally.intersections as f64 / not_easy.max(1) as f64;
    Section {
        heading: "Table 1: mean counts by level".to_owned(),
        text: format!(
            "The paper's columns are KLSudoku's levels, ours are minimal digs by the level that `wu` \
             gives them: other puzzles, so at most the order of magnitude can agree. {} Under `wu` \
             rules {} count every pattern, also one that removes nothing, the others by effect; \
             counted by effect, rule 9 is used {by_effect:.1} times in a puzzle that is not easy. The \
             authors' counting was mixed, and their program is not available.",
            magnitudes(&mean),
            listed(preset.count_hits.iter().map(|rule| rule.number())),
        ),
        table: Some(rows),
        ..Section::default()
    }
}

/// Returns a text that names the rules whose mean counts are within a factor of ten of those in Wu 2012 at every
/// level, and the exceptions. Counts below 0.1 are taken as 0.1; a rule with only such counts is left out.
fn magnitudes(mean: &[[f64; RULES]; LEVELS]) -> String {
    /// The smallest count above 0 that Wu 2012 publishes.
    const LEAST: f64 = 0.1;
    let (mut alike, mut apart) = (Vec::new(), Vec::new());
    for (rule, row) in Rule::ALL.into_iter().zip(&TABLE_1) {
        let ours = |level: usize| (10.0 * mean[level][rule.index()]).round() / 10.0;
        let counted = (0..LEVELS).filter(|&level| row[level].max(ours(level)) >= LEAST);
        let counted: Vec<usize> = counted.collect();
        let far = counted.iter().filter(|&&level| {
            let (low, high) = (row[level].min(ours(level)), row[level].max(ours(level)));
            high >= 10.0 * low.max(LEAST)
        });
        let far: Vec<String> = far.map(|level| FIVE_LEVELS[*level].to_owned()).collect();
        match (counted.is_empty(), far.is_empty()) {
            (true, _) => {}
            (false, true) => alike.push(rule.number()),
            (false, false) => apart.push(format!("{} ({})", rule.number(), far.join(", "))),
        }
    }
    format!(
        "The two counts are within a factor of ten in every level, less than {LEAST} counting as \
         {LEAST}, for rules {}; they are further apart for rules {}.",
        listed(alike),
        if apart.is_empty() {
            "none".to_owned()
        } else {
            apart.join(", ")
        },
    )
}

/// Joins the numbers of rules into a list for a sentence.
fn listed(numbers: impl IntoIterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    numbers.join(", ")
}

/// Returns the section about the distribution of the difficulty D.
fn difficulty(tally: &WuTally) -> Section {
    let limits = Scheme::default().limits;
    let marks: Vec<(f64, &str)> = limits
        .into_iter()
        .zip(FIVE_LEVELS[1..].iter().copied())
        .collect();
    let easy = tally.percent(tally.levels[0][0][0]);
    let bin = |d: f64| ((d - 1.0) / BIN) as usize;
    let gap = tally.bins.iter().take(bin(7.0)).skip(bin(6.0)).sum();
    let gap = tally.percent(gap);
    let caption =
        "Histogram of D of the minimal digs that are not easy, with the limits of the levels";
    let drawn = chart::histogram(
        &Labels {
            title: "D of minimal digs above 1.05",
            description: caption,
            x: "D under the scheme wu",
            y: "puzzles",
        },
        1.0,
        BIN,
        &tally.bins,
        &marks,
    );
    Section {
        heading: "D of random puzzles".to_owned(),
        text: format!(
            "{easy:.1} % of the minimal digs need singles only: their D is 1, and they are left \
             out here. The others lie in two heaps: with rules up to 9, whose weights end at 40, D \
             stays below √40 = 6.3, and with one of weight 500 or more it is seldom below 7 \
             ({gap:.1} % of the digs lie from 6 to 7). The limit of 6 lies in the gap; that of 4.5 \
             divides a heap, by how often rule 9 was scanned."
        ),
        plots: vec![Plot::new("wu-d.svg", caption, drawn)],
        ..Section::default()
    }
}
