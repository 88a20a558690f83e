//! `factory extend`: makes a longer pack by continuing a pack's job with more candidates. The old pack stays as it
//! is.

use super::Exit;
use super::errors::UsageError;
use super::make::make;
use crate::bucket::Quotas;
use crate::config::{
    ConfigError, Job, LedgerSnapshot, RunOptions, RunSpec, check_name, check_threads, values,
};
use crate::ledger::{Ledger, LedgerCreation};
use crate::line;
use crate::line::progress::{grouped, tell};
use crate::pack::{Manifest, Pack, SIGNATURE_FILE};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The pack to extend, and its new size.
#[derive(Debug, Args)]
pub struct ExtendArgs {
    /// Folder of the pack to extend; this pack is not changed, and the longer pack gets a folder of its own
    pack: PathBuf,
    /// Maximum number of puzzles to make and rate (kept or not), including the puzzles already made for the
    /// pack
    #[arg(long, alias = "candidates", value_name = "N", value_parser = values::count::<u64>)]
    count: u64,
    /// Number of puzzles wanted per level, including the puzzles already in the pack [default: as in the
    /// pack's job]
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    per_level: Option<u64>,
    /// Number of puzzles wanted of one level, such as hard=3000, including the puzzles already in the pack; the level
    /// is given by name or number [default: as in the pack's job]
    #[arg(long, value_name = "LEVEL=N", value_parser = values::level_quota, value_delimiter = ',')]
    level: Vec<(String, u64)>,
    /// Name of the new pack's folder [default: the old name followed by -to- and the count]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Folder that holds the new pack [default: the folder that holds the old pack]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Ledger of all published puzzles; needed if the pack was made with a ledger
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// Worker threads [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Stop after this time, such as 30s, 90m or 6h, and keep the puzzles made so far
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    timeout: Option<Duration>,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Extends a pack.
pub fn run(args: &ExtendArgs) -> anyhow::Result<Exit> {
    let pack = Pack::open_any(&args.pack)?;
    let spec = spec(args, &pack)?;
    if !line::lay_out(&pack, &spec)? && !args.quiet {
        tell(
            "a level of the pack was full and now has a different quota: all candidates are made again",
        );
    }
    if pack.folder().join(SIGNATURE_FILE).exists() && !args.quiet {
        let pack = args.pack.display();
        tell(format_args!(
            "{pack} is signed; the new pack is another, without a signature until `factory sign` makes one"
        ));
    }
    make(spec, false, args.json, None)
}

/// Checks that the pack can be continued, and that `--count` is larger than the number of candidates already made.
fn check(args: &ExtendArgs, pack: &Pack) -> anyhow::Result<()> {
    let manifest = pack.manifest();
    let folder = args.pack.display();
    if manifest.job.source.is_some() {
        let origin = manifest.job.origin();
        let what = format!("{folder} is {origin}: its puzzles were not made, so there are no more");
        return Err(UsageError(what).into());
    }
    if let Some(part) = manifest.job.part {
        let what = format!(
            "{folder} is one of {} packs that one job made: for more puzzles give that job a greater --count and another --name",
            part.of
        );
        return Err(UsageError(what).into());
    }
    if args.count <= manifest.numbers {
        let what = format!(
            "{folder} holds the candidates up to {} already: --count {} must be more",
            grouped(manifest.numbers),
            args.count
        );
        return Err(UsageError(what).into());
    }
    if args.per_level == Some(0) {
        return Err(UsageError("--per-level is 0; it must be at least 1".to_owned()).into());
    }
    if let Some(threads) = args.threads {
        check_threads(threads)?;
    }
    Ok(())
}

fn spec(args: &ExtendArgs, pack: &Pack) -> anyhow::Result<RunSpec> {
    check(args, pack)?;
    let manifest = pack.manifest();
    let mut job = manifest.job.clone();
    job.count = Some(args.count);
    job.ledger = against(args, pack)?;
    if let Some(quota) = args.per_level {
        // A level that was not wanted stays unwanted.
        let wanted = job.scheme.levels().map(|level| {
            quota.min(match job.wanted(level) {
                0 => 0,
                _ => u64::MAX,
            })
        });
        job.quotas = Some(Quotas::new(wanted.collect()));
    }
    if !args.level.is_empty() {
        job.quotas = Some(quotas_of_levels(args, &job)?);
    }
    refuse_full(args, manifest, &job)?;
    let place = args.pack.canonicalize()?;
    let name = args.name.clone();
    let name = name.unwrap_or_else(|| name_of(&place, args.count));
    check_name(&name)?;
    let beside = args.pack.parent().filter(|it| !it.as_os_str().is_empty());
    let beside = beside.or(place.parent()).unwrap_or(Path::new("."));
    Ok(RunSpec {
        job,
        seed_is_given: true,
        from: Vec::new(),
        run: RunOptions {
            threads: args.threads,
            out: args.out.clone().unwrap_or_else(|| beside.to_owned()),
            name,
            ledger: args.ledger.clone(),
            seed_of_date: false,
            date: None,
            keep: None,
            metrics_file: None,
            timeout: args.timeout,
            quiet: args.quiet,
        },
    })
}

/// Returns the quotas of the job, with the numbers that `--level` options set for single levels.
fn quotas_of_levels(args: &ExtendArgs, job: &Job) -> anyhow::Result<Quotas> {
    if job.quotas.is_none() {
        let folder = args.pack.display();
        let what = format!("{folder} keeps every candidate, of whatever level: leave --level out");
        return Err(UsageError(what).into());
    }
    let wanted = job.scheme.levels().map(|level| job.wanted(level));
    let mut wanted: Vec<u64> = wanted.collect();
    for (name, number) in &args.level {
        let level = job.scheme.find_level(name).map_err(ConfigError::from)?;
        if *number == 0 {
            let what = format!("--level {name} is 0; it must be at least 1");
            return Err(UsageError(what).into());
        }
        wanted[level.index()] = *number;
    }
    Ok(Quotas::new(wanted))
}

/// Refuses a pack whose quotas are all full, because no further candidate would be kept.
fn refuse_full(args: &ExtendArgs, manifest: &Manifest, job: &Job) -> anyhow::Result<()> {
    let is_full = |level| manifest.level(level).made >= job.wanted(level);
    let mut levels = job.scheme.levels();
    if job.quotas.is_none() || !levels.all(is_full) {
        return Ok(());
    }
    let made = manifest.levels.iter().map(|level| level.made);
    let most = made.clone().max().unwrap_or(0);
    let each = match made.clone().all(|made| made == most) {
        true => format!("{} per level", grouped(most)),
        false => format!("{} in all", grouped(made.sum())),
    };
    let more = most.saturating_add(most / 2).saturating_add(1) / 10 * 10;
    let what = format!(
        "every quota of {} is full ({each}): --per-level {} makes more",
        args.pack.display(),
        more.max(most.saturating_add(1))
    );
    Err(UsageError(what).into())
}

/// Returns the ledger states with which new puzzles are compared, so that no published puzzle is made again. These
/// are the states that were used to make the pack, and the present state. A puzzle that the ledger records for
/// this pack does not count as published.
fn against(args: &ExtendArgs, pack: &Pack) -> anyhow::Result<LedgerSnapshot> {
    let mut against = pack.manifest().job.ledger.clone();
    let folder = args.pack.display();
    let Some(path) = &args.ledger else {
        if against.is_empty() {
            return Ok(against);
        }
        let what = format!("{folder} was made with a ledger: name it with --ledger");
        return Err(UsageError(what).into());
    };
    let ledger = Ledger::open(path, LedgerCreation::Never)?;
    let path = path.display();
    if against.is_empty() {
        let what = format!("{folder} was made without a ledger: leave --ledger out");
        return Err(UsageError(what).into());
    }
    let own = ledger.packs_at(pack.folder())?;
    if own.is_empty() {
        let what = format!(
            "{folder} is not in the ledger {path}: name the ledger with which it was made, or add it (factory ledger import)"
        );
        return Err(UsageError(what).into());
    }
    against.extends.extend(own);
    against.extends.sort_unstable();
    against.extends.dedup();
    let now = ledger.head()?.named(pack.manifest().numbers);
    against.states.push(now);
    Ok(against)
}

/// Returns the name of a pack that is continued to this count, such as `sudoku-7-to-200000`.
fn name_of(folder: &Path, count: u64) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let base = match name.rsplit_once("-to-") {
        Some((base, number)) if number.bytes().all(|it| it.is_ascii_digit()) => base,
        _ => &name,
    };
    format!("{base}-to-{count}")
}
