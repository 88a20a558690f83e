//! The web page: stock, packs, jobs, and puzzles to play, in a browser.
//!
//! Plain HTML, CSS and JavaScript modules without a framework and without a build, compiled into
//! the program. It knows nothing but the HTTP interface, which `script/api.js` asks; `script/main.js`
//! chooses the view. Nothing comes from elsewhere, and the content policy forbids it.

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::routing::get;

/// The content policy: scripts, styles, fonts and addresses of this server only, no frames, no
/// forms to other servers.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// A file of the page.
#[derive(Debug)]
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
}

/// Lists files beside this one by their paths.
macro_rules! beside {
    ($($file:literal),* $(,)?) => {
        [$(Asset { path: concat!("/page/", $file), bytes: include_bytes!($file) }),*]
    };
}

static PAGE: Asset = Asset {
    path: "/",
    bytes: include_bytes!("index.html"),
};

static ASSETS: [Asset; 35] = beside![
    "icon.svg",
    "style/base.css",
    "style/parts.css",
    "style/play.css",
    "script/api.js",
    "script/chart.js",
    "script/dom.js",
    "script/early.js",
    "script/formats.js",
    "script/levels.js",
    "script/live.js",
    "script/main.js",
    "script/numbers.js",
    "script/stored.js",
    "script/texts.js",
    "script/texts/en.js",
    "script/texts/zh.js",
    "script/play/board.js",
    "script/play/cells.js",
    "script/play/clock.js",
    "script/play/game.js",
    "script/play/hint.js",
    "script/play/links.js",
    "script/play/path.js",
    "script/play/story.js",
    "script/play/table.js",
    "script/views/browse.js",
    "script/views/downloads.js",
    "script/views/job_card.js",
    "script/views/jobs.js",
    "script/views/pack.js",
    "script/views/packs.js",
    "script/views/play.js",
    "script/views/stock.js",
    "script/views/table.js",
];

/// The typeface of the books, whose digits can't be confused.
static FONTS: [Asset; 2] = [
    Asset {
        path: "/page/fonts/AtkinsonHyperlegible-Regular.ttf",
        bytes: include_bytes!("../../../assets/fonts/AtkinsonHyperlegible-Regular.ttf"),
    },
    Asset {
        path: "/page/fonts/AtkinsonHyperlegible-Bold.ttf",
        bytes: include_bytes!("../../../assets/fonts/AtkinsonHyperlegible-Bold.ttf"),
    },
];

fn assets() -> impl Iterator<Item = &'static Asset> {
    std::iter::once(&PAGE).chain(&ASSETS).chain(&FONTS)
}

/// Returns the routes of the page, for `GET` and `HEAD`: `/` itself, and what it needs below
/// `/page/`.
///
/// They contain nothing of the stock or of jobs and need no state, so that they can be merged into
/// a router of any state.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    assets().fold(Router::new(), |router, asset| {
        let tag = tag(asset);
        router.route(
            asset.path,
            get(move |headers: HeaderMap| async move { answer(asset, tag, &headers) }),
        )
    })
}

/// Returns the tag that differs between versions of a file, quoted as the header needs it.
fn tag(asset: &Asset) -> Option<HeaderValue> {
    let hash = blake3::hash(asset.bytes).to_hex();
    HeaderValue::from_str(&format!("\"{}\"", &hash[..16])).ok()
}

fn kind(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        _ => "text/html; charset=utf-8",
    })
}

/// Answers with the file, or with status 304 if the reader's copy of it is still good.
fn answer(asset: &'static Asset, tag: Option<HeaderValue>, asked: &HeaderMap) -> Response<Body> {
    let is_known = tag.as_ref().is_some_and(|tag| {
        let known = asked.get_all(IF_NONE_MATCH).iter();
        let known = known.filter_map(|value| value.to_str().ok());
        let mut known = known.flat_map(|value| value.split(','));
        known.any(|it| it.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes())
    });
    let mut response = if is_known {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        Response::new(Body::from(asset.bytes))
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind(asset.path));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Asked for again each time, so that page and daemon are always of one version.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(tag) = tag {
        headers.insert(ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::EXPORT_FORMATS;
    use crate::print::Texts;
    use crate::rate::Rule;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    fn text(asset: &Asset) -> &'static str {
        std::str::from_utf8(asset.bytes).unwrap()
    }

    fn named(path: &str) -> &'static str {
        text(assets().find(|asset| asset.path == path).unwrap())
    }

    fn files_below(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .flat_map(|path| match path.is_dir() {
                true => files_below(&path),
                false => vec![path],
            })
            .collect()
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/daemon/page");
        let files = files_below(&folder).into_iter().map(|path| {
            let below = path.strip_prefix(&folder).unwrap().to_str().unwrap();
            format!("/page/{}", below.replace('\\', "/"))
        });
        let files = files.filter(|path| !path.ends_with(".rs") && !path.ends_with("/index.html"));
        let served = ASSETS.iter().map(|asset| asset.path.to_owned());
        assert_eq!(
            files.collect::<BTreeSet<_>>(),
            served.collect::<BTreeSet<_>>()
        );
    }

    /// The policy of the headers would block them: a page that needs them is broken.
    #[test]
    fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
        let texts = assets().filter(|asset| !asset.path.ends_with(".ttf"));
        for asset in texts {
            let text = text(asset).replace("http://www.w3.org/2000/svg", "");
            for bad in [
                "http:",
                "https:",
                "<style",
                " style=",
                " onclick=",
                "url(data",
                "innerHTML",
            ] {
                assert!(!text.contains(bad), "{}: {bad}", asset.path);
            }
            assert!(!text.contains("<script>"), "{}", asset.path);
        }
    }

    #[test]
    fn scripts_are_short_and_say_what_they_are() {
        for asset in ASSETS.iter().filter(|asset| asset.path.ends_with(".js")) {
            assert!(text(asset).starts_with("// "), "{}", asset.path);
            assert!(text(asset).lines().count() < 400, "{}", asset.path);
        }
    }

    #[test]
    fn rules_are_called_as_elsewhere() {
        let story = named("/page/script/play/story.js");
        let chinese = Texts::new("zh", &std::collections::BTreeMap::new()).unwrap();
        for rule in Rule::ALL {
            let quoted = [
                format!(
                    "\"{}\", \"{}\"",
                    rule.title(),
                    chinese.rules_table[rule.name()].name
                ),
                rule.name().to_owned(),
            ];
            for expected in quoted {
                assert!(story.contains(&expected), "{expected}");
            }
        }
    }

    /// What makes a file a puzzle is for folders, not for a download.
    #[test]
    fn every_format_of_one_file_can_be_chosen() {
        let page = named("/page/script/formats.js");
        let offered = page
            .lines()
            .filter_map(|line| line.trim_start().split_once(": ["));
        let offered: BTreeSet<&str> = offered.map(|(name, _)| name.trim_matches('"')).collect();
        let formats = EXPORT_FORMATS.iter().filter(|format| !format.one_a_file);
        let names = formats.map(|format| format.name);
        assert_eq!(offered, names.filter(|name| *name != "parquet").collect());
    }

    #[test]
    fn levels_are_called_as_in_books() {
        for language in ["en", "zh"] {
            let page = named(&format!("/page/script/texts/{language}.js"));
            let texts = Texts::new(language, &std::collections::BTreeMap::new()).unwrap();
            for (level, name) in &texts.levels {
                let plain = format!("{level}: \"{name}\"");
                let quoted = format!("\"{level}\": \"{name}\"");
                assert!(page.contains(&plain) || page.contains(&quoted), "{plain}");
            }
        }
    }

    #[test]
    fn a_copy_that_is_still_good_is_not_sent_again() {
        let asked = |known: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(IF_NONE_MATCH, known.parse().unwrap());
            answer(&PAGE, tag(&PAGE), &headers).status()
        };
        let tag = tag(&PAGE).unwrap();
        let tag = tag.to_str().unwrap();
        assert_eq!(asked(tag), StatusCode::NOT_MODIFIED);
        assert_eq!(
            asked(&format!("\"old\", W/{tag}")),
            StatusCode::NOT_MODIFIED
        );
        assert_eq!(asked("\"old\""), StatusCode::OK);
    }
}
