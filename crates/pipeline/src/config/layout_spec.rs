//! Turns the settings for a layout other than 9×9 into a checked job and the options of its run, and refuses
//! settings that only 9×9 supports.

use super::{ConfigError, Job, LedgerSnapshot, RunSpec, Settings, Switch};
use crate::create::Method;
use crate::dig;
use crate::filter::Filters;
use crate::grid::{ExtraRule, Layout, LayoutError, Regions};
use crate::layouts::{LayoutKit, LayoutMaker};
use crate::rate::Extra;
use crate::seed::Generator;

/// The maximum side of a board if the layout has further rules. Larger boards are refused: on 16×16 with further rules,
/// the proof that a puzzle has one solution can take seconds.
const LARGEST_WITH_RULES: usize = 12;

impl Settings {
    /// Returns the requested layout; `None` for 9×9 without further rules.
    ///
    /// # Errors
    /// If no layout has the name, or if a shape is set without a layout. Also if the shape is invalid, does not fit
    /// the layout, or differs from the shape in the layout's name.
    pub(super) fn layout(&self) -> Result<Option<Layout>, ConfigError> {
        let Some(name) = &self.layout else {
            return match self.shape {
                Some(_) => Err(ConfigError::ShapeAlone),
                None => Ok(None),
            };
        };
        let mut layout: Layout = name.parse()?;
        if let Some(shape) = &self.shape {
            let boxes = shape.parse().map_err(LayoutError::from)?;
            if name.contains('/') && boxes != layout.shape() {
                return Err(ConfigError::TwoShapes {
                    shape: shape.clone(),
                    layout: name.clone(),
                });
            }
            layout = layout.with_boxes(boxes)?;
        }
        Ok(Some(layout).filter(|&layout| layout != Layout::NINE))
    }

    /// Checks the settings of a layout and turns them into a run spec.
    pub(super) fn layout_spec(self, layout: Layout) -> Result<RunSpec, ConfigError> {
        if let Some(option) = self.nine_only() {
            return Err(ConfigError::NineOnly { option, layout });
        }
        if layout.has_extra_rules() && layout.side() > LARGEST_WITH_RULES {
            return Err(ConfigError::LargeLayout(layout));
        }
        let regions = self.regions_of(layout)?;
        let kit = LayoutKit::new(layout).with_regions(regions.clone());
        if LayoutMaker::new(&kit)
            .board(&mut Generator::for_candidate(0, 0))
            .is_none()
        {
            return Err(match &self.regions {
                Some(file) => ConfigError::NoGridOfRegions(file.clone()),
                None => ConfigError::NoGrid(layout),
            });
        }
        let scheme = kit.scheme().clone();
        let quotas = self.quotas(&scheme)?;
        let from = self.from.clone().unwrap_or_default();
        if !from.is_empty() {
            self.check_given()?;
        }
        let exhaust = self.exhaust.unwrap_or(false);
        self.check_count(exhaust, quotas.is_some() || !from.is_empty())?;
        self.threads.map(super::check_threads).transpose()?;
        let seed_of_date = self.seed_of_date()? && from.is_empty();
        self.check_keep()?;
        let job = Job {
            seed: self.seed.unwrap_or(0),
            count: self.count,
            quotas,
            exhaust,
            create: Method::Diagonal,
            dig: dig::Plan::default(),
            source: None,
            ratings: vec![Extra::Techniques],
            mix: Vec::new(),
            scheme,
            filters: Filters::default(),
            part: None,
            ledger: LedgerSnapshot::default(),
            layout: Some(layout),
            regions,
            distinct: self.distinct.unwrap_or_default(),
        };
        self.with_job(job, seed_of_date, from)
    }

    /// Reads the regions of all puzzles from the file that the settings name; `None` if they name no file.
    fn regions_of(&self, layout: Layout) -> Result<Option<Regions>, ConfigError> {
        let Some(file) = &self.regions else {
            return Ok(None);
        };
        if !layout.has(ExtraRule::Jigsaw) {
            return Err(ConfigError::RegionsAlone);
        }
        let regions: Regions =
            super::settings::read_text(file)?
                .parse()
                .map_err(|error| ConfigError::Regions {
                    file: file.clone(),
                    error,
                })?;
        match regions.side() == layout.side() {
            true => Ok(Some(regions)),
            false => Err(ConfigError::RegionsSide {
                file: file.clone(),
                side: regions.side(),
                layout,
            }),
        }
    }

    /// Returns the name of the first setting that only 9×9 supports and that differs from its default; `None` if
    /// there is none.
    fn nine_only(&self) -> Option<&'static str> {
        let usual = |scheme: &String| scheme == "wu";
        let says = [
            ("packs", self.packs.is_some()),
            ("profile", self.profile.is_some()),
            (
                "create",
                self.create.is_some_and(|it| it != Method::Diagonal),
            ),
            (
                "seed-cells",
                self.seed_cells.is_some_and(|it| it != Method::SEED_CELLS),
            ),
            (
                "dig",
                self.dig.is_some_and(|it| it != dig::DigMethod::default()),
            ),
            (
                "symmetry",
                self.symmetry.is_some_and(|it| it != dig::Symmetry::None),
            ),
            ("clues", self.clues.is_some()),
            ("row-clues", self.row_clues.is_some()),
            ("box-clues", self.box_clues.is_some()),
            ("pattern", self.pattern.is_some()),
            ("digits", self.digits.is_some()),
            ("minimal", self.minimal == Some(true)),
            (
                "uniqueness",
                self.uniqueness
                    .is_some_and(|it| it != dig::Uniqueness::default()),
            ),
            ("mix", self.mix.as_ref().is_some_and(|it| !it.is_empty())),
            ("scheme", !self.scheme.as_ref().is_none_or(usual)),
            (
                "ratings",
                self.ratings.as_ref().is_some_and(|it| !it.is_empty()),
            ),
            ("ladder", self.ladder.is_some()),
            (
                "uniqueness-techniques",
                self.uniqueness_techniques == Some(Switch::On),
            ),
            ("require", self.require.is_some()),
            ("forbid", self.forbid.is_some()),
            ("max-rule", self.max_rule.is_some()),
            ("need", self.need.is_some()),
            ("where", self.condition.is_some()),
        ];
        says.into_iter()
            .find(|(_, is_said)| *is_said)
            .map(|(option, _)| option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(layout: &str) -> String {
        let asked = Settings {
            count: Some(5),
            layout: Some(layout.to_owned()),
            ..Settings::default()
        };
        let spec = asked.over(Settings::defaults().unwrap()).run_spec();
        spec.err()
            .map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn sizes_that_are_not_made_are_refused() {
        for layout in [
            "4x4",
            "6x6",
            "9x9",
            "9x9+x",
            "12x12+knight",
            "9x9+jigsaw",
            "6x6+even-odd",
            "16x16",
            "25x25",
        ] {
            assert_eq!(refused(layout), "");
        }
        insta::assert_snapshot!(refused("16x16+x"), @"16x16+x is too large to be proved by factory verify: layouts with further rules are made up to 12x12");
        insta::assert_snapshot!(refused("9x9+y"), @r#"no rule is called "y"; the rules are x, windows, knight, king, jigsaw, even-odd"#);
    }
}
