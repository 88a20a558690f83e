//! The band of a level: conditions that a puzzle must meet to have the level. A band is for cases where one number
//! doesn't say how hard a puzzle is.
//!
//! Below ER 2, the time that people take depends on the number of clues. Above ER 2, it depends on the steps that
//! are not singles. A band therefore limits the techniques, the score and ER. The number of clues is limited by
//! the scheme and not by the band.

use crate::rate::HodokuLevel;
use crate::rate::techniques::{Technique, TechniqueLadder, TechniquePath};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// The conditions that a puzzle must fulfil to have a level. A field that is `None` or an empty list sets no condition.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "kebab-case", deny_unknown_fields, default)
)]
pub struct Band {
    /// The level of the hardest technique that the puzzle needs.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub hardest: Option<HodokuLevel>,
    /// Techniques of which the puzzle must use at least one; an empty list requires none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub needs: Vec<Technique>,
    /// The only techniques that the puzzle may use; an empty list allows all techniques.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub only: Vec<Technique>,
    /// The lowest and the highest score, by the technique ladder.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub score: Option<(u32, u32)>,
    /// The lowest and the highest ER, the rating of the hardest step, by Sudoku Explainer 1.2.1.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub er: Option<(f64, f64)>,
    /// The highest ER of the level's easier half, if the level has halves. It lies in the range `er`, below the
    /// maximum of this range.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub easier_er: Option<f64>,
}

/// The easier or the harder half of a level, divided by ER, Sudoku Explainer's rating of the hardest step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// Puzzles with an ER up to [`Band::easier_er`].
    Easier,
    /// Puzzles with an ER above [`Band::easier_er`].
    Harder,
}

impl Half {
    /// Returns the name in files: `easier` or `harder`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easier => "easier",
            Self::Harder => "harder",
        }
    }
}

impl Band {
    /// Returns whether a puzzle fulfils the band's conditions; `false` if the ladder doesn't solve it. `path` is
    /// the puzzle's solving path by the ladder. The condition on ER is ignored if `er` is `None`.
    pub(super) fn holds(
        &self,
        path: &TechniquePath,
        er: Option<f64>,
        ladder: &TechniqueLadder,
    ) -> bool {
        let er_fits = |(least, most): (f64, f64)| er.is_none_or(|er| least <= er && er <= most);
        let Some(rating) = path.rating else {
            return false;
        };
        let hardest = || ladder.hardest(path).map(|rung| rung.level);
        let uses = |technique: &Technique| path.counts[technique.index()] > 0;
        let in_range = |(least, most): (u32, u32)| (least..=most).contains(&rating.score);
        self.score.is_none_or(in_range)
            && self.er.is_none_or(er_fits)
            && self.hardest.is_none_or(|level| hardest() == Some(level))
            && (self.needs.is_empty() || self.needs.iter().any(uses))
            && (self.only.is_empty()
                || Technique::all().all(|it| !uses(&it) || self.only.contains(&it)))
    }

    /// Returns whether no range of score or ER has a minimum above its maximum. The limit between the level's
    /// halves must lie in the range of ER, below the maximum of this range.
    pub(super) fn is_possible(&self) -> bool {
        self.score.is_none_or(|(least, most)| least <= most)
            && self.er.is_none_or(|(least, most)| least <= most)
            && self.easier_er.is_none_or(|end| {
                self.er
                    .is_some_and(|(least, most)| least <= end && end < most)
            })
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |all: &[Technique]| {
            let names: Vec<&str> = all.iter().map(|it| it.name()).collect();
            names.join(", ")
        };
        let mut said = Vec::new();
        if let Some(level) = self.hardest {
            said.push(format!("hardest technique {}", level.key()));
        }
        if !self.only.is_empty() {
            said.push(format!("only {}", names(&self.only)));
        }
        if !self.needs.is_empty() {
            said.push(format!(
                "takes {}",
                names(&self.needs).replace(", ", " or ")
            ));
        }
        if let Some((least, most)) = self.score {
            said.push(format!("{least} to {most} points"));
        }
        if let Some((least, most)) = self.er {
            said.push(format!("ER {least:.1} to {most:.1}"));
        }
        if let Some(most) = self.easier_er {
            said.push(format!("the easier half to ER {most:.1}"));
        }
        f.write_str(&said.join(", "))
    }
}
