//! Tests the alert rules and the dashboard in `deploy`: the server has every metric that they use.

use crate::http::{SHOP, Shop, settings};
use std::collections::BTreeSet;
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::JobState;

/// Returns the names of metrics that occur in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !is_part(c));
    let metrics = words.filter(|word| word.starts_with("factory_") || word.starts_with("process_"));
    metrics
        .map(|name| {
            let ends = ["_bucket", "_sum", "_count"];
            let short = ends.iter().find_map(|end| name.strip_suffix(end));
            short.unwrap_or(name)
        })
        .collect()
}

#[test]
fn rules_and_dashboard_ask_for_what_there_is() {
    let shop = Shop::new(true, settings());
    let there = shop.get("/metrics").text();
    let there: BTreeSet<&str> = there
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    for (file, text) in [
        ("alerts.yml", include_str!("../deploy/alerts.yml")),
        ("grafana.json", include_str!("../deploy/grafana.json")),
    ] {
        let asked = names(text);
        assert!(asked.len() > 8, "{file}: {asked:?}");
        let missing: Vec<&&str> = asked.difference(&there).collect();
        assert!(missing.is_empty(), "{file}: {missing:?}");
    }
    let dashboard: serde_json::Value =
        serde_json::from_str(include_str!("../deploy/grafana.json")).unwrap();
    assert!(dashboard["panels"].as_array().unwrap().len() > 8);
    // It must be able to fail.
    assert!(!there.contains("factory_nothing"));
    assert_eq!(
        names("rate(factory_nothing_bucket[5m])"),
        BTreeSet::from(["factory_nothing"])
    );
}

#[test]
fn jobs_are_counted_by_what_they_are_for() {
    let shop = Shop::new(true, settings());
    let job = Settings {
        count: Some(900),
        per_level: Some(20),
        ..Settings::default()
    };
    let id = shop.queue.submit(job).unwrap();
    shop.queue.take().unwrap();
    shop.queue.end(id, |view| {
        view.state = JobState::Short;
        view.exit = Some(3);
    });
    shop.take(SHOP, "k", r#"{"level":"hard"}"#).json(200);
    let text = shop.get("/metrics").text();
    for line in [
        "factory_jobs_total{cause=\"asked\",name=\"\",state=\"short\"} 1",
        "factory_exit_code{cause=\"asked\",name=\"\"} 3",
        "factory_short{cause=\"asked\",name=\"\",level=\"hard\"} 20",
        "factory_ledger_puzzles 400",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    let success = "factory_last_success_timestamp_seconds{cause=\"asked\",name=\"\"} ";
    assert!(text.lines().any(|it| it.starts_with(success)), "{text}");
}
