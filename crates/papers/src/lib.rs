//! The papers' tables and worked examples, made again and compared with the printed ones. The five
//! sources and the short names used for them everywhere are [`sources::SOURCES`].
//!
//! Every number comes from code that the factory itself runs on, or from code here where the
//! factory does it otherwise because the paper errs.

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

/// A study that can be asked for.
#[derive(Debug, Clone, Copy)]
pub struct ListedStudy {
    /// The name on the command line.
    pub name: &'static str,
    /// The topic, in a line.
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

/// Returns a whole document in Markdown: the studies under a heading, with the command that makes
/// them again. Plots are linked by their file names with `folder` before them.
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
