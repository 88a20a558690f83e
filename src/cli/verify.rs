//! `factory verify`: every puzzle of a pack proved again by a judge that did not make it.

use super::Exit;
use super::errors::UsageError;
use crate::line::progress::{Counter, counted, grouped, tell};
use crate::verify::{Options, verify};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Which packs are proved, and how far.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Folders of packs; repeats are looked for across all of them
    #[arg(required = true)]
    packs: Vec<PathBuf>,
    /// Check only that no file has changed since it was written
    #[arg(long)]
    quick: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Print nothing but findings
    #[arg(long, short)]
    quiet: bool,
}

/// Verifies packs; every finding is a line on standard output.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let options = Options { quick: args.quick };
    let packs = finished_packs(args)?;
    let counter = Counter::new("puzzles", args.quiet);
    let report = verify(&packs, options, &mut |progress| {
        counter.advance(progress.done, progress.total);
    });
    counter.finish();
    let mut out = std::io::stdout().lock();
    if args.json {
        let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        let object = json!({
            "schema": 1,
            "packs": report.packs,
            "puzzles": report.puzzles,
            "quick": args.quick,
            "findings": findings,
        });
        writeln!(out, "{object}")?;
    } else {
        for finding in &report.findings {
            writeln!(out, "{finding}")?;
        }
        if !args.quiet {
            let packs = counted(report.packs as u64, "pack");
            let puzzles = counted(report.puzzles, "puzzle");
            let how = if args.quick {
                "hashes checked".to_owned()
            } else {
                format!("{puzzles} proved again")
            };
            let found = match report.findings.len() {
                0 => "nothing wrong".to_owned(),
                n => format!("{} wrong", grouped(n as u64)),
            };
            writeln!(out, "{packs}, {how}: {found}")?;
        }
    }
    Ok(if report.findings.is_empty() {
        Exit::Done
    } else {
        Exit::Unsound
    })
}

/// The packs that were named. What is not there was mistyped; an unfinished run, met through
/// `output/*`, has no pack yet.
fn finished_packs(args: &VerifyArgs) -> anyhow::Result<Vec<PathBuf>> {
    if let Some(missing) = args.packs.iter().find(|path| !path.exists()) {
        return Err(UsageError(format!("there is no {}", missing.display())).into());
    }
    let is_unfinished = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".part") || name.contains(".part.")
    };
    for path in args.packs.iter().filter(is_unfinished) {
        tell(format_args!(
            "{} is an unfinished run: left out",
            path.display()
        ));
    }
    let packs = args.packs.iter().filter(|path| !is_unfinished(path));
    Ok(packs.cloned().collect())
}
