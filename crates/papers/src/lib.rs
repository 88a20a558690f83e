//! Reproduces the papers' tables and worked examples, and compares them with the published numbers.
//!
//! The five sources and their short names are in [`sources::SOURCES`]. The computed numbers come from the
//! factory's own code. Where the factory deviates from a paper because the paper errs, they come from code in this
//! crate.

pub mod blanks;
pub mod fit;
pub mod fused;
mod grids;
pub mod huang;
pub mod player;
pub mod report;
mod sample;
mod sets;
pub mod sources;
pub mod times;
pub mod wu;

use report::{Options, Study};

/// A study that can be requested.
#[derive(Debug, Clone, Copy)]
pub struct ListedStudy {
    /// The study's name on the command line.
    pub name: &'static str,
    /// The topic of the study in one line.
    pub about: &'static str,
    /// The function that makes the study.
    pub make: fn(&Options) -> Study,
}

/// All studies, in the order of [`sources::SOURCES`].
pub const STUDIES: &[ListedStudy] = &[
    ListedStudy {
        name: "wu",
        about: "Wu 2012: the weight method, its three tables, and how far ratings agree",
        make: wu::study,
    },
    ListedStudy {
        name: "huang",
        about: "Huang 2015: layouts with few clues a row, the reverse search, fewest candidates first",
        make: huang::study,
    },
    ListedStudy {
        name: "blanks",
        about: "the blog (2011): blanks and freedom, levels and grades read off a puzzle",
        make: blanks::study,
    },
    ListedStudy {
        name: "player",
        about: "Wang 2009: rates, logs and times of a player; minutes against people's times",
        make: player::study,
    },
    ListedStudy {
        name: "fused",
        about: "Jiang 2018: search fused with human rules, Stuart's levels, boards of 16×16",
        make: fused::study,
    },
];

/// Returns a whole document in Markdown: the studies under a heading, with the command that reproduces them.
/// `asked` is the name of the study in this command. Each plot is linked by its file name with `folder` in front.
pub fn document(asked: &str, options: &Options, studies: &[Study], folder: &str) -> String {
    let Options { seed, size, .. } = options;
    let mut text = format!(
        "# The papers, made again\n\n\
         Made by `cargo run --release -p papers -- {asked} --seed {seed} --size {size}`; the same command gives the same \
         bytes, with any number of threads. *Published* is what a paper prints, *ours* what comes out \
         here. Random samples are of {size} puzzles where nothing else is said.\n\n\
         ## Sources\n\n{}",
        sources::table().markdown()
    );
    for study in studies {
        text += &format!("\n{}", study.markdown(folder));
    }
    text
}
