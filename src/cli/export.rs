//! `factory export`: writes puzzles of packs in the formats of other programs.

use super::Exit;
use super::delivery::Delivery;
use super::errors::UsageError;
use super::file_set::{DeliveredFiles, write_whole};
use super::pairs::PairFiles;
use super::picture_args::{PictureArgs, refuse_terminal};
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use super::shipping::{ShipArgs, place_and_ship};
use crate::bucket::PerLevel;
use crate::disk::{create_folders, is_stream};
use crate::export::{
    self, DataFile, ExportFormat, FileOptions, PackExport, SourceInfo, Split, StepForm,
};
use crate::grid::SIDE;
use crate::line::progress::{counted, tell};
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};

/// The puzzles to write, their format and their target.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Folders of packs, which must all have the same scheme
    #[arg(required = true)]
    pub packs: Vec<PathBuf>,
    /// Format: line, sdm, csv, json, jsonl, sqlite, svg, png, pdf or another format that `factory list formats` lists
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    pub to: &'static ExportFormat,
    /// File to write, or - for standard output; for formats with one puzzle per file, a folder [default: standard
    /// output]
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub select: SelectArgs,
    /// Leave out the solutions
    #[arg(long)]
    pub no_solution: bool,
    /// With json, jsonl and sqlite: add each puzzle's solving path. FORM is full (by the rating rules), compact
    /// (the same path in a fifth of the size), techniques (by the technique ladder) or techniques-compact (that
    /// path in about 1 KB). Without FORM: full
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "full"
    )]
    pub steps: Option<StepForm>,
    /// Split the puzzles among files with these names and shares, such as train=.98,test=.02, in the folder given by
    /// --out, with a README.md that describes the files. Puzzles whose solutions are equal, or become equal if turned
    /// or relabelled, go into the same file
    #[arg(long, value_name = "NAME=SHARE,…", requires = "out")]
    pub split: Option<Split>,
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// With svg, png and pdf: also draw the solution of every puzzle, with the clues in bold, in a file NAME-solution
    /// beside the puzzle's file NAME
    #[arg(long, conflicts_with = "no_solution")]
    pub solution: bool,
    /// With svg, png and pdf: draw every puzzle and its solution into files 001-puzzle, 001-solution, 002-puzzle …,
    /// and list the files in data-merge-FORMAT.csv (UTF-8) and data-merge-FORMAT.txt (UTF-16, tabs), for the data
    /// merge of page-layout programs
    #[arg(long, requires = "out", conflicts_with_all = ["no_solution", "solution", "split"])]
    pub pairs: bool,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub ship: ShipArgs,
}

/// Writes the chosen 9×9 puzzles; the exit code is 3 if the options choose no puzzle.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    if is_stream(args.out.as_deref()) || args.to.one_a_file {
        selection.prove(&packs)?;
    }
    let options = FileOptions {
        source: SourceInfo::of(&packs),
        scheme: Some(scheme),
        steps: args.steps.unwrap_or_default(),
        picture: args.pictures.style(SIDE)?,
    };
    let export = PackExport {
        packs: &packs,
        selection: &selection,
        format: args.to,
        with_solutions: !args.no_solution,
        with_steps: args.steps.is_some(),
        split: args.split.as_ref(),
    };
    let mut files = deliveries(args, &options)?;
    let shipping = args
        .ship
        .prepare(|title| Ok(vec![(title.to_owned(), export.list(|record| record.id)?)]))?;
    let mut pairs = match args.pairs {
        true => Some(PairFiles::new(export.list(|_| ())?.len())),
        false => None,
    };
    let puzzles = export.for_each(&options, |it| {
        let file = &mut files[it.part];
        if let Some(pairs) = &mut pairs {
            return pairs.put(file, &it.entry);
        }
        file.put(&it.entry, &it.stem)?;
        match args.solution {
            true => file.put_solution(&it.entry, &it.stem).map(drop),
            false => Ok(()),
        }
    })?;
    if let (Some(pairs), Some(file)) = (pairs, files.first_mut()) {
        pairs.list(file)?;
    }
    let all = puzzles.iter().flatten().sum();
    let placed = place_and_ship(|| place(args, files, &options, &puzzles), shipping)?;
    tell_written(args.out.as_deref(), all, &placed);
    args.to.note.into_iter().for_each(tell);
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// Reports how many puzzles were written, and the file or folder that holds them. If the puzzles went to a stream,
/// reports nothing, except when no puzzle was chosen.
pub fn tell_written(out: Option<&Path>, puzzles: u64, placed: &DeliveredFiles) {
    match out.filter(|out| !is_stream(Some(out))) {
        Some(out) => tell(format_args!(
            "{} in {}{}",
            counted(puzzles, "puzzle"),
            out.display(),
            placed.note()
        )),
        None if puzzles == 0 => tell("no puzzle fits"),
        None => {}
    }
}

/// Checks that the options fit the format and can be used with one another.
pub fn check(args: &ExportArgs) -> anyhow::Result<()> {
    let name = args.to.name;
    refuse_terminal(args.to, args.out.as_deref())?;
    args.pictures.check(args.to)?;
    let is_stream = is_stream(args.out.as_deref());
    let said = if args.steps.is_some() && !args.to.takes_steps {
        format!("--steps goes with --to json, jsonl or sqlite; {name} has no place for steps")
    } else if args.solution && !args.to.is_picture {
        format!("--solution draws solutions, with --to svg, png or pdf; {name} is no picture")
    } else if args.pairs && !args.to.is_picture {
        format!("--pairs draws pictures, with --to svg, png or pdf; {name} is no picture")
    } else if args.pairs && is_stream {
        "--pairs writes many files: name a folder with --out DIR".to_owned()
    } else if args.solution && is_stream {
        "--solution writes two files per puzzle: name a folder with --out DIR".to_owned()
    } else if args.ship.title.is_some() && is_stream {
        "--ship needs --out FILE: what went to standard output or a device can't be taken back"
            .to_owned()
    } else if args.split.is_some() && is_stream {
        "--split makes several files: name a folder with --out DIR".to_owned()
    } else if args.split.is_some() && args.ship.title.is_some() {
        "--ship goes with one file; --split makes several".to_owned()
    } else if args.split.is_some() && args.to.one_a_file {
        format!("--split goes with formats that have many puzzles per file; {name} has one")
    } else {
        return Ok(());
    };
    Err(UsageError(said).into())
}

/// The name of the dataset card: the file that describes the parts into which `--split` divides the puzzles.
const CARD: &str = "README.md";

/// Returns one delivery, or one delivery for each part of a split.
fn deliveries(args: &ExportArgs, options: &FileOptions) -> anyhow::Result<Vec<Delivery>> {
    let delivery = |out: Option<&Path>| Delivery::new(args.to, out, args.force, options);
    let (Some(split), Some(folder)) = (&args.split, &args.out) else {
        let delivery = delivery(args.out.as_deref())?;
        return Ok(vec![match args.ship.title {
            Some(_) => delivery.together(),
            None => delivery,
        }]);
    };
    create_folders(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let files = split.names().map(|name| folder.join(file_of(args, name)));
    files.map(|file| delivery(Some(&file))).collect()
}

/// Returns the name of a part's file.
fn file_of(args: &ExportArgs, part: &str) -> String {
    format!("{part}.{}", args.to.ending)
}

/// Renames every file to its final path. If the puzzles are split into parts, also writes the dataset card
/// (`README.md`). `puzzles` holds, for each file, the number of puzzles of each level.
fn place(
    args: &ExportArgs,
    mut files: Vec<Delivery>,
    options: &FileOptions,
    puzzles: &[PerLevel<u64>],
) -> anyhow::Result<DeliveredFiles> {
    files.iter_mut().try_for_each(Delivery::seal)?;
    let mut placed = DeliveredFiles::default();
    for file in files {
        placed.and(file.finish()?);
    }
    let (Some(folder), Some(split)) = (&args.out, &args.split) else {
        return Ok(placed);
    };
    let part = |(name, puzzles): (&str, &PerLevel<u64>)| {
        let levels = options.scheme.iter().flat_map(|scheme| {
            let name = |level| (scheme.level_name(level).to_owned(), puzzles[level.index()]);
            scheme.levels().map(name)
        });
        DataFile {
            name: name.to_owned(),
            file: file_of(args, name),
            levels: levels.collect(),
        }
    };
    let parts: Vec<DataFile> = split.names().zip(puzzles).map(part).collect();
    let card = export::card(&options.source, args.to, &parts);
    placed.and(write_whole(
        &folder.join(CARD),
        card.as_bytes(),
        args.force,
    )?);
    Ok(placed)
}
