//! Reads puzzles of one layout: from text as [`AnyPuzzles`] reads it, tables, JSON, and links and game ids of other
//! programs. The layout is known beforehand, since most formats say no more than a size; an entry that says another
//! one is refused.

use super::line_by_line::LineByLine;
use super::opened_text::{BoardSizes, OpenedText, ReadOptions};
use super::table::{Columns, TableRows, bare};
use super::{Boards, EntryProblem, Format, ImportError, cells, json, layout_links, links};
use crate::grid::text::{AnyBoard, AnyPuzzles, LINE_LIMIT, Reading};
use crate::grid::{Layout, ShapedBoard};
use serde_json::{Map, Value};
use std::io::BufRead;

/// Reads the puzzles of a text, which are all of one layout, in the detected format or in the format that the options
/// name.
///
/// ```
/// use factory_pipeline::import::{self, ReadOptions};
/// let line = r#"{"puzzle": "1..............2", "layout": "4x4"}"#;
/// let text = format!("{line}\n{}\n", line.replace("4x4", "4x4+x"));
/// let layout = "4x4".parse().expect("a layout");
/// let mut found = import::read_layout(text.as_bytes(), ReadOptions::default(), layout);
/// let (line, board) = found.next().unwrap()?;
/// assert_eq!((line, board.unwrap().clue_count()), (1, 2));
/// assert_eq!(found.next().unwrap()?.1.unwrap_err().to_string(), "line 2: a puzzle of 4x4+x, not of 4x4");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_layout<'a>(
    source: impl BufRead + 'a,
    options: ReadOptions,
    layout: Layout,
) -> Boards<'a, ShapedBoard> {
    let refuse = |what: String| -> Boards<'a, ShapedBoard> {
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
            let columns = LayoutColumns::new(layout);
            Box::new(TableRows::new(source, delimiter, columns))
        }
        Some(Format::Json) => Box::new(json::JsonObjects::new(source, move |bytes: &[u8]| {
            read_value(bytes, layout)
        })),
        Some(Format::Links) => Box::new(LineByLine::new(
            source,
            links::LONGEST,
            move |line: &str| {
                let object = links::object(line).ok_or(EntryProblem::Form(Format::Links))?;
                layout_links::f_puzzles(&object?, layout)
            },
        )),
        Some(Format::Sgt) => Box::new(LineByLine::new(source, LINE_LIMIT, move |line: &str| {
            layout_links::sgt(line, layout)
        })),
        Some(Format::Text) | None => Box::new(text(source, layout)),
        Some(format) => refuse(format!("the format {format}")),
    }
}

/// Returns the puzzles of plain text.
fn text(
    source: impl BufRead,
    layout: Layout,
) -> impl Iterator<Item = super::ImportItem<ShapedBoard>> {
    AnyPuzzles::new(source, reading(layout)).map(move |item| {
        item.map(|(line, board)| {
            let board = board.map_err(ImportError::from);
            (line, board.map(shaped))
        })
    })
}

fn reading(layout: Layout) -> Reading {
    Reading {
        shape: Some(layout.shape()),
        alphabet: None,
    }
}

fn shaped(board: AnyBoard) -> ShapedBoard {
    match board {
        AnyBoard::Nine(board) => ShapedBoard::from(&board),
        AnyBoard::Shaped(board) => board,
    }
}

/// Reads the cells of a puzzle in a field.
pub(super) fn layout_cells(text: &str, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    let (wanted, found) = (layout.cells(), text.chars().count());
    if wanted != found {
        let said = format!("expected {wanted} cells, found {found}");
        return Err(EntryProblem::Notation(said));
    }
    let board = reading(layout).one(text).map(shaped);
    board.map_err(|error| {
        let (column, expected, found) = (error.column, error.expected, error.found);
        EntryProblem::Notation(format!("cell {column}: expected {expected}, found {found}"))
    })
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

/// Reads the puzzle of one JSON value: a text, an object of f-puzzles, or an object with a field that has a usual name,
/// such as `puzzle`.
fn read_value(bytes: &[u8], layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    match json::value(bytes)? {
        Value::String(text) => layout_cells(&text, layout),
        Value::Object(object) if object.get("grid").is_some_and(Value::is_array) => {
            layout_links::f_puzzles(&Value::Object(object), layout)
        }
        Value::Object(object) => read_object(&object, layout),
        _ => Err(EntryProblem::Form(Format::Json)),
    }
}

fn read_object(object: &Map<String, Value>, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    if let Some(name) = object.get("layout").and_then(Value::as_str) {
        check_name(name, layout)?;
    }
    match json::puzzle_field(object)? {
        Value::String(text) => layout_cells(text, layout),
        _ => Err(EntryProblem::Form(Format::Json)),
    }
}

/// Finds the puzzle among the fields of a row: in the column with a usual name, such as `puzzle`, or without a header
/// in the first field that has the layout's number of cells.
struct LayoutColumns {
    layout: Layout,
    /// The columns of the puzzle and of the layout's name; `None` before the first row.
    named: Option<(Option<usize>, Option<usize>)>,
}

impl LayoutColumns {
    const fn new(layout: Layout) -> Self {
        let named = None;
        Self { layout, named }
    }
}

impl Columns for LayoutColumns {
    type Board = ShapedBoard;

    fn read(&mut self, fields: &[&str]) -> Option<Result<ShapedBoard, EntryProblem>> {
        let fields: Vec<&str> = fields.iter().map(|field| bare(field)).collect();
        if fields.first().is_some_and(|field| field.starts_with('#')) {
            return None;
        }
        let Some((puzzle, name)) = self.named else {
            let puzzle = fields.iter().position(|name| cells::is_puzzle_name(name));
            let layout = fields
                .iter()
                .position(|name| name.trim().eq_ignore_ascii_case("layout"));
            self.named = Some((puzzle, layout.filter(|_| puzzle.is_some())));
            return match puzzle {
                Some(_) => None,
                None => self.read(&fields),
            };
        };
        let of_row = |column: usize| fields.get(column).copied();
        if let Some(name) = name.and_then(of_row)
            && let Err(problem) = check_name(name, self.layout)
        {
            return Some(Err(problem));
        }
        let wanted = self.layout.cells();
        let mut long = fields.iter().filter(|it| it.chars().count() == wanted);
        let field = match puzzle {
            Some(column) => of_row(column),
            None => long.next().copied(),
        };
        let nothing = || EntryProblem::NoPuzzle(format!("{} fields", fields.len()));
        let board = field.ok_or_else(nothing);
        Some(board.and_then(|field| layout_cells(field, self.layout)))
    }

    fn is_loose(&self, _: &[&[u8]]) -> bool {
        false
    }
}
