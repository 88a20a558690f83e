//! The source files of the web page, compiled into the program. Each new file must be added to one of these lists.
//! So must the file of a new language in `texts/`.

/// A source file of the web page.
#[derive(Debug)]
pub struct PageSource {
    /// The path of the file below `/page/`.
    pub path: &'static str,
    /// The content of the file.
    pub bytes: &'static [u8],
}

impl PageSource {
    /// Returns the content of the file as text, or an empty text if the content is not UTF-8.
    pub fn text(&self) -> &'static str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// Lists source files of the web page by their paths relative to this Rust file.
macro_rules! beside {
    ($($file:literal),* $(,)?) => {
        [$(PageSource { path: concat!("/page/", $file), bytes: include_bytes!($file) }),*]
    };
}

/// Returns one source file of the web page. `$file` is the path of the file, relative to this Rust file.
macro_rules! one {
    ($file:literal) => {
        PageSource {
            path: concat!("/page/", $file),
            bytes: include_bytes!($file),
        }
    };
}

/// The HTML file of the web page.
pub static PAGE: PageSource = one!("index.html");
/// The service worker, which stores the page for use without a network.
pub static WORKER: PageSource = one!("worker.js");
/// The functions of the engine, and the code that runs these functions in a separate thread; both are sent as
/// one script.
pub static ENGINE: [PageSource; 2] = [
    PageSource {
        path: "/page/engine.js",
        bytes: include_bytes!("../../../bindings/web/engine.js"),
    },
    one!("engine_worker.js"),
];
/// The engine as WebAssembly, compressed by gzip, which makes the program a megabyte smaller.
pub static MODULE: PageSource = PageSource {
    path: "/page/engine.wasm",
    bytes: include_bytes!("../../../bindings/web/sudoku_factory.wasm.gz"),
};
/// The web app manifest, with which a system can install the page as an app.
pub static MANIFEST: PageSource = one!("manifest.json");
/// The icon of the web page.
pub static ICON: PageSource = one!("icon.svg");

/// The languages of the web page, English first. English is part of the script, and is used if the browser asks for
/// none of these languages. Each other language is loaded only when the page is shown in that language.
pub static LANGUAGES: [PageSource; 11] = beside![
    "texts/en.json",
    "texts/de.json",
    "texts/es.json",
    "texts/fr.json",
    "texts/it.json",
    "texts/ja.json",
    "texts/nl.json",
    "texts/pl.json",
    "texts/pt.json",
    "texts/tr.json",
    "texts/zh.json",
];

/// The style sheets, in the order in which they apply.
pub static STYLES: [PageSource; 7] = beside![
    "style/base.css",
    "style/parts.css",
    "style/forms.css",
    "style/play.css",
    "style/keypad.css",
    "style/windows.css",
    "style/print.css",
];

/// The scripts of the web page.
pub static SCRIPTS: [PageSource; 35] = beside![
    "script/api.js",
    "script/chart.js",
    "script/dom.js",
    "script/engine.js",
    "script/formats.js",
    "script/levels.js",
    "script/live.js",
    "script/main.js",
    "script/numbers.js",
    "script/play/board.js",
    "script/play/cells.js",
    "script/play/clock.js",
    "script/play/game.js",
    "script/play/hint.js",
    "script/play/links.js",
    "script/play/path.js",
    "script/play/progress.js",
    "script/play/reading.js",
    "script/play/story.js",
    "script/play/supply.js",
    "script/play/table.js",
    "script/stored.js",
    "script/texts.js",
    "script/views/browse.js",
    "script/views/downloads.js",
    "script/views/games.js",
    "script/views/import.js",
    "script/views/job_card.js",
    "script/views/jobs.js",
    "script/views/pack.js",
    "script/views/packs.js",
    "script/views/play.js",
    "script/views/play_tools.js",
    "script/views/stock.js",
    "script/views/thumbnail.js",
];

/// The fonts of the web page. The printed books use the same typeface, because its digits are easy to tell apart.
pub static FONTS: [PageSource; 2] = [
    PageSource {
        path: "/page/fonts/AtkinsonHyperlegible-Regular.ttf",
        bytes: include_bytes!("../../../assets/fonts/AtkinsonHyperlegible-Regular.ttf"),
    },
    PageSource {
        path: "/page/fonts/AtkinsonHyperlegible-Bold.ttf",
        bytes: include_bytes!("../../../assets/fonts/AtkinsonHyperlegible-Bold.ttf"),
    },
];
