//! Signatures of packs: who made a pack, which its seal can't say. The seal proves that a pack agrees with itself, and
//! anybody can seal a changed pack again; only the owner of the secret key can sign.
//!
//! A signature covers `pack.json`, which has the BLAKE3 of all other files except `run.json`. Its file,
//! `pack.json.minisig`, lies beside it. Keys and signatures have the format of minisign
//! (<https://jedisct1.github.io/minisign/>), so that anybody can check packs with another program, and sign them with one.
//! Signing and checking share no code: what signs is built on `ed25519-compact`, what checks is `minisign-verify`.
//!
//! Secret keys are read without a password only. minisign itself signs with the others, and writes the same file.

mod check;
mod error;
mod key;

pub use check::{CheckingKey, short_text};
pub use error::{KeyFault, SignatureFault};
pub use key::SigningKey;

/// The beginning of a comment that no signature covers.
const UNTRUSTED: &str = "untrusted comment: ";
/// The beginning of a comment that the signature covers.
const TRUSTED: &str = "trusted comment: ";
/// Number of characters of a secret key, which differs from that of a public key.
const SECRET_CHARACTERS: usize = 212;
/// Number of characters of a public key.
const PUBLIC_CHARACTERS: usize = 56;

/// Returns the line of a key file that holds the key: the second, or the first of a file without a comment.
fn key_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.next()?;
    match first.starts_with(UNTRUSTED) {
        true => lines.next(),
        false => Some(first),
    }
}
