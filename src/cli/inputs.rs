//! Reads the puzzles of files or standard input, in any supported format, one after the other.

use crate::grid::Board;
use crate::import::{self, Format, ImportError, ReadOptions};
use anyhow::Context;
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The options for reading lists of puzzles, the same in every command that reads a list.
#[derive(Debug, Clone, Args)]
pub struct ReadArgs {
    /// Format of all files, if it cannot be detected: text, csv, jsonl, opensudoku, hodoku, links or another format
    /// that `factory list formats` marks as readable
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<Format>,
    /// Accept lines with other text besides the puzzle, such as quotes, a number or a rating; the first 81 consecutive
    /// cells of each line are used
    #[arg(long)]
    lenient: bool,
}

impl ReadArgs {
    /// Returns the reading options that these arguments set.
    pub const fn options(&self) -> ReadOptions {
        ReadOptions {
            format: self.from_format,
            lenient: self.lenient,
        }
    }
}

/// One puzzle of the input, or the error that was found in its place.
pub struct Input<B = Board> {
    /// The file that the puzzle was read from; `None` for standard input.
    pub file: Option<PathBuf>,
    /// The line where the puzzle starts, counted from 1.
    pub line: u64,
    /// The puzzle, or the error that was found in its place.
    pub board: Result<B, ImportError>,
}

impl<B> Input<B> {
    /// Returns the file's name, or `standard input`.
    pub fn source(&self) -> String {
        match &self.file {
            Some(file) => file.display().to_string(),
            None => "standard input".to_owned(),
        }
    }
}

/// The reader of a file of puzzles.
pub type PuzzleReader = BufReader<Box<dyn Read>>;

/// Passes every 9×9 puzzle of the files to `take` in chunks, as [`for_each_chunk_of`] does; `options` say how to read
/// the files.
///
/// # Errors
/// If a file can't be read, or if `take` fails.
pub fn for_each_chunk(
    files: &[PathBuf],
    options: impl Into<ReadOptions>,
    chunk: usize,
    take: impl FnMut(Vec<Input>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let options = options.into();
    for_each_chunk_of(files, chunk, |reader| import::read(reader, options), take)
}

/// Passes every puzzle of the files to `take`, in chunks of at most `chunk` puzzles, until `take` returns `Break`.
/// `puzzles` finds the puzzles in a file's text; an error that it finds in place of a puzzle is passed on too. Standard
/// input is read if no files are named, or for a file named `-`. Chunks save memory and let all processors work.
///
/// # Errors
/// If a file can't be read, or if `take` fails.
pub fn for_each_chunk_of<B, I>(
    files: &[PathBuf],
    chunk: usize,
    puzzles: impl Fn(PuzzleReader) -> I,
    mut take: impl FnMut(Vec<Input<B>>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()>
where
    I: Iterator<Item = io::Result<(u64, Result<B, ImportError>)>>,
{
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    // A missing file is reported before any work is done. Opening the files here would close a
    // pipe.
    for file in files.iter().filter(|file| file.as_os_str() != "-") {
        let found = std::fs::metadata(file).with_context(|| unreadable(file))?;
        anyhow::ensure!(!found.is_dir(), "{}: it is a folder", unreadable(file));
    }
    for file in files {
        let (name, reader) = open(file)?;
        let mut puzzles = puzzles(BufReader::new(reader)).peekable();
        while puzzles.peek().is_some() {
            let inputs = puzzles.by_ref().take(chunk).map(|item| {
                item.map(|(line, board)| Input {
                    file: name.clone(),
                    line,
                    board,
                })
            });
            let inputs: io::Result<Vec<Input<B>>> = inputs.collect();
            let inputs = inputs.with_context(|| unreadable(file))?;
            if take(inputs)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn open(file: &Path) -> anyhow::Result<(Option<PathBuf>, Box<dyn Read>)> {
    if file.as_os_str() == "-" {
        return Ok((None, Box::new(io::stdin())));
    }
    let opened = File::open(file).with_context(|| unreadable(file))?;
    Ok((Some(file.to_owned()), Box::new(opened)))
}

fn unreadable(file: &Path) -> String {
    format!("cannot read {}", file.display())
}
