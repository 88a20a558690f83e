//! `factory series`: makes the volumes of one design from a manifest; no puzzle appears in two volumes.

use super::Exit;
use super::book::{json_of, text_of};
use super::cover_look::cover_line;
use super::file_set::{DeliveredFiles, FileSet};
use super::select_args::open_alike;
use super::shipping::{Shipping, place_and_ship};
use crate::bucket::Scheme;
use crate::disk::create_folders;
use crate::filter::Condition;
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::progress::{grouped, tell};
use crate::pack::{Pack, PackError};
use crate::print::book::{self, Book, Puzzle};
use crate::print::cover::Cover;
use crate::print::{PrintError, SeriesManifest, ShopPreset};
use crate::select::{Selection, SortOrder};
use anyhow::Context;
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The manifest of a series.
#[derive(Debug, Args)]
pub struct SeriesArgs {
    /// Manifest (TOML) with the volumes, the packs, the number of puzzles of each level, and the settings of books
    /// and covers (docs/books.md)
    manifest: PathBuf,
    /// Check the manifest and plan all volumes and covers, but write no files
    #[arg(long)]
    check: bool,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// Makes all volumes and their covers.
pub fn run(args: &SeriesArgs) -> anyhow::Result<Exit> {
    let manifest = SeriesManifest::open(&args.manifest)?;
    let job = manifest.job()?;
    let (packs, scheme) = open_alike(&manifest.packs)?;
    let counts = counts(&manifest, &scheme)?;
    let ledger = manifest.ledger.as_deref();
    let ledger = ledger.map(|path| Ledger::open(path, LedgerCreation::Never));
    let ledger = ledger.transpose()?;
    let shipped = ledger.as_ref().map(|it| ShippedPuzzles::new(&manifest, it));
    let shipped = shipped.transpose()?;
    let puzzles = choose(&manifest, &packs, &scheme, &counts, shipped.as_ref())?;
    if let Some(said) = shortage(&scheme, &counts, &puzzles) {
        tell(said);
        return Ok(Exit::Short);
    }
    let books = book::series(&job, &scheme.levels, &counts, puzzles, manifest.progression);
    let books = books.map_err(|error| manifest.wrong(error))?;
    // Before anything is written, for a cover may not have room for its words.
    let covers = (1..).zip(&books).map(|(n, book)| cover(&manifest, n, book));
    let covers: Vec<Option<CoverFile>> = covers.collect::<Result<_, _>>()?;
    let all: usize = books.iter().map(|book| book.lines().len()).sum();
    let summary = format!(
        "{} volumes with {} puzzles, each once",
        manifest.volumes,
        grouped(all as u64)
    );
    if args.check {
        tell(format_args!("{summary}: nothing was written"));
        return Ok(Exit::Done);
    }
    let out = &manifest.out;
    create_folders(out).with_context(|| format!("cannot make {}", out.display()))?;
    let shipping = match (&manifest.ship, ledger) {
        (Some(title), Some(ledger)) => {
            let titled = (1..).zip(&books);
            let titled = titled.map(|(n, book)| (volume_title(title, n), book.ids().collect()));
            Some(Shipping::new(ledger, titled.collect())?)
        }
        _ => None,
    };
    let placed = write(args, &manifest, &books, &covers, shipping)?;
    tell(format_args!(
        "{summary}, in {}{}",
        out.display(),
        placed.note()
    ));
    Ok(Exit::Done)
}

/// Returns the title under which the ledger records a volume, in the form that `factory book --volumes` uses.
fn volume_title(title: &str, volume: usize) -> String {
    format!("{title}, volume {volume}")
}

/// Returns, for each level, the number of its puzzles in each volume; the easiest level comes first.
fn counts(manifest: &SeriesManifest, scheme: &Scheme) -> anyhow::Result<Vec<Vec<usize>>> {
    let mut counts = vec![vec![0; manifest.volumes]; scheme.levels.len()];
    for (name, wanted) in manifest.levels()? {
        let level = scheme.find_level(name);
        let level = level.map_err(|error| manifest.wrong(format!("[levels] {error}")))?;
        counts[level.index()] = wanted;
    }
    let is_empty = |volume: &usize| counts.iter().all(|level| level[*volume] == 0);
    match (0..manifest.volumes).find(is_empty) {
        Some(volume) => {
            let said = format!("[levels] volume {} has no puzzles", volume + 1);
            Err(manifest.wrong(said).into())
        }
        None => Ok(counts),
    }
}

/// A filter that leaves out the puzzles that the ledger records as shipped or retired. Puzzles that were shipped
/// under a title of this series are not left out.
struct ShippedPuzzles<'a> {
    ledger: &'a Ledger,
    own: BTreeSet<PuzzleId>,
}

impl<'a> ShippedPuzzles<'a> {
    fn new(manifest: &SeriesManifest, ledger: &'a Ledger) -> anyhow::Result<Self> {
        let mut own = BTreeSet::new();
        if let Some(title) = &manifest.ship {
            let titles: BTreeSet<String> = (1..=manifest.volumes)
                .map(|n| volume_title(title, n))
                .collect();
            for (shipment, count) in ledger.shipments()? {
                if titles.contains(&shipment.title) {
                    for place in 1..=count {
                        own.extend(ledger.puzzle_shipped(&shipment.title, place)?);
                    }
                }
            }
        }
        Ok(Self { ledger, own })
    }

    fn lets_in(&self, id: PuzzleId) -> anyhow::Result<bool> {
        Ok(self.own.contains(&id) || self.ledger.is_in_stock(id)?)
    }
}

/// Returns the puzzles of the series in the order that the manifest sets. For each level, these are the first puzzles
/// that meet the manifest's condition and pass the filter `shipped`, up to the level's sum in `counts`. If `shipped` is
/// `None`, no puzzle is filtered out.
fn choose(
    manifest: &SeriesManifest,
    packs: &[Pack],
    scheme: &Scheme,
    counts: &[Vec<usize>],
    shipped: Option<&ShippedPuzzles<'_>>,
) -> anyhow::Result<Vec<Puzzle>> {
    let condition = manifest.condition.as_ref();
    let condition = condition.map(|text| Condition::parse(text, scheme));
    let order = manifest.sort.as_ref().map(|text| SortOrder::parse(text));
    let selection = Selection {
        condition: condition
            .transpose()
            .map_err(|error| manifest.wrong(format!("where, {error}")))?,
        order: order
            .transpose()
            .map_err(|error| manifest.wrong(format!("sort, {error}")))?,
        ..Selection::default()
    };
    let mut left: Vec<usize> = counts.iter().map(|level| level.iter().sum()).collect();
    let (mut seen, mut puzzles, mut failed) = (BTreeSet::new(), Vec::new(), None);
    let wants = |record: &crate::pack::Record| {
        let left = &mut left[record.level.index()];
        if *left == 0 || failed.is_some() || !seen.insert(record.id) {
            return false;
        }
        let is_free = shipped.map_or(Ok(true), |it| it.lets_in(record.id));
        let is_free = is_free.unwrap_or_else(|error| {
            failed = Some(error);
            false
        });
        *left -= usize::from(is_free);
        is_free
    };
    selection.choose(packs, wants, |chosen| {
        puzzles.push(Puzzle::of(&chosen.record, scheme));
        Ok::<(), PackError>(())
    })?;
    failed.map_or(Ok(puzzles), Err)
}

/// Returns a message with the number of missing puzzles of each level; `None` if the packs have enough.
fn shortage(scheme: &Scheme, counts: &[Vec<usize>], puzzles: &[Puzzle]) -> Option<String> {
    let lacking = counts.iter().enumerate().filter_map(|(level, counts)| {
        let wanted: usize = counts.iter().sum();
        let found = puzzles.iter().filter(|it| it.level == level).count();
        let name = scheme.levels.get(level)?;
        (found < wanted).then(|| format!("{} {name}", grouped((wanted - found) as u64)))
    });
    let lacking: Vec<String> = lacking.collect();
    (!lacking.is_empty()).then(|| {
        let lacking = lacking.join(", ");
        format!("the packs are too small: nothing was written; add packs with what is missing: {lacking}")
    })
}

/// A finished cover, with the path of the file to write.
struct CoverFile {
    path: PathBuf,
    bytes: Vec<u8>,
    /// The line about the cover in the closing report.
    line: String,
}

/// Returns the cover of a volume; `None` if the manifest asks for no covers.
fn cover(
    manifest: &SeriesManifest,
    volume: usize,
    book: &Book,
) -> Result<Option<CoverFile>, PrintError> {
    let Some(wishes) = manifest.cover.clone() else {
        return Ok(None);
    };
    let path = manifest.file(volume, "-cover.pdf");
    let wrong = |error| manifest.wrong(format!("[cover] {error}"));
    let cover = Cover::new(book, wishes).map_err(wrong)?;
    let bytes = cover.pdf().map_err(wrong)?;
    let line = cover_line(&cover, &path);
    Ok(Some(CoverFile { path, bytes, line }))
}

/// Writes the volumes and their covers. Each volume is published as soon as it is written, so that an interrupted run
/// can be resumed. If the volumes are shipped, however, all of them are published at the end, together with their
/// record in the ledger.
fn write(
    args: &SeriesArgs,
    manifest: &SeriesManifest,
    books: &[Book],
    covers: &[Option<CoverFile>],
    shipping: Option<Shipping>,
) -> anyhow::Result<DeliveredFiles> {
    let mut files = FileSet::new(args.force);
    let mut placed = DeliveredFiles::default();
    let mut report = Vec::new();
    for (n, (book, cover)) in (1..).zip(books.iter().zip(covers)) {
        let ending = match book.job().shop.preset {
            ShopPreset::Epub => ".epub",
            _ => ".pdf",
        };
        let file = manifest.file(n, ending);
        files.add(&file, &book.file()?)?;
        let listing = serde_json::to_string_pretty(&json_of(book))? + "\n";
        files.add(&manifest.file(n, ".json"), listing.as_bytes())?;
        report.push(text_of(book, &file));
        if let Some(cover) = cover {
            files.add(&cover.path, &cover.bytes)?;
            report.push(cover.line.clone());
        }
        if shipping.is_none() {
            let done = std::mem::replace(&mut files, FileSet::new(args.force));
            placed.and(done.place()?);
        }
    }
    placed.and(place_and_ship(|| files.place(), shipping)?);
    tell(report.join("\n"));
    Ok(placed)
}
