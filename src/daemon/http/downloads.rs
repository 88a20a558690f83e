//! Makes files from a pack on request: exports, statistics, a book. One release of the program always makes
//! the same bytes for the same address, so the files have an entity tag and can be requested in parts.

use super::app::{App, Client};
use super::codes::Code;
use super::conditional::{self, FilePart};
use super::packs::{level, pack};
use super::problem::Problem;
use super::ranges::{self, ByteCount, PartWriter};
use super::request::{NoParameters, PathNames, UrlQuery};
use super::stream::{self, File};
use crate::export::{
    self, ExportFormat, FileOptions, LayoutEntry, LayoutFormat, PackExport, PuzzleFile, SourceInfo,
};
use crate::grid::Layout;
use crate::pack::{AnyRecord, PackError};
use crate::print::book::{self, BookSettings, Puzzle, PuzzleOrder};
use crate::print::{PaperStock, PrintError, ShopPreset, SolutionsAt};
use crate::select::{ChosenLayoutPuzzle, Selection};
use crate::stats::{PackStats, page};
use crate::stock::{StockFault, StockPack};
use axum::body::Bytes;
use axum::extract::{Extension, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::convert::Infallible;
use std::io;
use std::slice;
use std::sync::Arc;

/// The address and the headers of a request for a file that is made from a pack.
#[derive(Debug)]
pub struct DownloadRequest {
    address: String,
    headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for DownloadRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            address: parts.uri.to_string(),
            headers: parts.headers.clone(),
        })
    }
}

impl DownloadRequest {
    /// Returns the entity tag of the file for the requested address. The tag depends on the pack, the address and the
    /// program's release.
    fn tag(&self, pack: &StockPack) -> HeaderValue {
        let release = env!("CARGO_PKG_VERSION");
        let tag = conditional::weak_tag(&[pack.pack.seal(), &self.address, release]);
        match self.is_compressed() {
            true => tag,
            false => conditional::as_strong(&tag),
        }
    }

    fn is_known(&self, tag: &HeaderValue) -> bool {
        conditional::is_known(&self.headers, tag)
    }

    /// Returns whether the answer may be compressed. It may be if the client accepts compression and asks for the whole
    /// file.
    fn is_compressed(&self) -> bool {
        conditional::accepts_compression(&self.headers) && !self.headers.contains_key(header::RANGE)
    }

    /// Returns the requested part of a file with this entity tag and this length in bytes.
    fn part(&self, tag: &HeaderValue, length: u64) -> FilePart {
        conditional::part(&self.headers, tag, length)
    }
}

/// The query of a request for an export, such as `?level=hard`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelQuery {
    #[serde(default)]
    level: String,
}

fn selection(pack: &StockPack, text: &str) -> Result<Selection, Problem> {
    let only = match text {
        "" => None,
        text => Some(level(pack, text)?),
    };
    Ok(Selection {
        level: only,
        ..Selection::default()
    })
}

/// Answers `GET /api/v1/packs/{name}/export/{format}`.
pub async fn export_pack(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    PathNames((name, format)): PathNames<(String, String)>,
    UrlQuery(asked): UrlQuery<LevelQuery>,
    wanted: DownloadRequest,
) -> Result<Response, Problem> {
    let found = pack(&app, &name)?;
    let tag = wanted.tag(&found);
    if wanted.is_known(&tag) {
        return Ok(conditional::not_modified(tag));
    }
    let selection = selection(&found, &asked.level)?;
    let (format, layout) = format_of(&found, &format)?;
    let of_level = match asked.level.as_str() {
        "" => String::new(),
        text => format!("-{text}"),
    };
    let file = format!("{name}{of_level}.{}", format.ending);
    let file = File::saved(kind_of(format), file);
    let (found, selection) = stream::made(&app, move || {
        check_levels(&found, &selection)?;
        Ok((found, selection))
    })
    .await?;
    let export = move |out: &mut dyn io::Write| match layout {
        None => export(&found, &selection, format, out),
        Some(format) => export_layout(&found, &selection, format, out),
    };
    if !wanted.headers.contains_key(header::RANGE) {
        let response = stream::answer(&app, &client, file, export).await?;
        let response = match wanted.is_compressed() {
            true => response,
            false => ranges::in_parts(response),
        };
        return Ok(conditional::with_tag(response, tag));
    }
    let counted = stream::made(&app, move || {
        let mut count = ByteCount::default();
        export(&mut count).map_err(|error| {
            let code = StockFault::of(&error).into();
            Problem::new(code, error.to_string())
        })?;
        Ok((export, count.0))
    });
    let (export, length) = counted.await?;
    let part = wanted.part(&tag, length);
    let bytes = ranges::bytes_of(&part, length)?;
    let write = move |out: &mut dyn io::Write| export(&mut PartWriter::new(out, bytes));
    let response = stream::answer(&app, &client, file, write).await?;
    let response = ranges::with_range(response, &part, length);
    Ok(conditional::with_tag(response, tag))
}

/// Returns the export format with this name. For a pack of a layout other than 9×9, also returns the variant of the
/// format for that layout.
fn format_of(
    found: &StockPack,
    name: &str,
) -> Result<(&'static ExportFormat, Option<&'static LayoutFormat>), Problem> {
    let format = export::named(name).map_err(|error| Problem::missing(error.to_string()))?;
    if format.one_a_file {
        let said = format!(
            "{} has one puzzle per file: choose a format for many puzzles",
            format.name
        );
        return Err(Problem::new(Code::Impossible, said));
    }
    let layout = found.pack.manifest().job.layout;
    let layout = layout.map(|layout| LayoutFormat::find(format, layout));
    let layout = layout.transpose();
    let layout = layout.map_err(|error| Problem::new(Code::Impossible, error.to_string()))?;
    Ok((format, layout))
}

/// Reads the first puzzle of each chosen level, so that a damaged file causes an error and not a partial
/// answer.
fn check_levels(found: &StockPack, selection: &Selection) -> Result<(), PackError> {
    let levels = found.pack.manifest().job.scheme.levels();
    for level in levels.filter(|it| selection.level.is_none_or(|only| only == *it)) {
        found
            .pack
            .records(level)?
            .next_of::<AnyRecord>()
            .transpose()?;
    }
    Ok(())
}

/// Writes the chosen puzzles of a pack in an export format.
fn export(
    found: &StockPack,
    selection: &Selection,
    format: &'static ExportFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let packs = slice::from_ref(&found.pack);
    let options = FileOptions {
        source: SourceInfo::of(packs),
        scheme: Some(found.pack.manifest().job.scheme.clone()),
        ..FileOptions::default()
    };
    let export = PackExport {
        packs,
        selection,
        format,
        with_solutions: true,
        with_steps: false,
        split: None,
    };
    let mut file = PuzzleFile::begin(format, &options)?;
    export.for_each(&options, |it| file.put(&it.entry, out).map_err(ExportError))?;
    file.end(out)
}

/// Writes the chosen puzzles of a pack whose layout is not 9×9, in an export format.
fn export_layout(
    found: &StockPack,
    selection: &Selection,
    format: &LayoutFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let job = &found.pack.manifest().job;
    let layout = job.layout.unwrap_or(Layout::NINE);
    out.write_all(format.head().as_bytes())?;
    let put = |chosen: ChosenLayoutPuzzle| -> Result<(), ExportError> {
        let Some([puzzle, solution]) = chosen.record.boards(layout.shape()) else {
            return Ok(());
        };
        let entry = LayoutEntry {
            layout,
            features: &chosen.record.made.features,
            place: chosen.place,
            puzzle: &puzzle,
            solution: Some(&solution),
            record: Some((&chosen.record, &job.scheme)),
            steps: None,
        };
        let bytes = format.bytes(&entry, &FileOptions::default());
        let written = bytes.and_then(|bytes| out.write_all(&bytes));
        written.map_err(ExportError)
    };
    let packs = slice::from_ref(&found.pack);
    Ok(selection.choose_layouts(packs, |_| true, put)?)
}

fn kind_of(format: &ExportFormat) -> &'static str {
    match format.ending {
        "csv" => "text/csv; charset=utf-8",
        "jsonl" => "application/x-ndjson",
        "json" => "application/json",
        "sqlite" => "application/vnd.sqlite3",
        "xml" | "opensudoku" => "application/xml",
        "md" => "text/markdown; charset=utf-8",
        "parquet" => "application/vnd.apache.parquet",
        _ if format.is_text => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The error for a record that can't be read or written.
struct ExportError(io::Error);

impl From<PackError> for ExportError {
    fn from(error: PackError) -> Self {
        Self(io::Error::other(error))
    }
}

impl From<ExportError> for io::Error {
    fn from(error: ExportError) -> Self {
        error.0
    }
}

/// Answers `GET /api/v1/packs/{name}/stats.html`.
pub async fn stats(
    State(app): State<App>,
    PathNames(name): PathNames<String>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
    wanted: DownloadRequest,
) -> Result<Response, Problem> {
    let found = pack(&app, &name)?;
    if let Some(layout) = found.pack.manifest().job.layout {
        let said = format!("statistics as a page are of 9x9 only, and this pack is of {layout}");
        return Err(Problem::new(Code::Impossible, said));
    }
    let tag = wanted.tag(&found);
    if wanted.is_known(&tag) {
        return Ok(conditional::not_modified(tag));
    }
    let text = stream::made(&app, move || Ok(page(&pack_stats(&found)?))).await?;
    let mut response = axum::response::Html(text).into_response();
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
    let policy = HeaderValue::from_static(policy);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(conditional::with_tag(response, tag))
}

fn pack_stats(it: &StockPack) -> Result<PackStats, PackError> {
    let manifest = it.pack.manifest();
    let scheme = &manifest.job.scheme;
    let facts = vec![
        ("scheme".to_owned(), scheme.name.clone()),
        ("from".to_owned(), manifest.job.origin()),
        (
            "candidates looked at:".to_owned(),
            manifest.numbers.to_string(),
        ),
    ];
    let mut pack_stats = PackStats::new(it.name.clone(), facts, scheme);
    for level in scheme.levels() {
        for record in it.pack.records(level)? {
            pack_stats.add(&record?);
        }
    }
    pack_stats.finish();
    Ok(pack_stats)
}

/// The settings that a request for a book can contain: all settings of a book except those that name a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BookQuery {
    #[serde(default)]
    level: String,
    per_level: Option<u64>,
    limit: Option<u64>,
    preset: Option<ShopPreset>,
    trim: Option<String>,
    per_page: Option<usize>,
    solutions: Option<SolutionsAt>,
    solutions_per_page: Option<usize>,
    order: Option<PuzzleOrder>,
    large_print: Option<bool>,
    pencil_marks: Option<bool>,
    difficulty: Option<bool>,
    minutes: Option<bool>,
    ids: Option<bool>,
    qr: Option<bool>,
    paper: Option<PaperStock>,
    language: Option<String>,
    title: Option<String>,
    author: Option<String>,
}

/// Answers `GET /api/v1/packs/{name}/book.pdf`.
pub async fn book_pdf(
    State(app): State<App>,
    PathNames(name): PathNames<String>,
    UrlQuery(asked): UrlQuery<BookQuery>,
    wanted: DownloadRequest,
) -> Result<Response, Problem> {
    let found = pack(&app, &name)?;
    if asked.preset == Some(ShopPreset::Epub) {
        return Err(Problem::bad("preset is epub, which makes no PDF"));
    }
    // A book is never compressed.
    let tag = conditional::as_strong(&wanted.tag(&found));
    if wanted.is_known(&tag) {
        return Ok(conditional::not_modified(tag));
    }
    let selection = Selection {
        per_level: asked.per_level,
        limit: asked.limit,
        ..selection(&found, &asked.level)?
    };
    let most = app.rules().settings.book_puzzles;
    let file = match asked.level.as_str() {
        "" => format!("{name}.pdf"),
        level => format!("{name}-{level}.pdf"),
    };
    let pdf = stream::made(&app, move || pdf(&found, &selection, most, asked)).await?;
    let length = pdf.len() as u64;
    let part = wanted.part(&tag, length);
    let bytes = ranges::bytes_of(&part, length)?;
    let pdf = Bytes::from(pdf).slice(bytes.start as usize..bytes.end as usize);
    let response = File::saved("application/pdf", file).of(pdf);
    let response = ranges::with_range(response, &part, length);
    Ok(conditional::with_tag(response, tag))
}

fn pdf(
    it: &Arc<StockPack>,
    selection: &Selection,
    most: usize,
    asked: BookQuery,
) -> Result<Vec<u8>, Problem> {
    let cannot = |error: PrintError| {
        let code = match error {
            PrintError::UnknownValue(_) => Code::BadRequest,
            _ => Code::Impossible,
        };
        let said = error.to_string();
        // An answer is one volume, so this advice does not apply.
        let said = said.split(", or more books").next().unwrap_or_default();
        Problem::new(
            code,
            said.replace("--per-level ", "per-level=").replace("--", ""),
        )
    };
    let settings = BookSettings {
        // Another preset may need several volumes, but an answer has one.
        preset: asked.preset.or(Some(ShopPreset::Home)),
        trim: asked.trim,
        per_page: asked.per_page,
        solutions: asked.solutions,
        solutions_per_page: asked.solutions_per_page,
        order: asked.order,
        large_print: asked.large_print,
        pencil_marks: asked.pencil_marks,
        difficulty: asked.difficulty,
        minutes: asked.minutes,
        ids: asked.ids,
        qr: asked.qr,
        paper: asked.paper,
        language: asked.language,
        title: asked.title,
        author: asked.author,
        ..BookSettings::default()
    };
    let job = settings.job().map_err(cannot)?;
    let puzzles = book_puzzles(it, selection, most)?;
    let scheme = &it.pack.manifest().job.scheme;
    let books = book::volumes(&job, &scheme.levels, puzzles).map_err(cannot)?;
    match books.first() {
        Some(book) => book.pdf().map_err(cannot),
        None => Err(Problem::new(
            Code::Impossible,
            "the request selects no puzzle",
        )),
    }
}

/// Returns the puzzles of a book.
///
/// # Errors
/// If there are more than `most` puzzles, or the pack can't be read.
fn book_puzzles(
    it: &StockPack,
    selection: &Selection,
    most: usize,
) -> Result<Vec<Puzzle>, Problem> {
    let scheme = &it.pack.manifest().job.scheme;
    let mut puzzles = Vec::new();
    let mut take = |puzzle: Option<Puzzle>| {
        if puzzles.len() == most {
            let said = format!(
                "a book made here has at most {most} puzzles: choose a level, or fewer with per-level or limit"
            );
            return Err(Problem::new(Code::Impossible, said));
        }
        puzzles.extend(puzzle);
        Ok(())
    };
    let packs = slice::from_ref(&it.pack);
    match it.pack.manifest().job.layout {
        None => selection.choose(
            packs,
            |_| true,
            |chosen| take(Some(Puzzle::of(&chosen.record, scheme))),
        )?,
        Some(layout) => selection.choose_layouts(
            packs,
            |_| true,
            |ChosenLayoutPuzzle { record, .. }| {
                let level = record.made.level.index();
                take(Puzzle::of_layout(&record, layout, level))
            },
        )?,
    }
    Ok(puzzles)
}
