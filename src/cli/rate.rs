//! `factory rate`: prints the difficulty of puzzles, and how a person solves them.

use super::Exit;
use super::errors::UsageError;
use super::features::RegionsArgs;
use super::filter_args::FilterArgs;
use super::list::{ListAnswer, ListArgs, answer_some};
use super::make;
use super::technique_path::{PathFinder, TechniquePathKind};
use crate::bucket::Scheme;
use crate::config::{ConfigError, Settings};
use crate::filter::{PreparedFilters, PuzzleRequirements, Subject};
use crate::grid::{Board, Canonical, Layout, PuzzleId};
use crate::pack::PuzzleFields;
use crate::rate::explainer::{Explainer, SeRating, SeStep, SeTable};
use crate::rate::techniques::Climbers;
use crate::rate::{Extra, HodokuRating, Raters, Ratings};
use crate::solve::search::Solutions;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The puzzles to rate, and the ratings to compute.
#[derive(Debug, Args)]
pub struct RateArgs {
    #[command(flatten)]
    pub list: ListArgs,
    /// Read puzzles of this layout, such as 6x6, 16x16 or 9x9+x (docs/layouts.md) [default: 9x9]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<Layout>,
    #[command(flatten)]
    pub regions: RegionsArgs,
    /// Print the solving path of each puzzle, one step per line: by the rating rules (--steps), by the technique
    /// ladder (--steps=techniques), or by Sudoku Explainer (--steps with --ratings se)
    #[arg(
        long,
        value_name = "PATH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "rules"
    )]
    pub steps: Option<TechniquePathKind>,
    /// Scheme that defines the levels: wu, clues, hardest-rule or another scheme of docs/schemes.md, or a scheme that
    /// the job file defines
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    pub scheme: Option<String>,
    /// Rate each puzzle in the form in which it is given, as Sudoku Explainer and HoDoKu do, instead of its canonical
    /// form (needs --ratings se or techniques, or --steps=techniques)
    #[arg(long)]
    pub as_given: bool,
    /// Extra ratings to compute, separated by commas: stuart, qqwing, hodoku (approximate), time (solving time),
    /// techniques (by the technique ladder), se or se-1.18.1 (Sudoku Explainer 1.2.1 or 1.18.1); or all (all but
    /// se-1.18.1)
    #[arg(
        long,
        value_name = "NAMES",
        env = "FACTORY_RATINGS",
        value_delimiter = ','
    )]
    pub ratings: Option<Vec<String>>,
    #[command(flatten)]
    pub filters: FilterArgs,
    /// Job file with schemes, ladders or filters of your own
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    pub job: Option<PathBuf>,
}

/// Rates every puzzle of the input.
pub fn run(args: &RateArgs) -> anyhow::Result<Exit> {
    let asked = Settings {
        scheme: args.scheme.clone(),
        ratings: args.ratings.clone(),
        ..args.filters.clone().settings()
    };
    let settings = asked.over(make::files_and_defaults(args.job.as_deref(), None)?);
    let scheme = settings.scheme()?;
    let filters = settings.filters(&scheme)?;
    let requirements = PuzzleRequirements {
        filters: &filters,
        scheme: &scheme,
        level: None,
        plans: &[],
    };
    requirements.check().map_err(ConfigError::from)?;
    let extras = settings.extras(&scheme, &filters)?;
    let table = extras.iter().find_map(|extra| match extra {
        Extra::Se(table) => Some(*table),
        _ => None,
    });
    check_form(args, &extras)?;
    let climbs = extras.contains(&Extra::Techniques) && args.as_given;
    let apart = |it: &Extra| it.serves(Extra::SE) || *it == Extra::Techniques && climbs;
    let others: Vec<Extra> = extras.into_iter().filter(|it| !apart(it)).collect();
    let rater = ListRater {
        raters: scheme.raters(&others),
        climbers: climbs.then(|| Climbers::of(&scheme.ladder())),
        scheme: &scheme,
        se: table.map(|table| SeRater {
            table,
            as_given: args.as_given,
        }),
        steps: args.steps,
        finder: PathFinder {
            ladder: scheme.ladder(),
            as_given: args.as_given,
        },
        json: args.list.json,
    };
    let prepared = PreparedFilters::of(&filters, &scheme);
    answer_some(
        &args.list,
        |puzzle, solved| {
            let (answer, rated) = rater.rate(puzzle, &solved);
            let passes = rated.map(|(form, ratings)| {
                let subject = Subject {
                    number: None,
                    id: Some(form.id()),
                    level: scheme.level(&ratings),
                    ratings: &ratings,
                    unfinished: false,
                };
                prepared.passes(&subject, &form)
            });
            (answer, passes.unwrap_or(filters.is_empty()))
        },
        |passes| passes,
    )
}

/// Checks that `--as-given` comes with ratings or steps that differ between the given and the canonical form of a
/// puzzle.
fn check_form(args: &RateArgs, extras: &[Extra]) -> Result<(), UsageError> {
    let depends = |it: &Extra| it.serves(Extra::SE) || *it == Extra::Techniques;
    let lists_techniques = args.steps == Some(TechniquePathKind::Techniques);
    if !args.as_given || lists_techniques || extras.iter().any(depends) {
        return Ok(());
    }
    let what = "--as-given is about Sudoku Explainer's numbers and the technique ladder: \
                add --ratings se or techniques, or --steps=techniques";
    Err(UsageError(what.to_owned()))
}

/// A rater of the puzzles of a list.
struct ListRater<'a> {
    raters: Raters,
    /// The technique solvers that rate the puzzle in its given form, if requested.
    climbers: Option<Climbers>,
    scheme: &'a Scheme,
    /// The rater for Sudoku Explainer's numbers, if requested.
    se: Option<SeRater>,
    steps: Option<TechniquePathKind>,
    finder: PathFinder,
    /// `true` if the answers are printed as JSON.
    json: bool,
}

impl ListRater<'_> {
    /// Returns the answer for a puzzle. If the puzzle has exactly one solution, also returns its canonical form and its
    /// ratings, which filters need.
    fn rate(
        &self,
        puzzle: &Board,
        solved: &Solutions,
    ) -> (ListAnswer, Option<(Canonical, Ratings)>) {
        let fields = |id, ratings| match self.json {
            true => solved_fields(solved, id, ratings, self.scheme),
            false => Value::Null,
        };
        let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
            let answer = ListAnswer {
                text: format!("{puzzle}  {}", not_rated(puzzle, solved.count)),
                fields: fields(None, None),
            };
            return (answer, None);
        };
        let form = Canonical::of(puzzle, &solution);
        let mut ratings = self.raters.rate(&form);
        let explained = self
            .se
            .map(|se| se.rate(puzzle, &form, self.steps.is_some()));
        ratings.se = explained.as_ref().map(|(rating, _)| *rating);
        if let Some(climbers) = &self.climbers {
            ratings.techniques = Some(climbers.solve(puzzle, Some(&solution)));
        }
        let mut text = self.text(puzzle, &form, &ratings);
        let mut fields = fields(Some(form.id()), Some(&ratings));
        if let Some(se) = self.se {
            fields["se_form"] = se.form().into();
        }
        if ratings.techniques.is_some() {
            fields["technique_form"] = form_name(self.climbers.is_some()).into();
        }
        if self.steps == Some(TechniquePathKind::Techniques) {
            let (path, steps) = self.finder.path(puzzle);
            text += &path;
            fields["steps"] = json!(steps);
        } else if self.steps.is_some() {
            let (_, steps) = self.raters.ladder().steps(puzzle, &solution);
            fields["steps"] = json!(steps);
            if let Some((_, se_steps)) = explained {
                text += &se_path(&se_steps);
                fields["se_steps"] = json!(se_steps);
            } else {
                for (number, step) in steps.iter().enumerate() {
                    text += &format!("\n{:>4}. {step}", number + 1);
                }
            }
        }
        (ListAnswer { text, fields }, Some((form, ratings)))
    }

    /// Returns the ratings in one line.
    fn text(&self, puzzle: &Board, form: &Canonical, ratings: &Ratings) -> String {
        let (ladder, scheme) = (&ratings.ladder, self.scheme);
        let mut text = format!(
            "{puzzle}  {:<11}  D {:7.4}  {} clues  {}{}",
            scheme
                .level(ratings)
                .map_or("no level", |level| scheme.level_name(level)),
            ladder.difficulty,
            puzzle.clue_count(),
            form.id(),
            if ladder.solved {
                ""
            } else {
                "  not solved by the rating rules"
            },
        );
        if let Some(minutes) = ratings.minutes_text() {
            text += &format!("  {minutes} minutes");
        }
        match ratings.hodoku.map(HodokuRating::known) {
            Some(Some(rated)) => text += &format!("  HoDoKu {}, {}", rated.level, rated.score),
            Some(None) => text += "  HoDoKu: beyond our techniques",
            None => {}
        }
        if let (Some(se), Some(rater)) = (ratings.se, self.se) {
            text += &format!("  {se}{}", if rater.as_given { " as given" } else { "" });
        }
        if let Some(path) = ratings.techniques {
            let hardest = scheme
                .ladder()
                .hardest(&path)
                .map(|rung| rung.technique.name());
            text += &match (path.rating, hardest) {
                (Some(rating), Some(hardest)) => format!("  {rating}, {hardest}"),
                (Some(rating), None) => format!("  {rating}"),
                (None, _) => "  beyond our techniques".to_owned(),
            };
        }
        text
    }
}

/// Returns the name in JSON of the form that was rated: `given` or `canonical`.
const fn form_name(as_given: bool) -> &'static str {
    if as_given { "given" } else { "canonical" }
}

/// A rater that works as Sudoku Explainer does, either on the canonical form of a puzzle or on the puzzle as it is
/// given.
#[derive(Clone, Copy)]
struct SeRater {
    table: SeTable,
    as_given: bool,
}

impl SeRater {
    const fn form(self) -> &'static str {
        form_name(self.as_given)
    }

    /// Returns Sudoku Explainer's rating. If `with_steps` is set, also returns the steps, on the board as it is given.
    fn rate(self, puzzle: &Board, form: &Canonical, with_steps: bool) -> (SeRating, Vec<SeStep>) {
        let rated = if self.as_given { puzzle } else { &form.puzzle };
        let mut explainer = Explainer::default().by(self.table);
        if !with_steps {
            return (explainer.rate(rated), Vec::new());
        }
        let (rating, steps) = explainer.steps(rated);
        if self.as_given {
            return (rating, steps);
        }
        let back = form.transform.inverse();
        let moved = steps.into_iter().map(|step| step.moved(&back));
        (rating, moved.collect())
    }
}

/// Returns Sudoku Explainer's solving path as text, one step per line, with the chains of a step below the
/// step.
fn se_path(steps: &[SeStep]) -> String {
    let mut text = String::new();
    for (number, step) in (1..).zip(steps) {
        text += &format!("\n{number:>4}. {step}");
        for chain in &step.chains {
            text += &format!("\n        {chain}");
        }
    }
    text
}

/// Returns the fields of a puzzle in JSON: the number of its solutions, its solution if it has only one, and its id and
/// rating if these are given.
pub(super) fn solved_fields(
    solved: &Solutions,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let only = solved.first.filter(|_| solved.count == 1);
    PuzzleFields::new(solved.count, only.as_ref(), id, ratings, scheme).json()
}

/// Returns the reason why a puzzle without exactly one solution has no rating.
pub(super) fn not_rated(puzzle: &Board, count: usize) -> String {
    match puzzle.conflict() {
        Some(conflict) => format!(
            "no solution: {} stands twice in {} ({} and {})",
            conflict.digit, conflict.house, conflict.cells[0], conflict.cells[1]
        ),
        None if count == 0 => "no solution".to_owned(),
        None => "more than one solution".to_owned(),
    }
}
