//! Reproduces table 1 of Jiang 2018: how many puzzles of each set have each of Stuart's levels (Andrew Stuart,
//! sudokuwiki.org).

use super::sets::{self, StuartPuzzle};
use super::workers::Workers;
use crate::report::{Options, ReportTable, Section, grouped};
use crate::sample::{self, Digs};
use sudoku_engine::solve::fused::{BasicSet, stuart_level};
use sudoku_factory::speed::famous::Famous;

/// The numbers of puzzles of levels 0 to 3, and of higher levels.
type LevelCounts = [u64; 5];

/// The rows of table 1 of Jiang 2018: the set, its size, and the published counts of levels 0 to 3.
const PUBLISHED: [(&str, u64, [u64; 4]); 11] = [
    ("Extreme", 20, [0, 1, 18, 1]),
    ("Veryhard", 100, [47, 53, 1, 0]),
    ("Hard", 100, [76, 24, 0, 0]),
    ("Medium", 100, [97, 3, 0, 0]),
    ("Easy", 100, [100, 0, 0, 0]),
    ("Su17", 49_151, [41_588, 7_547, 16, 0]),
    ("Su17hard", 7_563, [0, 7_547, 16, 0]),
    ("SS50k-1", 50_000, [39_045, 10_953, 2, 0]),
    ("SS50k-2", 50_000, [38_900, 11_100, 0, 0]),
    ("SS50k-1h", 10_955, [0, 10_953, 2, 0]),
    ("SS50k-2h", 11_100, [0, 11_100, 0, 0]),
];

fn shown(counts: &[u64]) -> String {
    let counts: Vec<String> = counts.iter().map(|&count| grouped(count)).collect();
    counts.join(" / ")
}

/// Returns how many puzzles of a set are at each of Stuart's levels if these rules count as basic.
fn count(workers: &Workers, set: &[StuartPuzzle], basic: BasicSet) -> LevelCounts {
    let mut counts = LevelCounts::default();
    let level = |one: &StuartPuzzle| match basic {
        BasicSet::PAIRS => one.level,
        _ => stuart_level(&one.puzzle, &one.solution, basic),
    };
    for level in workers.map(set.iter().collect(), level) {
        counts[usize::from(level)] += 1;
    }
    counts
}

/// Returns `equal` if the counts are those published in Jiang 2018; otherwise, a text with the number of puzzles
/// that have another level.
fn verdict(counts: &LevelCounts, published: &[u64; 4]) -> String {
    let off: u64 = counts
        .iter()
        .zip(published.iter().chain([&0]))
        .map(|(ours, theirs)| ours.abs_diff(*theirs))
        .sum();
    match off {
        0 => "equal".to_owned(),
        _ => format!("{} puzzles are of another level", grouped(off.div_ceil(2))),
    }
}

/// Reproduces table 1 of Jiang 2018.
pub fn table_1(seventeen: &[StuartPuzzle]) -> Section {
    let mut counts = LevelCounts::default();
    for one in seventeen {
        counts[usize::from(one.level)] += 1;
    }
    let mut hard = counts;
    hard[0] = 0;
    let mut table = ReportTable::new([
        "set",
        "puzzles",
        "published, 0 / 1 / 2 / 3",
        "ours",
        "why they differ",
    ]);
    for (name, size, published) in PUBLISHED {
        let (ours, why) = match name {
            "Su17" => (shown(&counts[..4]), verdict(&counts, &published)),
            "Su17hard" => (shown(&hard[..4]), verdict(&hard, &published)),
            "Extreme" => (
                "–".to_owned(),
                "13 of the 20 have an author (Stuart 3, Inkala 10), the others are not to be traced; \
                 hardest1106 stands below"
                    .to_owned(),
            ),
            "Veryhard" | "Hard" | "Medium" | "Easy" => {
                ("–".to_owned(), "copied from an app by hand".to_owned())
            }
            _ => (
                "–".to_owned(),
                "no longer to be had; random digs stand below".to_owned(),
            ),
        };
        let sum = published.iter().sum::<u64>();
        let why = match sum == size {
            true => why,
            false => format!("{why}; adds up to {}", grouped(sum)),
        };
        table.push([name.to_owned(), grouped(size), shown(&published), ours, why]);
    }
    Section {
        heading: "Table 1: Stuart's levels".to_owned(),
        text:
            "Puzzles of level 0 / 1 / 2 / 3: the least number of right guesses after which naked \
               and hidden singles, locked candidates, and naked and hidden pairs solve them. One of \
               the sets can be had, Su17. How these levels go with the five of Wu 2012 is drawn under \
               *Levels and guesses* there."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the section with the levels of four available sets of puzzles, for each choice of the rules that count as
/// basic.
pub fn of_sets(workers: &Workers, seventeen: &[StuartPuzzle]) -> Section {
    let mut table = ReportTable::new(["set", "puzzles", "singles", "locked", "pairs", "quads"]);
    let mut of_level_3 = (0, 0);
    let [top95, magictour, hardest] =
        [Famous::Top95, Famous::Magictour, Famous::Hardest].map(|set| sets::set(set, workers));
    for (name, set) in [
        ("Su17", seventeen),
        ("top95", top95.as_slice()),
        ("magictour", magictour.as_slice()),
        ("hardest1106", hardest.as_slice()),
    ] {
        let counts = BasicSet::NAMED.map(|(_, basic)| count(workers, set, basic));
        if name == "hardest1106" {
            of_level_3 = (counts[2][3], set.len());
        }
        let [singles, locked, pairs, quads] = counts.map(|counts| shown(&counts[..4]));
        let size = grouped(set.len() as u64);
        table.push([name.to_owned(), size, singles, locked, pairs, quads]);
    }
    Section {
        heading: "Levels by what counts as basic".to_owned(),
        text: format!(
            "*singles* are naked and hidden, and the level is then the size of the smallest \
               backdoor; *locked* adds locked candidates both ways, *pairs* naked and hidden pairs \
               (the paper's set), *quads* naked and hidden triples and quads (Stuart's own set). The \
               paper says that one puzzle of level 3 is known; of the {} hardest of June 2011 {} are, \
               by its own rules.",
            of_level_3.1, of_level_3.0,
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Compares the levels of random puzzles with those of the two sets that the authors of Jiang 2018 downloaded.
pub fn of_digs(options: &Options) -> Section {
    const STOPS: [(Option<u8>, &str); 2] = [(None, "minimal digs"), (Some(29), "dug to 29 clues")];
    let mut counts = [LevelCounts::default(); STOPS.len()];
    let levels = |number| {
        let digs = Digs::new(options.seed, number);
        STOPS.map(|(stop, _)| stuart_level(&digs.puzzle(stop), &digs.grid, BasicSet::PAIRS))
    };
    sample::each(options, levels, |levels| {
        for (counts, level) in counts.iter_mut().zip(levels) {
            counts[usize::from(level)] += 1;
        }
    });
    let mut table = ReportTable::new(["set", "puzzles", "counts", "level 0", "level 1", "level 2"]);
    const SETS: [(&str, LevelCounts); 2] = [
        ("SS50k-1, published", [39_045, 10_953, 2, 0, 0]),
        ("SS50k-2, published", [38_900, 11_100, 0, 0, 0]),
    ];
    let mut rows: Vec<(&str, LevelCounts)> = SETS.to_vec();
    rows.extend(
        STOPS
            .iter()
            .zip(counts)
            .map(|((_, name), counts)| (*name, counts)),
    );
    let percent = |counts: &LevelCounts, level: usize| {
        100.0 * counts[level] as f64 / counts.iter().sum::<u64>().max(1) as f64
    };
    let mut push = |name: &str, counts: LevelCounts| {
        let all = counts.iter().sum::<u64>();
        let share = |level: usize| format!("{:.3} %", percent(&counts, level));
        table.push([
            name.to_owned(),
            grouped(all),
            shown(&counts[..4]),
            share(0),
            share(1),
            share(2),
        ]);
    };
    for (name, counts) in &rows {
        push(name, *counts);
    }
    let solved: Vec<String> = rows
        .iter()
        .map(|(name, counts)| format!("{name} {:.1} %", percent(counts, 0)))
        .collect();
    Section {
        heading: "Levels of random puzzles".to_owned(),
        text: format!(
            "The paper's SS50k sets are no longer to be had and the paper does not say how they were made. \
             Of level 0 are: {}.",
            solved.join("; ")
        ),
        table: Some(table),
        ..Section::default()
    }
}
