//! The filters that settings ask for, checked against the scheme and the quotas.

use super::{ConfigError, Settings};
use crate::bucket::{FilterError, Filters, Quotas, Scheme};

impl Settings {
    /// What is asked of the rules that solve a puzzle.
    ///
    /// # Errors
    /// If no puzzle can pass, or none of a level that is wanted.
    pub fn filters(
        &self,
        scheme: &Scheme,
        quotas: Option<&Quotas>,
    ) -> Result<Filters, ConfigError> {
        let list = |rules: &Option<Vec<_>>| rules.clone().unwrap_or_default();
        let filters = Filters::new(
            list(&self.require),
            list(&self.forbid),
            self.max_rule,
            list(&self.need),
        );
        if filters.is_empty() {
            return Ok(filters);
        }
        filters.check(scheme)?;
        let is_wanted = |&level: &_| quotas.is_some_and(|quotas| quotas.of(level) > 0);
        scheme
            .levels()
            .filter(is_wanted)
            .try_for_each(|level| filters.check_level(scheme, level))
            .map_err(|error: FilterError| error.into())
            .map(|()| filters)
    }
}
