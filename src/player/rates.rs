//! A player's speed at each logic.
//!
//! Read from a file, or one of two players that are built in: the paper's, fitted by its author to
//! one game, and the average of the people whose times `player.toml` was fitted to.

use crate::rate::{PLAYERS, RULES, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The range of rates, in steps a second, that leaves room for sums and squares of times.
const SENSIBLE: RangeInclusive<f64> = 1e-9..=1e9;

/// The way in which the rates of several paths make the time of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RateForm {
    /// The rates of the paths to the filled cell are averaged, and other cells don't count (2.12).
    Averaged,
    /// All open paths of the board race: their rates are added.
    Race,
}

impl RateForm {
    /// Both forms, in the order of listings.
    pub const ALL: [Self; 2] = [Self::Averaged, Self::Race];

    /// Returns the name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Averaged => "averaged",
            Self::Race => "race",
        }
    }
}

/// A player's rate at each logic, and the meaning of the rates.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    rates: [f64; RULES],
    /// The meaning of the rates for the time of a step.
    pub form: RateForm,
}

/// The reason why a text or rates do not describe a player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RatesError {
    /// It is not TOML, or has unknown keys.
    #[error("line {line}: {message}")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The message of the reader.
        message: String,
    },
    /// A rate is not a number with which times can be computed.
    #[error(
        "the rate of {logic} is {rate:?}; a rate is a number from 1e-9 to 1e9, in steps a second"
    )]
    Rate {
        /// The logic.
        logic: Rule,
        /// Its rate.
        rate: f64,
    },
    /// There are no rates: without a logic nothing can be solved.
    #[error("no rate is given")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatesTable {
    /// A table that another part of the program reads.
    #[serde(default, rename = "minutes")]
    _minutes: serde::de::IgnoredAny,
    form: RateForm,
    rates: BTreeMap<Rule, f64>,
}

impl Player {
    /// Returns the player with these rates, in steps a second.
    ///
    /// # Errors
    /// If there is none, or one isn't from 1e-9 to 1e9.
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

    /// Returns the player that the paper fits to its appendix: two logics, averaged.
    pub fn paper() -> Self {
        let mut rates = [0.0; RULES];
        rates[Rule::NakedSingle.index()] = 0.0904;
        rates[Rule::HiddenSingle.index()] = 0.1169;
        Self {
            rates,
            form: RateForm::Averaged,
        }
    }

    /// Returns the average of the people whose solving times are known: all logics, in a race.
    ///
    /// # Errors
    /// None in a program that passed its tests: the text is part of it.
    pub fn average() -> Result<Self, RatesError> {
        Self::from_toml(PLAYERS)
    }

    /// Reads a player: a key `form` and a table `rates` of logics by name.
    ///
    /// # Errors
    /// If it does not describe a player, or a rate is out of range.
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

    /// Returns the rate of a logic in steps a second; 0 if the player doesn't know it.
    pub const fn rate(&self, logic: Rule) -> f64 {
        self.rates[logic.index()]
    }

    /// Returns the logics that the player knows, in the order of their numbers.
    pub fn logics(&self) -> Vec<Rule> {
        let known = |logic: &Rule| self.rate(*logic) > 0.0;
        Rule::ALL.into_iter().filter(known).collect()
    }

    /// Returns the player at another pace: every rate times this.
    ///
    /// # Errors
    /// If that makes a rate that isn't from 1e-9 to 1e9.
    pub fn paced(&self, pace: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter();
        Self::new(self.form, known.map(|it| (it, self.rate(it) * pace)))
    }

    /// Returns the player with one more logic, or another rate for it.
    ///
    /// # Errors
    /// If the rate isn't from 1e-9 to 1e9.
    pub fn with(&self, logic: Rule, rate: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter().map(|it| (it, self.rate(it)));
        Self::new(self.form, known.chain([(logic, rate)]))
    }
}
