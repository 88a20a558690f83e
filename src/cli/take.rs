//! `factory take`: copies chosen puzzles of packs into a new pack.

use super::Exit;
use super::select_args::{SelectArgs, open_alike, tell_unrated};
use crate::bucket::{Level, MOST_LEVELS, Quotas, Scheme};
use crate::config::{Choice, ChosenPack, Distinct, Job, LedgerSnapshot, Source, check_name};
use crate::create::Method;
use crate::dig::Plan;
use crate::filter::Filters;
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::progress::{counted, grouped, tell};
use crate::line::{BuiltPack, SeenPuzzles, build_from_records};
use crate::pack::{Pack, PackError, Record};
use crate::rate::Extra;
use crate::select::{ChosenPuzzle, Selection};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The puzzles to take, and the packs they come from.
#[derive(Debug, Args)]
pub struct TakeArgs {
    /// Folders of packs, all of one scheme; a puzzle that is in several packs is taken once
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
    /// Ledger; puzzles that it lists as shipped or retired are left out
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Copies the chosen puzzles into a new pack; the exit code is 3 if they don't fill a quota.
pub fn run(args: &TakeArgs) -> anyhow::Result<Exit> {
    check_name(&args.name)?;
    let (packs, scheme) = open_alike(&args.packs)?;
    let selection = args.select.selection(&scheme)?;
    tell_unrated(&selection, &packs);
    let ledger = args.ledger.as_deref();
    let ledger = ledger
        .map(|path| Ledger::open(path, LedgerCreation::Never))
        .transpose()?;
    let (chosen, repeats) = choose(&selection, &packs, ledger.as_ref())?;
    if chosen.is_empty() {
        tell("no puzzle fits: nothing was written");
        return Ok(Exit::Short);
    }
    let job = job(args, &selection, &packs, scheme, &chosen);
    let mut made = [0; MOST_LEVELS];
    for it in &chosen {
        made[it.record.level.index()] += 1;
    }
    let ratings = job.ratings.clone();
    let records = chosen
        .into_iter()
        .map(|chosen| without_others(chosen.record, &ratings));
    let built = build_from_records(&args.out, &args.name, &job, records)?;
    report(args, &built, &job, &made, repeats)?;
    let short = job.quotas.is_some_and(|quotas| !quotas.are_full(&made));
    Ok(if short { Exit::Short } else { Exit::Done })
}

/// Returns the chosen puzzles, and the number of repeats that were left out.
fn choose(
    selection: &Selection,
    packs: &[Pack],
    ledger: Option<&Ledger>,
) -> anyhow::Result<(Vec<ChosenPuzzle>, u64)> {
    let mut seen = SeenPuzzles::default();
    let mut repeats = 0;
    let mut chosen = Vec::new();
    let mut trouble = None;
    let mut is_in_stock = |id| match ledger.map(|ledger| ledger.is_in_stock(id)) {
        None => true,
        Some(Ok(is_in_stock)) => is_in_stock,
        Some(Err(error)) => {
            trouble.get_or_insert(error);
            false
        }
    };
    let is_new = |record: &Record| {
        let is_known = seen.knows(record.id);
        repeats += u64::from(is_known);
        seen.remember(record.id);
        !is_known && is_in_stock(record.id)
    };
    selection.choose(packs, is_new, |it| {
        chosen.push(it);
        Ok::<(), PackError>(())
    })?;
    match trouble {
        Some(error) => Err(error.into()),
        None => Ok((chosen, repeats)),
    }
}

fn job(
    args: &TakeArgs,
    selection: &Selection,
    packs: &[Pack],
    scheme: Scheme,
    chosen: &[ChosenPuzzle],
) -> Job {
    let taken = |n: usize| chosen.iter().filter(|it| it.pack == n).count() as u64;
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
    let is_in_all = |extra: &Extra| {
        let jobs = packs.iter().map(|pack| &pack.manifest().job);
        let ladder = scheme.techniques.as_ref();
        jobs.into_iter().all(|job| {
            let is_same = *extra != Extra::Techniques || job.scheme.techniques.as_ref() == ladder;
            job.ratings.contains(extra) && is_same
        })
    };
    let ratings: Vec<Extra> = Extra::ALL.into_iter().filter(is_in_all).collect();
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
        scheme: Scheme {
            techniques: scheme
                .techniques
                .clone()
                .filter(|_| ratings.contains(&Extra::Techniques)),
            ..scheme
        },
        ratings,
        filters: Filters::default(),
        mix: Vec::new(),
        part: None,
        ledger: LedgerSnapshot::default(),
        layout: None,
        regions: None,
        distinct: Distinct::Form,
    }
}

/// Returns the record without ratings that puzzles of other packs lack, because all puzzles of a pack must
/// have the same ratings.
fn without_others(mut record: Record, ratings: &[Extra]) -> Record {
    let keeps = |extra| ratings.contains(&extra);
    let rated = &mut record.ratings;
    rated.guesses = rated.guesses.filter(|_| keeps(Extra::Stuart));
    rated.qqwing = rated.qqwing.filter(|_| keeps(Extra::Qqwing));
    rated.hodoku = rated.hodoku.filter(|_| keeps(Extra::Hodoku));
    rated.minutes = rated.minutes.filter(|_| keeps(Extra::Time));
    rated.se = rated.se.filter(|it| keeps(Extra::Se(it.table)));
    rated.techniques = rated.techniques.filter(|_| keeps(Extra::Techniques));
    record
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
