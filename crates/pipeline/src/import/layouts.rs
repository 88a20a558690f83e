//! Reads puzzles of one layout from tables, JSON, text, and the links and game ids of other programs. Text is read
//! by [`AnyPuzzles`], or line by line if the layout has regions or marks: each line is then one puzzle with its
//! regions or marks.
//!
//! The caller names the layout, since most formats state only a size. An entry that states another layout is
//! refused.

use super::layout_list::shaped;
use super::line_by_line::LineByLine;
use super::opened_text::{BoardSizes, OpenedText, ReadOptions};
use super::table::{Columns, TableRows, bare};
use super::{
    Boards, EntryProblem, Format, ImportError, LayoutList, LayoutListPuzzle, cells, ipuz, json,
    layout_links, links, solo,
};
use crate::grid::text::{AnyPuzzles, LINE_LIMIT};
use crate::grid::{CellFeatures, Layout};
use serde_json::{Map, Value};
use std::io::BufRead;

/// Reads puzzles of the layout of `list` from a text, in the detected format or in the format that the options
/// name. If the options ask for lenient reading, or the format is for 9×9 only, the only item is an error.
///
/// ```
/// use factory_pipeline::import::{self, ReadOptions};
/// let line = r#"{"puzzle": "1..............2", "layout": "4x4"}"#;
/// let text = format!("{line}\n{}\n", line.replace("4x4", "4x4+x"));
/// let layout: sudoku_engine::grid::Layout = "4x4".parse().expect("a layout");
/// let mut found = import::read_layout(text.as_bytes(), ReadOptions::default(), layout);
/// let (line, puzzle) = found.next().unwrap()?;
/// assert_eq!((line, puzzle.unwrap().board.clue_count()), (1, 2));
/// assert_eq!(found.next().unwrap()?.1.unwrap_err().to_string(), "line 2: a puzzle of 4x4+x, not of 4x4");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_layout<'a>(
    source: impl BufRead + 'a,
    options: ReadOptions,
    list: impl Into<LayoutList>,
) -> Boards<'a, LayoutListPuzzle> {
    let list = list.into();
    let layout = list.layout;
    let refuse = |what: String| -> Boards<'a, LayoutListPuzzle> {
        let problem = EntryProblem::NineOnly { what, layout };
        Box::new(std::iter::once(Ok((1, Err(problem.at(1))))))
    };
    if options.lenient {
        return refuse("--lenient".to_owned());
    }
    let opened = match OpenedText::new(source, options, BoardSizes::Any) {
        Ok(opened) => opened,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let (format, delimiter) = opened.detected();
    // Lines of cells can look like these; a format that was named is meant.
    let is_lines = matches!(format, Some(Format::Scf | Format::Exchange));
    let format = format.filter(|_| !is_lines || options.format.is_some());
    let source = opened.source;
    match format {
        Some(Format::Csv) => {
            let columns = LayoutColumns::new(list);
            Box::new(TableRows::new(source, delimiter, columns))
        }
        Some(Format::Json) => Box::new(json::JsonObjects::new(source, move |bytes: &[u8]| {
            read_value(bytes, &list)
        })),
        Some(Format::Links) => Box::new(LineByLine::new(
            source,
            links::LONGEST,
            move |line: &str| {
                let object = links::object(line).ok_or(EntryProblem::Form(Format::Links))?;
                layout_links::f_puzzles(&object?, &list)
            },
        )),
        Some(Format::Sgt) => Box::new(LineByLine::new(source, LINE_LIMIT, move |line: &str| {
            solo::read(line, &list)
        })),
        Some(Format::Text) | None if layout.has_features() => {
            Box::new(LineByLine::new(source, LINE_LIMIT, move |line: &str| {
                list.line(line)
            }))
        }
        Some(Format::Text) | None => text(source, &list),
        Some(format) => refuse(format!("the format {format}")),
    }
}

/// Returns the puzzles of plain text.
fn text<'a>(source: impl BufRead + 'a, list: &LayoutList) -> Boards<'a, LayoutListPuzzle> {
    let plain = |board| LayoutListPuzzle {
        board: shaped(board),
        features: CellFeatures::NONE,
    };
    let items = AnyPuzzles::new(source, list.reading());
    Box::new(items.map(move |item| {
        item.map(|(line, board)| {
            let board = board.map_err(ImportError::from);
            (line, board.map(plain))
        })
    }))
}

/// Refuses an entry that names another layout.
fn check_name(name: &str, layout: Layout) -> Result<(), EntryProblem> {
    match name.parse::<Layout>() {
        Ok(named) if named == layout => Ok(()),
        _ => Err(EntryProblem::OtherLayout {
            found: name.to_owned(),
            wanted: layout,
        }),
    }
}

/// Reads the puzzle of one JSON value: a text, an object of f-puzzles or ipuz, or an object with a field that has a
/// usual name, such as `puzzle`, and perhaps fields `regions` and `marks`.
fn read_value(bytes: &[u8], list: &LayoutList) -> Result<LayoutListPuzzle, EntryProblem> {
    match json::value(bytes)? {
        Value::String(text) => list.of_texts(&text, None, None),
        Value::Object(object) if ipuz::is_ipuz(&object) => layout_links::ipuz(&object, list),
        Value::Object(object) if object.get("grid").is_some_and(Value::is_array) => {
            layout_links::f_puzzles(&Value::Object(object), list)
        }
        Value::Object(object) => read_object(&object, list),
        _ => Err(EntryProblem::Form(Format::Json)),
    }
}

fn read_object(
    object: &Map<String, Value>,
    list: &LayoutList,
) -> Result<LayoutListPuzzle, EntryProblem> {
    let text = |name: &str| object.get(name).and_then(Value::as_str);
    if let Some(name) = text("layout") {
        check_name(name, list.layout)?;
    }
    match json::puzzle_field(object)? {
        Value::String(cells) => list.of_texts(cells, text("regions"), text("marks")),
        _ => Err(EntryProblem::Form(Format::Json)),
    }
}

/// Finds the puzzle among the fields of a row. With a header, the puzzle is in the column with a usual name, such as
/// `puzzle`; without a header, it is in the first field that has as many characters as the layout has cells.
struct LayoutColumns {
    list: LayoutList,
    /// The columns that the header names; `None` before the first row.
    named: Option<NamedColumns>,
}

/// The columns that a header names.
#[derive(Clone, Copy)]
struct NamedColumns {
    puzzle: Option<usize>,
    layout: Option<usize>,
    regions: Option<usize>,
    marks: Option<usize>,
}

impl NamedColumns {
    /// Finds the columns in the first row, which is a header if a field has a usual name for puzzles, such as `puzzle`.
    fn find(fields: &[&str]) -> Self {
        let puzzle = fields.iter().position(|name| cells::is_puzzle_name(name));
        let column = |wanted: &str| {
            let mut names = fields.iter();
            let column = names.position(|name| name.trim().eq_ignore_ascii_case(wanted));
            column.filter(|_| puzzle.is_some())
        };
        Self {
            puzzle,
            layout: column("layout"),
            regions: column("regions"),
            marks: column("marks"),
        }
    }
}

impl LayoutColumns {
    const fn new(list: LayoutList) -> Self {
        let named = None;
        Self { list, named }
    }

    /// Reads the puzzle of a row without a header. The fields with one character per cell are, in this order, the
    /// puzzle and, if the layout has them, its regions and its marks.
    fn unnamed(&self, fields: &[&str]) -> Result<LayoutListPuzzle, EntryProblem> {
        let wanted = self.list.layout.cells();
        let long = fields.iter().filter(|it| it.chars().count() == wanted);
        let mut long: Vec<&str> = long.copied().collect();
        if long.is_empty() {
            let found = format!("{} fields", fields.len());
            return Err(EntryProblem::NoPuzzle(found));
        }
        match self.list.layout.has_features() {
            true => self.list.words(&long),
            false => {
                long.truncate(1);
                self.list.of_texts(long[0], None, None)
            }
        }
    }
}

impl Columns for LayoutColumns {
    type Board = LayoutListPuzzle;

    fn read(&mut self, fields: &[&str]) -> Option<Result<LayoutListPuzzle, EntryProblem>> {
        let fields: Vec<&str> = fields.iter().map(|field| bare(field)).collect();
        if fields.first().is_some_and(|field| field.starts_with('#')) {
            return None;
        }
        let Some(named) = self.named else {
            let named = NamedColumns::find(&fields);
            self.named = Some(named);
            return match named.puzzle {
                Some(_) => None,
                None => Some(self.unnamed(&fields)),
            };
        };
        let of_row = |column: usize| fields.get(column).copied();
        if let Some(name) = named.layout.and_then(of_row)
            && let Err(problem) = check_name(name, self.list.layout)
        {
            return Some(Err(problem));
        }
        let Some(column) = named.puzzle else {
            return Some(self.unnamed(&fields));
        };
        let filled = |column| of_row(column).filter(|field| !field.is_empty());
        let [regions, marks] = [named.regions, named.marks].map(|it| it.and_then(filled));
        let nothing = || EntryProblem::NoPuzzle(format!("{} fields", fields.len()));
        let cells = of_row(column).ok_or_else(nothing);
        Some(cells.and_then(|cells| self.list.of_texts(cells, regions, marks)))
    }

    fn is_loose(&self, _: &[&[u8]]) -> bool {
        false
    }
}
