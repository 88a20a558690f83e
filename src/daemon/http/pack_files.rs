//! Sends the files of a pack unchanged. The entity tag of a file is its digest in the manifest, so a file is sent
//! only if its bytes have this digest. The signature is not checked, because no manifest can list it.

use super::app::{App, Client};
use super::codes::Code;
use super::conditional::{self, FilePart};
use super::packs::pack;
use super::problem::Problem;
use super::ranges;
use super::request::{NoParameters, PathNames, UrlQuery};
use super::stream::{self, File};
use crate::pack::{MANIFEST_FILE, Pack, SIGNATURE_FILE, open_file};
use crate::stock::{StockFault, StockPack};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Answers `GET /api/v1/packs/{name}/files/{file}`.
pub async fn file(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    PathNames((name, file)): PathNames<(String, String)>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = pack(&app, &name)?;
    let files = &found.pack.manifest().files;
    // Only the files that the manifest lists, the manifest itself and its signature are sent.
    let digest = match files.iter().find(|it| it.name == file) {
        Some(listed) => listed.blake3.clone(),
        None if file == MANIFEST_FILE => found.pack.seal().to_owned(),
        None if file == SIGNATURE_FILE => {
            let (app, found) = (app.clone(), found.clone());
            stream::made(&app.clone(), move || signature_digest(&app, &found)).await?
        }
        None => return Err(no_such_file()),
    };
    if !is_plain(&file) {
        return Err(no_such_file());
    }
    let tag = conditional::strong_tag(&digest);
    if conditional::is_known(&headers, &tag) {
        return Ok(conditional::not_modified(tag));
    }
    let (asked, checked) = (file.clone(), app.clone());
    let opened = stream::made(&app, move || open(&checked, &found, &asked));
    let (source, length) = opened.await?;
    let kind = match file.rsplit('.').next() {
        Some("json") => "application/json",
        Some("sdm" | "minisig") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let part = conditional::part(&headers, &tag, length);
    let file = File::saved(kind, file);
    let response = part_of(&app, &client, file, source, &part, length).await?;
    Ok(conditional::with_tag(response, tag))
}

fn no_such_file() -> Problem {
    Problem::missing("the pack has no such file: its manifest lists its files")
}

/// Returns the digest of a pack's signature, or status 404 if the pack has no signature.
fn signature_digest(app: &App, found: &StockPack) -> Result<String, Problem> {
    let path = found.pack.folder().join(SIGNATURE_FILE);
    let read = || {
        let mut file = open_file(&path)?;
        let about = file.metadata()?;
        app.digests.of(&path, &mut file, &about)
    };
    read().map_err(|error: io::Error| match StockFault::of(&error) {
        _ if error.kind() == io::ErrorKind::NotFound => no_such_file(),
        fault => Problem::new(
            fault.into(),
            format!("{}/{SIGNATURE_FILE}: {error}", found.name),
        ),
    })
}

/// Opens a file of a pack, checks that it has not changed, and returns it with its length. The digest of a file is
/// in the manifest, and the digest of the manifest itself is the pack's seal. The signature is not checked.
fn open(app: &App, found: &StockPack, name: &str) -> Result<(std::fs::File, u64), Problem> {
    let shown = format!("{}/{name}", found.name);
    let path = found.pack.folder().join(name);
    let listed = found
        .pack
        .manifest()
        .files
        .iter()
        .find(|it| it.name == name);
    let read = || {
        let mut file = open_file(&path)?;
        let about = file.metadata()?;
        let is_whole = match listed {
            Some(listed) => app.digests.of(&path, &mut file, &about)? == listed.blake3,
            None if name == SIGNATURE_FILE => true,
            // The seal is part of the manifest.
            None => {
                Pack::open_any(found.pack.folder()).is_ok_and(|it| it.seal() == found.pack.seal())
            }
        };
        Ok((file, about.len(), is_whole))
    };
    let (file, length, is_whole) = read().map_err(|error: io::Error| {
        let code = match StockFault::of(&error) {
            // The manifest lists this file, so its absence is damage.
            _ if error.kind() == io::ErrorKind::NotFound => Code::Damaged,
            fault => fault.into(),
        };
        Problem::new(code, format!("{shown}: {error}"))
    })?;
    if !is_whole {
        let said = format!("{shown} is not as it was written: factory verify says more");
        return Err(Problem::new(Code::Damaged, said));
    }
    Ok((file, length))
}

/// Returns an answer with the requested part of a file. `source` is the open file, and `length` its length in
/// bytes. `file` is the content type and the file name that the client gets.
async fn part_of(
    app: &App,
    client: &Client,
    file: File,
    mut source: std::fs::File,
    part: &FilePart,
    length: u64,
) -> Result<Response, Problem> {
    let bytes = ranges::bytes_of(part, length)?;
    let write = move |out: &mut dyn Write| {
        source.seek(SeekFrom::Start(bytes.start))?;
        io::copy(&mut source.take(bytes.end - bytes.start), out).map(drop)
    };
    let response = stream::answer(app, client, file, write).await?;
    Ok(ranges::with_range(response, part, length))
}

/// Returns whether a file name stays inside the pack's folder. The check is needed because a manifest may
/// come from anybody.
fn is_plain(name: &str) -> bool {
    !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}
