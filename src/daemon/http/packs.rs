//! Answers requests for packs and their puzzles.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use super::puzzles::{PuzzleView, SolutionChoice};
use super::request::{NoParameters, PathNames, UrlQuery, count, exact};
use crate::bucket::Level;
use crate::pack::PackError;
use crate::stock::{Item, StockPack};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns the pack with this name.
///
/// # Errors
/// 404 if there is no such pack.
pub fn pack(app: &App, name: &str) -> Result<Arc<StockPack>, Problem> {
    let found = app.parts.stock.library().pack(name);
    found.ok_or_else(|| Problem::missing("no pack has this name: /api/v1/packs lists all packs"))
}

/// Returns the pack's level that has the name or the number `text`.
///
/// # Errors
/// 404 if there is no such level.
pub fn level(pack: &StockPack, text: &str) -> Result<Level, Problem> {
    let found = pack.pack.manifest().job.scheme.find_level(text);
    found.map_err(|error| Problem::new(Code::UnknownLevel, error.to_string()))
}

fn pack_json(it: &StockPack) -> Value {
    let manifest = it.pack.manifest();
    let levels = manifest.job.scheme.levels().map(|level| {
        let summary = manifest.level(level);
        json!({ "name": summary.level, "made": summary.made, "yield": manifest.yield_of(level) })
    });
    let is_seeded = manifest.job.source.is_none();
    let mut told = json!({
        "name": it.name,
        "made": it.written(),
        "seed": is_seeded.then(|| manifest.job.seed.to_string()),
        "origin": manifest.job.origin(),
        "scheme": manifest.job.scheme.name,
        "candidates": manifest.numbers,
        "puzzles": manifest.made(),
        "levels": levels.collect::<Vec<_>>(),
        "bytes": manifest.files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.bytes)),
    });
    if let Some(layout) = manifest.job.layout {
        told["layout"] = layout.to_string().into();
    }
    told
}

/// The query of a request for a list of packs, such as `?from=0&n=100`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackQuery {
    #[serde(default)]
    from: u64,
    n: Option<u64>,
}

/// The maximum number of packs in one answer.
const MOST_PACKS: u64 = 1000;

/// Answers `GET /api/v1/packs`.
pub async fn all(
    State(app): State<App>,
    UrlQuery(part): UrlQuery<PackQuery>,
) -> Result<impl IntoResponse, Problem> {
    let n = part.n.unwrap_or(MOST_PACKS);
    if !(1..=MOST_PACKS).contains(&n) {
        let said = format!("n is {n}; it must be from 1 to {MOST_PACKS}");
        return Err(Problem::bad(said));
    }
    exact("from", part.from)?;
    let packs = app.parts.stock.library().packs();
    let total = packs.len() as u64;
    let from = usize::try_from(part.from).unwrap_or(usize::MAX);
    let part_of = packs.iter().skip(from).take(n as usize);
    let shown: Vec<Value> = part_of.map(|it| pack_json(it)).collect();
    let next = (part.from.saturating_add(n) < total)
        .then(|| format!("/api/v1/packs?from={}&n={n}", part.from + n));
    let told = json!({ "schema": 1, "total": total, "packs": shown, "next": next });
    Ok(Json(told))
}

/// Answers `GET /api/v1/packs/{name}`.
pub async fn one_pack(
    State(app): State<App>,
    PathNames(name): PathNames<String>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    let found = pack(&app, &name)?;
    let told = tokio::task::spawn_blocking(move || {
        let histogram = app.histograms.of(&found.pack)?;
        let mut told = pack_json(&found);
        told["schema"] = 1.into();
        let mut manifest = json!(found.pack.manifest());
        // JavaScript would round the number.
        manifest["job"]["seed"] = found.pack.manifest().job.seed.to_string().into();
        told["manifest"] = manifest;
        told["seal"] = found.pack.seal().into();
        told["histogram"] = json!(*histogram);
        Ok::<Value, PackError>(told)
    });
    Ok(Json(told.await??))
}

/// The query of a request for the puzzles of a pack, such as `?level=hard&from=0&n=12`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleQuery {
    #[serde(default)]
    level: String,
    #[serde(default)]
    from: u64,
    n: Option<i64>,
    #[serde(default)]
    solution: SolutionChoice,
}

/// Answers `GET /api/v1/packs/{name}/puzzles`.
pub async fn puzzles(
    State(app): State<App>,
    PathNames(name): PathNames<String>,
    UrlQuery(part): UrlQuery<PuzzleQuery>,
) -> Result<impl IntoResponse, Problem> {
    let found = pack(&app, &name)?;
    let n = count(&app, part.n, 12)?;
    exact("from", part.from)?;
    let only = match part.level.as_str() {
        "" => None,
        text => Some(level(&found, text)?),
    };
    let manifest = found.pack.manifest();
    let total = match only {
        Some(level) => manifest.level(level).made,
        None => manifest.made(),
    };
    let next = (part.from.saturating_add(n) < total).then(|| {
        let (from, name) = (part.from + n, percent_encoded(&name));
        let level = match part.level.as_str() {
            "" => String::new(),
            level => format!("&level={}", percent_encoded(level)),
        };
        let solution = match part.solution {
            SolutionChoice::Include => "",
            SolutionChoice::Omit => "&solution=omit",
        };
        format!("/api/v1/packs/{name}/puzzles?from={from}&n={n}{level}{solution}")
    });
    let read = tokio::task::spawn_blocking(move || items(&found, only, part.from, n));
    let items = read.await??;
    let view = |item| part.solution.view(item);
    let puzzles: Vec<PuzzleView> = items.iter().map(view).collect();
    let told = json!({ "schema": 1, "total": total, "puzzles": puzzles, "next": next });
    Ok(Json(told))
}

/// Percent-encodes a text for use in an address.
fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// Returns at most `n` puzzles of a pack, or of one of its levels, after skipping the first `from` puzzles.
fn items(
    pack: &Arc<StockPack>,
    only: Option<Level>,
    mut from: u64,
    n: u64,
) -> Result<Vec<Item>, PackError> {
    let manifest = pack.pack.manifest();
    let levels = manifest.job.scheme.levels();
    let mut items: Vec<Item> = Vec::new();
    for level in levels.filter(|level| only.is_none_or(|only| only == *level)) {
        let made = manifest.level(level).made;
        if from >= made {
            from -= made;
            continue;
        }
        let left = (n - items.len() as u64) as usize;
        let places = from + 1..;
        for (place, record) in places
            .zip(pack.pack.puzzles_from(level, from + 1)?)
            .take(left)
        {
            items.push(Item {
                pack: Arc::clone(pack),
                place,
                record: record?,
            });
        }
        if items.len() as u64 == n {
            break;
        }
        from = 0;
    }
    Ok(items)
}
