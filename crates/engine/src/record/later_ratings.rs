//! The ratings that were added to records with version 2, in 140 bytes after the 332 bytes of version 1.
//!
//! ```text
//! byte  332 ER   333 above   334 EP   335 ED   336 score   340 counts   468 level   469 marks
//!       470 blanks   471 table    472
//! ```
//!
//! Score, counts, level, marks and blanks belong to the technique ladder. The counts are in the order of `factory
//! list techniques`. The byte `marks` is 1 if the ladder rated the puzzle, and otherwise 0.

use super::error::RecordError;
use crate::rate::explainer::{Er, SeRating, SeTable};
use crate::rate::techniques::{TECHNIQUES, TechniquePath, TechniqueRating};
use crate::rate::{HodokuLevel, Ratings};
use serde::{Deserialize, Serialize};

/// The room for the counts of techniques: 4 rows of 16 counts, since serde supports only arrays of up to 32 entries.
const ROWS: (usize, usize) = (4, 16);

/// The byte that marks a puzzle as rated by the technique ladder.
const CLIMBED: u8 = 1;

/// The byte that is stored for a rating that was not requested.
pub(super) const NOT_RATED: u8 = 255;

/// The ratings for which version 1 of the record has no room, in the form in which they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LaterRatings {
    /// ER in tenths; 255 if ER is not known.
    er: u8,
    /// A number in tenths that ER exceeds, if ER is not known exactly; otherwise 255.
    above: u8,
    ep: u8,
    ed: u8,
    score: u32,
    counts: [[u16; ROWS.1]; ROWS.0],
    level: u8,
    marks: u8,
    /// The number of cells that the technique ladder leaves blank.
    blanks: u8,
    /// The index in [`SeTable::ALL`] of the table that gives ER, EP and ED; 0 if they were not requested.
    table: u8,
}

impl LaterRatings {
    /// The value that is stored if none of the ratings in this struct was requested.
    pub(super) const NONE: Self = Self {
        er: NOT_RATED,
        above: NOT_RATED,
        ep: NOT_RATED,
        ed: NOT_RATED,
        score: 0,
        counts: [[0; ROWS.1]; ROWS.0],
        level: NOT_RATED,
        marks: 0,
        blanks: 0,
        table: 0,
    };

    pub(super) fn of(ratings: &Ratings) -> Self {
        let mut later = Self::NONE;
        if let Some(SeRating { table, er, ep, ed }) = ratings.se {
            (later.er, later.above) = match er {
                Er::Exactly(tenths) => (tenths, NOT_RATED),
                Er::Above(tenths) => (NOT_RATED, tenths),
            };
            (later.ep, later.ed) = (ep.unwrap_or(NOT_RATED), ed.unwrap_or(NOT_RATED));
            later.table = table as u8;
        }
        if let Some(path) = ratings.techniques {
            let places = later.counts.as_flattened_mut().iter_mut();
            for (place, count) in places.zip(path.counts) {
                *place = u16::try_from(count).unwrap_or(u16::MAX);
            }
            let rated = path.rating;
            (later.score, later.level) =
                rated.map_or((0, NOT_RATED), |it| (it.score, it.level as u8));
            (later.marks, later.blanks) = (CLIMBED, path.blanks as u8);
        }
        later
    }

    /// Returns the rating by the technique ladder; `None` if it was not requested.
    ///
    /// # Errors
    /// If the numbers contradict one another, or if there are ratings that this release doesn't know.
    pub(super) fn techniques(self) -> Result<Option<TechniquePath>, RecordError> {
        let (known, unknown) = self.counts.as_flattened().split_at(TECHNIQUES);
        if self.marks & !CLIMBED != 0 || unknown.iter().any(|it| *it > 0) {
            return Err(RecordError::Later);
        }
        if self.marks == 0 {
            let without = Self {
                er: self.er,
                above: self.above,
                ep: self.ep,
                ed: self.ed,
                table: self.table,
                ..Self::NONE
            };
            let is_empty = self == without;
            return is_empty.then_some(None).ok_or(RecordError::Later);
        }
        let mut counts = [0; TECHNIQUES];
        for (count, &packed) in counts.iter_mut().zip(known) {
            *count = packed.into();
        }
        let level = HodokuLevel::ALL.get(usize::from(self.level)).copied();
        let is_known = match level {
            Some(_) => self.blanks == 0,
            None => self.level == NOT_RATED && self.score == 0 && (1..=81).contains(&self.blanks),
        };
        if !is_known {
            return Err(impossible("technique level", self.level));
        }
        let score = self.score;
        let rating = level.map(|level| TechniqueRating { score, level });
        Ok(Some(TechniquePath {
            counts,
            rating,
            blanks: self.blanks.into(),
        }))
    }

    /// Returns Sudoku Explainer's rating; `None` if it was not requested.
    ///
    /// # Errors
    /// If the numbers contradict one another.
    pub(super) fn se(self) -> Result<Option<SeRating>, RecordError> {
        let Self {
            er,
            above,
            ep,
            ed,
            table,
            ..
        } = self;
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
        // Each number is the hardest in a first part of the path: ED in its first step, EP in at least
        // that step, so they ascend.
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
            counts: [[3; ROWS.1]; ROWS.0],
            ..LaterRatings::NONE
        };
        let it = ratings;
        let fields = (
            (it.er, it.above, it.ep, it.ed),
            (it.score, it.counts, it.level, it.marks, it.blanks, it.table),
        );
        let mut bytes = Vec::new();
        codec::encode_into(&ratings, &mut bytes).unwrap();
        assert_eq!(bytes, wincode::serialize(&fields).unwrap());
        assert_eq!(RECORD_BYTES + bytes.len(), RecordVersion::Two.bytes());
        assert_eq!(codec::decode(&bytes), Ok(ratings));
    }
}
