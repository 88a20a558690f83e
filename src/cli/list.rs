//! Works through a list of puzzles, for several commands: prints an answer for each puzzle, in the order of
//! the input. Refused entries are reported with their line; all other entries are answered.

use super::Exit;
use super::errors::BadData;
use super::inputs::{self, Input, PuzzleReader, ReadArgs};
use crate::config::check_threads;
use crate::grid::text::Alphabet;
use crate::grid::{Board, ExtraRule, Layout, ShapedBoard};
use crate::import::{self, ImportError};
use crate::line::Bulk;
use crate::line::progress::tell;
use crate::solve::search::{self, Solutions};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The number of puzzles that are worked on at a time: enough to keep all threads busy, but few enough to need little
/// memory.
const CHUNK: usize = 1024;
/// The number of puzzles that a thread searches side by side: a few times the number of lanes in the widest vectors.
const GROUP: usize = 128;

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
    /// The answer as plain text: one or more lines, without the last line break.
    pub text: String,
    /// The fields of the answer's JSON object that follow `schema`, `line`, `puzzle` and `clues`; may be null
    /// without `--json`.
    pub fields: Value,
}

/// A puzzle of any size in a list that a command works through.
pub trait ListPuzzle: Send + Sync {
    /// Returns the puzzle as one line of text.
    fn text(&self) -> String;
    /// Returns the puzzle's number of clues.
    fn clues(&self) -> usize;
    /// Returns the puzzle as a 9×9 board; `None` if the puzzle has another size.
    fn nine(&self) -> Option<&Board>;
}

impl ListPuzzle for Board {
    fn text(&self) -> String {
        self.to_string()
    }

    fn clues(&self) -> usize {
        self.clue_count()
    }

    fn nine(&self) -> Option<&Board> {
        Some(self)
    }
}

/// An entry of the input: the line where it starts, and a puzzle or the error that was found in its place. The outer
/// error means that the input can't be read.
pub type ListItem<B> = io::Result<(u64, Result<B, ImportError>)>;

/// Prints the answer to every puzzle that `puzzles` finds in the input. The puzzles of a chunk are answered in
/// parallel. If `limit` is 2, each 9×9 puzzle is searched for up to two solutions, and `answer` gets the puzzle and the
/// result. For other limits, and for puzzles of other sizes, `answer` gets `None` as the result.
pub fn answer_each<B: ListPuzzle, I: Iterator<Item = ListItem<B>>>(
    args: &ListArgs,
    limit: usize,
    puzzles: impl Fn(PuzzleReader) -> I,
    answer: impl Fn(&B, Option<Solutions>) -> ListAnswer + Send + Sync,
) -> anyhow::Result<Exit> {
    let answer = |board: &B, solved| (answer(board, solved), ());
    answer_chosen(args, limit, puzzles, answer, |()| true)
}

/// Prints answers to the 9×9 puzzles of the input. `answer` gets a puzzle and up to two of its solutions, and returns
/// an answer and a value. The answer is printed only if `wanted` accepts this value. `wanted` is called in the order of
/// the input.
pub fn answer_some<T: Send>(
    args: &ListArgs,
    answer: impl Fn(&Board, Solutions) -> (ListAnswer, T) + Send + Sync,
    wanted: impl FnMut(T) -> bool,
) -> anyhow::Result<Exit> {
    let puzzles = |reader| import::read(reader, args.read.options());
    let answer = |board: &Board, solved: Option<Solutions>| {
        answer(board, solved.unwrap_or_else(|| search::solve(board, 2)))
    };
    answer_chosen(args, 2, puzzles, answer, wanted)
}

/// Searches for up to two solutions of each 9×9 puzzle of a chunk, several puzzles at a time. Returns one result
/// for each entry of the chunk. The result is `None` for an error or a puzzle of another size. All results are
/// `None` if `limit` is not 2: with the limit 1, for example, a search of several puzzles at a time might find a
/// different solution from a search of the puzzle alone.
fn solutions<B: ListPuzzle>(
    bulk: &Bulk,
    chunk: &[Input<B>],
    limit: usize,
) -> Vec<Option<Solutions>> {
    let nine = |input: &Input<B>| input.board.as_ref().ok().and_then(|it| it.nine().copied());
    if limit != 2 {
        return vec![None; chunk.len()];
    }
    let solve = |group: &[Input<B>]| {
        let boards: Vec<Option<Board>> = group.iter().map(nine).collect();
        let puzzles: Vec<Board> = boards.iter().flatten().copied().collect();
        let mut solved = search::solve_many(&puzzles, limit).into_iter();
        let solved = boards.iter().map(|board| {
            let found = board.and_then(|board| Some((board, solved.next()?)));
            found.map(|(board, found)| match found.count {
                0 | 1 => found,
                _ => search::solve(&board, limit),
            })
        });
        solved.collect::<Vec<_>>()
    };
    bulk.map(chunk.chunks(GROUP).collect(), solve).concat()
}

/// Prints answers to the puzzles that `puzzles` finds in the input. `answer` gets a puzzle and, as in
/// [`answer_each`], the result of a search. `answer` returns an answer and a value. The answer is printed only if
/// `wanted` accepts this value. `wanted` is called in the order of the input.
pub fn answer_chosen<B: ListPuzzle, I: Iterator<Item = ListItem<B>>, T: Send>(
    args: &ListArgs,
    limit: usize,
    puzzles: impl Fn(PuzzleReader) -> I,
    answer: impl Fn(&B, Option<Solutions>) -> (ListAnswer, T) + Send + Sync,
    mut wanted: impl FnMut(T) -> bool,
) -> anyhow::Result<Exit> {
    args.threads.map_or(Ok(()), check_threads)?;
    let bulk = Bulk::new(args.threads)
        .context("cannot start the worker threads; try fewer with --threads")?;
    work_through(args, puzzles, |chunk, out| {
        let solved = solutions(&bulk, &chunk, limit);
        let answered = bulk.map(
            chunk.into_iter().zip(solved).collect(),
            |(input, solved)| {
                let answered = input.board.as_ref().ok().map(|board| {
                    let (answer, about) = answer(board, solved);
                    (line_of(args, &input, answer), about)
                });
                (input, answered)
            },
        );
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
pub struct Turn<'a, B = Board> {
    args: &'a ListArgs,
    input: &'a Input<B>,
    /// The puzzle's index in the whole input, counted from 0, including refused entries.
    pub number: u64,
    /// The puzzle.
    pub board: &'a B,
}

impl<B: ListPuzzle> Turn<'_, B> {
    /// Returns the line to print for an answer, as text or as JSON, without the last line break.
    pub fn line(&self, answer: ListAnswer) -> String {
        line_of(self.args, self.input, answer)
    }
}

/// Passes every 9×9 puzzle of the input to `take`, as [`take_each_of`] does.
pub fn take_each(
    args: &ListArgs,
    take: impl FnMut(&Turn, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let puzzles = |reader| import::read(reader, args.read.options());
    take_each_of(args, puzzles, take)
}

/// Passes every puzzle that `puzzles` finds in the input to `take`, one after the other. `take` also gets a writer to
/// standard output. This function is for commands that print several answers to a puzzle, or do more than print.
pub fn take_each_of<B: ListPuzzle, I: Iterator<Item = ListItem<B>>>(
    args: &ListArgs,
    puzzles: impl Fn(PuzzleReader) -> I,
    mut take: impl FnMut(&Turn<'_, B>, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut number = 0;
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

/// Works through the input in chunks. `work` handles a chunk, writes to standard output, and returns the number of the
/// chunk's refused entries. Returns [`Exit::Short`] if any entry was refused.
fn work_through<B, I: Iterator<Item = ListItem<B>>>(
    args: &ListArgs,
    puzzles: impl Fn(PuzzleReader) -> I,
    mut work: impl FnMut(Vec<Input<B>>, &mut dyn Write) -> anyhow::Result<u64>,
) -> anyhow::Result<Exit> {
    args.threads.map_or(Ok(()), check_threads)?;
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

/// Returns the fields at the beginning of an entry's JSON object: schema, line, file (if several files are read),
/// puzzle and clues (if the entry is a puzzle).
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

/// Returns the reason why a board has no solution, in words. If a digit is in a house twice, the text names the digit
/// in `alphabet`, the house and the cells.
pub fn unsolvable(layout: Layout, board: &ShapedBoard, alphabet: Alphabet) -> String {
    // The houses of a jigsaw are others than those of the board's boxes.
    let conflict = board.conflict().filter(|_| !layout.has(ExtraRule::Jigsaw));
    let Some(found) = conflict else {
        return "no solution".to_owned();
    };
    let shape = board.shape();
    let [first, second] = found.cells.map(|cell| shape.cell_name(cell));
    format!(
        "no solution: {} stands twice in {} ({first} and {second})",
        alphabet.symbol(found.digit),
        shape.house_name(found.house)
    )
}
