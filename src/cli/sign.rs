//! `factory sign`: signs packs, or makes a key pair for signing.

use super::Exit;
use super::errors::{BadData, UsageError};
use super::file_set::FileSet;
use super::pack_paths::packs_among;
use super::signatures::read_key;
use crate::disk::{entropy, with_ending};
use crate::line::progress::{counted, grouped, tell};
use crate::pack::{MANIFEST_FILE, SIGNATURE_FILE, open_file};
use crate::signing::{SigningKey, short_text};
use crate::verify::{VerifyOptions, verify};
use anyhow::Context;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The maximum length of a comment in bytes; minisign reads at most 8,192.
const LONGEST_COMMENT: usize = 1000;

/// The packs to sign, and the key.
#[derive(Debug, Args)]
pub struct SignArgs {
    /// Folders of packs to sign, after a check of their checksums; paths that are not packs are skipped
    #[arg(required_unless_present = "new_key")]
    packs: Vec<PathBuf>,
    /// File with the secret key, which must not have a password
    #[arg(long, value_name = "SECRET", required_unless_present = "new_key")]
    key: Option<PathBuf>,
    /// Comment that the signature covers and `verify --key` shows [default: the name of the pack's folder]
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// Make a key pair: the secret key in FILE, which only you can read, and the public key in FILE.pub, or
    /// NAME.pub if FILE is NAME.key
    #[arg(long, value_name = "FILE", conflicts_with_all = ["packs", "key", "comment", "force"])]
    new_key: Option<PathBuf>,
    /// Replace existing signatures that differ from the new ones
    #[arg(long)]
    force: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Signs packs, all or none, or makes a key pair.
pub fn run(args: &SignArgs) -> anyhow::Result<Exit> {
    match (&args.new_key, &args.key) {
        (Some(file), _) => make_keys(args, file),
        (None, Some(key)) => sign_packs(args, key),
        (None, None) => Err(UsageError("--key is missing".to_owned()).into()),
    }
}

/// Makes a key pair. Fails if either of the two files exists. The secret key is written last, so that it never
/// exists without the public key.
fn make_keys(args: &SignArgs, file: &Path) -> anyhow::Result<Exit> {
    let public = match file.extension() {
        Some(ending) if ending == "key" => file.with_extension("pub"),
        _ => with_ending(file, ".pub"),
    };
    for path in [file, &public] {
        if fs::symlink_metadata(path).is_ok() {
            let path = path.display();
            let said = format!("{path} exists already, and keys are not replaced: name another");
            return Err(UsageError(said).into());
        }
    }
    let mut random = [0; 40];
    for part in random.chunks_exact_mut(8) {
        let drawn = entropy().context("the system gives no random numbers")?;
        part.copy_from_slice(&drawn.to_le_bytes());
    }
    let key = SigningKey::from_random(&random);
    let mut files = FileSet::new(false);
    files.add(&public, key.public_text()?.as_bytes())?;
    files.add_secret(file, key.secret_text()?.as_bytes())?;
    files.place()?;
    if !args.quiet {
        let mut out = std::io::stdout().lock();
        let (file, public, line) = (file.display(), public.display(), key.public_line()?);
        writeln!(
            out,
            "{file}: the secret key, which signs; give it to nobody"
        )?;
        writeln!(out, "{public}: the public key, for all who check: {line}")?;
    }
    Ok(Exit::Done)
}

fn sign_packs(args: &SignArgs, key: &Path) -> anyhow::Result<Exit> {
    let key = read_key(key, SigningKey::read)?;
    let (packs, skipped) = packs_among(&args.packs)?;
    refuse_damaged(&packs)?;
    let mut files = FileSet::new(args.force);
    for folder in &packs {
        let comment = comment_of(args, folder)?;
        let manifest = folder.join(MANIFEST_FILE);
        let read = fs::read(&manifest);
        let bytes = read.with_context(|| format!("cannot read {}", manifest.display()))?;
        let signature = key.sign(&bytes, &comment)?;
        let path = folder.join(SIGNATURE_FILE);
        refuse_other(args, &path, &signature)?;
        files.stage_beside(folder)?;
        files.add(&path, signature.as_bytes())?;
    }
    let note = files.place()?.note();
    if args.quiet {
        return Ok(Exit::Done);
    }
    if skipped > 0 {
        tell(format_args!("{} skipped", counted(skipped, "other file")));
    }
    let mut out = std::io::stdout().lock();
    for folder in &packs {
        writeln!(out, "{}", folder.join(SIGNATURE_FILE).display())?;
    }
    let packs = counted(packs.len() as u64, "pack");
    writeln!(out, "{packs} signed with key {}{note}", key.name())?;
    Ok(Exit::Done)
}

/// Refuses a pack that already has a different signature, unless `--force` allows its replacement.
fn refuse_other(args: &SignArgs, path: &Path, signature: &str) -> anyhow::Result<()> {
    let there = open_file(path).and_then(short_text);
    let is_same = there.is_ok_and(|there| there == signature);
    if is_same || args.force || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let path = path.display();
    Err(UsageError(format!("{path} is another signature: --force replaces it")).into())
}

/// Refuses packs whose files have changed since they were written, because a signature vouches for the files.
fn refuse_damaged(packs: &[PathBuf]) -> anyhow::Result<()> {
    let options = VerifyOptions {
        checksums_only: true,
    };
    let findings = verify(packs, options, &mut |_| ()).findings;
    match findings.as_slice() {
        [] => Ok(()),
        [one] => Err(BadData(format!("nothing is signed: {one}")).into()),
        [first, more @ ..] => {
            let more = grouped(more.len() as u64);
            let said = format!("nothing is signed: {first}; `factory verify` shows {more} more");
            Err(BadData(said).into())
        }
    }
}

/// Returns the comment for a pack's signature: a single line, which terminals and minisign can show.
fn comment_of(args: &SignArgs, folder: &Path) -> anyhow::Result<String> {
    let comment = match &args.comment {
        Some(comment) => comment.clone(),
        None => {
            let place = folder.canonicalize()?;
            let name = place.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        }
    };
    let is_fit = comment.len() <= LONGEST_COMMENT && !comment.contains(char::is_control);
    match is_fit {
        true => Ok(comment),
        false => {
            let said = format!(
                "the comment of {} is not one line of at most {LONGEST_COMMENT} bytes: --comment sets another",
                folder.display()
            );
            Err(UsageError(said).into())
        }
    }
}
