//! `factory stats`: counts the puzzles of packs by level and by their properties (difficulty D,
//! clues, minutes, ER, rules), as tables, JSON or pictures.

use super::Exit;
use super::file_set::{FileSet, write_whole};
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use crate::bucket::Scheme;
use crate::config::ConfigError;
use crate::disk::{create_folders, is_stdout};
use crate::grid::{CELLS, Canonical};
use crate::line::Bulk;
use crate::line::progress::{grouped, tell};
use crate::pack::{Pack, Record};
use crate::rate::explainer::{Er, SeTable};
use crate::rate::techniques::{Technique, TechniqueLadder};
use crate::rate::{Extra, Rule};
use crate::select::Selection;
use crate::stats::{LevelStats, PackStats, charts, page, quartiles, se_tables};
use anyhow::Context;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// The number of puzzles that are rated in parallel at a time.
const CHUNK: usize = 1024;

/// The packs whose puzzles are counted.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Folders of packs, which must all have the same scheme; their puzzles are counted together
    #[arg(required = true)]
    pub packs: Vec<PathBuf>,
    #[command(flatten)]
    pub select: SelectArgs,
    /// Ratings to compute for puzzles that lack them, separated by commas: time, and either se or se-1.18.1
    #[arg(long, value_name = "NAMES", value_parser = ["time", "se", "se-1.18.1"], value_delimiter = ',')]
    pub ratings: Vec<String>,
    /// Folder to draw the charts into, one SVG file per chart
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// HTML file to write, a page with all charts; - prints the page on standard output instead of the tables
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Counts the puzzles of 9×9 packs, and prints or draws the counts.
pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    let mut pack_stats = PackStats::new(title(&packs), facts(&packs, &scheme), &scheme);
    count(args, &selection, &packs, &mut pack_stats)?;
    pack_stats.finish();
    draw(args, &pack_stats)?;
    if args.html.as_deref().is_some_and(is_stdout) {
        return Ok(Exit::Done);
    }
    let text = if args.json {
        format!("{}\n", json(args, &scheme, &pack_stats))
    } else {
        text(&scheme, &pack_stats)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn name_of(pack: &Pack) -> String {
    let folder = pack.folder();
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn title(packs: &[Pack]) -> String {
    let names: Vec<String> = packs.iter().map(name_of).collect();
    names.join(", ")
}

/// Returns the lines below the title, each as a name and a value: the scheme and, for a single pack, its origin and
/// the number of its candidates.
fn facts(packs: &[Pack], scheme: &Scheme) -> Vec<(String, String)> {
    let mut facts = vec![("scheme".to_owned(), scheme.name.clone())];
    if let [pack] = packs {
        let origin = pack.manifest().job.origin();
        let (name, value) = origin.split_once(' ').unwrap_or(("from", &origin));
        facts.push((name.to_owned(), value.to_owned()));
        let looked_at = grouped(pack.manifest().numbers);
        facts.push(("candidates looked at:".to_owned(), looked_at));
    }
    facts
}

/// Counts the chosen puzzles. If `--ratings` is used, first computes the solving times and Sudoku Explainer ratings
/// (ER) that puzzles lack.
fn count(
    args: &StatsArgs,
    selection: &Selection,
    packs: &[Pack],
    pack_stats: &mut PackStats,
) -> anyhow::Result<()> {
    let bulk = Bulk::new(None)?;
    let asked = Extra::ALL
        .into_iter()
        .filter(|extra| args.ratings.iter().any(|name| name == extra.name()));
    let asked: Vec<Extra> = asked.collect();
    if SeTable::ALL
        .map(Extra::Se)
        .iter()
        .all(|it| asked.contains(it))
    {
        return Err(ConfigError::TwoTables.into());
    }
    let raters = packs
        .first()
        .map_or_else(Scheme::default, |it| it.manifest().job.scheme.clone())
        .raters(&asked);
    let complete = |mut record: Record| {
        if !asked.is_empty() {
            let form = Canonical::of(&record.puzzle, &record.solution);
            raters.complete(&form, &mut record.ratings);
        }
        record
    };
    let mut waiting: Vec<Record> = Vec::with_capacity(CHUNK);
    let mut add = |waiting: &mut Vec<Record>| {
        let records = bulk.map(std::mem::take(waiting), complete);
        records.iter().for_each(|record| pack_stats.add(record));
    };
    selection.choose(
        packs,
        |_| true,
        |chosen| {
            waiting.push(chosen.record);
            if waiting.len() == CHUNK {
                add(&mut waiting);
            }
            Ok::<(), anyhow::Error>(())
        },
    )?;
    add(&mut waiting);
    Ok(())
}

/// Writes the pictures of `--svg` and the page of `--html`.
fn draw(args: &StatsArgs, pack_stats: &PackStats) -> anyhow::Result<()> {
    if let Some(folder) = &args.svg {
        let charts = charts(pack_stats);
        create_folders(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut files = FileSet::new(args.force);
        for chart in &charts {
            let path = folder.join(format!("{}.svg", chart.name));
            files.add(&path, chart.file().as_bytes())?;
        }
        files.place()?;
        tell(format_args!(
            "{} pictures in {}",
            charts.len(),
            folder.display()
        ));
    }
    if let Some(path) = &args.html {
        write_whole(path, page(pack_stats).as_bytes(), args.force)?;
        if !is_stdout(path) {
            tell(format_args!("the page is {}", path.display()));
        }
    }
    Ok(())
}

fn text(scheme: &Scheme, pack_stats: &PackStats) -> String {
    let levels = &pack_stats.levels;
    let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
    let mut tables = vec![shares(pack_stats)];
    tables.extend(minutes(levels));
    tables.extend(se(&names, levels));
    tables.push(clues(&names, levels));
    tables.extend(techniques(&names, levels));
    tables.push(rules(&names, levels));
    let mut text = format!(
        "{} puzzles, scheme {}\n",
        grouped(pack_stats.puzzles()),
        scheme.name
    );
    for mut table in tables {
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        text += &format!("\n{}\n", table.trim_fmt());
    }
    if levels.iter().any(|it| it.timed > 0) && levels.iter().all(|it| it.se.is_empty()) {
        text += "\nminutes are shown where ER is known and at most 2.0: add --ratings time,se\n";
    }
    let overlaps = pack_stats.overlaps();
    if !overlaps.is_empty() {
        text += "\nhow often a puzzle of a level takes longer than one of the next\n";
    }
    for (easier, harder, chance) in overlaps {
        let (easier, harder) = (&easier.name, &harder.name);
        text += &format!("{:5.1} %  {easier} over {harder}\n", 100.0 * chance);
    }
    text
}

fn minutes(levels: &[LevelStats]) -> Option<Table> {
    let heads = [
        "level",
        "timed",
        "up to ER 2.0",
        "minutes min",
        "1/4",
        "median",
        "3/4",
        "max",
    ];
    let mut table = table(&heads);
    for level in levels.iter().filter(|level| level.timed > 0) {
        let counts = [level.timed, level.minutes.len() as u64].map(grouped);
        let mut row = vec![level.name.clone()];
        row.extend(counts);
        match quartiles(&level.minutes) {
            Some(values) => row.extend(values.map(|value| format!("{value:.1}"))),
            None => row.extend(std::iter::repeat_n("–".to_owned(), 5)),
        }
        table.add_row(row);
    }
    (table.row_count() > 0).then_some(table)
}

fn shares(pack_stats: &PackStats) -> Table {
    let all = pack_stats.puzzles();
    let mut table = table(&[
        "level", "puzzles", "share", "D min", "1/4", "median", "3/4", "max",
    ]);
    for of_level in &pack_stats.levels {
        let share = 100.0 * of_level.puzzles as f64 / all.max(1) as f64;
        let mut row = vec![
            of_level.name.clone(),
            grouped(of_level.puzzles),
            format!("{share:.1} %"),
        ];
        match quartiles(&of_level.difficulty) {
            Some(values) => row.extend(values.map(|value| format!("{value:.2}"))),
            None => row.extend(std::iter::repeat_n("–".to_owned(), 5)),
        }
        table.add_row(row);
    }
    table
}

fn clues(names: &[&str], levels: &[LevelStats]) -> Table {
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

/// Returns the table that counts the puzzles of each level by their Sudoku Explainer rating (ER); `None` if no puzzle
/// has an ER.
fn se(names: &[&str], levels: &[LevelStats]) -> Option<Table> {
    let title = format!("ER, {}", se_tables(levels));
    let mut table = table(&[&[title.as_str()], names].concat());
    let rows = levels.iter().flat_map(LevelStats::se_counts);
    let rows: BTreeSet<Er> = rows.map(|(er, _)| er).collect();
    for row in rows {
        let count = |level: &LevelStats| {
            let mut counts = level.se_counts();
            counts
                .find(|(er, _)| *er == row)
                .map(|(_, puzzles)| puzzles)
        };
        let cells = levels
            .iter()
            .map(|it| count(it).map_or_else(String::new, grouped));
        table.add_row([row.to_string()].into_iter().chain(cells));
    }
    (table.row_count() > 0).then_some(table)
}

fn rules(names: &[&str], levels: &[LevelStats]) -> Table {
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

/// Returns the table with the share of puzzles that use each technique, in the order in which people look for
/// techniques; `None` if no puzzle was rated by a technique ladder.
fn techniques(names: &[&str], levels: &[LevelStats]) -> Option<Table> {
    let mut table = table(&[&["puzzles that take"], names].concat());
    for technique in TechniqueLadder::reading_order() {
        let of = |level: &LevelStats| level.techniques[technique.index()].0;
        if levels.iter().all(|level| of(level) == 0) {
            continue;
        }
        let cells = levels.iter().map(|level| match of(level) {
            0 => String::new(),
            puzzles => format!("{:.1} %", 100.0 * level.share_of_rated(puzzles)),
        });
        table.add_row([technique.name().to_owned()].into_iter().chain(cells));
    }
    (table.row_count() > 0).then_some(table)
}

fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(heads.to_vec());
    table
}

fn json(args: &StatsArgs, scheme: &Scheme, pack_stats: &PackStats) -> Value {
    let all = pack_stats.puzzles();
    let numbered = (1..).zip(&pack_stats.levels);
    let levels: Vec<Value> = numbered
        .map(|(number, it)| level_json(number, it, all))
        .collect();
    let overlap = |(easier, harder, chance): (&LevelStats, &LevelStats, f64)| json!({ "easier": easier.name, "harder": harder.name, "probability": chance });
    let overlaps: Vec<Value> = pack_stats.overlaps().into_iter().map(overlap).collect();
    let packs: Vec<String> = args
        .packs
        .iter()
        .map(|it| it.display().to_string())
        .collect();
    json!({
        "schema": 1, "packs": packs, "scheme": scheme.name, "puzzles": all, "levels": levels,
        "easier_takes_longer": overlaps,
    })
}

fn level_json(number: u8, it: &LevelStats, all: u64) -> Value {
    let spread = |values: &[f64]| {
        quartiles(values).map(|[min, quarter, median, three_quarters, max]| {
            json!({
                "min": min, "quarter": quarter, "median": median,
                "three_quarters": three_quarters, "max": max,
            })
        })
    };
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
    let techniques = Technique::all().map(|it_is| (it_is, it.techniques[it_is.index()]));
    let techniques: Map<String, Value> = techniques
        .filter(|(_, (puzzles, _))| *puzzles > 0)
        .map(|(technique, (puzzles, steps))| {
            let share = it.share_of_rated(puzzles);
            let counts = json!({ "puzzles": puzzles, "share": share, "steps": steps });
            (technique.key().to_owned(), counts)
        })
        .collect();
    json!({
        "level": number,
        "name": it.name,
        "puzzles": it.puzzles,
        "share": it.puzzles as f64 / all.max(1) as f64,
        "d": spread(&it.difficulty),
        "timed": it.timed,
        "rated_by_techniques": it.rated_by_techniques,
        "minutes": spread(&it.minutes),
        "se_er": se_json(it),
        "clues": clues,
        "rules": rules,
        "techniques": techniques,
    })
}

/// Returns, as JSON, the quartiles of the Sudoku Explainer ratings (ER) of a level, and the number of puzzles with each
/// ER. A quartile is null if its ER is only known to be above some number. Returns `None` if no puzzle has an ER.
fn se_json(level: &LevelStats) -> Option<Value> {
    let known = |er: Er| Some(er.value()).filter(|it| it.is_finite());
    let [min, quarter, median, three_quarters, max] = quartiles(&level.se)?.map(known);
    let counts = level.se_counts();
    let counts: Map<String, Value> = counts
        .map(|(er, puzzles)| (er.to_string(), puzzles.into()))
        .collect();
    Some(json!({
        "table": level.se_tables.iter().map(|it| it.name()).collect::<Vec<_>>().join(", "), "min": min, "quarter": quarter, "median": median,
        "three_quarters": three_quarters, "max": max, "counts": counts,
    }))
}
