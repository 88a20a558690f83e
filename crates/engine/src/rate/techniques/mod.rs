//! The technique ladder: the techniques of the best solving programs, each with the data that a hint needs, and
//! HoDoKu's rating computed from the steps.
//!
//! Techniques are tried in order ([`TechniqueLadder`]). The first that finds something does one step, and
//! the order starts over ([`TechniqueSolver`]). Each family of techniques has one file, written once for
//! every [`Geometry`](crate::grid::Geometry); the default is 9×9. Definitions, order and points: HoDoKu
//! 2.3.2 (Bernhard Hobiger); docs/rating.md.

mod als;
mod bug;
mod chains;
mod climbers;
mod colours;
mod counts;
mod empty_searches;
mod find;
mod first_singles;
mod fish;
mod forcing;
mod ladder;
mod locked;
mod path;
mod remote_pair;
mod search;
mod single_digit;
mod singles;
mod solver;
mod state;
mod subsets;
mod sue_de_coq;
mod technique;
mod technique_set;
mod templates;
mod uniqueness;
mod wings;

pub use climbers::Climbers;
pub use find::{ChainNode, Link, Move, Pattern, Role};
pub use ladder::{LadderError, Rung, TechniqueLadder, UnknownLadder};
pub use path::{TechniqueCounts, TechniquePath, TechniqueRating};
pub use solver::{EFFORT_LIMIT, TechniqueSolver, all_moves, all_moves_on};
pub use technique::{TECHNIQUES, Technique, UnknownTechnique};
