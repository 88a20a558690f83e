//! Tests all languages: no text is missing, left in English, or filled in wrongly, and the users' own texts are
//! checked.

use super::files::{LANGUAGES, file_of, filled_names};
use super::{OwnTexts, Texts};
use crate::print::error::parse_table;
use crate::print::pen::Style;
use crate::print::prose::broken_lines;
use crate::print::{Fonts, PrintError};
use crate::rate::Rule;
use crate::rate::techniques::Technique;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// The keys of texts that may be the same in several languages.
const SHARED: [&str; 11] = [
    "minutes",
    "title",
    "isbn",
    "copyright",
    "difficulty",
    "easier-half",
    "harder-half",
    "separator",
    "decimal",
    "first-day",
    "volume",
];

fn table(code: &str) -> Table {
    parse_table(file_of(code).unwrap(), code).unwrap()
}

fn own(text: &str) -> OwnTexts {
    OwnTexts::new("my.toml", parse_table(text, "my.toml").unwrap())
}

/// Returns all texts by key; plural forms share a key.
fn strings(code: &str) -> BTreeMap<String, Vec<String>> {
    fn add(key: &str, value: &Value, found: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) => found.push((key.to_owned(), text.clone())),
            Value::Array(all) => all.iter().for_each(|it| add(key, it, found)),
            Value::Table(forms) if forms.contains_key("other") || forms.contains_key("many") => {
                forms.values().for_each(|it| add(key, it, found));
            }
            Value::Table(all) => all
                .iter()
                .for_each(|(name, it)| add(&format!("{key}.{name}"), it, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (key, value) in &table(code) {
        add(key, value, &mut found);
    }
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, text) in found {
        all.entry(key).or_default().push(text);
    }
    all
}

#[test]
fn every_language_has_every_text_rule_technique_and_level() {
    let all = Texts::all().unwrap();
    assert_eq!(all.len(), 11);
    let english = strings("en");
    for (code, texts) in &all {
        let keys = strings(code).into_keys().collect::<Vec<_>>();
        assert_eq!(keys, english.keys().cloned().collect::<Vec<_>>(), "{code}");
        for rule in Rule::ALL {
            assert!(
                texts.rules_table.contains_key(rule.name()),
                "{code}: {rule}"
            );
        }
        for technique in Technique::all() {
            let words = texts.technique(technique);
            assert!(!words.about.is_empty(), "{code}: {technique:?}");
        }
        let first = strings(code);
        let empty = first
            .iter()
            .find(|(_, texts)| texts.iter().any(String::is_empty));
        assert_eq!(empty, None, "{code}");
    }
}

#[test]
fn nothing_is_left_in_english_and_the_same_values_are_filled_in() {
    let english = strings("en");
    for (code, _) in LANGUAGES.iter().filter(|it| it.0 != "en") {
        for (key, texts) in strings(code) {
            let names = |texts: &[String]| {
                let mut names: Vec<&str> = texts.iter().flat_map(|it| filled_names(it)).collect();
                names.sort_unstable();
                names.dedup();
                names.into_iter().map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(names(&texts), names(&english[&key]), "{code}: {key}");
            let is_name = key.ends_with(".name") || key.starts_with("levels.");
            let values: usize = texts
                .iter()
                .flat_map(|it| filled_names(it))
                .map(|it| it.len() + 2)
                .sum();
            let is_short = texts.concat().len() - values < 12;
            if !(SHARED.contains(&key.as_str()) || is_name || is_short) {
                assert_ne!(texts, english[&key], "{code}: {key}");
            }
        }
    }
}

#[test]
fn every_letter_has_a_glyph_and_can_be_set() {
    for (code, texts) in Texts::all().unwrap() {
        let fonts = Fonts::with_letters(None, texts.japanese_letters).unwrap();
        for (key, texts) in strings(&code) {
            let mut lower = texts.clone();
            lower.extend(texts.iter().map(|it| it.replace('İ', "i").to_lowercase()));
            for text in lower {
                fonts.check(&format!("{code}: {key}"), &text).unwrap();
            }
        }
    }
    let fonts = Fonts::new(None).unwrap();
    assert_eq!(fonts.missing("蘑"), Some('蘑'), "the fonts are cut");
}

#[test]
fn every_file_can_be_given_back() {
    for (code, _) in LANGUAGES {
        let template = Texts::template(code).unwrap();
        assert_eq!(
            Texts::new("en", &[own(&template)]),
            Texts::new(code, &[]),
            "{code}"
        );
        assert!(template.contains("#   de  Deutsch *\n"), "{template}");
        assert!(template.contains("#   en  English\n"));
    }
}

impl PartialEq for PrintError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

#[test]
fn own_texts_replace_words() {
    let texts = Texts::new(
        "de",
        &[own(
            "how = 'Los'\nstart = ['So.']\nweekdays = ['1', '2', '3', '4', '5', '6', '7']
            'levels.easy' = 'Sanft'\n'rules.trial' = 'Was wenn'
            [levels]\nodd = 'Seltsam'\n[rules-table]\nx-wing = { about = 'Ein Kreuz.' }",
        )],
    );
    let texts = texts.unwrap();
    assert_eq!((&*texts.how, &*texts.weekdays[6]), ("Los", "7"));
    assert_eq!(texts.start, ["So."]);
    assert_eq!(
        (&*texts.level("easy"), &*texts.level("odd")),
        ("Sanft", "Seltsam")
    );
    assert_eq!(texts.level("quite-odd"), "Quite odd");
    assert_eq!(texts.rules_table["trial"].name, "Was wenn");
    assert_eq!(texts.rules_table["x-wing"].about, "Ein Kreuz.");
    assert_eq!(texts.rules_table["x-wing"].name, "X-Wing");
}

#[test]
fn wrong_texts_are_refused_with_file_and_key() {
    for (text, said) in [
        (
            "hwo = 'x'",
            "my.toml: hwo is not the key of a text; the keys are ",
        ),
        ("how = 3", "my.toml: how must be a text"),
        ("spaces = 'yes'", "my.toml: spaces must be true or false"),
        (
            "page = 'p. {pgae}'",
            "my.toml: page has {pgae} in braces; known here: page",
        ),
        ("how = 'a {b}'", "known here: none"),
        ("how = \"a\\nb\"", "my.toml: how has a control character"),
        ("weekdays = ['Mo']", "my.toml: weekdays has 1 texts, not 7"),
        ("start = []", "my.toml: start has 0 texts"),
        ("start = 'x'", "my.toml: start must be a list of texts"),
        ("levels = 3", "my.toml: levels must be a table"),
        ("'levels.easy' = 3", "my.toml: levels.easy must be a text"),
        (
            "'rules.x-wnig' = 'x'",
            "my.toml: rules-table.x-wnig is not a rule or technique",
        ),
        (
            "[rules-table]\ntrial = { nmae = 'x' }",
            "my.toml: rules-table.trial.nmae is unknown",
        ),
        (
            "printed = { one = 'x' }",
            "my.toml: printed has the plural forms one; this language has one, other",
        ),
        (
            "printed = { one = 'x', few = 'y', many = 'z' }",
            "few, many, one; this language has one, other",
        ),
        ("plural = 'dual'", "my.toml"),
        (
            "plural = 'polish'",
            "my.toml: subtitle has the plural forms one, other",
        ),
    ] {
        let error = Texts::new("en", &[own(text)]).unwrap_err().to_string();
        assert!(
            error.contains(said) && !error.contains('\n'),
            "{text}: {error}"
        );
    }
    let error = Texts::new("xx", &[]).unwrap_err().to_string();
    assert!(error.contains("de, en, es, fr"), "{error}");
}

#[test]
fn dates_and_numbers_are_in_words() {
    let day = jiff::civil::date(2027, 3, 1);
    for (code, date, printed) in [
        ("en", "1 March 2027", "2 puzzles, each"),
        ("fr", "1er mars 2027", "2 grilles"),
        ("pl", "1 marca 2027", "2 łamigłówki;"),
        ("de", "1. März 2027", "2 Rätsel, jedes"),
        ("ja", "2027年3月1日", "全2問。"),
        ("zh", "2027 年 3 月 1 日", "共 2 道题"),
        ("es", "1 de marzo de 2027", "2 sudokus"),
    ] {
        let texts = Texts::new(code, &[]).unwrap();
        assert_eq!(texts.date_in_words(day), date);
        let text = texts.counted(&texts.printed, 2);
        assert!(text.starts_with(printed), "{text}");
    }
    let turkish = Texts::new("tr", &[]).unwrap();
    assert_eq!(turkish.level_in_sentence("two-guesses"), "iki tahmin");
}

#[test]
fn no_line_begins_with_a_closing_mark() {
    let fonts = Fonts::new(None).unwrap();
    let text =
        "r5c1 = 3 (\u{7b2c} 4 \u{5bab})\u{3001}r6c6 = 9 (\u{7b2c} 5 \u{5bab})\u{3001}r7c1 = 2.";
    for width in 40..200 {
        let style = Style::text(9.0);
        let lines = broken_lines(&fonts, f64::from(width), false, style, text);
        let begins_well = |line: &String| !line.starts_with([')', '.', '\u{3001}']);
        assert!(lines.iter().all(begins_well), "{width}: {lines:?}");
    }
}

#[test]
fn levels_of_layouts_are_named_with_their_layout() {
    let level = |language, name| Texts::new(language, &[]).unwrap().level(name);
    assert_eq!(level("en", "6x6: singles"), "6×6 · Singles");
    assert_eq!(level("en", "9x9+x: chains"), "9×9 (diagonals) · Chains");
    assert_eq!(
        level("en", "12x12+windows+even-odd: singles"),
        "12×12 (windows, even/odd) · Singles"
    );
    assert_eq!(
        level("zh", "9x9+jigsaw: trial").split(' ').next(),
        Some("9×9（锯齿）")
    );
    assert_eq!(level("en", "late: night"), "Late: night");
}
