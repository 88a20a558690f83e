//! `factory solve`: solutions, counted up to a limit, of boards of any size.

use super::Exit;
use super::errors::UsageError;
use super::list::{Answer, ListArgs, Listed, answer_each};
use super::rate::not_rated;
use crate::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Reading, shaped_line};
use crate::grid::{Shape, ShapedBoard};
use crate::solve::fused::{Request, Searcher};
use crate::solve::search;
use clap::Args;
use serde_json::json;

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

/// A board as it was read.
struct Puzzle {
    board: AnyBoard,
    alphabet: Option<Alphabet>,
}

impl Puzzle {
    /// A board in one line, in the alphabet of the input.
    fn line(&self, board: &ShapedBoard) -> String {
        shaped_line(board, self.alphabet.unwrap_or_default())
    }

    /// How many solutions, up to the limit, and the first.
    fn solve(&self, limit: usize) -> (usize, Option<String>) {
        match &self.board {
            AnyBoard::Nine(board) => {
                let solved = search::solve(board, limit);
                let first = solved
                    .first
                    .map(|grid| self.line(&ShapedBoard::from(&grid)));
                (solved.count, first)
            }
            AnyBoard::Shaped(board) => {
                let request = Request {
                    limit,
                    ..Request::default()
                };
                let found = Searcher::new(board.shape()).search(board, &request);
                (found.count, found.first.map(|grid| self.line(&grid)))
            }
        }
    }

    /// Why there is no solution, in words.
    fn refusal(&self) -> String {
        match &self.board {
            AnyBoard::Nine(board) => not_rated(board, 0),
            AnyBoard::Shaped(board) => board.conflict().map_or("no solution".to_owned(), |found| {
                let shape = board.shape();
                let [first, second] = found.cells.map(|cell| shape.cell_name(cell));
                format!(
                    "no solution: {} stands twice in {} ({first} and {second})",
                    self.alphabet.unwrap_or_default().symbol(found.digit),
                    shape.house_name(found.house)
                )
            }),
        }
    }
}

impl Listed for Puzzle {
    fn text(&self) -> String {
        match &self.board {
            AnyBoard::Nine(board) => self.line(&ShapedBoard::from(board)),
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

/// Solves every puzzle of the input.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.limit == 0 {
        return Err(UsageError("--limit is 0; it must be at least 1".to_owned()).into());
    }
    let reading = Reading {
        shape: args.shape,
        alphabet: args.alphabet,
    };
    let read = |reader| {
        AnyPuzzles::new(reader, reading).map(move |item| {
            item.map(|(line, board)| {
                let alphabet = reading.alphabet;
                (line, board.map(|board| Puzzle { board, alphabet }))
            })
        })
    };
    answer_each(&args.list, read, |puzzle| solve(puzzle, args.limit))
}

fn solve(puzzle: &Puzzle, limit: usize) -> Answer {
    let (count, first) = puzzle.solve(limit);
    let verdict = match (count, &first) {
        (_, None) => format!("{}  {}", puzzle.text(), puzzle.refusal()),
        (1, Some(solution)) if limit > 1 => format!("{solution}  the only solution"),
        (count, Some(solution)) if count >= limit => {
            format!("{solution}  one of at least {count}")
        }
        (count, Some(solution)) => format!("{solution}  one of {count}"),
    };
    Answer {
        text: verdict,
        fields: json!({
            "id": null,
            "solutions": count,
            "limit": limit,
            "solution": first,
        }),
    }
}
