//! The papers' tables and worked examples, made again and set beside the printed ones.
//!
//! Every number comes from code that the factory itself runs on, or from code here where the
//! factory does it otherwise because the paper errs.

pub mod agreement;
pub mod blanks;
pub mod famous;
pub mod fit;
pub mod fused;
pub mod huang;
pub mod overlap;
pub mod player;
pub mod portrait;
pub mod report;
mod sample;
mod sets;
pub mod svg;
pub mod wu;

use report::{Options, Study};

/// A study that can be asked for.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// Makes it.
    pub make: fn(&Options) -> Study,
}

/// All studies, in the order of the papers.
pub const STUDIES: &[Entry] = &[
    Entry {
        name: "wu",
        about: "paper 1: the weight method, its three tables, and how far ratings agree",
        make: wu::study,
    },
    Entry {
        name: "huang",
        about: "paper 2: layouts with few clues a row, the reverse search, fewest candidates first",
        make: huang::study,
    },
    Entry {
        name: "blanks",
        about: "blanks and freedom, levels and grades read off a puzzle without solving it",
        make: blanks::study,
    },
    Entry {
        name: "fused",
        about: "paper 4: search fused with human rules, Stuart's levels, boards of 16×16",
        make: fused::study,
    },
    Entry {
        name: "player",
        about: "paper 3: rates, logs and times of a player; minutes against people's times",
        make: player::study,
    },
];

/// A whole document in Markdown: the studies under a heading, with the command that makes them
/// again. Plots are linked by their file names with `folder` before them.
pub fn document(asked: &str, options: &Options, studies: &[Study], folder: &str) -> String {
    let Options { seed, size, .. } = options;
    let mut text = format!(
        "# The papers, made again\n\n\
         Made by `factory study {asked} --seed {seed} --size {size}`; the same command gives the same \
         bytes, with any number of threads. *Published* is what a paper prints, *ours* what comes out \
         here. Random samples are of {size} puzzles where nothing else is said.\n"
    );
    for study in studies {
        text += &format!("\n{}", study.markdown(folder));
    }
    text
}
