//! `factory export`: a pack's puzzles in the formats of other programs.

use super::Exit;
use super::delivery::Delivery;
use super::errors::UsageError;
use super::show::record_json;
use crate::bucket::Level;
use crate::export::{self, Entry, Exporter};
use crate::line::progress::{grouped, tell};
use crate::pack::{Pack, Record};
use crate::print::RESOLUTIONS;
use crate::rate::Rater;
use clap::Args;
use clap::builder::RangedI64ValueParser;
use serde_json::json;
use std::path::PathBuf;

/// Which puzzles are written, how, and where.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A pack's folder
    pack: PathBuf,
    /// The format: line, sdm, sdk, ss, csv, jsonl, opensudoku, hodoku, ipuz, f-puzzles and others
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    to: &'static dyn Exporter,
    /// The file, or the folder for formats with one puzzle a file; standard output without it
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Puzzles of this level only (name or number)
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// At most so many puzzles of each level
    #[arg(long, value_name = "N")]
    per_level: Option<usize>,
    /// Leave the solutions out
    #[arg(long)]
    no_solution: bool,
    /// With jsonl: the solving path, step by step
    #[arg(long)]
    steps: bool,
    /// With png: dots an inch
    #[arg(long, value_name = "N", default_value_t = export::RESOLUTION, value_parser = dots())]
    dpi: u32,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// Writes the puzzles.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    if args.steps && !args.to.wants_fields() {
        let said = format!(
            "--steps goes with --to jsonl; {} has no place for steps",
            args.to.name()
        );
        return Err(UsageError(said).into());
    }
    let pack = Pack::open(&args.pack)?;
    let scheme = &pack.manifest().job.scheme;
    let wanted = args.level.as_ref().map(|text| scheme.find_level(text));
    let wanted = wanted
        .transpose()
        .map_err(|error| UsageError(error.to_string()))?;
    let title = args.pack.file_name().unwrap_or_default().to_string_lossy();
    let mut delivery = Delivery::new(args.to, args.out.as_deref(), args.force, title.into_owned())?;
    let teller = Teller {
        args,
        pack: &pack,
        rater: Rater::new(&scheme.preset),
    };
    let mut place = 0;
    for level in scheme
        .levels()
        .filter(|&level| wanted.is_none_or(|wanted| wanted == level))
    {
        let records = pack
            .records(level)?
            .take(args.per_level.unwrap_or(usize::MAX));
        for (of_level, record) in (1u64..).zip(records) {
            place += 1;
            teller.put(&record?, level, of_level, &mut delivery)?;
        }
    }
    delivery.finish()?;
    if let Some(out) = &args.out {
        tell(format_args!(
            "{} puzzles in {}",
            grouped(place),
            out.display()
        ));
    }
    Ok(Exit::Done)
}

/// The resolutions that pictures can have.
pub(super) fn dots() -> RangedI64ValueParser<u32> {
    let (least, most) = RESOLUTIONS.into_inner();
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

/// What is told of each record.
struct Teller<'a> {
    args: &'a ExportArgs,
    pack: &'a Pack,
    rater: Rater,
}

impl Teller<'_> {
    fn put(
        &self,
        record: &Record,
        level: Level,
        place: u64,
        delivery: &mut Delivery,
    ) -> anyhow::Result<()> {
        let scheme = &self.pack.manifest().job.scheme;
        let name = scheme.level_name(level);
        let fields = self.args.to.wants_fields().then(|| {
            let mut fields = record_json(record, scheme);
            if self.args.no_solution {
                fields["solution"] = json!(null);
            }
            if self.args.steps {
                fields["steps"] = json!(self.rater.steps(&record.puzzle, &record.solution).1);
            }
            fields
        });
        let entry = Entry {
            place,
            puzzle: &record.puzzle,
            solution: (!self.args.no_solution).then_some(&record.solution),
            id: Some(record.id),
            level: Some((level.number(), name)),
            ratings: Some(&record.ratings),
            resolution: self.args.dpi,
            fields: fields.as_ref(),
        };
        delivery.put(&entry, &format!("{}-{name}-{place:06}", level.number()))?;
        Ok(())
    }
}
