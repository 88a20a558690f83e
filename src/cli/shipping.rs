//! Puzzles that are recorded in the ledger as shipped, in one step with the file that holds them.

use super::delivery::Together;
use crate::grid::PuzzleId;
use crate::ledger::{Begin, Ledger};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use std::path::PathBuf;

/// What is recorded, and where.
#[derive(Debug, Args)]
pub struct ShipArgs {
    /// Record the puzzles in the ledger as shipped under this title, as No. 1, 2, 3 …, in one step
    /// with what is written: all of them, or none and no file
    #[arg(id = "ship", long, value_name = "TITLE", value_parser = NonEmptyStringValueParser::new())]
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

/// Puzzles to record, title by title.
pub struct Shipping {
    ledger: Ledger,
    titles: Vec<(String, Vec<PuzzleId>)>,
    /// Which of them were recorded just now.
    recorded: Vec<bool>,
}

impl ShipArgs {
    /// The ledger for what is shipped.
    ///
    /// # Errors
    /// If there is none, or it can't be used.
    pub fn ledger(&self) -> anyhow::Result<Ledger> {
        Ok(Ledger::open(&self.ledger, Begin::Never)?)
    }

    /// What is asked for, if it can be done; `None` if nothing is. `titles` tells which puzzles go
    /// out under the title that it is given, or under titles made of it.
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
        let titles = titles(title)?;
        for (title, puzzles) in &titles {
            ledger.shippable(title, puzzles)?;
        }
        Ok(Some(Shipping {
            ledger,
            recorded: vec![false; titles.len()],
            titles,
        }))
    }
}

impl Shipping {
    /// Has the files put into their places by `deliver`, which is to take the step that it is given
    /// when they are whole and their places are all that is left. What is recorded is taken back if
    /// they can't be put there.
    ///
    /// # Errors
    /// What `deliver` returns, and if the ledger can't be written.
    pub fn finish(
        mut self,
        deliver: impl FnOnce(&mut dyn FnMut() -> anyhow::Result<()>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let delivered = deliver(&mut || {
            let new = self.ledger.ship_all(&self.titles)?;
            for (recorded, new) in self.recorded.iter_mut().zip(new) {
                *recorded |= new;
            }
            Ok(())
        });
        if delivered.is_err() {
            let recorded = self.titles.iter().zip(&self.recorded);
            for ((title, _), _) in recorded.filter(|(_, recorded)| **recorded) {
                self.ledger.unship(title)?;
            }
        }
        delivered
    }
}

/// Puts files into their places, in one step with what is recorded of them.
///
/// # Errors
/// If one can't be put there, or the ledger can't be written; neither is done then.
pub fn place_and_ship(written: Together, shipping: Option<Shipping>) -> anyhow::Result<()> {
    let Some(shipping) = shipping else {
        return written.place();
    };
    shipping.finish(|record| {
        record()?;
        written.place()
    })
}
