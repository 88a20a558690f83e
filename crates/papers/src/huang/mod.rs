//! Reproduces every table of Huang 2015 and tests the paper's methods.

pub mod candidates;
mod exchanges;
mod las_vegas;
mod layouts;
mod one_sided;
mod table_2;

pub(super) use table_2::{AFTER, BEFORE};

use super::report::{Options, Study};

/// Reproduces every table of Huang 2015, and tests its methods.
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
