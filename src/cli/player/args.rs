//! The options that several `factory player` commands share. They set the player, the formula for the time of a
//! step, and the number of the first row and column in logs.

use super::super::errors::{BadData, UsageError};
use super::text::{name_of, text_of};
use crate::grid::Board;
use crate::player::{IndexBase, Log, Player, RateForm, read};
use crate::rate::Rule;
use clap::{Args, ValueEnum};
use std::path::Path;

/// The option that names a player.
#[derive(Debug, Args)]
pub(super) struct RatesArg {
    /// Player: paper (the player of Wang 2009), average (the average of many people), a file that `factory player fit
    /// --save` wrote, or the mean seconds for each rule, such as naked-single=15,hidden-single=10
    #[arg(long, value_name = "WHO", default_value = "paper")]
    rates: String,
}

/// The options that name a player and the formula of the model.
#[derive(Debug, Args)]
pub(super) struct WhoArgs {
    #[command(flatten)]
    rates: RatesArg,
    /// Formula for the time of a step that can be made in several ways, each with its own rate [default: the player's
    /// own formula]
    #[arg(long, value_enum)]
    form: Option<FormName>,
}

/// The name of a [`RateForm`] in an option.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum FormName {
    /// The mean rate of all ways to find the digit of the cell that was filled (equation 2.12 of Wang 2009)
    Averaged,
    /// The sum of the rates of all ways to find a digit in any cell
    Race,
}

impl FormName {
    pub(super) const fn form(self) -> RateForm {
        match self {
            Self::Averaged => RateForm::Averaged,
            Self::Race => RateForm::Race,
        }
    }
}

impl RatesArg {
    pub(super) fn player(&self) -> anyhow::Result<Player> {
        Ok(match self.rates.as_str() {
            "paper" => Player::paper(),
            "average" => Player::average()?,
            means if means.contains('=') && !Path::new(means).exists() => {
                of_means(means).map_err(|what| UsageError(format!("--rates {means}: {what}")))?
            }
            file => {
                let text = text_of(Path::new(file))?;
                Player::from_toml(&text).map_err(|error| UsageError(format!("{file}: {error}")))?
            }
        })
    }
}

impl WhoArgs {
    pub(super) fn player(&self) -> anyhow::Result<Player> {
        let mut player = self.rates.player()?;
        if let Some(form) = self.form {
            player.form = form.form();
        }
        Ok(player)
    }
}

/// Parses a list of the mean seconds that a player takes for each logic, `LOGIC=SECONDS,…`. Returns a player whose
/// rates are 1/SECONDS, with [`RateForm::Averaged`].
fn of_means(text: &str) -> Result<Player, String> {
    let rates = text.split(',').map(|part| {
        let (logic, seconds) = part
            .split_once('=')
            .ok_or_else(|| format!("{part:?} is not LOGIC=SECONDS"))?;
        let logic: Rule = logic.parse().map_err(|error| format!("{error}"))?;
        let mean: f64 = seconds
            .trim()
            .parse()
            .map_err(|_| format!("{seconds:?} is not a number of seconds"))?;
        Ok((logic, 1.0 / mean))
    });
    let rates: Vec<(Rule, f64)> = rates.collect::<Result<_, String>>()?;
    Player::new(RateForm::Averaged, rates).map_err(|error| error.to_string())
}

/// The option `--base`: the number from which logs count rows and columns.
#[derive(Debug, Args)]
pub(super) struct BaseArg {
    /// Number of the first row and column in the logs: 0 or 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    base: u8,
}

impl BaseArg {
    /// Returns the games of a file, or of standard input for `-`. A file can name the puzzle of each game. Steps
    /// before the first such puzzle belong to `puzzle`; if `puzzle` is `None`, they are an error. A puzzle in the file
    /// that differs from `puzzle` is also an error.
    pub(super) fn logs(&self, file: &Path, puzzle: Option<&Board>) -> anyhow::Result<Vec<Log>> {
        let base = if self.base == 0 {
            IndexBase::Zero
        } else {
            IndexBase::One
        };
        let name = name_of(file);
        let logs = read(&text_of(file)?, base, puzzle);
        Ok(logs.map_err(|error| BadData(format!("{name}: {error}")))?)
    }
}
