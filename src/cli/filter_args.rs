//! The options that filter puzzles, which `make` and `rate` share.

use crate::config::{Settings, Switch};
use crate::filter::StepName;
use clap::Args;

/// The options that filter puzzles: rules that a puzzle must use, must not use or cannot be solved without,
/// and a condition.
#[derive(Debug, Clone, Args)]
pub struct FilterArgs {
    /// Keep only puzzles that use each of these rating rules or techniques, separated by commas; `factory list rules`
    /// and `factory list techniques` print the names
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_REQUIRE",
        value_delimiter = ','
    )]
    require: Option<Vec<StepName>>,
    /// Keep only puzzles that use none of these rating rules or techniques, separated by commas
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_FORBID",
        value_delimiter = ','
    )]
    forbid: Option<Vec<StepName>>,
    /// Keep only puzzles that can be solved without any rating rule or technique harder than this one
    #[arg(
        long,
        visible_alias = "max-technique",
        value_name = "RULE",
        env = "FACTORY_MAX_RULE"
    )]
    max_rule: Option<StepName>,
    /// Keep only puzzles that need every one of these rating rules or techniques, separated by commas; puzzles that
    /// need trial and error are kept only if `trial` is in the list
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_NEED",
        value_delimiter = ','
    )]
    need: Option<Vec<StepName>>,
    /// Condition that every puzzle must meet, such as 'used.x-wing=1 and used.trial=0 and clues>=26'
    /// (docs/selecting.md); ratings that occur in the condition are computed
    #[arg(
        id = "where",
        long = "where",
        value_name = "CONDITION",
        env = "FACTORY_WHERE"
    )]
    condition: Option<String>,
    /// Technique ladder for --ratings techniques: people, hodoku, or a ladder that the job file defines [default: the
    /// scheme's ladder, otherwise people]
    #[arg(long, value_name = "NAME", env = "FACTORY_LADDER")]
    ladder: Option<String>,
    /// When rating, use techniques that rely on the puzzle having exactly one solution (unique and hidden rectangles,
    /// BUG+1): on or off [default: on]
    #[arg(long, value_name = "SWITCH", env = "FACTORY_UNIQUENESS_TECHNIQUES")]
    uniqueness_techniques: Option<Switch>,
}

impl FilterArgs {
    /// Returns these options as settings.
    pub fn settings(self) -> Settings {
        Settings {
            require: self.require,
            forbid: self.forbid,
            max_rule: self.max_rule,
            need: self.need,
            condition: self.condition,
            ladder: self.ladder,
            uniqueness_techniques: self.uniqueness_techniques,
            ..Settings::default()
        }
    }
}
