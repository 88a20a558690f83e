//! The state that all request handlers share.

use super::super::JobQueue;
use super::codes::Code;
use super::connections::Connections;
use super::counters::Counters;
use super::file_digests::FileDigests;
use super::histogram::Histograms;
use super::limits::{ClientKey, Gauge, Rates, UseCounts};
use super::problem::Problem;
use super::settings::Rules;
use super::tokens::Token;
use crate::stock::Stock;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// The parts of the server that request handlers use.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The queue of jobs.
    pub queue: JobQueue,
    /// The stock of puzzles and packs.
    pub stock: Arc<Stock>,
    /// The output folder, which contains the packs.
    pub output: PathBuf,
    /// The HTTP settings and tokens, which may change while the server runs.
    pub rules: watch::Receiver<Arc<Rules>>,
}

/// The state that all request handlers share.
#[derive(Debug, Clone)]
pub struct App(Arc<AppState>);

/// The state inside an [`App`], which all copies of the [`App`] share.
#[derive(Debug)]
pub struct AppState {
    pub parts: Parts,
    /// `true` if only this machine can reach the server.
    pub is_local: bool,
    pub rates: Rates,
    pub at_once: Gauge,
    /// For each client, the number of its requests that are being answered.
    pub client_uses: UseCounts,
    pub downloads: Gauge,
    /// The number of large answers that each client is reading.
    pub readers: UseCounts,
    pub hints: Gauge,
    pub followers: Gauge,
    pub connections: Connections,
    pub counters: Counters,
    pub histograms: Histograms,
    /// The digests of the files that the server has sent.
    pub digests: FileDigests,
    pub begun: Instant,
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    pub fn new(parts: Parts, is_local: bool) -> Self {
        Self(Arc::new(AppState {
            parts,
            is_local,
            rates: Rates::default(),
            at_once: Gauge::default(),
            client_uses: UseCounts::default(),
            readers: UseCounts::default(),
            downloads: Gauge::default(),
            hints: Gauge::default(),
            followers: Gauge::default(),
            connections: Connections::default(),
            counters: Counters::default(),
            histograms: Histograms::default(),
            digests: FileDigests::default(),
            begun: Instant::now(),
        }))
    }

    /// Returns the current HTTP settings and tokens.
    pub fn rules(&self) -> Arc<Rules> {
        Arc::clone(&self.parts.rules.borrow())
    }
}

/// The client that sent a request.
#[derive(Debug, Clone)]
pub struct Client {
    /// The client's token, if the request has one.
    pub token: Option<Token>,
    /// The client's token or address, to which the limits for each client apply.
    pub key: ClientKey,
}

impl Client {
    /// Returns the client's name if the client may take puzzles.
    ///
    /// # Errors
    /// 401 without a token, 403 if the token lacks the right.
    pub fn who_takes(&self) -> Result<&str, Problem> {
        self.who_may("take puzzles", |token| token.may_take)
    }

    /// Returns the client's name if the client may start and stop jobs.
    ///
    /// # Errors
    /// 401 without a token, 403 if the token lacks the right.
    pub fn who_runs_jobs(&self) -> Result<&str, Problem> {
        self.who_may("start or stop jobs", |token| token.may_run_jobs)
    }

    fn who_may(&self, what: &str, may: impl Fn(&Token) -> bool) -> Result<&str, Problem> {
        match &self.token {
            Some(token) if may(token) => Ok(&token.name),
            Some(token) => {
                let said = format!("the token {:?} may not {what}", token.name);
                Err(Problem::new(Code::NotAllowed, said))
            }
            None => Err(Problem::no_token(
                Code::NoToken,
                "this needs a token: Authorization: Bearer SECRET",
            )),
        }
    }
}
