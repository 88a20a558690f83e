//! Answers requests for puzzles: the next puzzles of a level, a puzzle by its id, and its solving
//! path.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use super::request::{PathNames, UrlQuery, count};
use crate::bucket::{Half, Scheme};
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{Layout, ShapedBoard};
use crate::ledger::PuzzleHistory;
use crate::pack::{AnyRecord, LayoutRecord, PackedPuzzle, Record};
use crate::rate::explainer::SeRating;
use crate::rate::hints::technique_steps;
use crate::rate::{HodokuLevel, Minutes, Rater};
use crate::stock::{self, Item, Label};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A puzzle as JSON.
#[derive(Debug, Serialize)]
pub struct PuzzleView {
    id: String,
    #[serde(flatten)]
    layout: Option<PuzzleLayoutView>,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    clues: usize,
    level: u8,
    level_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level_half: Option<&'static str>,
    scheme: String,
    d: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<f64>,
    /// `true` if the model of solving times was tested on similar puzzles. Only then should `minutes` be shown. `None`
    /// if `minutes` is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes_checked: Option<bool>,
    #[serde(flatten)]
    se: Option<SeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique_score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique_level: Option<HodokuLevel>,
    pack: String,
    /// The puzzle's number among all candidate puzzles of its run. The puzzle can be reproduced from this number and
    /// the seed. The number is a text, because it may have more digits than JavaScript keeps in a number.
    number: String,
    place: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shipped: Option<ShippedView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retired: Option<String>,
}

/// The layout of a puzzle, as JSON, if the layout is not plain 9×9. It includes the size of the boxes, such as `2x3`,
/// so that a program can draw them.
#[derive(Debug, Serialize)]
struct PuzzleLayoutView {
    layout: String,
    boxes: String,
    /// The region of each cell in a jigsaw, one letter per cell; `None` for other layouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    /// The mark of each cell in a layout that marks even and odd cells; `None` for other layouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<String>,
}

/// Sudoku Explainer's ratings of a puzzle as JSON, with the same fields as in other outputs.
#[derive(Debug, Serialize)]
struct SeView {
    se_er: Option<f64>,
    se_above: Option<f64>,
    se_ep: Option<f64>,
    se_ed: Option<f64>,
    se_table: &'static str,
}

impl From<SeRating> for SeView {
    fn from(rating: SeRating) -> Self {
        Self {
            se_er: rating.er_value(),
            se_above: rating.above_value(),
            se_ep: rating.ep_value(),
            se_ed: rating.ed_value(),
            se_table: rating.table.name(),
        }
    }
}

/// The shipment of a puzzle as JSON: the title, the puzzle's number under this title, and the time of the shipment.
#[derive(Debug, Serialize)]
struct ShippedView {
    title: String,
    number: u64,
    at: String,
}

impl From<&Item> for PuzzleView {
    fn from(item: &Item) -> Self {
        match &item.record {
            AnyRecord::Nine(record) => Self::of_nine(item, record),
            AnyRecord::Layout(record) => Self::of_layout(item, record),
        }
    }
}

impl PuzzleView {
    fn of_nine(item: &Item, record: &Record) -> Self {
        let scheme = scheme_of(item);
        let (path, minutes) = (record.ratings.techniques, record.ratings.minutes);
        let by_technique = path.and_then(|path| path.rating);
        Self {
            puzzle: record.puzzle.to_string(),
            solution: Some(record.solution.to_string()),
            level_half: scheme.half(record.level, &record.ratings).map(Half::name),
            minutes: minutes.map(Minutes::value),
            minutes_checked: minutes.map(|_| record.ratings.checked_minutes().is_some()),
            se: record.ratings.se.map(SeView::from),
            technique_score: by_technique.map(|it| it.score),
            technique_level: by_technique.map(|it| it.level),
            ..Self::common(item)
        }
    }

    fn of_layout(item: &Item, record: &LayoutRecord) -> Self {
        let layout = item.pack.pack.manifest().job.layout.unwrap_or(Layout::NINE);
        let boards = record.boards(layout.shape());
        let [puzzle, solution] =
            boards.unwrap_or([(); 2].map(|()| ShapedBoard::empty(layout.shape())));
        let line = |board| shaped_line(&board, Alphabet::One);
        let rating = record.made.path.rating;
        Self {
            layout: Some(PuzzleLayoutView {
                layout: layout.to_string(),
                boxes: layout.shape().to_string(),
                regions: record.made.features.regions().map(ToString::to_string),
                marks: record.made.features.marks_line(),
            }),
            puzzle: line(puzzle),
            solution: Some(line(solution)),
            technique_score: rating.map(|it| it.score),
            technique_level: rating.map(|it| it.level),
            ..Self::common(item)
        }
    }

    /// Returns the fields that puzzles of all layouts have. The fields `puzzle` and `solution` are left empty.
    fn common(item: &Item) -> Self {
        let (record, job) = (&item.record, &item.pack.pack.manifest().job);
        let label = Label::of(job, record.level());
        Self {
            id: record.id().to_string(),
            layout: None,
            puzzle: String::new(),
            solution: None,
            clues: record.clue_count(),
            level: record.level().number(),
            level_name: label.name,
            level_half: None,
            scheme: label.scheme,
            d: record.difficulty(),
            minutes: None,
            minutes_checked: None,
            se: None,
            technique_score: None,
            technique_level: None,
            pack: item.pack.name.clone(),
            number: record.number().to_string(),
            place: item.place,
            taken: None,
            shipped: None,
            retired: None,
        }
    }
}

/// The choice between puzzles with and without their solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolutionChoice {
    /// With solutions.
    #[default]
    Include,
    /// Without solutions, for puzzles that are passed on to players.
    Omit,
}

impl SolutionChoice {
    /// Returns a puzzle as JSON.
    pub fn view(self, item: &Item) -> PuzzleView {
        let mut view = PuzzleView::from(item);
        if self == Self::Omit {
            view.solution = None;
        }
        view
    }

    /// Returns a taken puzzle as JSON, with a field that says that it has been taken.
    pub fn view_of_taken(self, item: &Item) -> PuzzleView {
        PuzzleView {
            taken: Some(true),
            ..self.view(item)
        }
    }
}

/// The query of a request for one puzzle, such as `?solution=omit`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionQuery {
    #[serde(default)]
    pub solution: SolutionChoice,
}

fn scheme_of(item: &Item) -> &Scheme {
    &item.pack.pack.manifest().job.scheme
}

/// The query for a preview of the next puzzles of a level, such as `?level=hard&n=10`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreviewQuery {
    level: String,
    scheme: Option<String>,
    n: Option<i64>,
    #[serde(default)]
    solution: SolutionChoice,
}

/// Answers `GET /api/v1/puzzles`.
pub async fn look(
    State(app): State<App>,
    UrlQuery(asked): UrlQuery<PreviewQuery>,
) -> Result<impl IntoResponse, Problem> {
    let solution = asked.solution;
    if asked.level.is_empty() {
        return Err(Problem::bad("level is empty"));
    }
    let asked = stock::LevelRequest {
        n: count(&app, asked.n, 10)?,
        scheme: asked.scheme,
        level: asked.level,
    };
    let items = app.parts.stock.look(&asked)?;
    let puzzles: Vec<PuzzleView> = items.iter().map(|it| solution.view(it)).collect();
    Ok(Json(PuzzlesView::from(puzzles)))
}

/// Several puzzles as JSON.
#[derive(Debug, Serialize)]
pub struct PuzzlesView {
    schema: u8,
    puzzles: Vec<PuzzleView>,
}

impl From<Vec<PuzzleView>> for PuzzlesView {
    fn from(puzzles: Vec<PuzzleView>) -> Self {
        Self { schema: 1, puzzles }
    }
}

/// Finds a puzzle by its id, in a thread that may wait for the disk. Returns the puzzle and, if the ledger has it, what
/// the ledger knows about it.
async fn find(app: &App, id: &str) -> Result<(Item, Option<PuzzleHistory>), Problem> {
    let Ok(id) = id.parse() else {
        return Err(Problem::bad("an id has 32 hexadecimal digits"));
    };
    let stock = app.parts.stock.clone();
    let found = tokio::task::spawn_blocking(move || stock.puzzle(id)).await??;
    found.ok_or_else(|| Problem::missing(format!("no pack here holds puzzle {id}")))
}

/// Answers `GET /api/v1/puzzles/{id}`.
pub async fn one_puzzle(
    State(app): State<App>,
    PathNames(id): PathNames<String>,
    UrlQuery(asked): UrlQuery<SolutionQuery>,
) -> Result<impl IntoResponse, Problem> {
    #[derive(Serialize)]
    struct SinglePuzzleView {
        schema: u8,
        #[serde(flatten)]
        puzzle: PuzzleView,
    }
    let (item, known) = find(&app, &id).await?;
    let (shipped, retired) = known.map_or((None, None), |it| (it.shipped, it.retired));
    let puzzle = PuzzleView {
        shipped: shipped.map(|(shipment, number)| ShippedView {
            title: shipment.title,
            number,
            at: shipment.shipped,
        }),
        retired: retired.map(|(at, _)| at),
        ..asked.solution.view(&item)
    };
    Ok(Json(SinglePuzzleView { schema: 1, puzzle }))
}

/// A kind of solving path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PathKind {
    /// A path that uses the rating rules of the puzzle's scheme.
    #[default]
    Rules,
    /// A path that uses the techniques of the technique ladder.
    Techniques,
}

/// The query for a solving path.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepsQuery {
    #[serde(default)]
    path: PathKind,
}

/// Answers `GET /api/v1/puzzles/{id}/steps`.
pub async fn steps(
    State(app): State<App>,
    PathNames(id): PathNames<String>,
    UrlQuery(asked): UrlQuery<StepsQuery>,
) -> Result<Response, Problem> {
    let (item, _) = find(&app, &id).await?;
    let AnyRecord::Nine(record) = item.record.clone() else {
        let said = "steps are of 9x9 only: factory rate --layout NAME --steps finds those of other layouts";
        return Err(Problem::new(Code::Impossible, said));
    };
    let solved = tokio::task::spawn_blocking(move || {
        let rater = Rater::new(&scheme_of(&item).preset);
        let (rating, steps) = rater.steps(&record.puzzle, &record.solution);
        let view = PuzzleView::from(&item);
        let steps = match asked.path {
            PathKind::Rules => json!(steps),
            PathKind::Techniques => {
                let ladder = scheme_of(&item).ladder();
                json!(technique_steps(&record.puzzle, &ladder).1)
            }
        };
        json!({
            "schema": 1, "id": view.id, "puzzle": view.puzzle, "solution": view.solution,
            "d": rating.difficulty, "solved_by_rules": rating.solved, "steps": steps,
        })
    });
    Ok(Json(solved.await?).into_response())
}
