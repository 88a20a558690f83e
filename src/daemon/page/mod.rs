//! The web page of the server, on which people play puzzles and see the stock, the packs and the jobs.
//!
//! The page is plain HTML, CSS and JavaScript without a framework or a build step. The engine is WebAssembly. All
//! files are compiled into the program. The data comes only from the HTTP interface (`script/api.js`), and
//! `script/main.js` chooses the view. The content policy forbids content from other servers.

mod bundle;
mod files;

use super::http::conditional::{accepts, is_known};
use axum::Router;
use axum::body::Body;
use axum::extract::RawQuery;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY,
    VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::routing::get;
use bundle::{Asset, BUNDLE};
use files::MANIFEST;

/// The content security policy of the page. The page may load scripts, styles, fonts and data only from this server. It
/// may not be shown inside another page, and may not submit forms. WebAssembly is allowed, because the browser compiles
/// the engine.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Returns the routes of the web page, for `GET` and `HEAD`: `/` itself, its service worker, and the files
/// below `/page/` that the page needs.
///
/// These files contain no data of the stock or of jobs, and the routes need no state. So the routes can be merged into
/// a router with any state.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    BUNDLE.assets.iter().fold(Router::new(), |router, asset| {
        let tag = tag(asset);
        let answered = move |RawQuery(query): RawQuery, headers: HeaderMap| async move {
            answer(asset, tag, query.as_deref(), &headers)
        };
        router.route(asset.path, get(answered))
    })
}

/// Returns the entity tag of a file, in the quotes that the header needs. The tag is different for each version of the
/// file.
fn tag(asset: &Asset) -> Option<HeaderValue> {
    let hash = blake3::hash(&asset.bytes).to_hex();
    HeaderValue::from_str(&format!("\"{}\"", &hash[..16])).ok()
}

fn kind(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") if path == MANIFEST.path => "application/manifest+json",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        Some("wasm") => "application/wasm",
        _ => "text/html; charset=utf-8",
    })
}

/// Returns the header that says how long a client's copy of a file is valid. If the address contains the present
/// version, the copy stays valid forever. If not, clients check their copy each time, so that page and server always
/// have the same version.
fn caching(query: Option<&str>) -> HeaderValue {
    let version = query.and_then(|query| query.strip_prefix("v="));
    HeaderValue::from_static(match version == Some(&*BUNDLE.version) {
        true => "private, max-age=31536000, immutable",
        false => "no-cache",
    })
}

/// Answers with a file of the page, compressed if the client accepts compression, or with status 304 if the
/// client's copy is still valid.
fn answer(
    asset: &'static Asset,
    tag: Option<HeaderValue>,
    query: Option<&str>,
    asked: &HeaderMap,
) -> Response<Body> {
    let is_smaller = !asset.gzip.is_empty() && asset.gzip.len() < asset.bytes.len();
    let is_gzip = is_smaller && accepts(asked, "gzip");
    let mut response = Response::new(Body::empty());
    if tag.as_ref().is_some_and(|tag| is_known(asked, tag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else if is_gzip {
        *response.body_mut() = Body::from(asset.gzip.as_slice());
    } else {
        *response.body_mut() = Body::from(asset.bytes.as_slice());
    }
    let headers = response.headers_mut();
    if is_gzip {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(CONTENT_TYPE, kind(asset.path));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, caching(query));
    if let Some(tag) = tag {
        // The plain and the compressed form of a file are equivalent.
        let weak = tag.to_str().ok().map(|tag| format!("W/{tag}"));
        headers.insert(ETAG, weak.and_then(|weak| weak.parse().ok()).unwrap_or(tag));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::files::{ENGINE, FONTS, ICON, LANGUAGES, PAGE, PageSource, SCRIPTS, STYLES, WORKER};
    use super::*;
    use crate::export::EXPORT_FORMATS;
    use crate::print::Texts;
    use crate::rate::Rule;
    use serde_json::{Map, Value};
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::{Path, PathBuf};

    fn sources() -> impl Iterator<Item = &'static PageSource> {
        let single = [&PAGE, &WORKER, &ENGINE[1], &MANIFEST, &ICON];
        let lists = LANGUAGES.iter().chain(&STYLES).chain(&SCRIPTS);
        single.into_iter().chain(lists)
    }

    fn language(source: &PageSource) -> Map<String, Value> {
        serde_json::from_str(source.text()).unwrap()
    }

    fn asset(path: &str) -> &'static Asset {
        BUNDLE.assets.iter().find(|it| it.path == path).unwrap()
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
    fn every_file_of_the_folder_is_part_of_the_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/daemon/page");
        let files = files_below(&folder).into_iter().map(|path| {
            let below = path.strip_prefix(&folder).unwrap().to_str().unwrap();
            format!("/page/{}", below.replace('\\', "/"))
        });
        let files = files.filter(|path| !path.ends_with(".rs"));
        let listed = sources().map(|source| source.path.to_owned());
        assert_eq!(
            files.collect::<BTreeSet<_>>(),
            listed.collect::<BTreeSet<_>>()
        );
    }

    /// The page has no inline scripts or styles and loads nothing from other servers, because the content
    /// security policy in the headers would block both.
    #[test]
    fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
        for source in sources() {
            let text = source.text().replace("http://www.w3.org/2000/svg", "");
            for bad in [
                "http:",
                "https:",
                "<style",
                " style=",
                " onclick=",
                "url(data",
                "innerHTML",
            ] {
                assert!(!text.contains(bad), "{}: {bad}", source.path);
            }
            assert!(!text.contains("<script>"), "{}", source.path);
        }
    }

    #[test]
    fn files_are_short_and_scripts_say_what_they_are() {
        for source in sources() {
            assert!(source.text().lines().count() < 500, "{}", source.path);
        }
        for source in SCRIPTS.iter().chain(&ENGINE).chain([&WORKER]) {
            assert!(source.text().starts_with("// "), "{}", source.path);
        }
    }

    /// Returns the names that a script declares at its top level.
    fn declared(source: &PageSource) -> Vec<&'static str> {
        let kinds = ["const ", "let ", "async function ", "function ", "class "];
        let lines = source.text().lines();
        let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
        let named = lines.filter_map(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind)));
        let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
        named
            .flat_map(|rest| match rest.strip_prefix('[') {
                Some(several) => several.split(']').next().unwrap().split(", ").collect(),
                None => vec![rest.split(|it| !is_name(it)).next().unwrap()],
            })
            .collect()
    }

    #[test]
    fn all_scripts_are_in_one_and_no_name_is_there_twice() {
        let script = std::str::from_utf8(&asset("/page/app.js").bytes).unwrap();
        let mut names = BTreeMap::new();
        for source in &SCRIPTS {
            assert!(
                script.contains(source.text().lines().next().unwrap()),
                "{}",
                source.path
            );
            for name in declared(source) {
                let before = names.insert(name, source.path);
                assert_eq!(before, None, "{name} of {}", source.path);
            }
        }
        assert!(names.len() > 150 && names.contains_key("WHERE"));
        let statements = ["import ", "export "];
        let left = script
            .lines()
            .find(|line| statements.iter().any(|it| line.starts_with(it)));
        assert_eq!(left, None);
        // A name that is used at the top level of a script must be declared above it.
        let at = |text: &str| script.find(text).unwrap();
        assert!(at("const ENGLISH") < at("export let words".trim_start_matches("export ")));
        assert!(at("class Board") < at("class Table") && at("class Table") < at("\nopen(false)"));
    }

    /// Collects the placeholders for numbers and names in each text of a language. `found` maps each text's JSON
    /// path to the text's placeholders.
    fn holes(value: &Value, path: &str, found: &mut BTreeMap<String, BTreeSet<String>>) {
        match value {
            Value::String(text) => {
                let parts = text.split('{').skip(1);
                let names = parts.filter_map(|it| Some(it.split_once('}')?.0.to_owned()));
                found.insert(path.to_owned(), names.collect());
            }
            Value::Array(all) => {
                for (nth, it) in all.iter().enumerate() {
                    holes(it, &format!("{path}/{nth}"), found);
                }
            }
            // Languages have different numbers of plural forms.
            Value::Object(forms) if forms.contains_key("other") => {
                holes(&forms["other"], path, found);
            }
            Value::Object(all) => {
                for (name, it) in all.iter().filter(|(name, _)| *name != "problems") {
                    holes(it, &format!("{path}/{name}"), found);
                }
            }
            other => panic!("{path}: {other}"),
        }
    }

    #[test]
    fn all_languages_say_the_same() {
        let of = |source: &PageSource| {
            let mut found = BTreeMap::new();
            holes(&Value::Object(language(source)), "", &mut found);
            found
        };
        let english = of(&LANGUAGES[0]);
        assert!(english.len() > 250);
        for other in &LANGUAGES[1..] {
            assert_eq!(of(other), english, "{}", other.path);
        }
    }

    #[test]
    fn every_text_is_used() {
        let page = SCRIPTS.iter().map(PageSource::text).chain([PAGE.text()]);
        let page: String = page.collect();
        for name in language(&LANGUAGES[0]).keys() {
            let uses = [format!("words.{name}"), format!("\"{name}\"")];
            let is_used = uses.iter().any(|it| page.contains(it));
            let is_bound = ["least", "most", "given", "wrong", "twice", "language"];
            assert!(is_used || is_bound.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn rules_and_levels_are_called_as_elsewhere() {
        for source in &LANGUAGES {
            let told = language(source);
            let code = told["code"].as_str().unwrap();
            let texts = Texts::new(code, &[]).unwrap();
            for rule in Rule::ALL {
                let name = match code {
                    "en" => rule.title().to_owned(),
                    _ => texts.rules_table[rule.name()].name.clone(),
                };
                // Within sentences most languages begin them with a small letter.
                let rest = |name: &str| name.chars().skip(1).collect::<String>();
                let told = told["ruleNames"][rule.name()].as_str().unwrap();
                assert_eq!(rest(told), rest(&name), "{code}");
            }
            for (level, name) in &texts.levels {
                assert_eq!(told["levels"][level], name.as_str());
            }
        }
    }

    /// A download is a single file, so the page does not offer formats with one file per puzzle.
    #[test]
    fn every_format_of_one_file_can_be_chosen() {
        let offered = language(&LANGUAGES[0])["formats"].clone();
        let offered = offered.as_object().unwrap().keys().cloned();
        let formats = EXPORT_FORMATS.iter().filter(|format| !format.one_a_file);
        let names = formats.map(|format| format.name.to_owned());
        let names: BTreeSet<String> = names.filter(|name| name != "parquet").collect();
        assert_eq!(offered.collect::<BTreeSet<String>>(), names);
    }

    fn asked(
        asset: &'static Asset,
        query: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Response<Body> {
        let mut asked = HeaderMap::new();
        for (name, value) in headers {
            let name = axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            asked.insert(name, value.parse().unwrap());
        }
        answer(asset, tag(asset), query, &asked)
    }

    #[test]
    fn a_copy_that_is_still_good_is_not_sent_again() {
        let page = asset("/");
        let status = |known: &str| asked(page, None, &[("if-none-match", known)]).status();
        let sent = asked(page, None, &[]);
        let tag = sent.headers()["etag"].to_str().unwrap();
        assert_eq!(status(tag), StatusCode::NOT_MODIFIED);
        assert_eq!(status(&format!("\"old\", {tag}")), StatusCode::NOT_MODIFIED);
        assert_eq!(status("\"old\""), StatusCode::OK);
        let version = format!("v={}", BUNDLE.version);
        let script = asset("/page/app.js");
        for (query, wanted) in [(Some(&*version), "immutable"), (Some("v=old"), "no-cache")] {
            let sent = asked(script, query, &[]);
            let held = sent.headers()["cache-control"].to_str().unwrap().to_owned();
            assert!(held.contains(wanted), "{held}");
        }
        let page = std::str::from_utf8(&page.bytes).unwrap();
        assert!(page.contains(&format!("/page/app.js?{version}")));
        let worker = std::str::from_utf8(&asset("/sw.js").bytes).unwrap();
        for font in &FONTS {
            assert!(
                worker.contains(&format!("\"{}?{version}\"", font.path)),
                "{worker}"
            );
        }
    }

    #[test]
    fn the_engine_is_the_module_of_the_web_package() {
        let module = include_bytes!("../../../bindings/web/sudoku_factory.wasm");
        assert!(asset("/page/engine.wasm").bytes == module);
    }

    /// The page is small and compressed. The engine is loaded only when it is needed. Before the page's files were
    /// joined, the page took 37 requests and 256 kB.
    #[test]
    fn the_page_is_small_and_compressed() {
        let of = |path| asked(asset(path), None, &[("accept-encoding", "br, gzip")]);
        let script = of("/page/app.js");
        assert_eq!(script.headers()["content-encoding"], "gzip");
        assert!(
            asked(asset("/page/app.js"), None, &[])
                .headers()
                .get("content-encoding")
                .is_none()
        );
        let is_engine = |it: &&Asset| it.path.starts_with("/page/engine.");
        let (engine, others): (Vec<_>, Vec<_>) = BUNDLE.assets.iter().partition(is_engine);
        let is_language = |it: &&Asset| it.path.starts_with("/page/texts/");
        let (languages, page): (Vec<_>, Vec<_>) = others.into_iter().partition(is_language);
        let size = |assets: &[&Asset]| assets.iter().map(|it| it.gzip.len()).sum::<usize>();
        assert!(page.len() <= 8 && size(&page) < 130_000, "{}", size(&page));
        assert!(languages.len() == LANGUAGES.len() - 1 && size(&languages) < 70_000);
        assert!(
            engine.len() == 2 && size(&engine) < 805_000,
            "{}",
            size(&engine)
        );
        let module = of("/page/engine.wasm");
        assert_eq!(module.headers()["content-type"], "application/wasm");
        let policy = module.headers()["content-security-policy"]
            .to_str()
            .unwrap();
        assert!(policy.contains("'wasm-unsafe-eval'") && !policy.contains("'unsafe-eval'"));
    }
}
