//! `factory export` for packs of layouts other than 9×9, in the formats that have room for them.

use super::Exit;
use super::delivery::Delivery;
use super::errors::{UsageError, refuse_nine_only};
use super::export::{self, ExportArgs};
use super::select_args::open_of_layout;
use super::shipping::place_and_ship;
use crate::bucket::Scheme;
use crate::disk::is_stream;
use crate::export::{FileOptions, LayoutEntry, LayoutFormat, SourceInfo};
use crate::grid::Layout;
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
        picture: args.pictures.style(layout.side())?,
        ..FileOptions::default()
    };
    let mut file = LayoutFile {
        args,
        format,
        options,
        delivery: delivery(args, format)?,
    };
    let shipping = args.ship.prepare(|title| {
        let ids = selection.list_layouts(&packs, |chosen| chosen.record.made.id)?;
        Ok(vec![(title.to_owned(), ids)])
    })?;
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
    let placed = place_and_ship(|| file.delivery.finish(), shipping)?;
    let all = written.values().sum();
    export::tell_written(out, all, &placed);
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// Returns the target of the puzzles. Files of a shipment appear together or not at all.
fn delivery(args: &ExportArgs, format: &LayoutFormat) -> anyhow::Result<Delivery> {
    let out = args.out.as_deref();
    let delivery = Delivery::of_bytes(args.to, out, args.force, format.head())?;
    Ok(match args.ship.title {
        Some(_) => delivery.together(),
        None => delivery,
    })
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
    ];
    refuse_nine_only(&used, layout)
}
