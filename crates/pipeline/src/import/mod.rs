//! Reads puzzles in the formats of other programs, with one reader for each format.
//!
//! The format of a file is detected from its first lines; [`crate::grid::text`] reads plain text. Every reader
//! streams: a line, a record, a tag or a JSON value has a limit, so that memory stays bounded whatever a file
//! holds. An invalid entry does not affect the others if the format lets the reader find the next puzzle.

mod cells;
mod dimacs;
mod error;
mod f_puzzles;
mod format;
mod ipuz;
mod json;
mod layout_links;
mod layout_list;
mod layouts;
mod limited_reader;
mod line_by_line;
mod lines;
mod links;
mod loose_rows;
mod opened_text;
mod opensudoku;
mod sections;
mod solo;
mod table;

pub use error::{Boards, EntryProblem, ImportError, ImportItem};
pub use format::{Format, UnknownFormat};
pub use layout_list::{LayoutList, LayoutListPuzzle};
pub use layouts::read_layout;
pub use opened_text::{BoardSizes, OpenedText, ReadOptions};

use std::io::BufRead;

/// Reads the puzzles of a text, in the detected format or in the format that the options name.
///
/// ```
/// use factory_pipeline::import;
/// let text = "quizzes,solutions\n00432..81 cells..,\n";
/// let mut found = import::read(text.as_bytes(), None);
/// let (line, board) = found.next().unwrap()?;
/// assert_eq!(line, 2);
/// assert!(board.is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read<'a>(source: impl BufRead + 'a, options: impl Into<ReadOptions>) -> Boards<'a> {
    match OpenedText::new(source, options, BoardSizes::Nine) {
        Ok(opened) => opened.boards(),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}
