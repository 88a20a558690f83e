//! Reads a list of rated puzzles for `factory agree`. Rows are JSON objects of `factory rate --json`, or fields
//! separated by tabs, semicolons, commas or spaces, with or without a header. A row that can't be read is
//! reported, and all other rows are read. Only the first row of each puzzle counts.

use crate::grid::Board;
use anyhow::Context;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::iter;
use std::path::Path;

/// The level names of this program, HoDoKu and QQWing, each list easiest first.
const SCALES: [&[&str]; 3] = [
    &["easy", "fairly-easy", "moderate", "hard", "very-hard"],
    &["easy", "medium", "hard", "unfair", "extreme"],
    &["simple", "easy", "intermediate", "expert"],
];

/// This program's column names, each with the names that other programs use for the same column.
const OTHER_NAMES: [(&str, [&str; 2]); 3] = [
    ("se", ["se_er", "ER"]),
    ("se_ep", ["se_ep", "EP"]),
    ("se_ed", ["se_ed", "ED"]),
];

/// The texts that mean that a value is unknown. In JSON, `null` means the same.
const NOT_KNOWN: [&str; 2] = ["null", "NA"];

/// The puzzles of one file, each with the values of its row, in the order of the file.
pub struct RatedList {
    /// The file's name, for messages.
    pub name: String,
    /// The number of rows that were left out because an earlier row has the same puzzle.
    pub repeats: usize,
    /// The names of the columns to keep; the values of other columns are dropped.
    wanted: Vec<String>,
    /// The names of all columns, from the header or the first object; without a header, numbers
    /// from 1.
    columns: Vec<String>,
    rows: Vec<RatedRow>,
    puzzles: HashSet<Board>,
    /// The faulty rows, each with its line number and its error.
    refused: BTreeSet<(usize, String)>,
}

struct RatedRow {
    puzzle: Board,
    line: usize,
    /// The row's value in each column that is kept; `None` for a missing value.
    values: Vec<Option<String>>,
}

/// The values of one column, each with its puzzle, in the order of the file.
pub struct RatedColumn {
    /// The puzzles, each of them once, with their values in the column.
    pub values: Vec<(Board, f64)>,
    by_puzzle: HashMap<Board, f64>,
}

/// The form of a row, which determines how its fields are separated.
#[derive(Clone, Copy)]
enum RowForm {
    Json,
    Separated(char),
    Spaced,
}

impl RatedList {
    /// Reads the wanted columns and the puzzles of a file, or of standard input for `-`.
    ///
    /// # Errors
    /// If the file can't be read at all.
    pub fn read(path: &Path, wanted: Vec<String>) -> anyhow::Result<Self> {
        let cannot = || format!("cannot read {}", path.display());
        let (name, reader): (_, Box<dyn Read>) = if path.as_os_str() == "-" {
            ("standard input".to_owned(), Box::new(std::io::stdin()))
        } else {
            let file = File::open(path).with_context(cannot)?;
            (path.display().to_string(), Box::new(file))
        };
        let mut list = Self {
            name,
            repeats: 0,
            wanted,
            columns: Vec::new(),
            rows: Vec::new(),
            puzzles: HashSet::new(),
            refused: BTreeSet::new(),
        };
        let mut form = None;
        for (nth, line) in BufReader::new(reader).split(b'\n').enumerate() {
            let line = line.with_context(cannot)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_start_matches('\u{feff}').trim_end_matches('\r');
            if !text.trim().is_empty() {
                list.take(nth + 1, text, &mut form);
            }
        }
        Ok(list)
    }

    fn take(&mut self, line: usize, text: &str, form: &mut Option<RowForm>) {
        let Some(form) = *form else {
            let found = RowForm::of(text);
            *form = Some(found);
            return self.begin(line, text, found);
        };
        match self.row(line, text, form) {
            Ok(row) if !self.puzzles.insert(row.puzzle) => self.repeats += 1,
            Ok(row) => self.rows.push(row),
            Err(why) => self.refuse(line, why),
        }
    }

    /// Reads the first line, which is a header or the first row.
    fn begin(&mut self, line: usize, text: &str, form: RowForm) {
        if !matches!(form, RowForm::Json) {
            let fields = form.split(text.strip_prefix('#').unwrap_or(text).trim_start());
            let is_header = fields.iter().all(|field| puzzle_in(field).is_none());
            if is_header {
                self.columns = fields;
                return;
            }
            let numbers = 1..=fields.len();
            self.columns = numbers.map(|number| number.to_string()).collect();
        }
        self.take(line, text, &mut Some(form));
    }

    fn row(&mut self, line: usize, text: &str, form: RowForm) -> Result<RatedRow, String> {
        let fields = match form {
            RowForm::Json => object(text)?,
            _ => {
                let fields = form.split(text);
                if fields.len() != self.columns.len() {
                    let (found, expected) = (fields.len(), self.columns.len());
                    return Err(format!("expected {expected} fields, found {found}"));
                }
                self.columns.iter().cloned().zip(fields).collect()
            }
        };
        if self.columns.is_empty() {
            self.columns = fields.iter().map(|(name, _)| name.clone()).collect();
        }
        let puzzle = match field(&fields, "puzzle") {
            Some(text) => puzzle_in(text),
            None => fields.iter().find_map(|(_, text)| puzzle_in(text)),
        };
        let wanted = self.wanted.iter();
        let values = wanted.map(|name| field(&fields, name).filter(|text| !text.is_empty()));
        Ok(RatedRow {
            puzzle: puzzle.ok_or("no puzzle of 81 characters")?,
            line,
            values: values.map(|text| text.map(str::to_owned)).collect(),
        })
    }

    fn refuse(&mut self, line: usize, why: String) {
        self.refused.insert((line, why));
    }

    /// Returns the errors of the faulty rows, one line each.
    pub fn refusals(&self) -> impl Iterator<Item = String> + '_ {
        let refused = self.refused.iter();
        refused.map(|(line, why)| format!("{}: line {line}: {why}", self.name))
    }

    /// Returns one of the wanted columns, by its index. If its values are words, each word is replaced by its place
    /// in a list, counted from 1. This list is `order`; if `order` is empty, it is the known scale that contains
    /// the largest number of the words. Rows without a value, and rows whose word is not in the list, are reported
    /// and left out. Rows whose value is unknown, such as `NA`, are left out without a report.
    ///
    /// # Errors
    /// Returns a sentence if no row has a value in the column, or if no scale has any of the words.
    pub fn column(&mut self, wanted: usize, order: &[String]) -> Result<RatedColumn, String> {
        let name = self.wanted[wanted].clone();
        let found: Vec<_> = self
            .rows
            .iter()
            .map(|row| (row.line, row.puzzle, row.values[wanted].clone()))
            .collect();
        if found.iter().all(|(.., text)| text.is_none()) {
            return Err(self.no_such_column(&name));
        }
        let texts = found.iter().filter_map(|(.., text)| text.as_deref());
        let is_word = |text: &&str| text.parse::<f64>().is_err() && !is_unknown(text);
        let words: Vec<&str> = texts.filter(is_word).collect();
        let scale = scale_of(&words, order);
        if let (Some(word), None) = (words.first(), &scale) {
            return Err(format!(
                "{}: column {name} holds words such as {word:?}; say their order with --order",
                self.name
            ));
        }
        let scale = scale.unwrap_or_default();
        let mut values = Vec::new();
        for (line, puzzle, text) in &found {
            match text.as_deref().map(|text| (text, value_of(text, &scale))) {
                Some((_, Some(value))) => values.push((*puzzle, value)),
                Some((text, None)) if is_unknown(text) => (),
                Some((text, None)) => self.refuse(*line, format!("{text:?} is not a known {name}")),
                None => self.refuse(*line, format!("no value of {name}")),
            }
        }
        let by_puzzle = values.iter().copied().collect();
        Ok(RatedColumn { values, by_puzzle })
    }

    fn no_such_column(&self, name: &str) -> String {
        if self.rows.is_empty() {
            return format!("{} holds no puzzle", self.name);
        }
        let known = self.columns.join(", ");
        format!(
            "{} has no values of {name}; its columns are {known}",
            self.name
        )
    }
}

impl RatedColumn {
    /// Returns the value of a puzzle; `None` if the column has no value for it.
    pub fn of(&self, puzzle: &Board) -> Option<f64> {
        self.by_puzzle.get(puzzle).copied()
    }
}

impl RowForm {
    fn of(line: &str) -> Self {
        let separators = ['\t', ';', ','];
        if line.trim_start().starts_with('{') {
            return Self::Json;
        }
        let found = separators
            .into_iter()
            .find(|&separator| line.contains(separator));
        found.map_or(Self::Spaced, Self::Separated)
    }

    fn split(self, line: &str) -> Vec<String> {
        match self {
            Self::Separated('\t') => line
                .split('\t')
                .map(|field| field.trim().to_owned())
                .collect(),
            Self::Separated(separator) => split_quoted(line, separator),
            Self::Spaced | Self::Json => line.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// Splits a line into fields. A field that contains a separator is quoted, and quotes in it are doubled (RFC 4180).
fn split_quoted(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, fields.last_mut()) {
            ('"', Some(field)) if quoted && characters.peek() == Some(&'"') => {
                field.extend(characters.next());
            }
            ('"', _) => quoted = !quoted,
            (other, _) if other == separator && !quoted => fields.push(String::new()),
            (other, Some(field)) => field.push(other),
            (_, None) => {}
        }
    }
    // Spreadsheets get digits as a formula, ="123", so that they stay text.
    let plain = |field: &String| {
        let text = field.trim();
        let formula = text.strip_prefix("=\"").and_then(|it| it.strip_suffix('"'));
        formula.unwrap_or(text).to_owned()
    };
    fields.iter().map(plain).collect()
}

/// Returns the fields of a JSON object as texts. An array, an object, `true` and `false` become an empty text;
/// `null` becomes the text `null`.
///
/// # Errors
/// The text of the field `error`, if the object has one; otherwise a sentence, if the text is not a JSON object.
fn object(text: &str) -> Result<Vec<(String, String)>, String> {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
        return Err("no JSON object".to_owned());
    };
    if let Some(Value::String(error)) = fields.get("error") {
        return Err(error.clone());
    }
    let values = fields.into_iter().map(|(name, value)| match value {
        Value::String(text) => (name, text),
        Value::Number(number) => (name, number.to_string()),
        Value::Null => (name, NOT_KNOWN[0].to_owned()),
        _ => (name, String::new()),
    });
    Ok(values.collect())
}

/// Returns the field with this name, or with another program's name for the same column.
fn field<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let others = OTHER_NAMES.iter().find(|(ours, _)| *ours == name);
    let mut names = iter::once(name).chain(others.into_iter().flat_map(|(_, others)| *others));
    names.find_map(|name| field_named(fields, name))
}

/// Returns the field with this name; case is ignored if no name matches exactly.
fn field_named<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let exact = fields.iter().find(|(known, _)| known == name);
    let alike = || {
        fields
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
    };
    exact.or_else(alike).map(|(_, text)| text.as_str())
}

/// Returns whether a text means that the value is unknown, or says only that it is above a number, such as `>5`.
fn is_unknown(text: &str) -> bool {
    NOT_KNOWN.contains(&text) || text.starts_with('>')
}

fn puzzle_in(field: &str) -> Option<Board> {
    // Other lengths could be other forms of boards, but not fields of a row.
    (field.chars().count() == 81).then(|| field.parse().ok())?
}

/// Returns the list in which these words are ranked: `order` if it is not empty, otherwise the known scale that
/// contains the largest number of the words. Returns `None` if the list contains none of the words.
fn scale_of(words: &[&str], order: &[String]) -> Option<Vec<String>> {
    let known = SCALES.map(|scale| scale.iter().map(|&word| word.to_owned()).collect());
    let has = |scale: &Vec<String>| {
        words
            .iter()
            .filter(|word| place(word, scale).is_some())
            .count()
    };
    let scales = if order.is_empty() {
        known.to_vec()
    } else {
        vec![order.to_vec()]
    };
    // max_by_key returns the last of equals, and the first scale must win.
    let best = scales.into_iter().rev().max_by_key(has)?;
    (has(&best) > 0).then_some(best)
}

fn place(word: &str, scale: &[String]) -> Option<usize> {
    scale
        .iter()
        .position(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the number that a text contains or, for a word, its place in `scale`, counted from 1. Returns `None` for any
/// other text.
fn value_of(text: &str, scale: &[String]) -> Option<f64> {
    let number = text.parse().ok().filter(|value: &f64| value.is_finite());
    number.or_else(|| Some(place(text, scale)? as f64 + 1.0))
}
