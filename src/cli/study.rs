//! `factory study`: the papers' tables, made again.

use super::Exit;
use super::errors::UsageError;
use crate::config::values;
use crate::line::progress::Spinner;
use crate::study::report::{Options, Study};
use crate::study::{self, Entry, STUDIES, times};
use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name that stands for all studies, and that of their file.
const ALL: (&str, &str) = ("all", "reproduction");

/// Which study, and how large.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// Study: all, times, or one by the source it follows
    #[arg(value_parser = names())]
    name: String,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Puzzles in each random sample
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::count::<u64>)]
    size: u64,
    /// Worker threads; the findings don't depend on it [default: one a processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Write NAME.md (for all: reproduction.md) and its folder of plots here, not to standard output
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

/// Makes the study and prints or writes it.
pub fn run(args: &StudyArgs) -> anyhow::Result<Exit> {
    let options = options(args)?;
    if args.name == times::NAME {
        let text = times::document(&options, &times::study(&options));
        return match &args.out {
            Some(folder) => {
                make_folder(folder)?;
                put(&folder.join(format!("{}.md", times::NAME)), &text)?;
                Ok(Exit::Done)
            }
            None => print(&text),
        };
    }
    let asked = STUDIES
        .iter()
        .filter(|entry| [ALL.0, entry.name].contains(&args.name.as_str()));
    let spinner = Spinner::new();
    let make = |entry: &Entry| {
        spinner.say(format!("{}: {}", entry.name, entry.about));
        (entry.make)(&options)
    };
    let mut studies: Vec<Study> = asked.map(make).collect();
    drop(spinner);
    match &args.out {
        Some(folder) => write(args, &options, &studies, folder)?,
        None => {
            for section in studies.iter_mut().flat_map(|study| &mut study.sections) {
                section.plots.clear();
            }
            let text = study::document(&args.name, &options, &studies, "");
            return print(&text);
        }
    }
    Ok(Exit::Done)
}

fn print(text: &str) -> anyhow::Result<Exit> {
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn options(args: &StudyArgs) -> anyhow::Result<Options> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(processors);
    for (name, zero) in [("--size", args.size == 0), ("--threads", threads == 0)] {
        if zero {
            return Err(UsageError(format!("{name} is 0; it must be at least 1")).into());
        }
    }
    Ok(Options {
        seed: args.seed,
        size: args.size,
        threads,
    })
}

/// Writes `STEM.md` and, in a folder STEM beside it, the plots.
fn write(
    args: &StudyArgs,
    options: &Options,
    studies: &[Study],
    folder: &Path,
) -> anyhow::Result<()> {
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
    let text = study::document(&args.name, options, studies, &format!("{stem}/"));
    put(&folder.join(format!("{stem}.md")), &text)
}
