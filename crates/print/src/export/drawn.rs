//! Writes formats that draw a puzzle in several lines of text: `.ss`, `.sdk` and Markdown.

use super::{ExportEntry, Exporter, FileOptions};
use crate::grid::{SIDE, text};
use std::io::{self, Write};

/// Writes a puzzle in Simple Sudoku's format `.ss`: the grid drawn in characters, with lines around the boxes.
pub(super) fn simple_sudoku(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "*-----------*")?;
    let cells = text::line(entry.puzzle, '.');
    for row in 0..SIDE {
        if row == 3 || row == 6 {
            writeln!(out, "|---+---+---|")?;
        }
        let [left, middle, right] =
            [0, 3, 6].map(|column| &cells[SIDE * row + column..SIDE * row + column + 3]);
        writeln!(out, "|{left}|{middle}|{right}|")?;
    }
    writeln!(out, "*-----------*")
}

/// Writes a puzzle in SudoCue's format `.sdk`: a few lines about the puzzle, then nine lines of nine characters.
pub(super) fn sdk(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "#ASudoku Factory")?;
    if let Some(id) = entry.id() {
        writeln!(out, "#D{id}")?;
    }
    if let Some((_, level)) = entry.level {
        writeln!(out, "#L{level}")?;
    }
    for row in text::line_bytes(entry.puzzle, b'.').chunks_exact(SIDE) {
        out.write_all(row)?;
        writeln!(out)?;
    }
    Ok(())
}

/// A Markdown document: puzzles under the headings of their levels, with hidden solutions that can
/// be unfolded.
struct Markdown {
    /// The number of the previous puzzle's level.
    level: Option<u8>,
}

/// Begins a Markdown document.
pub(super) fn markdown(
    options: &FileOptions,
    out: &mut dyn Write,
) -> io::Result<Box<dyn Exporter>> {
    writeln!(out, "# {}", plain(&options.source.title))?;
    Ok(Box::new(Markdown { level: None }))
}

impl Exporter for Markdown {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let (number, name) = entry.level.unzip();
        if let Some(name) = name.filter(|_| self.level != number) {
            writeln!(out, "\n## {}", plain(name))?;
        }
        self.level = number;
        writeln!(out, "\n### {}\n", plain(&entry.title()))?;
        let mut facts = vec![format!("{} clues", entry.puzzle.clue_count())];
        if let Some(ratings) = entry.ratings() {
            facts.push(format!("D {:.2}", ratings.ladder.difficulty));
            let minutes = ratings.checked_minutes();
            facts.extend(minutes.map(|it| format!("{it} minutes")));
            facts.extend(ratings.se.map(|se| se.to_string()));
            let path = ratings.techniques.and_then(|path| path.rating);
            facts.extend(path.map(|it| it.to_string()));
        }
        facts.extend(entry.id().map(|id| format!("`{id}`")));
        let (facts, puzzle) = (facts.join(" · "), text::boxed(entry.puzzle));
        writeln!(out, "{facts}\n\n```text\n{puzzle}```")?;
        let Some(solution) = entry.solution.map(text::boxed) else {
            return Ok(());
        };
        writeln!(
            out,
            "\n<details><summary>Solution</summary>\n\n```text\n{solution}```\n\n</details>"
        )
    }
}

/// Returns a name with special characters of Markdown escaped.
fn plain(name: &str) -> String {
    let special = |c: char| "\\`*_{}[]<>()#+!|&".contains(c);
    name.chars()
        .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
        .collect()
}
