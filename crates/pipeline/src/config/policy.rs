//! The setting that decides whether each run of a nightly job has a fixed seed, the date as its seed, or a random
//! one.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The way in which a run gets its seed: the setting `seed-policy` of a job file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedPolicy {
    /// The seed is set, so every run makes the same pack.
    Fixed,
    /// The seed is the date as a number, such as 20261121. Every date has its own pack, and all runs for the same date
    /// make the same pack.
    Date,
    /// The seed is drawn from the system's entropy and recorded in the pack, so every run makes a different pack.
    Entropy,
}

impl SeedPolicy {
    /// Returns the seed for a date.
    pub fn of_date(date: Date) -> u64 {
        let [year, month, day] = [
            date.year().unsigned_abs(),
            date.month() as u16,
            date.day() as u16,
        ];
        (u64::from(year) * 100 + u64::from(month)) * 100 + u64::from(day)
    }
}

impl FromStr for SeedPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "fixed" => Ok(Self::Fixed),
            "date" => Ok(Self::Date),
            "entropy" => Ok(Self::Entropy),
            _ => Err(format!("{text:?} is none of fixed, date, entropy")),
        }
    }
}
