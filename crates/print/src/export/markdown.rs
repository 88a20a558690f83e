//! Markdown: puzzles drawn in the text, with their solutions folded away below.

use super::{Entry, Exporter};
use crate::grid::text;
use std::io::{self, Write};

/// A Markdown document.
#[derive(Debug, Clone, Copy)]
pub struct Markdown;

impl Exporter for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn about(&self) -> &'static str {
        "puzzles drawn in a document, solutions folded away; wikis, forums, READMEs"
    }

    fn ending(&self) -> &'static str {
        "md"
    }

    fn has_sections(&self) -> bool {
        true
    }

    fn begin(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# {}", plain(title))
    }

    fn begin_level(&self, level: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        match level {
            Some(level) => writeln!(out, "\n## {}", plain(level)),
            None => Ok(()),
        }
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n### {}\n", plain(&entry.title()))?;
        let mut facts = vec![format!("{} clues", entry.puzzle.clue_count())];
        if let Some(ratings) = entry.ratings {
            facts.push(format!("D {:.2}", ratings.ladder.difficulty));
            facts.extend(ratings.minutes.map(|minutes| format!("{minutes} minutes")));
        }
        facts.extend(entry.id.map(|id| format!("`{id}`")));
        writeln!(
            out,
            "{}\n\n```text\n{}```",
            facts.join(" · "),
            text::boxed(entry.puzzle)
        )?;
        match entry.solution {
            Some(solution) => writeln!(
                out,
                "\n<details><summary>Solution</summary>\n\n```text\n{}```\n\n</details>",
                text::boxed(solution)
            ),
            None => Ok(()),
        }
    }
}

/// Returns a name with the signs escaped that have a meaning in Markdown.
fn plain(name: &str) -> String {
    let special = |c: char| "\\`*_{}[]<>()#+!|&".contains(c);
    name.chars()
        .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
        .collect()
}
