//! Works through a list of puzzles, for several commands: prints an answer for each puzzle, in the order of
//! the input. Refused entries are reported with their line; all other entries are answered.

use super::Exit;
use super::errors::BadData;
use super::inputs::{self, Input, PuzzleReader, ReadArgs};
use crate::config::check_threads;
use crate::grid::Board;
use crate::import::{self, ImportError};
use crate::line::Bulk;
use crate::line::progress::tell;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Number of puzzles that are worked on at a time, which keeps all threads busy and needs little memory.
const CHUNK: usize = 1024;

/// The options of every command that works through a list.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Files of puzzles, in any format that docs/exporting.md lists; - for standard input [default: standard input]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Print one JSON object per puzzle
    #[arg(long)]
    pub json: bool,
    /// Stop at the first input that is not a puzzle, with exit code 65
    #[arg(long)]
    strict: bool,
    /// Worker threads [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
}

/// The answer to one puzzle.
pub struct ListAnswer {
    /// The answer for people, in one line or a few, without the last line break.
    pub text: String,
    /// The fields of the answer's JSON object that follow `schema`, `line` and `puzzle`.
    pub fields: Value,
}

/// A puzzle that a command can answer as an entry of a list.
pub trait ListPuzzle: Send + Sync {
    /// Returns the puzzle as one line of text.
    fn text(&self) -> String;
    /// Returns the puzzle's number of clues.
    fn clues(&self) -> usize;
}

impl ListPuzzle for Board {
    fn text(&self) -> String {
        self.to_string()
    }

    fn clues(&self) -> usize {
        self.clue_count()
    }
}

/// An entry of the input: a puzzle with its line, or the error that was found in its place.
type ListItem<B> = io::Result<(u64, Result<B, ImportError>)>;

/// Prints the answer to every puzzle that `puzzles` finds in the input; the puzzles of a chunk are answered
/// in parallel.
pub fn answer_each<B: ListPuzzle, I: Iterator<Item = ListItem<B>>>(
    args: &ListArgs,
    puzzles: impl Fn(PuzzleReader) -> I,
    answer: impl Fn(&B) -> ListAnswer + Send + Sync,
) -> anyhow::Result<Exit> {
    answer_chosen(args, puzzles, |board| (answer(board), ()), |()| true)
}

/// Prints the answers to the 9×9 puzzles of the input that `wanted` accepts. `answer` returns an answer and a
/// value for `wanted`, which is called in the order of the input.
pub fn answer_some<T: Send>(
    args: &ListArgs,
    answer: impl Fn(&Board) -> (ListAnswer, T) + Send + Sync,
    wanted: impl FnMut(T) -> bool,
) -> anyhow::Result<Exit> {
    let puzzles = |reader| import::read(reader, args.read.options());
    answer_chosen(args, puzzles, answer, wanted)
}

fn answer_chosen<B: ListPuzzle, I: Iterator<Item = ListItem<B>>, T: Send>(
    args: &ListArgs,
    puzzles: impl Fn(PuzzleReader) -> I,
    answer: impl Fn(&B) -> (ListAnswer, T) + Send + Sync,
    mut wanted: impl FnMut(T) -> bool,
) -> anyhow::Result<Exit> {
    let bulk = Bulk::new(args.threads)?;
    work_through(args, puzzles, |chunk, out| {
        let answered = bulk.map(chunk, |input| {
            let answered = input.board.as_ref().ok().map(|board| {
                let (answer, about) = answer(board);
                (line_of(args, &input, answer), about)
            });
            (input, answered)
        });
        let mut refused = 0;
        for (input, answered) in answered {
            match answered {
                Some((line, about)) => {
                    if wanted(about) {
                        writeln!(out, "{line}")?;
                    }
                }
                None => {
                    refused += 1;
                    refuse(args, &input, out)?;
                }
            }
        }
        Ok(refused)
    })
}

/// One puzzle of the input, with its number.
pub struct Turn<'a> {
    args: &'a ListArgs,
    input: &'a Input,
    /// The puzzle's index in the whole input, counted from 0, including refused entries.
    pub number: u64,
    /// The puzzle.
    pub board: &'a Board,
}

impl Turn<'_> {
    /// Returns the line to print for an answer, as text or as JSON, without the last line break.
    pub fn line(&self, answer: ListAnswer) -> String {
        line_of(self.args, self.input, answer)
    }
}

/// Passes every puzzle of the input to `take`, one after the other, together with standard output, for
/// commands that print several answers to a puzzle or do more than print.
pub fn take_each(
    args: &ListArgs,
    mut take: impl FnMut(&Turn, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut number = 0;
    let puzzles = |reader| import::read(reader, args.read.options());
    work_through(args, puzzles, |chunk, out| {
        let mut refused = 0;
        for input in &chunk {
            match &input.board {
                Ok(board) => take(
                    &Turn {
                        args,
                        input,
                        number,
                        board,
                    },
                    out,
                )?,
                Err(_) => {
                    refused += 1;
                    refuse(args, input, out)?;
                }
            }
            number += 1;
        }
        Ok(refused)
    })
}

/// Works through the input in chunks; `work` returns the number of refused entries of a chunk.
fn work_through<B, I: Iterator<Item = ListItem<B>>>(
    args: &ListArgs,
    puzzles: impl Fn(PuzzleReader) -> I,
    mut work: impl FnMut(Vec<Input<B>>, &mut dyn Write) -> anyhow::Result<u64>,
) -> anyhow::Result<Exit> {
    if let Some(threads) = args.threads {
        check_threads(threads)?;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut refused = 0;
    inputs::for_each_chunk_of(&args.files, CHUNK, puzzles, |chunk| {
        refused += work(chunk, &mut out)?;
        out.flush()?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(if refused > 0 { Exit::Short } else { Exit::Done })
}

fn line_of<B: ListPuzzle>(args: &ListArgs, input: &Input<B>, answer: ListAnswer) -> String {
    if !args.json {
        return answer.text;
    }
    let mut object = place(args, input);
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, answer.fields) {
        object.extend(fields);
    }
    object.to_string()
}

fn refuse<B: ListPuzzle>(
    args: &ListArgs,
    input: &Input<B>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Err(error) = &input.board else {
        return Ok(());
    };
    let what = format!("{}: {error}", input.source());
    if args.json {
        let mut object = place(args, input);
        object["error"] = error.to_string().into();
        writeln!(out, "{object}")?;
    }
    if args.strict {
        out.flush()?;
        return Err(BadData(what).into());
    }
    tell(what);
    Ok(())
}

/// Returns the fields at the beginning of an entry's JSON object: schema, line, file, puzzle and clues.
fn place<B: ListPuzzle>(args: &ListArgs, input: &Input<B>) -> Value {
    let mut object = json!({ "schema": 1, "line": input.line });
    if args.files.len() > 1 {
        object["file"] = input
            .file
            .as_ref()
            .map(|file| file.display().to_string())
            .into();
    }
    if let Ok(board) = &input.board {
        object["puzzle"] = board.text().into();
        object["clues"] = board.clues().into();
    }
    object
}
