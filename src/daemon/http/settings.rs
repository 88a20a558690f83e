//! Checks the `[http]` settings of the configuration: the address, the tokens and the limits.

use super::tokens::{TokenError, Tokens};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the HTTP server, which `docs/http.md` lists in a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HttpSettings {
    /// The address to listen on. This setting is read only when the server starts.
    pub listen: SocketAddr,
    /// The path of the token file.
    pub tokens: Option<PathBuf>,
    /// The additional host names under which clients may address the server, for example the name of a proxy. The
    /// server checks the host name only in requests without a token.
    pub hosts: Vec<String>,
    /// The maximum number of requests per second for one client.
    pub rate: u32,
    /// The maximum number of bytes in a request's body.
    pub body_limit: usize,
    /// The maximum number of puzzles that one request may look at or take. This setting itself may be at most 100.
    pub most: u64,
    /// The addresses of proxies in front of the server, whose forwarding headers are trusted.
    pub proxies: Vec<IpAddr>,
    /// The maximum number of connections at the same time.
    pub connections: usize,
    /// The maximum number of connections from one address at the same time.
    pub connections_per_address: usize,
    /// The maximum number of requests that are answered at the same time.
    pub at_once: usize,
    /// The maximum number of books, exports and statistics that are made at the same time.
    pub downloads: usize,
    /// The maximum number of hints that are computed at the same time.
    pub hints: usize,
    /// The maximum number of puzzles in a book.
    pub book_puzzles: usize,
    /// The maximum number of puzzles that a requested job may ask for.
    pub job_puzzles: u64,
    /// The maximum number of streams of events that are open at the same time.
    pub followers: usize,
    /// The names of the packs whose puzzles people play on the web page; a `*` at the end of a name matches any ending.
    /// If the list is empty, people play shipped puzzles. For a level without shipped puzzles, they play puzzles in
    /// stock.
    pub play: Vec<String>,
    /// The number of seconds that a client may take to send the headers of a request, and may be idle between two
    /// requests.
    pub header_seconds: u64,
    /// The number of seconds that a client may take to send the body of a request, and to read each piece of an answer.
    pub body_seconds: u64,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8321)),
            tokens: None,
            hosts: Vec::new(),
            rate: 500,
            body_limit: 65_536,
            most: 100,
            proxies: Vec::new(),
            connections: 1024,
            connections_per_address: 256,
            at_once: 256,
            downloads: 2,
            hints: 4,
            book_puzzles: 5000,
            job_puzzles: 10_000_000,
            followers: 64,
            play: Vec::new(),
            header_seconds: 10,
            body_seconds: 20,
        }
    }
}

/// An error in the settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpSettingsError {
    /// The server has no tokens, but other machines can reach it and could read everything.
    #[error(
        "listen = \"{0}\" can be reached from other machines: name a file of tokens with tokens = \"FILE\", or listen at 127.0.0.1"
    )]
    NoTokens(SocketAddr),
    /// A limit is too small or too large.
    #[error("{name} = {found}: it must be from {least} to {most}")]
    Limit {
        /// The name of the setting.
        name: &'static str,
        /// The value of the setting.
        found: u64,
        /// The minimum value of the setting.
        least: u64,
        /// The maximum value of the setting.
        most: u64,
    },
    /// A name in `hosts` is not the bare name of a host.
    #[error(
        "hosts: {0:?} is not the name of a host: write it without scheme, port and path, such as sudoku.example.org"
    )]
    Host(String),
    /// An entry of `play`, the list of packs whose puzzles people play on the web page, can't match the name of any
    /// pack.
    #[error(
        "play: {0:?} can't be the name of a pack: write a name, or the beginning of names followed by *"
    )]
    Play(String),
    /// The token file can't be used.
    #[error(transparent)]
    Tokens(#[from] TokenError),
}

/// The current HTTP settings, with the tokens from their file.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The settings.
    pub settings: HttpSettings,
    /// The tokens.
    pub tokens: Tokens,
}

impl Rules {
    /// Checks the settings and reads the token file.
    ///
    /// # Errors
    /// If a setting is wrong, or the token file can't be used.
    pub fn new(settings: HttpSettings) -> Result<Self, HttpSettingsError> {
        settings.check()?;
        let tokens = settings.tokens.as_deref().map(Tokens::from_file);
        let tokens = tokens.transpose()?.unwrap_or_default();
        Ok(Self { settings, tokens })
    }
}

/// Returns whether a text may be the host in the header `Host`: the name of a machine, or an IPv6 address
/// without its brackets.
fn is_host(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let is_name = !text.is_empty() && text.chars().all(is_of_name);
    is_name || text.parse::<Ipv6Addr>().is_ok()
}

impl HttpSettings {
    fn check(&self) -> Result<(), HttpSettingsError> {
        if self.tokens.is_none() && !self.listen.ip().is_loopback() {
            return Err(HttpSettingsError::NoTokens(self.listen));
        }
        if let Some(host) = self.hosts.iter().find(|it| !is_host(it)) {
            return Err(HttpSettingsError::Host(host.clone()));
        }
        let names_packs = |name: &String| {
            let beginning = name.strip_suffix('*').unwrap_or(name);
            !name.is_empty() && !beginning.contains(['*', '/'])
        };
        if let Some(name) = self.play.iter().find(|it| !names_packs(it)) {
            return Err(HttpSettingsError::Play(name.clone()));
        }
        let limits = [
            ("rate", u64::from(self.rate), 1, 1_000_000),
            ("body-limit", self.body_limit as u64, 256, 1 << 24),
            ("most", self.most, 1, crate::stock::AHEAD as u64),
            ("connections", self.connections as u64, 1, 1 << 16),
            (
                "connections-per-address",
                self.connections_per_address as u64,
                1,
                1 << 16,
            ),
            ("at-once", self.at_once as u64, 1, 1 << 16),
            ("downloads", self.downloads as u64, 1, 64),
            ("hints", self.hints as u64, 1, 64),
            ("book-puzzles", self.book_puzzles as u64, 1, 100_000),
            ("job-puzzles", self.job_puzzles, 1, u64::MAX),
            ("followers", self.followers as u64, 0, 1 << 16),
            ("header-seconds", self.header_seconds, 1, 3600),
            ("body-seconds", self.body_seconds, 1, 3600),
        ];
        let is_wrong =
            |(_, found, least, most): &(_, u64, u64, u64)| !(*least..=*most).contains(found);
        match limits.into_iter().find(is_wrong) {
            None => Ok(()),
            Some((name, found, least, most)) => Err(HttpSettingsError::Limit {
                name,
                found,
                least,
                most,
            }),
        }
    }

    /// Returns the maximum time that a client may take to send the headers of a request.
    pub const fn header_time(&self) -> Duration {
        Duration::from_secs(self.header_seconds)
    }

    /// Returns the maximum time that a client may take to send a body, or to read a piece of an answer.
    pub const fn body_time(&self) -> Duration {
        Duration::from_secs(self.body_seconds)
    }
}
