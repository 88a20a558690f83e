//! Paper 1: Wu, Xiao, Yang, *Research of Weight Method with Sudoku Difficulty Level Partition*
//! (2012). Its worked examples and three tables, made again.

mod compared;
mod made;
mod published;
mod raters;
mod table_2;
mod weights;

use super::report::{Options, Study};

/// Makes the paper's tables again.
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
        title: "Paper 1: Wu, Xiao, Yang (2012), the weight method".to_owned(),
        sections,
    }
}
