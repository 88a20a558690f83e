//! Tests packs over HTTP: they can be shown, exported and printed, and no other file on the disk
//! can be reached.

use crate::http::{Shop, ids, settings};
use axum::http::StatusCode;
use std::collections::HashSet;

#[test]
fn packs_are_shown() {
    let shop = Shop::new(true, settings());
    let packs = shop.json("/api/v1/packs")["packs"].clone();
    assert_eq!(packs.as_array().unwrap().len(), 3);
    assert_eq!(
        (packs[0]["name"].as_str(), packs[0]["seed"].as_str()),
        (Some("mon"), Some("1"))
    );
    let mon = shop.json("/api/v1/packs/mon");
    let bars = mon["histogram"].as_array().unwrap();
    assert_eq!(
        bars.iter()
            .map(|bar| bar["n"].as_u64().unwrap())
            .sum::<u64>(),
        200
    );
    assert_eq!(
        (
            mon["manifest"]["job"]["seed"].as_str(),
            mon["levels"][4]["made"].as_u64()
        ),
        (Some("1"), Some(40))
    );
    // Page by page, all puzzles of all levels.
    let mut all = HashSet::new();
    for from in (0..210).step_by(70) {
        all.extend(ids(
            &shop.json(&format!("/api/v1/packs/mon/puzzles?from={from}&n=70"))
        ));
    }
    assert_eq!(all.len(), 200);
    assert_eq!(
        ids(&shop.json("/api/v1/packs/mon/puzzles?level=easy&from=38")).len(),
        2
    );
    let behind = "/api/v1/packs/mon/puzzles?from=9007199254740991";
    assert_eq!(ids(&shop.json(behind)).len(), 0);
    let never = "/api/v1/packs/mon/puzzles?from=9007199254740992";
    shop.get(never).refuses(400, "at most");
}

#[test]
fn packs_are_exported_and_printed() {
    let shop = Shop::new(true, settings());
    for file in ["pack.json", "4-hard.sdm", "4-hard.pack"] {
        let said = shop.get(&format!("/api/v1/packs/mon/files/{file}"));
        assert_eq!(
            said.body,
            std::fs::read(shop.place.output.join("mon").join(file)).unwrap()
        );
        assert_eq!(
            said.header("content-disposition"),
            format!("attachment; filename=\"{file}\"")
        );
    }
    let sdm = shop.get("/api/v1/packs/mon/export/sdm?level=hard");
    assert_eq!(
        sdm.body,
        std::fs::read(shop.place.output.join("mon/4-hard.sdm")).unwrap()
    );
    assert_eq!(
        sdm.header("content-disposition"),
        "attachment; filename=\"mon-hard.sdm\""
    );
    let jsonl = shop.get("/api/v1/packs/mon/export/jsonl").text();
    assert_eq!(jsonl.lines().count(), 200);
    assert!(jsonl.contains("\"scheme\":\"wu\""));
    let xml = shop.get("/api/v1/packs/mon/export/opensudoku");
    assert!(
        xml.text().ends_with("</opensudoku>\n"),
        "{}",
        &xml.text()[..200]
    );
    // Damage in one level is an error before any other level is sent.
    let hard = shop.place.output.join("mon/4-hard.pack");
    let sound = std::fs::read(&hard).unwrap();
    let mut damaged = sound.clone();
    let middle = damaged.len() / 2;
    damaged[64..middle].fill(0x55);
    std::fs::write(&hard, damaged).unwrap();
    shop.get("/api/v1/packs/mon/export/jsonl")
        .refuses(503, "mon");
    std::fs::write(&hard, sound).unwrap();
    let stats = shop.get("/api/v1/packs/mon/stats.html");
    assert!(
        stats.text().contains("<svg") && stats.header("content-security-policy").contains("'none'")
    );
    let book = shop.get("/api/v1/packs/mon/book.pdf?preset=home&per-page=4&level=hard&limit=8");
    assert_eq!(
        (book.status, &book.body[..5]),
        (StatusCode::OK, &b"%PDF-"[..])
    );
}

#[test]
fn exports_and_books_that_cannot_be_made_are_refused() {
    let shop = Shop::new(true, settings());
    shop.get("/api/v1/packs/mon/book.pdf?font=/etc/passwd")
        .refuses(400, "unknown field");
    shop.get("/api/v1/packs/mon/book.pdf?per-page=5")
        .refuses(400, "per-page is 5");
    shop.get("/api/v1/packs/mon/book.pdf?language=xx")
        .refuses(400, "no language is called");
    shop.get("/api/v1/packs/mon/book.pdf?preset=home&large-print=true&per-page=4")
        .refuses(422, "large");
    shop.get("/api/v1/packs/mon/export/svg")
        .refuses(422, "one puzzle per file");
    shop.get("/api/v1/packs/mon/export/doc")
        .refuses(404, "the formats are");
    shop.get("/api/v1/packs/mon/export/sdm?level=9")
        .refuses(404, "9");
    shop.get("/api/v1/packs/sun")
        .refuses(404, "no pack has this name");
}
