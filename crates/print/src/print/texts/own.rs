//! Reads the user's own texts, which replace the program's. They come from the file of `--texts` or from the
//! `[labels]` of settings, in the form of the files in `assets/texts`. Each text must have a known key, the right
//! type and only known names in braces.

use super::files::{file_of, filled_names};
use crate::print::PrintError;
use crate::print::error::{parse_table, read_table};
use crate::rate::Rule;
use crate::rate::techniques::Technique;
use std::path::Path;
use toml::{Table, Value};

/// The key of the table with the names of levels.
const LEVELS: &str = "levels";
/// The key of the table with the names and effects of rules.
const RULES: &str = "rules-table";
/// The names that the text `date` may contain in braces, each of which is replaced by a value.
const OF_DATES: [&str; 5] = ["day", "month", "n", "year", "weekday"];

/// The user's own texts, which replace texts of a language.
#[derive(Debug, Clone)]
pub struct OwnTexts {
    /// The name of the source of these texts in error messages: the name of a file, or of a part of a file.
    pub(super) origin: String,
    texts: Table,
}

impl OwnTexts {
    /// Returns the texts in a table; `origin` is the name of the table's source for error messages. A key such as
    /// `levels.easy` sets the name of a level, and a key such as `rules.trial` the name of a rule.
    pub fn new(origin: &str, table: Table) -> Self {
        let mut texts = Table::new();
        for (key, value) in table {
            let (table, name) = match key.split_once('.') {
                Some((LEVELS, level)) => (LEVELS, level),
                Some(("rules", rule)) => (RULES, rule),
                _ => {
                    texts.insert(key, value);
                    continue;
                }
            };
            let of_name = texts.entry(table).or_insert_with(|| Table::new().into());
            if let Some(of_name) = of_name.as_table_mut() {
                of_name.insert(name.to_owned(), value);
            }
        }
        Self {
            origin: origin.to_owned(),
            texts,
        }
    }

    /// Reads a file of texts.
    ///
    /// # Errors
    /// If the file can't be read, is longer than 1 MiB, or is not TOML.
    pub fn open(path: &Path) -> Result<Self, PrintError> {
        let (table, origin) = read_table(path)?;
        Ok(Self::new(&origin, table))
    }

    /// Returns whether these texts contain a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// Returns every text with its key. Each key is preceded by the name of the source, such as a file.
    pub fn strings(&self) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        for (key, value) in &self.texts {
            collect(&format!("{}: {key}", self.origin), value, &mut found);
        }
        found
    }

    /// Replaces texts in `table`, which holds the texts of a language, with these texts.
    pub(super) fn replace(&self, table: &mut Table) -> Result<(), PrintError> {
        let english: Table = parse_table(file_of("en")?, "assets/texts/en.toml")?;
        for (key, value) in &self.texts {
            match key.as_str() {
                LEVELS => self.levels(table, value)?,
                RULES => self.rules(table, value)?,
                _ => {
                    let Some(place) = table.get_mut(key) else {
                        return self.refuse(key, &unknown(&english));
                    };
                    *place = self.checked(key, value, &english[key])?;
                }
            }
        }
        Ok(())
    }

    fn refuse<T>(&self, key: &str, why: &str) -> Result<T, PrintError> {
        Err(PrintError::Impossible(format!(
            "{}: {key} {why}",
            self.origin
        )))
    }

    /// Checks a value against the English value with the same key, and returns the value if it is valid. Both must have
    /// the same type, except that a single text for all numbers may replace a text with plural forms.
    fn checked(&self, key: &str, value: &Value, english: &Value) -> Result<Value, PrintError> {
        let is_plural = matches!(key, "subtitle" | "subtitle-one-level" | "printed");
        match (english, value) {
            (Value::Boolean(_), Value::Boolean(_)) => {}
            (_, Value::Table(forms)) if is_plural => {
                for (form, text) in forms {
                    self.text(&format!("{key}.{form}"), text, english)?;
                }
            }
            (Value::Array(texts), Value::Array(own)) => {
                let fixed = matches!(key, "weekdays" | "months");
                if fixed && own.len() != texts.len() || own.is_empty() {
                    let (has, wanted) = (own.len(), texts.len());
                    return self.refuse(key, &format!("has {has} texts, not {wanted}"));
                }
                for text in own {
                    self.text(key, text, english)?;
                }
            }
            (Value::String(_), Value::String(_)) => self.text(key, value, english)?,
            (Value::Table(_), Value::String(_)) if is_plural => self.text(key, value, english)?,
            (Value::Boolean(_), _) => return self.refuse(key, "must be true or false"),
            (Value::Array(_), _) => return self.refuse(key, "must be a list of texts"),
            _ => return self.refuse(key, "must be a text"),
        }
        Ok(value.clone())
    }

    /// Checks that a value is a text without control characters, and that its names in braces occur in the English
    /// text or, for the key `date`, in [`OF_DATES`].
    fn text(&self, key: &str, value: &Value, english: &Value) -> Result<(), PrintError> {
        let Some(text) = value.as_str() else {
            return self.refuse(key, "must be a text");
        };
        if text.chars().any(char::is_control) {
            return self.refuse(key, "has a control character, such as an end of line");
        }
        let mut found = Vec::new();
        collect("", english, &mut found);
        let mut known: Vec<&str> = found.iter().flat_map(|it| filled_names(it.1)).collect();
        if key == "date" {
            known.extend(OF_DATES);
        }
        known.sort_unstable();
        known.dedup();
        match filled_names(text).find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let known = match known.as_slice() {
                    [] => "none".to_owned(),
                    known => known.join(", "),
                };
                self.refuse(
                    key,
                    &format!("has {{{name}}} in braces; known here: {known}"),
                )
            }
        }
    }

    fn levels(&self, table: &mut Table, own: &Value) -> Result<(), PrintError> {
        let (Some(own), Some(Value::Table(levels))) = (own.as_table(), table.get_mut(LEVELS))
        else {
            return self.refuse(LEVELS, "must be a table of names");
        };
        for (level, name) in own {
            self.text(&format!("{LEVELS}.{level}"), name, &Value::from(""))?;
            levels.insert(level.clone(), name.clone());
        }
        Ok(())
    }

    fn rules(&self, table: &mut Table, own: &Value) -> Result<(), PrintError> {
        let (Some(own), Some(Value::Table(rules))) = (own.as_table(), table.get_mut(RULES)) else {
            return self.refuse(RULES, "must be a table of rules");
        };
        for (rule, words) in own {
            let key = format!("{RULES}.{rule}");
            let named = match words {
                Value::String(_) => Table::from_iter([("name".to_owned(), words.clone())]),
                Value::Table(words) => words.clone(),
                _ => return self.refuse(&key, "must be a name, or a table of name and about"),
            };
            let place = rules.entry(rule.as_str()).or_insert_with(|| {
                let technique = rule.parse::<Technique>();
                let (name, about) = technique.map_or(("", ""), |it| (it.name(), ""));
                let words = [("name", name), ("about", about)];
                let words = words.map(|(key, text)| (key.to_owned(), Value::from(text)));
                Table::from_iter(words).into()
            });
            let is_known = Rule::ALL.iter().any(|known| known.name() == rule)
                || Technique::all().any(|known| known.key() == rule);
            let Some(place) = place.as_table_mut().filter(|_| is_known) else {
                return self.refuse(
                    &key,
                    "is not a rule or technique; `factory list techniques` lists them",
                );
            };
            for (part, text) in named {
                let key = format!("{key}.{part}");
                self.text(&key, &text, &Value::from(""))?;
                match place.get_mut(&part) {
                    Some(place) => *place = text,
                    None => return self.refuse(&key, "is unknown: a rule has name and about"),
                }
            }
        }
        Ok(())
    }
}

/// Returns the end of an error message about an unknown key: the list of the known keys.
fn unknown(english: &Table) -> String {
    let keys: Vec<&str> = english.keys().map(String::as_str).collect();
    let keys = keys.join(", ");
    format!(
        "is not the key of a text; the keys are {keys}, and levels and rules such as levels.easy"
    )
}

/// Adds every text within a value to `found`, each with its key.
fn collect<'a>(key: &str, value: &'a Value, found: &mut Vec<(String, &'a str)>) {
    match value {
        Value::String(text) => found.push((key.to_owned(), text)),
        Value::Array(values) => values.iter().for_each(|it| collect(key, it, found)),
        Value::Table(table) => {
            for (name, value) in table {
                collect(&format!("{key}.{name}"), value, found);
            }
        }
        _ => {}
    }
}
