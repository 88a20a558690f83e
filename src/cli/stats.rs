//! `factory stats`: what packs hold, by level: shares, D, minutes, clues, rules.

use super::Exit;
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use super::stats_minutes::{self, Times};
use crate::bucket::{Level, Scheme};
use crate::grid::CELLS;
use crate::line::progress::grouped;
use crate::pack::{PackError, Record};
use crate::rate::{RULES, Rule};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Which packs are counted.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Folders of packs, all of one scheme; they are counted together
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What was counted of a level.
#[derive(Default)]
struct OfLevel {
    puzzles: u64,
    /// D of every puzzle, in order when all are counted.
    difficulty: Vec<f64>,
    /// The minutes of those that have been timed.
    minutes: Times,
    /// Puzzles by their number of clues.
    clues: Vec<u64>,
    /// Puzzles in which a rule placed or removed something, and how often it did.
    used: [(u64, u64); RULES],
}

/// Counts packs.
pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    let mut levels: Vec<OfLevel> = scheme.levels().map(|_| OfLevel::default()).collect();
    selection.choose(
        &packs,
        |_| true,
        |chosen| {
            if let Some(of_level) = levels.get_mut(chosen.record.level.index()) {
                of_level.add(&chosen.record);
            }
            Ok::<(), PackError>(())
        },
    )?;
    for of_level in &mut levels {
        of_level.difficulty.sort_by(f64::total_cmp);
        of_level.minutes.sort();
    }
    let text = if args.json {
        format!("{}\n", json(args, &scheme, &levels))
    } else {
        text(&scheme, &levels)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

impl OfLevel {
    fn add(&mut self, record: &Record) {
        let ladder = &record.ratings.ladder;
        self.puzzles += 1;
        self.difficulty.push(ladder.difficulty);
        self.minutes.add(record.ratings.minutes);
        self.clues.resize(CELLS + 1, 0);
        self.clues[record.puzzle.clue_count()] += 1;
        for ((puzzles, steps), &count) in self.used.iter_mut().zip(&ladder.used) {
            *puzzles += u64::from(count > 0);
            *steps += u64::from(count);
        }
    }

    /// Least, quartiles and greatest of D, each one a puzzle's: the one at that share of the way,
    /// of two the lower.
    fn quartiles(&self) -> Option<[f64; 5]> {
        let last = self.difficulty.len().checked_sub(1)?;
        Some([0, 1, 2, 3, 4].map(|quarter| self.difficulty[last * quarter / 4]))
    }

    fn clue_counts(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let counts = self.clues.iter().copied().enumerate();
        counts.filter(|(_, puzzles)| *puzzles > 0)
    }

    fn share_of(&self, puzzles: u64) -> f64 {
        puzzles as f64 / self.puzzles.max(1) as f64
    }
}

fn all_of(levels: &[OfLevel]) -> u64 {
    levels.iter().map(|level| level.puzzles).sum()
}

fn text(scheme: &Scheme, levels: &[OfLevel]) -> String {
    let names: Vec<&str> = scheme
        .levels()
        .map(|level| scheme.level_name(level))
        .collect();
    let minutes: Vec<&Times> = levels.iter().map(|level| &level.minutes).collect();
    let mut tables = vec![shares(&names, levels)];
    tables.extend(stats_minutes::table(&names, &minutes, table));
    tables.extend([clues(&names, levels), rules(&names, levels)]);
    let all = grouped(all_of(levels));
    let mut text = format!("{all} puzzles, scheme {}\n", scheme.name);
    for mut table in tables {
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        text += &format!("\n{}\n", table.trim_fmt());
    }
    text
}

fn shares(names: &[&str], levels: &[OfLevel]) -> Table {
    let all = all_of(levels);
    let mut table = table(&[
        "level", "puzzles", "share", "D min", "1/4", "median", "3/4", "max",
    ]);
    for (name, of_level) in names.iter().zip(levels) {
        let share = 100.0 * of_level.puzzles as f64 / all.max(1) as f64;
        let mut row = vec![
            (*name).to_owned(),
            grouped(of_level.puzzles),
            format!("{share:.1} %"),
        ];
        match of_level.quartiles() {
            Some(values) => row.extend(values.map(|value| format!("{value:.2}"))),
            None => row.extend(std::iter::repeat_n("–".to_owned(), 5)),
        }
        table.add_row(row);
    }
    table
}

fn clues(names: &[&str], levels: &[OfLevel]) -> Table {
    let mut table = table(&[&["clues"], names].concat());
    for number in 0..=CELLS {
        let counts = levels.iter().map(|level| level.clues.get(number).copied());
        let counts: Vec<u64> = counts.map(Option::unwrap_or_default).collect();
        if counts.iter().all(|count| *count == 0) {
            continue;
        }
        let cells = counts.iter().map(|count| match count {
            0 => String::new(),
            count => grouped(*count),
        });
        table.add_row([number.to_string()].into_iter().chain(cells));
    }
    table
}

fn rules(names: &[&str], levels: &[OfLevel]) -> Table {
    let mut table = table(&[&["puzzles that use"], names].concat());
    for rule in Rule::ALL {
        if levels.iter().all(|level| level.used[rule.index()].0 == 0) {
            continue;
        }
        let cells = levels.iter().map(|level| match level.used[rule.index()].0 {
            0 => String::new(),
            puzzles => format!("{:.1} %", 100.0 * level.share_of(puzzles)),
        });
        table.add_row([rule.title().to_owned()].into_iter().chain(cells));
    }
    table
}

fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(heads.to_vec());
    table
}

fn json(args: &StatsArgs, scheme: &Scheme, levels: &[OfLevel]) -> Value {
    let all = all_of(levels);
    let of_level = |(level, it): (Level, &OfLevel)| {
        let next = levels.get(level.index() + 1);
        let d = it
            .quartiles()
            .map(|[min, quarter, median, three_quarters, max]| {
                json!({
                    "min": min, "quarter": quarter, "median": median,
                    "three_quarters": three_quarters, "max": max,
                })
            });
        let clues: Map<String, Value> = it
            .clue_counts()
            .map(|(clues, puzzles)| (clues.to_string(), puzzles.into()))
            .collect();
        let rules: Map<String, Value> = Rule::ALL
            .iter()
            .map(|rule| (rule, it.used[rule.index()]))
            .filter(|(_, (puzzles, _))| *puzzles > 0)
            .map(|(rule, (puzzles, steps))| {
                let share = it.share_of(puzzles);
                let counts = json!({ "puzzles": puzzles, "share": share, "steps": steps });
                (rule.name().to_owned(), counts)
            })
            .collect();
        json!({
            "level": level.number(),
            "name": scheme.level_name(level),
            "puzzles": it.puzzles,
            "share": it.puzzles as f64 / all.max(1) as f64,
            "d": d,
            "minutes": it.minutes.json(next.map(|next| &next.minutes)),
            "clues": clues,
            "rules": rules,
        })
    };
    let packs: Vec<String> = args
        .packs
        .iter()
        .map(|it| it.display().to_string())
        .collect();
    let described: Vec<Value> = scheme.levels().zip(levels).map(of_level).collect();
    json!({ "schema": 1, "packs": packs, "scheme": scheme.name, "puzzles": all, "levels": described })
}
