//! `factory verify`: checks every puzzle of a pack with an independent judge, and regenerates some
//! puzzles from seed and number.

use super::Exit;
use super::errors::UsageError;
use super::pack_paths::packs_among;
use super::signatures::{SignatureReport, checking_key};
use crate::line::progress::{Counter, counted, grouped, tell};
use crate::line::{SPOT_CHECKS, SpotReport, spot_check};
use crate::pack::Pack;
#[cfg(feature = "thorough")]
use crate::verify::second_opinions;
use crate::verify::{Report, VerifyOptions, verify};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// The packs to check, and how thoroughly.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Folders of packs; puzzles that occur twice in one pack or in two packs are reported, and paths that are not
    /// packs are skipped
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// Check only the checksums, which show whether a file has changed since it was written; puzzles are not
    /// checked
    #[arg(long, alias = "quick")]
    checksums: bool,
    /// Spot check of each pack: remake N of its puzzles, and for 9x9 also N of its run's candidates (kept or not),
    /// and compare them with the pack. Puzzles and candidates are spread evenly; 0 for no check
    #[arg(long, value_name = "N", default_value_t = SPOT_CHECKS, conflicts_with = "checksums")]
    spot_check: u64,
    /// Rate N puzzles of each pack again, with separate code that shares nothing with the rest of the program. The
    /// puzzles are spread evenly over the pack. Only for 9x9, and only in programs built with --features thorough
    #[arg(long, value_name = "N", conflicts_with = "checksums")]
    thorough: Option<u64>,
    /// Random seed for the choice of the puzzles that --thorough rates
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "thorough")]
    thorough_seed: u64,
    /// Check that each pack was signed with this key: the file of a public key, or the key itself
    #[arg(long, value_name = "PUBLIC")]
    key: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print only the findings
    #[arg(long, short)]
    quiet: bool,
}

/// Verifies packs, and prints the findings.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let (packs, skipped) = packs_among(&args.packs)?;
    let key = args.key.as_deref().map(checking_key).transpose()?;
    if args.thorough.is_some() {
        check_thorough(&packs)?;
    }
    let options = VerifyOptions {
        checksums_only: args.checksums,
    };
    let counter = Counter::new("puzzles", args.quiet);
    let mut report = verify(&packs, options, &mut |progress| {
        counter.advance(progress.done, progress.total);
    });
    counter.finish();
    let again = match args.checksums {
        true => 0,
        false => make_again(args, &packs, &mut report)?,
    };
    let opinions = match args.thorough {
        None => 0,
        Some(wanted) => ask_again(args, wanted, &packs, &mut report)?,
    };
    if skipped > 0 && !args.quiet {
        tell(format_args!("{} skipped", counted(skipped, "other file")));
    }
    let signatures = SignatureReport::new(&packs, key.as_ref());
    if !args.quiet {
        signatures.tell_unchecked();
    }
    let counts = VerifyCounts {
        again,
        opinions,
        skipped,
    };
    print(args, &report, &signatures, &counts)?;
    Ok(
        if report.findings.is_empty() && signatures.faults.is_empty() {
            Exit::Done
        } else {
            Exit::Unsound
        },
    )
}

/// The counts in the closing line: puzzles that were made again, puzzles that independent code has rated, and paths
/// that are not packs.
struct VerifyCounts {
    again: u64,
    opinions: u64,
    skipped: u64,
}

/// Refuses packs of layouts other than 9×9, because the independent code of `--thorough` can't rate their puzzles.
#[cfg(feature = "thorough")]
fn check_thorough(packs: &[PathBuf]) -> anyhow::Result<()> {
    for folder in packs {
        // A pack that can't be opened is reported by its check.
        let layout = Pack::open_any(folder)
            .ok()
            .and_then(|pack| pack.manifest().job.layout);
        if let Some(layout) = layout {
            let what = format!(
                "{} has puzzles of the layout {layout}: --thorough rates 9x9 puzzles only; leave it out, or verify it without --thorough",
                folder.display()
            );
            return Err(UsageError(what).into());
        }
    }
    Ok(())
}

#[cfg(not(feature = "thorough"))]
fn check_thorough(_packs: &[PathBuf]) -> anyhow::Result<()> {
    let what = "this build has no --thorough: make one that has it with `cargo build --profile dist --features thorough`";
    Err(UsageError(what.to_owned()).into())
}

/// Rates `wanted` puzzles of every pack with the independent code of `--thorough`. Adds each difference from the pack
/// to the report, and returns the number of rated puzzles.
#[cfg(feature = "thorough")]
fn ask_again(
    args: &VerifyArgs,
    wanted: u64,
    packs: &[PathBuf],
    report: &mut Report,
) -> anyhow::Result<u64> {
    let mut rated = 0;
    for folder in packs {
        // A pack that can't be opened or read was reported before.
        let Ok(pack) = Pack::open_any(folder) else {
            continue;
        };
        match second_opinions(&pack, wanted, args.thorough_seed) {
            Ok((puzzles, findings)) => {
                rated += puzzles;
                report.findings.extend(findings);
            }
            Err(_) if report.findings.iter().any(|it| it.file.starts_with(folder)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(rated)
}

#[cfg(not(feature = "thorough"))]
fn ask_again(
    _args: &VerifyArgs,
    _wanted: u64,
    _packs: &[PathBuf],
    _report: &mut Report,
) -> anyhow::Result<u64> {
    Ok(0)
}

/// Spot-checks every pack, adds the findings to the report, and returns the number of puzzles that were made again.
fn make_again(args: &VerifyArgs, packs: &[PathBuf], report: &mut Report) -> anyhow::Result<u64> {
    let mut again = 0;
    let mut passed_over: BTreeMap<&str, u64> = BTreeMap::new();
    if args.spot_check == 0 {
        return Ok(again);
    }
    for folder in packs {
        // A pack that can't be opened or read was reported before.
        let Ok(pack) = Pack::open_any(folder) else {
            continue;
        };
        match spot_check(&pack, args.spot_check) {
            Ok(SpotReport::Made { puzzles, findings }) => {
                again += puzzles;
                report.findings.extend(findings);
            }
            Ok(SpotReport::Skipped(reason)) => *passed_over.entry(reason).or_default() += 1,
            Err(_) if report.findings.iter().any(|it| it.file.starts_with(folder)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    if !args.quiet {
        for (reason, packs) in passed_over {
            let packs = counted(packs, "pack");
            tell(format_args!("{packs} not regenerated: puzzles {reason}"));
        }
    }
    Ok(again)
}

/// Returns the results as one JSON object.
fn as_json(
    args: &VerifyArgs,
    report: &Report,
    signatures: &SignatureReport,
    counts: &VerifyCounts,
    findings: &[String],
) -> serde_json::Value {
    let longer = report.longer.iter().map(
        |it| json!({ "pack": it.pack.display().to_string(), "base": it.base.display().to_string(), "puzzles": it.puzzles }),
    );
    json!({
        "schema": 1,
        "packs": report.packs,
        "puzzles": report.puzzles,
        "made_again": counts.again,
        "second_opinions": counts.opinions,
        "quick": args.checksums,
        "checksums_only": args.checksums,
        "skipped": counts.skipped,
        "signatures_right": signatures.right(),
        "signatures_unchecked": signatures.unchecked,
        "longer_runs": longer.collect::<Vec<_>>(),
        "findings": findings,
    })
}

/// Prints the findings and the closing line, or one JSON object with all results.
fn print(
    args: &VerifyArgs,
    report: &Report,
    signatures: &SignatureReport,
    counts: &VerifyCounts,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let findings = report.findings.iter().map(ToString::to_string);
    let findings: Vec<String> = findings.chain(signatures.faults.iter().cloned()).collect();
    if args.json {
        let object = as_json(args, report, signatures, counts, &findings);
        writeln!(out, "{object}")?;
        return Ok(());
    }
    for finding in &findings {
        writeln!(out, "{finding}")?;
    }
    if args.quiet {
        return Ok(());
    }
    signatures.write_right(&mut out)?;
    for it in &report.longer {
        let (pack, base) = (it.pack.display(), it.base.display());
        let puzzles = counted(it.puzzles, "puzzle");
        writeln!(
            out,
            "{pack} is a longer run of {base} and holds {puzzles} of it: no repeats"
        )?;
    }
    let packs = counted(report.packs as u64, "pack");
    let puzzles = counted(report.puzzles, "puzzle");
    let mut how = match (args.checksums, counts.again) {
        (true, _) => "checksums only, records were not checked".to_owned(),
        (false, 0) => format!("{puzzles} checked"),
        (false, again) => format!("{puzzles} checked, {} of them regenerated", grouped(again)),
    };
    if args.thorough.is_some() {
        let opinions = counted(counts.opinions, "second opinion");
        how = format!("{how}, {opinions} on their ratings");
    }
    how += &signatures.closing(args.key.is_some());
    let found = match findings.len() {
        0 => "nothing wrong".to_owned(),
        n => format!("{} wrong", grouped(n as u64)),
    };
    writeln!(out, "{packs}, {how}: {found}")?;
    Ok(())
}
