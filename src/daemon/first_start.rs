//! Finds the configuration of the server. If there is no file, the built-in configuration is used, and a new token
//! is written to a file that only its owner can read. So one command in an empty folder starts a working server.

use super::clock::Clock;
use super::config::DaemonPlan;
use super::error::DaemonError;
use crate::line::drawn_seed;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The text of the built-in configuration.
const BUILT_IN: &str = include_str!("../../assets/daemon.toml");
/// The configuration file that is used if the command line names no other file.
const USUAL: &str = "config/daemon.toml";
/// The path of the file with the server's token, below the output folder.
const TOKENS: &str = ".daemon/tokens";

/// The place that the server's configuration comes from.
#[derive(Debug, Clone)]
pub enum ConfigOrigin {
    /// A configuration file at this path.
    File(PathBuf),
    /// The configuration that is built into the program.
    BuiltIn,
}

impl ConfigOrigin {
    /// Returns the configuration file that the command line names, otherwise `config/daemon.toml` if that
    /// file exists, otherwise the built-in configuration.
    pub fn find(named: Option<&Path>) -> Self {
        match named {
            Some(path) => Self::File(path.to_owned()),
            None if Path::new(USUAL).exists() => Self::File(PathBuf::from(USUAL)),
            None => Self::BuiltIn,
        }
    }

    /// Returns the name of the configuration for messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::BuiltIn => "the built-in configuration".to_owned(),
        }
    }

    /// Reads and checks the configuration. The built-in configuration uses the token that
    /// [`prepare`](Self::prepare) made, if that token exists.
    ///
    /// # Errors
    /// Same as [`DaemonPlan::read`].
    pub fn read(&self, clock: Arc<dyn Clock>) -> Result<DaemonPlan, DaemonError> {
        match self {
            Self::File(path) => DaemonPlan::read(path, clock),
            Self::BuiltIn => {
                let tokens = Some(Self::tokens()).filter(|path| path.exists());
                DaemonPlan::parse(BUILT_IN, &self.name(), tokens, clock)
            }
        }
    }

    /// Creates the token of the built-in configuration, unless that token exists already. Does nothing for a
    /// configuration file.
    ///
    /// # Errors
    /// If no random token can be made, or the token can't be written.
    pub fn prepare(&self) -> Result<(), DaemonError> {
        let path = Self::tokens();
        if matches!(self, Self::File(_)) || path.exists() {
            return Ok(());
        }
        let parts = [drawn_seed(), drawn_seed(), drawn_seed()];
        let mut secret = String::new();
        for part in parts {
            let part = part.map_err(|error| DaemonError::System {
                what: "create a token".to_owned(),
                source: io::Error::other(error),
            })?;
            secret.push_str(&format!("{part:016x}"));
        }
        let text = format!("# NAME SECRET rights besides reading\nowner {secret} take,jobs\n");
        let written = fs::create_dir_all(crate::disk::folder_of(&path))
            .and_then(|()| private(&path))
            .and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                file.sync_all()
            });
        written.map_err(|source| DaemonError::File { path, source })
    }

    /// Prints the address of the server, its output folder and its token file. The token of the built-in configuration
    /// is printed on a terminal only, because elsewhere it would stay in a log.
    pub fn greet(&self, address: SocketAddr, output: &Path, tokens: Option<&Path>) {
        let mut text = format!(
            "The server is at http://{address}/; its packs are in {}.\n",
            output.display()
        );
        text.push_str(&match tokens {
            Some(path) => format!(
                "The tokens for taking puzzles and for jobs are in {}.\n",
                path.display()
            ),
            None => "Nobody can take puzzles or start jobs: the configuration names no file of tokens.\n"
                .to_owned(),
        });
        let mut out = io::stdout();
        if matches!(self, Self::BuiltIn)
            && out.is_terminal()
            && let Ok(line) = fs::read_to_string(Self::tokens())
            && let Some(secret) = line.split_whitespace().rev().nth(1)
        {
            text.push_str(&format!("Token: {secret}\n"));
        }
        // Standard output may be closed.
        drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }

    fn tokens() -> PathBuf {
        Path::new("output").join(TOKENS)
    }
}

/// Creates a file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
