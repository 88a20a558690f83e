//! Tests puzzles, jobs and metrics over HTTP, and requests that are refused. The OpenAPI document lists exactly the
//! paths that the server answers.

use crate::stock::Place;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use jiff::civil::Date;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::http::{HttpSettings, OPENAPI, Parts, Rules, Tokens, router};
use sudoku_factory::daemon::{Cause, JobQueue, JobRefusal, JobWork, SystemClock};
use sudoku_factory::stock::Stock;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower::ServiceExt;

pub const TOKENS: &str = "shop aaaaaaaaaaaaaaaaaaaaaaaa take\nboss bbbbbbbbbbbbbbbbbbbbbbbb take,jobs\nscreen cccccccccccccccccccccccc";
pub const SHOP: &str = "Bearer aaaaaaaaaaaaaaaaaaaaaaaa";
pub const BOSS: &str = "Bearer bbbbbbbbbbbbbbbbbbbbbbbb";
pub const SCREEN: &str = "Bearer cccccccccccccccccccccccc";

/// A stock with two packs that are in the ledger and one that is not, and a router that answers requests for the stock.
pub struct Shop {
    pub place: Place,
    pub stock: Arc<Stock>,
    pub queue: JobQueue,
    pub rules: watch::Sender<Arc<Rules>>,
    pub runtime: Runtime,
    pub router: Router,
}

fn queue() -> JobQueue {
    let check = |asked: Settings| {
        let settings = asked.over(Settings::defaults().unwrap());
        let order = settings.clone().run_spec();
        let order = order.map_err(|it| JobRefusal::Invalid(it.to_string()))?;
        Ok(JobWork {
            name: order.run.name,
            cause: Cause::Asked,
            date: Date::default(),
            settings,
            is_first: false,
            keep: None,
        })
    };
    let queue = JobQueue::new(Arc::new(SystemClock), Arc::new(check));
    // Nobody writes this one down.
    queue.set_kept(u64::MAX, Ok(()));
    queue
}

pub fn settings() -> HttpSettings {
    HttpSettings {
        rate: 100_000,
        body_seconds: 2,
        header_seconds: 2,
        ..HttpSettings::default()
    }
}

impl Shop {
    pub fn new(is_local: bool, settings: HttpSettings) -> Self {
        let place = Place::new();
        let stock = Arc::new(place.open());
        let queue = queue();
        let tokens = Tokens::parse(TOKENS).unwrap();
        let (rules, seen) = watch::channel(Arc::new(Rules { settings, tokens }));
        let parts = Parts {
            queue: queue.clone(),
            stock: Arc::clone(&stock),
            output: place.output.clone(),
            rules: seen,
        };
        Self {
            place,
            stock,
            queue,
            rules,
            runtime: Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap(),
            router: router(parts, is_local),
        }
    }

    pub fn ask(&self, request: Request<Body>) -> Said {
        let answered = async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (status, headers) = (response.status(), response.headers().clone());
            let body = axum::body::to_bytes(response.into_body(), usize::MAX)
                .await
                .unwrap();
            Said {
                status,
                headers,
                body,
            }
        };
        self.runtime.block_on(answered)
    }

    pub fn get(&self, path: &str) -> Said {
        self.ask(request(Method::GET, path, "", Body::empty()))
    }

    pub fn json(&self, path: &str) -> Value {
        self.get(path).json(200)
    }

    pub fn take(&self, token: &str, key: &str, body: &str) -> Said {
        let mut asked = request(Method::POST, "/api/v1/puzzles/take", token, body.to_owned());
        asked
            .headers_mut()
            .insert("idempotency-key", key.parse().unwrap());
        self.ask(asked)
    }
}

pub fn request(method: Method, path: &str, token: &str, body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .body(body.into())
        .unwrap();
    let headers = request.headers_mut();
    headers.insert(header::HOST, "localhost:8321".parse().unwrap());
    headers.insert(header::CONTENT_TYPE, "application/json".parse().unwrap());
    if !token.is_empty() {
        headers.insert(header::AUTHORIZATION, token.parse().unwrap());
    }
    request
}

pub struct Said {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Said {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let kind = match status {
            400.. => "application/problem+json",
            _ => "application/json",
        };
        assert_eq!(self.header("content-type"), kind);
        let value: Value = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(value["schema"], 1, "{value}");
        value
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().unwrap())
    }

    /// Asserts that a request was refused with this status and with an error of one line that contains these
    /// words.
    pub fn refuses(&self, status: u16, words: &str) {
        let error = self.json(status)["error"].as_str().unwrap().to_owned();
        assert!(error.contains(words) && !error.contains('\n'), "{error}");
    }
}

pub fn ids(value: &Value) -> Vec<String> {
    let puzzles = value["puzzles"].as_array().unwrap().iter();
    puzzles
        .map(|it| it["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn puzzles_are_looked_at_and_taken() {
    let shop = Shop::new(true, settings());
    let seen = shop.json("/api/v1/puzzles?level=hard&n=3");
    assert_eq!(ids(&seen).len(), 3);
    assert_eq!(seen, shop.json("/api/v1/puzzles?level=4&n=3&scheme=wu"));
    let first = &seen["puzzles"][0];
    assert_eq!(
        (first["level"].as_u64(), first["level_name"].as_str()),
        (Some(4), Some("hard"))
    );
    assert_eq!(first["solution"].as_str().unwrap().len(), 81);
    assert!(first["number"].is_string() && first.get("taken").is_none());
    let body = r#"{"level":"hard","n":3}"#;
    let taken = shop.take(SHOP, "order 1", body).json(200);
    assert_eq!(ids(&taken), ids(&seen));
    assert_eq!(taken["puzzles"][0]["taken"], true);
    assert_eq!(shop.take(SHOP, "order 1", body).json(200), taken);
    assert_ne!(
        ids(&shop.take(BOSS, "order 1", body).json(200)),
        ids(&taken)
    );
    shop.take(SHOP, "order 1", r#"{"level":"hard"}"#)
        .refuses(422, "another request");
    let short = shop.take(SHOP, "order 2", r#"{"level":4,"n":100}"#);
    short.refuses(409, "hard has 74 puzzles in stock, but 100 were requested");
    assert_eq!(short.json(409)["free"], 74);
    let levels = shop.json("/api/v1/stock")["levels"].clone();
    assert_eq!(
        (levels[3]["free"].as_u64(), levels[3]["taken"].as_u64()),
        (Some(74), Some(6))
    );
    // One puzzle, where it went, and how it is solved.
    let id = ids(&taken).remove(1);
    let one = shop.json(&format!("/api/v1/puzzles/{id}"));
    assert_eq!(one["id"].as_str(), Some(id.as_str()));
    let title = one["shipped"]["title"].as_str().unwrap();
    assert!(title.starts_with("http take "), "{title}");
    let told = shop.json(&format!("/api/v1/puzzles/{id}/steps?path=techniques"));
    let told = told["steps"].as_array().unwrap();
    assert!(told.len() > 1 && told[0]["text"]["why"].is_string());
    let steps = shop.json(&format!("/api/v1/puzzles/{id}/steps"));
    let steps = steps["steps"].as_array().unwrap();
    assert!(steps.len() > 1 && steps[0]["text"].is_string());
    let none = "0".repeat(32);
    shop.get(&format!("/api/v1/puzzles/{none}"))
        .refuses(404, "no pack here");
    shop.get("/api/v1/puzzles/xyz")
        .refuses(400, "32 hexadecimal digits");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let shop = Shop::new(true, settings());
    shop.get("/api/v1/puzzles")
        .refuses(400, "missing field `level`");
    shop.get("/api/v1/puzzles?level=harder")
        .refuses(404, "the levels are easy");
    shop.get("/api/v1/puzzles?level=hard&n=0")
        .refuses(400, "from 1 to 100");
    shop.get("/api/v1/puzzles?level=hard&n=101")
        .refuses(400, "from 1 to 100");
    shop.get("/api/v1/puzzles?level=hard&n=-1")
        .refuses(400, "n is -1");
    shop.get("/api/v1/puzzles?level=hard&m=1")
        .refuses(400, "unknown field");
    shop.get("/api/v1/stock?x=1").refuses(400, "unknown field");
    shop.get("/api/v2/puzzles").refuses(404, "nothing here");
    shop.ask(request(Method::PUT, "/api/v1/puzzles", BOSS, ""))
        .refuses(405, "PUT");
    let body = r#"{"level":"hard"}"#;
    shop.take("", "k", body).refuses(401, "needs a token");
    shop.take("Bearer nobody", "k", body)
        .refuses(401, "not known");
    shop.take("Digest x", "k", body).refuses(401, "not known");
    shop.take(SCREEN, "k", body).refuses(403, "may not take");
    shop.take(SHOP, "", body).refuses(400, "Idempotency-Key");
    shop.take(SHOP, &"k".repeat(201), body)
        .refuses(400, "Idempotency-Key");
    shop.take(SHOP, "k", "{").refuses(400, "EOF");
    shop.take(SHOP, "k", r#"{"level":"hard","m":1}"#)
        .refuses(400, "unknown field");
    shop.take(SHOP, "k", r#"{"level":["hard"]}"#)
        .refuses(400, "the name of a level, or its number");
    shop.take(SHOP, "k", &format!("\"{}\"", "x".repeat(70_000)))
        .refuses(413, "65536 bytes");
    let mut plain = request(Method::POST, "/api/v1/puzzles/take", SHOP, body);
    plain
        .headers_mut()
        .insert("idempotency-key", "k".parse().unwrap());
    plain
        .headers_mut()
        .insert(header::CONTENT_TYPE, "text/plain".parse().unwrap());
    shop.ask(plain).refuses(415, "application/json");
    assert_eq!(shop.stock.free()[3].free, 80);
    shop.queue.stop();
    shop.take(SHOP, "k", body).refuses(503, "stopping");
    shop.get("/readyz").refuses(503, "stopping");
}

#[test]
fn jobs_that_cannot_be_made_are_refused() {
    let shop = Shop::new(true, settings());
    let submit = |body: Value| {
        let body = body.to_string();
        shop.ask(request(Method::POST, "/api/v1/jobs", BOSS, body))
    };
    for (name, value, status) in [
        ("out", json!("/tmp"), 400),
        ("ledger", json!("x"), 400),
        ("from", json!(["/etc/passwd"]), 400),
        ("metrics-file", json!("x"), 400),
        ("pattern", json!("/etc/passwd"), 400),
        ("pattern", json!("/".repeat(70) + "etc/passwd1"), 400),
        ("count", json!("many"), 422),
        ("per-level", json!(-5), 422),
        ("symmetry", json!(null), 422),
        ("level", json!({ "hard": null }), 422),
        ("level", json!({ "harder": 1 }), 422),
        ("counts", json!(1), 422),
        ("threads", json!(64), 400),
        ("timeout", json!("soon"), 422),
        ("clues", json!("30..24"), 422),
    ] {
        let mut asked = json!({ "count": 900, "per-level": 20 });
        asked[name] = value;
        let said = submit(asked);
        said.refuses(status, name);
        assert!(!said.text().contains("root:"));
    }
    submit(json!([900])).refuses(400, "an array");
    let twice = r#"{"count": 900, "per-level": 20, "count": 901}"#;
    let twice = request(Method::POST, "/api/v1/jobs", BOSS, twice.to_owned());
    shop.ask(twice).refuses(400, "duplicate field `count`");
}

#[test]
fn jobs_are_asked_for_and_stopped() {
    let shop = Shop::new(true, settings());
    let submit = |token: &str, body: Value| {
        shop.ask(request(
            Method::POST,
            "/api/v1/jobs",
            token,
            body.to_string(),
        ))
    };
    let order = json!({ "count": 900, "per-level": 20, "seed": "12345678901234567890" });
    submit("", order.clone()).refuses(401, "token");
    submit(SHOP, order.clone()).refuses(403, "may not start or stop jobs");
    let job = submit(BOSS, order.clone()).json(201);
    assert_eq!(
        (job["id"].as_str(), job["state"].as_str()),
        (Some("1"), Some("waiting"))
    );
    assert_eq!(
        shop.json("/api/v1/jobs")["jobs"].as_array().unwrap().len(),
        1
    );
    assert_eq!(shop.json("/api/v1/jobs/1"), job);
    let delete = |token, id| {
        shop.ask(request(
            Method::DELETE,
            &format!("/api/v1/jobs/{id}"),
            token,
            "",
        ))
    };
    delete("", "1").refuses(401, "token");
    assert_eq!(delete(BOSS, "1").json(200)["state"], "stopped");
    delete(BOSS, "1").refuses(409, "has ended");
    delete(BOSS, "7").refuses(404, "no job 7");
    shop.get("/api/v1/jobs/+1").refuses(400, "number");
    shop.get("/api/v1/jobs/99999999999999999999")
        .refuses(400, "number");
    while submit(BOSS, order.clone()).status == 201 {}
    submit(BOSS, order).refuses(429, "jobs are waiting already");
}

#[test]
fn beyond_this_machine_all_but_a_probe_needs_a_token() {
    let shop = Shop::new(false, settings());
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    for path in document["paths"].as_object().unwrap().keys() {
        let path = path
            .replace("{name}", "mon")
            .replace("{id}", "1")
            .replace("{file}", "pack.json")
            .replace("{format}", "sdm");
        let status = shop.get(&path).status.as_u16();
        let expected = if path == "/healthz" { 200 } else { 401 };
        assert_eq!(status, expected, "{path}");
    }
    let with = |token: &str| shop.ask(request(Method::GET, "/api/v1/stock", token, ""));
    assert_eq!(with(SCREEN).status, 200);
    // What a browser sends: any name, and the secret.
    assert_eq!(
        with("Basic eDpjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2M=").status,
        200
    );
    let refused = with("Bearer ccccccccccccccccccccccc");
    refused.refuses(401, "not known");
    let asks = refused.headers.get_all("www-authenticate").iter();
    let asks: Vec<&str> = asks.map(|it| it.to_str().unwrap()).collect();
    // Chromium looks for a way that it knows at the beginnings of lines only.
    assert!(
        matches!(asks[..], ["Bearer", basic] if basic.starts_with("Basic realm=")),
        "{asks:?}"
    );
    shop.rules.send_replace(Arc::new(Rules::default()));
    with(SCREEN).refuses(401, "names no file of tokens");
}

/// Without a token, the server answers only requests to one of its own host names. Otherwise a foreign web page
/// could make its own host name lead to this machine, and read the server's data.
#[test]
fn only_its_own_names_are_answered_without_a_token() {
    let mut own = settings();
    own.hosts.push("shop.example".to_owned());
    let shop = Shop::new(true, own);
    let by = |host: &str, token: &str| {
        let mut asked = request(Method::GET, "/api/v1/stock", token, "");
        asked
            .headers_mut()
            .insert(header::HOST, host.parse().unwrap());
        shop.ask(asked).status.as_u16()
    };
    for host in [
        "localhost",
        "127.0.0.1:8321",
        "[::1]:8321",
        "LOCALHOST:1",
        "shop.example",
    ] {
        assert_eq!(by(host, ""), 200, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:8321",
        "localhost.evil.example",
        "10.0.0.1",
        "localhost:80@evil",
        "[::1]evil",
        "",
    ] {
        assert_eq!(by(host, ""), 403, "{host}");
        assert_eq!(by(host, SCREEN), 200, "{host}");
    }
}

/// Every path in the OpenAPI document is answered, and no other path is.
#[test]
fn the_document_tells_every_path() {
    let shop = Shop::new(true, settings());
    let document: Value = shop.get("/openapi.json").json_unversioned();
    let paths = document["paths"].as_object().unwrap();
    let source = include_str!("../src/daemon/http/mod.rs");
    let routed: BTreeSet<&str> = source
        .match_indices("\"/")
        .map(|(at, _)| source[at + 1..].split('"').next().unwrap())
        .collect();
    let told: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    assert_eq!(routed, told);
    for (path, methods) in paths {
        let path = path.replace(['{', '}'], "x");
        for method in ["get", "post", "delete", "put", "patch"] {
            let asked = request(method.to_uppercase().parse().unwrap(), &path, BOSS, "");
            let answered = shop.router.clone().oneshot(asked);
            let is_known = shop.runtime.block_on(answered).unwrap().status() != 405;
            assert_eq!(is_known, methods.get(method).is_some(), "{method} {path}");
        }
    }
}

impl Said {
    pub fn json_unversioned(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[test]
fn metrics_tell_stock_jobs_and_answers() {
    let shop = Shop::new(true, settings());
    shop.take(SHOP, "a", r#"{"level":"easy","n":2}"#).json(200);
    shop.get("/nowhere");
    shop.queue.set_ready();
    let said = shop.get("/metrics");
    assert_eq!(
        said.header("content-type"),
        "text/plain; version=0.0.4; charset=utf-8"
    );
    let text = said.text();
    for line in [
        "factory_stock_free{scheme=\"wu\",level=\"easy\"} 78",
        "factory_stock_taken{scheme=\"wu\",level=\"easy\"} 2",
        "factory_taken_puzzles_total 2",
        "factory_packs 3",
        "factory_jobs{state=\"waiting\"} 0",
        "factory_ready 1",
        "factory_not_ready{cause=\"disk-full\"} 0",
        "factory_http_wrong_tokens_total 0",
        "factory_http_closed_connections_total{reason=\"all\"} 0",
        "factory_http_requests_total{route=\"/api/v1/puzzles/take\",method=\"POST\",status=\"200\"} 1",
        "factory_http_requests_total{route=\"\",method=\"GET\",status=\"404\"} 1",
        "factory_http_request_seconds_count 2",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    assert!(!text.contains("aaaaaaaa"));
}
