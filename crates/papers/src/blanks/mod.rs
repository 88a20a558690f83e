//! Studies the measures of the blog (2011): blanks, freedom and grade. Reproduces its tables and figures, and
//! applies its measures to random puzzles.

mod books;
mod published;
mod puzzles;
mod samples;

use super::report::{Options, Study};

/// Reproduces the tables of candy.huang's blog (2011), and applies the blog's measures to random puzzles.
pub fn study(options: &Options) -> Study {
    let mut sections = books::sections();
    sections.extend(puzzles::sections());
    sections.extend(samples::sections(options));
    Study {
        name: "blanks",
        title: "The blog (2011): blanks, freedom, grades A to I".to_owned(),
        sections,
    }
}
