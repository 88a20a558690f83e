//! Signs packs and checks their signatures. A signature proves who made a pack, because only the owner of the
//! secret key can sign. A seal only proves that a pack agrees with itself, and anybody can seal a changed pack
//! again.
//!
//! A signature covers `pack.json`, which has the BLAKE3 digests of all other files except `run.json`. It is in the
//! file `pack.json.minisig` in the same folder. Keys and signatures have the format of minisign
//! (<https://jedisct1.github.io/minisign/>), so that other programs can check packs, and sign them. Signing and
//! checking share no code. Signing is built on `ed25519-compact`, checking on `minisign-verify`.
//!
//! This program reads only secret keys without a password. With other keys, minisign itself can sign the pack.

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
/// The number of characters of a secret key. A public key is shorter.
const SECRET_CHARACTERS: usize = 212;
/// The number of characters of a public key.
const PUBLIC_CHARACTERS: usize = 56;

/// Returns the line of a key file that contains the key: the second line, or the first line of a file without a
/// comment. Returns `None` if there is no such line.
fn key_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.next()?;
    match first.starts_with(UNTRUSTED) {
        true => lines.next(),
        false => Some(first),
    }
}
