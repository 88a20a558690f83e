//! Books: which puzzle stands on which page, and the file that says so.
//!
//! What is on a page depends on the gutter, the gutter on the number of pages, and the table of
//! contents on where everything came to stand: the plan is made again until nothing changes, which
//! takes two or three turns.

mod captions;
mod front;
mod isbn;
mod model;
mod pdf;
mod place;
mod plan;
mod puzzle;
mod settings;
mod sheets;
mod title;
mod volumes;

pub use model::{Book, Line};
pub use puzzle::Puzzle;
pub use settings::{Job, Order, OwnPage, Settings, day};
pub use volumes::volumes;
