//! Converts Sudoku Explainer's rating to numbers with one decimal and to text, in the same way for all
//! outputs.

use super::explainer::{Er, SeRating};
use std::fmt;

impl SeRating {
    /// Returns ER, the rating of the hardest step; `None` if the explainer gave up on the puzzle.
    pub fn er_value(&self) -> Option<f64> {
        match self.er {
            Er::Exactly(tenths) => Some(number(tenths)),
            Er::Above(_) => None,
        }
    }

    /// Returns the number that ER is known to exceed; `None` if ER itself is known.
    pub fn above_value(&self) -> Option<f64> {
        match self.er {
            Er::Exactly(_) => None,
            Er::Above(tenths) => Some(number(tenths)),
        }
    }

    /// Returns EP, the rating of the hardest step up to the first step that places a digit. `None` for a full grid, or
    /// if no step that places a digit was found.
    pub fn ep_value(&self) -> Option<f64> {
        self.ep.map(number)
    }

    /// Returns ED, the rating of the first step; `None` for a full grid, or if no step was found.
    pub fn ed_value(&self) -> Option<f64> {
        self.ed.map(number)
    }

    /// Returns ER, EP, ED and the lower bound of ER, all in tenths. A number that is not known is given as 255, and so
    /// is the lower bound if ER itself is known.
    pub(super) fn tenths(&self) -> [u32; 4] {
        let above = match self.er {
            Er::Exactly(_) => u8::MAX,
            Er::Above(tenths) => tenths,
        };
        let part = |tenths: Option<u8>| tenths.unwrap_or(u8::MAX);
        [self.er.ranked(), part(self.ep), part(self.ed), above].map(u32::from)
    }
}

fn number(tenths: u8) -> f64 {
    f64::from(tenths) / 10.0
}

/// Displays the name of the table, then ER, EP and ED: `SE 1.2.1: ER 7.2, EP 1.2, ED 1.2`. If ER is not known, its
/// lower bound is shown: `> 9.4`. If EP or ED is not known, the text for ER is repeated.
impl fmt::Display for SeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |tenths: Option<u8>| tenths.map_or(self.er, Er::Exactly);
        let (title, er) = (self.table, self.er);
        let [ep, ed] = [part(self.ep), part(self.ed)];
        write!(f, "{title}: ER {er}, EP {ep}, ED {ed}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::explainer::SeTable;
    use super::*;

    #[test]
    fn what_is_beyond_reach_has_no_number() {
        let rating = SeRating {
            table: SeTable::default(),
            er: Er::Above(94),
            ep: None,
            ed: Some(12),
        };
        assert_eq!(rating.to_string(), "SE 1.2.1: ER > 9.4, EP > 9.4, ED 1.2");
        let numbers = (rating.er_value(), rating.above_value());
        assert_eq!(numbers, (None, Some(9.4)));
        assert_eq!((rating.ep_value(), rating.ed_value()), (None, Some(1.2)));
    }
}
