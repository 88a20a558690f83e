//! The `papers` program: runs one study or all studies, and prints the results or writes them into a folder.

use anyhow::Context;
use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use papers::report::{Options, Study};
use papers::{ListedStudy, STUDIES, times};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sudoku_factory::config::values;
use sudoku_factory::line::progress::{Spinner, tell};

/// The name for all studies, and the stem of their file.
const ALL: (&str, &str) = ("all", "reproduction");

/// Reproduces the tables of the papers, next to the published ones.
#[derive(Debug, Parser)]
#[command(name = "papers", version)]
struct Args {
    /// Study to make: its name, `all` for all studies, or `times` for running times
    #[arg(value_parser = names())]
    name: String,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of puzzles in each random sample
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::count::<u64>)]
    size: u64,
    /// Worker threads; the results do not depend on their number [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Folder to write NAME.md (for all: reproduction.md) and its plots into [default: text to standard output,
    /// no plots]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    let studies = STUDIES
        .iter()
        .map(|entry| PossibleValue::new(entry.name).help(entry.about));
    let all = PossibleValue::new(ALL.0).help("all of them, as docs/reproduction.md");
    let times = PossibleValue::new(times::NAME)
        .help("the papers' times beside this machine's, as docs/reproduction/times.md");
    studies.chain([all, times]).collect::<Vec<_>>().into()
}

fn main() -> ExitCode {
    let args = Args::parse();
    let zero = [
        ("--size", args.size == 0),
        ("--threads", args.threads == Some(0)),
    ];
    if let Some((name, _)) = zero.into_iter().find(|(_, is_zero)| *is_zero) {
        tell(format_args!("{name} is 0; it must be at least 1"));
        return ExitCode::from(2);
    }
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Makes the requested studies, and prints them or writes them to files.
fn run(args: &Args) -> anyhow::Result<()> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options {
        seed: args.seed,
        size: args.size,
        threads: args.threads.unwrap_or_else(processors),
    };
    if args.name == times::NAME {
        let text = times::document(&options, &times::study(&options));
        return match &args.out {
            Some(folder) => {
                make_folder(folder)?;
                put(&folder.join(format!("{}.md", times::NAME)), &text)
            }
            None => print(&text),
        };
    }
    let asked = STUDIES
        .iter()
        .filter(|entry| [ALL.0, entry.name].contains(&args.name.as_str()));
    let spinner = Spinner::new();
    let make = |entry: &ListedStudy| {
        spinner.say(format!("{}: {}", entry.name, entry.about));
        (entry.make)(&options)
    };
    let mut studies: Vec<Study> = asked.map(make).collect();
    drop(spinner);
    if let Some(folder) = &args.out {
        return write(args, &options, &studies, folder);
    }
    for section in studies.iter_mut().flat_map(|study| &mut study.sections) {
        section.plots.clear();
    }
    print(&papers::document(&args.name, &options, &studies, ""))
}

fn print(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the text into a file `STEM.md` in `folder`, and the plots into a folder `STEM` next to that file. STEM is the
/// study's name, or `reproduction` for all studies.
fn write(args: &Args, options: &Options, studies: &[Study], folder: &Path) -> anyhow::Result<()> {
    let stem = if args.name == ALL.0 {
        ALL.1
    } else {
        &args.name
    };
    let plots = folder.join(stem);
    make_folder(&plots)?;
    let sections = studies.iter().flat_map(|study| &study.sections);
    for plot in sections.flat_map(|section| &section.plots) {
        put(&plots.join(&plot.file), &plot.svg)?;
    }
    let text = papers::document(&args.name, options, studies, &format!("{stem}/"));
    put(&folder.join(format!("{stem}.md")), &text)
}
