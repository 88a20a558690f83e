//! The packs: what they hold, their puzzles, and their own files.

use super::app::{App, Client};
use super::asked::{Asked, Named, Nothing, count};
use super::codes::Code;
use super::problem::Problem;
use super::puzzles::{PuzzleView, PuzzlesView};
use super::stream::{self, File};
use crate::bucket::Level;
use crate::pack::{MANIFEST_FILE, PackError};
use crate::stock::{Fault, Item, Shelved};
use axum::Json;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns the pack of this name.
///
/// # Errors
/// 404 if there is none.
pub fn pack(app: &App, name: &str) -> Result<Arc<Shelved>, Problem> {
    let found = app.parts.stock.library().pack(name);
    found.ok_or_else(|| Problem::missing("no pack has this name: /api/v1/packs tells their names"))
}

/// Returns the level of a pack with this name or number.
///
/// # Errors
/// 404 if there is none.
pub fn level(pack: &Shelved, text: &str) -> Result<Level, Problem> {
    let found = pack.pack.manifest().job.scheme.find_level(text);
    found.map_err(|error| Problem::new(Code::UnknownLevel, error.to_string()))
}

fn pack_json(it: &Shelved) -> Value {
    let manifest = it.pack.manifest();
    let levels = manifest.job.scheme.levels().map(|level| {
        let summary = manifest.level(level);
        json!({ "name": summary.level, "made": summary.made, "yield": manifest.yield_of(level) })
    });
    let is_seeded = manifest.job.source.is_none();
    json!({
        "name": it.name,
        "made": it.written(),
        "seed": is_seeded.then(|| manifest.job.seed.to_string()),
        "origin": manifest.job.origin(),
        "scheme": manifest.job.scheme.name,
        "candidates": manifest.numbers,
        "puzzles": manifest.made(),
        "levels": levels.collect::<Vec<_>>(),
        "bytes": manifest.files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.bytes)),
    })
}

/// `GET /api/v1/packs`
pub async fn all(
    State(app): State<App>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<impl IntoResponse, Problem> {
    let packs = app.parts.stock.library().packs();
    let packs: Vec<Value> = packs.iter().map(|it| pack_json(it)).collect();
    Ok(Json(json!({ "schema": 1, "packs": packs })))
}

/// `GET /api/v1/packs/{name}`
pub async fn one_pack(
    State(app): State<App>,
    Named(name): Named<String>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<impl IntoResponse, Problem> {
    let found = pack(&app, &name)?;
    let told = tokio::task::spawn_blocking(move || {
        let histogram = app.histograms.of(&found.pack)?;
        let mut told = pack_json(&found);
        told["schema"] = 1.into();
        let mut manifest = json!(found.pack.manifest());
        // A number that JavaScript would round.
        manifest["job"]["seed"] = found.pack.manifest().job.seed.to_string().into();
        told["manifest"] = manifest;
        told["seal"] = found.pack.seal().into();
        told["histogram"] = json!(*histogram);
        Ok::<Value, PackError>(told)
    });
    let told = told.await.map_err(|_| Problem::stopping())??;
    Ok(Json(told))
}

/// `?level=hard&from=0&n=12`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleQuery {
    #[serde(default)]
    level: String,
    #[serde(default)]
    from: u64,
    #[serde(default = "dozen")]
    n: i64,
}

/// The greatest number that JavaScript keeps exactly; no pack has so many puzzles.
const MOST_EXACT: u64 = (1 << 53) - 1;

const fn dozen() -> i64 {
    12
}

/// `GET /api/v1/packs/{name}/puzzles`
pub async fn puzzles(
    State(app): State<App>,
    Named(name): Named<String>,
    Asked(part): Asked<PuzzleQuery>,
) -> Result<impl IntoResponse, Problem> {
    let found = pack(&app, &name)?;
    let n = count(&app, part.n)?;
    if part.from > MOST_EXACT {
        let said = format!("from is {}; it must be at most {MOST_EXACT}", part.from);
        return Err(Problem::bad(said));
    }
    let only = match part.level.as_str() {
        "" => None,
        text => Some(level(&found, text)?),
    };
    let read = tokio::task::spawn_blocking(move || items(&found, only, part.from, n));
    let items = read.await.map_err(|_| Problem::stopping())??;
    let puzzles: Vec<PuzzleView> = items.iter().map(PuzzleView::from).collect();
    Ok(Json(PuzzlesView::from(puzzles)))
}

/// Returns so many puzzles of a pack, or of one level, after the first `from`.
fn items(
    pack: &Arc<Shelved>,
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
            .zip(pack.pack.records_from(level, from + 1)?)
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

/// `GET /api/v1/packs/{name}/files/{file}`
pub async fn file(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Named((name, file)): Named<(String, String)>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<Response, Problem> {
    let found = pack(&app, &name)?;
    let files = &found.pack.manifest().files;
    // Only what the manifest proves, and the manifest itself.
    let is_its_own = file == MANIFEST_FILE || files.iter().any(|it| it.name == file);
    if !is_its_own || !is_plain(&file) {
        return Err(Problem::missing(
            "the pack has no such file: its manifest tells what it has",
        ));
    }
    let path = found.pack.folder().join(&file);
    let opened = tokio::task::spawn_blocking(move || std::fs::File::open(path)).await;
    let opened = opened.map_err(|_| Problem::stopping())?;
    let mut source = opened.map_err(|error| {
        let code = Fault::of(&error).into();
        Problem::new(code, format!("{file}: {error}"))
    })?;
    let kind = match file.rsplit('.').next() {
        Some("json") => "application/json",
        Some("sdm") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let write = move |out: &mut dyn std::io::Write| std::io::copy(&mut source, out).map(drop);
    stream::answer(&app, &client, File::saved(kind, file), write).await
}

/// Returns whether a name is that of a file in the pack's folder: a manifest may have been written
/// by anybody.
fn is_plain(name: &str) -> bool {
    !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}
