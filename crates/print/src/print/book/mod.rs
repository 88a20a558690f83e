//! Books: the puzzles and words of each page, and the PDF file made of them.
//!
//! The content of a page depends on the gutter, the gutter on the number of pages, and the table of
//! contents on the pages of everything else: the plan is made again until nothing changes, which
//! takes two or three turns.

mod captions;
mod front;
mod isbn;
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

pub use model::{Book, ContentsLine};
pub use puzzle::Puzzle;
pub use series::{Progression, series};
pub use settings::{BookJob, BookSettings, OwnPage, PuzzleOrder, day};
pub use volumes::volumes;
