//! The filters in settings, and the check that some puzzle can pass them.

use super::{ConfigError, Job, Settings};
use crate::bucket::{Level, Scheme};
use crate::dig::Plan;
use crate::filter::{Condition, Filters, Impossible, Wish};

impl Settings {
    /// Returns the filters of puzzles besides their looks and levels.
    ///
    /// # Errors
    /// If the condition can't be understood.
    pub fn filters(&self, scheme: &Scheme) -> Result<Filters, ConfigError> {
        let list = |rules: &Option<Vec<_>>| rules.clone().unwrap_or_default();
        let condition = self.condition.as_ref();
        let condition = condition.map(|text| Condition::parse(text, scheme));
        let rules = Filters::new(
            list(&self.require),
            list(&self.forbid),
            self.max_rule,
            list(&self.need),
        );
        Ok(Filters {
            condition: condition.transpose().map_err(ConfigError::BadCondition)?,
            ..rules
        })
    }
}

impl Job {
    /// Checks that there can be puzzles of every level with a quota, or of any level without
    /// quotas; they are dug by the job's plans if they `are_made`.
    ///
    /// # Errors
    /// [`Impossible`] if it is proven that there are none.
    pub(super) fn check_wishes(&self, are_made: bool) -> Result<(), Impossible> {
        let plans: Vec<Plan> = self.plans().filter(|_| are_made).collect();
        let check = |level| self.wish(level, &plans).check();
        check(None)?;
        match &self.quotas {
            Some(quotas) => {
                let mut levels = self.scheme.levels().filter(|it| quotas.of(*it) > 0);
                levels.try_for_each(|level| check(Some(level)))
            }
            None => {
                let checked = self.scheme.levels().map(|level| check(Some(level)));
                checked.reduce(Result::or).unwrap_or(Ok(()))
            }
        }
    }

    /// Returns the wish for puzzles of a level, dug by these plans, that pass the job's filters.
    pub(super) fn wish<'a>(&'a self, level: Option<Level>, plans: &'a [Plan]) -> Wish<'a> {
        Wish {
            filters: &self.filters,
            scheme: &self.scheme,
            level,
            plans,
        }
    }
}
