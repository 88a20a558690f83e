//! Checks the signatures of packs for `factory verify --key`; without `--key`, only counts them.

use super::errors::UsageError;
use crate::line::progress::{counted, grouped, tell};
use crate::pack::{MANIFEST_FILE, SIGNATURE_FILE};
use crate::signing::{CheckingKey, KeyFault, short_text};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads a key file with the function `read`.
///
/// # Errors
/// A [`UsageError`] if the file can't be read, or if `read` refuses its content.
pub fn read_key<K>(file: &Path, read: fn(&str) -> Result<K, KeyFault>) -> Result<K, UsageError> {
    let said = |why: &dyn std::fmt::Display| UsageError(format!("{}: {why}", file.display()));
    let opened = File::open(file).map_err(|error| said(&error))?;
    // What is no text is no key.
    let text = match short_text(opened) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
        text => text.map_err(|error| said(&error))?,
    };
    read(&text).map_err(|fault| said(&fault))
}

/// Reads the value of `--key`: the file of a public key, or the key itself.
///
/// # Errors
/// A [`UsageError`] if it is neither.
pub fn checking_key(value: &Path) -> Result<CheckingKey, UsageError> {
    let itself = value.to_str().filter(|_| !value.exists());
    match itself.and_then(|text| CheckingKey::read(text).ok()) {
        Some(key) => Ok(key),
        None => read_key(value, CheckingKey::read),
    }
}

/// The result of checking or counting the signatures of packs.
#[derive(Debug, Default)]
pub struct SignatureReport {
    /// The packs with a valid signature, each with the comment of the signature.
    right: Vec<(PathBuf, String)>,
    /// The faults that were found, one line each.
    pub faults: Vec<String>,
    /// The number of signatures that were not checked, because no key was given.
    pub unchecked: u64,
}

impl SignatureReport {
    /// Checks the signatures of packs with a key, or counts them without one.
    pub fn new(packs: &[PathBuf], key: Option<&CheckingKey>) -> Self {
        let mut report = Self::default();
        for folder in packs {
            let file = folder.join(SIGNATURE_FILE);
            match key.map(|key| key.check(folder)) {
                None => report.unchecked += u64::from(file.exists()),
                Some(Ok(comment)) => report.right.push((folder.clone(), comment)),
                Some(Err(fault)) => report.faults.push(format!("{}: {fault}", file.display())),
            }
        }
        report
    }

    /// Returns the number of valid signatures.
    pub fn right(&self) -> u64 {
        self.right.len() as u64
    }

    /// Says on standard error that some signatures were not checked, if there are any.
    pub fn tell_unchecked(&self) {
        if self.unchecked > 0 {
            let packs = counted(self.unchecked, "pack");
            tell(format_args!(
                "{packs} with a signature that was not checked: verify --key PUBLIC checks it"
            ));
        }
    }

    /// Writes a line for each valid signature.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn write_right(&self, out: &mut impl Write) -> io::Result<()> {
        for (folder, comment) in &self.right {
            let manifest = folder.join(MANIFEST_FILE);
            let manifest = manifest.display();
            writeln!(out, "{manifest} is signed with this key, as {comment:?}")?;
        }
        Ok(())
    }

    /// Returns the part of the closing line that counts the valid signatures; empty if no key was given.
    pub fn closing(&self, has_key: bool) -> String {
        match has_key {
            true if self.right.len() == 1 => ", 1 signature right".to_owned(),
            true => format!(", {} signatures right", grouped(self.right())),
            false => String::new(),
        }
    }
}
