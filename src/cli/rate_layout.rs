//! `factory rate --layout`: rates puzzles of layouts other than plain 9×9 by the technique ladder.

use super::Exit;
use super::errors::{UsageError, refuse_nine_only};
use super::features::add_features;
use super::layout_list::{LayoutSolution, LayoutWorker, answer_each_of};
use super::list::{ListAnswer, ListPuzzle};
use super::rate::{self, RateArgs};
use crate::bucket::Scheme;
use crate::config::Settings;
use crate::grid::Layout;
use crate::grid::text::{Alphabet, shaped_line};
use crate::import::LayoutListPuzzle;
use crate::layouts::LayoutKit;
use crate::pack::hardest_technique;
use crate::rate::techniques::TechniquePath;
use serde_json::{Map, Value, json};

/// Rates every puzzle of the input. The puzzles have the layout that the options name, or 9×9.
pub fn run(args: &RateArgs) -> anyhow::Result<Exit> {
    let Some(layout) = args.layout.filter(|it| *it != Layout::NINE) else {
        args.regions.refuse_nine()?;
        return rate::run(args);
    };
    refuse_options(args, layout)?;
    let kit = LayoutKit::new(layout);
    let answer = |worker: &mut LayoutWorker<'_>, puzzle: &LayoutListPuzzle| {
        let mut answer = rated(args, kit.scheme(), worker, puzzle);
        add_features(&puzzle.features, &mut answer.fields);
        (answer, ())
    };
    answer_each_of(&args.list, &args.regions, &kit, answer, |()| true)
}

/// Refuses the options that work only for 9×9 puzzles.
fn refuse_options(args: &RateArgs, layout: Layout) -> Result<(), UsageError> {
    let filters = args.filters.clone().settings();
    let used = [
        ("--scheme", args.scheme.is_some()),
        ("--ratings", args.ratings.is_some()),
        ("--as-given", args.as_given),
        ("--job", args.job.is_some()),
        ("a filter", filters != Settings::default()),
    ];
    refuse_nine_only(&used, layout)
}

/// Returns the rating of a puzzle as an answer line, or the reason why no single solution was found.
fn rated(
    args: &RateArgs,
    scheme: &Scheme,
    worker: &mut LayoutWorker<'_>,
    puzzle: &LayoutListPuzzle,
) -> ListAnswer {
    let (layout, board) = (worker.layout(), &puzzle.board);
    let solution = match worker.solution(board) {
        LayoutSolution::Only(solution) => solution,
        LayoutSolution::Other(count, why) => {
            return ListAnswer {
                text: format!("{}  {why}", puzzle.line()),
                fields: json!({ "layout": layout.to_string(), "solutions": count, "reason": why }),
            };
        }
    };
    let id = worker.id(board, &solution);
    let (path, steps) = match args.steps.is_some() {
        true => worker.solver.steps(board.values()),
        false => (worker.solver.path(board.values()), Vec::new()),
    };
    let (level, hardest) = (level_of(scheme, &path), hardest_technique(&path, scheme));
    let needs = worker.needs_rules(board);
    let mut text = format!(
        "{}  {}  {}  {} clues  {id}",
        puzzle.line(),
        level.unwrap_or("no level"),
        match path.rating {
            Some(rating) => format!("{} points, {hardest}", rating.score),
            None => "beyond our techniques".to_owned(),
        },
        puzzle.clues(),
    );
    if needs == Some(false) {
        text += "  one solution even without the extra rules";
    }
    let steps: Vec<String> = steps.iter().map(|step| step.text(layout.shape())).collect();
    for (number, step) in (1..).zip(&steps) {
        text += &format!("\n{number:>4}. {step}");
    }
    let used = path.used();
    let techniques = used.map(|(technique, count)| (technique.key().to_owned(), count.into()));
    let mut fields = json!({
        "layout": layout.to_string(),
        "solutions": 1,
        "solution": shaped_line(&solution, Alphabet::One),
        "id": id,
        "level": level,
        "score": path.rating.map(|rating| rating.score),
        "hardest": hardest,
        "techniques": techniques.collect::<Map<String, Value>>(),
    });
    if let Some(needs) = needs {
        fields["needs_extra_rules"] = needs.into();
    }
    if args.steps.is_some() {
        fields["steps"] = steps.into();
    }
    ListAnswer { text, fields }
}

/// Returns the name of the level that the scheme gives to a solving path; `None` if the path has no level.
fn level_of<'a>(scheme: &'a Scheme, path: &TechniquePath) -> Option<&'a str> {
    scheme
        .path_level(path)
        .map(|level| scheme.level_name(level))
}
