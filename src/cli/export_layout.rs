//! `factory export` for packs of layouts other than 9×9, in the formats that can hold them.

use super::Exit;
use super::delivery::Delivery;
use super::errors::{UsageError, refuse_nine_only};
use super::export::{self, ExportArgs};
use super::pairs::{PairFacts, PairFiles};
use super::select_args::open_of_layout;
use super::shipping::place_and_ship;
use crate::bucket::Scheme;
use crate::disk::is_stream;
use crate::export::{FileOptions, LayoutEntry, LayoutFormat, SourceInfo, StepForm};
use crate::grid::Layout;
use crate::layouts::{LayoutKit, PathSolver};
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
    let kit = LayoutKit::new(layout);
    let count = || selection.list_layouts(&packs, |_| ()).map(|it| it.len());
    let pairs = args.pairs.then(count).transpose()?.map(PairFiles::new);
    let mut file = LayoutFile {
        args,
        format,
        options,
        delivery: delivery(args, format)?,
        solver: PathSolver::new(&kit, &kit.scheme().ladder()),
        kit: &kit,
        pairs,
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
            file.put(&chosen.record, &scheme, place)
        },
    )?;
    if let Some(pairs) = file.pairs.take() {
        pairs.list(&mut file.delivery)?;
    }
    let placed = place_and_ship(|| file.delivery.finish(), shipping)?;
    let all = written.values().sum();
    export::tell_written(out, all, &placed);
    Ok(if all == 0 { Exit::Short } else { Exit::Done })
}

/// Returns the delivery that the puzzles are written to. If the puzzles are shipped, their files appear together or not
/// at all.
fn delivery(args: &ExportArgs, format: &LayoutFormat) -> anyhow::Result<Delivery> {
    let out = args.out.as_deref();
    let delivery = Delivery::of_bytes(args.to, out, args.force, format.head())?;
    Ok(match args.ship.title {
        Some(_) => delivery.together(),
        None => delivery,
    })
}

/// The files to which the puzzles of a layout are written.
struct LayoutFile<'a> {
    args: &'a ExportArgs,
    format: &'static LayoutFormat,
    options: FileOptions,
    delivery: Delivery,
    kit: &'a LayoutKit,
    /// The solver for puzzles that have no regions or marks of their own.
    solver: PathSolver<'a>,
    /// The files for pairs of pictures, each of a puzzle and its solution; `None` if pictures are not written in pairs.
    pairs: Option<PairFiles>,
}

impl LayoutFile<'_> {
    /// Writes a puzzle. With `--solution` or `--pairs`, also writes a picture of its solution. Skips a record
    /// whose number of cells does not fit the layout.
    fn put(&mut self, record: &LayoutRecord, scheme: &Scheme, place: u64) -> anyhow::Result<()> {
        let layout = self.kit.layout();
        let Some([puzzle, solution]) = record.boards(layout.shape()) else {
            return Ok(());
        };
        let steps = self.steps(record);
        let entry = LayoutEntry {
            layout,
            features: &record.made.features,
            place,
            puzzle: &puzzle,
            solution: (!self.args.no_solution).then_some(&solution),
            record: Some((record, scheme)),
            steps: steps.as_deref(),
        };
        let level = record.made.level;
        let stem = format!("{}-{}-{place:06}", level.number(), scheme.level_name(level));
        let number = self.pairs.as_mut().map(PairFiles::next_number);
        let puzzle = self.format.bytes(&entry, &self.options)?;
        let solution = match self.args.solution || self.args.pairs {
            true => {
                let mut options = self.options.clone();
                options.picture.shows_solution = true;
                Some(self.format.bytes(&entry, &options)?)
            }
            false => None,
        };
        let name = number.as_ref().map(|it| format!("{it}-puzzle"));
        let puzzle = self
            .delivery
            .put_bytes(puzzle, name.as_deref().unwrap_or(&stem))?;
        let solution = match solution {
            Some(bytes) => {
                let name = format!("{}-solution", number.unwrap_or(stem));
                self.delivery.put_bytes(bytes, &name)?
            }
            None => None,
        };
        if let Some(pairs) = &mut self.pairs {
            let facts = PairFacts {
                level: scheme.level_name(level).to_owned(),
                minutes: String::new(),
                difficulty: String::new(),
                clues: entry.puzzle.clue_count(),
                id: record.made.id.to_string(),
            };
            pairs.push(facts, [puzzle, solution]);
        }
        Ok(())
    }

    /// Returns the steps of a puzzle's solving path as short texts; `None` without the option `--steps`.
    fn steps(&mut self, record: &LayoutRecord) -> Option<Vec<String>> {
        self.args.steps?;
        let layout = self.kit.layout();
        let (_, steps) = match layout.has_features() {
            true => {
                let own = self.kit.with_features(record.made.features.clone());
                PathSolver::new(&own, &own.scheme().ladder()).steps(&record.made.givens)
            }
            false => self.solver.steps(&record.made.givens),
        };
        let steps = steps.iter().map(|step| step.compact(layout.shape()));
        Some(steps.collect())
    }
}

/// Refuses the options that only 9×9 puzzles allow.
fn refuse_options(args: &ExportArgs, layout: Layout) -> Result<(), UsageError> {
    let is_compact = |form: StepForm| matches!(form, StepForm::TechniquesCompact);
    if args.steps.is_some_and(|form| !is_compact(form)) {
        let said =
            format!("steps of {layout} are short texts only: take --steps=techniques-compact");
        return Err(UsageError(said));
    }
    refuse_nine_only(&[("--split", args.split.is_some())], layout)
}
