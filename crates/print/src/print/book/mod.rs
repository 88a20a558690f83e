//! Plans the pages of books, with their puzzles and texts, and makes the finished files.
//!
//! The gutter (the margin at the spine) depends on the number of pages, and the content of a page depends on the
//! gutter. The table of contents depends on all other pages. So the plan is repeated until nothing changes, which
//! takes two or three repetitions.

mod captions;
mod front;
mod goals;
mod hint_block;
mod isbn;
mod job;
mod links;
mod model;
mod paths;
mod pdf;
mod place;
mod plan;
mod puzzle;
mod series;
mod settings;
mod sheets;
mod title;
mod told;
mod volumes;
mod worked;

pub use job::{BookJob, HintsAt, OwnPage, PuzzleOrder};
pub use model::{Book, ContentsLine};
pub use puzzle::Puzzle;
pub use series::{Progression, series};
pub use settings::{BookSettings, day};
pub use volumes::volumes;
