//! `factory calendar`: a puzzle a day for newspapers.

use super::Exit;
use super::delivery::{Together, refuse_existing};
use super::errors::{BadData, UsageError};
use super::select_args::{open_alike, tell_unrated};
use super::shipping::{ShipArgs, place_and_ship};
use crate::bucket::Scheme;
use crate::grid::PuzzleId;
use crate::ledger::parse_id;
use crate::line::progress::{grouped, tell};
use crate::pack::{Pack, PackError, Record};
use crate::print::book::day;
use crate::print::calendar::{Press, Wanted, Week, weekday};
use crate::select::{Condition, Order, Selection};
use anyhow::Context;
use clap::Args;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The plan of a folder, from which one date can be replaced.
const PLAN: &str = "calendar.json";
const INDEX: &str = "index.csv";

/// Which days, from which packs, to where.
#[derive(Debug, Args)]
pub struct CalendarArgs {
    /// Folders of packs, all of one scheme
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// The first day
    #[arg(long, value_name = "YYYY-MM-DD", required_unless_present = "replace")]
    start: Option<String>,
    /// How many days
    #[arg(long, value_name = "N", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=3_660))]
    days: u32,
    /// What each weekday takes, and what files are like
    #[arg(long, value_name = "FILE", default_value = "config/week.toml")]
    week: PathBuf,
    /// The folder of the files
    #[arg(long, short, value_name = "DIR", default_value = "calendar")]
    out: PathBuf,
    /// Give this day of a finished calendar another puzzle; all others keep theirs
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with_all = ["start", "days", "ship"])]
    replace: Option<String>,
    #[command(flatten)]
    ship: ShipArgs,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// What was planned: dates with the ids of their puzzles, and puzzles that are never to come again.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Plan {
    schema: u32,
    dates: BTreeMap<String, String>,
    spiked: BTreeSet<String>,
    /// What the days are shipped as, the first as No. 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    shipped: Option<String>,
}

impl Plan {
    /// The puzzles by day.
    fn ids(&self) -> anyhow::Result<Vec<PuzzleId>> {
        let damaged = || BadData("calendar.json names a puzzle that is no id".to_owned());
        let id = |text: &String| parse_id(text).ok_or_else(damaged);
        Ok(self.dates.values().map(id).collect::<Result<_, _>>()?)
    }
}

/// Where puzzles come from.
struct Stock {
    scheme: Scheme,
    /// By weekday, in order.
    days: Vec<Vec<Record>>,
}

/// Writes the days.
pub fn run(args: &CalendarArgs) -> anyhow::Result<Exit> {
    let shown = args.week.display();
    let text = fs::read_to_string(&args.week).with_context(|| format!("cannot read {shown}"))?;
    let press = Press::new(Week::from_text(&text, &shown.to_string())?)?;
    let (packs, scheme) = open_alike(&args.packs)?;
    let stock = stock(&press, &packs, scheme)?;
    match &args.replace {
        Some(date) => replace(args, &press, &stock, day(date)?),
        None => make(args, &press, &stock),
    }
}

fn make(args: &CalendarArgs, press: &Press, stock: &Stock) -> anyhow::Result<Exit> {
    refuse_existing(&args.out.join(PLAN), args.force)?;
    let start = day(args.start.as_deref().unwrap_or_default())?;
    let mut plan = Plan {
        schema: 1,
        shipped: args.ship.title.clone(),
        ..Plan::default()
    };
    let mut taken = BTreeSet::new();
    let mut chosen: Vec<(Date, &Record)> = Vec::new();
    for n in 0..args.days {
        let date = start.checked_add(i64::from(n).days());
        let date =
            date.map_err(|_| UsageError("the calendar ends after the year 9999".to_owned()))?;
        let Some(record) = next(&taken, stock, date) else {
            tell(format_args!(
                "no puzzle is left for {date}, day {} of {}: nothing was written; add packs, or ask less of that weekday in {}",
                n + 1,
                args.days,
                args.week.display()
            ));
            return Ok(Exit::Short);
        };
        taken.insert(record.id.to_string());
        plan.dates.insert(date.to_string(), record.id.to_string());
        chosen.push((date, record));
    }
    let shipping = args
        .ship
        .prepare(|title| Ok(vec![(title.to_owned(), plan.ids()?)]))?;
    let cannot = || format!("cannot make {}", args.out.display());
    fs::create_dir_all(&args.out).with_context(cannot)?;
    let mut written = Together::new(args.force);
    for (date, record) in &chosen {
        write_day(args, press, stock, *date, record, &mut written)?;
    }
    write_plan(args, stock, &plan, &mut written)?;
    place_and_ship(written, shipping)?;
    tell(format_args!(
        "{} days in {}",
        grouped(chosen.len() as u64),
        args.out.display()
    ));
    Ok(Exit::Done)
}

fn replace(args: &CalendarArgs, press: &Press, stock: &Stock, date: Date) -> anyhow::Result<Exit> {
    let path = args.out.join(PLAN);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let plan: Result<Plan, _> = serde_json::from_str(&text);
    let mut plan = plan.map_err(|error| BadData(format!("{}: {error}", path.display())))?;
    let Some(spiked) = plan.dates.get(&date.to_string()).cloned() else {
        let said = format!("{date} is no day of {}", args.out.display());
        return Err(UsageError(said).into());
    };
    let before = plan.ids()?;
    plan.spiked.insert(spiked.clone());
    let taken = plan.dates.values().chain(&plan.spiked).cloned().collect();
    let Some(record) = next(&taken, stock, date) else {
        tell(format_args!(
            "no puzzle is left for {date}: nothing was changed"
        ));
        return Ok(Exit::Short);
    };
    plan.dates.insert(date.to_string(), record.id.to_string());
    // The plan last: until it stands, the same command can be given again.
    let mut written = Together::new(true);
    write_day(args, press, stock, date, record, &mut written)?;
    write_plan(args, stock, &plan, &mut written)?;
    match &plan.shipped {
        None => written.place()?,
        Some(title) => {
            let ledger = args.ship.ledger()?;
            ledger.ship_instead(title, &plan.ids()?)?;
            if let Err(error) = written.place() {
                ledger.ship_instead(title, &before)?;
                return Err(error);
            }
            let why = format!("taken out of {title:?}, {date}");
            ledger.retire(&parse_id(&spiked).into_iter().collect::<Vec<_>>(), &why)?;
        }
    }
    tell(format_args!("{date}: {} instead of {spiked}", record.id));
    Ok(Exit::Done)
}

/// The first puzzle for a date that no other date has.
fn next<'a>(taken: &BTreeSet<String>, stock: &'a Stock, date: Date) -> Option<&'a Record> {
    let mut records = stock.days[weekday(date)].iter();
    records.find(|record| !taken.contains(&record.id.to_string()))
}

fn write_day(
    args: &CalendarArgs,
    press: &Press,
    stock: &Stock,
    date: Date,
    record: &Record,
    written: &mut Together,
) -> anyhow::Result<()> {
    let level = stock.scheme.level_name(record.level);
    for file in press.files(date, level, &record.into())? {
        written.add(&args.out.join(file.name), &file.bytes)?;
    }
    Ok(())
}

/// Writes the index and the plan.
fn write_plan(
    args: &CalendarArgs,
    stock: &Stock,
    plan: &Plan,
    written: &mut Together,
) -> anyhow::Result<()> {
    let records = stock.days.iter().flatten();
    let by_id: BTreeMap<String, &Record> = records.map(|it| (it.id.to_string(), it)).collect();
    let mut index = "date,weekday,level,minutes,d,clues,id,puzzle,solution\n".to_owned();
    for (date, id) in &plan.dates {
        let record = by_id.get(id).ok_or_else(|| {
            UsageError(format!("the puzzle of {date} is in none of these packs: name those that the calendar was made from"))
        })?;
        let minutes = record
            .ratings
            .minutes
            .map_or_else(String::new, |it| it.to_string());
        let weekday = NAMES[weekday(day(date)?)];
        let level = stock.scheme.level_name(record.level);
        let (d, clues) = (record.ratings.ladder.difficulty, record.puzzle.clue_count());
        let (puzzle, solution) = (record.puzzle, record.solution);
        let line = crate::grid::text::line;
        writeln!(
            index,
            "{date},{weekday},{level},{minutes},{d:.2},{clues},{id},{},{}",
            line(&puzzle, '0'),
            line(&solution, '0')
        )?;
    }
    written.add(&args.out.join(INDEX), index.as_bytes())?;
    let text = serde_json::to_string_pretty(plan)? + "\n";
    written.add(&args.out.join(PLAN), text.as_bytes())
}

const NAMES: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

fn stock(press: &Press, packs: &[Pack], scheme: Scheme) -> anyhow::Result<Stock> {
    let mut days = Vec::with_capacity(7);
    for (name, wanted) in NAMES.iter().zip(press.week().days()) {
        let selection = selection(wanted, &scheme)
            .map_err(|said| UsageError(format!("{name} of the week: {said}")))?;
        tell_unrated(&selection, packs);
        let mut records = Vec::new();
        selection.choose(
            packs,
            |_| true,
            |chosen| {
                records.push(chosen.record);
                Ok::<(), PackError>(())
            },
        )?;
        days.push(records);
    }
    Ok(Stock { scheme, days })
}

fn selection(wanted: &Wanted, scheme: &Scheme) -> Result<Selection, String> {
    let level = wanted.level.as_ref().map(|text| scheme.find_level(text));
    let condition = wanted
        .condition
        .as_ref()
        .map(|text| Condition::parse(text, scheme));
    let order = wanted.sort.as_ref().map(|text| Order::parse(text));
    Ok(Selection {
        level: level.transpose().map_err(|error| error.to_string())?,
        condition: condition.transpose().map_err(|error| error.to_string())?,
        order: order.transpose().map_err(|error| error.to_string())?,
        ..Selection::default()
    })
}
