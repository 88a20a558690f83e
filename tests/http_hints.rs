//! Tests hints over HTTP: they equal the hints of the command line, can be asked for in any state of play, and
//! are refused if no hint exists.

use crate::factory::{bytes_of, run_words};
use crate::http::{Said, Shop, request, settings};
use axum::http::Method;
use serde_json::{Value, json};
use sudoku_factory::daemon::http::HttpSettings;
use sudoku_factory::grid::Board;
use sudoku_factory::solve::search;

const GIVENS: &str = include_str!("../examples/givens.txt");
const STATE: &str = include_str!("../examples/state.txt");
const MARKS: &str = include_str!("../examples/marks.txt");

fn ask(shop: &Shop, body: &Value) -> Said {
    shop.ask(request(Method::POST, "/api/v1/hint", "", body.to_string()))
}

#[test]
fn a_hint_is_that_of_the_command_line() {
    let shop = Shop::new(true, settings());
    let told = ask(&shop, &json!({ "state": GIVENS.trim() })).json(200);
    let folder = tempfile::tempdir().unwrap();
    let said = run_words(folder.path(), &["hint", GIVENS.trim(), "--json"]).expect(0);
    assert_eq!(told, serde_json::from_str::<Value>(&said.out).unwrap());
    assert_eq!(told["step"]["text"], told["text"]);
    assert_eq!(told["candidates"][0], json!([]));
    assert!(bytes_of(folder.path()).is_empty());
    let nudge = json!({ "state": GIVENS.trim(), "level": "nudge" });
    let nudge = ask(&shop, &nudge).json(200);
    assert_eq!(
        (nudge["step"].clone(), nudge["wrong"].clone()),
        (Value::Null, Value::Null)
    );
    assert_eq!(nudge["text"], json!({ "nudge": told["text"]["nudge"] }));
}

#[test]
fn wrong_entries_are_named_and_left_out() {
    let shop = Shop::new(true, settings());
    let asked = json!({ "state": STATE.trim(), "givens": GIVENS.trim() });
    let told = ask(&shop, &asked).json(200);
    assert_eq!(told["wrong_entries"], 1);
    assert_eq!(told["wrong"][0]["name"], "r5c7");
    assert_ne!(told["puzzle"].as_str(), Some(STATE.trim()));
    ask(&shop, &json!({ "state": STATE.trim() })).refuses(422, "no solution");
}

#[test]
fn pencil_marks_count() {
    let shop = Shop::new(true, settings());
    let marks = ask(&shop, &json!({ "state": MARKS })).json(200);
    assert!(marks["step"]["removes"][0].is_object());
    let mut noted = vec![String::new(); 81];
    let blank = GIVENS.find('.').unwrap();
    let right = solution(GIVENS.trim())[blank..=blank].to_owned();
    noted[blank].clone_from(&right);
    let asked = |noted: &[String]| json!({ "state": GIVENS.trim(), "candidates": noted });
    let single = ask(&shop, &asked(&noted)).json(200);
    assert_eq!(
        single["candidates"][blank].to_string(),
        format!("[{right}]")
    );
    let wrong = if right == "1" { "2" } else { "1" };
    noted[blank] = wrong.to_owned();
    let poor = ask(&shop, &asked(&noted)).json(200);
    assert_eq!(poor["missing"][0]["cell"], blank);
    ask(&shop, &asked(&noted[1..])).refuses(400, "80 cells, not 81");
    noted[blank] = "0x".to_owned();
    ask(&shop, &asked(&noted)).refuses(400, "digits from 1 to 9 only");
}

fn solution(puzzle: &str) -> String {
    let board: Board = puzzle.parse().unwrap();
    search::solve(&board, 1).first.unwrap().to_string()
}

#[test]
fn a_solved_puzzle_has_no_step() {
    let shop = Shop::new(true, settings());
    let told = ask(&shop, &json!({ "state": solution(GIVENS.trim()) })).json(200);
    assert_eq!((&told["solved"], &told["text"]), (&json!(true), &json!({})));
    assert_eq!(
        (&told["step"], &told["beyond"]),
        (&Value::Null, &Value::Null)
    );
}

/// Returns the position after a step as eighty-one groups of candidates.
fn after(told: &Value) -> String {
    let digits = |list: &Value| -> Vec<u64> {
        let list = list.as_array().unwrap().iter();
        list.map(|it| it.as_u64().unwrap()).collect()
    };
    let marks = |list: &str| -> Vec<(u64, u64)> {
        let list = told["step"][list].as_array().unwrap().iter();
        list.map(|it| (it["cell"].as_u64().unwrap(), it["digit"].as_u64().unwrap()))
            .collect()
    };
    let (removes, sets) = (marks("removes"), marks("sets"));
    let puzzle = told["puzzle"].as_str().unwrap().chars();
    let cells = (0..)
        .zip(puzzle)
        .zip(told["candidates"].as_array().unwrap());
    let group = |((cell, given), left): ((u64, char), &Value)| match given.to_digit(10) {
        Some(given) if given > 0 => given.to_string(),
        _ => match sets.iter().find(|it| it.0 == cell) {
            Some((_, digit)) => digit.to_string(),
            None => {
                let left = digits(left).into_iter();
                let left = left.filter(|&digit| !removes.contains(&(cell, digit)));
                left.map(|digit| digit.to_string()).collect()
            }
        },
    };
    cells.map(group).collect::<Vec<String>>().join(" ")
}

#[test]
fn techniques_that_rely_on_a_single_solution_can_be_left_out() {
    let shop = Shop::new(true, settings());
    let mut state =
        "..24..8....37...29..8..............784........9..5.1.....29.51.1...769..2....13.8"
            .to_owned();
    let relying = loop {
        let told = ask(&shop, &json!({ "state": state })).json(200);
        if told["step"]["uniqueness"] == json!(true) {
            break told["step"]["technique"].clone();
        }
        state = after(&told);
    };
    let asked = json!({ "state": state, "uniqueness_techniques": false });
    let without = ask(&shop, &asked).json(200);
    assert_eq!(without["step"]["uniqueness"], json!(false), "{relying}");
}

#[test]
fn what_has_no_hint_is_refused() {
    let shop = Shop::new(true, settings());
    let of = |state: &str| ask(&shop, &json!({ "state": state }));
    let blank = ".".repeat(81);
    of(&blank).refuses(422, "more than one solution");
    of(&format!("55{}", &blank[2..])).refuses(422, "5 stands twice in row 1");
    of("nonsense").refuses(422, "state");
    of("").refuses(422, "state");
    of(&MARKS.replacen('2', "0", 1)).refuses(422, "0 is not a candidate");
    let changed = format!("{}9{}", &GIVENS[..4], &GIVENS[5..81]);
    let changed = json!({ "state": changed, "givens": GIVENS.trim() });
    ask(&shop, &changed).refuses(422, "r1c5 is 9, but 4 is given there");
    ask(&shop, &json!({})).refuses(400, "missing field `state`");
    ask(&shop, &json!({ "state": blank, "level": "more" })).refuses(400, "unknown variant");
    ask(&shop, &json!({ "state": blank, "language": "xx" })).refuses(400, "unknown variant");
    ask(&shop, &json!({ "state": blank, "colour": 1 })).refuses(400, "unknown field");
    ask(&shop, &json!({ "state": "x".repeat(70_000) })).refuses(413, "65536 bytes");
    let get = request(Method::GET, "/api/v1/hint", "", "");
    shop.ask(get).refuses(405, "GET");
}

#[test]
fn hints_at_once_have_a_limit() {
    let limited = |hints| {
        Shop::new(
            true,
            HttpSettings {
                hints,
                ..settings()
            },
        )
    };
    let asked = json!({ "state": GIVENS.trim() });
    ask(&limited(0), &asked).refuses(503, "too many hints");
    // A place is given back with the answer.
    let shop = limited(1);
    for _ in 0..3 {
        ask(&shop, &asked).json(200);
    }
}

#[test]
fn pencil_marks_are_taken_from_one_place() {
    let shop = Shop::new(true, settings());
    let noted = vec![String::new(); 81];
    let asked = json!({ "state": MARKS, "candidates": noted });
    ask(&shop, &asked).refuses(422, "the state has candidates of its own");
}
