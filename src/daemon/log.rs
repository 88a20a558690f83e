//! Writes the log on standard error: JSON objects, one on each line, which the systemd journal and log
//! collectors can read, or plain lines for people at a terminal.

use serde::{Deserialize, Serialize};
use std::io;
use tracing_subscriber::filter::LevelFilter;

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object on each line, for programs.
    Json,
    /// Plain lines, for reading at a terminal.
    Text,
}

/// Starts to log the events of this process. A second call changes nothing.
pub fn begin(format: LogFormat) {
    let log = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::INFO)
        .with_writer(io::stderr)
        .with_target(false)
        // Standard error may be closed, which is no reason to panic.
        .log_internal_errors(false);
    drop(match format {
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .try_init(),
        LogFormat::Text => log.with_ansi(false).try_init(),
    });
}
