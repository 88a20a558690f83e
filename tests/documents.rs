//! Compares figures and facts in the documents with the program: with its constants, and with samples that are
//! made again.

use crate::pages::{number, read, table};
use crate::sets;
use crate::source::sources;
use std::collections::BTreeMap;
use std::thread;
use sudoku_factory::agreement::Contingency;
use sudoku_factory::bucket::{FIVE_LEVELS, Scheme};
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::Board;
use sudoku_factory::print::{PaperStock, ShopPreset};
use sudoku_factory::rate::{RULES, Rater, Rule};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::search;

/// Asserts that a number in a document is the value, rounded.
#[track_caller]
fn rounds(printed: &str, value: f64, what: &str) {
    let decimals = printed.split_once('.').map_or(0, |(_, rest)| rest.len());
    let off = (number(printed) - value).abs();
    assert!(
        off <= 0.5 * 10f64.powi(-(decimals as i32)) + 1e-9,
        "{what}: {printed} is printed, {value} comes out"
    );
}

#[test]
fn the_flow_names_the_size_of_blocks() {
    let worker = read("crates/pipeline/src/line/worker.rs");
    let (_, rest) = worker.split_once("pub const BLOCK: u64 = ").unwrap();
    let (block, _) = rest.split_once(';').unwrap();
    let flow = read("docs/flow.svg");
    assert!(
        flow.contains(&format!("in blocks of {block} numbers")),
        "docs/flow.svg: blocks have {block} numbers"
    );
}

#[test]
fn weights_and_limits_are_those_of_the_program() {
    let text = read("docs/rating.md");
    let rules = table(&text, "every processor.");
    let mut weights = Vec::new();
    for row in &rules[1..] {
        weights.extend(row[2].split(", ").map(number));
    }
    weights.sort_by(f64::total_cmp);
    let mut ours = Rule::ALL.map(Rule::default_weight);
    ours.sort_by(f64::total_cmp);
    assert_eq!(weights, ours);
    let levels = table(&text, "| level | name |");
    let levels = if levels[0][0] == "1" {
        &levels[..]
    } else {
        &levels[1..]
    };
    assert_eq!(levels.len(), FIVE_LEVELS.len());
    let limits = Scheme::default().limits;
    for (row, name) in levels.iter().zip(FIVE_LEVELS) {
        assert_eq!(row[1], name);
        let n = usize::from(row[0].parse::<u8>().unwrap());
        let limit = if n == 1 { limits[0] } else { limits[n - 2] };
        assert!(row[2].contains(&limit.to_string()), "{row:?}: {limit}");
    }
}

/// Sums over the minimal digs of one level: puzzles, difficulty D and uses of rules.
#[derive(Clone, Copy, Default)]
struct Sums {
    puzzles: u64,
    d: f64,
    rules: [u64; RULES],
}

/// Returns the sums over the first `count` minimal digs of seed 1, by level under the scheme `wu`.
fn minimal_digs(count: u64) -> [Sums; 5] {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let part = |from: u64| {
        let scheme = Scheme::default();
        let rater = Rater::new(&scheme.preset);
        let mut sums = [Sums::default(); 5];
        for k in (from..count).step_by(threads as usize) {
            let mut rng = Generator::for_candidate(1, k);
            let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
            let puzzle = dig::dig(&grid, &Plan::default(), &mut rng).puzzle;
            let rating = rater.rate(&puzzle, &grid);
            let sum = &mut sums[scheme.cut(rating.ranked()).index()];
            sum.puzzles += 1;
            sum.d += rating.difficulty;
            for (all, one) in sum.rules.iter_mut().zip(rating.rules) {
                *all += u64::from(one);
            }
        }
        sums
    };
    let mut total = [Sums::default(); 5];
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|from| scope.spawn(move || part(from)))
            .collect();
        for sums in parts.into_iter().map(|it| it.join().unwrap()) {
            for (all, one) in total.iter_mut().zip(sums) {
                all.puzzles += one.puzzles;
                all.d += one.d;
                for (a, b) in all.rules.iter_mut().zip(one.rules) {
                    *a += b;
                }
            }
        }
    });
    total
}

/// The number of digs in the tables of docs/rating.md and docs/reproduction.md.
const DIGS: u64 = 10_000;

#[test]
fn shares_and_mean_counts_come_out_again() {
    let sums = minimal_digs(DIGS);
    let text = read("docs/rating.md");
    assert!(text.contains("seed 1, 10,000 puzzles"));
    let report = read("docs/reproduction.md");
    let shares = table(&text, "## What comes out");
    let published = table(&report, "### Table 3: levels of random puzzles");
    let minimal = |scheme: &str| {
        let row = published
            .iter()
            .find(|row| row[0] == scheme && row[1] == "minimal");
        row.unwrap_or_else(|| panic!("{scheme} is not in the report"))
    };
    for (level, row) in shares[1..].iter().enumerate() {
        assert_eq!(row[0], FIVE_LEVELS[level]);
        let share = 100.0 * sums[level].puzzles as f64 / DIGS as f64;
        rounds(&row[2], share, &format!("docs/rating.md, wu, {}", row[0]));
        rounds(
            &minimal("wu")[2 + level],
            share,
            "docs/reproduction.md, Table 3, wu",
        );
        for (column, scheme) in [(3, "wu-strict"), (4, "wu-literal")] {
            let share = number(&minimal(scheme)[2 + level]);
            rounds(
                &row[column],
                share,
                &format!("docs/rating.md, {scheme}, {}", row[0]),
            );
        }
    }
    let means = table(&text, "Mean counts of `wu`");
    let of_report = table(&report, "### Table 1: mean counts by level");
    for (level, row) in means[1..].iter().enumerate() {
        let of = |sum: f64| sum / sums[level].puzzles as f64;
        rounds(&row[1], of(sums[level].d), &format!("mean D, {}", row[0]));
        for (rule, cell) in means[0][2..].iter().zip(&row[2..]) {
            let rule = rule.parse::<usize>().unwrap() - 1;
            let mean = of(sums[level].rules[rule] as f64);
            rounds(cell, mean, &format!("{}, rule {}", row[0], rule + 1));
            rounds(
                &of_report[rule + 1][2 + 2 * level],
                mean,
                "docs/reproduction.md, Table 1",
            );
        }
    }
    let at_29 = published
        .iter()
        .find(|row| row[0] == "wu" && row[1] == "29 clues");
    let (_, rest) = text
        .split_once("Dug to 29 clues only, `wu` gives ")
        .unwrap();
    let (printed, _) = rest.split_once(".\n").unwrap();
    for (printed, share) in printed.split(" / ").zip(&at_29.unwrap()[2..7]) {
        rounds(printed, number(share), "docs/rating.md, 29 clues");
    }
}

/// Returns puzzles, each with the mean number of seconds that people took for it.
fn human_times() -> Vec<(Board, f64)> {
    let rows = sets::table("human-times.tsv.gz");
    rows.map(|row| (row[0].parse().unwrap(), row[2].parse().unwrap()))
        .collect()
}

/// The correlations of D and people's solving times come out as docs/rating.md states them.
#[test]
fn correlations_with_times_come_out_again() {
    let times = human_times();
    let d = |scheme: &str| -> Vec<f64> {
        let rater = Rater::new(&Scheme::named(scheme).unwrap().preset);
        let rate = |(puzzle, _): &(Board, f64)| {
            let solution = search::solve(puzzle, 1).first.unwrap();
            rater.rate(puzzle, &solution).difficulty
        };
        times.iter().map(rate).collect()
    };
    let rho = |d: &[f64]| {
        let pairs = d
            .iter()
            .copied()
            .zip(times.iter().map(|(_, seconds)| *seconds));
        Contingency::of_pairs(pairs).spearman().unwrap()
    };
    let page = read("docs/rating.md").replace('\n', " ");
    let after = |marker: &str| {
        let (_, rest) = page
            .split_once(marker)
            .unwrap_or_else(|| panic!("no {marker:?}"));
        let word = rest.trim_start().split([' ', ')', ';']).next().unwrap();
        word.trim_end_matches('.').to_owned()
    };
    assert_eq!(after("effort. On"), times.len().to_string());
    let wu = d("wu");
    rounds(&after("time is"), rho(&wu), "ρ of D under wu with time");
    rounds(
        &after("(`wu-literal`"),
        rho(&d("wu-literal")),
        "ρ under wu-literal",
    );
    let mut easy: Vec<f64> = times
        .iter()
        .zip(&wu)
        .filter(|(_, d)| **d == 1.0)
        .map(|((_, seconds), _)| seconds / 60.0)
        .collect();
    rounds(
        &after("for all of them:"),
        100.0 * easy.len() as f64 / times.len() as f64,
        "D = 1",
    );
    easy.sort_by(f64::total_cmp);
    let at = |share: f64| easy[(share * (easy.len() - 1) as f64).round() as usize];
    rounds(&after("their times run from"), at(0.05), "5th of 100");
    rounds(&after("minutes to"), at(0.95), "95th of 100");
}

#[test]
fn schemes_are_listed_with_all_their_names() {
    let rows = table(&read("docs/schemes.md"), "## The schemes that are built in");
    let listed: Vec<&str> = rows[1..]
        .iter()
        .flat_map(|row| row[0].split(", "))
        .map(|name| name.trim_matches('`'))
        .collect();
    let mut expected = Scheme::NAMES.to_vec();
    let mut sorted = listed.clone();
    expected.sort_unstable();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let blanks = rows.iter().find(|row| row[0] == "`blanks`").unwrap();
    assert!(
        blanks[3].contains("figure 3"),
        "the blog's model of blanks: {}",
        blanks[3]
    );
}

/// Every row of yields in docs/schemes.md has one share for each level of the scheme, and the shares sum to at most
/// 100 %.
#[test]
fn yields_have_one_share_for_each_level() {
    let rows = table(&read("docs/schemes.md"), "## What fills the levels");
    for row in &rows[1..] {
        let name = row[0].trim_matches('`').split(' ').next().unwrap();
        let scheme = Scheme::named(name).unwrap();
        let shares: Vec<f64> = row[1].split(" · ").map(number).collect();
        assert_eq!(shares.len(), scheme.levels.len(), "{row:?}");
        assert!(shares.iter().sum::<f64>() <= 100.2, "{row:?}");
    }
}

#[test]
fn books_have_the_pages_that_presses_take() {
    let rows = table(&read("docs/books.md"), "## Presets");
    for (name, preset) in [
        ("kdp", ShopPreset::Kdp),
        ("ingram", ShopPreset::Ingram),
        ("lulu", ShopPreset::Lulu),
        ("press", ShopPreset::Press),
    ] {
        let row = rows
            .iter()
            .find(|row| row[0] == format!("`{name}`"))
            .unwrap();
        let pages = row[6].replace(',', "");
        let shop = preset.shop();
        let most = shop.most_pages(shop.trim, PaperStock::White);
        let range = pages.contains(&format!("{} to ", shop.least_pages));
        // The widest range; large trims of kdp take fewer.
        let up_to = pages.contains(&format!("to {most}")) || name == "kdp";
        assert!(
            up_to && (range || name == "press"),
            "{name}: {} to {most}, {pages}",
            shop.least_pages
        );
    }
}

/// The table of minutes in docs/player.md has the numbers of the study in docs/reproduction.md.
#[test]
fn the_page_of_the_player_quotes_the_study() {
    let study = table(
        &read("docs/reproduction.md"),
        "### Minutes against people's times",
    );
    let page = table(&read("docs/player.md"), "## Minutes");
    for (ours, theirs) in study[1..].iter().zip(&page[1..]) {
        let spearman = format!("{} ({})", ours[1], ours[2]);
        assert_eq!(
            [&theirs[1], &theirs[2]],
            [&spearman, &ours[3]],
            "{}",
            theirs[0]
        );
    }
}

/// The sizes of modules in docs/design.md are correct within a tenth, and no module is missing.
#[test]
fn rooms_have_the_sizes_that_the_design_says() {
    let mut sizes: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for source in sources() {
        let room = match source.krate {
            "papers" => "papers",
            _ => source.room(),
        };
        if !["lib", "main"].contains(&room) {
            *sizes.entry((source.krate, room)).or_default() += source.text.lines().count();
        }
    }
    let page = read("docs/design.md");
    let rows = &table(&page, "## The rooms")[1..];
    assert_eq!(rows.len(), sizes.len());
    for row in rows {
        let room = row[1].trim_matches('`');
        let lines = sizes[&(row[0].as_str(), room)] as f64;
        let printed = number(&row[2]);
        assert!(
            (printed - lines).abs() <= (0.1 * lines).max(50.0),
            "{room}: {printed} lines are printed, {lines} are there"
        );
    }
}
