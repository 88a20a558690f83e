//! Paper 2: *Problem generation and algorithm optimization of Sudoku* (Huang 2015).

pub mod candidates;
mod las_vegas;
mod layouts;
mod one_sided;
mod table_2;

use super::report::{Options, Study};
use crate::line::Bulk;
use crate::seed::Generator;

/// Every table of the paper, and what its methods are worth.
pub fn study(options: &Options) -> Study {
    let mut sections = las_vegas::sections(options);
    sections.extend(layouts::sections(options));
    sections.extend(one_sided::sections(options));
    sections.extend(table_2::sections(options));
    Study {
        name: "huang",
        title: "Paper 2: generation by layouts, the reverse search, fewest candidates (Huang 2015)"
            .to_owned(),
        sections,
    }
}

/// Applies `work` to the numbers below `count` on all threads; the results come in their order.
pub(super) fn numbers<R: Send>(
    options: &Options,
    count: u64,
    work: impl Fn(u64) -> R + Send + Sync,
) -> Vec<R> {
    let all: Vec<u64> = (0..count).collect();
    // Where no threads can be had, this one does the work.
    match Bulk::new(Some(options.threads)) {
        Ok(bulk) => bulk.map(all, work),
        Err(_) => all.into_iter().map(work).collect(),
    }
}

/// The source of chance of one number of one question: questions share none.
fn stream(options: &Options, question: u64, number: u64) -> Generator {
    Generator::for_candidate(options.seed, question << 40 | number)
}

fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
    cells.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::blanks;

    #[test]
    fn studies_depend_on_seed_and_size_alone() {
        let options = |threads| Options {
            seed: 3,
            size: 12,
            threads,
        };
        for make in [study, blanks::study] {
            let alone = make(&options(1));
            assert!(
                alone == make(&options(3)),
                "{} depends on threads",
                alone.name
            );
            assert!(alone.sections.iter().any(|section| section.exact));
            for table in alone
                .sections
                .iter()
                .filter_map(|section| section.table.as_ref())
            {
                let width = table.columns.len();
                assert!(table.rows.iter().all(|row| row.len() == width));
            }
        }
    }
}
