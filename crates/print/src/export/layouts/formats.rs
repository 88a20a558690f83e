//! Lists the formats for layouts, one row per format, under the names that they have for 9×9.

use super::{LayoutEntry, cnf, links, pencilmark, text};
use crate::export::pictures::{PictureFormat, drawn};
use crate::export::{ExportFormat, FileOptions};
use crate::grid::{ExtraRule, Layout};
use crate::print::GridContent;
use std::io::{self, Write};

/// A function that writes one puzzle.
type WriteEntry = fn(&LayoutEntry<'_>, &mut dyn Write) -> io::Result<()>;

/// The kind of output of a format: text, or a picture.
#[derive(Clone, Copy)]
enum Written {
    Text(WriteEntry),
    Picture(PictureFormat),
}

/// A format in which puzzles of layouts other than 9×9 are written.
pub struct LayoutFormat {
    name: &'static str,
    /// The text before the first puzzle of a file.
    head: &'static str,
    /// The extra rules that the format can't express.
    lacks: &'static [ExtraRule],
    written: Written,
}

impl std::fmt::Debug for LayoutFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LayoutFormat").field(&self.name).finish()
    }
}

const NONE: &[ExtraRule] = &[];

/// All formats for layouts other than 9×9, in the same order as the formats for 9×9.
pub static LAYOUT_FORMATS: &[LayoutFormat] = &[
    LayoutFormat::of("line", NONE, text::line),
    LayoutFormat {
        head: text::COLUMNS,
        ..LayoutFormat::of("csv", NONE, text::row)
    },
    LayoutFormat::of("jsonl", NONE, text::json_line),
    LayoutFormat::of(
        "ipuz",
        &[
            ExtraRule::Diagonals,
            ExtraRule::Windows,
            ExtraRule::Knight,
            ExtraRule::King,
            ExtraRule::EvenOdd,
        ],
        text::ipuz,
    ),
    LayoutFormat::of("f-puzzles", NONE, links::f_puzzles),
    LayoutFormat::of("sudokupad", NONE, links::sudokupad),
    LayoutFormat::of(
        "sgt",
        &[
            ExtraRule::Windows,
            ExtraRule::Knight,
            ExtraRule::King,
            ExtraRule::EvenOdd,
        ],
        text::sgt,
    ),
    LayoutFormat::of("pencilmark", NONE, pencilmark::pencilmark),
    LayoutFormat::of("cnf", NONE, cnf::cnf),
    LayoutFormat::picture("svg", PictureFormat::Svg),
    LayoutFormat::picture("png", PictureFormat::Png),
    LayoutFormat::picture("pdf", PictureFormat::Pdf),
];

/// The variant of the format `csv` for puzzles with regions or marks, with additional columns for them.
static FEATURE_TABLE: LayoutFormat = LayoutFormat {
    head: text::FEATURE_COLUMNS,
    ..LayoutFormat::of("csv", NONE, text::feature_row)
};

/// The error for a format that can't hold the puzzles of a layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutFormatError {
    /// The format is for 9×9 only.
    #[error(
        "{format} is for 9x9 only, and these are {layout}: the formats for layouts are {known}"
    )]
    NineOnly {
        /// The name of the format.
        format: &'static str,
        /// The layout of the puzzles.
        layout: Layout,
        /// The names of the formats for layouts.
        known: String,
    },
    /// The format has no place for one of the layout's rules.
    #[error(
        "{format} has no place for the rule {rule} of {layout}: take csv, jsonl, f-puzzles or pencilmark"
    )]
    Rule {
        /// The name of the format.
        format: &'static str,
        /// The layout of the puzzles.
        layout: Layout,
        /// The name of the rule.
        rule: &'static str,
    },
}

impl LayoutFormat {
    const fn of(name: &'static str, lacks: &'static [ExtraRule], write: WriteEntry) -> Self {
        Self {
            name,
            head: "",
            lacks,
            written: Written::Text(write),
        }
    }

    const fn picture(name: &'static str, format: PictureFormat) -> Self {
        Self {
            name,
            head: "",
            lacks: NONE,
            written: Written::Picture(format),
        }
    }

    /// Returns the variant of a format that can hold puzzles of this layout.
    ///
    /// # Errors
    /// If the format is for 9×9 only, or has no place for a rule of the layout.
    pub fn find(format: &ExportFormat, layout: Layout) -> Result<&'static Self, LayoutFormatError> {
        let found = LAYOUT_FORMATS.iter().find(|it| it.name == format.name);
        let Some(found) = found else {
            let known: Vec<&str> = LAYOUT_FORMATS.iter().map(|it| it.name).collect();
            return Err(LayoutFormatError::NineOnly {
                format: format.name,
                layout,
                known: known.join(", "),
            });
        };
        match layout.rules().find(|rule| found.lacks.contains(rule)) {
            None if found.name == FEATURE_TABLE.name && layout.has_features() => Ok(&FEATURE_TABLE),
            None => Ok(found),
            Some(rule) => Err(LayoutFormatError::Rule {
                format: format.name,
                layout,
                rule: rule.key(),
            }),
        }
    }

    /// Returns the text before the first puzzle of a file.
    pub const fn head(&self) -> &'static str {
        self.head
    }

    /// Returns the bytes of one puzzle; pictures are drawn in the style of the options.
    ///
    /// # Errors
    /// If a picture can't be drawn.
    pub fn bytes(&self, entry: &LayoutEntry<'_>, options: &FileOptions) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.written {
            Written::Text(write) => write(entry, &mut bytes)?,
            Written::Picture(format) => {
                let style = &options.picture;
                let solution = entry.solution.filter(|_| style.shows_solution);
                let content =
                    GridContent::of_layout(entry.layout, entry.features, entry.puzzle, solution);
                let content = content.ok_or_else(|| io::Error::other("a board of another size"))?;
                bytes = drawn(format, content, &entry.title(), style)?;
            }
        }
        Ok(bytes)
    }
}
