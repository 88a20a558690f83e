//! Writes the files of a calendar: single days, boxes, and pages of weeks. A box shows a day's puzzle and the
//! solution of the day before. A table of the file names lets a page-layout program place the pictures.

use super::file_set::FileSet;
use crate::export::MergeTable;
use crate::print::book::Puzzle;
use crate::print::calendar::{DayFile, DayFormat, DayKind, DayPrinter, DayPuzzle, weekday};
use jiff::ToSpan;
use jiff::civil::Date;
use std::path::Path;

/// A day with its puzzle.
pub(super) struct PlannedDay {
    /// The date of the day.
    pub(super) date: Date,
    /// The level's name in its scheme.
    pub(super) level: String,
    /// The puzzle.
    pub(super) puzzle: Puzzle,
}

impl PlannedDay {
    fn printed(&self) -> DayPuzzle<'_> {
        DayPuzzle {
            date: self.date,
            level: &self.level,
            puzzle: &self.puzzle,
        }
    }

    /// Returns the Monday of the day's week; `None` if that Monday is before the first supported date.
    fn monday(&self) -> Option<Date> {
        let days = i64::try_from(weekday(self.date)).ok()?;
        self.date.checked_sub(days.days()).ok()
    }
}

/// Writes the files of consecutive days, and the table of file names. If `changed` is a date, writes the table, and
/// only those files that show the puzzle or the solution of that date.
pub(super) fn write_pages(
    printer: &DayPrinter,
    days: &[PlannedDay],
    changed: Option<Date>,
    out: &Path,
    written: &mut FileSet,
) -> anyhow::Result<()> {
    let mut add = |files: Vec<DayFile>| {
        let mut files = files.iter();
        files.try_for_each(|file| written.add(&out.join(&file.name), &file.bytes))
    };
    let is_wanted = |days: &[&PlannedDay]| {
        changed.is_none_or(|changed| days.iter().any(|it| it.date == changed))
    };
    for (n, today) in days.iter().enumerate() {
        if is_wanted(&[today]) {
            add(printer.files(today.printed())?)?;
        }
        let yesterday = n.checked_sub(1).map(|n| &days[n]);
        let both: Vec<&PlannedDay> = yesterday.into_iter().chain([today]).collect();
        if printer.makes(DayKind::Box) && is_wanted(&both) {
            let yesterday = yesterday.map(PlannedDay::printed);
            add(printer.box_files(today.printed(), yesterday)?)?;
        }
    }
    if printer.makes(DayKind::Week) {
        for week in days.chunk_by(|a, b| a.monday() == b.monday()) {
            if is_wanted(&week.iter().collect::<Vec<_>>()) {
                let week: Vec<DayPuzzle<'_>> = week.iter().map(PlannedDay::printed).collect();
                add(printer.week_files(&week)?)?;
            }
        }
    }
    write_table(printer, days, out, written)
}

/// Writes the table with the file names of all days' pictures, if the calendar has pictures.
fn write_table(
    printer: &DayPrinter,
    days: &[PlannedDay],
    out: &Path,
    written: &mut FileSet,
) -> anyhow::Result<()> {
    let formats = [DayFormat::Pdf, DayFormat::Svg];
    let mut formats = formats.into_iter();
    let Some(format) = formats.find(|it| printer.week().formats.contains(it)) else {
        return Ok(());
    };
    let kinds = [
        (DayKind::Puzzle, "puzzle"),
        (DayKind::Solution, "solution"),
        (DayKind::Box, "box"),
    ];
    let kinds: Vec<&str> = kinds
        .iter()
        .filter(|(kind, _)| printer.makes(*kind))
        .map(|(_, word)| *word)
        .collect();
    let pictures: Vec<String> = kinds.iter().map(|word| format!("@{word}")).collect();
    let mut columns = vec!["date", "day", "level"];
    columns.extend(pictures.iter().map(String::as_str));
    let mut table = MergeTable::new(&columns);
    for day in days {
        let (words, level) = printer.words(&day.printed());
        let mut row = vec![day.date.to_string(), words, level];
        let named = kinds
            .iter()
            .map(|kind| printer.name(&day.printed(), kind, format));
        row.extend(named);
        table.push(row);
    }
    written.add(&out.join("data-merge.csv"), &table.with_commas()?)?;
    written.add(&out.join("data-merge.txt"), &table.with_tabs()?)
}
