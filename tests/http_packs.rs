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
    shop.get("/api/v1/packs/mon/book.pdf?font=/etc/passwd")
        .refuses(400, "unknown field");
    shop.get("/api/v1/packs/mon/book.pdf?per-page=5")
        .refuses(422, "per-page is 5");
    shop.get("/api/v1/packs/mon/export/svg")
        .refuses(400, "one puzzle per file");
    shop.get("/api/v1/packs/mon/export/doc")
        .refuses(404, "the formats are");
    shop.get("/api/v1/packs/mon/export/sdm?level=9")
        .refuses(404, "9");
    shop.get("/api/v1/packs/sun")
        .refuses(404, "no pack has this name");
}

/// A file of a pack is not sent if it differs from the manifest, because its entity tag promises the listed
/// bytes.
#[test]
fn damaged_files_are_not_sent() {
    let shop = Shop::new(true, settings());
    let path = shop.place.output.join("mon/4-hard.sdm");
    let whole = std::fs::read(&path).unwrap();
    let get = || shop.get("/api/v1/packs/mon/files/4-hard.sdm");
    assert_eq!(get().body, whole);
    let mut damaged = whole.clone();
    damaged[5] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    get().refuses(503, "mon/4-hard.sdm is not as it was written");
    std::fs::remove_file(&path).unwrap();
    get().refuses(503, "mon/4-hard.sdm");
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(get().body, whole);
    let metrics = shop.get("/metrics").text();
    assert!(metrics.contains("\nfactory_http_damaged_total 2\n"));
}

/// No name in a request leads anywhere but to packs and their own files.
#[test]
fn tricks_with_names_lead_nowhere() {
    let shop = Shop::new(true, settings());
    let names = [
        "..",
        "%2e%2e",
        "%2e%2e%2fmon",
        "..%5cmon",
        ".",
        "%00",
        "mon%00",
        "mon%2f",
        "mon%2f..%2ftue",
        "ledger.sqlite",
        "%2fetc",
        "con",
        "mon%0d%0aX:1",
        "%c0%ae%c0%ae",
        "%ff",
    ];
    for name in names {
        for path in [
            "",
            "/files/pack.json",
            "/export/sdm",
            "/book.pdf",
            "/stats.html",
            "/puzzles",
        ] {
            let said = shop.get(&format!("/api/v1/packs/{name}{path}"));
            assert!(
                [400, 404].contains(&said.status.as_u16()),
                "{name}{path}: {}",
                said.text()
            );
            said.json(said.status.as_u16());
        }
    }
}

#[test]
fn only_files_of_the_pack_are_given() {
    let shop = Shop::new(true, settings());
    let signature = "/api/v1/packs/mon/files/pack.json.minisig";
    assert_eq!(shop.get(signature).status, 404);
    std::fs::write(shop.place.output.join("mon/pack.json.minisig"), "signed").unwrap();
    assert_eq!(shop.get(signature).text(), "signed");
    std::fs::write(shop.place.output.join("mon/secret.txt"), "secret").unwrap();
    let files = [
        "secret.txt",
        "run.json",
        "..%2ftue%2fpack.json",
        "%2e%2e%2ftue%2fpack.json",
        "..%2f..%2fledger.sqlite",
        "%2fetc%2fpasswd",
        "4-hard.sdm%00",
        "./pack.json",
        "4-HARD.sdm",
    ];
    for file in files {
        let said = shop.get(&format!("/api/v1/packs/mon/files/{file}"));
        assert_eq!(said.status, 404, "{file}: {}", said.text());
        assert!(!said.text().contains("secret"));
    }
    for path in [
        "/../etc/passwd",
        "//etc/passwd",
        "/api/v1/packs/mon/files/",
        "/page/../ledger.sqlite",
    ] {
        assert_eq!(shop.get(path).status, 404, "{path}");
    }
}
