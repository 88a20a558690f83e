//! Huang 2015: every table of the paper, made again, and tests of its methods.

pub mod candidates;
mod exchanges;
mod las_vegas;
mod layouts;
mod one_sided;
mod table_2;

pub(super) use table_2::{AFTER, BEFORE};

use super::report::{Options, Study};
use super::sample;
use sudoku_engine::seed::Generator;

/// Every table of the paper, and what its methods are worth.
pub fn study(options: &Options) -> Study {
    let mut sections = las_vegas::sections(options);
    sections.extend(layouts::sections(options));
    sections.extend(one_sided::sections(options));
    sections.push(exchanges::section(options));
    sections.extend(table_2::sections(options));
    Study {
        name: "huang",
        title: "Huang 2015: generation by layouts, the reverse search, fewest candidates"
            .to_owned(),
        sections,
    }
}

/// Applies `work` to the numbers below `count`; the results come in their order.
fn numbers<R: Send>(
    options: &Options,
    count: u64,
    work: impl Fn(u64) -> R + Send + Sync,
) -> Vec<R> {
    let options = Options {
        size: count,
        ..*options
    };
    sample::all(&options, work)
}

/// The source of chance of one number of one question: questions share none.
fn stream(options: &Options, question: u64, number: u64) -> Generator {
    Generator::for_candidate(options.seed, question << 40 | number)
}

fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
    cells.map(str::to_owned)
}
