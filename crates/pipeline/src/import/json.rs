//! Reads puzzles from JSON. Each object or string holds one puzzle. The objects or strings may be in a list, or
//! separated by line ends or commas. The puzzle of an object is in a field with a usual name, such as `puzzle`,
//! unless the object is in the format of ipuz or f-puzzles.
//!
//! The text is split into values before they are parsed, so that a broken value does not affect the others. A
//! string is broken if it is still open at the end of its line. An object is broken if it is still open when a
//! line begins with `{`.

use super::cells::{cells, is_puzzle_name};
use super::{EntryProblem, Format, ImportError, ImportItem, f_puzzles, ipuz};
use crate::grid::Board;
use serde_json::{Map, Value};
use std::io::BufRead;

/// The maximum number of bytes of a JSON value.
const LONGEST: usize = 1 << 20;

/// The puzzles of a text in JSON.
pub(super) struct JsonObjects<R, F> {
    source: R,
    scanner: Scanner,
    /// The function that reads the puzzle of one value.
    read: F,
    ended: bool,
}

/// Splits bytes into JSON values.
struct Scanner {
    state: JsonState,
    /// The current line, from 1.
    line: u64,
    /// `true` at the first byte of a line, where an object may begin.
    at_edge: bool,
    value: Vec<u8>,
    /// The line where the current value begins.
    first_line: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JsonState {
    /// The scanner is outside all values.
    Between,
    /// The scanner is inside a value; the number counts the open braces and brackets.
    Within(usize),
    /// The scanner is inside a JSON string; the number counts the braces and brackets that are open around the string.
    Text(usize),
    /// The scanner is after a backslash in a JSON string; the number counts the open braces and brackets.
    Escape(usize),
    /// The scanner skips the rest of a line that has an error.
    Passing,
}

type JsonItem<B> = (u64, Result<B, ImportError>);

impl<R, F, B> JsonObjects<R, F>
where
    R: BufRead,
    F: Fn(&[u8]) -> Result<B, EntryProblem>,
{
    pub(super) const fn new(source: R, read: F) -> Self {
        let scanner = Scanner {
            state: JsonState::Between,
            line: 1,
            at_edge: true,
            value: Vec::new(),
            first_line: 1,
        };
        Self {
            source,
            scanner,
            read,
            ended: false,
        }
    }
}

impl<R, F, B> Iterator for JsonObjects<R, F>
where
    R: BufRead,
    F: Fn(&[u8]) -> Result<B, EntryProblem>,
{
    type Item = ImportItem<B>;

    fn next(&mut self) -> Option<ImportItem<B>> {
        while !self.ended {
            let bytes = match self.source.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            if bytes.is_empty() {
                self.ended = true;
                return self.scanner.end().map(Ok);
            }
            let mut used = 0;
            let found = bytes.iter().find_map(|&byte| {
                used += 1;
                self.scanner.take(byte, &self.read)
            });
            self.source.consume(used);
            if found.is_some() {
                return found.map(Ok);
            }
        }
        None
    }
}

impl Scanner {
    fn take<B>(
        &mut self,
        byte: u8,
        read: &impl Fn(&[u8]) -> Result<B, EntryProblem>,
    ) -> Option<JsonItem<B>> {
        let at_edge = std::mem::replace(&mut self.at_edge, byte == b'\n');
        let found = match self.state {
            JsonState::Passing => {
                if byte == b'\n' {
                    self.state = JsonState::Between;
                }
                None
            }
            JsonState::Between => self.begin(byte),
            JsonState::Within(_) if at_edge && byte == b'{' => {
                let first_line = self.first_line;
                self.begin::<B>(byte);
                Some(refused(first_line, unclosed()))
            }
            JsonState::Text(_) | JsonState::Escape(_) if byte == b'\n' => {
                self.state = JsonState::Between;
                Some(refused(self.first_line, unclosed()))
            }
            state => self.go_on(state, byte, read),
        };
        self.line += u64::from(byte == b'\n');
        found
    }

    fn begin<B>(&mut self, byte: u8) -> Option<JsonItem<B>> {
        self.value.clear();
        self.value.push(byte);
        self.first_line = self.line;
        match byte {
            b'{' => self.state = JsonState::Within(1),
            b'"' => self.state = JsonState::Text(0),
            b',' | b'[' | b']' => {}
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                self.state = JsonState::Passing;
                return Some(refused(self.line, EntryProblem::Form(Format::Json)));
            }
        }
        None
    }

    fn go_on<B>(
        &mut self,
        state: JsonState,
        byte: u8,
        read: &impl Fn(&[u8]) -> Result<B, EntryProblem>,
    ) -> Option<JsonItem<B>> {
        self.value.push(byte);
        if self.value.len() > LONGEST {
            self.state = JsonState::Passing;
            return Some(refused(self.first_line, EntryProblem::TooLong(LONGEST)));
        }
        self.state = match (state, byte) {
            (JsonState::Escape(open), _) => JsonState::Text(open),
            (JsonState::Text(open), b'\\') => JsonState::Escape(open),
            (JsonState::Text(0), b'"') => JsonState::Between,
            (JsonState::Text(open), b'"') => JsonState::Within(open),
            (JsonState::Within(open), b'"') => JsonState::Text(open),
            (JsonState::Within(open), b'{' | b'[') => JsonState::Within(open + 1),
            (JsonState::Within(1), b'}' | b']') => JsonState::Between,
            (JsonState::Within(open), b'}' | b']') => JsonState::Within(open - 1),
            (state, _) => state,
        };
        let is_whole = self.state == JsonState::Between;
        is_whole.then(|| {
            let line = self.first_line;
            (line, read(&self.value).map_err(|problem| problem.at(line)))
        })
    }

    /// Returns the error for a value that is still open at the end of the file, if there is one.
    fn end<B>(&self) -> Option<JsonItem<B>> {
        match self.state {
            JsonState::Between | JsonState::Passing => None,
            _ => Some(refused(self.first_line, unclosed())),
        }
    }
}

const fn refused<B>(line: u64, problem: EntryProblem) -> JsonItem<B> {
    (line, Err(problem.at(line)))
}

fn unclosed() -> EntryProblem {
    EntryProblem::Notation("the JSON that begins here has no end".to_owned())
}

/// Parses one JSON value.
pub(super) fn value(bytes: &[u8]) -> Result<Value, EntryProblem> {
    serde_json::from_slice(bytes).map_err(|error| {
        // The line in the error counts from the start of the value.
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        EntryProblem::Notation(format!("not JSON: {said}"))
    })
}

/// Reads the puzzle of one JSON value.
pub(super) fn read(bytes: &[u8]) -> Result<Board, EntryProblem> {
    match value(bytes)? {
        Value::String(text) => cells(&text),
        Value::Object(object) if ipuz::is_ipuz(&object) => ipuz::read(&object),
        Value::Object(object) if object.get("grid").is_some_and(Value::is_array) => {
            f_puzzles::read(&Value::Object(object))
        }
        Value::Object(object) => row(&object),
        _ => Err(EntryProblem::Form(Format::Json)),
    }
}

/// Reads the puzzle of an object, from the one field with a usual name, such as `puzzle`.
fn row(object: &Map<String, Value>) -> Result<Board, EntryProblem> {
    match puzzle_field(object)? {
        Value::String(text) => cells(text),
        list => ipuz::grid(list, &Value::from(0)),
    }
}

/// Returns the value of the one field with a usual name for puzzles, such as `puzzle`. Exactly one field must have such
/// a name.
pub(super) fn puzzle_field(object: &Map<String, Value>) -> Result<&Value, EntryProblem> {
    let mut named = object.iter().filter(|(name, _)| is_puzzle_name(name));
    match (named.next(), named.next()) {
        (Some((_, value)), None) => Ok(value),
        (Some((one, _)), Some((other, _))) => {
            Err(EntryProblem::TwoPuzzles(quoted(one), quoted(other)))
        }
        (None, _) => Err(match object.get("error").and_then(Value::as_str) {
            Some(error) => EntryProblem::Said(error.to_owned()),
            None => {
                let names: Vec<String> = object.keys().take(12).map(|name| quoted(name)).collect();
                EntryProblem::NoPuzzle(names.join(", "))
            }
        }),
    }
}

fn quoted(name: &str) -> String {
    format!("{name:?}")
}
