//! `factory convert`: puzzles in the formats of other programs, one file each.

use super::Exit;
use super::errors::UsageError;
use super::list::{Answer, ListArgs, Turn, take_each};
use crate::export::{self, Exporter};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Which puzzles are written, how, and where.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    list: ListArgs,
    /// The format: cnf (the SAT form, DIMACS)
    #[arg(long, value_name = "FORMAT", value_parser = export::named)]
    to: &'static dyn Exporter,
    /// The folder for the files, which are numbered from 000001 as the puzzles stand in the input;
    /// without it one puzzle goes to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// Writes every puzzle of the input.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    // Held back until it is known to be the only one.
    let mut only: Option<Vec<u8>> = None;
    let exit = take_each(&args.list, |turn, out| {
        let mut written = Vec::new();
        args.to.write(turn.board, &mut written)?;
        if args.list.json || args.out.is_some() {
            let answer = deliver(args, turn, &written)?;
            writeln!(out, "{}", turn.line(answer))?;
        } else if only.replace(written).is_some() {
            let said = format!(
                "--to {} writes one puzzle a file: name a folder with --out DIR for more than one",
                args.to.name()
            );
            return Err(UsageError(said).into());
        }
        Ok(())
    })?;
    if let Some(written) = only {
        io::stdout().write_all(&written)?;
    }
    Ok(exit)
}

/// Puts what was written into its file, or into the answer where no folder is named.
fn deliver(args: &ConvertArgs, turn: &Turn, written: &[u8]) -> anyhow::Result<Answer> {
    let Some(folder) = &args.out else {
        let written = String::from_utf8_lossy(written).into_owned();
        return Ok(Answer {
            fields: json!({ "format": args.to.name(), "text": written }),
            text: written,
        });
    };
    let path = folder.join(format!("{:06}.{}", turn.number + 1, args.to.ending()));
    if path.exists() && !args.force {
        let shown = path.display();
        let said =
            format!("{shown} is there already: name another folder, or write over it with --force");
        return Err(UsageError(said).into());
    }
    write_whole(&path, written).with_context(|| format!("cannot write {}", path.display()))?;
    let text = path.display().to_string();
    Ok(Answer {
        fields: json!({ "format": args.to.name(), "file": text }),
        text,
    })
}

/// Writes a file aside and renames it: a reader sees all of it or nothing.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let done = fs::write(&aside, bytes).and_then(|()| fs::rename(&aside, path));
    if done.is_err() {
        // What went wrong first is what is told.
        let _ = fs::remove_file(&aside);
    }
    done
}
