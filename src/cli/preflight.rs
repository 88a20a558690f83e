//! `factory preflight`: what a print shop would refuse of a file, before it does.

use super::Exit;
use super::book::named;
use super::select_args::open_alike;
use crate::line::progress::grouped;
use crate::pack::PackError;
use crate::print::book::Puzzle;
use crate::print::read::Fault;
use crate::print::{Preset, Stock, preflight};
use crate::select::Selection;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Which file is checked, and for whom.
#[derive(Debug, Args)]
pub struct PreflightArgs {
    /// A PDF
    file: PathBuf,
    /// Who prints: kdp, ingram, lulu, press, newspaper or home
    #[arg(long, value_name = "PRESET", default_value = "kdp", value_parser = named::<Preset>)]
    preset: Preset,
    /// The paper: white or cream
    #[arg(long, value_name = "PAPER", default_value = "white", value_parser = named::<Stock>)]
    paper: Stock,
    /// Packs that all its puzzles and solutions must be of
    #[arg(long, value_name = "PACK", num_args = 1..)]
    against: Vec<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Checks the file; what the shop would refuse is exit code 4.
pub fn run(args: &PreflightArgs) -> anyhow::Result<Exit> {
    let shown = args.file.display();
    let bytes = std::fs::read(&args.file).with_context(|| format!("cannot read {shown}"))?;
    let refused = || format!("cannot check {shown}");
    let checked = preflight::check(&bytes, args.preset, args.paper).with_context(refused)?;
    let mut faults = checked.faults;
    if !args.against.is_empty() {
        let (packs, _) = open_alike(&args.against)?;
        let mut known = Vec::new();
        Selection::default().choose(
            &packs,
            |_| true,
            |chosen| {
                known.push(Puzzle::from(&chosen.record));
                Ok::<(), PackError>(())
            },
        )?;
        faults.extend(preflight::against(&bytes, &known).with_context(refused)?);
    }
    let name = args.preset.shop().name;
    let text = if args.json {
        let told = |fault: &Fault| json!({ "page": (fault.page > 0).then_some(fault.page), "rule": fault.what });
        let told: Vec<_> = faults.iter().map(told).collect();
        let object = json!({ "schema": 1, "file": shown.to_string(), "preset": name, "pages": checked.pages, "faults": told });
        format!("{object}\n")
    } else {
        let mut text: String = faults
            .iter()
            .map(|fault| format!("{shown}, {fault}\n"))
            .collect();
        text += &match faults.len() {
            0 => format!(
                "{shown}: {} pages, nothing that {name} would refuse\n",
                grouped(checked.pages as u64)
            ),
            1 => format!("{shown}: 1 fault\n"),
            count => format!("{shown}: {} faults\n", grouped(count as u64)),
        };
        text
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if faults.is_empty() {
        Exit::Done
    } else {
        Exit::Unsound
    })
}
