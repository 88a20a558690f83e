//! Serializers that write settings in the form of a job file, which the module `settings` can read again.

use crate::create::Method;
use crate::dig::ClueRange;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Writes a seed: as a number, or as a string if the seed is 2⁶³ or more, since TOML's integers can't be that large.
pub(super) fn seed<S: Serializer>(seed: &Option<u64>, out: S) -> Result<S::Ok, S::Error> {
    match seed.map(i64::try_from) {
        Some(Err(_)) => seed.map(|seed| seed.to_string()).serialize(out),
        _ => seed.serialize(out),
    }
}

pub(super) fn create<S: Serializer>(method: &Option<Method>, out: S) -> Result<S::Ok, S::Error> {
    method.map(Method::name).serialize(out)
}

pub(super) fn clues<S: Serializer>(clues: &Option<ClueRange>, out: S) -> Result<S::Ok, S::Error> {
    clues
        .map(|ClueRange { min, max }| match min == max {
            true => min.to_string(),
            false => format!("{min}..{max}"),
        })
        .serialize(out)
}

pub(super) fn timeout<S: Serializer>(time: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
    let signed = time.and_then(|time| jiff::SignedDuration::try_from(time).ok());
    signed.map(|time| format!("{time:#}")).serialize(out)
}
