//! Compares the levels of random puzzles under the three ways to interpret Wu 2012, with one another and with
//! the number of guesses that the puzzles need.

use super::tally::WuTally;
use crate::report::{Plot, ReportTable, Section, coefficient};
use sudoku_engine::bucket::FIVE_LEVELS;
use sudoku_engine::rate::Preset;
use sudoku_factory::agreement::{AgreementMeasure, Contingency, MEASURES};
use sudoku_factory::chart::{self, Labels};

/// Measures how far the levels under the preset `wu` agree with those under each other preset.
pub fn presets(tally: &WuTally) -> Section {
    let mut rows = ReportTable {
        columns: vec!["schemes".to_owned()],
        rows: Vec::new(),
    };
    let measures = measures(&[
        "gamma",
        "tau_b",
        "exact",
        "within_one",
        "kappa",
        "quadratic_kappa",
    ]);
    rows.columns
        .extend(measures.iter().map(|measure| measure.title.to_owned()));
    for (preset, name) in Preset::NAMES.into_iter().enumerate().skip(1) {
        let table = Contingency::of_table(&tally.together[preset]);
        let values = measures
            .iter()
            .map(|measure| coefficient((measure.of)(&table)));
        let pair = format!("{} and {name}", Preset::NAMES[0]);
        rows.rows
            .push(std::iter::once(pair).chain(values).collect());
    }
    let counts = tally.together[1].map(|row| row.map(|count| count as f64).to_vec());
    let caption = "Minimal digs by their levels under wu and under wu-strict";
    let names = FIVE_LEVELS;
    let drawn = chart::heat_map(
        &Labels {
            title: "Levels under wu and wu-strict",
            description: caption,
            x: "level under wu-strict",
            y: "level under wu",
        },
        &names,
        &names,
        &counts,
    );
    Section {
        heading: "How far the schemes agree".to_owned(),
        text: "Levels of the same minimal digs.".to_owned(),
        table: Some(rows),
        plots: vec![Plot::new("wu-schemes.svg", caption, drawn)],
        ..Section::default()
    }
}

/// Stuart's levels in words.
const GUESSES: [&str; 4] = ["0 guesses", "1 guess", "2 guesses", "3 or more"];

/// Compares the levels of Wu 2012 with Stuart's levels.
pub fn stuart(tally: &WuTally) -> Section {
    let mut rows = ReportTable::new([
        "level under wu",
        GUESSES[0],
        GUESSES[1],
        GUESSES[2],
        GUESSES[3],
        "mean",
    ]);
    for (level, counts) in FIVE_LEVELS.into_iter().zip(&tally.stuart) {
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let sum: u64 = counts
            .iter()
            .zip(0..)
            .map(|(count, guesses)| count * guesses)
            .sum();
        let [a, b, c, d] = counts.map(|count| count.to_string());
        rows.push([
            level.to_string(),
            a,
            b,
            c,
            d,
            format!("{:.2}", sum as f64 / all),
        ]);
    }
    let table = Contingency::of_table(&tally.stuart);
    let said: Vec<String> = measures(&["gamma", "tau_b", "spearman"])
        .iter()
        .map(|measure| format!("{} {}", measure.title, coefficient((measure.of)(&table))))
        .collect();
    Section {
        heading: "Levels and guesses".to_owned(),
        text: format!(
            "Jiang 2018 grades by Stuart's level: the least number of right guesses after which \
             singles, locked candidates and pairs solve the puzzle. Of the same minimal digs: {}. \
             Below hard {:.1} % need no guess, from hard on {:.1} % need exactly one; what divides hard \
             from very hard is, by the mean counts above, the number of trials and of wing patterns.",
            said.join(", "),
            share(&tally.stuart[..3], 0),
            share(&tally.stuart[3..], 1),
        ),
        table: Some(rows),
        plots: vec![stuart_map(tally)],
        ..Section::default()
    }
}

/// Returns the percentage of the puzzles at these levels that need this many guesses; 3 means three or more.
fn share(levels: &[[u64; 4]], guesses: usize) -> f64 {
    let all: u64 = levels.iter().flatten().sum();
    let such: u64 = levels.iter().map(|counts| counts[guesses]).sum();
    100.0 * such as f64 / all.max(1) as f64
}

fn stuart_map(tally: &WuTally) -> Plot {
    let caption = "Minimal digs by level under wu and by Stuart's level, the guesses they need";
    let counts = tally
        .stuart
        .map(|row| row.map(|count| count as f64).to_vec());
    let labels = Labels {
        title: "Levels under wu and right guesses needed",
        description: caption,
        x: "Stuart's level",
        y: "level under wu",
    };
    let levels = FIVE_LEVELS;
    let drawn = chart::heat_map(&labels, &GUESSES, &levels, &counts);
    Plot::new("wu-stuart.svg", caption, drawn)
}

fn measures(names: &[&str]) -> Vec<&'static AgreementMeasure> {
    let named = |name: &&str| MEASURES.iter().find(|measure| measure.name == *name);
    names.iter().filter_map(named).collect()
}
