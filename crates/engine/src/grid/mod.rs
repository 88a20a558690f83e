//! The board and its parts: cells, digits, houses, sets, candidates, text.
//!
//! Cells are numbered 0 to 80 in reading order (row by row from the top left), houses 0 to 26 (rows,
//! columns, boxes), digits 1 to 9. Each has its own type, so that a row number can't be mistaken for
//! a cell. All this is fixed at 9×9, which makes the code fast. Boards of other sizes are
//! [`ShapedBoard`]s, whose rules are a [`Layout`]. Code for all sizes and house variants is written
//! for any [`Geometry`]; [`Nine`] is the geometry of 9×9.

mod board;
mod candidates;
mod canonical;
mod cell;
mod cell_features;
pub(crate) mod colours;
mod digit;
mod geometry;
mod house;
mod layout;
mod layout_form;
mod layout_houses;
mod layout_tables;
mod nine;
mod parts;
mod peers;
mod places;
mod regions;
mod scf;
mod set;
mod shape;
mod shaped_board;
mod symmetry;
pub mod text;

pub use board::{Board, Conflict};
pub use candidates::{Candidates, Changes};
pub use canonical::{Canonical, PuzzleId, PuzzleIdError};
pub use cell::Cell;
pub use cell_features::{CellFeatures, Parity};
pub use digit::{Digit, DigitSet};
pub use geometry::{Crossing, CrossingOf, Geometry};
pub use house::{House, HouseKind};
pub use layout::{ExtraRule, Layout, LayoutError};
pub use layout_form::LayoutForm;
pub use layout_houses::{CellPlace, LayoutHouses};
pub use layout_tables::{
    CellBits, DigitBits, LayoutCell, LayoutDigit, LayoutHouse, LayoutTables, SixteenTables,
    TwentyFiveTables,
};
pub use nine::Nine;
pub use parts::{NumberSet, Ordinal, Set, Table, TableEntry};
pub use peers::PEERS;
pub use places::{cells_at, nth_cell};
pub(crate) use regions::unreached;
pub use regions::{Regions, RegionsError};
pub use scf::scf;
pub use set::CellSet;
pub use shape::{Shape, ShapeError};
pub use shaped_board::{ShapedBoard, ShapedConflict};
pub use symmetry::{CELL_SYMMETRIES, Transform};

/// The number of rows, which is also the number of columns, of boxes and of digits.
pub const SIDE: usize = 9;
/// The number of cells of a board.
pub const CELLS: usize = 81;
/// The number of houses of a board: nine rows, nine columns, nine boxes.
pub const HOUSES: usize = 27;
