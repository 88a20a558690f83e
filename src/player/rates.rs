//! The speed of a player at each rule, as a rate in steps per second. The speeds come from a file or from one of
//! two built-in players. One is the player of Wang 2009, fitted by its author to one game. The other is the
//! average player in `player.toml`, fitted to people's solving times.

use crate::rate::{PLAYERS, RULES, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The allowed rates in steps per second, for which sums and squares of times can be computed.
const SENSIBLE: RangeInclusive<f64> = 1e-9..=1e9;

/// The formula for the time of a step that can be made in several ways, each with its own rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RateForm {
    /// The rates of all ways to fill the chosen cell are averaged. Ways to fill other cells don't count (Wang 2009,
    /// equation 2.12).
    Averaged,
    /// The rates of all ways to make the next step, in any cell, are added up, as in a race that the fastest way
    /// wins.
    Race,
}

impl RateForm {
    /// Both forms, in the order in which the program lists them.
    pub const ALL: [Self; 2] = [Self::Averaged, Self::Race];

    /// Returns the name of the form in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Averaged => "averaged",
            Self::Race => "race",
        }
    }
}

/// A model of a player: a rate for each rule, and the way in which the rates combine into the time of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    rates: [f64; RULES],
    /// The formula that computes the time of a step from the rates.
    pub form: RateForm,
}

/// The reason why a text or a set of rates doesn't describe a player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RatesError {
    /// The text is not valid TOML, or its keys or values are not those of a player.
    #[error("line {line}: {message}")]
    Toml {
        /// The number of the line, from 1.
        line: usize,
        /// The message of the TOML reader.
        message: String,
    },
    /// A rate is outside the range for which times can be computed.
    #[error(
        "the rate of {logic} is {rate:?}; a rate is a number from 1e-9 to 1e9, in steps a second"
    )]
    Rate {
        /// The rule with this rate.
        logic: Rule,
        /// The rate, in steps per second.
        rate: f64,
    },
    /// The player has no rates and can't solve anything.
    #[error("no rate is given")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatesTable {
    /// The weights for estimating a solving time in minutes, which another module reads.
    #[serde(default, rename = "minutes")]
    _minutes: serde::de::IgnoredAny,
    form: RateForm,
    rates: BTreeMap<Rule, f64>,
}

impl Player {
    /// Returns the player with these rates, in steps per second.
    ///
    /// # Errors
    /// If no rate is given, or a rate is not from 1e-9 to 1e9.
    pub fn new(
        form: RateForm,
        rates: impl IntoIterator<Item = (Rule, f64)>,
    ) -> Result<Self, RatesError> {
        let mut player = Self {
            rates: [0.0; RULES],
            form,
        };
        for (logic, rate) in rates {
            if !SENSIBLE.contains(&rate) {
                return Err(RatesError::Rate { logic, rate });
            }
            player.rates[logic.index()] = rate;
        }
        if player.logics().is_empty() {
            return Err(RatesError::Empty);
        }
        Ok(player)
    }

    /// Returns the player that Wang 2009 fits to the game in its appendix. This player knows two rules, whose
    /// rates are averaged.
    pub fn paper() -> Self {
        let mut rates = [0.0; RULES];
        rates[Rule::NakedSingle.index()] = 0.0904;
        rates[Rule::HiddenSingle.index()] = 0.1169;
        Self {
            rates,
            form: RateForm::Averaged,
        }
    }

    /// Returns the average player, whose rates were fitted to people's solving times. This player knows all rules,
    /// and combines their rates as in a [race](RateForm::Race).
    ///
    /// # Errors
    /// Never in practice: the text of the player is compiled into the program and tested.
    pub fn average() -> Result<Self, RatesError> {
        Self::from_toml(PLAYERS)
    }

    /// Reads a player from TOML text: a key `form`, and a table `rates` with the rate of each rule by name.
    ///
    /// # Errors
    /// If the text does not describe a player, or a rate is out of range.
    pub fn from_toml(text: &str) -> Result<Self, RatesError> {
        let table: RatesTable = toml::from_str(text).map_err(|error| {
            let before = error
                .span()
                .map_or("", |span| &text[..span.start.min(text.len())]);
            RatesError::Toml {
                line: before.matches('\n').count() + 1,
                message: error.message().lines().collect::<Vec<_>>().join(" "),
            }
        })?;
        Self::new(table.form, table.rates)
    }

    /// Returns the rate of a rule in steps per second; 0 if the player doesn't know the rule.
    pub const fn rate(&self, logic: Rule) -> f64 {
        self.rates[logic.index()]
    }

    /// Returns the rules that the player knows, in order of their numbers.
    pub fn logics(&self) -> Vec<Rule> {
        let known = |logic: &Rule| self.rate(*logic) > 0.0;
        Rule::ALL.into_iter().filter(known).collect()
    }

    /// Returns this player at another pace: every rate is multiplied by `pace`.
    ///
    /// # Errors
    /// If a resulting rate is not from 1e-9 to 1e9.
    pub fn paced(&self, pace: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter();
        Self::new(self.form, known.map(|it| (it, self.rate(it) * pace)))
    }

    /// Returns this player with this rate for a rule. If the player already has a rate for the rule, the new rate
    /// replaces it.
    ///
    /// # Errors
    /// If the rate isn't from 1e-9 to 1e9.
    pub fn with(&self, logic: Rule, rate: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter().map(|it| (it, self.rate(it)));
        Self::new(self.form, known.chain([(logic, rate)]))
    }
}
