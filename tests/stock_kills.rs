//! Tests kills of a process that hands out puzzles: no puzzle is handed out twice, and no key is
//! forgotten.

use crate::stock::{LEVELS, Place, ids, request};
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::stock::{Stock, TakeError};

const CHILD: &str = "STOCK_OF_A_CHILD";

/// Takes puzzles in a child process until a level is empty, and prints each key with the puzzles that it took.
/// [`killed_after`] starts the process.
#[test]
#[ignore = "is run by another test, in a process of its own"]
fn takes_and_tells() {
    let Ok(place) = std::env::var(CHILD) else {
        return;
    };
    let output = PathBuf::from(place);
    let stock = Stock::open(&output, &output.join("ledger.sqlite")).unwrap();
    for n in 0.. {
        let key = format!("{} {n}", std::process::id());
        match stock.take(request(&key, LEVELS[n % 5], 1 + n as u64 % 2)) {
            Ok(taken) => {
                let ids = ids(&taken.items).into_iter().map(|id| id.to_string());
                println!("told {key}: {}", ids.collect::<Vec<_>>().join(" "));
            }
            Err(TakeError::Short { .. }) => break,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Starts a child process that takes puzzles, kills it after it has printed `lines` lines, and returns the takes
/// that it printed.
fn killed_after(place: &Place, lines: usize) -> Vec<(String, Vec<PuzzleId>)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "stock_kills::takes_and_tells",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env(CHILD, &place.output)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let told = |line: String| {
        let (key, ids) = line.split_once("told ")?.1.split_once(": ")?;
        let ids: Option<Vec<PuzzleId>> = ids.split(' ').map(|id| id.parse().ok()).collect();
        Some((key.to_owned(), ids?))
    };
    let mut heard: Vec<_> = out
        .by_ref()
        .map_while(Result::ok)
        .filter_map(told)
        .take(lines)
        .collect();
    child.kill().unwrap();
    // What was in the pipe was told, too; its last line may be cut.
    heard.extend(out.map_while(Result::ok).filter_map(told));
    child.wait().unwrap();
    heard
}

#[test]
fn kills_repeat_nothing_and_forget_no_key() {
    let place = Place::new();
    let mut told: Vec<(String, Vec<PuzzleId>)> = Vec::new();
    for lines in [1, 2, 0, 5, 9, 3] {
        told.extend(killed_after(&place, lines));
    }
    assert!(told.len() >= 20);
    let stock = place.open();
    let mut given = HashSet::new();
    for (key, ids_told) in &told {
        let n: usize = key.split_once(' ').unwrap().1.parse().unwrap();
        let again = stock
            .take(request(key, LEVELS[n % 5], 1 + n as u64 % 2))
            .unwrap();
        assert_eq!((&ids(&again.items), again.is_again), (ids_told, true));
        assert!(ids_told.iter().all(|id| given.insert(*id)));
    }
    let left: u64 = stock.free().iter().map(|it| it.free).sum();
    let taken = place.ledger().takes().unwrap().1;
    assert_eq!(left + taken, 5 * 80, "what nobody took is in stock");
    for level in LEVELS {
        let rest = stock
            .free()
            .iter()
            .find(|it| it.label.name == level)
            .unwrap()
            .free;
        let rest = stock.take(request(level, level, rest)).unwrap();
        assert!(ids(&rest.items).iter().all(|id| given.insert(*id)));
    }
    drop(stock);
    place.is_sound();
}
