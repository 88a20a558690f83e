//! Reads the token file, which has one line for each client, with the client's rights. Secrets are kept as
//! digests, and appear neither in errors nor in logs. Digests are compared in constant time.

use crate::stock::Quota;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The minimum number of characters in a secret; shorter secrets can be guessed.
const SHORTEST: usize = 16;

/// An error in a token file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The file can't be read.
    #[error("cannot read the tokens in {}", path.display())]
    Unreadable {
        /// The path of the token file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A line in the token file is wrong. The error doesn't show the line, since it may contain a secret.
    #[error("{} line {line}: {problem}; a line is NAME SECRET and, for more than reading, a list such as take,jobs or take=500/day", path.display())]
    Line {
        /// The path of the token file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The fault in the line.
        problem: &'static str,
    },
}

/// One token: a client's name, its secret as a digest, and its rights.
#[derive(Clone)]
pub struct Token {
    /// The name of the client that the token belongs to.
    pub name: String,
    /// `true` if the client may take puzzles.
    pub may_take: bool,
    /// The quota of puzzles that the client may take in an hour or a day; `None` if there is no quota.
    pub quota: Option<Quota>,
    /// `true` if the client may start and stop jobs.
    pub may_run_jobs: bool,
    digest: blake3::Hash,
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Token")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// All tokens of the server.
#[derive(Debug, Clone, Default)]
pub struct Tokens(Vec<Token>);

impl Tokens {
    /// Reads a token file.
    ///
    /// # Errors
    /// If the file can't be read, or a line in it is not a token.
    pub fn from_file(path: &Path) -> Result<Self, TokenError> {
        let text = std::fs::read_to_string(path).map_err(|source| TokenError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text).map_err(|(line, problem)| TokenError::Line {
            path: path.to_owned(),
            line,
            problem,
        })
    }

    /// Reads tokens from a text with one token per line: `NAME SECRET`, followed by the rights that the client has
    /// besides reading, such as `take,jobs`. Blank lines and lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// The line number, from 1, and the error in the line.
    pub fn parse(text: &str) -> Result<Self, (usize, &'static str)> {
        let mut tokens: Vec<Token> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let token = token(line).map_err(|problem| (number, problem))?;
            if tokens.iter().any(|it| it.name == token.name) {
                return Err((number, "another token has the same name"));
            }
            if tokens.iter().any(|it| it.digest == token.digest) {
                return Err((number, "another token has the same secret"));
            }
            tokens.push(token);
        }
        Ok(Self(tokens))
    }

    /// Returns whether the server has no tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the token with this secret, or `None` if there is no such token. The time that the search takes does not
    /// depend on the secret.
    pub fn find(&self, secret: &str) -> Option<&Token> {
        let digest = blake3::hash(secret.as_bytes());
        let mut found = None;
        for token in &self.0 {
            // Digests are compared in constant time.
            if token.digest == digest {
                found = Some(token);
            }
        }
        found
    }
}

fn token(line: &str) -> Result<Token, &'static str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, secret, rights) = match words.as_slice() {
        [name, secret] => (name, secret, ""),
        [name, secret, rights] => (name, secret, *rights),
        _ => return Err("it doesn't have two or three words"),
    };
    if secret.len() < SHORTEST {
        return Err("the secret is shorter than 16 characters");
    }
    let mut token = Token {
        name: (*name).to_owned(),
        may_take: false,
        quota: None,
        may_run_jobs: false,
        digest: blake3::hash(secret.as_bytes()),
    };
    let rights = rights.trim_start_matches('[').trim_end_matches(']');
    for right in rights.split(',').filter(|right| !right.is_empty()) {
        match right {
            "read" => {}
            "take" => token.may_take = true,
            _ if right.starts_with("take=") => {
                let quota = right.strip_prefix("take=").and_then(Quota::parse);
                let quota =
                    quota.ok_or("its quota does not have the form take=500/day or take=20/hour")?;
                token.may_take = true;
                token.quota = Some(quota);
            }
            "jobs" => token.may_run_jobs = true,
            _ => return Err("its rights are not read, take or jobs"),
        }
    }
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_secrets_are_kept() {
        let text = "# who may\n\nshop 0123456789abcdef take\nboss  fedcba9876543210 take,jobs\nscreen aaaaaaaaaaaaaaaa\n";
        let tokens = Tokens::parse(text).unwrap();
        let rights = |secret| {
            tokens
                .find(secret)
                .map(|it| (it.name.as_str(), it.may_take, it.may_run_jobs))
        };
        assert_eq!(rights("0123456789abcdef"), Some(("shop", true, false)));
        assert_eq!(rights("fedcba9876543210"), Some(("boss", true, true)));
        assert_eq!(rights("aaaaaaaaaaaaaaaa"), Some(("screen", false, false)));
        assert_eq!(rights("0123456789abcdeF"), None);
        assert_eq!(rights(""), None);
        let shown = format!("{tokens:?}");
        assert!(
            shown.contains("boss") && !shown.contains("fedcba"),
            "{shown}"
        );
    }

    #[test]
    fn lines_that_are_none_are_told_without_their_secrets() {
        let wrong = |text| Tokens::parse(text).unwrap_err();
        assert_eq!(
            wrong("shop 0123456789abcdef take=9/week"),
            (
                1,
                "its quota does not have the form take=500/day or take=20/hour"
            )
        );
        assert_eq!(wrong("shop"), (1, "it doesn't have two or three words"));
        assert_eq!(
            wrong("\nshop short"),
            (2, "the secret is shorter than 16 characters")
        );
        assert_eq!(
            wrong("shop 0123456789abcdef all"),
            (1, "its rights are not read, take or jobs")
        );
        assert_eq!(
            wrong("a 0123456789abcdef\na 0123456789abcdee"),
            (2, "another token has the same name")
        );
        assert_eq!(
            wrong("a 0123456789abcdef\nb 0123456789abcdef"),
            (2, "another token has the same secret")
        );
    }
}
