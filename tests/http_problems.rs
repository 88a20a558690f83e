//! Tests the errors that the HTTP server reports. Each is a problem document (RFC 9457) that states the actual
//! error, with a code for programs.

use crate::factory::run_in;
use crate::http::{BOSS, SHOP, Shop, ids, request, settings};
use axum::body::Body;
use axum::http::{Method, header};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use sudoku_factory::config::Settings;

const HARD: &str = r#"{"level":"hard","n":2}"#;

/// Every error is a problem document with all fields of RFC 9457, and with a code that the OpenAPI document
/// lists.
#[test]
fn problems_are_documents_with_codes() {
    let shop = Shop::new(true, settings());
    let document = shop.get("/openapi.json").json_unversioned();
    let listed = &document["components"]["schemas"]["Error"]["properties"]["code"]["enum"];
    let listed: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let table = include_str!("../docs/http.md");
    for code in &listed {
        assert!(
            table.contains(&format!("| `{code}` |")),
            "{code} is not in docs/http.md"
        );
    }
    for (said, status, code) in [
        (shop.get("/nowhere"), 404, "not-found"),
        (
            shop.get("/api/v1/puzzles?level=harder"),
            404,
            "unknown-level",
        ),
        (
            shop.get("/api/v1/puzzles?level=hard&scheme=nope"),
            404,
            "unknown-scheme",
        ),
        (
            shop.get("/api/v1/puzzles?level=hard&n=0"),
            400,
            "bad-request",
        ),
        (shop.take("", "k", HARD), 401, "no-token"),
        (shop.take("Bearer nobody", "k", HARD), 401, "unknown-token"),
        (
            shop.take(SHOP, "k", r#"{"level":"hard","n":-5}"#),
            400,
            "bad-request",
        ),
        (
            shop.take(SHOP, "k", r#"{"level":"hard","n":100}"#),
            409,
            "too-few-puzzles",
        ),
        (shop.get("/api/v1/jobs/7"), 404, "not-found"),
    ] {
        let problem = said.json(status);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert_eq!(problem["detail"], problem["error"]);
        let kind = problem["type"].as_str().unwrap();
        assert!(kind.ends_with(code), "{kind}");
        assert!(problem["title"].is_string());
        assert!(listed.contains(&code), "{code}");
    }
    shop.take(SHOP, "k", r#"{"level":"hard","n":-5}"#)
        .refuses(400, "n is -5; it must be from 1 to 100");
}

/// A repeated request whose puzzles were in a deleted pack gets an error that says not to try again.
#[test]
fn the_key_of_a_deleted_pack_is_gone() {
    let shop = Shop::new(true, settings());
    let taken = shop.take(SHOP, "order 1", HARD).json(200);
    let pack = taken["puzzles"][0]["pack"].as_str().unwrap();
    std::fs::remove_dir_all(shop.place.output.join(pack)).unwrap();
    shop.stock.refresh().unwrap();
    let gone = shop.take(SHOP, "order 1", HARD);
    gone.refuses(410, &format!("took puzzles of {pack}"));
    assert_eq!(gone.json(410)["code"], "pack-deleted");
    assert_eq!(gone.header("retry-after"), "");
}

/// If several schemes have a level of the requested name, the request must name the scheme, so that a new pack
/// never changes what a level means.
#[test]
fn a_level_of_several_schemes_needs_one() {
    let shop = Shop::new(true, settings());
    let before = ids(&shop.json("/api/v1/puzzles?level=hard&n=3"));
    let job = "--profile paper --scheme logic --count 300 --seed 5 --name logic -q --ledger output/ledger.sqlite";
    run_in(shop.place.output.parent().unwrap(), job).expect(0);
    shop.stock.refresh().unwrap();
    let refused = shop.get("/api/v1/puzzles?level=hard&n=3");
    refused.refuses(400, "wu, logic");
    assert_eq!(refused.json(400)["code"], "which-scheme");
    shop.take(SHOP, "k", HARD).refuses(400, "name the scheme");
    let wu = shop.json("/api/v1/puzzles?level=hard&n=3&scheme=wu");
    assert_eq!(ids(&wu), before);
    let body = r#"{"level":"hard","scheme":"logic"}"#;
    let taken = shop.take(SHOP, "k", body).json(200);
    assert_eq!(taken["puzzles"][0]["scheme"], "logic");
    shop.get("/api/v1/puzzles?level=heavy&scheme=logic")
        .refuses(404, "the levels are easy");
}

#[test]
fn a_request_names_one_host() {
    let shop = Shop::new(true, settings());
    let mut asked = request(Method::GET, "/api/v1/stock", "", Body::empty());
    asked.headers_mut().remove(header::HOST);
    shop.ask(asked).refuses(400, "exactly one Host header");
    let mut asked = request(Method::GET, "/api/v1/stock", "", Body::empty());
    let other = "evil.example".parse().unwrap();
    asked.headers_mut().append(header::HOST, other);
    shop.ask(asked).refuses(400, "exactly one Host header");
}

/// The body of a request that breaks off after its first piece.
struct Broken(bool);

impl axum::body::HttpBody for Broken {
    type Data = axum::body::Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<io::Result<http_body::Frame<Self::Data>>>> {
        let begun = std::mem::replace(&mut self.0, true);
        Poll::Ready(Some(match begun {
            false => Ok(http_body::Frame::data("{}".into())),
            true => Err(ErrorKind::UnexpectedEof.into()),
        }))
    }
}

#[test]
fn a_body_that_breaks_off_is_not_too_long() {
    let shop = Shop::new(true, settings());
    let body = Body::new(Broken(false));
    let asked = request(Method::POST, "/api/v1/jobs", BOSS, body);
    shop.ask(asked).refuses(400, "the body can't be read");
}

/// A book over HTTP uses the preset for a printer at home, because the presets of shops need more pages than a
/// pack fills in one volume.
#[test]
fn a_book_is_for_the_printer_at_home() {
    let shop = Shop::new(true, settings());
    let book = shop.get("/api/v1/packs/mon/book.pdf?level=hard&limit=4");
    assert_eq!(book.status, 200, "{}", book.text());
}

/// The OpenAPI document describes every setting of a job that a request may have, and the server accepts the
/// document's examples.
#[test]
fn jobs_are_as_the_document_says() {
    let shop = Shop::new(true, settings());
    let document = shop.get("/openapi.json").json_unversioned();
    let described = &document["components"]["schemas"]["JobRequest"]["properties"];
    let described = described.as_object().unwrap();
    let files = [
        "from",
        "keep",
        "ledger",
        "metrics-file",
        "out",
        "quiet",
        "regions",
        "seed-policy",
        "threads",
    ];
    let settings = serde_json::to_value(Settings::default()).unwrap();
    let settings = settings.as_object().unwrap().keys().map(String::as_str);
    let tables = ["level", "schemes", "ladders"];
    let known: BTreeSet<&str> = settings
        .chain(tables)
        .filter(|it| !files.contains(it))
        .collect();
    assert_eq!(
        described
            .keys()
            .map(String::as_str)
            .collect::<BTreeSet<_>>(),
        known
    );
    for (name, property) in described {
        let mut asked = json!({ "count": 900.0, "name": "asked" });
        asked[name] = property["example"].clone();
        if name == "dig" || name == "row-clues" {
            asked["clues"] = "24..28".into();
        }
        if name == "shape" || name == "distinct" {
            asked["layout"] = "6x6".into();
        }
        let submit = request(Method::POST, "/api/v1/jobs", BOSS, asked.to_string());
        let job = shop.ask(submit).json(201);
        let stop = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
        shop.ask(request(Method::DELETE, &stop, BOSS, "")).json(200);
    }
}
