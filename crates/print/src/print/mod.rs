//! Makes books, covers, calendars and pictures; the same code draws pages as PDF, SVG or PNG.
//!
//! ```text
//!  puzzles ─► book: the plan of all its pages ─► pages ─► canvas ─► PDF ─► read back, preflight
//!             preset, trim, settings              pen, fonts     SVG, PNG
//! ```

pub mod book;
pub mod calendar;
mod canvas;
mod content;
pub mod cover;
mod cover_picture;
mod epub;
mod error;
mod font_family;
mod font_symbols;
mod fonts;
mod grid;
mod grid_features;
mod look;
mod outline;
mod own_symbols;
mod palette;
mod paper;
mod pdf;
mod pen;
mod picture;
mod png;
pub mod preflight;
mod prose;
pub mod ramp;
pub mod read;
mod scripts;
mod series;
mod shop;
mod sizes;
mod step_board;
mod step_picture;
pub mod svg;
mod symbol_picture;
mod symbols;
mod texts;

pub use canvas::{Canvas, Curve, GlyphRun, Ink, PlacedPicture, Rect, StraightLine};
pub use content::GridContent;
pub use error::PrintError;
pub use fonts::{Font, FontFamily, FontKey, Fonts, Glyph, Weight};
pub use look::{GridLook, StyleSheet};
pub use palette::ColourSpace;
pub use paper::{INCH, MM, NoTrim, Sheet, Trim};
pub use pdf::{PdfFile, PdfMetadata};
pub use picture::{NoWidth, Picture, PictureStyle, PictureWidth};
pub use png::{Png, RESOLUTIONS};
pub use series::SeriesManifest;
pub use shop::{PaperStock, Shop, ShopPreset, SolutionsAt, Standard};
pub use sizes::TrimSizes;
pub use step_picture::StepPicture;
pub use svg::Svg;
pub use texts::{OwnTexts, PluralRule, PluralText, RuleText, Texts};
