//! Writes each puzzle and its solution as a pair of pictures with the same number in their names. A page-layout
//! program can place the pictures with the help of a table of the pairs.

use super::delivery::Delivery;
use crate::export::{ExportEntry, MergeTable};
use crate::rate::Ratings;
use std::path::{Path, PathBuf};

/// The columns of the table of pictures; the last two columns contain file names.
const COLUMNS: [&str; 8] = [
    "number",
    "level",
    "minutes",
    "d",
    "clues",
    "id",
    "@puzzle",
    "@solution",
];
/// The minimum number of digits that a number in a file name has, including leading zeros.
const LEAST_DIGITS: usize = 3;

/// The pairs of pictures of an export, while they are written.
pub(super) struct PairFiles {
    /// The number of digits to which the numbers in file names are padded, so that sorted names are in the order of the
    /// numbers.
    digits: usize,
    written: usize,
    table: MergeTable,
}

/// The values in a puzzle's row of the table of pictures; an unknown value is empty.
pub(super) struct PairFacts {
    pub(super) level: String,
    pub(super) minutes: String,
    pub(super) difficulty: String,
    pub(super) clues: usize,
    pub(super) id: String,
}

impl PairFiles {
    /// Prepares to write `count` pairs.
    pub(super) fn new(count: usize) -> Self {
        Self {
            digits: count.to_string().len().max(LEAST_DIGITS),
            written: 0,
            table: MergeTable::new(&COLUMNS),
        }
    }

    /// Writes the pictures of a puzzle and its solution to `delivery`, and adds the pair to the table of pictures.
    pub(super) fn put(
        &mut self,
        delivery: &mut Delivery,
        entry: &ExportEntry<'_>,
    ) -> anyhow::Result<()> {
        let number = self.next_number();
        let puzzle = delivery.put(entry, &format!("{number}-puzzle"))?;
        let solution = delivery.put_solution(entry, &number)?;
        let ratings = entry.record.map(|record| &record.ratings);
        let minutes = ratings.and_then(Ratings::checked_minutes);
        let facts = PairFacts {
            level: entry.level.map_or_else(String::new, |it| it.1.to_owned()),
            minutes: minutes.map_or_else(String::new, |it| it.value().round().to_string()),
            difficulty: ratings
                .map_or_else(String::new, |it| format!("{:.2}", it.ladder.difficulty)),
            clues: entry.puzzle.clue_count(),
            id: entry
                .record
                .map_or_else(String::new, |it| it.id.to_string()),
        };
        self.push(facts, [puzzle, solution]);
        Ok(())
    }

    /// Returns the number of the next pair, with leading zeros as in file names.
    pub(super) fn next_number(&mut self) -> String {
        self.written += 1;
        format!("{:0width$}", self.written, width = self.digits)
    }

    /// Adds a row to the table of pictures, for the pair whose number [`next_number`](Self::next_number) returned last.
    /// `files` are the paths of the pair's two pictures: the puzzle and the solution.
    pub(super) fn push(&mut self, facts: PairFacts, files: [Option<PathBuf>; 2]) {
        let [puzzle, solution] = files.map(|path| {
            let name = path.as_deref().and_then(Path::file_name);
            name.unwrap_or_default().to_string_lossy().into_owned()
        });
        self.table.push(vec![
            self.written.to_string(),
            facts.level,
            facts.minutes,
            facts.difficulty,
            facts.clues.to_string(),
            facts.id,
            puzzle,
            solution,
        ]);
    }

    /// Writes the table of pictures into the folder of the pictures, once in UTF-8 with commas and once in UTF-16 with
    /// tabs, because not all page-layout programs read the same form.
    pub(super) fn list(self, delivery: &mut Delivery) -> anyhow::Result<()> {
        let stem = format!("data-merge-{}", delivery.ending());
        delivery.put_beside(&format!("{stem}.csv"), &self.table.with_commas()?)?;
        delivery.put_beside(&format!("{stem}.txt"), &self.table.with_tabs()?)
    }
}
