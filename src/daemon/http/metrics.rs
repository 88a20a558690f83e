//! Answers `/metrics`: writes the state of the server in the format of Prometheus.

use super::app::App;
use super::connections::ConnectionLimit;
use super::counters::BUCKETS;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery};
use crate::daemon::{JobRecord, JobState, Obstacle, ShelfLevel};
use crate::line::free_space;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::fmt::{Display, Write};
use std::sync::atomic::Ordering;

/// Answers `GET /metrics`.
pub async fn metrics(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    // Writing the text reads the ledger, which may block.
    let text = tokio::task::spawn_blocking(move || text(&app)).await?;
    Ok(([(header::CONTENT_TYPE, kind)], text))
}

/// Returns the text of all metrics.
pub fn text(app: &App) -> String {
    let mut out = MetricsText(String::new());
    stock(app, &mut out);
    shelves(app, &mut out);
    jobs(app, &mut out);
    records(app, &mut out);
    lacking(app, &mut out);
    ledger(app, &mut out);
    health(app, &mut out);
    answers(app, &mut out);
    refusals(app, &mut out);
    process(app, &mut out);
    out.0
}

fn stock(app: &App, out: &mut MetricsText) {
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
        "Puzzles in the present packs that were taken, shipped or retired.",
    );
    for it in &free {
        let labels = [
            ("scheme", it.label.scheme.as_str()),
            ("level", &it.label.name),
        ];
        out.value("factory_stock_taken", &labels, it.taken);
    }
    let packs = app.parts.stock.library().packs().len();
    out.one(
        "factory_packs",
        "gauge",
        "Packs in the output folder.",
        packs,
    );
    let taken = app.counters.taken.load(Ordering::Relaxed);
    out.one(
        "factory_taken_puzzles_total",
        "counter",
        "Puzzles that were taken since the start of the server.",
        taken,
    );
}

fn jobs(app: &App, out: &mut MetricsText) {
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
    // An empty sum is -0.
    let speed = running.map(|job| job.per_second).sum::<f64>() + 0.0;
    out.one(
        "factory_candidates_per_second",
        "gauge",
        "Candidates a second of the running jobs.",
        speed,
    );
    out.head(
        "factory_next_run_timestamp_seconds",
        "gauge",
        "The time of the next run of a schedule.",
    );
    for next in queue.next_runs() {
        if let Some(at) = seconds(Some(&next.at)) {
            out.value(
                "factory_next_run_timestamp_seconds",
                &[("schedule", &next.name)],
                at,
            );
        }
    }
}

/// Returns the number of seconds from 1970 to a time in RFC 3339 format. Returns `None` if there is no text, or if the
/// text is not a time in this format.
fn seconds(time: Option<&String>) -> Option<i64> {
    let time: jiff::Timestamp = time?.parse().ok()?;
    Some(time.as_second())
}

/// Writes, for each level of each shelf, the number of puzzles in stock and the shelf's two limits: the number below
/// which it is refilled, and the number up to which it is refilled.
fn shelves(app: &App, out: &mut MetricsText) {
    let shelves = app.parts.queue.shelves();
    type Value = fn(&ShelfLevel) -> u64;
    let values: [(&str, &str, Value); 3] = [
        (
            "factory_shelf_free",
            "Puzzles of a shelf's level that can be taken.",
            |level| level.stock,
        ),
        (
            "factory_shelf_least",
            "The number of puzzles below which a shelf's level is low.",
            |level| level.least,
        ),
        (
            "factory_shelf_most",
            "The number of puzzles to which a low level is filled.",
            |level| level.most,
        ),
    ];
    for (name, about, value) in values {
        out.head(name, "gauge", about);
        for shelf in &shelves {
            for level in &shelf.levels {
                let labels = [
                    ("shelf", shelf.name.as_str()),
                    ("scheme", &shelf.scheme),
                    ("level", &level.level),
                ];
                out.value(name, &labels, value(level));
            }
        }
    }
}

/// Writes the number of ended jobs, and the results of the last one: for each schedule, for each shelf, and for
/// all requested jobs together. The results have the same names as in the file that a run writes with
/// `--metrics-file`.
fn records(app: &App, out: &mut MetricsText) {
    let records = app.parts.queue.records();
    let name = "factory_jobs_total";
    out.head(
        name,
        "counter",
        "Jobs that have ended, including those before a restart.",
    );
    for ((cause, of), record) in &records {
        for (state, count) in &record.ended {
            let labels = [
                ("cause", cause.name()),
                ("name", of),
                ("state", state.name()),
            ];
            out.value(name, &labels, count);
        }
    }
    type Value = fn(&JobRecord) -> Option<f64>;
    let values: [(&str, &str, Value); 5] = [
        (
            "factory_last_run_timestamp_seconds",
            "The time when the last job ended.",
            |it| seconds(it.last_end.as_ref()).map(|it| it as f64),
        ),
        (
            "factory_last_success_timestamp_seconds",
            "The time when a job last ended with a pack.",
            |it| seconds(it.last_success.as_ref()).map(|it| it as f64),
        ),
        (
            "factory_exit_code",
            "The exit code of the last job.",
            |it| it.exit.map(f64::from),
        ),
        (
            "factory_run_seconds",
            "The seconds that the last job took.",
            |it| Some(it.seconds),
        ),
        (
            "factory_candidates",
            "Candidates that the last job looked at.",
            |it| Some(it.candidates as f64),
        ),
    ];
    for (name, about, value) in values {
        out.head(name, "gauge", about);
        for ((cause, of), record) in &records {
            if let Some(value) = value(record) {
                out.value(name, &[("cause", cause.name()), ("name", of)], value);
            }
        }
    }
}

/// Writes the number of puzzles that were missing at the end of the last job of each schedule and shelf, by
/// level.
fn lacking(app: &App, out: &mut MetricsText) {
    let records = app.parts.queue.records();
    let name = "factory_short";
    out.head(
        name,
        "gauge",
        "Puzzles that were missing at the end of the last job, by level.",
    );
    for ((cause, of), record) in &records {
        for (level, lacks) in &record.lacking {
            let labels = [("cause", cause.name()), ("name", of), ("level", level)];
            out.value(name, &labels, lacks);
        }
    }
}

/// Writes the number of puzzles in the ledger, and the age of its last backup in seconds.
fn ledger(app: &App, out: &mut MetricsText) {
    let (puzzles, backup) = match app.parts.stock.ledger_facts() {
        Ok((puzzles, backup)) => (Some(puzzles), backup),
        Err(_) => (None, None),
    };
    let name = "factory_ledger_puzzles";
    out.head(name, "gauge", "Puzzles in the ledger.");
    if let Some(puzzles) = puzzles {
        out.value(name, &[], puzzles);
    }
    let name = "factory_ledger_backup_age_seconds";
    out.head(name, "gauge", "Age of the ledger's last backup.");
    if let Some(made) = seconds(backup.as_ref()) {
        let age = jiff::Timestamp::now().as_second() - made;
        out.value(name, &[], age.max(0));
    }
}

/// Writes whether the server is ready, and if not, why.
fn health(app: &App, out: &mut MetricsText) {
    let queue = &app.parts.queue;
    let obstacles = queue.health().obstacles();
    out.one(
        "factory_ready",
        "gauge",
        "1 if takes and jobs can succeed.",
        u8::from(queue.is_ready() && !queue.is_stopping() && obstacles.is_empty()),
    );
    let name = "factory_not_ready";
    out.head(
        name,
        "gauge",
        "1 while this cause keeps the server from being ready.",
    );
    for obstacle in Obstacle::ALL {
        let is_there = obstacles.iter().any(|(it, _)| *it == obstacle);
        out.value(name, &[("cause", obstacle.name())], u8::from(is_there));
    }
}

/// Writes the numbers of closed connections and refused requests.
fn refusals(app: &App, out: &mut MetricsText) {
    let counters = &app.counters;
    let name = "factory_http_closed_connections_total";
    out.head(
        name,
        "counter",
        "Connections that were closed to make room for newer ones, or could not be accepted.",
    );
    for (reason, count) in [
        (
            "address",
            counters.closed_by(ConnectionLimit::Address).count(),
        ),
        ("all", counters.closed_by(ConnectionLimit::All).count()),
        ("accept", counters.not_accepted.count()),
    ] {
        out.value(name, &[("reason", reason)], count);
    }
    out.one(
        "factory_http_wrong_tokens_total",
        "counter",
        "Requests with an unknown token.",
        counters.wrong_tokens.count(),
    );
    out.one(
        "factory_http_damaged_total",
        "counter",
        "Answers that failed or broke off because a file is damaged.",
        counters.damage.count(),
    );
}

fn answers(app: &App, out: &mut MetricsText) {
    out.head(
        "factory_http_requests_total",
        "counter",
        "Requests answered, by route; the route is empty for an unknown path.",
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
        "The seconds that answers took, up to their first byte.",
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

/// Writes how much of each limit is in use now.
fn in_use(app: &App, out: &mut MetricsText) {
    let gauges = [
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
            "Hints that are being searched for.",
            &app.hints,
        ),
        (
            "factory_http_followers",
            "Clients that follow the events.",
            &app.followers,
        ),
    ];
    out.one(
        "factory_http_connections",
        "gauge",
        "Connections that are open.",
        app.connections.count(),
    );
    for (name, about, gauge) in gauges {
        out.one(name, "gauge", about, gauge.count());
    }
}

fn process(app: &App, out: &mut MetricsText) {
    if let Some(free) = free_space(&app.parts.output) {
        out.one(
            "factory_free_bytes",
            "gauge",
            "Free bytes on the disk of the output folder.",
            free,
        );
    }
    let up = app.begun.elapsed().as_secs_f64();
    out.one(
        "factory_up_seconds",
        "gauge",
        "The seconds since the server began to listen.",
        up,
    );
    if let Some(bytes) = resident() {
        out.one(
            "process_resident_memory_bytes",
            "gauge",
            "Resident memory in bytes.",
            bytes,
        );
    }
}

/// Returns the resident memory of this process in bytes, as Linux reports it; `None` on other systems.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The text of the metrics, while it is being written.
struct MetricsText(String);

impl MetricsText {
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
