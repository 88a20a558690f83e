//! Quotas: the number of puzzles that one client may take in an hour or a day.

use crate::ledger::{Ledger, LedgerError};
use jiff::Timestamp;
use std::collections::HashMap;

/// The maximum number of puzzles that a client may take in each hour or each day (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The number of puzzles that the client may take in each period.
    pub puzzles: u64,
    /// The length of a period in seconds: an hour or a day.
    pub seconds: i64,
}

impl Quota {
    /// Parses a quota such as `500/day` or `20/hour`; `None` if the text is not a quota.
    pub fn parse(text: &str) -> Option<Self> {
        let (puzzles, period) = text.split_once('/')?;
        let seconds = match period {
            "hour" => 3600,
            "day" => 86_400,
            _ => return None,
        };
        let puzzles = puzzles.parse().ok()?;
        Some(Self { puzzles, seconds })
    }
}

/// The number of puzzles that each client with a quota has taken in the current hour or day.
#[derive(Debug, Default)]
pub(super) struct Usage(HashMap<String, (i64, u64)>);

impl Usage {
    /// Returns the number of puzzles that a client may still take in the current period, and the seconds until the
    /// next period.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn left(
        &mut self,
        ledger: &Ledger,
        client: &str,
        quota: Quota,
        now: Timestamp,
    ) -> Result<(u64, i64), LedgerError> {
        let now = now.as_second();
        let begin = now - now.rem_euclid(quota.seconds);
        let known = self.0.get(client).filter(|(of, _)| *of == begin);
        let used = match known {
            Some((_, used)) => *used,
            None => {
                let since = Timestamp::from_second(begin).unwrap_or_default();
                let used = ledger.taken_since(client, &since.to_string())?;
                self.0.insert(client.to_owned(), (begin, used));
                used
            }
        };
        let left = quota.puzzles.saturating_sub(used);
        Ok((left, begin + quota.seconds - now))
    }

    /// Adds puzzles that a client has taken. Does nothing if the client's puzzles have not been counted by
    /// [`left`](Self::left), which reads them from the ledger.
    pub fn add(&mut self, client: &str, puzzles: u64) {
        if let Some((_, used)) = self.0.get_mut(client) {
            *used += puzzles;
        }
    }

    /// Forgets all counts, so that they are read from the ledger again when they are needed.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_read() {
        let of = |puzzles, seconds| Some(Quota { puzzles, seconds });
        assert_eq!(Quota::parse("500/day"), of(500, 86_400));
        assert_eq!(Quota::parse("20/hour"), of(20, 3600));
        for wrong in ["500", "x/day", "5/week", "-1/day", "/day"] {
            assert_eq!(Quota::parse(wrong), None, "{wrong}");
        }
    }
}
