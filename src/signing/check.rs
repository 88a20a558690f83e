//! Checks signatures of packs.

use super::error::{KeyFault, SignatureFault};
use super::{SECRET_CHARACTERS, key_line};
use crate::pack::{MANIFEST_FILE, SIGNATURE_FILE, open_file};
use minisign_verify::{Error, PublicKey, Signature};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The maximum size of a key or signature file in bytes, several times the size that minisign writes.
const LARGEST: u64 = 1 << 16;

/// A public key, which checks signatures.
#[derive(Debug, Clone)]
pub struct CheckingKey(PublicKey);

impl CheckingKey {
    /// Reads a public key from the text of its file, or from the line of 56 characters that is the key itself.
    ///
    /// # Errors
    /// If the text is not a public key.
    pub fn read(text: &str) -> Result<Self, KeyFault> {
        let line = key_line(text).ok_or(KeyFault::NotPublic)?;
        if line.len() == SECRET_CHARACTERS {
            return Err(KeyFault::Secret);
        }
        let key = PublicKey::from_base64(line).map_err(|_| KeyFault::NotPublic)?;
        Ok(Self(key))
    }

    /// Checks the signature of the pack in a folder, and returns the signature's comment. The other files of the
    /// pack are not compared with the list in `pack.json`.
    ///
    /// # Errors
    /// If there is no signature, the signature does not fit `pack.json` and this key, or a file can't be read.
    pub fn check(&self, folder: &Path) -> Result<String, SignatureFault> {
        let file = open_file(&folder.join(SIGNATURE_FILE)).and_then(short_text);
        let text = file.map_err(|error| match error.kind() {
            ErrorKind::NotFound => SignatureFault::Missing,
            ErrorKind::InvalidData => SignatureFault::Malformed,
            _ => error.into(),
        })?;
        let signature = Signature::decode(&text).map_err(|_| SignatureFault::Malformed)?;
        let mut verifier = self
            .0
            .verify_stream(&signature)
            .map_err(|error| fault_of(&error))?;
        let mut manifest = open_file(&folder.join(MANIFEST_FILE))?;
        let mut block = vec![0; 1 << 16];
        loop {
            match manifest.read(&mut block)? {
                0 => break,
                bytes => verifier.update(&block[..bytes]),
            }
        }
        verifier.finalize().map_err(|error| fault_of(&error))?;
        Ok(signature.trusted_comment().to_owned())
    }
}

fn fault_of(error: &Error) -> SignatureFault {
    match error {
        Error::UnexpectedKeyId => SignatureFault::OtherKey,
        Error::UnsupportedLegacyMode => SignatureFault::Legacy,
        Error::InvalidSignature => SignatureFault::Wrong,
        _ => SignatureFault::Malformed,
    }
}

/// Reads the text of a key or signature file.
///
/// # Errors
/// If it can't be read; [`ErrorKind::InvalidData`] if it is too large or not UTF-8.
pub fn short_text(file: File) -> io::Result<String> {
    let mut text = String::new();
    let bytes = file.take(LARGEST + 1).read_to_string(&mut text)?;
    match bytes as u64 > LARGEST {
        true => Err(ErrorKind::InvalidData.into()),
        false => Ok(text),
    }
}
