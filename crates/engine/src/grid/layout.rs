//! The layout of a puzzle: its size and boxes, and its rules besides those for rows, columns and boxes.
//!
//! A layout is a small value with a name, such as `16x16` or `9x9+x`. Its houses and peers are listed by
//! [`LayoutHouses`](super::LayoutHouses). 9×9 without further rules is [`Layout::NINE`], and has fast code of its
//! own.

use super::{Shape, ShapeError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An extra rule, in addition to the rules for rows, columns and boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtraRule {
    /// Each of the two long diagonals holds every digit.
    Diagonals,
    /// Each window, which has the size of a box and lies between the boxes, holds every digit, as in windoku.
    Windows,
    /// Cells that are a knight's move apart hold different digits.
    Knight,
    /// Cells that touch at a corner hold different digits.
    King,
    /// Regions of any shape take the place of the boxes, as in a jigsaw.
    Jigsaw,
    /// Each marked cell holds an even or an odd digit, as its mark says.
    EvenOdd,
}

impl ExtraRule {
    /// All rules, in the order in which the name of a layout lists them.
    pub const ALL: [Self; 6] = [
        Self::Diagonals,
        Self::Windows,
        Self::Knight,
        Self::King,
        Self::Jigsaw,
        Self::EvenOdd,
    ];

    /// Returns the rule's short name, such as `x`, which is used in the name of a layout.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Diagonals => "x",
            Self::Windows => "windows",
            Self::Knight => "knight",
            Self::King => "king",
            Self::Jigsaw => "jigsaw",
            Self::EvenOdd => "even-odd",
        }
    }
}

/// The side of the smallest board whose puzzles can have regions or marks of their own. On smaller boards, all
/// drawings of regions have two regions of the same shape, or a region that is a row or column. At some levels, no
/// puzzle of a smaller board needs marks.
const SMALLEST_WITH_FEATURES: usize = 6;

/// The size of a board, its boxes, and its extra rules; displayed and parsed as `12x12`, `9x9+x`, or
/// `6x6/3x2` where the boxes are not the usual ones.
///
/// ```
/// use sudoku_engine::grid::Layout;
/// let layout: Layout = "6x6".parse()?;
/// assert_eq!((layout.side(), layout.shape().to_string()), (6, "2x3".to_owned()));
/// assert_eq!("9x9+knight+x".parse::<Layout>()?.to_string(), "9x9+x+knight");
/// # Ok::<(), sudoku_engine::grid::LayoutError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Layout {
    shape: Shape,
    /// The rules of [`ExtraRule::ALL`], one bit each.
    rules: u8,
}

/// The error for a text that does not describe a valid layout, or for a change that would make a layout invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The text does not begin with a size such as 12x12.
    #[error("{0:?} is no layout: expected a size such as 6x6 or 16x16, with rules such as 9x9+x")]
    Malformed(String),
    /// No boxes fit a board with this many cells per row.
    #[error(
        "no board of {0}x{0} has boxes: there are 4x4, 6x6, 8x8, 9x9, 10x10, 12x12, 14x14, 15x15, 16x16, 18x18, 20x20, 21x21, 22x22, 24x24 and 25x25"
    )]
    Side(usize),
    /// The boxes belong to a board of another size.
    #[error("boxes of {shape} make a board of {made}x{made}, not of {side}x{side}", made = .shape.side())]
    Boxes {
        /// The boxes.
        shape: Shape,
        /// The side of the board.
        side: usize,
    },
    /// The shape of the boxes is not valid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The text after a `+` is not the name of a rule.
    #[error("no rule is called {0:?}; the rules are x, windows, knight, king, jigsaw, even-odd")]
    Rule(String),
    /// An extra rule is listed twice.
    #[error("the rule {0} comes twice")]
    Twice(&'static str),
    /// The windows don't fit between the boxes.
    #[error(
        "windows of {0} do not fit between the boxes: their rows and columns differ by one at most"
    )]
    Windows(Shape),
    /// The layout has windows and regions, which exclude each other: windows lie between boxes, and regions replace
    /// boxes.
    #[error("windows lie between boxes, and jigsaw has none: leave one of them out")]
    JigsawWindows,
    /// The shape of the boxes is set, although regions take the place of boxes.
    #[error("jigsaw has regions in place of boxes: leave the boxes of {0} out")]
    JigsawBoxes(Shape),
    /// The board is too small for the rule.
    #[error("{side}x{side} is too small for {rule}, which begins at 6x6")]
    TooSmall {
        /// The name of the rule.
        rule: &'static str,
        /// The side of the board.
        side: usize,
    },
}

impl Layout {
    /// 9×9 with boxes of 3×3, and no extra rule.
    pub const NINE: Self = Self::of(Shape::NINE);

    /// Makes the layout with these boxes and no extra rule.
    pub const fn of(shape: Shape) -> Self {
        Self { shape, rules: 0 }
    }

    /// Returns the layout with boxes of this shape instead.
    ///
    /// # Errors
    /// - [`LayoutError::Boxes`] if boxes of this shape make a board of another size.
    /// - [`LayoutError::Windows`] if the layout's windows don't fit between such boxes.
    /// - [`LayoutError::JigsawBoxes`] if the layout is a jigsaw and the shape is not the usual one.
    pub fn with_boxes(self, shape: Shape) -> Result<Self, LayoutError> {
        let side = self.side();
        match shape.side() == side {
            true => Self { shape, ..self }.checked(),
            false => Err(LayoutError::Boxes { shape, side }),
        }
    }

    /// Returns the layout with one more rule.
    ///
    /// # Errors
    /// [`LayoutError::Twice`] if the layout already has the rule, [`LayoutError::Windows`] if the windows don't fit
    /// between the boxes, and another error if the rule and the rest of the layout don't fit together.
    pub fn with_rule(self, rule: ExtraRule) -> Result<Self, LayoutError> {
        match self.has(rule) {
            true => Err(LayoutError::Twice(rule.key())),
            false => Self {
                rules: self.rules | 1 << rule as u8,
                ..self
            }
            .checked(),
        }
    }

    fn checked(self) -> Result<Self, LayoutError> {
        let fits = self.shape.box_rows().abs_diff(self.shape.box_columns()) <= 1;
        let has_windows = self.has(ExtraRule::Windows);
        if has_windows && !fits {
            return Err(LayoutError::Windows(self.shape));
        }
        if self.has(ExtraRule::Jigsaw) {
            if has_windows {
                return Err(LayoutError::JigsawWindows);
            }
            if Shape::of_side(self.side()) != Some(self.shape) {
                return Err(LayoutError::JigsawBoxes(self.shape));
            }
        }
        let of_puzzle = [ExtraRule::Jigsaw, ExtraRule::EvenOdd];
        match of_puzzle.into_iter().find(|&rule| self.has(rule)) {
            Some(rule) if self.side() < SMALLEST_WITH_FEATURES => Err(LayoutError::TooSmall {
                rule: rule.key(),
                side: self.side(),
            }),
            _ => Ok(self),
        }
    }

    /// Returns the shape of the boxes.
    #[inline]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// Returns the number of cells in a row, which is also the number of digits.
    #[inline]
    pub const fn side(self) -> usize {
        self.shape.side()
    }

    /// Returns the number of cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.shape.cells()
    }

    /// Returns whether the layout has this extra rule.
    pub const fn has(self, rule: ExtraRule) -> bool {
        self.rules >> rule as u8 & 1 == 1
    }

    /// Returns the layout's extra rules, in addition to the rules for rows, columns and boxes.
    pub fn rules(self) -> impl Iterator<Item = ExtraRule> {
        ExtraRule::ALL
            .into_iter()
            .filter(move |&rule| self.has(rule))
    }

    /// Returns a copy of the layout without the extra rules that each of its puzzles must need; `None` if no rule can
    /// be removed. A puzzle needs these rules if it has several solutions by the rules of the copy. If the layout marks
    /// even and odd digits, only the marks are removed: each puzzle must need them, whatever the other rules are. In
    /// other layouts, all extra rules except regions are removed; regions remain, since they take the place of boxes.
    pub fn plain(self) -> Option<Self> {
        let bit = |rule: ExtraRule| 1 << rule as u8;
        let rules = match self.has(ExtraRule::EvenOdd) {
            true => self.rules & !bit(ExtraRule::EvenOdd),
            false => self.rules & bit(ExtraRule::Jigsaw),
        };
        (rules != self.rules).then_some(Self { rules, ..self })
    }

    /// Returns whether the layout has any extra rule.
    pub const fn has_extra_rules(self) -> bool {
        self.rules != 0
    }

    /// Returns whether each puzzle has [features](super::CellFeatures) of its own: regions, or marks for even and odd.
    pub const fn has_features(self) -> bool {
        self.has(ExtraRule::Jigsaw) || self.has(ExtraRule::EvenOdd)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = format!("{0}x{0}", self.side());
        if Shape::of_side(self.side()) != Some(self.shape) {
            said += &format!("/{}", self.shape);
        }
        for rule in self.rules() {
            said += "+";
            said += rule.key();
        }
        f.pad(&said)
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let malformed = || LayoutError::Malformed(text.to_owned());
        let mut parts = text.split('+');
        let size = parts.next().unwrap_or_default();
        let (size, boxes) = match size.split_once('/') {
            Some((size, boxes)) => (size, Some(boxes.parse::<Shape>()?)),
            None => (size, None),
        };
        let (rows, columns) = size.split_once(['x', 'X', '×']).ok_or_else(malformed)?;
        let side: usize = rows.parse().map_err(|_| malformed())?;
        if columns.parse() != Ok(side) {
            return Err(malformed());
        }
        let shape = Shape::of_side(side).ok_or(LayoutError::Side(side))?;
        let mut layout = match boxes {
            Some(boxes) => Self::of(shape).with_boxes(boxes)?,
            None => Self::of(shape),
        };
        for name in parts {
            let mut rules = ExtraRule::ALL.into_iter();
            let rule = rules.find(|rule| rule.key() == name);
            layout = layout.with_rule(rule.ok_or_else(|| LayoutError::Rule(name.to_owned()))?)?;
        }
        Ok(layout)
    }
}

impl TryFrom<String> for Layout {
    type Error = LayoutError;

    fn try_from(text: String) -> Result<Self, LayoutError> {
        text.parse()
    }
}

impl From<Layout> for String {
    fn from(layout: Layout) -> Self {
        layout.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in [
            "4x4",
            "6x6",
            "6x6/3x2",
            "9x9",
            "12x12/4x3",
            "25x25",
            "9x9+x",
            "16x16+x+windows",
            "9x9+knight+king",
            "9x9+x+jigsaw",
            "6x6+jigsaw+even-odd",
        ] {
            let layout: Layout = name.parse().unwrap();
            assert_eq!(layout.to_string(), name);
        }
        assert_eq!("9x9".parse(), Ok(Layout::NINE));
        assert_eq!(
            "9x9+x".parse::<Layout>().unwrap().plain(),
            Some(Layout::NINE)
        );
        let plain = |name: &str| name.parse::<Layout>().unwrap().plain();
        assert_eq!(plain("9x9+jigsaw"), None);
        assert_eq!(plain("9x9+jigsaw+x"), Some("9x9+jigsaw".parse().unwrap()));
    }

    #[test]
    fn what_is_no_layout_is_said() {
        let said = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
        insta::assert_snapshot!(said("six"), @r#""six" is no layout: expected a size such as 6x6 or 16x16, with rules such as 9x9+x"#);
        insta::assert_snapshot!(said("6x9"), @r#""6x9" is no layout: expected a size such as 6x6 or 16x16, with rules such as 9x9+x"#);
        insta::assert_snapshot!(said("9x9+z"), @r#"no rule is called "z"; the rules are x, windows, knight, king, jigsaw, even-odd"#);
        insta::assert_snapshot!(said("9x9+x+x"), @"the rule x comes twice");
        insta::assert_snapshot!(said("6x6/3x3"), @"boxes of 3x3 make a board of 9x9, not of 6x6");
        insta::assert_snapshot!(said("8x8+windows"), @"windows of 2x4 do not fit between the boxes: their rows and columns differ by one at most");
        insta::assert_snapshot!(said("4x4+jigsaw"), @"4x4 is too small for jigsaw, which begins at 6x6");
        insta::assert_snapshot!(said("9x9+jigsaw+windows"), @"windows lie between boxes, and jigsaw has none: leave one of them out");
        insta::assert_snapshot!(said("6x6/3x2+jigsaw"), @"jigsaw has regions in place of boxes: leave the boxes of 3x2 out");
        assert!(said("7x7").starts_with("no board of 7x7 has boxes"));
        assert!(said("99x99").starts_with("no board of 99x99 has boxes"));
    }
}
