//! `factory show`: draws puzzles with their boxes, or describes a pack.

use super::Exit;
use super::errors::UsageError;
use super::inputs::{self, Input, ReadArgs};
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use super::show_layout::{self, LayoutView};
use super::technique_path::{PathFinder, StepArgs, TechniquePathKind};
use crate::bucket::Scheme;
use crate::grid::{Board, text};
use crate::line::progress::{grouped, tell};
use crate::pack::{Manifest, Pack, PackError, PuzzleFields, Record};
use crate::rate::techniques::TechniqueLadder;
use crate::rate::{Rater, Step};
use crate::select::ChosenPuzzle;
use crate::solve::search;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The puzzles, and how they are shown.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Folders of packs, or files of puzzles; - for standard input [default: standard input]
    paths: Vec<PathBuf>,
    /// Show only the puzzle with this candidate number; all puzzles that the run made are numbered, from 0
    #[arg(long, value_name = "K")]
    number: Option<u64>,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    read: ReadArgs,
    /// Draw the solution beside each puzzle
    #[arg(long)]
    solution: bool,
    /// Print the solving path below each puzzle, one step per line: by the rating rules, or by the technique ladder
    /// (--steps=techniques)
    #[arg(
        long,
        value_name = "PATH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "rules"
    )]
    steps: Option<TechniquePathKind>,
    #[command(flatten)]
    step: StepArgs,
    /// Print one JSON object per puzzle
    #[arg(long)]
    json: bool,
}

/// Shows packs or their puzzles, and the puzzles of lists.
pub fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    // A missing path is treated as a misspelt pack name if packs lie beside it.
    let is_missing = |path: &&PathBuf| path.as_os_str() != "-" && !path.exists();
    for path in args.paths.iter().filter(is_missing) {
        match Pack::open_any(path) {
            Err(PackError::NoSuchPack { known, .. }) if known.is_empty() => {}
            opened => drop(opened?),
        }
    }
    let (packs, lists): (Vec<_>, Vec<_>) = args.paths.iter().cloned().partition(|p| p.is_dir());
    let (mut shown, mut exit) = (0, Exit::Done);
    if !packs.is_empty() {
        shown = show_packs(args, &packs, &mut out)?;
        if shown == 0 && args.select.needs_packs() {
            tell("no puzzle fits");
            exit = Exit::Short;
        }
    }
    if packs.is_empty() || !lists.is_empty() {
        if args.select.needs_packs() || args.number.is_some() {
            let what = "--level, --number, --where, --sort, --skip and --per-level choose from a pack; name a pack's folder";
            return Err(UsageError(what.to_owned()).into());
        }
        let left = args.select.limit.unwrap_or(u64::MAX).saturating_sub(shown);
        if args.steps.is_some() {
            let what = "--steps shows how puzzles of a pack are solved; factory rate --steps does it for lists";
            return Err(UsageError(what.to_owned()).into());
        }
        exit = show_list(args, &lists, left, &mut out)?;
    }
    out.flush()?;
    Ok(exit)
}

/// Returns whether puzzles of packs are shown, and not only summaries of the packs.
fn lists_puzzles(args: &ShowArgs) -> bool {
    args.json
        || args.select.needs_packs()
        || args.select.limit.is_some()
        || args.number.is_some()
        || args.steps.is_some()
        || args.step.is_asked()
}

/// Shows the chosen puzzles of packs, and returns the number of puzzles shown. If no option asks for puzzles, shows
/// only a summary of each pack and returns 0.
fn show_packs(args: &ShowArgs, folders: &[PathBuf], out: &mut impl Write) -> anyhow::Result<u64> {
    if !lists_puzzles(args) {
        for folder in folders {
            let pack = Pack::open_any(folder)?;
            write!(out, "{}", summary(folder, pack.manifest()))?;
        }
        return Ok(0);
    }
    if let Some((pack, layout)) = show_layout::only(folders)? {
        return layout_view(args).show(&pack, layout, out);
    }
    let (packs, scheme) = open_alike(folders)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    selection.prove(&packs)?;
    let rater = Rater::new(&scheme.preset);
    let finder = PathFinder::canonical(scheme.ladder());
    let (mut shown, mut drawn) = (0, None);
    let is_asked = |record: &Record| args.number.is_none_or(|number| number == record.number);
    selection.choose(
        &packs,
        is_asked,
        |ChosenPuzzle { record, place, .. }| {
            shown += 1;
            args.step.choose(&record.puzzle, &mut drawn)?;
            let path = args.steps.map(|kind| match kind {
                TechniquePathKind::Rules => {
                    let (_, steps) = rater.steps(&record.puzzle, &record.solution);
                    (path_text(&steps), json!(steps))
                }
                TechniquePathKind::Techniques => {
                    let (text, steps) = finder.path(&record.puzzle);
                    (text, json!(steps))
                }
            });
            if args.json {
                let mut fields = PuzzleFields::of_record(&record, &scheme);
                fields.steps = path.map(|(_, steps)| steps);
                writeln!(out, "{}", fields.json())?;
            } else {
                let text = record_text(args, &record, place, &scheme);
                let path = path.map_or_else(String::new, |(path, _)| path);
                writeln!(out, "{text}{path}")?;
            }
            Ok::<(), anyhow::Error>(())
        },
    )?;
    args.step.draw(drawn.as_ref(), &finder)?;
    if let (Some(number), 0) = (args.number, shown) {
        let packs: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
        let packs = packs.join(", ");
        return Err(UsageError(format!("{packs} holds no puzzle of candidate {number}")).into());
    }
    Ok(shown)
}

fn layout_view(args: &ShowArgs) -> LayoutView<'_> {
    LayoutView {
        select: &args.select,
        number: args.number,
        solution: args.solution,
        json: args.json,
        has_steps: args.steps.is_some() || args.step.is_asked(),
    }
}

fn record_text(args: &ShowArgs, record: &Record, place: u64, scheme: &Scheme) -> String {
    let heading = format!(
        "# {} no. {place}   {}   candidate {}   {} clues   D {:.2}{}",
        scheme.level_name(record.level),
        record.id,
        grouped(record.number),
        record.puzzle.clue_count(),
        record.ratings.ladder.difficulty,
        record
            .ratings
            .se
            .map_or_else(String::new, |it| format!("   {it}")),
    );
    let heading = heading + &by_technique(record, scheme);
    let solution = args.solution.then_some(&record.solution);
    format!("{heading}\n\n{}", drawn(&record.puzzle, solution))
}

/// Returns the rating by the technique ladder, to append to a puzzle's heading; empty if the puzzle has no such
/// rating.
fn by_technique(record: &Record, scheme: &Scheme) -> String {
    let Some(path) = record.ratings.techniques else {
        return String::new();
    };
    let ladder = scheme.ladder();
    let hardest = ladder
        .hardest(&path)
        .map_or("", |rung| rung.technique.name());
    match path.rating {
        Some(rating) => format!("   {rating}, {hardest}"),
        None => "   beyond our techniques".to_owned(),
    }
}

/// Returns a solving path, one step per line.
fn path_text(steps: &[Step]) -> String {
    let numbered = (1..).zip(steps);
    let lines = numbered.map(|(number, step)| format!("{number:>4}. {step}\n"));
    format!("\n{}", lines.collect::<String>())
}

/// Returns the description of a pack.
fn summary(folder: &Path, manifest: &Manifest) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(vec!["level", "puzzles", "yield"]);
    for level in manifest.job.scheme.levels() {
        table.add_row(vec![
            manifest.level(level).level.clone(),
            grouped(manifest.level(level).made),
            format!("{:.1} %", 100.0 * manifest.yield_of(level)),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{}\n\n{}, {}scheme {}, {} candidates looked at\n\n{}\n\n\
         factory show {0} --level {} --limit 3    draws some of its puzzles\n",
        folder.display(),
        manifest.job.origin(),
        manifest
            .job
            .layout
            .map_or_else(String::new, |layout| format!("{layout}, ")),
        manifest.job.scheme.name,
        grouped(manifest.numbers),
        table.trim_fmt(),
        manifest.job.scheme.levels[manifest.levels.len() * 3 / 4],
    )
}

fn show_list(
    args: &ShowArgs,
    files: &[PathBuf],
    mut left: u64,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let (mut exit, mut drawn) = (Exit::Done, None);
    inputs::for_each_chunk(files, args.read.options(), 16, |chunk| {
        for input in chunk {
            if left == 0 {
                return Ok(ControlFlow::Break(()));
            }
            match &input.board {
                Err(error) => {
                    tell(format_args!("{}: {error}", input.source()));
                    exit = Exit::Short;
                }
                Ok(puzzle) => {
                    left -= 1;
                    args.step.choose(puzzle, &mut drawn)?;
                    writeln!(out, "{}", puzzle_text(args, &input, puzzle))?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    args.step.draw(
        drawn.as_ref(),
        &PathFinder::canonical(TechniqueLadder::people()),
    )?;
    Ok(exit)
}

fn puzzle_text(args: &ShowArgs, input: &Input, puzzle: &Board) -> String {
    let (source, line, clues) = (input.source(), input.line, puzzle.clue_count());
    let solution = if args.solution {
        search::solve(puzzle, 1).first
    } else {
        None
    };
    if args.json {
        let mut object = json!({
            "schema": 1, "line": line, "puzzle": puzzle.to_string(), "clues": clues,
        });
        if args.paths.len() > 1 {
            object["file"] = source.into();
        }
        if let Some(solution) = solution {
            object["solution"] = solution.to_string().into();
        }
        return object.to_string();
    }
    let drawing = drawn(puzzle, solution.as_ref());
    format!("# {source} line {line}   {clues} clues\n\n{drawing}")
}

/// Draws the board with its boxes, and the solution to its right if there is one.
fn drawn(puzzle: &Board, solution: Option<&Board>) -> String {
    let puzzle = text::boxed(puzzle);
    let Some(solution) = solution.map(text::boxed) else {
        return puzzle;
    };
    let rows = puzzle.lines().zip(solution.lines());
    rows.map(|(left, right)| format!("{left:<21}     {right}\n"))
        .collect()
}
