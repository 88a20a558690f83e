//! `factory stats` for packs of layouts other than 9×9: clues, scores and techniques by level.

use super::Exit;
use super::errors::{UsageError, refuse_nine_only};
use super::select_args::open_of_layout;
use super::stats::{self, StatsArgs};
use crate::bucket::Scheme;
use crate::grid::Layout;
use crate::line::progress::grouped;
use crate::pack::{LayoutRecord, PackError, PackedPuzzle};
use crate::rate::techniques::{TECHNIQUES, Technique};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};
use std::io::Write;

/// The counts of the puzzles of one level.
struct LayoutLevelStats {
    name: String,
    clues: Vec<u64>,
    scores: Vec<u64>,
    /// For each technique, the number of puzzles whose solving path uses the technique.
    taking: [u64; TECHNIQUES],
}

/// Counts the puzzles of packs of any layout, and prints the counts.
pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let Some((packs, layout, scheme)) = open_of_layout(&args.packs)? else {
        return stats::run(args);
    };
    refuse_options(args, layout)?;
    let selection = args.select.layout_selection(&scheme, layout)?;
    let mut levels: Vec<LayoutLevelStats> = scheme
        .levels
        .iter()
        .map(|name| LayoutLevelStats::new(name))
        .collect();
    selection.choose_layouts(
        &packs,
        |_| true,
        |chosen| {
            levels[chosen.record.made.level.index()].add(&chosen.record);
            Ok::<(), PackError>(())
        },
    )?;
    let text = match args.json {
        true => format!("{}\n", json_of(layout, &levels)),
        false => text_of(layout, &scheme, &levels),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

/// Refuses the options that work only for 9×9 puzzles.
fn refuse_options(args: &StatsArgs, layout: Layout) -> Result<(), UsageError> {
    let used = [
        ("--ratings", !args.ratings.is_empty()),
        ("--svg", args.svg.is_some()),
        ("--html", args.html.is_some()),
    ];
    refuse_nine_only(&used, layout)
}

impl LayoutLevelStats {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            clues: Vec::new(),
            scores: Vec::new(),
            taking: [0; TECHNIQUES],
        }
    }

    fn add(&mut self, record: &LayoutRecord) {
        self.clues.push(record.clue_count() as u64);
        self.scores.push(record.difficulty() as u64);
        for (technique, _) in record.made.path.used() {
            self.taking[technique.index()] += 1;
        }
    }
}

/// Returns the smallest value, the median and the largest value; `None` if there are no values. The median of an even
/// number of values is the larger of the two in the middle.
fn spread(values: &[u64]) -> Option<[u64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    Some([*sorted.first()?, sorted[sorted.len() / 2], *sorted.last()?])
}

/// Returns the techniques that occur in the solving path of at least one puzzle, in the order of the ladder.
fn taken(scheme: &Scheme, levels: &[LayoutLevelStats]) -> Vec<Technique> {
    let ladder = scheme.ladder();
    let is_taken = |it: &Technique| levels.iter().any(|level| level.taking[it.index()] > 0);
    ladder.techniques().filter(is_taken).collect()
}

fn text_of(layout: Layout, scheme: &Scheme, levels: &[LayoutLevelStats]) -> String {
    let all: usize = levels.iter().map(|level| level.clues.len()).sum();
    let shown = |values: &[u64]| match spread(values) {
        None => String::new(),
        Some(values) => values.map(grouped).join("  "),
    };
    let mut table = table_of(vec![
        "level",
        "puzzles",
        "clues: least, middle, most",
        "score: least, middle, most",
    ]);
    for level in levels {
        table.add_row(vec![
            level.name.clone(),
            grouped(level.clues.len() as u64),
            shown(&level.clues),
            shown(&level.scores),
        ]);
    }
    let names = levels.iter().map(|level| level.name.as_str());
    let mut techniques = table_of(["puzzles that take"].into_iter().chain(names).collect());
    for technique in taken(scheme, levels) {
        let counts = levels
            .iter()
            .map(|level| grouped(level.taking[technique.index()]));
        let row = [technique.name().to_owned()].into_iter().chain(counts);
        techniques.add_row(row.collect::<Vec<_>>());
    }
    for table in [&mut table, &mut techniques] {
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!(
        "{layout}, {} puzzles\n\n{}\n\n{}\n",
        grouped(all as u64),
        table.trim_fmt(),
        techniques.trim_fmt()
    )
}

fn table_of(head: Vec<&str>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(head);
    table
}

fn json_of(layout: Layout, levels: &[LayoutLevelStats]) -> Value {
    let level = |level: &LayoutLevelStats| {
        let taking = Technique::all().filter(|it| level.taking[it.index()] > 0);
        let taking = taking.map(|it| (it.key().to_owned(), level.taking[it.index()].into()));
        json!({
            "level": level.name,
            "puzzles": level.clues.len(),
            "clues": spread(&level.clues),
            "score": spread(&level.scores),
            "techniques": taking.collect::<Map<String, Value>>(),
        })
    };
    json!({
        "schema": 1,
        "layout": layout.to_string(),
        "levels": levels.iter().map(level).collect::<Vec<_>>(),
    })
}
