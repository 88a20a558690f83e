//! `factory calendar`: makes the puzzles of a newspaper for a number of days, one puzzle a day.

use super::Exit;
use super::calendar_pages::{PlannedDay, write_pages};
use super::calendar_puzzles::{CalendarPacks, NAMES, WeekPuzzles};
use super::errors::{BadData, UsageError};
use super::file_set::FileSet;
use super::select_args::named;
use super::shipping::{ShipArgs, place_and_ship};
use crate::disk::{Staging, create_folders, is_stream};
use crate::grid::text::{self, Alphabet, shaped_line};
use crate::grid::{PuzzleId, ShapedBoard};
use crate::line::progress::{grouped, tell};
use crate::print::book::{Puzzle, day};
use crate::print::calendar::{DayKind, DayPrinter, Week, weekday};
use anyhow::Context;
use clap::Args;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the file with a calendar's plan, which is needed to replace the puzzle of one date.
const PLAN: &str = "calendar.json";
const INDEX: &str = "index.csv";
/// The week file that is read if no other week file is named.
const WEEK: &str = "config/week.toml";

/// The days, the packs and the folder of a calendar.
#[derive(Debug, Args)]
pub struct CalendarArgs {
    /// Folders of packs, which must all have the same scheme and layout
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// First day of the calendar
    #[arg(long, value_name = "YYYY-MM-DD", required_unless_present = "replace")]
    start: Option<String>,
    /// Number of days of the calendar
    #[arg(long, value_name = "N", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=3_660))]
    days: u32,
    /// File that says which puzzles each weekday gets and how the calendar's files look (default: config/week.toml if
    /// it exists, otherwise a built-in week from easy on Monday to very hard on Sunday)
    #[arg(long, value_name = "FILE")]
    week: Option<PathBuf>,
    /// Language of the texts: de, en, es, fr, it, ja, nl, pl, pt, tr or zh (default: the language set in the file
    /// of --week)
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// File with your own texts, in the format that `factory book --list-texts` prints
    #[arg(long, value_name = "FILE")]
    texts: Option<PathBuf>,
    /// Font file, or folder with a font family's regular, bold and italic files
    #[arg(long, value_name = "PATH")]
    font: Option<PathBuf>,
    /// Style sheet of the grids: line widths, digits, tints, corners, font
    #[arg(long, value_name = "FILE")]
    style: Option<PathBuf>,
    /// Kinds of files to make, separated by commas: puzzle, solution, box (the puzzle and the solution of the day
    /// before), week (a page with a week's puzzles and a page with their solutions) (default: the kinds set in the
    /// file of --week)
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = named::<DayKind>)]
    kinds: Option<Vec<DayKind>>,
    /// Folder to write the files into
    #[arg(long, short, value_name = "DIR", default_value = "calendar")]
    out: PathBuf,
    /// Replace the puzzle of this day in a finished calendar; all other days keep their puzzles
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with_all = ["start", "days", "ship"])]
    replace: Option<String>,
    #[command(flatten)]
    ship: ShipArgs,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// The plan of a calendar: dates with the ids of their puzzles, and ids of puzzles that must not be used
/// again.
#[derive(Debug, Default, Serialize, Deserialize)]
struct FolderPlan {
    schema: u32,
    dates: BTreeMap<String, String>,
    spiked: BTreeSet<String>,
    /// The settings that the calendar was made with; `None` if an earlier version of the program made the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    week: Option<Week>,
    /// The title under which the puzzles are shipped; `None` if they are not shipped. The puzzle of the first day
    /// is No. 1 in the shipment.
    #[serde(skip_serializing_if = "Option::is_none")]
    shipped: Option<String>,
}

impl FolderPlan {
    /// Returns the ids of the puzzles in the order of the days.
    fn ids(&self) -> anyhow::Result<Vec<PuzzleId>> {
        let damaged = || BadData("calendar.json names a puzzle by an invalid id".to_owned());
        let id = |text: &String| text.parse().map_err(|_| damaged());
        Ok(self.dates.values().map(id).collect::<Result<_, _>>()?)
    }
}

/// The puzzles chosen for a calendar, a different puzzle for each day. The list `days` ends before the first day
/// that lacks a puzzle.
struct DayPuzzles<'a> {
    days: Vec<(Date, &'a Puzzle)>,
    /// The number of missing puzzles, keyed by the label of the weekday.
    missing: BTreeMap<&'a str, u64>,
}

/// Writes a calendar, or replaces the puzzle of one of its days.
pub fn run(args: &CalendarArgs) -> anyhow::Result<Exit> {
    let packs = CalendarPacks::open(&args.packs)?;
    let Some(date) = &args.replace else {
        let printer = DayPrinter::new(with_options(week(args)?, args), packs.side())?;
        return make(args, &printer, &packs.week(printer.week())?);
    };
    let plan = read_plan(args)?;
    let printer = DayPrinter::new(week_of_plan(args, &plan)?, packs.side())?;
    replace(
        args,
        &printer,
        &packs.week(printer.week())?,
        plan,
        day(date)?,
    )
}

/// Returns the settings of a finished calendar, which its plan records. Fails if the week file or the options ask
/// for other settings. If an earlier version of the program made the plan, the settings come from the week file
/// and the options.
fn week_of_plan(args: &CalendarArgs, plan: &FolderPlan) -> anyhow::Result<Week> {
    let Some(recorded) = &plan.week else {
        return Ok(with_options(week(args)?, args));
    };
    let base = match args.week {
        Some(_) => week(args)?,
        None => recorded.clone(),
    };
    if with_options(base, args) == *recorded {
        return Ok(recorded.clone());
    }
    let said = format!(
        "{} was made with other settings, which it keeps: leave out --week, --kinds, --language, --texts, --font and \
         --style",
        args.out.display()
    );
    Err(UsageError(said).into())
}

fn with_options(mut week: Week, args: &CalendarArgs) -> Week {
    week.language = args.language.clone().unwrap_or(week.language);
    week.texts = args.texts.clone().or(week.texts);
    week.font = args.font.clone().or(week.font);
    week.style = args.style.clone().or(week.style);
    week.kinds = args.kinds.clone().unwrap_or(week.kinds);
    week
}

fn week(args: &CalendarArgs) -> anyhow::Result<Week> {
    let file = match &args.week {
        Some(file) => file,
        None if Path::new(WEEK).exists() => Path::new(WEEK),
        None => return Ok(Week::built_in()?),
    };
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    Ok(Week::from_text(&text, &shown.to_string())?)
}

fn make(args: &CalendarArgs, printer: &DayPrinter, stock: &WeekPuzzles) -> anyhow::Result<Exit> {
    if is_stream(Some(&args.out)) {
        let said = "a calendar is a folder of files: name it with --out DIR";
        return Err(UsageError(said.to_owned()).into());
    }
    let start = day(args.start.as_deref().unwrap_or_default())?;
    let mut plan = FolderPlan {
        schema: 1,
        week: Some(printer.week().clone()),
        shipped: args.ship.title.clone(),
        ..FolderPlan::default()
    };
    let chosen = choose(stock, start, args.days)?;
    if !chosen.missing.is_empty() {
        tell(shortage(&chosen, args.days));
        return Ok(Exit::Short);
    }
    let chosen = chosen.days;
    for (date, puzzle) in &chosen {
        plan.dates.insert(date.to_string(), puzzle.id.to_string());
    }
    refuse_spiked(args, &plan)?;
    let shipping = args
        .ship
        .prepare(|title| Ok(vec![(title.to_owned(), plan.ids()?)]))?;
    let cannot = || format!("cannot make {}", args.out.display());
    create_folders(&args.out).with_context(cannot)?;
    let mut written = FileSet::new(args.force);
    let days = chosen
        .iter()
        .map(|(date, puzzle)| planned(stock, *date, puzzle));
    let days: Vec<PlannedDay> = days.collect();
    write_pages(printer, &days, None, &args.out, &mut written)?;
    write_plan(args, stock, &plan, &mut written)?;
    let placed = place_and_ship(|| written.place(), shipping)?;
    tell(format_args!(
        "{} days in {}{}",
        grouped(chosen.len() as u64),
        args.out.display(),
        placed.note()
    ));
    Ok(Exit::Done)
}

/// Chooses puzzles for `count` days from `start`: for each day, the first puzzle for its weekday that is not used
/// on an earlier day. Also counts the days that lack a puzzle.
fn choose(stock: &WeekPuzzles, start: Date, count: u32) -> anyhow::Result<DayPuzzles<'_>> {
    let mut chosen = DayPuzzles {
        days: Vec::new(),
        missing: BTreeMap::new(),
    };
    let mut taken = BTreeSet::new();
    let mut left: Vec<_> = stock.days.iter().map(|puzzles| puzzles.iter()).collect();
    for n in 0..count {
        let date = start.checked_add(i64::from(n).days());
        let date =
            date.map_err(|_| UsageError("the calendar ends after the year 9999".to_owned()))?;
        let day = weekday(date);
        match left[day].find(|puzzle| taken.insert(puzzle.id)) {
            Some(puzzle) if chosen.missing.is_empty() => chosen.days.push((date, puzzle)),
            Some(_) => {}
            None => *chosen.missing.entry(&stock.labels[day]).or_default() += 1,
        }
    }
    Ok(chosen)
}

/// Returns the message that says how many days the packs last, and which puzzles are missing.
fn shortage(chosen: &DayPuzzles<'_>, wanted: u32) -> String {
    let missing = chosen.missing.iter();
    let missing: Vec<String> = missing
        .map(|(label, count)| format!("{} {label}", grouped(*count)))
        .collect();
    let (days, missing) = (chosen.days.len(), missing.join(", "));
    let (lasts, shorter) = match chosen.days.last() {
        Some((date, _)) => (
            format!("the packs last {days} of {wanted} days, to {date}"),
            format!("make --days {days}, or "),
        ),
        None => (
            "there is no puzzle for the first day".to_owned(),
            String::new(),
        ),
    };
    format!("{lasts}: nothing was written; {shorter}add packs with what is missing: {missing}")
}

fn read_plan(args: &CalendarArgs) -> anyhow::Result<FolderPlan> {
    let path = args.out.join(PLAN);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let plan: Result<FolderPlan, _> = serde_json::from_str(&text);
    Ok(plan.map_err(|error| BadData(format!("{}: {error}", path.display())))?)
}

/// Refuses to overwrite a calendar if one of its days would get a puzzle that `--replace` removed from that calendar.
fn refuse_spiked(args: &CalendarArgs, plan: &FolderPlan) -> anyhow::Result<()> {
    if !args.force || !args.out.join(PLAN).exists() {
        return Ok(());
    }
    let spiked = read_plan(args)?.spiked;
    let back = plan.dates.iter().filter(|(_, id)| spiked.contains(*id));
    let days: Vec<&str> = back.map(|(date, _)| date.as_str()).collect();
    if days.is_empty() {
        return Ok(());
    }
    let (days, out) = (days.join(", "), args.out.display());
    let said = format!(
        "puzzles that were replaced in {out} would come back ({days}): name another folder with --out"
    );
    Err(UsageError(said).into())
}

/// Records the replacement of a day's puzzle in the ledger, if an earlier command published the new files but was
/// killed before it wrote the record. Returns the puzzle that was replaced, or `None` if there is nothing to
/// record.
fn record_late(
    args: &CalendarArgs,
    plan: &FolderPlan,
    date: Date,
) -> anyhow::Result<Option<PuzzleId>> {
    let (Some(title), date) = (&plan.shipped, date.to_string()) else {
        return Ok(None);
    };
    let ledger = args.ship.ledger()?;
    let place = 1 + plan.dates.range(..date.clone()).count() as u64;
    let was = ledger.puzzle_shipped(title, place)?;
    let is_spiked = |id: &PuzzleId| {
        let id = id.to_string();
        plan.dates.get(&date) != Some(&id) && plan.spiked.contains(&id)
    };
    let Some(was) = was.filter(is_spiked) else {
        return Ok(None);
    };
    let why = why(title, &date);
    ledger.ship_instead(title, &plan.ids()?, (was, &why), || anyhow::Ok(()))?;
    Staging::clear(&args.out, "");
    Ok(Some(was))
}

fn why(title: &str, date: &str) -> String {
    format!("taken out of {title:?}, {date}")
}

/// Replaces the puzzle of a day. The ledger is written last, once the new files are safe from a power cut. If the
/// process is killed between these two steps, the same command can be run again: it adds the record to the ledger and
/// leaves the files as they are.
fn replace(
    args: &CalendarArgs,
    printer: &DayPrinter,
    stock: &WeekPuzzles,
    mut plan: FolderPlan,
    date: Date,
) -> anyhow::Result<Exit> {
    let Some(spiked) = plan.dates.get(&date.to_string()).cloned() else {
        let said = format!("{date} is not a day of {}", args.out.display());
        return Err(UsageError(said).into());
    };
    if let Some(was) = record_late(args, &plan, date)? {
        tell(format_args!("{date}: {spiked} instead of {was}"));
        return Ok(Exit::Done);
    }
    plan.spiked.insert(spiked.clone());
    let taken = plan.dates.values().chain(&plan.spiked).cloned().collect();
    let Some(puzzle) = next(&taken, stock, date) else {
        tell(format_args!(
            "no puzzle is left for {date}: nothing was changed"
        ));
        return Ok(Exit::Short);
    };
    plan.dates.insert(date.to_string(), puzzle.id.to_string());
    // The plan is renamed last: until then, the same command can be run again.
    let mut written = FileSet::new(true);
    let days = days_of(stock, &plan)?;
    write_pages(printer, &days, Some(date), &args.out, &mut written)?;
    write_plan(args, stock, &plan, &mut written)?;
    match &plan.shipped {
        None => drop(written.place()?),
        Some(title) => {
            let ledger = args.ship.ledger()?;
            let damaged = || BadData(format!("{PLAN} names a puzzle by an invalid id"));
            let taken_out = spiked.parse().map_err(|_| damaged())?;
            let why = why(title, &date.to_string());
            let ids = plan.ids()?;
            ledger.ship_instead(title, &ids, (taken_out, &why), || written.place())?;
        }
    }
    tell(format_args!("{date}: {} instead of {spiked}", puzzle.id));
    Ok(Exit::Done)
}

/// Returns the first puzzle for the weekday of this date whose id is not in `taken`; `None` if none is left.
fn next<'a>(taken: &BTreeSet<String>, stock: &'a WeekPuzzles, date: Date) -> Option<&'a Puzzle> {
    let mut puzzles = stock.days[weekday(date)].iter();
    puzzles.find(|puzzle| !taken.contains(&puzzle.id.to_string()))
}

fn planned(stock: &WeekPuzzles, date: Date, puzzle: &Puzzle) -> PlannedDay {
    PlannedDay {
        date,
        level: stock.levels[puzzle.level].clone(),
        puzzle: puzzle.clone(),
    }
}

/// Returns the days of a plan with their puzzles.
fn days_of(stock: &WeekPuzzles, plan: &FolderPlan) -> anyhow::Result<Vec<PlannedDay>> {
    let by_id = stock.by_id();
    let mut days = Vec::with_capacity(plan.dates.len());
    for (date, id) in &plan.dates {
        let puzzle = by_id.get(id).ok_or_else(|| not_in_packs(date))?;
        days.push(planned(stock, day(date)?, puzzle));
    }
    Ok(days)
}

fn not_in_packs(date: &str) -> UsageError {
    UsageError(format!(
        "the puzzle of {date} is in none of these packs: name those that the calendar was made from"
    ))
}

/// Writes the index of the days (CSV) and the plan (JSON).
fn write_plan(
    args: &CalendarArgs,
    stock: &WeekPuzzles,
    plan: &FolderPlan,
    written: &mut FileSet,
) -> anyhow::Result<()> {
    let by_id = stock.by_id();
    let mut index = "date,weekday,level,minutes,d,clues,id,puzzle,solution\n".to_owned();
    for (date, id) in &plan.dates {
        let puzzle = by_id.get(id).ok_or_else(|| not_in_packs(date))?;
        let minutes = puzzle.checked_minutes;
        let minutes = minutes.map_or_else(String::new, |it| it.to_string());
        let weekday = NAMES[weekday(day(date)?)];
        let (level, d) = (&stock.levels[puzzle.level], puzzle.difficulty);
        let clues = puzzle.puzzle.clue_count();
        let [grid, solution] = [&puzzle.puzzle, &puzzle.solution].map(line);
        writeln!(
            index,
            "{date},{weekday},{level},{minutes},{d:.2},{clues},{id},{grid},{solution}"
        )?;
    }
    written.add(&args.out.join(INDEX), index.as_bytes())?;
    let text = serde_json::to_string_pretty(plan)? + "\n";
    written.add(&args.out.join(PLAN), text.as_bytes())
}

/// Returns a board as one line of text: with `0` for a blank if the layout is 9×9, otherwise in the form that packs
/// use.
fn line(board: &ShapedBoard) -> String {
    match board.nine() {
        Some(board) => text::line(&board, '0'),
        None => shaped_line(board, Alphabet::One),
    }
}
