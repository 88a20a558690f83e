//! `factory solve`: solutions, counted up to a limit, of boards of any size.

use super::Exit;
use super::errors::UsageError;
use super::inputs::Reader;
use super::list::{Answer, ListArgs, Listed, answer_each};
use super::puzzle_json;
use super::rate::not_rated;
use crate::bucket::Scheme;
use crate::config::Settings;
use crate::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Reading, shaped_line};
use crate::grid::{Board, Canonical, Shape, ShapedBoard};
use crate::import::{Format, ImportError, Opened, Sizes};
use crate::rate::Raters;
use crate::solve::fused::{Request, Searcher};
use crate::solve::search::{self, Outcome};
use clap::Args;
use serde_json::Value;
use std::io;

/// Which puzzles are solved, and how far solutions are counted.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: usize,
    /// Rows and columns of a box, such as 3x4, where the size does not tell them
    #[arg(long, value_name = "RxC")]
    shape: Option<Shape>,
    /// How digits above 9 are written: one (1-9, A-G), zero (0-9, A-F), letters (A-P), numbers
    #[arg(long, value_name = "NAME")]
    alphabet: Option<Alphabet>,
}

/// A board, and the alphabet that it is written in.
struct Puzzle {
    board: AnyBoard,
    alphabet: Alphabet,
}

impl Puzzle {
    fn line(&self, board: &ShapedBoard) -> String {
        shaped_line(board, self.alphabet)
    }

    fn nine(&self, board: &Board) -> String {
        self.line(&ShapedBoard::from(board))
    }
}

impl Listed for Puzzle {
    fn text(&self) -> String {
        match &self.board {
            AnyBoard::Nine(board) => self.nine(board),
            AnyBoard::Shaped(board) => self.line(board),
        }
    }

    fn clues(&self) -> usize {
        match &self.board {
            AnyBoard::Nine(board) => board.clue_count(),
            AnyBoard::Shaped(board) => board.clue_count(),
        }
    }
}

/// Solves every puzzle of the input. Only JSON has the ratings, by the scheme `wu`.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.limit == 0 {
        return Err(UsageError("--limit is 0; it must be at least 1".to_owned()).into());
    }
    let reading = Reading {
        shape: args.shape,
        alphabet: args.alphabet,
    };
    let alphabet = args.alphabet.unwrap_or_default();
    let format = args.list.from_format;
    let read = |reader| {
        any_boards(reader, format, reading).map(move |item| {
            item.map(|(line, board)| (line, board.map(|board| Puzzle { board, alphabet })))
        })
    };
    let scheme = Settings::defaults()?.scheme()?;
    let raters = Raters::new(&scheme.preset, &[]);
    answer_each(&args.list, read, |puzzle| match &puzzle.board {
        AnyBoard::Nine(board) => nine(args, puzzle, board, &raters, &scheme),
        AnyBoard::Shaped(board) => shaped(args, puzzle, board, &scheme),
    })
}

type Found = io::Result<(u64, Result<AnyBoard, ImportError>)>;

/// The boards of a file: of any size in plain text, of 9×9 in other formats.
fn any_boards(
    reader: Reader,
    format: Option<Format>,
    reading: Reading,
) -> Box<dyn Iterator<Item = Found>> {
    // A shape or an alphabet is of use in plain text only.
    let format = format.or_else(|| (reading != Reading::default()).then_some(Format::Text));
    match Opened::new(reader, format, Sizes::Any) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok(opened) if opened.is_text() => Box::new(
            AnyPuzzles::new(opened.source, reading)
                .map(|item| item.map(|(line, board)| (line, board.map_err(Into::into)))),
        ),
        Ok(opened) => Box::new(
            opened
                .boards()
                .map(|item| item.map(|(line, board)| (line, board.map(AnyBoard::Nine)))),
        ),
    }
}

fn nine(
    args: &SolveArgs,
    puzzle: &Puzzle,
    board: &Board,
    raters: &Raters,
    scheme: &Scheme,
) -> Answer {
    let solved = search::solve(board, args.limit);
    let unique = solved.first.filter(|_| solved.count == 1 && args.limit > 1);
    let form = unique
        .filter(|_| args.list.json)
        .map(|solution| Canonical::of(board, &solution));
    let ratings = form.map(|form| raters.rate(&form));
    let id = form.map(|form| form.id());
    let fields = puzzle_json::solved(&solved, id, ratings.as_ref(), scheme);
    let first = solved.first.map(|grid| puzzle.nine(&grid)).ok_or_else(|| {
        let reason = not_rated(board, 0);
        format!("{}  {reason}", puzzle.text())
    });
    answer(args, solved.count, first, fields)
}

/// Other sizes are neither rated nor named by an id.
fn shaped(args: &SolveArgs, puzzle: &Puzzle, board: &ShapedBoard, scheme: &Scheme) -> Answer {
    let request = Request {
        limit: args.limit,
        ..Request::default()
    };
    let found = Searcher::new(board.shape()).search(board, &request);
    let solved = Outcome {
        count: found.count,
        first: None,
    };
    let fields = puzzle_json::solved(&solved, None, None, scheme);
    let first = found.first.map(|grid| puzzle.line(&grid)).ok_or_else(|| {
        let reason = unsolvable(board, puzzle.alphabet);
        format!("{}  {reason}", puzzle.text())
    });
    answer(args, found.count, first, fields)
}

/// Why there is no solution, in words.
fn unsolvable(board: &ShapedBoard, alphabet: Alphabet) -> String {
    let Some(found) = board.conflict() else {
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

/// The answer where `first` is the first solution, or the whole line where there is none.
fn answer(
    args: &SolveArgs,
    count: usize,
    first: Result<String, String>,
    mut fields: Value,
) -> Answer {
    // With several solutions, or a limit of 1, the first one found is shown all the same.
    fields["solution"] = first.as_ref().ok().map(String::as_str).into();
    fields["limit"] = args.limit.into();
    let text = match first {
        Err(line) => line,
        Ok(solution) if count == 1 && args.limit > 1 => format!("{solution}  the only solution"),
        Ok(solution) if count >= args.limit => format!("{solution}  one of at least {count}"),
        Ok(solution) => format!("{solution}  one of {count}"),
    };
    Answer { text, fields }
}
