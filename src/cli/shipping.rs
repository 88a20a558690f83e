//! The recording of puzzles in the ledger as shipped, in one step with the file that holds them.

use super::file_set::DeliveredFiles;
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use std::path::PathBuf;

/// The record of a shipment, and its ledger.
#[derive(Debug, Args)]
pub struct ShipArgs {
    /// Record the puzzles in the ledger as shipped under this title, numbered 1, 2, 3 …, in one
    /// step with the files: either both are there or neither
    #[arg(id = "ship", long, value_name = "TITLE", value_parser = NonEmptyStringValueParser::new())]
    pub title: Option<String>,
    /// Ledger for --ship
    #[arg(
        long,
        value_name = "FILE",
        env = "FACTORY_LEDGER",
        default_value = "output/ledger.sqlite"
    )]
    ledger: PathBuf,
}

/// Puzzles to record, title by title.
pub struct Shipping {
    ledger: Ledger,
    titles: Vec<(String, Vec<PuzzleId>)>,
}

impl Shipping {
    /// Prepares the record of these titles.
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
    /// Opens the ledger for what is shipped.
    ///
    /// # Errors
    /// If there is none, or it can't be used.
    pub fn ledger(&self) -> anyhow::Result<Ledger> {
        Ok(Ledger::open(&self.ledger, LedgerCreation::Never)?)
    }

    /// Returns what is to be recorded as shipped, once it is known that it may be; `None` if
    /// nothing is. `titles` returns the puzzles that are shipped under its title, or under titles
    /// made of it. A title without puzzles is not recorded.
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

/// Calls `place`, which puts files into their places, and records their puzzles if any are to be
/// shipped: the files are safe from a power cut before the record is. A kill between the two leaves
/// files without a record, which the same command adds.
///
/// # Errors
/// If `place` fails or the ledger can't be written. Nothing is recorded then, and new files are taken
/// back; files that were written over stay as they are now.
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
