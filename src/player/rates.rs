//! A player's speed at each rule.
//!
//! The speeds come from a file, or from one of two built-in players: the player of Wang 2009,
//! fitted by its author to one game, and the average of the people whose times `player.toml` was
//! fitted to.

use crate::rate::{PLAYERS, RULES, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The range of rates, in steps per second, that allows sums and squares of times.
const SENSIBLE: RangeInclusive<f64> = 1e-9..=1e9;

/// The way in which the rates of several paths combine into the time of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RateForm {
    /// The rates of the paths to the filled cell are averaged, and other cells don't count (Wang
    /// 2009, equation 2.12).
    Averaged,
    /// All open paths of the board race: their rates are added.
    Race,
}

impl RateForm {
    /// Both forms, in the order of listings.
    pub const ALL: [Self; 2] = [Self::Averaged, Self::Race];

    /// Returns the form's name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Averaged => "averaged",
            Self::Race => "race",
        }
    }
}

/// A player's rate at each rule, and the form that gives the rates their meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    rates: [f64; RULES],
    /// The form of the rates.
    pub form: RateForm,
}

/// The reason why a text or rates don't describe a player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RatesError {
    /// The text is not TOML, or has unknown keys.
    #[error("line {line}: {message}")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The message of the TOML reader.
        message: String,
    },
    /// The rate is not in the range that allows computing times.
    #[error(
        "the rate of {logic} is {rate:?}; a rate is a number from 1e-9 to 1e9, in steps a second"
    )]
    Rate {
        /// The rule.
        logic: Rule,
        /// The rule's rate.
        rate: f64,
    },
    /// There are no rates, so the player can't solve anything.
    #[error("no rate is given")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatesTable {
    /// A table that is read elsewhere in the program.
    #[serde(default, rename = "minutes")]
    _minutes: serde::de::IgnoredAny,
    form: RateForm,
    rates: BTreeMap<Rule, f64>,
}

impl Player {
    /// Returns the player with these rates, in steps per second.
    ///
    /// # Errors
    /// If there is no rate, or a rate is not from 1e-9 to 1e9.
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

    /// Returns the player that Wang 2009 fits to its appendix: two rules, averaged.
    pub fn paper() -> Self {
        let mut rates = [0.0; RULES];
        rates[Rule::NakedSingle.index()] = 0.0904;
        rates[Rule::HiddenSingle.index()] = 0.1169;
        Self {
            rates,
            form: RateForm::Averaged,
        }
    }

    /// Returns the average of the people whose solving times are known: all rules, in a race.
    ///
    /// # Errors
    /// None in a tested program, since the text is compiled in.
    pub fn average() -> Result<Self, RatesError> {
        Self::from_toml(PLAYERS)
    }

    /// Reads a player: a key `form` and a table `rates` of rules by name.
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

    /// Returns the player at another pace: every rate is multiplied by `pace`.
    ///
    /// # Errors
    /// If a resulting rate is not from 1e-9 to 1e9.
    pub fn paced(&self, pace: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter();
        Self::new(self.form, known.map(|it| (it, self.rate(it) * pace)))
    }

    /// Returns the player with one more rule, or with another rate for it.
    ///
    /// # Errors
    /// If the rate isn't from 1e-9 to 1e9.
    pub fn with(&self, logic: Rule, rate: f64) -> Result<Self, RatesError> {
        let known = self.logics().into_iter().map(|it| (it, self.rate(it)));
        Self::new(self.form, known.chain([(logic, rate)]))
    }
}
