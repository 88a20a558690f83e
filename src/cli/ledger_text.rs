//! Formats the output of `factory ledger` as plain text, CSV or JSON.

use crate::disk::with_ending;
use crate::grid::PuzzleId;
use crate::ledger::{
    ImportCounts, Ledger, LedgerError, LedgerReport, PuzzleHistory, RebuildReport, StockCounts,
};
use crate::line::progress::{grouped, size};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The header of the CSV that `factory ledger export` writes.
pub const CSV_HEADER: &str = "id,pack,number,level,d,shipped_in,shipped_as,retired\n";

/// The minimum number of puzzles at which the summary of a ledger shows the average size per puzzle. An empty
/// ledger already takes 100 KB, which would distort the average of a small ledger.
const MANY: u64 = 10_000;

/// Formats a count with its noun, such as `1 pack` or `2,000 puzzles`.
pub fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// Returns a summary of a ledger in a few lines.
pub fn whole(ledger: &Ledger) -> Result<String, LedgerError> {
    let head = ledger.head()?;
    let packs = ledger.packs()?;
    let mut text = format!(
        "{}: {} in {}\n",
        ledger.path().display(),
        count(head.puzzles, "puzzle"),
        count(head.packs, "pack")
    );
    if let (Some(first), Some(last)) = (packs.first(), packs.last()) {
        let _ = writeln!(
            text,
            "published from {} to {}, the last as {}",
            day(&first.published),
            day(&last.published),
            last.name
        );
    }
    let bytes = bytes_of(ledger);
    let each = match head.puzzles {
        0..MANY => String::new(),
        puzzles => format!(", {:.1} bytes a puzzle", bytes as f64 / puzzles as f64),
    };
    let _ = writeln!(text, "{} on the disk{each}", size(bytes));
    let stock = ledger.stock()?;
    if !stock.is_empty() {
        let _ = writeln!(text, "\n{}", stock_table(&stock).trim_fmt());
    }
    let shipments = ledger.shipments()?;
    if !shipments.is_empty() {
        let mut table = plain(&["shipped as", "puzzles", "on"]);
        for (shipment, puzzles) in &shipments {
            let day = day(&shipment.shipped).to_owned();
            table.add_row([shipment.title.clone(), grouped(*puzzles), day]);
        }
        align(&mut table, 1);
        let _ = writeln!(text, "\n{}", table.trim_fmt());
    }
    let (takes, taken) = ledger.takes()?;
    if takes > 0 {
        let (puzzles, requests) = (count(taken, "puzzle"), count(takes, "request"));
        let _ = writeln!(text, "\ntaken over HTTP: {puzzles} by {requests}");
    }
    let _ = match ledger.last_backup()? {
        Some((file, made)) => writeln!(text, "\nlast backup {} to {}", day(&made), file.display()),
        None => writeln!(
            text,
            "\nno backup yet: factory ledger backup FILE makes one"
        ),
    };
    Ok(text)
}

fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header.to_vec());
    table
}

fn align(table: &mut Table, column: usize) {
    if let Some(column) = table.column_mut(column) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

fn stock_table(stock: &[(String, StockCounts)]) -> Table {
    let mut table = plain(&["level", "published", "shipped", "retired", "in stock"]);
    for (name, of_level) in stock {
        let name = if name.is_empty() { "unknown" } else { name };
        let numbers = [
            of_level.published,
            of_level.shipped,
            of_level.retired,
            of_level.in_stock(),
        ];
        table.add_row([name.to_owned()].into_iter().chain(numbers.map(grouped)));
    }
    (1..5).for_each(|column| align(&mut table, column));
    table
}

/// Returns the number of bytes of a ledger's file and of SQLite's write-ahead log beside it. A file that can't be found
/// counts as 0.
fn bytes_of(ledger: &Ledger) -> u64 {
    let files = [ledger.path().to_owned(), with_ending(ledger.path(), "-wal")];
    let sizes = files.iter().filter_map(|path| fs::metadata(path).ok());
    sizes.map(|it| it.len()).sum()
}

/// Returns a summary of a ledger as one JSON object.
pub fn whole_json(ledger: &Ledger) -> Result<String, LedgerError> {
    let head = ledger.head()?;
    let state = head.named(0);
    let levels: Vec<Value> = ledger
        .stock()?
        .into_iter()
        .map(|(name, stock)| {
            json!({
                "level_name": (!name.is_empty()).then_some(name),
                "published": stock.published,
                "shipped": stock.shipped,
                "retired": stock.retired,
                "in_stock": stock.in_stock(),
            })
        })
        .collect();
    let shipments: Vec<Value> = ledger
        .shipments()?
        .into_iter()
        .map(
            |(it, puzzles)| json!({ "title": it.title, "shipped": it.shipped, "puzzles": puzzles }),
        )
        .collect();
    let (takes, taken) = ledger.takes()?;
    let backup = ledger.last_backup()?;
    let object = json!({
        "schema": 1,
        "ledger": ledger.path().display().to_string(),
        "packs": state.packs,
        "puzzles": state.puzzles,
        "digest": state.digest,
        "bytes": [{ "file": "ledger", "bytes": bytes_of(ledger) }],
        "levels": levels,
        "shipments": shipments,
        "takes": { "requests": takes, "puzzles": taken },
        "backup": backup.map(|(file, made)| json!({ "file": file.display().to_string(), "made": made })),
    });
    Ok(format!("{object}\n"))
}

/// Returns all data that a ledger has on a puzzle, in a few lines. `known` is `None` if the ledger does not have the
/// puzzle.
pub fn puzzle(id: PuzzleId, known: Option<&PuzzleHistory>) -> String {
    let Some(known) = known else {
        return format!("{id}: not in the ledger\n");
    };
    let mut text = format!("{id}\n");
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<10} {value}");
    };
    let candidate = known.entry.number;
    let candidate = candidate.map_or(String::new(), |n| format!(", candidate {}", grouped(n)));
    line("pack", format!("{}{candidate}", known.pack.name));
    line("published", day(&known.pack.published).to_owned());
    if let (Some(level), Some(d)) = (known.level_name(), known.difficulty()) {
        line("level", format!("{level}, D {d:.2}"));
    }
    if let Some((shipment, place)) = &known.shipped {
        let (title, day) = (&shipment.title, day(&shipment.shipped));
        line(
            "shipped",
            format!("No. {} of {title:?}, {day}", grouped(*place)),
        );
    }
    if let Some((since, why)) = &known.retired {
        let why = if why.is_empty() {
            String::new()
        } else {
            format!(": {why}")
        };
        line("retired", format!("{}{why}", day(since)));
    }
    text
}

/// Returns all data that a ledger has on a puzzle, as a JSON object. `known` is `None` if the ledger does not have the
/// puzzle. Later releases may add fields to the object, but must not rename or remove any.
pub fn puzzle_json(id: PuzzleId, known: Option<&PuzzleHistory>) -> Value {
    let Some(known) = known else {
        return json!({ "schema": 1, "id": id, "known": false });
    };
    let shipped = known.shipped.as_ref().map(|(shipment, place)| {
        json!({ "title": shipment.title, "no": place, "shipped": shipment.shipped })
    });
    let retired = known.retired.as_ref();
    json!({
        "schema": 1,
        "id": id,
        "known": true,
        "pack": known.pack.name,
        "folder": known.pack.folder,
        "published": known.pack.published,
        "number": known.entry.number,
        "level": known.entry.level,
        "level_name": known.level_name(),
        "d": known.difficulty(),
        "shipped": shipped,
        "retired": retired.map(|(since, why)| json!({ "retired": since, "why": why })),
    })
}

/// Returns a puzzle's line in the CSV that `factory ledger export` writes.
pub fn csv_line(known: &PuzzleHistory) -> String {
    let text = |value: Option<String>| value.map_or(String::new(), |it| quoted(&it));
    let shipped = known.shipped.as_ref();
    let fields = [
        known.entry.id.to_string(),
        quoted(&known.pack.name),
        text(known.entry.number.map(|it| it.to_string())),
        text(known.level_name().map(str::to_owned)),
        text(known.difficulty().map(|it| it.to_string())),
        text(shipped.map(|(shipment, _)| shipment.title.clone())),
        text(shipped.map(|(_, place)| place.to_string())),
        text(known.retired.as_ref().map(|(since, _)| since.clone())),
    ];
    fields.join(",") + "\n"
}

fn quoted(field: &str) -> String {
    match field.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// Returns the result of an import into a ledger as text. `name` is the pack's folder or the name of the imported list.
pub fn imported(name: &str, imported: ImportCounts) -> String {
    let known = match imported.known {
        0 => String::new(),
        n => format!(", {} known before", grouped(n)),
    };
    format!("{name}: {} added{known}\n", count(imported.new, "puzzle"))
}

/// Returns the result of a ledger's check as text.
pub fn check(report: &LedgerReport) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let _ = writeln!(text, "{finding}");
    }
    for folder in &report.unfinished {
        let _ = writeln!(
            text,
            "{}: recorded, but its run was killed before it was put there; the same command does that",
            folder.display()
        );
    }
    let state = match report.findings.len() as u64 {
        0 => "all agree".to_owned(),
        n => count(n, "finding"),
    };
    let _ = writeln!(
        text,
        "{} in {} ({} there, {} gone): {state}",
        count(report.puzzles, "puzzle"),
        count(report.packs, "pack"),
        grouped(report.there),
        grouped(report.gone)
    );
    text
}

/// Returns the result of a ledger's check as one JSON object.
pub fn check_json(report: &LedgerReport) -> String {
    let unfinished: Vec<String> = report
        .unfinished
        .iter()
        .map(|folder| folder.display().to_string())
        .collect();
    let object = json!({
        "schema": 1,
        "sound": report.findings.is_empty(),
        "packs": report.packs,
        "puzzles": report.puzzles,
        "there": report.there,
        "gone": report.gone,
        "unfinished": unfinished,
        "findings": report.findings,
    });
    format!("{object}\n")
}

/// Returns the result of a ledger's rebuild as text.
pub fn rebuilt(path: &Path, rebuilt: &RebuildReport) -> String {
    let mut text = format!(
        "{}: {} in {}\n",
        path.display(),
        count(rebuilt.puzzles, "puzzle"),
        count(rebuilt.packs, "pack")
    );
    if rebuilt.is_sound {
        text += "the ledger is sound, and stays as it is but for packs that it lacked\n";
    } else {
        text += "what was shipped, retired and taken since the backup is not in it\n";
    }
    if let Some(old) = &rebuilt.old {
        let _ = writeln!(text, "the old ledger is kept as {}", old.display());
    }
    text
}

/// Returns the date part of an RFC 3339 time.
fn day(time: &str) -> &str {
    time.split('T').next().unwrap_or(time)
}
