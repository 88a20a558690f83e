//! Table 1: Stuart's levels.

use super::sets::{self, Puzzle};
use super::{Workers, grouped};
use crate::solve::fused::{BasicSet, stuart_level};
use crate::study::famous::Famous;
use crate::study::report::{Options, Section, Table};
use crate::study::sample::{self, Digs};

/// Levels 0 to 3, and more.
type Counts = [u64; 5];

/// A row of the paper's table: the set, its size, and the printed counts of levels 0 to 3.
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

/// How many puzzles of a set have each level, by these rules.
fn count(workers: &Workers, set: &[Puzzle], basic: BasicSet) -> Counts {
    let mut counts = Counts::default();
    let level = |one: &Puzzle| match basic {
        BasicSet::PAIRS => one.level,
        _ => stuart_level(&one.puzzle, &one.solution, basic),
    };
    for level in workers.map(set.iter().collect(), level) {
        counts[usize::from(level)] += 1;
    }
    counts
}

/// The paper's table.
pub fn table_1(seventeen: &[Puzzle]) -> Section {
    let mut counts = Counts::default();
    for one in seventeen {
        counts[usize::from(one.level)] += 1;
    }
    let mut hard = counts;
    hard[0] = 0;
    let mut table = Table::new([
        "set",
        "puzzles",
        "published, 0 / 1 / 2 / 3",
        "ours",
        "why they differ",
    ]);
    for (name, size, published) in PUBLISHED {
        let (ours, why) = match name {
            "Su17" => (shown(&counts[..4]), "equal"),
            "Su17hard" => (shown(&hard[..4]), "equal"),
            "Extreme" => (
                "–".to_owned(),
                "the 20 are not named; hardest1106 stands below",
            ),
            "Veryhard" => ("–".to_owned(), "copied from an app by hand; adds up to 101"),
            "Hard" | "Medium" | "Easy" => ("–".to_owned(), "copied from an app by hand"),
            _ => (
                "–".to_owned(),
                "no longer to be had; random digs stand below",
            ),
        };
        table.push([
            name.to_owned(),
            grouped(size),
            shown(&published),
            ours,
            why.to_owned(),
        ]);
    }
    Section {
        heading: "Table 1: Stuart's levels".to_owned(),
        text:
            "Puzzles of level 0 / 1 / 2 / 3: the least number of right guesses after which naked \
               and hidden singles, locked candidates, and naked and hidden pairs solve them. The \
               one set that can be had comes out to the last puzzle. How these levels go with the \
               five of paper 1 is drawn under *Levels and guesses* there."
                .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// The sets that can be had, under each basic set.
pub fn of_sets(workers: &Workers, seventeen: &[Puzzle]) -> Section {
    let mut table = Table::new(["set", "puzzles", "singles", "locked", "pairs", "quads"]);
    let [top95, magictour, hardest] =
        [Famous::Top95, Famous::Magictour, Famous::Hardest].map(|set| sets::set(set, workers));
    for (name, set) in [
        ("Su17", seventeen),
        ("top95", top95.as_slice()),
        ("magictour", magictour.as_slice()),
        ("hardest1106", hardest.as_slice()),
    ] {
        let [singles, locked, pairs, quads] =
            BasicSet::NAMED.map(|(_, basic)| shown(&count(workers, set, basic)[..4]));
        let size = grouped(set.len() as u64);
        table.push([name.to_owned(), size, singles, locked, pairs, quads]);
    }
    Section {
        heading: "Levels by what counts as basic".to_owned(),
        text: "*singles* are naked and hidden, and the level is then the size of the smallest \
               backdoor; *locked* adds locked candidates both ways, *pairs* naked and hidden pairs \
               (the paper's set), *quads* naked and hidden triples and quads (Stuart's own set). The \
               paper says that one puzzle of level 3 is known; of the 375 hardest of June 2011 three \
               are, by its own rules."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Random digs beside the paper's two downloaded sets.
pub fn of_digs(options: &Options) -> Section {
    const STOPS: [(Option<u8>, &str); 2] = [(None, "minimal digs"), (Some(29), "dug to 29 clues")];
    let mut counts = [Counts::default(); STOPS.len()];
    let levels = |number| {
        let digs = Digs::new(options.seed, number);
        STOPS.map(|(stop, _)| stuart_level(&digs.puzzle(stop), &digs.grid, BasicSet::PAIRS))
    };
    sample::each(options, levels, |levels| {
        for (counts, level) in counts.iter_mut().zip(levels) {
            counts[usize::from(level)] += 1;
        }
    });
    let mut table = Table::new(["set", "puzzles", "counts", "level 0", "level 1", "level 2"]);
    let mut push = |name: &str, counts: Counts| {
        let all = counts.iter().sum::<u64>();
        let share =
            |level: usize| format!("{:.2} %", 100.0 * counts[level] as f64 / all.max(1) as f64);
        table.push([
            name.to_owned(),
            grouped(all),
            shown(&counts[..4]),
            share(0),
            share(1),
            share(2),
        ]);
    };
    push("SS50k-1, published", [39_045, 10_953, 2, 0, 0]);
    push("SS50k-2, published", [38_900, 11_100, 0, 0, 0]);
    for ((_, name), counts) in STOPS.into_iter().zip(counts) {
        push(name, counts);
    }
    Section {
        heading: "Levels of random puzzles".to_owned(),
        text:
            "The paper's SS50k sets are no longer to be had and nothing is said of how they were \
               made; with 78 % solved without a guess they lie between our digs to 29 clues and \
               minimal ones. Puzzles of level 2 are as rare among ours."
                .to_owned(),
        table: Some(table),
        ..Section::default()
    }
}
