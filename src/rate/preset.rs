//! A reading of paper 1: weights, order, passes and what is counted, as data.

use super::{RULES, Rule};
use serde::{Deserialize, Serialize};

/// How much of the board one turn of a rule covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passes {
    /// Everything the rule finds on the board is applied before the ladder starts anew.
    WholeBoard,
    /// The ladder starts anew after the first thing found.
    First,
}

/// Which XY-wings and XYZ-wings are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WingGeometry {
    /// Any cells that see one another as the rule needs.
    General,
    /// As the paper prints it: one wing in the pivot's box, off its line; the other on the line.
    Printed,
}

/// One reading of the paper, as a job file states it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Preset {
    /// The weight of each rule, by its number.
    pub weights: [f64; RULES],
    /// Where D passes from one level to the next: four ascending limits.
    pub limits: [f64; 4],
    /// The rules that are tried, first to last.
    pub order: Vec<Rule>,
    /// Whether hidden singles count as naked ones (the authors' program did so).
    pub merge_singles: bool,
    /// How much of the board one turn of a rule covers.
    pub passes: Passes,
    /// Rules of which every pattern counts, also one that removes nothing.
    pub count_hits: Vec<Rule>,
    /// Which wings are seen.
    pub wings: WingGeometry,
}
