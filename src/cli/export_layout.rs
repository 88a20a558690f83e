//! `factory export` for packs of layouts other than 9×9, in the formats that have room for them.

use super::Exit;
use super::delivery::Delivery;
use super::errors::{UsageError, refuse_nine_only};
use super::export::{self, ExportArgs};
use super::select_args::open_of_layout;
use crate::bucket::Scheme;
use crate::disk::is_stream;
use crate::export::{FileOptions, LayoutEntry, LayoutFormat, SourceInfo};
use crate::grid::Layout;
use crate::line::progress::{counted, tell};
use crate::pack::LayoutRecord;
use std::collections::BTreeMap;

/// Writes the chosen puzzles of any layout; the exit code is 3 if the options choose no puzzle.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    export::check(args)?;
    let Some((packs, layout, scheme)) = open_of_layout(&args.packs)? else {
        return export::run(args);
    };
    refuse_options(args, layout)?;
    let format = LayoutFormat::find(args.to, layout).map_err(|it| UsageError(it.to_string()))?;
    let selection = args.select.layout_selection(&scheme, layout)?;
    let out = args.out.as_deref();
    if is_stream(out) || args.to.one_a_file {
        selection.prove(&packs)?;
    }
    let options = FileOptions {
        source: SourceInfo::of(&packs),
        picture: args.pictures.style()?,
        ..FileOptions::default()
    };
    let mut file = LayoutFile {
        args,
        format,
        options,
        delivery: Delivery::of_bytes(args.to, out, args.force, format.head())?,
    };
    let mut written: BTreeMap<u8, u64> = BTreeMap::new();
    selection.choose_layouts(
        &packs,
        |_| true,
        |chosen| {
            let level = chosen.record.made.level;
            let count = written.entry(level.number()).or_default();
            *count += 1;
            let place = if packs.len() == 1 {
                chosen.place
            } else {
                *count
            };
            file.put(&chosen.record, layout, &scheme, place)
        },
    )?;
    let placed = file.delivery.finish()?;
    let all = written.values().sum();
    match out.filter(|out| !is_stream(Some(out))) {
        Some(out) => {
            let puzzles = counted(all, "puzzle");
            tell(format_args!(
                "{puzzles} in {}{}",
                out.display(),
                placed.note()
            ));
        }
        None if all == 0 => tell("no puzzle fits"),
        None => {}
    }
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// The files that puzzles of a layout are written to.
struct LayoutFile<'a> {
    args: &'a ExportArgs,
    format: &'static LayoutFormat,
    options: FileOptions,
    delivery: Delivery,
}

impl LayoutFile<'_> {
    /// Writes a puzzle, and with `--solution` a picture of its solution.
    fn put(
        &mut self,
        record: &LayoutRecord,
        layout: Layout,
        scheme: &Scheme,
        place: u64,
    ) -> anyhow::Result<()> {
        let Some([puzzle, solution]) = record.boards(layout.shape()) else {
            return Ok(());
        };
        let entry = LayoutEntry {
            layout,
            features: &record.made.features,
            place,
            puzzle: &puzzle,
            solution: (!self.args.no_solution).then_some(&solution),
            record: Some((record, scheme)),
        };
        let level = record.made.level;
        let stem = format!("{}-{}-{place:06}", level.number(), scheme.level_name(level));
        let bytes = self.format.bytes(&entry, &self.options)?;
        self.delivery.put_bytes(bytes, &stem)?;
        if self.args.solution {
            let mut options = self.options.clone();
            options.picture.shows_solution = true;
            let bytes = self.format.bytes(&entry, &options)?;
            self.delivery
                .put_bytes(bytes, &format!("{stem}-solution"))?;
        }
        Ok(())
    }
}

/// Refuses the options that only 9×9 puzzles allow.
fn refuse_options(args: &ExportArgs, layout: Layout) -> Result<(), UsageError> {
    let used = [
        ("--steps", args.steps.is_some()),
        ("--split", args.split.is_some()),
        ("--pairs", args.pairs),
        ("--ship", args.ship.title.is_some()),
    ];
    refuse_nine_only(&used, layout)
}
