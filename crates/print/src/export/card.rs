//! Writes the card of a data set: a Markdown page, with a header for data set hubs, that describes the contents of
//! the files and says how the puzzles were made.

use super::{ExportFormat, SourceInfo};
use std::fmt::Write;

/// A file of a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// The name of the part of the data set that the file holds, such as `train`.
    pub name: String,
    /// The name of the file.
    pub file: String,
    /// The name of each level, and its number of puzzles in the file.
    pub levels: Vec<(String, u64)>,
}

impl DataFile {
    /// Returns the number of puzzles in the file.
    pub fn puzzles(&self) -> u64 {
        self.levels.iter().map(|(_, puzzles)| puzzles).sum()
    }
}

/// Returns the dataset card, a Markdown text that describes the data set. A [`super::Split`] divides the puzzles of the
/// data set among files of one format.
pub fn card(about: &SourceInfo, format: &ExportFormat, parts: &[DataFile]) -> String {
    let all: u64 = parts.iter().map(DataFile::puzzles).sum();
    let mut text = head(about, parts, all);
    let _ = write!(text, "\n# Sudoku: {}\n\n", about.title);
    let _ = writeln!(
        text,
        "{all} puzzles with exactly one solution each, rated by Sudoku Factory.\n"
    );
    for (name, value) in &about.notes {
        let _ = writeln!(text, "- {}: {value}", name.replace('_', " "));
    }
    text += "\n## Files\n\n";
    text += &files(parts, all);
    text += "\nThe canonical form of the *solution* decides the file: all puzzles of one grid, even \
             turned, mirrored, shuffled or relabelled, are in the same file, so no part gives away \
             solutions of another. A grid is in the same part of every data set that is split by \
             these shares.\n";
    let columns = (format.columns)();
    if !columns.is_empty() {
        text += "\n## Columns\n\n| column | type | what |\n|---|---|---|\n";
        for column in columns {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} |",
                column.name, column.kind, column.about
            );
        }
        text += "\nA rating that was not asked for is null.\n";
    }
    text
}

/// Returns the card's header, which data hubs read. The header states the data set's name and size, and the part that
/// each file holds.
fn head(about: &SourceInfo, parts: &[DataFile], all: u64) -> String {
    let size = match all {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        _ => "n>10M",
    };
    // Strings in JSON are also valid in YAML.
    let name = serde_json::Value::from(format!("Sudoku: {}", about.title));
    let mut text = format!(
        "---\npretty_name: {name}\nsize_categories:\n- {size}\ntags:\n- sudoku\n- puzzle\n- reasoning\n\
         configs:\n- config_name: default\n  data_files:\n"
    );
    for part in parts {
        let _ = writeln!(text, "  - split: {}\n    path: {}", part.name, part.file);
    }
    text + "---\n"
}

/// Returns a table with one row per file: its number of puzzles, its share of the `all` puzzles, and its puzzles per
/// level.
fn files(parts: &[DataFile], all: u64) -> String {
    let levels = || {
        parts
            .iter()
            .flat_map(|part| &part.levels)
            .map(|(name, _)| name)
    };
    let mut names: Vec<&String> = Vec::new();
    for name in levels() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut text = "| file | puzzles | share |".to_owned();
    for name in &names {
        let _ = write!(text, " {name} |");
    }
    text += "\n|---|--:|--:|";
    text += &"--:|".repeat(names.len());
    text += "\n";
    for part in parts {
        let share = 100.0 * part.puzzles() as f64 / all.max(1) as f64;
        let _ = write!(
            text,
            "| `{}` | {} | {share:.2} % |",
            part.file,
            part.puzzles()
        );
        for name in &names {
            let found = part.levels.iter().find(|(known, _)| known == *name);
            let _ = write!(text, " {} |", found.map_or(0, |(_, puzzles)| *puzzles));
        }
        text += "\n";
    }
    text
}
