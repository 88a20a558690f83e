//! Reproduces the worked examples and three tables of Wu 2012 (the paper on rating by the weights of rules).

mod compared;
mod made;
mod published;
mod raters;
mod table_2;
mod tally;
mod weights;

use super::report::{Options, Study};

/// Reproduces the tables of Wu 2012.
pub fn study(options: &Options) -> Study {
    let mut sections = vec![
        weights::examples(),
        weights::table_1(),
        table_2::measures(),
        table_2::misprint(),
        table_2::slips(),
    ];
    sections.extend(made::sections(options));
    sections.extend(raters::sections());
    Study {
        name: "wu",
        title: "Wu 2012: the weight method".to_owned(),
        sections,
    }
}
