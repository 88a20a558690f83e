//! `factory export`: puzzles of packs in the formats of other programs.

use super::Exit;
use super::delivery::{Delivery, refuse_existing, write_whole};
use super::errors::UsageError;
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use super::shipping::ShipArgs;
use crate::bucket::{MOST_LEVELS, PerLevel, Scheme};
use crate::export::{self, About, Entry, Exporter, Part, Split};
use crate::grid::PuzzleId;
use crate::line::progress::{counted, tell};
use crate::pack::{Pack, Record, record_fields};
use crate::print::RESOLUTIONS;
use crate::rate::Rater;
use crate::select::{Chosen, Selection};
use anyhow::Context;
use clap::Args;
use clap::builder::RangedI64ValueParser;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Which puzzles are written, how, and where.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Folders of packs, all of one scheme
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// The format: line, sdm, sdk, ss, csv, jsonl, parquet, opensudoku, hodoku, ipuz, f-puzzles and others
    /// (factory list formats)
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    to: &'static dyn Exporter,
    /// The file, or the folder for formats with one puzzle a file; standard output without it
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    /// Leave the solutions out
    #[arg(long)]
    no_solution: bool,
    /// With jsonl: the solving path, step by step
    #[arg(long)]
    steps: bool,
    /// Deal puzzles out to files of these names and shares, such as train=.98,test=.02, in the
    /// folder of --out, with a card that tells what they hold. Puzzles of one solution grid, however
    /// turned or relabelled, stay together
    #[arg(long, value_name = "NAME=SHARE,…", requires = "out")]
    split: Option<Split>,
    /// With png: dots an inch
    #[arg(long, value_name = "N", default_value_t = export::RESOLUTION, value_parser = dots())]
    dpi: u32,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    ship: ShipArgs,
}

/// Writes the puzzles; where none fits, exit code 3.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    check(args)?;
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    let about = About::of(&packs);
    let mut writer = Writer {
        args,
        rater: Rater::new(&scheme.preset),
        scheme: &scheme,
        targets: targets(args, &about)?,
    };
    let shipping = args
        .ship
        .prepare(|title| Ok(vec![(title.to_owned(), writer.ids(&selection, &packs)?)]))?;
    writer.choose(&selection, &packs)?;
    let all = writer.targets.iter().map(Target::puzzles).sum();
    match shipping {
        None => writer.finish(&about, &mut || Ok(()))?,
        Some(shipping) => shipping.finish(|record| writer.finish(&about, record))?,
    }
    if let Some(out) = &args.out {
        tell(format_args!(
            "{} in {}",
            counted(all, "puzzle"),
            out.display()
        ));
    } else if all == 0 {
        tell("no puzzle fits");
    }
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// What is asked for must fit the format.
fn check(args: &ExportArgs) -> anyhow::Result<()> {
    let name = args.to.name();
    let said = if args.steps && !args.to.wants_fields() {
        format!("--steps goes with --to jsonl; {name} has no place for steps")
    } else if args.ship.title.is_some() && args.out.is_none() {
        "--ship needs --out: what went to standard output can't be taken back".to_owned()
    } else if args.split.is_some() && args.ship.title.is_some() {
        "--ship goes with one file; --split makes several".to_owned()
    } else if args.split.is_some() && args.to.one_a_file() {
        format!("--split goes with formats of many puzzles a file; {name} has one")
    } else {
        return Ok(());
    };
    Err(UsageError(said).into())
}

/// A file under way.
struct Target {
    delivery: Delivery,
    /// The part's name and the file's.
    names: Option<(String, String)>,
    /// How many of each level are written.
    places: PerLevel<u64>,
}

impl Target {
    fn puzzles(&self) -> u64 {
        self.places.iter().sum()
    }
}

/// The resolutions that pictures can have.
pub(super) fn dots() -> RangedI64ValueParser<u32> {
    let (least, most) = RESOLUTIONS.into_inner();
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

/// The card's name in the folder of a split.
const CARD: &str = "README.md";

/// One file, or one for each part of a split.
fn targets(args: &ExportArgs, about: &About) -> anyhow::Result<Vec<Target>> {
    let target = |out: Option<&Path>, names| {
        let delivery = Delivery::new(args.to, out, args.force, about)?;
        anyhow::Ok(Target {
            delivery: match args.ship.title {
                Some(_) => delivery.together(),
                None => delivery,
            },
            names,
            places: [0; MOST_LEVELS],
        })
    };
    let (Some(split), Some(folder)) = (&args.split, &args.out) else {
        return Ok(vec![target(args.out.as_deref(), None)?]);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    refuse_existing(&folder.join(CARD), args.force)?;
    let parts = split.names().map(|name| {
        let file = format!("{name}.{}", args.to.ending());
        let path = folder.join(&file);
        target(Some(path.as_path()), Some((name.to_owned(), file)))
    });
    parts.collect()
}

/// Puzzles on their way into files.
struct Writer<'a> {
    args: &'a ExportArgs,
    scheme: &'a Scheme,
    rater: Rater,
    targets: Vec<Target>,
}

impl Writer<'_> {
    /// Writes what a selection chooses.
    fn choose(&mut self, selection: &Selection, packs: &[Pack]) -> anyhow::Result<()> {
        let to = self.args.to;
        in_order(to, selection, packs, |record| self.put(record))
    }

    /// The ids of the same, in the same order.
    fn ids(&self, selection: &Selection, packs: &[Pack]) -> anyhow::Result<Vec<PuzzleId>> {
        let mut ids = Vec::new();
        in_order(self.args.to, selection, packs, |record| {
            ids.push(record.id);
            Ok(())
        })?;
        Ok(ids)
    }

    fn put(&mut self, record: &Record) -> anyhow::Result<()> {
        let level = record.level;
        let name = self.scheme.level_name(level);
        let fields = self.args.to.wants_fields().then(|| {
            let mut fields = record_fields(record, self.scheme);
            if self.args.no_solution {
                fields["solution"] = json!(null);
            }
            if self.args.steps {
                fields["steps"] = json!(self.rater.steps(&record.puzzle, &record.solution).1);
            }
            fields
        });
        let part = self
            .args
            .split
            .as_ref()
            .map_or(0, |split| split.part(&record.solution));
        let target = &mut self.targets[part];
        target.places[level.index()] += 1;
        let place = target.places[level.index()];
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
        let stem = format!("{}-{name}-{place:06}", level.number());
        target.delivery.put(&entry, &stem)?;
        Ok(())
    }

    /// Puts every file into its place, and the card of a split beside them; `step` is taken before
    /// each.
    fn finish(
        self,
        about: &About,
        step: &mut dyn FnMut() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut parts = Vec::new();
        for target in self.targets {
            target.delivery.finish_after(&mut *step)?;
            let of_level = |level| {
                (
                    self.scheme.level_name(level).to_owned(),
                    target.places[level.index()],
                )
            };
            let levels = self.scheme.levels().map(of_level).collect();
            parts.extend(target.names.map(|(name, file)| Part { name, file, levels }));
        }
        if let (Some(folder), false) = (&self.args.out, parts.is_empty()) {
            let card = export::card(about, self.args.to, &parts);
            write_whole(&folder.join(CARD), card.as_bytes(), self.args.force)?;
        }
        Ok(())
    }
}

/// Gives what a selection chooses to `put`. It streams unless an order has to be made: a format with
/// a section for each level needs levels together.
fn in_order(
    to: &dyn Exporter,
    selection: &Selection,
    packs: &[Pack],
    mut put: impl FnMut(&Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let is_mixed = packs.len() > 1 || selection.order.is_some();
    if !(to.has_sections() && is_mixed) {
        return selection.choose(packs, |_| true, |Chosen { record, .. }| put(&record));
    }
    let mut all = Vec::new();
    selection.choose(
        packs,
        |_| true,
        |Chosen { record, .. }| {
            all.push(record);
            Ok::<(), anyhow::Error>(())
        },
    )?;
    all.sort_by_key(|record| record.level);
    all.iter().try_for_each(put)
}
