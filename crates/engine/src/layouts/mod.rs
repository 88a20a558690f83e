//! Makes and rates puzzles of every layout. (The rest of the crate is for plain 9×9, which has levels, canonical forms
//! and ids of its own.) Each puzzle is dug for a wanted level.
//!
//! A 16×16 puzzle without superfluous clues is far too hard for people, and a 25×25 one is too hard even for
//! searches. So the judge of a dig is the technique ladder itself, up to the wanted level: a clue remains if
//! these techniques could not solve the puzzle without it. This also proves that the solution is the only one.
//!
//! ```
//! use sudoku_engine::layouts::{LayoutKit, LayoutMaker};
//! use sudoku_engine::{Generator, Level};
//! let kit = LayoutKit::new("6x6".parse()?);
//! let mut maker = LayoutMaker::new(&kit);
//! let made = maker.make(Level::EASY, &mut Generator::for_candidate(1, 0)).expect("there are grids");
//! assert_eq!((made.givens.len(), made.level), (36, Level::EASY));
//! # Ok::<(), sudoku_engine::grid::LayoutError>(())
//! ```

mod board;
mod kit;
mod maker;
mod regions;
mod step;
mod symmetry;

pub use board::LayoutBoard;
pub use kit::{Distinct, LayoutKit, PathSolver, UnknownDistinct};
pub use maker::{LayoutMaker, LayoutPuzzle};
pub use step::LayoutStep;
pub use symmetry::{LayoutSymmetries, LayoutSymmetry};
