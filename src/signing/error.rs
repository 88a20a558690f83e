//! The faults of keys and of signatures. Each message is the end of a line that begins with the name of the file.

use super::{PUBLIC_CHARACTERS, SECRET_CHARACTERS};
use std::io;

/// The fault of a key file.
#[derive(Debug, thiserror::Error)]
pub enum KeyFault {
    /// The file is not a secret key.
    #[error(
        "is not a secret key of minisign's format: a comment, then a line of {SECRET_CHARACTERS} characters"
    )]
    NotSecret,
    /// The file is not a public key.
    #[error(
        "is not a public key of minisign's format: a comment, then a line of {PUBLIC_CHARACTERS} characters"
    )]
    NotPublic,
    /// A public key was given for signing.
    #[error("is a public key, which checks signatures: signing needs the secret key")]
    Public,
    /// A secret key was given for checking.
    #[error("is a secret key, which only its owner should have: checking needs the public key")]
    Secret,
    /// The secret key is encrypted.
    #[error(
        "is protected by a password, which this program does not ask for: `minisign -S -m PACK/pack.json -s KEY` asks, and writes the same file"
    )]
    Password,
    /// The checksum of a secret key, or its public half, is wrong.
    #[error("is damaged: its checksum is wrong")]
    Damaged,
}

/// The fault of a pack's signature.
#[derive(Debug, thiserror::Error)]
pub enum SignatureFault {
    /// The pack has no signature.
    #[error("is missing: the pack is not signed")]
    Missing,
    /// The signature or the manifest can't be read.
    #[error("cannot be checked: {0}")]
    Uncheckable(#[from] io::Error),
    /// The file is not a signature.
    #[error("is damaged: it is not a signature of minisign's format")]
    Malformed,
    /// The signature is of an old kind that needs the whole file in memory.
    #[error("is of minisign's old kind: sign again without -l")]
    Legacy,
    /// The signature was made with another key.
    #[error("was made with another key")]
    OtherKey,
    /// The signature does not fit `pack.json`.
    #[error(
        "does not fit pack.json: the pack was changed after it was signed, or the signature or key is damaged"
    )]
    Wrong,
}
