//! Writes files of puzzles, and then records the puzzles in the ledger as shipped. If writing or recording fails,
//! nothing is recorded and new files are removed. If the process is killed between writing and recording, the same
//! command adds the record when it is run again.

use super::file_set::DeliveredFiles;
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use std::path::PathBuf;

/// The title of a shipment, and its ledger.
#[derive(Debug, Args)]
pub struct ShipArgs {
    /// Record the puzzles in the ledger as shipped under this title, numbered 1, 2, 3 …; the record and the files are
    /// written together or not at all
    #[arg(id = "ship", long, value_name = "TITLE", value_parser = NonEmptyStringValueParser::new())]
    pub title: Option<String>,
    /// Ledger that --ship records the puzzles in
    #[arg(
        long,
        value_name = "FILE",
        env = "FACTORY_LEDGER",
        default_value = "output/ledger.sqlite"
    )]
    ledger: PathBuf,
}

/// The shipments to record in the ledger: titles with their puzzles.
pub struct Shipping {
    ledger: Ledger,
    titles: Vec<(String, Vec<PuzzleId>)>,
}

impl Shipping {
    /// Checks that the puzzles may be shipped under these titles, and returns the shipments to record.
    ///
    /// # Errors
    /// If one of the puzzles may not be shipped under its title.
    pub fn new(ledger: Ledger, titles: Vec<(String, Vec<PuzzleId>)>) -> anyhow::Result<Self> {
        for (title, puzzles) in &titles {
            ledger.shippable(title, puzzles)?;
        }
        Ok(Self { ledger, titles })
    }
}

impl ShipArgs {
    /// Opens the ledger for a shipment.
    ///
    /// # Errors
    /// If there is no ledger, or it can't be used.
    pub fn ledger(&self) -> anyhow::Result<Ledger> {
        Ok(Ledger::open(&self.ledger, LedgerCreation::Never)?)
    }

    /// Returns the shipments to record, after checking that the ledger allows them; `None` without `--ship`. The
    /// function `titles` gets the value of `--ship`, and returns the titles to record, each with its puzzles. A title
    /// without puzzles is not recorded.
    ///
    /// # Errors
    /// If there is no ledger, or one of the puzzles may not be shipped under its title.
    pub fn prepare(
        &self,
        titles: impl FnOnce(&str) -> anyhow::Result<Vec<(String, Vec<PuzzleId>)>>,
    ) -> anyhow::Result<Option<Shipping>> {
        let Some(title) = self.title.as_deref() else {
            return Ok(None);
        };
        let ledger = self.ledger()?;
        let mut titles = titles(title)?;
        titles.retain(|(_, puzzles)| !puzzles.is_empty());
        Shipping::new(ledger, titles).map(Some)
    }
}

/// Calls `place`, which publishes files, and then records the shipments of `shipping` in the ledger. If `shipping` is
/// `None`, nothing is recorded. By the time the record is written, the files are safe from a power cut. If the process
/// is killed between the two steps, the files have no record; running the same command again adds the record.
///
/// # Errors
/// If `place` fails or the ledger can't be written. In both cases nothing is recorded, and new files are removed. Files
/// that replaced older files stay.
pub fn place_and_ship(
    place: impl FnOnce() -> anyhow::Result<DeliveredFiles>,
    shipping: Option<Shipping>,
) -> anyhow::Result<DeliveredFiles> {
    let Some(Shipping { ledger, titles }) = shipping else {
        return place();
    };
    let mut placed = DeliveredFiles::default();
    let recorded = ledger.ship_with(&titles, || {
        placed = place()?;
        anyhow::Ok(())
    });
    match recorded {
        Ok(()) => Ok(placed),
        Err(error) => {
            placed.take_back();
            Err(error)
        }
    }
}
