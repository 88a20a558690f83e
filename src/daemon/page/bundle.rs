//! Joins the scripts and the styles of the web page into a few files. So the page loads with few requests, and
//! needs no build tool. The addresses of the files contain a version, which changes when any file changes.
//!
//! Scripts are joined without their `import` and `export`, each after the scripts that it imports. This works
//! because no two files declare the same name at their top level, and each import is a separate statement.

use super::files::{
    ENGINE, FONTS, ICON, LANGUAGES, MANIFEST, MODULE, PAGE, PageSource, SCRIPTS, STYLES, WORKER,
};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::sync::LazyLock;

/// A file of the web page, in the form in which it is sent.
#[derive(Debug)]
pub struct Asset {
    /// The path under which the server sends the file, such as `/page/app.js`.
    pub path: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The content of the file, compressed by gzip.
    pub gzip: Vec<u8>,
}

/// All files of the web page as they are sent, and the version that all these files share.
#[derive(Debug)]
pub struct Bundle {
    /// The digest of all files, in hexadecimal digits.
    pub version: String,
    /// The files of the web page.
    pub assets: Vec<Asset>,
}

/// All files of the web page, made when one of them is first requested.
pub static BUNDLE: LazyLock<Bundle> = LazyLock::new(Bundle::new);

/// The placeholder in the source files for the version of the page.
const VERSION: &str = "VERSION";

impl Bundle {
    fn new() -> Self {
        let mut texts = vec![
            ("/", PAGE.text().to_owned()),
            ("/page/app.js", script()),
            (
                "/page/app.css",
                STYLES.iter().map(PageSource::text).collect(),
            ),
            ("/page/engine.js", ENGINE.iter().map(plain).collect()),
            ("/page/manifest.json", MANIFEST.text().to_owned()),
            ("/page/icon.svg", ICON.text().to_owned()),
        ];
        let loaded = LANGUAGES[1..].iter();
        texts.extend(loaded.map(|it| (it.path, it.text().to_owned())));
        let mut digest = blake3::Hasher::new();
        for (_, text) in &texts {
            digest.update(text.as_bytes());
        }
        for file in FONTS.iter().chain([&MODULE, &WORKER]) {
            digest.update(file.bytes);
        }
        let version = digest.finalize().to_hex()[..16].to_owned();
        texts.push(("/sw.js", worker(&texts)));
        let texts = texts.into_iter().map(|(path, text)| {
            let is_script = path == "/page/app.js";
            let text = if is_script {
                text
            } else {
                text.replace(VERSION, &version)
            };
            Asset::new(path, text.into_bytes())
        });
        let fonts = FONTS
            .iter()
            .map(|it| Asset::new(it.path, it.bytes.to_vec()));
        let module = Asset::unpacked(&MODULE);
        let assets = texts.chain(fonts).chain([module]).collect();
        Self { version, assets }
    }
}

impl Asset {
    fn new(path: &'static str, bytes: Vec<u8>) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let written = gzip.write_all(&bytes).and_then(|()| gzip.finish());
        Self {
            path,
            bytes,
            // Writing to memory can't fail; if it did, the plain file would be sent.
            gzip: written.unwrap_or_default(),
        }
    }

    /// Returns a file of the web page, unpacked from a source that the program stores in compressed form (gzip).
    fn unpacked(source: &PageSource) -> Self {
        let mut bytes = Vec::new();
        // A test shows that it can be unpacked; if it could not, the page would do without the engine.
        if GzDecoder::new(source.bytes)
            .read_to_end(&mut bytes)
            .is_err()
        {
            bytes.clear();
        }
        Self {
            path: source.path,
            bytes,
            gzip: source.bytes.to_vec(),
        }
    }
}

/// Returns the text of the service worker, with the list of the files that the worker stores.
fn worker(texts: &[(&'static str, String)]) -> String {
    let paths = texts.iter().map(|(path, _)| *path);
    let others = FONTS.iter().chain([&MODULE]);
    let paths = paths.chain(others.map(|it| it.path));
    let listed: Vec<String> = paths
        .filter(|path| *path != "/")
        .map(|path| format!("\"{path}?v={VERSION}\""))
        .collect();
    WORKER
        .text()
        .replace("FILES_OF_THE_PAGE", &listed.join(", "))
}

/// Returns the page's script: the names of all languages, the English texts, and all script files, joined into one
/// text.
fn script() -> String {
    let names: Map<String, Value> = LANGUAGES.iter().filter_map(language_name).collect();
    let english = LANGUAGES[0].text();
    let mut script = format!(
        "const LANGUAGES = {};\nconst ENGLISH = {english};\n",
        Value::Object(names)
    );
    let mut placed = BTreeSet::new();
    place("main.js", &mut placed, &mut script);
    script
}

/// Returns the code of a language, and the language's name in that language.
fn language_name(source: &PageSource) -> Option<(String, Value)> {
    let texts: Map<String, Value> = serde_json::from_str(source.text()).ok()?;
    let text = |key: &str| texts.get(key).and_then(Value::as_str);
    Some((text("code")?.to_owned(), text("language")?.into()))
}

/// Returns the script file with this path below the folder of scripts.
fn named(path: &str) -> Option<&'static PageSource> {
    let files = SCRIPTS.iter();
    files
        .into_iter()
        .find(|it| it.path.strip_prefix("/page/script/") == Some(path))
}

/// Returns the text of a script file without the keyword `export` at the beginning of lines.
fn plain(source: &PageSource) -> String {
    let lines = source.text().lines();
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Appends a script file to `script`, after the files that it imports, unless it has been appended before.
fn place(path: &str, placed: &mut BTreeSet<String>, script: &mut String) {
    let Some(source) = named(path).filter(|_| placed.insert(path.to_owned())) else {
        return;
    };
    let mut own = String::new();
    let mut lines = source.text().lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("import ") {
            own.push_str(line.strip_prefix("export ").unwrap_or(line));
            own.push('\n');
            continue;
        }
        let mut statement = line.to_owned();
        while !statement.ends_with(';') {
            statement.push_str(lines.next().unwrap_or(";"));
        }
        if let Some(from) = statement.rsplit('"').nth(1) {
            place(&beside(path, from), placed, script);
        }
    }
    script.push_str(&own);
}

/// Returns the path of an imported file. The file `path` imports it as `from`, for example as `../dom.js`.
fn beside(path: &str, from: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
