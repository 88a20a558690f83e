//! Tests the documents and texts of techniques. docs/techniques.md must be what `examples/techniques.rs` writes.
//! Chinese texts must be printable. Steps in JSON must match docs/steps.md.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../examples/techniques.rs"]
mod page;

use factory_print::print::Fonts;
use page::sets;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use sudoku_engine::grid::Board;
use sudoku_engine::rate::hints::technique_steps;
use sudoku_engine::rate::techniques::{TECHNIQUES, TechniqueLadder};

const STEPS: &str = include_str!("../../../docs/steps.md");

#[test]
fn the_page_of_techniques_is_up_to_date_and_draws_each() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = page::pages();
    assert_eq!(pages.len(), TECHNIQUES + 1);
    for (name, text) in pages {
        assert!(
            fs::read_to_string(docs.join(&name)).unwrap() == text,
            "{name} is out of date"
        );
    }
}

/// Every character in the Chinese texts can be printed in a book, even in texts that appear in no example.
#[test]
fn chinese_texts_can_be_printed() {
    let hints = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/rate/hints");
    let chinese = fs::read_dir(hints.join("texts/chinese")).unwrap();
    let mut files: Vec<_> = chinese.map(|entry| entry.unwrap().path()).collect();
    files.push(hints.join("remarks.rs"));
    let fonts = Fonts::new(None).unwrap();
    let mut characters = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        assert_eq!(
            fonts.missing(&text),
            None,
            "{}: run assets/fonts/cut",
            file.display()
        );
        characters += text.chars().filter(|it| !it.is_ascii()).count();
    }
    assert!(characters > 2000, "{characters}");
}

#[test]
fn pictures_tell_parts_apart_without_colours() {
    let pages = page::pages();
    let picture = |key: &str| {
        let name = format!("techniques/{key}.svg");
        &pages.iter().find(|it| it.0 == name).unwrap().1
    };
    assert!(
        picture("aic").contains("stroke-dasharray=\"4 3\""),
        "weak links are dashed"
    );
    assert!(picture("aic").contains("<circle") && picture("aic").contains("fill=\"#bcd6f7\""));
    assert!(
        picture("finned-x-wing").contains("fill=\"#ffe98a\""),
        "fins are diamonds"
    );
    assert!(
        picture("naked-pair").contains("stroke=\"#b00020\""),
        "removals are struck through"
    );
    for (name, text) in pages.iter().filter(|it| it.0.ends_with(".svg")) {
        assert!(
            text.contains("<title") && text.contains("<desc") && text.ends_with("</svg>\n"),
            "{name}"
        );
    }
}

/// Checks a value against the part of JSON Schema that docs/steps.md uses. Returns the first mismatch.
fn misfit(schema: &Value, rule: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(path) = rule["$ref"].as_str() {
        return misfit(
            schema,
            schema.pointer(&path[1..]).expect(path),
            value,
            place,
        );
    }
    if let Some(allowed) = rule["enum"].as_array() {
        return (!allowed.contains(value)).then(|| format!("{place}: {value}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = rule["type"].as_array().cloned();
    let types = types.unwrap_or_else(|| vec![rule["type"].clone()]);
    let is_of = |it: &Value| it == kind || it == "number" && kind == "integer";
    let number = value.as_f64().unwrap_or(0.0);
    let below = rule["minimum"].as_f64().is_some_and(|least| number < least);
    let above = rule["maximum"].as_f64().is_some_and(|most| number > most);
    if !types.iter().any(is_of) || kind == "integer" && (below || above) {
        return Some(format!("{place}: {value} is no {}", rule["type"]));
    }
    let items = value.as_array().into_iter().flatten();
    let mut found = items.filter_map(|item| misfit(schema, &rule["items"], item, place));
    if let Some(wrong) = found.next() {
        return Some(wrong);
    }
    let fields = value.as_object()?;
    let required = rule["required"].as_array().into_iter().flatten();
    let mut missing = required.filter(|name| !fields.contains_key(name.as_str().unwrap()));
    if let Some(name) = missing.next() {
        return Some(format!("{place}: {name} is missing"));
    }
    fields
        .iter()
        .find_map(|(name, value)| match rule["properties"].get(name) {
            Some(rule) => misfit(schema, rule, value, &format!("{place}/{name}")),
            None => Some(format!("{place}: {name} is not described")),
        })
}

#[test]
fn steps_are_what_the_schema_says() {
    let block = STEPS.split("```json\n").nth(1).unwrap();
    let schema: Value = serde_json::from_str(block.split("```").next().unwrap()).unwrap();
    let ladder = TechniqueLadder::hodoku();
    let mut checked = 0;
    for row in sets::table("hodoku-rated.tsv").step_by(5) {
        let puzzle: Board = row[0].parse().unwrap();
        for step in technique_steps(&puzzle, &ladder).1 {
            let step = json!(step);
            assert_eq!(misfit(&schema, &schema, &step, ""), None, "{step}");
            let mut odd = step.clone();
            odd["more"] = json!(1);
            assert!(misfit(&schema, &schema, &odd, "").is_some());
            odd = step;
            odd["sets"] = json!([{ "cell": 81, "name": "r10c1", "digit": 1 }]);
            assert!(misfit(&schema, &schema, &odd, "").is_some());
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked}");
}
