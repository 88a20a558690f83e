//! `factory convert`: puzzles in the formats of other programs.

use super::Exit;
use super::delivery::Delivery;
use super::errors::UsageError;
use super::list::{Answer, ListArgs, Turn, take_each};
use crate::export::{self, About, Entry, Exporter, Writing};
use crate::grid::Board;
use crate::solve::search;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Which puzzles are written, how, and where.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    list: ListArgs,
    /// The format: line, sdm, sdk, ss, csv, opensudoku, hodoku, ipuz, cnf and others
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    to: &'static dyn Exporter,
    /// The file, or the folder for formats with one puzzle a file, which are numbered from 000001 as
    /// they stand in the input; standard output without it
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Solve the puzzles, and write the solutions of those that have exactly one
    #[arg(long)]
    solve: bool,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

impl ConvertArgs {
    /// The only solution of a puzzle, if solutions are asked for and it has one.
    fn solution(&self, puzzle: &Board) -> Option<Board> {
        let solved = self.solve.then(|| search::solve(puzzle, 2))?;
        solved.first.filter(|_| solved.count == 1)
    }
}

/// What a list says of itself.
fn about() -> About {
    About {
        title: "Sudoku".to_owned(),
        notes: Vec::new(),
    }
}

/// Writes every puzzle of the input.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    if args.list.json && args.out.is_none() {
        if !args.to.is_text() {
            let name = args.to.name();
            let said = format!("{name} is no text that JSON could hold: name a file with --out");
            return Err(UsageError(said).into());
        }
        return take_each(&args.list, |turn, out| {
            Ok(writeln!(out, "{}", turn.line(as_text(args, turn)?))?)
        });
    }
    let mut delivery = Delivery::new(args.to, args.out.as_deref(), args.force, &about())?;
    let exit = take_each(&args.list, |turn, out| {
        let stem = format!("{:06}", turn.number + 1);
        let solution = args.solution(turn.board);
        let entry = Entry {
            solution: solution.as_ref(),
            ..Entry::bare(turn.number + 1, turn.board)
        };
        let Some(file) = delivery.put(&entry, &stem)? else {
            return Ok(());
        };
        let text = file.display().to_string();
        let answer = Answer {
            fields: json!({ "format": args.to.name(), "file": text }),
            text,
        };
        Ok(writeln!(out, "{}", turn.line(answer))?)
    })?;
    delivery.finish()?;
    Ok(exit)
}

/// One puzzle as a file of its own would hold it.
fn as_text(args: &ConvertArgs, turn: &Turn) -> anyhow::Result<Answer> {
    let mut written = Vec::new();
    let solution = args.solution(turn.board);
    let entry = Entry {
        solution: solution.as_ref(),
        ..Entry::bare(turn.number + 1, turn.board)
    };
    let mut writing = Writing::begin(args.to, &about(), &mut written)?;
    writing.put(&entry, &mut written)?;
    writing.end(&mut written)?;
    let text = String::from_utf8_lossy(&written).into_owned();
    Ok(Answer {
        fields: json!({ "format": args.to.name(), "text": text }),
        text,
    })
}
