//! The words that a book prints, by language: `assets/texts.toml`, and what a book's settings put in
//! their place.

use super::error::{PrintError, parse_table};
use crate::bucket::Half;
use crate::rate::Minutes;
use crate::rate::techniques::Technique;
use serde::Deserialize;
use std::collections::BTreeMap;

const TEXTS: &str = include_str!("../../../../assets/texts.toml");
/// The model gives 3.7 minutes for the easiest puzzle that it was fitted to, and knows no easier
/// one.
const LEAST_MINUTES: f64 = 4.0;

/// The words of one language. Braces enclose names of values that are filled in.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)] // the file itself says it best
pub struct Texts {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub subtitle_one_level: String,
    pub volume: String,
    pub contents: String,
    pub how: String,
    pub page: String,
    pub pages: String,
    pub puzzles: String,
    pub one_puzzle: String,
    pub minutes: String,
    pub minutes_under: String,
    pub easier_half: String,
    pub harder_half: String,
    pub marks_halves: String,
    pub minutes_range: String,
    pub minutes_up_to: String,
    pub difficulty: String,
    pub rules: String,
    pub rule_share: String,
    pub rule_always: String,
    pub rule_seldom: String,
    pub nothing_needed: String,
    pub solutions: String,
    pub solution_on: String,
    pub solution_of: String,
    pub solution_below: String,
    pub solution_beside: String,
    pub play_online: String,
    pub isbn: String,
    pub copyright: String,
    pub published: String,
    pub rights: String,
    pub printed: String,
    pub printed_ids: String,
    pub week: String,
    pub weekdays: [String; 7],
    pub separator: String,
    /// `true` if the script has spaces between words.
    pub spaces: bool,
    pub puzzle_of: String,
    pub solution_for: String,
    pub goal: String,
    pub figure: String,
    pub start: Vec<String>,
    pub start_guess: Vec<String>,
    pub sections: String,
    pub marks: String,
    pub marks_minutes: String,
    pub marks_difficulty: String,
    pub marks_back: String,
    pub marks_beneath: String,
    pub marks_ids_back: String,
    pub marks_ids_beneath: String,
    pub levels: BTreeMap<String, String>,
    pub rules_table: BTreeMap<String, RuleText>,
}

/// The name of a rule and its effect.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// The name of the rule.
    pub name: String,
    /// Its effect, in a sentence.
    pub about: String,
}

impl Texts {
    /// Returns all languages, by the names that choose them.
    ///
    /// # Errors
    /// No error is known; those of the file are passed on.
    pub fn all() -> Result<BTreeMap<String, Self>, PrintError> {
        parse_table(TEXTS, "assets/texts.toml")
    }

    /// Returns the words of this language, with some of them replaced by others: `labels`, by name.
    ///
    /// # Errors
    /// If there is no such language or label.
    pub fn new(language: &str, labels: &BTreeMap<String, String>) -> Result<Self, PrintError> {
        let mut tables: BTreeMap<String, toml::Table> = parse_table(TEXTS, "assets/texts.toml")?;
        let known = || Self::names(tables.keys());
        let mut table = match tables.get(language) {
            Some(table) => table.clone(),
            None => {
                let known = known();
                let said = format!("no language is called {language:?}; there are {known}");
                return Err(PrintError::Impossible(said));
            }
        };
        for (name, text) in labels {
            match place_of(&mut table, name) {
                Some(place) => *place = toml::Value::String(text.clone()),
                None => {
                    let texts = table.iter().filter(|(_, value)| value.is_str());
                    let known = Self::names(texts.map(|(name, _)| name));
                    let said = format!(
                        "no label is called {name:?}; there are {known}, and levels and rules such as levels.easy"
                    );
                    return Err(PrintError::Impossible(said));
                }
            }
        }
        tables.clear();
        let text = toml::to_string(&table);
        let text = text.map_err(|error| PrintError::Impossible(error.to_string()))?;
        parse_table(&text, "the labels")
    }

    /// Returns the words for a technique: the language's own, else those of the rule of the same name, else
    /// the English ones, of which other scripts print only the name.
    pub(super) fn technique(&self, technique: Technique) -> RuleText {
        let names = [technique.key()].into_iter();
        let mut names = names.chain(technique.aliases().iter().copied());
        if let Some(own) = names.find_map(|name| self.rules_table.get(name)) {
            return own.clone();
        }
        let sentence = |text: &str| {
            let mut letters = text.chars();
            let first = letters.next().map(|it| it.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        };
        let about = sentence(technique.about()) + ".";
        RuleText {
            name: sentence(technique.name()),
            about: if self.spaces { about } else { String::new() },
        }
    }

    fn names<'a>(names: impl Iterator<Item = &'a String>) -> String {
        let names: Vec<&str> = names.map(String::as_str).collect();
        names.join(", ")
    }

    /// Returns the name of a level. One that the texts don't know has its name in the scheme.
    pub fn level(&self, name: &str) -> String {
        self.levels.get(name).cloned().unwrap_or_else(|| {
            let mut letters = name.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            let words: String = first.into_iter().chain(letters).collect();
            words.replace('-', " ")
        })
    }

    /// Returns the name of a level with the mark of its half.
    pub fn level_of(&self, name: &str, half: Option<Half>) -> String {
        let level = self.level(name);
        let text = match half {
            None => return level,
            Some(Half::Easier) => &self.easier_half,
            Some(Half::Harder) => &self.harder_half,
        };
        filled(text, &[("level", &level)])
    }

    /// Returns the time of a puzzle, or `– min` where it is not known.
    pub fn minutes_or_none(&self, minutes: Option<Minutes>) -> String {
        let none = || filled(&self.minutes, &[("minutes", "–")]);
        minutes.map_or_else(none, |minutes| self.minutes(minutes))
    }

    /// Returns the time of a puzzle: `12 min`, or `under 4 min` below the range of the measured
    /// times.
    pub fn minutes(&self, minutes: Minutes) -> String {
        let minutes = minutes.value().round();
        let (text, minutes) = match minutes < LEAST_MINUTES {
            true => (&self.minutes_under, LEAST_MINUTES),
            false => (&self.minutes, minutes),
        };
        filled(text, &[("minutes", &minutes.to_string())])
    }

    /// Returns the times of puzzles from the quickest to the slowest: `4 to 9 minutes`.
    pub fn minutes_between(&self, least: Minutes, most: Minutes) -> String {
        let [from, to] = [least, most].map(|it| it.value().round());
        let values = [("from", &*from.to_string()), ("to", &*to.to_string())];
        if from == to || to < LEAST_MINUTES {
            self.minutes(most)
        } else if from < LEAST_MINUTES {
            filled(&self.minutes_up_to, &values)
        } else {
            filled(&self.minutes_range, &values)
        }
    }

    /// Returns the name of a level within a sentence.
    pub fn level_in_sentence(&self, name: &str) -> String {
        let level = self.level(name);
        match self.spaces {
            true => level.to_lowercase(),
            false => level,
        }
    }
}

/// Returns the value of a label for changing, which may be in a table below, as `levels.easy` is.
fn place_of<'a>(table: &'a mut toml::Table, name: &str) -> Option<&'a mut toml::Value> {
    let value = match name.split_once('.') {
        None => table.get_mut(name)?,
        Some(("levels", level)) => {
            let levels = table.get_mut("levels")?.as_table_mut()?;
            let unset = toml::Value::String(String::new());
            levels.entry(level).or_insert(unset)
        }
        Some(("rules", rule)) => {
            let rules = table.get_mut("rules-table")?.as_table_mut()?;
            rules.get_mut(rule)?.as_table_mut()?.get_mut("name")?
        }
        Some(_) => return None,
    };
    value.is_str().then_some(value)
}

/// Replaces the names in braces by values.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = text.to_owned();
    for (name, value) in values {
        filled = filled.replace(&format!("{{{name}}}"), value);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::Fonts;
    use crate::rate::Rule;

    /// A language that lacks a word fails to parse; one that lacks a rule or a glyph fails here.
    #[test]
    fn every_language_has_every_rule_and_every_glyph() {
        let fonts = Fonts::new(None).unwrap();
        let all = Texts::all().unwrap();
        assert!(all.len() >= 2);
        for (language, texts) in &all {
            let levels = |texts: &Texts| texts.levels.keys().cloned().collect::<Vec<_>>();
            assert_eq!(levels(texts), levels(&all["en"]), "{language}");
            for rule in Rule::ALL {
                assert!(
                    texts.rules_table.contains_key(rule.name()),
                    "{language}: {rule}"
                );
            }
        }
        let printable = TEXTS.lines().filter(|line| !line.starts_with('#'));
        for line in printable {
            assert_eq!(fonts.missing(line), None, "{line}");
        }
        assert_eq!(fonts.missing("蘑"), Some('蘑'), "the fonts are cut");
    }

    #[test]
    fn labels_replace_words() {
        let labels = |name: &str| BTreeMap::from([(name.to_owned(), "Gentle".to_owned())]);
        let texts = Texts::new("en", &labels("levels.easy")).unwrap();
        assert_eq!(
            (texts.level("easy"), texts.level("quite-odd")),
            ("Gentle".into(), "Quite odd".into())
        );
        assert_eq!(Texts::new("en", &labels("how")).unwrap().how, "Gentle");
        assert_eq!(
            Texts::new("en", &labels("rules.trial"))
                .unwrap()
                .rules_table["trial"]
                .name,
            "Gentle"
        );
        let error = Texts::new("en", &labels("hwo")).unwrap_err().to_string();
        assert!(error.contains("hwo") && error.contains("how"), "{error}");
        assert!(
            Texts::new("xx", &BTreeMap::new())
                .unwrap_err()
                .to_string()
                .contains("en, zh")
        );
    }
}
