//! Handles the regions and marks (even and odd) of puzzles in lists. An option sets regions that all puzzles of a
//! list share. Answers in JSON contain each puzzle's regions and marks.

use super::errors::UsageError;
use super::list::ListPuzzle;
use crate::config::ConfigError;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{Board, CellFeatures, ExtraRule, Layout, Regions};
use crate::import::{LayoutList, LayoutListPuzzle};
use clap::Args;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

impl ListPuzzle for LayoutListPuzzle {
    fn text(&self) -> String {
        shaped_line(&self.board, Alphabet::One)
    }

    fn clues(&self) -> usize {
        self.board.clue_count()
    }

    fn nine(&self) -> Option<&Board> {
        None
    }
}

/// The option for regions that all puzzles of a list have.
#[derive(Debug, Clone, Args)]
pub struct RegionsArgs {
    /// File with the regions that all puzzles of a jigsaw layout share: n rows of n letters for a layout of n×n
    /// cells, one letter for each region. The puzzles' own lines then need no regions
    #[arg(long, value_name = "FILE", requires = "layout")]
    regions: Option<PathBuf>,
}

impl RegionsArgs {
    /// Refuses a file of regions for lists of 9×9 puzzles.
    pub fn refuse_nine(&self) -> Result<(), UsageError> {
        match &self.regions {
            None => Ok(()),
            Some(_) => Err(UsageError(ConfigError::RegionsAlone.to_string())),
        }
    }

    /// Returns the settings for reading a list of puzzles of a layout. If the options name a file of regions, all
    /// puzzles of the list have the regions in this file.
    pub fn list(&self, layout: Layout) -> Result<LayoutList, UsageError> {
        Ok(LayoutList {
            regions: self.read(layout)?,
            ..layout.into()
        })
    }

    /// Reads the file of regions that all puzzles share; `None` if the options name no such file. Fails if the
    /// regions do not suit the layout.
    fn read(&self, layout: Layout) -> Result<Option<Regions>, UsageError> {
        let Some(file) = &self.regions else {
            return Ok(None);
        };
        let refuse = |why: &dyn std::fmt::Display| UsageError(format!("{}: {why}", file.display()));
        if !layout.has(ExtraRule::Jigsaw) {
            return Err(refuse(&format_args!("{layout} has no regions to draw")));
        }
        let text = fs::read_to_string(file).map_err(|error| refuse(&error))?;
        let regions: Regions = text.parse().map_err(|error| refuse(&error))?;
        match regions.side() == layout.side() {
            true => Ok(Some(regions)),
            false => Err(refuse(&format_args!(
                "these are regions of {0}x{0}, not of {layout}",
                regions.side()
            ))),
        }
    }
}

/// Adds the regions and marks of a puzzle to the fields of an answer.
pub fn add_features(features: &CellFeatures, fields: &mut Value) {
    if let Some(regions) = features.regions() {
        fields["regions"] = regions.to_string().into();
    }
    if let Some(marks) = features.marks_line() {
        fields["marks"] = marks.into();
    }
}
