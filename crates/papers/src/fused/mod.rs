//! Reproduces the tables of Jiang 2018 (the paper on search fused with human rules).
//!
//! The puzzles are those of the paper, as far as they are available, and others. A study gives the same bytes on
//! every machine, so it counts tries instead of the paper's milliseconds. `papers times` measures times.

mod arithmetic;
mod depths;
mod efforts;
mod giants;
mod levels;
mod sets;
mod workers;

pub(super) use efforts::{MOST_TRIES, TIMES, beside, request};
pub(super) use sets::set as puzzles;
pub(super) use workers::Workers;

use super::report::{Options, Study};
use sudoku_factory::speed::famous::Famous;

/// Reproduces the tables of Jiang 2018.
pub fn study(options: &Options) -> Study {
    let workers = Workers::new(options.threads);
    let seventeen = sets::set(Famous::Seventeen, &workers);
    let hard: Vec<_> = seventeen.iter().filter(|one| one.level > 0).collect();
    Study {
        name: "fused",
        title: "Jiang 2018: search fused with human rules".to_owned(),
        sections: vec![
            levels::table_1(&seventeen),
            levels::of_sets(&workers, &seventeen),
            levels::of_digs(options),
            efforts::section(options, &workers, &seventeen),
            depths::fused(&workers, &hard),
            depths::plain(options, &workers, &hard),
            giants::proven(&workers),
            giants::compared(options, &workers),
            arithmetic::growth(),
            arithmetic::slips(),
        ],
    }
}
