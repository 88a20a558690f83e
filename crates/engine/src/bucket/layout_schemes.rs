//! The schemes for layouts other than plain 9×9. A puzzle's level depends on the hardest technique used to solve
//! it.
//!
//! The ladder has the techniques of `TechniqueLadder::people`, but not those with almost locked sets, groups or
//! forcing chains. It has no technique that relies on the puzzle having a single solution, for two reasons. First,
//! the ladder itself proves the single solution when a clue is removed, so it can't assume one. Second, such
//! techniques ignore a layout's extra rules, which can exclude a second solution.
//!
//! Small boards have fewer levels, since few techniques are ever needed there. On 4×4, hidden singles in boxes
//! alone solve every puzzle, as do naked singles alone. So there are only two levels: puzzles that full houses
//! (houses with a single blank) solve, and all others.

use super::{Measure, Scheme};
use crate::grid::Layout;
use crate::rate::Preset;
use crate::rate::techniques::{Technique, TechniqueLadder};
use std::collections::BTreeMap;

/// The first technique of a level, and the level's name.
type LevelStart = (Technique, &'static str);

const FOUR: [LevelStart; 2] = [
    (Technique::FullHouse, "full-houses"),
    (Technique::HiddenSingleBox, "singles"),
];
const SIX: [LevelStart; 3] = [
    (Technique::FullHouse, "singles"),
    (Technique::LockedPair, "locked-and-pairs"),
    (Technique::LockedTriple, "more"),
];
const LARGER: [LevelStart; 5] = [
    (Technique::FullHouse, "box-singles"),
    (Technique::HiddenSingleLine, "singles"),
    (Technique::LockedPair, "locked-and-subsets"),
    (Technique::XWing, "fish-and-wings"),
    (Technique::ColourTrap, "chains"),
];

impl Scheme {
    /// Returns the scheme of a layout, which depends only on the size of the board. Each level is named after
    /// the techniques that it adds to the easier levels.
    ///
    /// ```
    /// use sudoku_engine::bucket::Scheme;
    /// let levels = |name: &str| Scheme::of_layout(name.parse().expect("a layout")).levels;
    /// assert_eq!(levels("6x6"), ["singles", "locked-and-pairs", "more"]);
    /// assert_eq!(levels("16x16").len(), 5);
    /// ```
    pub fn of_layout(layout: Layout) -> Self {
        let (name, starts): (_, &[LevelStart]) = match layout.side() {
            4 => ("size-4", &FOUR),
            6 => ("size-6", &SIX),
            _ => ("sizes", &LARGER),
        };
        let ladder = ladder(layout.side());
        let place = |technique: Technique| {
            let found = ladder.techniques().position(|it| it == technique);
            found.map_or(0, |place| place + 1) as f64
        };
        Self {
            name: name.to_owned(),
            by: Measure::LastTechnique,
            levels: starts.iter().map(|(_, name)| (*name).to_owned()).collect(),
            limits: starts[1..].iter().map(|&(first, _)| place(first)).collect(),
            level_clues: BTreeMap::new(),
            preset: Preset::default(),
            bands: BTreeMap::new(),
            techniques: Some(ladder.renamed("layouts")),
        }
    }

    /// Returns the technique ladder up to the last technique of a level.
    pub fn ladder_up_to(&self, level: super::Level) -> TechniqueLadder {
        let ladder = self.ladder();
        let end = self.limits.get(level.index());
        let end = end.map_or(ladder.rungs().len(), |limit| *limit as usize - 1);
        TechniqueLadder::new(ladder.rungs()[..end].iter().copied()).renamed(ladder.name())
    }
}

/// Returns the technique ladder for boards with `side` cells per row. On 6×6, locked candidates and pairs
/// come before all techniques that need three cells.
fn ladder(side: usize) -> TechniqueLadder {
    let of_six = [
        Technique::Pointing,
        Technique::Claiming,
        Technique::LockedPair,
        Technique::NakedPair,
        Technique::HiddenPair,
    ];
    let people = TechniqueLadder::people().without_uniqueness();
    let kept = people
        .rungs()
        .iter()
        .filter(|rung| !rung.technique.is_large_pattern());
    let order = |technique: Technique| match technique {
        Technique::FullHouse => 0,
        it if it.is_single() => 1,
        it if side == 6 && of_six.contains(&it) => 2,
        it if it < Technique::XWing => 3,
        it if it < Technique::ColourTrap => 4,
        _ => 5,
    };
    let mut rungs: Vec<_> = kept.copied().collect();
    rungs.sort_by_key(|rung| order(rung.technique));
    TechniqueLadder::new(rungs)
}
