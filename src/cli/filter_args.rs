//! The options that filter puzzles, which `make` and `rate` share.

use crate::config::Settings;
use crate::rate::Rule;
use clap::Args;

/// Which rules a puzzle must take, must not take, or cannot do without.
#[derive(Debug, Clone, Args)]
pub struct FilterArgs {
    /// Keep only puzzles that use each of these rules; `factory list rules` names them
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_REQUIRE",
        value_delimiter = ','
    )]
    require: Option<Vec<Rule>>,
    /// Keep only puzzles that use none of these rules
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_FORBID",
        value_delimiter = ','
    )]
    forbid: Option<Vec<Rule>>,
    /// Keep only puzzles that rules up to this one solve
    #[arg(long, value_name = "RULE", env = "FACTORY_MAX_RULE")]
    max_rule: Option<Rule>,
    /// Keep only puzzles that cannot be solved without each of these rules, and that need no trial
    /// unless trial is named
    #[arg(
        long,
        value_name = "RULES",
        env = "FACTORY_NEED",
        value_delimiter = ','
    )]
    need: Option<Vec<Rule>>,
    /// Condition that every puzzle must meet, such as 'used.x-wing=1 and used.trial=0 and
    /// clues>=26' (docs/selecting.md); ratings that it compares are computed
    #[arg(
        id = "where",
        long = "where",
        value_name = "CONDITION",
        env = "FACTORY_WHERE"
    )]
    condition: Option<String>,
}

impl FilterArgs {
    /// Returns the settings of these options.
    pub fn settings(self) -> Settings {
        Settings {
            require: self.require,
            forbid: self.forbid,
            max_rule: self.max_rule,
            need: self.need,
            condition: self.condition,
            ..Settings::default()
        }
    }
}
