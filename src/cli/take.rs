//! `factory take`: copies chosen puzzles of packs into a new pack.

use super::Exit;
use super::errors::UsageError;
use super::select_args::{SelectArgs, open_alike, open_of_layout, tell_unrated};
use crate::bucket::{Level, MOST_LEVELS, Quotas, Scheme};
use crate::config::{Choice, ChosenPack, Distinct, Job, LedgerSnapshot, Source, check_name};
use crate::create::Method;
use crate::dig::Plan;
use crate::filter::Filters;
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation, LedgerError};
use crate::line::progress::{counted, grouped, tell};
use crate::line::{BuiltPack, SeenPuzzles, build_from_records};
use crate::pack::{LayoutRecord, Pack, PackError, PackedPuzzle, Record};
use crate::rate::Extra;
use crate::select::Selection;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The puzzles to take, and the packs they come from.
#[derive(Debug, Args)]
pub struct TakeArgs {
    /// Folders of packs, which must all have the same scheme and layout; a puzzle that is in several packs is taken
    /// once
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// Name of the new pack's folder
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Folder that holds the new pack
    #[arg(
        long,
        value_name = "DIR",
        env = "FACTORY_OUT",
        default_value = "output"
    )]
    out: PathBuf,
    #[command(flatten)]
    select: SelectArgs,
    /// Ledger whose shipped and retired puzzles are left out
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Copies the chosen puzzles into a new pack. The exit code is 3 if they don't fill a quota, or if no puzzle was
/// chosen; in the second case no pack is written.
pub fn run(args: &TakeArgs) -> anyhow::Result<Exit> {
    check_name(&args.name)?;
    let mut filter = StockFilter::new(args.ledger.as_deref())?;
    if let Some((packs, layout, scheme)) = open_of_layout(&args.packs)? {
        let distinct = distinct_of(&packs)?;
        let selection = args.select.layout_selection(&scheme, layout)?;
        let mut chosen = Vec::new();
        let wants = |record: &LayoutRecord| filter.lets_in(record.made.id);
        selection.choose_layouts(&packs, wants, |it| {
            chosen.push((it.pack, it.record));
            Ok::<(), PackError>(())
        })?;
        let job = Job {
            layout: Some(layout),
            distinct,
            ratings: vec![Extra::Techniques],
            ..job(args, &selection, &packs, scheme, &chosen)
        };
        return build(args, &job, chosen, filter.repeats()?);
    }
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    let mut chosen = Vec::new();
    let wants = |record: &Record| filter.lets_in(record.id);
    selection.choose(&packs, wants, |it| {
        chosen.push((it.pack, it.record));
        Ok::<(), PackError>(())
    })?;
    let ratings = ratings_of_all(&packs, &scheme);
    let scheme = Scheme {
        techniques: scheme
            .techniques
            .clone()
            .filter(|_| ratings.contains(&Extra::Techniques)),
        ..scheme
    };
    let job = Job {
        ratings,
        ..job(args, &selection, &packs, scheme, &chosen)
    };
    for (_, record) in &mut chosen {
        remove_others(record, &job.ratings);
    }
    build(args, &job, chosen, filter.repeats()?)
}

/// Returns the rule by which two puzzles count as the same puzzle. All of these packs, which have the same layout, must
/// use the same rule.
fn distinct_of(packs: &[Pack]) -> Result<Distinct, UsageError> {
    let distinct = |pack: &Pack| pack.manifest().job.distinct;
    let first = packs.first().map(distinct).unwrap_or_default();
    match packs.iter().find(|pack| distinct(pack) != first) {
        None => Ok(first),
        Some(other) => Err(UsageError(format!(
            "{} was made with another --distinct than {}: ids of their puzzles can't be compared",
            other.folder().display(),
            packs[0].folder().display(),
        ))),
    }
}

/// Writes the chosen puzzles into the new pack, and reports on it. In `chosen`, each puzzle has the index of its old
/// pack; this index is not written. `repeats` is the number of puzzles left out as repeats, for the report.
fn build<R: PackedPuzzle>(
    args: &TakeArgs,
    job: &Job,
    chosen: Vec<(usize, R)>,
    repeats: u64,
) -> anyhow::Result<Exit> {
    if chosen.is_empty() {
        tell("no puzzle fits: nothing was written");
        return Ok(Exit::Short);
    }
    let mut made = [0; MOST_LEVELS];
    for (_, record) in &chosen {
        made[record.level().index()] += 1;
    }
    let records = chosen.into_iter().map(|(_, record)| record);
    let built = build_from_records(&args.out, &args.name, job, records)?;
    report(args, &built, job, &made, repeats)?;
    let is_short = |quotas: &Quotas| !quotas.are_full(&made);
    Ok(match job.quotas.as_ref().is_some_and(is_short) {
        true => Exit::Short,
        false => Exit::Done,
    })
}

/// A filter that accepts each puzzle only once. If there is a ledger, puzzles that it records as shipped or retired
/// are not accepted.
struct StockFilter {
    seen: SeenPuzzles,
    repeats: u64,
    ledger: Option<Ledger>,
    trouble: Option<LedgerError>,
}

impl StockFilter {
    fn new(ledger: Option<&Path>) -> Result<Self, LedgerError> {
        let open = |path| Ledger::open(path, LedgerCreation::Never);
        Ok(Self {
            seen: SeenPuzzles::default(),
            repeats: 0,
            ledger: ledger.map(open).transpose()?,
            trouble: None,
        })
    }

    fn lets_in(&mut self, id: PuzzleId) -> bool {
        let is_known = self.seen.knows(id);
        self.repeats += u64::from(is_known);
        self.seen.remember(id);
        if is_known {
            return false;
        }
        match self.ledger.as_ref().map(|ledger| ledger.is_in_stock(id)) {
            None => true,
            Some(Ok(is_in_stock)) => is_in_stock,
            Some(Err(error)) => {
                self.trouble.get_or_insert(error);
                false
            }
        }
    }

    /// Returns the number of puzzles that were left out because they occurred before. If the ledger could not be read
    /// at some point, returns the first error of the ledger instead.
    fn repeats(self) -> Result<u64, LedgerError> {
        match self.trouble {
            Some(error) => Err(error),
            None => Ok(self.repeats),
        }
    }
}

/// Returns the kinds of rating that every pack has. Ratings by technique count only if all packs use the scheme's
/// ladder.
fn ratings_of_all(packs: &[Pack], scheme: &Scheme) -> Vec<Extra> {
    let is_in_all = |extra: &Extra| {
        let jobs = packs.iter().map(|pack| &pack.manifest().job);
        let ladder = scheme.techniques.as_ref();
        jobs.into_iter().all(|job| {
            let is_same = *extra != Extra::Techniques || job.scheme.techniques.as_ref() == ladder;
            job.ratings.contains(extra) && is_same
        })
    };
    Extra::ALL.into_iter().filter(is_in_all).collect()
}

/// Returns the job for a new pack of 9×9 puzzles. The caller may then add ratings to the job, or change its layout.
fn job<R>(
    args: &TakeArgs,
    selection: &Selection,
    packs: &[Pack],
    scheme: Scheme,
    chosen: &[(usize, R)],
) -> Job {
    let taken = |n: usize| chosen.iter().filter(|it| it.0 == n).count() as u64;
    let name = |folder: &Path| {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = folder.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let sources = packs.iter().enumerate().map(|(n, pack)| ChosenPack {
        name: name(pack.folder()),
        seal: pack.seal().to_owned(),
        taken: taken(n),
    });
    let is_wanted = |level| selection.level.is_none_or(|only| only == level);
    let quotas = selection.per_level.map(|quota| {
        let quota = |level| if is_wanted(level) { quota } else { 0 };
        Quotas::new(scheme.levels().map(quota).collect())
    });
    Job {
        seed: 0,
        count: None,
        quotas,
        exhaust: false,
        create: Method::Diagonal,
        dig: Plan::default(),
        source: Some(Source::Packs(Choice {
            packs: sources.collect(),
            options: args.select.options(),
        })),
        scheme,
        ratings: Vec::new(),
        filters: Filters::default(),
        mix: Vec::new(),
        part: None,
        ledger: LedgerSnapshot::default(),
        layout: None,
        regions: None,
        distinct: Distinct::Form,
    }
}

/// Removes from a puzzle all ratings except `ratings`, because all puzzles of a pack must have the same ratings.
fn remove_others(record: &mut Record, ratings: &[Extra]) {
    let keeps = |extra| ratings.contains(&extra);
    let rated = &mut record.ratings;
    rated.guesses = rated.guesses.filter(|_| keeps(Extra::Stuart));
    rated.qqwing = rated.qqwing.filter(|_| keeps(Extra::Qqwing));
    rated.hodoku = rated.hodoku.filter(|_| keeps(Extra::Hodoku));
    rated.minutes = rated.minutes.filter(|_| keeps(Extra::Time));
    rated.se = rated.se.filter(|it| keeps(Extra::Se(it.table)));
    rated.techniques = rated.techniques.filter(|_| keeps(Extra::Techniques));
}

fn report(
    args: &TakeArgs,
    built: &BuiltPack,
    job: &Job,
    made: &[u64],
    repeats: u64,
) -> anyhow::Result<()> {
    let folder = built.folder.display();
    let all: u64 = made.iter().sum();
    let levels = || job.scheme.levels();
    let text = if args.json {
        let of_level = |level: Level| json!({ "name": job.scheme.level_name(level), "made": made[level.index()] });
        let levels: Vec<_> = levels().map(of_level).collect();
        let object = json!({
            "schema": 1, "pack": folder.to_string(), "already_made": built.already_made,
            "kept": all, "repeats": repeats, "levels": levels,
        });
        format!("{object}\n")
    } else if args.quiet {
        String::new()
    } else {
        let state = if built.already_made {
            "already made: nothing was changed"
        } else {
            "made"
        };
        let of_level = |level: Level| {
            let made = grouped(made[level.index()]);
            format!("{} {made}", job.scheme.level_name(level))
        };
        let levels = levels().filter(|level| made[level.index()] > 0);
        let levels: Vec<String> = levels.map(of_level).collect();
        let skipped = match repeats {
            0 => String::new(),
            n => format!("; {} skipped", counted(n, "repeat")),
        };
        let (all, levels) = (counted(all, "puzzle"), levels.join(", "));
        format!(
            "{folder}  ({}): {state}\n{all}: {levels}{skipped}\n",
            job.origin()
        )
    };
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("the pack is written, but the report cannot be")
        }
        _ => Ok(()),
    }
}
