//! The 140 bytes that a record of version 2 has behind the 332 of version 1:
//!
//! ```text
//! byte  332 ER   333 above   334 EP   335 ED   336 score   340 counts   468 level   469 marks
//!       470 table 471 0    472
//! ```
//!
//! Score, counts, level and marks are those of a second ladder. No release makes them yet, and
//! their place is held for it, so that one version serves both.

use super::record_error::RecordError;
use crate::rate::Ratings;
use crate::rate::explainer::{Er, SeRating, SeTable};
use serde::{Deserialize, Serialize};

/// Number of techniques that the second ladder has room for, as rows: serde knows arrays up to 32
/// only.
const TECHNIQUES: (usize, usize) = (4, 16);

/// The byte of a rating that was not asked for.
pub(super) const NOT_RATED: u8 = 255;

/// The ratings that version 1 has no room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LaterRatings {
    /// Tenths; 255 if it is not known.
    er: u8,
    /// Tenths that ER is above where it is not known, else 255.
    above: u8,
    ep: u8,
    ed: u8,
    score: u32,
    counts: [[u16; TECHNIQUES.1]; TECHNIQUES.0],
    level: u8,
    marks: u8,
    /// The place of the table of ER, EP and ED in [`SeTable::ALL`]; 0 if they are not known.
    table: u8,
    rest: u8,
}

impl LaterRatings {
    /// The bytes without any of these ratings.
    pub(super) const NONE: Self = Self {
        er: NOT_RATED,
        above: NOT_RATED,
        ep: NOT_RATED,
        ed: NOT_RATED,
        score: 0,
        counts: [[0; TECHNIQUES.1]; TECHNIQUES.0],
        level: NOT_RATED,
        marks: 0,
        table: 0,
        rest: 0,
    };

    pub(super) fn of(ratings: &Ratings) -> Self {
        let Some(SeRating { table, er, ep, ed }) = ratings.se else {
            return Self::NONE;
        };
        let (er, above) = match er {
            Er::Exactly(tenths) => (tenths, NOT_RATED),
            Er::Above(tenths) => (NOT_RATED, tenths),
        };
        Self {
            er,
            above,
            ep: ep.unwrap_or(NOT_RATED),
            ed: ed.unwrap_or(NOT_RATED),
            table: table as u8,
            ..Self::NONE
        }
    }

    /// Returns Sudoku Explainer's rating, if there is one.
    ///
    /// # Errors
    /// If its numbers contradict one another, or there are ratings that this release doesn't know.
    pub(super) fn se(self) -> Result<Option<SeRating>, RecordError> {
        let Self {
            er,
            above,
            ep,
            ed,
            table,
            ..
        } = self;
        let known = Self {
            er,
            above,
            ep,
            ed,
            table,
            ..Self::NONE
        };
        if self != known {
            return Err(RecordError::Later);
        }
        let number = match (er, above) {
            (NOT_RATED, NOT_RATED) if (ep, ed, table) == (NOT_RATED, NOT_RATED, 0) => {
                return Ok(None);
            }
            (tenths, NOT_RATED) if tenths != NOT_RATED => Er::Exactly(tenths),
            (NOT_RATED, tenths) if tenths != NOT_RATED => Er::Above(tenths),
            _ => return Err(impossible("er", er)),
        };
        let part = |tenths: u8| (tenths != NOT_RATED).then_some(tenths);
        let (ep, ed, most) = (part(ep), part(ed), er.min(above));
        // Each is the hardest of a beginning of the path: ED of its first step, EP of more.
        if ep.is_some_and(|ep| ep > most) {
            return Err(impossible("ep", self.ep));
        }
        let is_in_order = match (ep, ed) {
            (Some(ep), Some(ed)) => ed <= ep,
            (Some(_), None) => false,
            (None, Some(ed)) => ed <= most,
            (None, None) => true,
        };
        let tables = SeTable::ALL;
        let named = tables.get(usize::from(table)).copied();
        let table = named.ok_or(impossible("table", table))?;
        let er = number;
        match is_in_order {
            true => Ok(Some(SeRating { table, er, ep, ed })),
            false => Err(impossible("ed", self.ed)),
        }
    }
}

fn impossible(rating: &'static str, packed: u8) -> RecordError {
    RecordError::Extra { rating, packed }
}

#[cfg(test)]
mod tests {
    use super::super::version::RecordVersion;
    use super::super::{RECORD_BYTES, codec};
    use super::*;

    #[test]
    fn another_crate_gives_the_same_bytes() {
        let ratings = LaterRatings {
            er: 45,
            score: 1 << 20,
            counts: [[3; TECHNIQUES.1]; TECHNIQUES.0],
            ..LaterRatings::NONE
        };
        let it = ratings;
        let fields = (
            (it.er, it.above, it.ep, it.ed),
            (it.score, it.counts, it.level, it.marks, it.table, it.rest),
        );
        let mut bytes = Vec::new();
        codec::encode_into(&ratings, &mut bytes).unwrap();
        assert_eq!(bytes, wincode::serialize(&fields).unwrap());
        assert_eq!(RECORD_BYTES + bytes.len(), RecordVersion::Two.bytes());
        assert_eq!(codec::decode(&bytes), Ok(ratings));
    }
}
