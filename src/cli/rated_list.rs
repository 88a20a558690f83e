//! A list of rated puzzles, for `factory agree`: the JSON Lines of `factory rate --json`, or a
//! table with a header (tabs, commas or semicolons between its fields), or columns apart by spaces
//! with or without a header. A row that can't be read is named, and the rest is done; of rows with the
//! same puzzle the first one counts.

use crate::grid::Board;
use anyhow::Context;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Scales of words that are known by themselves, easiest first.
const SCALES: [&[&str]; 3] = [
    &["easy", "fairly-easy", "moderate", "hard", "very-hard"],
    &["easy", "medium", "hard", "unfair", "extreme"],
    &["simple", "easy", "intermediate", "expert"],
];

/// The rows of one file that hold a puzzle, in the order of the file.
pub struct RatedList {
    /// The file's name, for messages.
    pub name: String,
    /// The names of its columns; numbers from 1 where there is no header, none for JSON Lines.
    pub columns: Vec<String>,
    rows: Vec<Row>,
    puzzles: HashSet<Board>,
    /// What was wrong with rows that are left out.
    pub refused: Vec<String>,
    /// Rows left out because their puzzle stands further up already.
    pub repeats: usize,
}

struct Row {
    puzzle: Board,
    line: usize,
    /// By the list's columns, or by the names in its own object.
    values: HashMap<String, String>,
}

/// The values of one column, by puzzle, in the order of the file.
pub struct Column {
    /// Each puzzle once.
    pub values: Vec<(Board, f64)>,
    by_puzzle: HashMap<Board, f64>,
}

/// How the fields of a row stand apart.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Separated(char),
    Spaced,
}

impl RatedList {
    /// Reads a file; standard input for `-`.
    ///
    /// # Errors
    /// If it can't be read at all.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot read {}", path.display());
        let (name, reader): (_, Box<dyn Read>) = if path.as_os_str() == "-" {
            ("standard input".to_owned(), Box::new(std::io::stdin()))
        } else {
            let file = File::open(path).with_context(cannot)?;
            (path.display().to_string(), Box::new(file))
        };
        let mut list = Self {
            name,
            columns: Vec::new(),
            rows: Vec::new(),
            puzzles: HashSet::new(),
            refused: Vec::new(),
            repeats: 0,
        };
        let mut form = None;
        for (nth, line) in BufReader::new(reader).lines().enumerate() {
            let line = line.with_context(cannot)?;
            let line = line.trim_end_matches('\r');
            if !line.trim().is_empty() {
                list.take(nth + 1, line, &mut form);
            }
        }
        Ok(list)
    }

    fn take(&mut self, line: usize, text: &str, form: &mut Option<Form>) {
        let Some(form) = *form else {
            let found = Form::of(text);
            *form = Some(found);
            return self.begin(line, text, found);
        };
        match self.row(line, text, form) {
            Ok(row) if !self.puzzles.insert(row.puzzle) => self.repeats += 1,
            Ok(row) => self.rows.push(row),
            Err(why) => self.refuse(line, &why),
        }
    }

    /// The first line: a header, or the first row already.
    fn begin(&mut self, line: usize, text: &str, form: Form) {
        if !matches!(form, Form::Json) {
            let fields = form.split(text.strip_prefix('#').unwrap_or(text).trim_start());
            let is_header = fields.iter().all(|field| puzzle_in(field).is_none());
            if is_header {
                self.columns = fields;
                return;
            }
            self.columns = (1..=fields.len())
                .map(|number| number.to_string())
                .collect();
        }
        self.take(line, text, &mut Some(form));
    }

    fn row(&self, line: usize, text: &str, form: Form) -> Result<Row, String> {
        let values: HashMap<String, String> = match form {
            Form::Json => object(text)?,
            _ => {
                let fields = form.split(text);
                if fields.len() != self.columns.len() {
                    let (found, expected) = (fields.len(), self.columns.len());
                    return Err(format!("expected {expected} fields, found {found}"));
                }
                self.columns.iter().cloned().zip(fields).collect()
            }
        };
        let named = values
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("puzzle"));
        let puzzle = match named {
            Some((_, text)) => puzzle_in(text),
            None => self
                .columns
                .iter()
                .find_map(|name| puzzle_in(values.get(name)?)),
        };
        let puzzle = puzzle.ok_or("no puzzle of 81 characters")?;
        Ok(Row {
            puzzle,
            line,
            values,
        })
    }

    fn refuse(&mut self, line: usize, why: &str) {
        self.refused
            .push(format!("{}: line {line}: {why}", self.name));
    }

    /// The column of this name, in capitals or not. Words become 1, 2, 3 … by `order`, or by a
    /// known scale that has them all. Rows without a value are named and left out.
    ///
    /// # Errors
    /// A sentence, if no row has the column, or if its words have no known order.
    pub fn column(&mut self, name: &str, order: &[String]) -> Result<Column, String> {
        let found: Vec<Option<String>> = self.rows.iter().map(|row| row.value(name)).collect();
        if found.iter().all(Option::is_none) {
            return Err(self.no_such_column(name));
        }
        let words: Vec<&str> = found
            .iter()
            .flatten()
            .filter(|text| text.parse::<f64>().is_err())
            .map(String::as_str)
            .collect();
        let scale = scale_of(&words, order);
        if let Some(stranger) = words.first().filter(|_| scale.is_none()) {
            return Err(format!(
                "{}: column {name} holds words such as {stranger:?}; say their order with --order",
                self.name
            ));
        }
        let mut values = Vec::new();
        let lines: Vec<usize> = self.rows.iter().map(|row| row.line).collect();
        for (nth, text) in found.into_iter().enumerate() {
            let value = text
                .as_deref()
                .and_then(|text| value_of(text, scale.as_deref()));
            match value {
                Some(value) => values.push((self.rows[nth].puzzle, value)),
                None => self.refuse(lines[nth], &format!("no value of {name}")),
            }
        }
        let by_puzzle = values.iter().copied().collect();
        Ok(Column { values, by_puzzle })
    }

    fn no_such_column(&self, name: &str) -> String {
        let known = match (self.rows.first(), self.columns.is_empty()) {
            (None, _) => return format!("{} holds no puzzle", self.name),
            (Some(row), true) => {
                let mut names: Vec<String> = row.values.keys().cloned().collect();
                names.sort_unstable();
                names
            }
            (Some(_), false) => self.columns.clone(),
        };
        let known = known.join(", ");
        format!(
            "{} has no values of {name}; its columns are {known}",
            self.name
        )
    }
}

impl Row {
    fn value(&self, name: &str) -> Option<String> {
        let exact = self.values.get(name);
        let found = exact.or_else(|| {
            let mut values = self.values.iter();
            Some(
                values
                    .find(|(known, _)| known.eq_ignore_ascii_case(name))?
                    .1,
            )
        });
        found.filter(|text| !text.is_empty()).cloned()
    }
}

impl Column {
    /// The value of a puzzle.
    pub fn of(&self, puzzle: &Board) -> Option<f64> {
        self.by_puzzle.get(puzzle).copied()
    }
}

impl Form {
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

/// Fields with quotes around those that hold a separator; a quote in one is doubled (RFC 4180).
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
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

/// The fields of a JSON object that are numbers or words.
fn object(text: &str) -> Result<HashMap<String, String>, String> {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
        return Err("no JSON object".to_owned());
    };
    if let Some(Value::String(error)) = fields.get("error") {
        return Err(error.clone());
    }
    let values = fields.into_iter().filter_map(|(name, value)| match value {
        Value::String(text) => Some((name, text)),
        Value::Number(number) => Some((name, number.to_string())),
        _ => None,
    });
    Ok(values.collect())
}

fn puzzle_in(field: &str) -> Option<Board> {
    // Shorter and longer texts could be other forms of boards, but not fields of a row.
    (field.chars().count() == 81).then(|| field.parse().ok())?
}

fn scale_of(words: &[&str], order: &[String]) -> Option<Vec<String>> {
    let given = (!order.is_empty()).then(|| order.to_vec());
    let known = SCALES.map(|scale| scale.iter().map(|&word| word.to_owned()).collect());
    let has_all = |scale: &Vec<String>| words.iter().all(|word| place(word, scale).is_some());
    given.into_iter().chain(known).find(has_all)
}

fn place(word: &str, scale: &[String]) -> Option<usize> {
    scale
        .iter()
        .position(|known| known.eq_ignore_ascii_case(word))
}

fn value_of(text: &str, scale: Option<&[String]>) -> Option<f64> {
    let number = text.parse().ok().filter(|value: &f64| value.is_finite());
    number.or_else(|| Some(place(text, scale?)? as f64 + 1.0))
}
