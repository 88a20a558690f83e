//! The setting that says where a job that runs every night takes its seed from.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The setting `seed-policy` of a job file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedPolicy {
    /// The seed that the settings name: the same pack every time.
    Fixed,
    /// The date as a number, such as 20261121: one pack per night, the same each time it is made.
    Date,
    /// The system's entropy, recorded in the pack: a different pack each time.
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
