//! `factory export`: puzzles of packs in the formats of other programs.

use super::Exit;
use super::delivery::Delivery;
use super::errors::UsageError;
use super::file_set::{DeliveredFiles, write_whole};
use super::picture_args::{PictureArgs, refuse_terminal};
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use super::shipping::{ShipArgs, place_and_ship};
use crate::bucket::{MOST_LEVELS, PerLevel, Scheme};
use crate::disk::is_stream;
use crate::export::{self, About, Entry, Exporter, Part, Split, StepForm};
use crate::grid::PuzzleId;
use crate::line::progress::{counted, tell};
use crate::pack::{Pack, Record, record_fields};
use crate::rate::Rater;
use crate::select::{Chosen, Selection};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Which puzzles are written, how, and where.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Folders of packs, all of one scheme
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// Format: line, sdm, sdk, ss, csv, json, jsonl, sqlite, parquet, opensudoku, hodoku, ipuz,
    /// svg, png and others (factory list formats)
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    to: &'static dyn Exporter,
    /// File to write, or folder for formats with one puzzle a file; standard output without it, or
    /// with -
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    /// Leave the solutions out
    #[arg(long)]
    no_solution: bool,
    /// With json, jsonl and sqlite: add the solving path, step by step; in JSON full, or compact at
    /// a fifth of the size (--steps=compact)
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "full"
    )]
    steps: Option<StepForm>,
    /// Split the puzzles into files of these names and shares, such as train=.98,test=.02, in the
    /// folder --out, with a README.md that describes them. Puzzles with the same solution grid,
    /// even turned or relabelled, go into the same file
    #[arg(long, value_name = "NAME=SHARE,…", requires = "out")]
    split: Option<Split>,
    #[command(flatten)]
    pictures: PictureArgs,
    /// With svg and png: also draw every solution, with the clues in bold: NAME-solution beside
    /// NAME
    #[arg(long, conflicts_with = "no_solution")]
    solution: bool,
    /// Replace files that exist already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    ship: ShipArgs,
}

/// Writes the puzzles; exit code 3 if no puzzle fits.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    check(args)?;
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    if is_stream(args.out.as_deref()) || args.to.one_a_file() {
        selection.prove(&packs)?;
    }
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
    let placed = place_and_ship(|| writer.finish(&about), shipping)?;
    if let Some(out) = args.out.as_deref().filter(|out| !is_stream(Some(out))) {
        tell(format_args!(
            "{} in {}{}",
            counted(all, "puzzle"),
            out.display(),
            placed.note()
        ));
    } else if all == 0 {
        tell("no puzzle fits");
    }
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// Checks that the options fit the format.
fn check(args: &ExportArgs) -> anyhow::Result<()> {
    let name = args.to.name();
    refuse_terminal(args.to, args.out.as_deref())?;
    args.pictures.check(args.to)?;
    let is_stream = is_stream(args.out.as_deref());
    let said = if args.steps.is_some() && !args.to.takes_steps() {
        format!("--steps goes with --to json, jsonl or sqlite; {name} has no place for steps")
    } else if args.solution && !args.to.is_picture() {
        format!("--solution draws solutions, with --to svg or png; {name} is no picture")
    } else if args.solution && is_stream {
        "--solution writes two files a puzzle: name a folder with --out DIR".to_owned()
    } else if args.ship.title.is_some() && is_stream {
        "--ship needs --out FILE: what went to standard output or a device can't be taken back"
            .to_owned()
    } else if args.split.is_some() && is_stream {
        "--split makes several files: name a folder with --out DIR".to_owned()
    } else if args.split.is_some() && args.ship.title.is_some() {
        "--ship goes with one file; --split makes several".to_owned()
    } else if args.split.is_some() && args.to.one_a_file() {
        format!("--split goes with formats of many puzzles a file; {name} has one")
    } else {
        return Ok(());
    };
    Err(UsageError(said).into())
}

/// A file that is being written.
struct Target {
    delivery: Delivery,
    /// The name of its part and of the file.
    names: Option<(String, String)>,
    /// Number of puzzles of each level that are written.
    places: PerLevel<u64>,
}

impl Target {
    fn puzzles(&self) -> u64 {
        self.places.iter().sum()
    }
}

/// The name of the dataset card in the folder of a split.
const CARD: &str = "README.md";

/// Returns one file, or one for each part of a split.
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
    let parts = split.names().map(|name| {
        let file = format!("{name}.{}", args.to.ending());
        let path = folder.join(&file);
        target(Some(path.as_path()), Some((name.to_owned(), file)))
    });
    parts.collect()
}

/// The writer of puzzles into the files of an export.
struct Writer<'a> {
    args: &'a ExportArgs,
    scheme: &'a Scheme,
    rater: Rater,
    targets: Vec<Target>,
}

impl Writer<'_> {
    /// Writes the puzzles that a selection chooses.
    fn choose(&mut self, selection: &Selection, packs: &[Pack]) -> anyhow::Result<()> {
        let to = self.args.to;
        // Of one pack a puzzle keeps its number, whatever is left out.
        let keeps_place = packs.len() == 1;
        in_order(to, selection, packs, |chosen| {
            let place = keeps_place.then_some(chosen.place);
            self.put(&chosen.record, place)
        })
    }

    /// Returns the ids of the puzzles that a selection chooses, in the order in which they are
    /// written.
    fn ids(&self, selection: &Selection, packs: &[Pack]) -> anyhow::Result<Vec<PuzzleId>> {
        let mut ids = Vec::new();
        in_order(self.args.to, selection, packs, |chosen| {
            ids.push(chosen.record.id);
            Ok(())
        })?;
        Ok(ids)
    }

    /// Writes a puzzle, under its place in the pack, or by default among those written of its
    /// level.
    fn put(&mut self, record: &Record, place: Option<u64>) -> anyhow::Result<()> {
        let level = record.level;
        let name = self.scheme.level_name(level);
        let form = self.args.steps;
        let steps = form.map(|_| self.rater.steps(&record.puzzle, &record.solution).1);
        let fields = self.args.to.wants_fields().then(|| {
            let mut fields = record_fields(record, self.scheme);
            if self.args.no_solution {
                fields["solution"] = json!(null);
            }
            if let (Some(form), Some(steps)) = (form, &steps) {
                fields["steps"] = form.json(steps);
            }
            fields
        });
        let split = self.args.split.as_ref();
        let target = &mut self.targets[split.map_or(0, |split| split.part(&record.solution))];
        target.places[level.index()] += 1;
        let place = place.unwrap_or(target.places[level.index()]);
        let mut entry = Entry {
            solution: (!self.args.no_solution).then_some(&record.solution),
            id: Some(record.id),
            level: Some((level.number(), name)),
            ratings: Some(&record.ratings),
            steps: steps.as_deref(),
            picture: self.args.pictures.style(),
            fields: fields.as_ref(),
            ..Entry::bare(place, &record.puzzle)
        };
        let stem = format!("{}-{name}-{place:06}", level.number());
        target.delivery.put(&entry, &stem)?;
        if self.args.solution {
            entry.picture.shows_solution = true;
            target.delivery.put(&entry, &format!("{stem}-solution"))?;
        }
        Ok(())
    }

    /// Puts every file into its place, and the card of a split beside them.
    fn finish(mut self, about: &About) -> anyhow::Result<DeliveredFiles> {
        for target in &mut self.targets {
            target.delivery.seal()?;
        }
        let mut parts = Vec::new();
        let mut placed = DeliveredFiles::default();
        for target in self.targets {
            placed.and(target.delivery.finish()?);
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
            placed.and(write_whole(
                &folder.join(CARD),
                card.as_bytes(),
                self.args.force,
            )?);
        }
        Ok(placed)
    }
}

/// Passes the puzzles that a selection chooses to `put`. They are streamed unless they have to be
/// sorted: a format with a section for each level needs levels together.
fn in_order(
    to: &dyn Exporter,
    selection: &Selection,
    packs: &[Pack],
    mut put: impl FnMut(&Chosen) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let is_mixed = packs.len() > 1 || selection.order.is_some();
    if !(to.has_sections() && is_mixed) {
        return selection.choose(packs, |_| true, |chosen| put(&chosen));
    }
    let mut all = Vec::new();
    selection.choose(
        packs,
        |_| true,
        |chosen| {
            all.push(chosen);
            Ok::<(), anyhow::Error>(())
        },
    )?;
    all.sort_by_key(|chosen| chosen.record.level);
    all.iter().try_for_each(put)
}
