//! Tests puzzles for playing over HTTP. A player gets a different puzzle each time, or one per day, never with a
//! solution. The puzzle that would be taken next is used only if there are no others.

use crate::factory::run_in;
use crate::http::{SHOP, Shop, ids, settings};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};
use sudoku_factory::daemon::http::HttpSettings;

fn play(shop: &Shop, query: &str) -> (String, Vec<String>) {
    let told = shop.json(&format!("/api/v1/play?{query}"));
    for puzzle in told["puzzles"].as_array().unwrap() {
        assert_eq!(puzzle.get("solution"), None);
        assert_eq!(puzzle["puzzle"].as_str().unwrap().len(), 81);
    }
    (told["source"].as_str().unwrap().to_owned(), ids(&told))
}

#[test]
fn the_next_puzzle_is_one_that_was_not_seen() {
    let shop = Shop::new(true, settings());
    let (mut seen, mut not) = (BTreeSet::new(), String::new());
    // Two packs that the ledger knows and one that it doesn't hold 40 of each level.
    for _ in 0..24 {
        let (source, found) = play(&shop, &format!("level=hard&n=5&not={not}"));
        assert_eq!((source.as_str(), found.len()), ("stock", 5));
        for id in found {
            not = format!("{not}{}{}", if not.is_empty() { "" } else { "," }, &id[..8]);
            assert!(seen.insert(id));
        }
    }
    let (_, none) = play(&shop, &format!("level=hard&n=5&not={not}"));
    assert_eq!(none, Vec::<String>::new());
    // By chance: eight times the same of 120 come about once in many thousand million runs.
    let first = (0..8).map(|_| play(&shop, "level=hard").1);
    assert!(first.collect::<BTreeSet<_>>().len() > 1);
    assert_eq!(shop.stock.free()[3].free, 80);
}

#[test]
fn what_was_shipped_is_played_before_what_is_in_stock() {
    let shop = Shop::new(true, settings());
    let taken = shop.take(SHOP, "order", r#"{"level":"hard","n":4}"#);
    let taken: BTreeSet<String> = ids(&taken.json(200)).into_iter().collect();
    let (source, found) = play(&shop, "level=hard&n=20");
    assert_eq!(source, "shipped");
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), taken);
    assert_eq!(found.len(), 4);
    let (_, rest) = play(
        &shop,
        &format!("level=hard&n=20&not={},{}", found[0], found[2]),
    );
    assert_eq!(rest.len(), 2);
    assert!(!rest.contains(&found[0]) && !rest.contains(&found[2]));
    // Without a level, the first that has any; and none of those that are sold next.
    assert_eq!(play(&shop, "").0, "shipped");
    assert_eq!(
        play(&shop, &format!("level=hard&not={}", found.join(","))).1,
        [""; 0]
    );
}

#[test]
fn named_packs_are_played_alone() {
    let named = HttpSettings {
        play: vec!["t*".to_owned(), "nothing".to_owned()],
        ..settings()
    };
    let shop = Shop::new(true, named);
    let (source, found) = play(&shop, "level=easy&n=20");
    assert_eq!((source.as_str(), found.len()), ("packs", 20));
    for id in found {
        let puzzle: Value = shop.json(&format!("/api/v1/puzzles/{id}"));
        assert_eq!(puzzle["pack"], "tue");
    }
}

#[test]
fn a_day_has_one_puzzle() {
    let shop = Shop::new(true, settings());
    let of = |day: &str| play(&shop, &format!("day={day}")).1.remove(0);
    let days: Vec<String> = (10..20).map(|day| of(&format!("2026-11-{day}"))).collect();
    assert_eq!(days[0], of("2026-11-10"));
    assert!(days.iter().collect::<BTreeSet<_>>().len() > 7, "{days:?}");
    // However a level is named, it has one puzzle.
    let level = |named: &str| play(&shop, &format!("day=2026-11-10&{named}")).1;
    assert_eq!(level("level=hard"), level("level=4"));
    assert_eq!(level("level=hard"), level("level=hard&scheme=wu"));
    // What goes out on the day does not change it.
    let before = of("2100-01-01");
    shop.take(SHOP, "order", r#"{"level":"hard","n":9}"#)
        .json(200);
    assert_eq!(days[0], of("2026-11-10"));
    assert_ne!(before, of("2100-01-01"));
}

/// The puzzle of the day doesn't change when packs are published during the day, even if no pack is older than the
/// day. The packs of this test were copied today.
#[test]
fn packs_of_the_day_do_not_change_its_puzzle() {
    let shop = Shop::new(true, settings());
    let today = jiff::Zoned::now().date();
    let of = || play(&shop, &format!("day={today}")).1.remove(0);
    let before = of();
    let out = shop.place.output.display();
    for (number, scheme) in [(1, "clues"), (2, "hardest-rule"), (3, "wu")] {
        let name = format!("new-{number}");
        let job = format!("--count 200 --scheme {scheme} --seed 1 --quiet");
        run_in(
            &shop.place.output,
            &format!("{job} --name {name} --out {out}"),
        )
        .expect(0);
        let later = SystemTime::now() + Duration::from_secs(60 * number);
        let manifest = shop.place.output.join(name).join("pack.json");
        let manifest = File::options().append(true).open(manifest).unwrap();
        manifest.set_modified(later).unwrap();
        shop.stock.refresh().unwrap();
        assert_eq!(of(), before, "{scheme}");
    }
}

/// A pack that is not named for playing does not affect the level of the day, even if it is from before the day.
#[test]
fn named_packs_alone_have_the_puzzle_of_the_day() {
    let named = HttpSettings {
        play: vec!["tue".to_owned()],
        ..settings()
    };
    let shop = Shop::new(true, named);
    let out = &shop.place.output;
    let made = "--count 200 --scheme clues --seed 1 --name old --quiet --out";
    run_in(out, &format!("{made} {}", out.display())).expect(0);
    let manifest = File::options().append(true).open(out.join("old/pack.json"));
    let earlier = SystemTime::now() - Duration::from_secs(3 * 86_400);
    manifest.unwrap().set_modified(earlier).unwrap();
    shop.stock.refresh().unwrap();
    let today = jiff::Zoned::now().date();
    let (source, found) = play(&shop, &format!("day={today}"));
    assert_eq!((source.as_str(), found.len()), ("packs", 1));
}

#[test]
fn a_damaged_pack_does_not_end_the_game() {
    let shop = Shop::new(true, settings());
    let file = shop.place.output.join("mon/4-hard.pack");
    let length = fs::metadata(&file).unwrap().len();
    fs::write(&file, vec![0; length as usize]).unwrap();
    for _ in 0..20 {
        assert_eq!(play(&shop, "level=hard").1.len(), 1);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let shop = Shop::new(true, settings());
    let long = format!("not={}", vec!["00112233"; 1001].join(","));
    for (query, words) in [
        ("n=0", "from 1 to 20"),
        ("n=21", "from 1 to 20"),
        ("not=0011", "hexadecimal"),
        ("not=0011223g", "hexadecimal"),
        ("not=0011223A", "hexadecimal"),
        ("not=00112233,", "hexadecimal"),
        (long.as_str(), "at most 8999"),
        ("day=today", "2026-11-23"),
        ("day=2026-11-23T00:00", "2026-11-23"),
        ("day=2026-02-30", "2026-11-23"),
        ("x=1", "unknown field"),
    ] {
        shop.get(&format!("/api/v1/play?{query}"))
            .refuses(400, words);
    }
    for (query, words) in [
        ("level=harder", "the levels are easy"),
        ("level=hard&scheme=nope", "no scheme"),
    ] {
        shop.get(&format!("/api/v1/play?{query}"))
            .refuses(404, words);
    }
}
