//! `factory convert`: writes lists of puzzles in the formats of other programs.

use super::Exit;
use super::delivery::Delivery;
use super::errors::UsageError;
use super::features::RegionsArgs;
use super::list::{ListAnswer, ListArgs, Turn, take_each};
use super::picture_args::{PictureArgs, refuse_terminal};
use crate::disk::is_stream;
use crate::export::{self, ExportEntry, ExportFormat, FileOptions, PuzzleFile, SourceInfo};
use crate::grid::{Board, Layout, SIDE};
use crate::line::progress::tell;
use crate::solve::search;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// The puzzles to write, their format and their target.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub list: ListArgs,
    /// Read puzzles of this layout, such as 6x6, 16x16 or 9x9+x (docs/layouts.md) [default: 9x9]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<Layout>,
    #[command(flatten)]
    pub regions: RegionsArgs,
    /// Format: line, sdm, csv, json, sqlite, svg, png or another format that `factory list formats` lists
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    pub to: &'static ExportFormat,
    /// File to write, or - for standard output. For formats with one puzzle per file, a folder; its files are
    /// numbered from 000001 in the order of the input [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Also write the solution of every puzzle that has exactly one solution; with svg, png and pdf, each solution
    /// has its own file NAME-solution beside the puzzle's file NAME
    #[arg(long)]
    pub solve: bool,
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
}

impl ConvertArgs {
    /// Returns the solution of a puzzle, if `--solve` is given and the puzzle has exactly one solution.
    fn solution(&self, puzzle: &Board) -> Option<Board> {
        let solved = self.solve.then(|| search::solve(puzzle, 2))?;
        solved.first.filter(|_| solved.count == 1)
    }

    /// Returns the entry to export for a puzzle, with its solution if there is one.
    fn entry<'a>(turn: &Turn<'a>, solution: Option<&'a Board>) -> ExportEntry<'a> {
        ExportEntry {
            solution,
            ..ExportEntry::bare(turn.number + 1, turn.board)
        }
    }

    /// Returns the options for the files to write.
    fn options(&self) -> anyhow::Result<FileOptions> {
        Ok(FileOptions {
            source: SourceInfo {
                title: "Sudoku".to_owned(),
                notes: Vec::new(),
            },
            picture: self.pictures.style(SIDE)?,
            ..FileOptions::default()
        })
    }
}

/// Writes every puzzle of the input in the requested format.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    args.pictures.check(args.to)?;
    if args.list.json && is_stream(args.out.as_deref()) {
        if !args.to.is_text {
            let name = args.to.name;
            let said = format!("{name} is not text that JSON can hold: name a file with --out");
            return Err(UsageError(said).into());
        }
        return take_each(&args.list, |turn, out| {
            Ok(writeln!(out, "{}", turn.line(as_text(args, turn)?))?)
        });
    }
    refuse_terminal(args.to, args.out.as_deref())?;
    if args.solve && args.to.is_picture && args.out.is_none() {
        let said = "--solve draws two pictures per puzzle: name a folder with --out DIR";
        return Err(UsageError(said.to_owned()).into());
    }
    let mut delivery = Delivery::new(args.to, args.out.as_deref(), args.force, &args.options()?)?;
    let exit = take_each(&args.list, |turn, out| {
        let stem = format!("{:06}", turn.number + 1);
        let solution = args.solution(turn.board);
        let entry = ConvertArgs::entry(turn, solution.as_ref());
        let Some(file) = delivery.put(&entry, &stem)? else {
            return Ok(());
        };
        let mut fields = json!({ "format": args.to.name, "file": file.display().to_string() });
        let mut text = file.display().to_string();
        if args.to.is_picture && solution.is_some() {
            let drawn = delivery.put_solution(&entry, &stem)?;
            if let Some(file) = drawn.map(|file| file.display().to_string()) {
                text += &format!("\n{file}");
                fields["solution_file"] = file.into();
            }
        }
        Ok(writeln!(out, "{}", turn.line(ListAnswer { text, fields }))?)
    })?;
    let placed = delivery.finish()?;
    if let (Some(out), false) = (&args.out, placed.note().is_empty()) {
        tell(format_args!("{}{}", out.display(), placed.note()));
    }
    Ok(exit)
}

/// Returns an answer whose text is the content of a file with only this puzzle.
fn as_text(args: &ConvertArgs, turn: &Turn) -> anyhow::Result<ListAnswer> {
    let solution = args.solution(turn.board);
    let entry = ConvertArgs::entry(turn, solution.as_ref());
    let mut options = args.options()?;
    let written = |options: &FileOptions| {
        let written = PuzzleFile::of_one(args.to, options, &entry)?;
        anyhow::Ok(String::from_utf8_lossy(&written).into_owned())
    };
    let text = written(&options)?;
    let mut fields = json!({ "format": args.to.name, "text": text });
    if args.to.is_picture && solution.is_some() {
        options.picture.shows_solution = true;
        fields["solution_text"] = written(&options)?.into();
    }
    Ok(ListAnswer { fields, text })
}
