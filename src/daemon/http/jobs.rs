//! Answers requests that list, submit or cancel jobs.

use super::app::{App, Client};
use super::codes::Code;
use super::problem::Problem;
use super::request::{
    NoParameters, ObjectFields, PathNames, UrlQuery, json as json_body, whole_of,
};
use crate::config::{Settings, values};
use crate::daemon::JobRefusal;
use crate::dig::CluePattern;
use axum::Json;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

/// The settings that a request for a job must not contain, because they name files on this machine or because the
/// server decides them.
const NOT_OURS: [&str; 8] = [
    "from",
    "keep",
    "ledger",
    "metrics-file",
    "out",
    "quiet",
    "seed-policy",
    "threads",
];

/// Returns all jobs and the next run of each schedule as JSON.
pub fn jobs_json(app: &App) -> Value {
    let queue = &app.parts.queue;
    json!({ "schema": 1, "jobs": queue.jobs(), "next": queue.next_runs() })
}

/// Answers `GET /api/v1/jobs`.
pub async fn all(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    Ok(Json(jobs_json(&app)))
}

/// Returns the number of a job, read from the job's id in the path of a request.
fn number(id: &str) -> Result<u64, Problem> {
    let is_plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_plain.then(|| id.parse().ok()).flatten();
    number.ok_or_else(|| Problem::bad("the id of a job is a number"))
}

fn job_json(app: &App, id: u64) -> Result<Value, Problem> {
    let job = app.parts.queue.job(id);
    let job = job.ok_or_else(|| match id < app.parts.queue.next_id() && id > 0 {
        true => Problem::new(
            Code::JobForgotten,
            format!("job {id} ended long ago, and its record is gone"),
        ),
        false => Problem::missing(format!("there is no job {id}")),
    })?;
    let mut told = json!(job);
    told["schema"] = 1.into();
    Ok(told)
}

/// Answers `GET /api/v1/jobs/{id}`.
pub async fn one_job(
    State(app): State<App>,
    PathNames(id): PathNames<String>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    Ok(Json(job_json(&app, number(&id)?)?))
}

/// Answers `POST /api/v1/jobs`.
pub async fn submit(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Problem> {
    let who = client.who_runs_jobs()?;
    let ObjectFields(asked) = json_body(&app, &headers, body).await?;
    let settings = job_request(asked)?;
    let submitted = app.parts.queue.submit(settings);
    let id = submitted.map_err(|refused| match refused {
        // The error names settings like options of the command line.
        JobRefusal::Invalid(said) => Problem::new(Code::Impossible, said.replace("--", "")),
        JobRefusal::NameTaken(_) => Problem::new(Code::NameTaken, refused.to_string()),
        JobRefusal::Full => Problem::new(Code::TooManyJobs, refused.to_string()),
        JobRefusal::Stopping => Problem::stopping(),
    })?;
    if let Err(fault) = app.parts.queue.wait_until_kept().await {
        app.parts.queue.cancel(id);
        let said = "the queue can't be written to the disk: the job was not accepted";
        return Err(Problem::new(fault.into(), said));
    }
    tracing::info!(client = who, job = id, "a job was requested");
    Ok((StatusCode::CREATED, Json(job_json(&app, id)?)))
}

/// Returns the settings of the job that a request asks for. A request may contain the same settings as a job file,
/// except those that name files and those that the server decides.
fn job_request(asked: Map<String, Value>) -> Result<Settings, Problem> {
    if let Some(name) = NOT_OURS.into_iter().find(|name| asked.contains_key(*name)) {
        return Err(Problem::bad(format!(
            "{name} can only be set in the configuration"
        )));
    }
    if let Some((name, _)) = asked.iter().find(|(_, value)| holds_null(value)) {
        let said = format!("{name} contains null: leave out fields without a value");
        return Err(Problem::new(Code::Impossible, said));
    }
    let pattern = asked.get("pattern").and_then(Value::as_str);
    // Any other text would be the name of a file.
    if pattern.is_some_and(|text| text.parse::<CluePattern>().is_err()) {
        return Err(Problem::bad(
            "pattern must be a text of 81 cells, not the name of a file",
        ));
    }
    let asked = asked.into_iter();
    let asked: Map<String, Value> = asked
        .map(|(name, value)| (name, with_whole_numbers(value)))
        .collect();
    let read = |fields: Map<String, Value>| serde_json::from_value(Value::Object(fields));
    let settings: Result<Settings, _> = read(asked.clone());
    settings.map_err(|error| {
        // Reads the settings one by one to find the wrong one.
        let mut single = asked.into_iter();
        let wrong = single.find_map(|(name, value)| {
            let error = read(Map::from_iter([(name.clone(), value)])).err()?;
            Some((name, error))
        });
        let (place, error) = match wrong {
            Some((name, wrong)) => (format!("{name}: "), wrong.to_string()),
            None => (String::new(), error.to_string()),
        };
        let said = format!("{place}{}", values::in_words(&error));
        Problem::new(Code::Impossible, said)
    })
}

/// Returns the JSON value with its whole numbers as integers, even those that are written as floats, such as 1.0. JSON
/// Schema also counts 1.0 as an integer.
fn with_whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().and_then(whole_of);
            match whole.filter(|_| number.is_f64()) {
                Some(whole) => whole.into(),
                None => Value::Number(number),
            }
        }
        Value::Array(items) => items.into_iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, with_whole_numbers(value)))
            .collect(),
        other => other,
    }
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(fields) => fields.values().any(holds_null),
        _ => false,
    }
}

/// Answers `DELETE /api/v1/jobs/{id}`.
pub async fn cancel(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    PathNames(id): PathNames<String>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    let who = client.who_runs_jobs()?;
    let id = number(&id)?;
    if !app.parts.queue.cancel(id) {
        // Answers 404 if there is no such job.
        job_json(&app, id)?;
        return Err(Problem::new(Code::JobEnded, format!("job {id} has ended")));
    }
    if let Err(fault) = app.parts.queue.wait_until_kept().await {
        let said = "the job is stopped, but the queue can't be written to the disk";
        return Err(Problem::new(fault.into(), said));
    }
    tracing::info!(client = who, job = id, "a job was stopped");
    Ok(Json(job_json(&app, id)?))
}
