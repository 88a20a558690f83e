//! The option `--from`, with which a run reads its puzzles from files instead of making them. Refused entries are
//! listed.

use super::errors::UsageError;
use crate::config::{RunSpec, Source};
use crate::grid::Layout;
use crate::import::{LayoutList, ReadOptions};
use crate::line::InputList;
use crate::line::progress::{grouped, tell};
use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The maximum number of refused entries that are listed on standard error.
const SHOWN: usize = 20;

/// Reads the puzzles of the option `--from`, and makes them the source of the job in `spec`. Returns the list of
/// puzzles, or `None` if the option is not used. The first few refused entries are reported on standard error, unless
/// the run is quiet. If `refused` names a file, all refused entries are written into that file.
pub fn take(
    spec: &mut RunSpec,
    options: ReadOptions,
    refused: Option<&Path>,
) -> anyhow::Result<Option<InputList>> {
    if spec.from.is_empty() {
        if options != ReadOptions::default() {
            let what = "--from-format and --lenient need --from: they say how its files are read";
            return Err(UsageError(what.to_owned()).into());
        }
        if refused.is_some() {
            let what = "--refused lists what --from refuses, which is not given";
            return Err(UsageError(what.to_owned()).into());
        }
        return Ok(None);
    }
    if let Some(path) = refused
        && let Some(input) = spec.from.iter().find(|input| is_same(input, path))
    {
        let input = input.display();
        return Err(UsageError(format!("--refused would overwrite {input}")).into());
    }
    let list = |layout: Layout| LayoutList {
        regions: spec.job.regions.clone(),
        ..layout.into()
    };
    let layout = spec.job.layout.map(list);
    let input = InputList::read(&spec.from, options, spec.run.threads, layout)?;
    spec.job.source = Some(Source::List(input.list().clone()));
    if let Some(path) = refused {
        write(&input, path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if !spec.run.quiet {
        tell_refused(&input, refused);
    }
    Ok(Some(input))
}

fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().ok();
    one == other || place(one).is_some_and(|found| Some(found) == place(other))
}

fn write(input: &InputList, path: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for refused in input.refused() {
        writeln!(out, "{refused}")?;
    }
    out.flush()
}

fn tell_refused(input: &InputList, written: Option<&Path>) {
    for refused in input.refused().iter().take(SHOWN) {
        tell(refused);
    }
    let more = input.refused().len().saturating_sub(SHOWN);
    if more > 0 {
        let more = grouped(more as u64);
        match written {
            Some(path) => tell(format_args!("{more} more refused: see {}", path.display())),
            None => tell(format_args!(
                "{more} more refused: --refused FILE lists them all"
            )),
        }
    }
}
