//! `factory ledger`: queries and maintains the record of published puzzles.

use super::errors::UsageError;
use super::puzzle_ids::PuzzleIds;
use super::{Exit, ledger_text as text};
use crate::grid::Layout;
use crate::ledger::{self, Ledger, LedgerCreation, LedgerError, PuzzleHistory};
use crate::line::progress::grouped;
use crate::pack::Pack;
use clap::{Args, Subcommand};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The ledger, and the action on it.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Examples:
  factory ledger query                                    a summary of the ledger and its stock
  factory ledger query --title 'Monday book' --no 137     a reader's puzzle
  factory export output/monday --to csv --out monday.csv --ship 'Monday book'
  factory ledger backup backup/ledger-$(date +%F).sqlite
  factory ledger check                                    exit code 4 if something is wrong

The main job uses a ledger with --ledger FILE, or ledger = \"FILE\" in its job file: docs/ledger.md."
)]
pub struct LedgerArgs {
    /// Ledger file
    #[arg(
        long,
        value_name = "FILE",
        env = "FACTORY_LEDGER",
        default_value = "output/ledger.sqlite",
        global = true
    )]
    ledger: PathBuf,
    /// Layout of the puzzles that are given as characters, not as ids, such as 6x6 or 9x9+x (docs/layouts.md)
    /// [default: 9x9]
    #[arg(
        id = "puzzles' layout",
        long = "layout",
        value_name = "NAME",
        global = true
    )]
    layout: Option<Layout>,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print a summary of the ledger and its stock, or everything that is known about particular puzzles
    Query(QueryArgs),
    /// Add packs that were made without the ledger, or a list of ids; known puzzles are skipped
    Import(ImportArgs),
    /// Write all puzzles of the ledger to standard output, as CSV or JSON Lines
    Export(LedgerExportArgs),
    /// Check that the ledger and the packs agree; the exit code is 4 if they don't
    Check {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Copy the ledger, even while other processes use it, and check the copy
    Backup {
        /// Path of the copy, which must not exist yet
        file: PathBuf,
    },
    /// Rebuild a damaged ledger from a backup and from packs; the damaged ledger is kept beside the new ledger
    Rebuild {
        /// Backup to start from
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// Folders of packs that the backup may lack, to add to the new ledger
        packs: Vec<PathBuf>,
    },
    /// Record puzzles as shipped under a title, numbered 1, 2, 3 …; if one of them can't be recorded, none is
    Ship {
        /// Title of the shipment
        #[arg(long, value_name = "TITLE")]
        title: String,
        /// File with an id or a puzzle at the beginning of each line; - for standard input
        #[arg(long, value_name = "FILE")]
        ids: PathBuf,
    },
    /// Cancel a shipment and put its puzzles back in stock
    Unship {
        /// Title of the shipment
        title: String,
    },
    /// Mark puzzles so that they are never used again
    Retire {
        /// Ids, or puzzles as 81 characters
        #[arg(required = true)]
        puzzles: Vec<String>,
        /// Reason for retiring the puzzles, which `factory ledger query` prints
        #[arg(long, value_name = "TEXT", default_value = "")]
        why: String,
    },
}

/// The arguments of `factory ledger query`.
#[derive(Debug, Args)]
pub(super) struct QueryArgs {
    /// Ids, or puzzles as 81 characters; turned, mirrored and relabelled copies are recognized [default: a summary of
    /// the whole ledger]
    puzzles: Vec<String>,
    /// Title under which a puzzle was shipped; needs --no, the puzzle's number
    #[arg(long, value_name = "TITLE", requires = "no")]
    title: Option<String>,
    /// Number of the puzzle in the shipment of --title
    #[arg(long, value_name = "N", requires = "title")]
    no: Option<u64>,
    /// Print JSON: one object per puzzle, or one object for the whole ledger
    #[arg(long)]
    json: bool,
}

/// The arguments of `factory ledger import`.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// Folders of packs
    #[arg(required_unless_present = "ids")]
    packs: Vec<PathBuf>,
    /// File with an id or a puzzle at the beginning of each line; - for standard input
    #[arg(long, value_name = "FILE", requires = "name")]
    ids: Option<PathBuf>,
    /// Name under which the ledger records the puzzles of --ids, as if they were a pack
    #[arg(long, value_name = "NAME", requires = "ids")]
    name: Option<String>,
}

/// The arguments of `factory ledger export`.
#[derive(Debug, Args)]
pub(super) struct LedgerExportArgs {
    /// Write only the puzzles of packs with this name
    #[arg(long, value_name = "NAME")]
    pack: Option<String>,
    /// Write JSON Lines instead of CSV
    #[arg(long)]
    json: bool,
}

/// Runs a command that queries or changes a ledger.
pub fn run(args: &LedgerArgs) -> anyhow::Result<Exit> {
    let path = args.ledger.as_path();
    let open = || Ledger::open(path, LedgerCreation::Never);
    let ids = PuzzleIds::new(args.layout);
    match &args.action {
        Action::Query(query) => self::query(&open()?, query, &ids),
        Action::Import(import) => self::import(path, import, &ids),
        Action::Export(export) => self::export(&open()?, export),
        Action::Check { json } => check(&open()?, *json),
        Action::Backup { file } => {
            open()?.back_up(file)?;
            let bytes = fs::metadata(file).map_or(0, |it| it.len());
            say(&format!(
                "{}: {}, checked\n",
                file.display(),
                crate::line::progress::size(bytes)
            ))
        }
        Action::Rebuild { from, packs } => {
            if from.is_none() && packs.is_empty() {
                let said = "ledger rebuild needs a backup (--from FILE), folders of packs, or both";
                return Err(UsageError(said.to_owned()).into());
            }
            let packs = open_packs(packs)?;
            let rebuilt = ledger::rebuild(path, from.as_deref(), &packs)?;
            say(&text::rebuilt(path, &rebuilt))
        }
        Action::Ship { title, ids: file } => {
            let ids = ids.of_file(file)?;
            open()?.ship(title, &ids)?;
            let puzzles = text::count(ids.len() as u64, "puzzle");
            say(&format!("{puzzles} shipped as {title:?}\n"))
        }
        Action::Unship { title } => {
            let puzzles = text::count(open()?.unship(title)? as u64, "puzzle");
            say(&format!("{puzzles} of {title:?} in stock again\n"))
        }
        Action::Retire { puzzles, why } => {
            let ids = ids.of_words(puzzles)?;
            let new = open()?.retire(&ids, why)?;
            let before = match ids.len() - new {
                0 => String::new(),
                n => format!(", {} before", grouped(n as u64)),
            };
            let puzzles = text::count(new as u64, "puzzle");
            say(&format!("{puzzles} retired{before}\n"))
        }
    }
}

fn say(text: &str) -> anyhow::Result<Exit> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn query(ledger: &Ledger, args: &QueryArgs, ids: &PuzzleIds) -> anyhow::Result<Exit> {
    let mut ids = ids.of_words(&args.puzzles)?;
    if let (Some(title), Some(no)) = (&args.title, args.no) {
        let puzzle = ledger.puzzle_shipped(title, no)?;
        ids.push(puzzle.ok_or_else(|| UsageError(format!("{title:?} has no No. {no}")))?);
    }
    if ids.is_empty() {
        return match args.json {
            true => say(&text::whole_json(ledger)?),
            false => say(&text::whole(ledger)?),
        };
    }
    let mut exit = Exit::Done;
    for id in ids {
        let known = ledger.look_up(id)?;
        if known.is_none() {
            exit = Exit::Short;
        }
        say(&match args.json {
            true => text::puzzle_json(id, known.as_ref()).to_string() + "\n",
            false => text::puzzle(id, known.as_ref()),
        })?;
    }
    Ok(exit)
}

fn import(path: &Path, args: &ImportArgs, ids: &PuzzleIds) -> anyhow::Result<Exit> {
    // Unreadable input is reported before a ledger is created.
    let packs = open_packs(&args.packs)?;
    let ids = args.ids.as_deref().map(|file| ids.of_file(file));
    let ids = ids.transpose()?;
    let ledger = Ledger::open(path, LedgerCreation::IfMissing)?;
    for pack in &packs {
        let imported = ledger.import_pack(pack)?;
        say(&text::imported(
            &pack.folder().display().to_string(),
            imported,
        ))?;
    }
    if let (Some(ids), Some(name)) = (ids, &args.name) {
        let imported = ledger.import_ids(name, &ids)?;
        say(&text::imported(name, imported))?;
    }
    Ok(Exit::Done)
}

fn export(ledger: &Ledger, args: &LedgerExportArgs) -> anyhow::Result<Exit> {
    if let Some(name) = &args.pack
        && ledger.packs_named(name)?.is_empty()
    {
        return Err(UsageError(format!("the ledger holds no pack called {name:?}")).into());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if !args.json {
        out.write_all(text::CSV_HEADER.as_bytes())?;
    }
    ledger.for_each(args.pack.as_deref(), |known: PuzzleHistory| {
        let line = match args.json {
            true => text::puzzle_json(known.entry.id, Some(&known)).to_string() + "\n",
            false => text::csv_line(&known),
        };
        Ok::<(), anyhow::Error>(out.write_all(line.as_bytes())?)
    })?;
    out.flush()?;
    Ok(Exit::Done)
}

fn check(ledger: &Ledger, json: bool) -> anyhow::Result<Exit> {
    let report = ledger.check()?;
    say(&match json {
        true => text::check_json(&report),
        false => text::check(&report),
    })?;
    Ok(match report.findings.is_empty() {
        true => Exit::Done,
        false => Exit::Unsound,
    })
}

fn open_packs(folders: &[PathBuf]) -> anyhow::Result<Vec<Pack>> {
    let packs = folders.iter().map(|folder| Pack::open_any(folder));
    Ok(packs.collect::<Result<_, _>>()?)
}

/// Opens the ledger in which a run records its puzzles; creates the ledger if it does not exist. Returns `None` if
/// `path` is `None`.
pub(super) fn open_for_run(path: Option<&Path>) -> Result<Option<Ledger>, LedgerError> {
    path.map(|path| Ledger::open(path, LedgerCreation::IfMissing))
        .transpose()
}
