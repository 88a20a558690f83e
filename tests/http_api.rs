//! Tests details of the HTTP interface: answers without solutions, lists in pages, repeated takes, quotas, cached
//! answers, resumed downloads, and compression.

use crate::http::{BOSS, SHOP, Said, Shop, ids, request, settings};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Method, header};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use std::sync::Arc;
use sudoku_factory::daemon::http::{Rules, Tokens};

fn get(shop: &Shop, path: &str, name: HeaderName, value: &str) -> Said {
    let mut asked = request(Method::GET, path, "", Body::empty());
    asked.headers_mut().insert(name, value.parse().unwrap());
    shop.ask(asked)
}

fn tag(headers: &HeaderMap) -> String {
    headers[header::ETAG].to_str().unwrap().to_owned()
}

#[test]
fn solutions_can_be_left_out() {
    let shop = Shop::new(true, settings());
    let has = |value: &Value| value["puzzles"][0].get("solution").is_some();
    for path in [
        "/api/v1/puzzles?level=hard&n=2",
        "/api/v1/packs/mon/puzzles?n=2",
    ] {
        assert!(has(&shop.json(path)));
        let without = shop.json(&format!("{path}&solution=omit"));
        assert!(!has(&without) && without["puzzles"][0]["puzzle"].is_string());
    }
    let mut asked = request(
        Method::POST,
        "/api/v1/puzzles/take?solution=omit",
        SHOP,
        r#"{"level":"hard"}"#,
    );
    let headers = asked.headers_mut();
    headers.insert("idempotency-key", "k".parse().unwrap());
    let taken = shop.ask(asked).json(200);
    assert!(!has(&taken) && taken["puzzles"][0]["taken"] == true);
    let id = ids(&taken).remove(0);
    let one = shop.json(&format!("/api/v1/puzzles/{id}?solution=omit"));
    assert!(one.get("solution").is_none());
    shop.get("/api/v1/puzzles?level=hard&solution=no")
        .refuses(400, "solution");
}

#[test]
fn lists_are_paged() {
    let shop = Shop::new(true, settings());
    let mut next = Some("/api/v1/packs?n=2".to_owned());
    let mut names = Vec::new();
    while let Some(path) = next {
        let page = shop.json(&path);
        assert_eq!(page["total"], 3);
        let packs = page["packs"].as_array().unwrap();
        names.extend(
            packs
                .iter()
                .map(|it| it["name"].as_str().unwrap().to_owned()),
        );
        next = page["next"].as_str().map(str::to_owned);
    }
    assert_eq!(names, ["mon", "tue", "wed"]);
    let mut next = Some("/api/v1/packs/mon/puzzles?level=hard&n=15&solution=omit".to_owned());
    let mut found = Vec::new();
    while let Some(path) = next {
        let page = shop.json(&path);
        assert_eq!(page["total"], 40);
        assert!(!page.to_string().contains("\"solution\""), "{path}");
        found.extend(ids(&page));
        next = page["next"].as_str().map(str::to_owned);
    }
    found.dedup();
    assert_eq!(found.len(), 40);
    shop.get("/api/v1/packs?n=0").refuses(400, "from 1 to 1000");
}

#[test]
fn repeated_takes_are_marked_and_all_are_listed() {
    let shop = Shop::new(true, settings());
    let body = r#"{"level":"hard","n":2}"#;
    let first = shop.take(SHOP, "order 1", body);
    assert_eq!(first.header("idempotent-replayed"), "");
    let again = shop.take(SHOP, "order 1", body);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.json(200), first.json(200));
    for n in 2..=5 {
        shop.take(SHOP, &format!("order {n}"), body).json(200);
    }
    shop.take(BOSS, "order 1", r#"{"level":4.0,"n":2.0}"#)
        .json(200);
    shop.take(BOSS, "order 2", r#"{"level":"hard","n":1.5}"#)
        .refuses(400, "1.5 is not a whole number");
    let list = |path: &str| shop.ask(request(Method::GET, path, SHOP, Body::empty()));
    // The last page is known as the last even if it is full.
    let whole = list("/api/v1/takes?n=5").json(200);
    assert_eq!(
        (whole["takes"].as_array().unwrap().len(), &whole["next"]),
        (5, &Value::Null)
    );
    let mut next = Some("/api/v1/takes?n=2".to_owned());
    let mut keys = Vec::new();
    while let Some(path) = next {
        let page = list(&path).json(200);
        assert_eq!((&page["total"], &page["puzzles"]), (&5.into(), &10.into()));
        for take in page["takes"].as_array().unwrap() {
            keys.push(take["key"].as_str().unwrap().to_owned());
            if take["key"] == "order 1" {
                let given: Vec<Value> =
                    ids(&first.json(200)).into_iter().map(Value::from).collect();
                assert_eq!(take["ids"], Value::from(given));
                assert_eq!(take["asked"]["n"], 2);
            }
        }
        next = page["next"].as_str().map(str::to_owned);
    }
    assert_eq!(
        keys,
        ["order 5", "order 4", "order 3", "order 2", "order 1"]
    );
    shop.get("/api/v1/takes").refuses(401, "token");
    list("/api/v1/takes?before=9007199254740992").refuses(400, "at most");
}

#[test]
fn a_quota_holds_and_is_counted_in_the_ledger() {
    let shop = Shop::new(true, settings());
    let tokens = Tokens::parse("shop aaaaaaaaaaaaaaaaaaaaaaaa take=5/day").unwrap();
    let settings = settings();
    shop.rules
        .send_replace(Arc::new(Rules { settings, tokens }));
    let take = |key: &str, n: u64| shop.take(SHOP, key, &format!(r#"{{"level":"hard","n":{n}}}"#));
    take("a", 3).json(200);
    let refused = take("b", 3);
    refused.refuses(429, "the quota is 5, and 2 are left");
    let problem = refused.json(429);
    assert_eq!(
        (&problem["code"], &problem["left"]),
        (&"quota-used-up".into(), &2.into())
    );
    let seconds: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&seconds));
    // What a key has, it has.
    take("a", 3).json(200);
    take("c", 2).json(200);
    take("d", 1).refuses(429, "0 are left");
    // A request that the quota never allows need not be sent again.
    let never = take("e", 6);
    never.refuses(422, "the quota is 5, and 6 were requested");
    assert_eq!(never.header("retry-after"), "");
    for level in ["0", "10", r#""""#] {
        let body = format!(r#"{{"level":{level},"n":1}}"#);
        shop.take(SHOP, "f", &body)
            .refuses(400, "its number from 1 to 9");
    }
    shop.get("/api/v1/puzzles?level=")
        .refuses(400, "level is empty");
    // Another process counts the same.
    let ledger = shop.place.ledger();
    assert_eq!(
        ledger.taken_since("shop", "2026-01-01T00:00:00Z").unwrap(),
        5
    );
    assert_eq!(
        ledger.taken_since("shop", "9999-01-01T00:00:00Z").unwrap(),
        0
    );
}

#[test]
fn nobody_loads_what_he_has() {
    let shop = Shop::new(true, settings());
    for path in [
        "/api/v1/puzzles?level=hard&n=2",
        "/api/v1/packs",
        "/api/v1/packs/mon/files/4-hard.pack",
        "/api/v1/packs/mon/files/pack.json",
        "/api/v1/packs/mon/export/jsonl",
        "/api/v1/packs/mon/stats.html",
        "/api/v1/packs/mon/book.pdf?level=hard&limit=4",
    ] {
        let first = shop.get(path);
        assert_eq!(first.status, 200, "{path}");
        let tag = tag(&first.headers);
        let again = get(&shop, path, header::IF_NONE_MATCH, &tag);
        assert_eq!(
            (again.status.as_u16(), again.body.len()),
            (304, 0),
            "{path}"
        );
        let other = get(&shop, path, header::IF_NONE_MATCH, "\"x\"");
        assert_eq!(
            (other.status, other.body),
            (first.status, first.body),
            "{path}"
        );
    }
    // What changes has another tag.
    let before = tag(&shop.get("/api/v1/puzzles?level=hard&n=2").headers);
    shop.take(SHOP, "k", r#"{"level":"hard"}"#).json(200);
    assert_ne!(
        tag(&shop.get("/api/v1/puzzles?level=hard&n=2").headers),
        before
    );
}

#[test]
fn a_download_goes_on_where_it_broke_off() {
    let shop = Shop::new(true, settings());
    let path = "/api/v1/packs/mon/files/4-hard.pack";
    let whole = shop.get(path);
    assert_eq!(whole.header("accept-ranges"), "bytes");
    let length = whole.body.len();
    assert_eq!(whole.header("content-length"), length.to_string());
    let first = get(&shop, path, header::RANGE, "bytes=0-99");
    assert_eq!((first.status.as_u16(), first.body.len()), (206, 100));
    assert_eq!(
        first.header("content-range"),
        format!("bytes 0-99/{length}")
    );
    let rest = get(&shop, path, header::RANGE, "bytes=100-");
    assert_eq!([&first.body[..], &rest.body[..]].concat(), whole.body);
    let outside = get(&shop, path, header::RANGE, "bytes=99999999-");
    outside.refuses(416, "bytes");
    assert_eq!(outside.header("content-range"), format!("bytes */{length}"));
}

/// Exports and books are made for each request, always with the same bytes, so that a broken download can be
/// continued.
#[test]
fn what_is_made_goes_on_where_it_broke_off() {
    let shop = Shop::new(true, settings());
    for path in [
        "/api/v1/packs/mon/export/csv?level=hard",
        "/api/v1/packs/mon/export/jsonl",
        "/api/v1/packs/mon/book.pdf?level=easy&limit=4",
    ] {
        let whole = shop.get(path);
        assert_eq!(whole.header("accept-ranges"), "bytes", "{path}");
        let length = whole.body.len();
        let first = get(&shop, path, header::RANGE, "bytes=0-99");
        assert_eq!((first.status.as_u16(), first.body.len()), (206, 100));
        assert_eq!(first.header("etag"), whole.header("etag"));
        assert!(!whole.header("etag").starts_with("W/"), "{path}");
        let rest = get(&shop, path, header::RANGE, "bytes=100-");
        assert_eq!(
            rest.header("content-range"),
            format!("bytes 100-{}/{length}", length - 1)
        );
        assert!([&first.body[..], &rest.body[..]].concat() == whole.body);
        let outside = get(&shop, path, header::RANGE, "bytes=99999999-");
        outside.refuses(416, "bytes");
    }
}

#[test]
fn long_answers_are_compressed_for_those_who_can_read_that() {
    let shop = Shop::new(true, settings());
    for path in [
        "/api/v1/packs/mon/puzzles?n=50",
        "/api/v1/packs/mon/export/jsonl",
    ] {
        let plain = shop.get(path);
        let packed = get(&shop, path, header::ACCEPT_ENCODING, "gzip");
        assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
        assert!(2 * packed.body.len() < plain.body.len(), "{path}");
        let mut text = Vec::new();
        GzDecoder::new(&packed.body[..])
            .read_to_end(&mut text)
            .unwrap();
        assert_eq!(text, plain.body, "{path}");
    }
    let path = "/api/v1/packs/mon/export/jsonl";
    for (accepted, strong) in [
        ("identity", true),
        ("gzip;Q=0", true),
        ("br", true),
        ("br, x-gzip;q=0.5", false),
    ] {
        let said = get(&shop, path, header::ACCEPT_ENCODING, accepted);
        let can_resume = said.header("accept-ranges") == "bytes";
        let is_strong = !said.header("etag").starts_with("W/");
        assert_eq!((can_resume, is_strong), (strong, strong), "{accepted}");
        assert_eq!(
            said.header("content-encoding").is_empty(),
            strong,
            "{accepted}"
        );
    }
    let short = get(&shop, "/healthz", header::ACCEPT_ENCODING, "gzip");
    assert_eq!(short.header("content-encoding"), "");
    let file = "/api/v1/packs/mon/files/4-hard.pack";
    let file = get(&shop, file, header::ACCEPT_ENCODING, "gzip");
    assert_eq!(file.header("content-encoding"), "");
}
