//! `/metrics`: the state of the daemon in the format of Prometheus.

use super::app::App;
use super::asked::{Asked, Nothing};
use super::counters::BUCKETS;
use super::problem::Problem;
use crate::daemon::State as JobState;
use crate::line::free_space;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::fmt::{Display, Write};
use std::sync::atomic::Ordering;

/// `GET /metrics`
pub async fn metrics(
    State(app): State<App>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<impl IntoResponse, Problem> {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text(&app)))
}

/// Returns all metrics.
pub fn text(app: &App) -> String {
    let mut out = Text(String::new());
    stock(app, &mut out);
    jobs(app, &mut out);
    answers(app, &mut out);
    process(app, &mut out);
    out.0
}

fn stock(app: &App, out: &mut Text) {
    let free = app.parts.stock.free();
    out.head("factory_stock_free", "gauge", "Puzzles that can be taken.");
    for it in &free {
        let labels = [
            ("scheme", it.label.scheme.as_str()),
            ("level", &it.label.name),
        ];
        out.value("factory_stock_free", &labels, it.free);
    }
    out.head(
        "factory_stock_taken",
        "gauge",
        "Puzzles of the packs that are there that were taken, shipped or retired.",
    );
    for it in &free {
        let labels = [
            ("scheme", it.label.scheme.as_str()),
            ("level", &it.label.name),
        ];
        out.value("factory_stock_taken", &labels, it.taken);
    }
    let shelves = app.parts.queue.shelves();
    out.head(
        "factory_shelf_least",
        "gauge",
        "When a shelf's level has fewer puzzles, more are made.",
    );
    for shelf in &shelves {
        for level in &shelf.levels {
            let labels = [("shelf", shelf.name.as_str()), ("level", &level.level)];
            out.value("factory_shelf_least", &labels, level.least);
        }
    }
    let packs = app.parts.stock.library().packs().len();
    out.one("factory_packs", "gauge", "Packs that are there.", packs);
    let taken = app.counters.taken.load(Ordering::Relaxed);
    out.one(
        "factory_taken_puzzles_total",
        "counter",
        "Puzzles that were taken since the start.",
        taken,
    );
}

fn jobs(app: &App, out: &mut Text) {
    let queue = &app.parts.queue;
    let jobs = queue.jobs();
    let states = [
        (JobState::Waiting, "waiting"),
        (JobState::Running, "running"),
        (JobState::Done, "done"),
        (JobState::Short, "short"),
        (JobState::Failed, "failed"),
        (JobState::Stopped, "stopped"),
    ];
    out.head("factory_jobs", "gauge", "Jobs by state.");
    for (state, name) in states {
        let count = jobs.iter().filter(|job| job.state == state).count();
        out.value("factory_jobs", &[("state", name)], count);
    }
    let running = jobs.iter().filter(|job| job.state == JobState::Running);
    // A sum of nothing is -0.
    let speed = running.map(|job| job.per_second).sum::<f64>() + 0.0;
    out.one(
        "factory_candidates_per_second",
        "gauge",
        "Candidates made a second just now.",
        speed,
    );
    let time = |text: &Option<String>| -> Option<i64> {
        let time: jiff::Timestamp = text.as_ref()?.parse().ok()?;
        Some(time.as_second())
    };
    let is_good = |state| matches!(state, JobState::Done | JobState::Short);
    let done = jobs.iter().filter(|job| is_good(job.state));
    if let Some(last) = done.filter_map(|job| time(&job.ended)).max() {
        out.one(
            "factory_last_success_timestamp_seconds",
            "gauge",
            "When a job last ended with a pack.",
            last,
        );
    }
    out.head(
        "factory_next_run_timestamp_seconds",
        "gauge",
        "When a schedule comes next.",
    );
    for next in queue.next_runs() {
        if let Some(at) = time(&Some(next.at)) {
            out.value(
                "factory_next_run_timestamp_seconds",
                &[("schedule", &next.name)],
                at,
            );
        }
    }
    out.one(
        "factory_ready",
        "gauge",
        "1 if the daemon is at work.",
        u8::from(queue.is_ready()),
    );
}

fn answers(app: &App, out: &mut Text) {
    out.head(
        "factory_http_requests_total",
        "counter",
        "Requests answered, by route; without one, there is nothing at the path.",
    );
    for ((route, method, status), count) in app.counters.answers() {
        let status = status.to_string();
        let labels = [
            ("route", route.as_str()),
            ("method", method),
            ("status", &status),
        ];
        out.value("factory_http_requests_total", &labels, count);
    }
    let times = app.counters.times();
    let name = "factory_http_request_seconds";
    out.head(
        name,
        "histogram",
        "How long answers took, up to their first byte.",
    );
    let mut sum = 0;
    let ends = BUCKETS.map(|end| end.to_string());
    let ends = ends.iter().map(String::as_str).chain(["+Inf"]);
    for (end, count) in ends.zip(times.counts) {
        sum += count;
        out.value(&format!("{name}_bucket"), &[("le", end)], sum);
    }
    out.value(&format!("{name}_sum"), &[], times.sum);
    out.value(&format!("{name}_count"), &[], sum);
    in_use(app, out);
}

/// Writes how much of each limit is in use.
fn in_use(app: &App, out: &mut Text) {
    let gauges = [
        (
            "factory_http_connections",
            "Connections that are open.",
            &app.connections,
        ),
        (
            "factory_http_at_once",
            "Requests that are being answered.",
            &app.at_once,
        ),
        (
            "factory_http_downloads",
            "Books, exports and statistics that are being made.",
            &app.downloads,
        ),
        (
            "factory_http_hints",
            "Hints that are being sought.",
            &app.hints,
        ),
        (
            "factory_http_followers",
            "Readers of events.",
            &app.followers,
        ),
    ];
    for (name, about, gauge) in gauges {
        out.one(name, "gauge", about, gauge.count());
    }
}

fn process(app: &App, out: &mut Text) {
    if let Some(free) = free_space(&app.parts.output) {
        out.one(
            "factory_free_bytes",
            "gauge",
            "Bytes that are free where packs go.",
            free,
        );
    }
    let up = app.begun.elapsed().as_secs_f64();
    out.one(
        "factory_up_seconds",
        "gauge",
        "How long the daemon has been listening.",
        up,
    );
    if let Some(bytes) = resident() {
        out.one(
            "process_resident_memory_bytes",
            "gauge",
            "Memory in use.",
            bytes,
        );
    }
}

/// Returns the memory of this process in bytes, as Linux reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The text of metrics while it is written.
struct Text(String);

impl Text {
    fn head(&mut self, name: &str, kind: &str, about: &str) {
        let _ = writeln!(self.0, "# HELP {name} {about}\n# TYPE {name} {kind}");
    }

    fn one(&mut self, name: &str, kind: &str, about: &str, value: impl Display) {
        self.head(name, kind, about);
        self.value(name, &[], value);
    }

    fn value(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let escaped = |text: &str| {
            let text = text.replace('\\', "\\\\").replace('"', "\\\"");
            text.replace('\n', "\\n")
        };
        let labels = labels
            .iter()
            .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)));
        let labels: Vec<String> = labels.collect();
        let _ = match labels.is_empty() {
            true => writeln!(self.0, "{name} {value}"),
            false => writeln!(self.0, "{name}{{{}}} {value}", labels.join(",")),
        };
    }
}
