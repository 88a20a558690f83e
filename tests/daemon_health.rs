//! Tests that the server reports an obstacle to its work when the obstacle begins and when it ends.

use crate::daemon::configure;
use crate::daemon_process::{Process, SECRET, ask};
use crate::factory::run_in;
use crate::http::{SHOP, Shop, settings};
use serde_json::Value;
use std::fs;
use sudoku_factory::daemon::Obstacle;

#[test]
fn obstacles_are_told_by_the_probe_and_metrics() {
    let shop = Shop::new(true, settings());
    shop.get("/readyz").refuses(503, "starting");
    shop.queue.set_ready();
    assert_eq!(shop.json("/readyz")["status"], "ready");
    let health = shop.queue.health();
    health.begin(Obstacle::DiskFull, "0 bytes are free");
    health.begin(Obstacle::NoStock, "nothing is left");
    let refused = shop.get("/readyz");
    refused.refuses(503, "0 bytes are free; nothing is left");
    let causes = refused.json(503)["causes"].clone();
    assert_eq!(causes[0]["code"], "disk-full");
    let metrics = shop.get("/metrics").text();
    assert!(metrics.contains("\nfactory_ready 0\n"));
    assert!(metrics.contains("factory_not_ready{cause=\"disk-full\"} 1"));
    // A take that succeeds is the best proof that there is room.
    shop.take(SHOP, "k", r#"{"level":"hard"}"#).json(200);
    health.end(Obstacle::NoStock);
    assert_eq!(shop.json("/readyz")["status"], "ready");
}

#[test]
fn a_ledger_that_another_process_holds_is_one_line_at_each_end() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 300 --per-level 5 --seed 3 --name mon -q --ledger output/ledger.sqlite";
    run_in(folder.path(), job).expect(0);
    fs::write(folder.path().join("tokens"), format!("shop {SECRET} take")).unwrap();
    let http = "[http]\nlisten = \"127.0.0.1:0\"\ntokens = \"tokens\"\n";
    configure(folder.path(), http);
    let daemon = Process::start(folder.path(), |_| ());
    let address = daemon.says("listening")["address"].clone();
    let address = address.as_str().unwrap();
    daemon.says("started");
    assert_eq!(ask(address, SECRET, "GET /readyz", "").0, 200);
    let ledger = folder.path().join("output/ledger.sqlite");
    let other = rusqlite::Connection::open(&ledger).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let line = daemon.says("not ready");
    assert_eq!(line["cause"], "locked");
    let (status, said) = ask(address, SECRET, "GET /readyz", "");
    assert_eq!(
        (status, &said["causes"][0]["code"]),
        (503, &"locked".into())
    );
    let body = "{\"level\":\"hard\"}";
    let (status, said) = ask(address, SECRET, "POST /api/v1/puzzles/take", body);
    assert_eq!((status, &said["code"]), (503, &Value::from("locked")));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(daemon.says("it is over")["cause"], "locked");
    assert_eq!(ask(address, SECRET, "GET /readyz", "").0, 200);
    assert_eq!(
        ask(address, SECRET, "POST /api/v1/puzzles/take", body).0,
        200
    );
    // Whoever guesses tokens is seen.
    assert_eq!(ask(address, "guessed", "GET /api/v1/stock", "").0, 401);
    let line = daemon.says("a token is not known");
    assert_eq!(
        (&line["address"], &line["count"]),
        (&"127.0.0.1".into(), &1.into())
    );
    daemon.signal("-TERM");
    assert_eq!(daemon.ends(), Some(0));
}

/// If the ledger is lost, a server starts with a new ledger and says so in its log; the packs stay.
#[test]
fn a_new_ledger_beside_old_packs_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 300 --per-level 5 --seed 3 --name mon -q";
    run_in(folder.path(), job).expect(0);
    configure(folder.path(), "");
    let daemon = Process::start(folder.path(), |_| ());
    assert_eq!(daemon.says("the ledger is new")["packs"], 1);
    assert_eq!(daemon.says("not ready")["cause"], "no-stock");
    daemon.signal("-TERM");
    assert_eq!(daemon.ends(), Some(0));
}

/// A damaged pack gets one line in the log, however often it is looked at, and the server goes on working.
#[test]
fn a_damaged_pack_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, name) in [(3, "mon"), (4, "tue")] {
        let job = format!(
            "--count 300 --per-level 5 --seed {seed} --name {name} -q --ledger output/ledger.sqlite"
        );
        run_in(folder.path(), &job).expect(0);
    }
    let manifest = folder.path().join("output/mon/pack.json");
    fs::write(&manifest, "{}").unwrap();
    configure(folder.path(), "");
    let daemon = Process::start(folder.path(), |_| ());
    let line = daemon.says("a pack can't be read");
    assert!(line["error"].as_str().unwrap().contains("mon"), "{line}");
    daemon.signal("-HUP");
    daemon.says("configuration read again");
    daemon.signal("-TERM");
    assert_eq!(daemon.ends(), Some(0));
}
