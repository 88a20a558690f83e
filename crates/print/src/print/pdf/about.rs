//! The description of a PDF: title, author, date, printing condition, and the shop it is made for.

use crate::print::shop::{Preset, Stock};
use jiff::civil::Date;

/// The description of a PDF inside the file; plain files have none.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// The title.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The date; never today's, so that the same pack gives the same bytes.
    pub date: Date,
    /// The printing condition it is meant for, registered at the ICC.
    pub condition: &'static str,
    /// The shop and paper that it was made for, which a preflight reads.
    pub made_for: Option<(Preset, Stock)>,
}

/// The catalogue entry that names the shop and paper of a file. Names that begin with XX are for
/// private use (ISO 32000-1, annex E); no shop and no viewer looks at them.
pub(in crate::print) const MADE_FOR: &str = "XXSudokuFactory";
