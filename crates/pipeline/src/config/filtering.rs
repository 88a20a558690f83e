//! Reads the filters in settings, and refuses filters that no puzzle can pass, as far as this can be proved.

use super::{ConfigError, Job, Settings};
use crate::bucket::{Level, Scheme};
use crate::dig::Plan;
use crate::filter::{
    Condition, Filters, ImpossibleRequirements, MostTechnique, PuzzleRequirements, StepName,
    TechniqueFilters,
};
use crate::rate::Rule;
use crate::rate::techniques::Technique;

impl Settings {
    /// Returns the job's filters. The level and the look of a puzzle, such as its clues and symmetry, are not part
    /// of these filters.
    ///
    /// # Errors
    /// If the condition can't be parsed, or the scheme's ladder lacks a technique that the settings `require`,
    /// `need` or `max_rule` name.
    pub fn filters(&self, scheme: &Scheme) -> Result<Filters, ConfigError> {
        let condition = self.condition.as_ref();
        let condition = condition.map(|text| Condition::parse(text, scheme));
        let [require, forbid, need] =
            [&self.require, &self.forbid, &self.need].map(|names| split(names, scheme));
        let most = self.max_rule.map(|name| name.in_scheme(scheme));
        let (max_rule, max_technique) = match most {
            Some(Ok(rule)) => (Some(rule), None),
            Some(Err(technique)) => (None, Some(technique)),
            None => (None, None),
        };
        let rules = Filters::new(require.0, forbid.0, max_rule, need.0);
        let max = max_technique
            .map(|it| most_technique(it, scheme))
            .transpose()?;
        let techniques = TechniqueFilters {
            require: require.1,
            forbid: forbid.1,
            max,
            need: need.1,
        };
        let must = techniques.require.iter().chain(&techniques.need);
        for &technique in must {
            known(technique, scheme)?;
        }
        Ok(Filters {
            techniques,
            condition: condition.transpose().map_err(ConfigError::BadCondition)?,
            ..rules
        })
    }
}

/// Splits names into rules and techniques, each sorted and without repeats.
fn split(names: &Option<Vec<StepName>>, scheme: &Scheme) -> (Vec<Rule>, Vec<Technique>) {
    let (mut rules, mut techniques) = (Vec::new(), Vec::new());
    for name in names.iter().flatten() {
        match name.in_scheme(scheme) {
            Ok(rule) => rules.push(rule),
            Err(technique) => techniques.push(technique),
        }
    }
    techniques.sort_unstable();
    techniques.dedup();
    (rules, techniques)
}

/// Returns the filter that excludes all techniques after `technique` in the ladder of the scheme, or an error if
/// the ladder lacks `technique`.
fn most_technique(technique: Technique, scheme: &Scheme) -> Result<MostTechnique, ConfigError> {
    let place = known(technique, scheme)?;
    let beyond = scheme.ladder().techniques().skip(place + 1).collect();
    Ok(MostTechnique { technique, beyond })
}

/// Returns the index of a technique in the scheme's ladder.
///
/// # Errors
/// [`ConfigError::NotInLadder`] if the ladder lacks it.
fn known(technique: Technique, scheme: &Scheme) -> Result<usize, ConfigError> {
    let ladder = scheme.ladder();
    let place = ladder.techniques().position(|it| it == technique);
    place.ok_or_else(|| ConfigError::NotInLadder {
        technique,
        ladder: ladder.name().to_owned(),
    })
}

impl Job {
    /// Checks that puzzles can exist for every level with a quota, or for some level if there are no quotas. If
    /// `are_made` is true, the puzzles must also fit the job's dig plans.
    ///
    /// # Errors
    /// [`ImpossibleRequirements`] if it is proven that no such puzzle exists.
    pub(super) fn check_requirements(&self, are_made: bool) -> Result<(), ImpossibleRequirements> {
        let plans: Vec<Plan> = self.plans().filter(|_| are_made).collect();
        let check = |level| self.requirements(level, &plans).check();
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

    /// Returns the requirements that a puzzle must meet to reach this level (any level if `None`) and pass the
    /// job's filters. `plans` are the plans by which it may be dug; empty if the job doesn't make its puzzles.
    pub(super) fn requirements<'a>(
        &'a self,
        level: Option<Level>,
        plans: &'a [Plan],
    ) -> PuzzleRequirements<'a> {
        PuzzleRequirements {
            filters: &self.filters,
            scheme: &self.scheme,
            level,
            plans,
        }
    }
}
