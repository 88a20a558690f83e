//! Makes and rates puzzles of every layout, each for a wanted level. (Plain 9×9 also has faster code in other
//! modules, with levels, canonical forms and ids of its own.)
//!
//! A 16×16 puzzle without superfluous clues is far too hard for people, and a 25×25 one is too hard even for
//! searches. So a dig removes a clue only if the techniques up to the wanted level still solve the puzzle. This
//! also proves that the solution is the only one.
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
