//! A hint of Sudoku Explainer: a technique, its rating, and the digit it places or the candidates it removes.

use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};
use crate::rate::Mark;

/// A hint as a search finds it, before an `SeStep` is made from it.
#[derive(Debug, Clone)]
pub(super) struct SeHint {
    /// The technique.
    pub technique: SeTechnique,
    /// The hint's rating as Sudoku Explainer computes it, in floating point.
    pub number: f64,
    /// The digit that is placed, with its cell; `None` if the hint only removes candidates.
    pub placement: Option<Mark>,
    /// The candidates that are removed, besides those that a placement removes.
    pub removals: Vec<Mark>,
    /// The houses of the pattern: at most two, even if the pattern has more.
    pub houses: [Option<House>; 2],
    /// The cells of the pattern. An XY-wing or XYZ-wing lists its pivot first. A longer wing lists its cell with
    /// two candidates last. A loop lists its cells in loop order.
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: DigitSet,
}

/// A technique of Sudoku Explainer; the variants are in the order in which techniques are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeTechnique {
    /// A digit has one place left in a house.
    HiddenSingle,
    /// The removals of a locked digit leave the digit only one place in another house.
    DirectLocking,
    /// A hidden pair leaves one place for another digit.
    DirectHiddenPair,
    /// A cell has one candidate left.
    NakedSingle,
    /// A hidden triplet leaves one place for another digit.
    DirectHiddenTriplet,
    /// All places of a digit in one house lie in another house.
    Locking,
    /// Two cells of a house together have only two candidates.
    NakedPair,
    /// A digit's places in two lines lie in two crossing lines.
    XWing,
    /// Two digits together have only two places in a house.
    HiddenPair,
    /// Three cells of a house together have only three candidates.
    NakedTriplet,
    /// A digit's places in three lines lie in three crossing lines.
    Swordfish,
    /// Three digits together have only three places in a house.
    HiddenTriplet,
    /// Two strong links of a digit; SE 1.18.1 only.
    TwoStrongLinks,
    /// A pivot cell with two candidates, and two wings.
    XyWing,
    /// A pivot cell with three candidates, and two wings.
    XyzWing,
    /// A loop of cells that would have two solutions if all its cells had only the same two candidates.
    UniqueLoop,
    /// Four cells of a house together have only four candidates.
    NakedQuad,
    /// A digit's places in four lines lie in four crossing lines.
    Jellyfish,
    /// Four digits together have only four places in a house.
    HiddenQuad,
    /// Three strong links of a digit; SE 1.18.1 only.
    ThreeStrongLinks,
    /// A wing of four cells; SE 1.18.1 only.
    WxyzWing,
    /// Without the surplus candidates, every blank would have two candidates, and the puzzle would have two
    /// solutions or none.
    BivalueGrave,
    /// Four strong links of a digit; SE 1.18.1 only.
    FourStrongLinks,
    /// A wing of five cells; SE 1.18.1 only.
    VwxyzWing,
    /// Two cells, whose combinations of digits are tested against the cells that see both cells.
    AlignedPairExclusion,
    /// A wing of six cells; SE 1.18.1 only.
    UvwxyzWing,
    /// A cycle of links of one digit, of links within cells, or of both kinds.
    Cycle,
    /// The assumption that a candidate is on proves that it is off, or the other way round.
    ForcingChain,
    /// A wing of seven cells; SE 1.18.1 only.
    TuvwxyzWing,
    /// The combinations of digits in three cells, tested against the cells that see all three.
    AlignedTripletExclusion,
    /// A candidate whose consequences for its own digit contradict each other.
    Nishio,
    /// All candidates of a cell, or all places of a digit in a house, imply the same result.
    MultipleChains,
    /// Multiple chains and contradictions in which an effect can have several causes.
    DynamicChains,
    /// Dynamic chains that use locking, pairs and X-wings.
    DynamicChainsPlus,
    /// Dynamic chains that use forcing chains.
    NestedForcingChains,
    /// Dynamic chains that use multiple chains.
    NestedMultipleChains,
    /// Dynamic chains that use dynamic chains.
    NestedDynamicChains,
    /// Dynamic chains that use nested chains.
    NestedNestedChains,
}

impl SeTechnique {
    /// Returns the technique's name in texts and JSON, such as `XY-wing`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HiddenSingle => "hidden single",
            Self::DirectLocking => "direct locking",
            Self::DirectHiddenPair => "direct hidden pair",
            Self::NakedSingle => "naked single",
            Self::DirectHiddenTriplet => "direct hidden triplet",
            Self::Locking => "locking",
            Self::NakedPair => "naked pair",
            Self::XWing => "X-wing",
            Self::HiddenPair => "hidden pair",
            Self::NakedTriplet => "naked triplet",
            Self::Swordfish => "swordfish",
            Self::HiddenTriplet => "hidden triplet",
            Self::TwoStrongLinks => "two strong links",
            Self::XyWing => "XY-wing",
            Self::XyzWing => "XYZ-wing",
            Self::UniqueLoop => "unique rectangle or loop",
            Self::NakedQuad => "naked quad",
            Self::Jellyfish => "jellyfish",
            Self::HiddenQuad => "hidden quad",
            Self::ThreeStrongLinks => "three strong links",
            Self::WxyzWing => "WXYZ-wing",
            Self::BivalueGrave => "bivalue universal grave",
            Self::FourStrongLinks => "four strong links",
            Self::VwxyzWing => "VWXYZ-wing",
            Self::AlignedPairExclusion => "aligned pair exclusion",
            Self::UvwxyzWing => "UVWXYZ-wing",
            Self::Cycle => "cycle",
            Self::ForcingChain => "forcing chain",
            Self::TuvwxyzWing => "TUVWXYZ-wing",
            Self::AlignedTripletExclusion => "aligned triplet exclusion",
            Self::Nishio => "Nishio",
            Self::MultipleChains => "multiple forcing chains",
            Self::DynamicChains => "dynamic forcing chains",
            Self::DynamicChainsPlus => "dynamic forcing chains plus",
            Self::NestedForcingChains => "nested forcing chains",
            Self::NestedMultipleChains => "nested multiple chains",
            Self::NestedDynamicChains => "nested dynamic chains",
            Self::NestedNestedChains => "nested nested chains",
        }
    }
}

impl SeHint {
    /// Makes a hint that places a digit.
    pub(super) fn placing(technique: SeTechnique, number: f64, cell: Cell, digit: Digit) -> Self {
        Self {
            technique,
            number,
            placement: Some(Mark { cell, digit }),
            removals: Vec::new(),
            houses: [None; 2],
            cells: Vec::new(),
            digits: DigitSet::of(digit),
        }
    }

    /// Makes a hint that removes candidates.
    pub(super) fn removing(technique: SeTechnique, number: f64, removals: Vec<Mark>) -> Self {
        Self {
            technique,
            number,
            placement: None,
            removals,
            houses: [None; 2],
            cells: Vec::new(),
            digits: DigitSet::EMPTY,
        }
    }

    /// Returns the hint with these houses, cells and digits as its pattern.
    #[must_use]
    pub(super) fn at(
        mut self,
        houses: &[House],
        cells: impl IntoIterator<Item = Cell>,
        digits: DigitSet,
    ) -> Self {
        for (place, &house) in self.houses.iter_mut().zip(houses) {
            *place = Some(house);
        }
        self.cells = cells.into_iter().collect();
        self.digits = digits;
        self
    }

    /// Applies the hint to the candidates.
    pub(super) fn apply(&self, candidates: &mut Candidates) {
        if let Some(mark) = self.placement {
            candidates.place(mark.cell, mark.digit);
        }
        for mark in &self.removals {
            candidates.remove(mark.cell, mark.digit);
        }
    }
}

/// Lists the candidates of these cells that are in `digits`, cell by cell.
pub(super) fn removals(candidates: &Candidates, cells: CellSet, digits: DigitSet) -> Vec<Mark> {
    let marks = |cell| {
        let digits = candidates.of_cell(cell).intersection(digits);
        digits.map(move |digit| Mark { cell, digit })
    };
    cells.flat_map(marks).collect()
}

/// Converts a rating to tenths, rounded as Sudoku Explainer prints it.
pub(super) fn tenths(number: f64) -> u8 {
    ((number + 0.05) * 10.0).floor() as u8
}
