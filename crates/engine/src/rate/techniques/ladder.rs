//! The order in which techniques are tried, with points and levels: ladders as data.

use super::technique::Technique;
use crate::rate::HodokuLevel;

/// A technique in a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The technique.
    pub technique: Technique,
    /// The points of a step.
    pub score: u32,
    /// The level that a puzzle has at least once it takes the technique.
    pub level: HodokuLevel,
}

/// Techniques in the order in which they are tried.
///
/// ```
/// use sudoku_engine::rate::techniques::{Technique, TechniqueLadder};
/// let ladder = TechniqueLadder::hodoku().without_uniqueness().without(Technique::SueDeCoq);
/// assert_eq!(ladder.rungs()[0].technique, Technique::FullHouse);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TechniqueLadder(Vec<Rung>);

impl TechniqueLadder {
    /// Returns HoDoKu's default order, points and levels, as far as there are techniques.
    pub fn hodoku() -> Self {
        let rungs = Technique::all().filter(|&technique| technique != Technique::WxyzWing);
        Self::new(rungs.map(|technique| Rung {
            technique,
            score: technique.score().into(),
            level: technique.level(),
        }))
    }

    /// Makes a ladder of these rungs.
    pub fn new(rungs: impl IntoIterator<Item = Rung>) -> Self {
        Self(rungs.into_iter().collect())
    }

    /// Returns the rungs in order.
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// Returns the ladder without one technique.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Self {
        self.0.retain(|rung| rung.technique != technique);
        self
    }

    /// Returns the ladder without the techniques that rely on the puzzle's having a single solution.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Self {
        self.0.retain(|rung| !rung.technique.rests_on_uniqueness());
        self
    }
}
