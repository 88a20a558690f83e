//! Compares this program's difficulty D and levels with the ratings of Sudoku Explainer and HoDoKu, on puzzles that
//! both of these programs have rated.

use crate::report::{Plot, ReportTable, Section};
use crate::sets::{self, HODOKU_LEVELS, RatedPuzzle};
use sudoku_engine::bucket::{FIVE_LEVELS, Level, Scheme};
use sudoku_engine::rate::{Preset, Rater};
use sudoku_engine::solve::search;
use sudoku_factory::agreement::Contingency;
use sudoku_factory::chart::{self, Labels};

/// The subsets of puzzles, by the prefix of their source's name.
const SUBSETS: [(&str, &str); 3] = [
    ("all", ""),
    ("own minimal digs", "own minimal"),
    ("own digs to 29 clues", "own dug29"),
];

/// A puzzle with its rating by this program and by Sudoku Explainer and HoDoKu.
struct RatedByAll<'a> {
    theirs: &'a RatedPuzzle,
    d: f64,
    level: Level,
}

/// Measures the agreement of each preset with the ratings of Sudoku Explainer and HoDoKu.
pub fn sections() -> Vec<Section> {
    let rated = sets::rated();
    let mut rows = ReportTable::new([
        "scheme",
        "puzzles",
        "number",
        "ρ of D with Sudoku Explainer's ER",
        "ρ of D with HoDoKu's score",
        "γ of levels with HoDoKu's",
        "τ-b of levels with HoDoKu's",
    ]);
    let mut plots = Vec::new();
    for scheme in Preset::NAMES
        .into_iter()
        .filter_map(|name| Scheme::named(name).ok())
    {
        let ours = rate(&rated, &scheme);
        for (name, source) in SUBSETS {
            let of_source = |one: &&RatedByAll<'_>| one.theirs.source.starts_with(source);
            let chosen: Vec<_> = ours.iter().filter(of_source).collect();
            let [number, er, score, gamma, tau] = agreement(&chosen);
            let [scheme, name] = [&scheme.name, name].map(str::to_owned);
            rows.push([scheme, name, number, er, score, gamma, tau]);
        }
        if plots.is_empty() {
            plots.push(heat_map(&ours));
        }
    }
    vec![Section {
        heading: "Other raters".to_owned(),
        text: format!(
            "The paper's puzzles of Dr. Sudoku are not published. The {} different puzzles of \
             `tests/data/se-hodoku-rated.tsv.gz` (four classes of the Sudoku Exchange bank, and digs \
             of our own) were rated by Sudoku Explainer and HoDoKu. ρ is Spearman's, γ \
             Goodman and Kruskal's. For any two lists: `factory agree`.",
            rated.len()
        ),
        table: Some(rows),
        plots,
        exact: true,
    }]
}

/// Returns the number of puzzles, and the four measures of agreement in the table.
fn agreement(chosen: &[&RatedByAll<'_>]) -> [String; 5] {
    let pairs = |of: fn(&RatedByAll<'_>) -> (f64, f64)| {
        Contingency::of_pairs(chosen.iter().map(|one| of(one)))
    };
    let by_er = pairs(|one| (one.d, one.theirs.explainer));
    let by_score = pairs(|one| (one.d, one.theirs.hodoku_score));
    let by_level = pairs(levels);
    let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |v| format!("{v:.3}"));
    [
        by_er.total().to_string(),
        shown(by_er.spearman()),
        shown(by_score.spearman()),
        shown(by_level.gamma()),
        shown(by_level.tau_b()),
    ]
}

fn rate<'a>(rated: &'a [RatedPuzzle], scheme: &Scheme) -> Vec<RatedByAll<'a>> {
    let rater = Rater::new(&scheme.preset);
    let both = rated.iter().filter_map(|theirs| {
        let solution = search::solve(&theirs.puzzle, 2).first?;
        let rating = rater.rate(&theirs.puzzle, &solution);
        Some(RatedByAll {
            theirs,
            d: rating.difficulty,
            level: scheme.cut(rating.ranked()),
        })
    });
    both.collect()
}

fn levels(one: &RatedByAll<'_>) -> (f64, f64) {
    let theirs = one.theirs.hodoku_level as f64 + 1.0;
    (f64::from(one.level.number()), theirs)
}

fn heat_map(ours: &[RatedByAll<'_>]) -> Plot {
    let table = Contingency::of_pairs(ours.iter().map(levels));
    let counts: Vec<Vec<f64>> = (1..=5)
        .map(|row| {
            (1..=5)
                .map(|column| table.count(f64::from(row), f64::from(column)) as f64)
                .collect()
        })
        .collect();
    let gamma = table.gamma().unwrap_or(f64::NAN);
    let caption = format!("Puzzles by our level and HoDoKu's: γ = {gamma:.3}");
    Plot {
        file: "wu-hodoku.svg".to_owned(),
        svg: chart::heat_map(
            &Labels {
                title: &format!("Levels under wu and HoDoKu's: γ = {gamma:.3}"),
                description: &caption,
                x: "HoDoKu's level",
                y: "level under wu",
            },
            &HODOKU_LEVELS,
            &FIVE_LEVELS,
            &counts,
        ),
        caption,
    }
}
