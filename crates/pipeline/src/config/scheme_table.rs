//! Reads a scheme that is written as changes to a built-in scheme.
//!
//! In a job file, such a scheme is a table `[schemes.NAME]`. A file `config/schemes/NAME.toml` holds one scheme.

use super::ConfigError;
use super::values::ClueText;
use crate::bucket::{Band, Measure, Scheme};
use crate::rate::{Passes, Preset, Rule, TrialCounts, WingGeometry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A table `[schemes.NAME]` of a job file, or a file of one scheme. The keys have the names of the fields of [`Scheme`]
/// and [`Preset`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct SchemeTable {
    /// The built-in scheme that supplies everything that this table does not set; `wu` by default.
    pub like: Option<String>,
    pub by: Option<Measure>,
    pub levels: Option<Vec<String>>,
    pub limits: Option<Vec<f64>>,
    /// The numbers of clues that each level accepts, by the level's name, such as `{ easy = "32..40" }`.
    pub level_clues: Option<BTreeMap<String, ClueText>>,
    /// The weights of rules; a rule that is not named keeps its weight.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<Rule, f64>,
    pub order: Option<Vec<Rule>>,
    pub merge_singles: Option<bool>,
    pub passes: Option<Passes>,
    pub count_hits: Option<Vec<Rule>>,
    pub wings: Option<WingGeometry>,
    pub trial_rules: Option<Vec<Rule>>,
    pub trial_counts: Option<TrialCounts>,
    /// The band of each level (the conditions that its puzzles meet), by the level's name; used if `by` is `bands`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bands: BTreeMap<String, Band>,
}

impl SchemeTable {
    /// Returns the scheme that the table describes, under the name `name`.
    ///
    /// # Errors
    /// If no built-in scheme has the name after `like`, or the scheme's numbers contradict one another.
    pub fn scheme(&self, name: &str) -> Result<Scheme, ConfigError> {
        let like = self.like.as_deref().unwrap_or("wu");
        let base = Scheme::named(like).map_err(|source| ConfigError::UnlikeAnything {
            name: name.to_owned(),
            source,
        })?;
        let scheme = Scheme {
            name: name.to_owned(),
            by: self.by.unwrap_or(base.by),
            levels: self.levels.clone().unwrap_or(base.levels),
            limits: self.limits.clone().unwrap_or(base.limits),
            level_clues: match &self.level_clues {
                Some(own) => own
                    .iter()
                    .map(|(level, it)| (level.clone(), it.0))
                    .collect(),
                None => base.level_clues,
            },
            preset: self.preset(base.preset),
            bands: self.bands(base.bands),
            techniques: base.techniques,
        };
        scheme.check().map_err(|source| ConfigError::BadScheme {
            name: name.to_owned(),
            source,
        })?;
        Ok(scheme)
    }

    /// Returns the band of each level of the scheme (the conditions that its puzzles meet), by the level's name.
    /// Levels without a band in this table keep their band from `base`, unless this table sets `levels`.
    fn bands(&self, base: BTreeMap<String, Band>) -> BTreeMap<String, Band> {
        let mut bands = match &self.levels {
            Some(_) => BTreeMap::new(),
            None => base,
        };
        bands.extend(self.bands.clone());
        bands
    }

    fn preset(&self, base: Preset) -> Preset {
        let mut weights = base.weights;
        for (rule, &weight) in &self.weights {
            weights[rule.index()] = weight;
        }
        Preset {
            weights,
            order: self.order.clone().unwrap_or(base.order),
            merge_singles: self.merge_singles.unwrap_or(base.merge_singles),
            passes: self.passes.unwrap_or(base.passes),
            count_hits: self.count_hits.clone().unwrap_or(base.count_hits),
            wings: self.wings.unwrap_or(base.wings),
            trial_rules: self.trial_rules.clone().unwrap_or(base.trial_rules),
            trial_counts: self.trial_counts.unwrap_or(base.trial_counts),
        }
    }
}
