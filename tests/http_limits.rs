//! Tests the limits of the HTTP server: too many requests are refused, but health probes are always answered, and one
//! client's requests don't use up the limit of another client.

use crate::factory::run_in;
use crate::http::{SHOP, Shop, TOKENS, request, settings};
use axum::body::Body;
use axum::http::{HeaderValue, Method};
use std::net::IpAddr;
use std::sync::Arc;
use sudoku_factory::daemon::http::{HttpSettings, Peer, Rules, Tokens};
use tower::ServiceExt;

#[test]
fn probes_are_answered_beyond_all_limits() {
    let shop = Shop::new(
        true,
        HttpSettings {
            rate: 1,
            ..settings()
        },
    );
    shop.queue.set_ready();
    for _ in 0..50 {
        assert_eq!(shop.get("/healthz").status, 200);
        assert_eq!(shop.get("/readyz").status, 200);
    }
    let mut answers = (0..10_000).map(|_| shop.get("/api/v1/stock").status);
    assert!(answers.any(|status| status == 429));
}

/// Each client behind a proxy has its own request rate if the settings name the proxy.
#[test]
fn visitors_behind_a_proxy_are_told_apart() {
    let settings = HttpSettings {
        rate: 2,
        proxies: vec!["127.0.0.1".parse().unwrap()],
        ..settings()
    };
    let shop = Shop::new(true, settings.clone());
    let ask = |visitor: usize| {
        let mut asked = request(Method::GET, "/api/v1/stock", "", Body::empty());
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        asked.extensions_mut().insert(Peer(peer));
        let from = HeaderValue::from_str(&format!("10.0.{}.{}", visitor / 250, visitor % 250));
        asked.headers_mut().insert("x-forwarded-for", from.unwrap());
        shop.ask(asked).status
    };
    assert!((0..500).map(ask).all(|status| status == 200));
    let tokens = Tokens::default();
    let settings = HttpSettings {
        proxies: Vec::new(),
        ..settings
    };
    shop.rules
        .send_replace(Arc::new(Rules { settings, tokens }));
    assert!((0..10_000).map(ask).any(|status| status == 429));
}

/// Two clients that don't read their downloads do not keep others from downloading.
#[test]
fn slow_readers_hold_no_slot() {
    let shop = Shop::new(
        true,
        HttpSettings {
            downloads: 1,
            ..settings()
        },
    );
    let job = "--count 2500 --seed 9 --name long -q --ledger output/ledger.sqlite";
    run_in(shop.place.output.parent().unwrap(), job).expect(0);
    shop.stock.refresh().unwrap();
    let path = "/api/v1/packs/long/export/jsonl";
    let begin = || {
        let asked = request(Method::GET, path, SHOP, Body::empty());
        let answered = shop.router.clone().oneshot(asked);
        shop.runtime.block_on(answered).unwrap()
    };
    let slow = [begin(), begin()];
    assert!(slow.iter().all(|it| it.status() == 200));
    let whole = shop.get(path);
    assert_eq!(whole.text().lines().count(), 2500);
    assert!(whole.body.len() > 500_000);
    // And a client that begins ever more is stopped.
    let more: Vec<_> = (0..5).map(|_| begin()).collect();
    assert!(more.iter().any(|it| it.status() == 503));
}

#[test]
fn limits_hold_and_can_be_changed() {
    let shop = Shop::new(
        true,
        HttpSettings {
            rate: 3,
            most: 5,
            ..settings()
        },
    );
    // However slow this machine is, some second has more than three of so many.
    let mut answers = (0..10_000).map(|_| shop.get("/api/v1/stock"));
    let refused = answers.find(|it| it.status == 429).unwrap();
    refused.refuses(429, "wait a second");
    assert_eq!(refused.header("retry-after"), "1");
    let tokens = Tokens::parse(TOKENS).unwrap();
    let now = HttpSettings {
        at_once: 1,
        downloads: 1,
        book_puzzles: 10,
        followers: 0,
        most: 5,
        ..settings()
    };
    shop.rules.send_replace(Arc::new(Rules {
        settings: now,
        tokens,
    }));
    shop.get("/api/v1/puzzles?level=hard&n=6")
        .refuses(422, "from 1 to 5");
    let usual = shop.json("/api/v1/puzzles?level=hard");
    assert_eq!(usual["puzzles"].as_array().unwrap().len(), 5);
    shop.get("/api/v1/packs/mon/book.pdf?preset=epub")
        .refuses(400, "epub");
    shop.get("/api/v1/packs/mon/book.pdf")
        .refuses(422, "at most 10 puzzles");
    shop.get("/api/v1/events")
        .refuses(503, "too many clients follow");
    let settings = HttpSettings {
        listen: "0.0.0.0:80".parse().unwrap(),
        ..settings()
    };
    let refused = Rules::new(settings).unwrap_err().to_string();
    assert!(
        refused.contains("0.0.0.0:80") && refused.contains("tokens"),
        "{refused}"
    );
    let refused = Rules::new(HttpSettings {
        rate: 0,
        ..HttpSettings::default()
    });
    assert!(refused.unwrap_err().to_string().contains("rate = 0"));
}
