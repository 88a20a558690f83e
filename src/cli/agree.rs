//! `factory agree`: compares two ratings of the same puzzles.

use super::Exit;
use super::errors::UsageError;
use super::rated_list::{RatedColumn, RatedList};
use crate::agreement::{Contingency, MEASURES};
use crate::line::progress::tell;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The maximum number of different values in a column of classes, such as levels.
const MOST_CLASSES: usize = 20;
/// The names of the measures that are whole numbers.
const WHOLE: [&str; 2] = ["pairs", "degrees_of_freedom"];

/// The two lists, and the columns to compare.
#[derive(Debug, Args)]
#[command(after_help = "\
Example: D against Sudoku Explainer's ER
  factory rate --json puzzles.txt > ours.jsonl
  factory agree ours.jsonl theirs.tsv --left d --right SE_ER")]
pub struct AgreeArgs {
    /// First rated list: JSON Lines as `factory rate --json` prints them, a CSV or TSV table with a header, or
    /// columns separated by spaces; - for standard input
    a: PathBuf,
    /// Second rated list, in any format that the first list can have; the puzzles that both lists contain are
    /// compared
    b: PathBuf,
    /// Column to compare, which both lists have; repeat the option for several columns [default: level]
    #[arg(long, value_name = "NAME")]
    column: Vec<String>,
    /// Column of the first list to compare with the --right column of the second list; both options can be repeated
    #[arg(long, value_name = "NAME")]
    left: Vec<String>,
    /// Column of the second list to compare with the --left column of the first list
    #[arg(long, value_name = "NAME")]
    right: Vec<String>,
    /// Words that the compared columns contain instead of numbers, easiest first, separated by commas; not needed for
    /// the names of levels that this program, HoDoKu and QQWing use
    #[arg(long, value_name = "WORD,WORD…", value_delimiter = ',')]
    order: Vec<String>,
    /// Print one JSON object for each pair of columns
    #[arg(long)]
    json: bool,
}

/// Two columns of ratings, joined by puzzle.
struct JoinedColumns {
    names: [String; 2],
    table: Contingency,
    /// The number of puzzles with a value only in the first list, and the number with a value only in the second
    /// list.
    alone: [usize; 2],
}

/// Compares every pair of columns, and prints the measures of their agreement.
pub fn run(args: &AgreeArgs) -> anyhow::Result<Exit> {
    let pairs = pairs(args)?;
    let [left, right] = [0, 1].map(|side| pairs.iter().map(|names| names[side].clone()).collect());
    let mut lists = [
        RatedList::read(&args.a, left)?,
        RatedList::read(&args.b, right)?,
    ];
    let mut joined = Vec::new();
    for (nth, names) in pairs.into_iter().enumerate() {
        let [a, b] = &mut lists;
        let columns = [
            a.column(nth, &args.order).map_err(UsageError)?,
            b.column(nth, &args.order).map_err(UsageError)?,
        ];
        joined.push(join(names, &columns)?);
    }
    let mut out = std::io::stdout().lock();
    for one in &joined {
        match args.json {
            true => writeln!(out, "{}", one.json())?,
            false => writeln!(out, "{}", one.text(&lists))?,
        }
    }
    out.flush()?;
    let refused: Vec<String> = lists.iter().flat_map(RatedList::refusals).collect();
    for line in &refused {
        tell(line);
    }
    for list in lists.iter().filter(|list| list.repeats > 0) {
        let RatedList { name, repeats, .. } = list;
        tell(format_args!(
            "{name}: {repeats} rows repeat a puzzle; the first of each counts"
        ));
    }
    Ok(match refused.is_empty() {
        true => Exit::Done,
        false => Exit::Short,
    })
}

fn pairs(args: &AgreeArgs) -> Result<Vec<[String; 2]>, UsageError> {
    if args.left.len() != args.right.len() {
        let (left, right) = (args.left.len(), args.right.len());
        return Err(UsageError(format!(
            "{left} --left and {right} --right; they come in pairs"
        )));
    }
    let sides = args.left.iter().zip(&args.right);
    let sides = sides.map(|(left, right)| [left.clone(), right.clone()]);
    let both = args.column.iter().map(|name| [name.clone(), name.clone()]);
    let pairs: Vec<[String; 2]> = both.chain(sides).collect();
    match pairs.is_empty() {
        true => Ok(vec![["level", "level"].map(str::to_owned)]),
        false => Ok(pairs),
    }
}

fn join(names: [String; 2], [a, b]: &[RatedColumn; 2]) -> anyhow::Result<JoinedColumns> {
    let pairs = a
        .values
        .iter()
        .filter_map(|(puzzle, value)| Some((*value, b.of(puzzle)?)));
    let table = Contingency::of_pairs(pairs);
    let common = table.total() as usize;
    anyhow::ensure!(common > 0, "no puzzle has a value in both lists");
    Ok(JoinedColumns {
        names,
        table,
        alone: [a, b].map(|column| column.values.len() - common),
    })
}

impl JoinedColumns {
    /// Returns whether both columns hold classes such as levels: at most [`MOST_CLASSES`] different values, all of
    /// them whole numbers.
    fn is_of_classes(&self) -> bool {
        self.table.values().iter().all(|values| {
            values.len() <= MOST_CLASSES && values.iter().all(|value| value.fract() == 0.0)
        })
    }

    fn measures(&self) -> impl Iterator<Item = (&'static str, &'static str, Option<f64>)> + '_ {
        let of_classes = self.is_of_classes();
        MEASURES.iter().map(move |measure| {
            let applies = of_classes || !measure.of_classes;
            let value = applies.then(|| (measure.of)(&self.table)).flatten();
            (measure.name, measure.title, value)
        })
    }

    fn json(&self) -> Value {
        let [left, right] = &self.names;
        let head = json!({
            "schema": 1,
            "left": left,
            "right": right,
            "only_left": self.alone[0],
            "only_right": self.alone[1],
        });
        let mut object = match head {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        object.extend(self.measures().map(|(name, _, value)| {
            let value = match value {
                Some(value) if WHOLE.contains(&name) => json!(value as u64),
                other => json!(other),
            };
            (name.to_owned(), value)
        }));
        if self.is_of_classes() {
            object.insert("table".to_owned(), self.cells());
        }
        Value::Object(object)
    }

    /// Returns the contingency table and its classes as JSON.
    fn cells(&self) -> Value {
        let [rows, columns] = self.table.values();
        let counts: Vec<Vec<u64>> = rows
            .iter()
            .map(|&row| {
                columns
                    .iter()
                    .map(|&column| self.table.count(row, column))
                    .collect()
            })
            .collect();
        let [left, right] = [rows, columns]
            .map(|values| values.iter().map(|&value| value as i64).collect::<Vec<_>>());
        json!({ "left": left, "right": right, "counts": counts })
    }

    fn text(&self, lists: &[RatedList; 2]) -> String {
        let mut measures = Table::new();
        measures.load_style(presets::NOTHING);
        for (name, title, value) in self.measures() {
            if let Some(value) = value {
                let is_count = WHOLE.contains(&name);
                let decimals = match is_count || value.fract() == 0.0 && value > 1.0 {
                    true => 0,
                    false => 4,
                };
                measures.add_row(vec![title.to_owned(), format!("{value:.decimals$}")]);
            }
        }
        align(&mut measures);
        let sides = [0, 1].map(|side| format!("{} of {}", self.names[side], lists[side].name));
        let mut text = format!(
            "A: {}\nB: {}\n\n{}\n",
            sides[0],
            sides[1],
            measures.trim_fmt()
        );
        if self.is_of_classes() {
            text += &format!("\n{}\n", self.grid());
        }
        for (side, &alone) in self
            .alone
            .iter()
            .enumerate()
            .filter(|(_, alone)| **alone > 0)
        {
            let list = ["A", "B"][side];
            text += &format!("\n{alone} puzzles with a value only in {list}\n");
        }
        text
    }

    fn grid(&self) -> String {
        let [rows, columns] = self.table.values();
        let mut grid = Table::new();
        grid.load_style(presets::NOTHING);
        let heads = columns.iter().map(|column| format!("B {column}"));
        grid.set_header(std::iter::once(String::new()).chain(heads));
        for &row in rows {
            let counts = columns
                .iter()
                .map(|&column| self.table.count(row, column).to_string());
            grid.add_row(std::iter::once(format!("A {row}")).chain(counts));
        }
        align(&mut grid);
        grid.trim_fmt()
    }
}

/// Aligns the columns of numbers to the right.
fn align(table: &mut Table) {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}
