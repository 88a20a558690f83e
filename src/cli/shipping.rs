//! Puzzles that are recorded in the ledger as shipped, in one step with the file that holds them.

use crate::grid::PuzzleId;
use crate::ledger::{Begin, Ledger};
use clap::Args;
use std::path::PathBuf;

/// What is recorded, and where.
#[derive(Debug, Args)]
pub struct ShipArgs {
    /// Record the puzzles in the ledger as shipped under this title, as No. 1, 2, 3 …, in one step
    /// with the file: all of them, or none and no file
    #[arg(long = "ship", value_name = "TITLE", requires = "out")]
    pub title: Option<String>,
    /// The ledger for --ship
    #[arg(
        long,
        value_name = "FILE",
        env = "FACTORY_LEDGER",
        default_value = "output/ledger.sqlite"
    )]
    ledger: PathBuf,
}

/// Puzzles to record under a title.
pub struct Shipping<'a> {
    ledger: Ledger,
    title: &'a str,
    puzzles: Vec<PuzzleId>,
    /// What was recorded before a folder of files was written; a file is waited for.
    recorded: bool,
}

impl ShipArgs {
    /// What is asked for, if it can be done; `None` if nothing is. Files of a folder are there one
    /// by one, so `is_folder` records them first.
    ///
    /// # Errors
    /// If there is no ledger, or one of the puzzles may not be shipped under this title.
    pub fn prepare(
        &self,
        is_folder: bool,
        puzzles: impl FnOnce() -> anyhow::Result<Vec<PuzzleId>>,
    ) -> anyhow::Result<Option<Shipping<'_>>> {
        let Some(title) = self.title.as_deref() else {
            return Ok(None);
        };
        let ledger = Ledger::open(&self.ledger, Begin::Never)?;
        let puzzles = puzzles()?;
        let recorded = match is_folder {
            true => ledger.ship(title, &puzzles)?,
            false => ledger.shippable(title, &puzzles).map(|_| false)?,
        };
        Ok(Some(Shipping {
            ledger,
            title,
            puzzles,
            recorded,
        }))
    }
}

impl Shipping<'_> {
    /// Has the file put into its place by `deliver`, which is to take the step that it is given when
    /// the file is whole and its place is all that is left. What is recorded is taken back if the file
    /// can't be put there.
    ///
    /// # Errors
    /// What `deliver` returns, and if the ledger can't be written.
    pub fn finish(
        mut self,
        deliver: impl FnOnce(&mut dyn FnMut() -> anyhow::Result<()>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let delivered = deliver(&mut || {
            self.recorded |= self.ledger.ship(self.title, &self.puzzles)?;
            Ok(())
        });
        if delivered.is_err() && self.recorded {
            self.ledger.unship(self.title)?;
        }
        delivered
    }
}
