//! Rebuilds a damaged or lost ledger from a backup and from packs. The old ledger is kept next to
//! the new one under another name.

use super::error::{LedgerError, file_error};
use super::events::{last_file, write_last};
use super::paths::{followed, unused};
use super::schema::{LedgerCreation, lock};
use super::store::Ledger;
use crate::disk::{
    FileLock, OverwritePolicy, folder_of, is_same_file, place, sync_folder, with_ending,
    with_patience,
};
use crate::pack::Pack;
use std::fs;
use std::path::{Path, PathBuf};

/// The extensions of the files of taken puzzles that an older release wrote next to a ledger. These files are needed to
/// migrate a backup in that release's format.
const OLD_TAKES: [&str; 2] = ["takes", "takes.damaged"];

/// The result of a rebuild of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebuildReport {
    /// The number of packs in the rebuilt ledger.
    pub packs: u64,
    /// The number of puzzles in the rebuilt ledger.
    pub puzzles: u64,
    /// The new path of the old ledger; `None` if there was none, or if it was sound.
    pub old: Option<PathBuf>,
    /// `true` if the old ledger was sound, so that only the packs that it lacked were added.
    pub is_sound: bool,
}

/// Rebuilds the ledger at `path` from packs, and from a backup if one is named. A sound ledger only gets the packs
/// that it lacks.
///
/// # Errors
/// If the ledger can't be written, or the backup or a pack can't be read. After such an error, a damaged ledger is
/// still in place, but a sound ledger may already have got some of the packs.
pub fn rebuild(
    path: &Path,
    backup: Option<&Path>,
    packs: &[Pack],
) -> Result<RebuildReport, LedgerError> {
    let path = &followed(path);
    let aside = with_ending(path, ".new");
    match Ledger::open(path, LedgerCreation::Never) {
        Err(error @ (LedgerError::Newer { .. } | LedgerError::Busy { .. })) => return Err(error),
        Ok(ledger) if ledger.faults().is_ok_and(|faults| faults.is_empty()) => {
            // A rebuild may have been killed in its last step.
            remove(&aside);
            return rebuilt(&ledger, packs, true);
        }
        _ => {}
    }
    let _alone = lock(path, |path| with_patience(|| FileLock::exclusive(path)))?;
    remove(&aside);
    if let Some(backup) = backup {
        fs::copy(backup, &aside).map_err(|source| file_error(backup, source))?;
    }
    for ending in OLD_TAKES {
        let takes = path.with_extension(ending);
        if takes.exists() {
            fs::copy(&takes, aside.with_extension(ending))
                .map_err(|source| file_error(&takes, source))?;
        }
    }
    let ledger = Ledger::open(&aside, LedgerCreation::IfMissing)?;
    if let Some(problem) = ledger.faults()?.into_iter().next() {
        remove(&aside);
        let path = backup.unwrap_or(&aside).to_owned();
        return Err(LedgerError::Damaged { path, problem });
    }
    let made = rebuilt(&ledger, packs, false)?;
    let last = ledger.last_event()?;
    let closed = "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;";
    let closed = ledger.db.connection().execute_batch(closed);
    closed.map_err(|source| ledger.db.failed(source))?;
    drop(ledger);
    let old = keep_old(path)?;
    // With this file, the new ledger would be refused, because its events are different.
    drop(fs::remove_file(last_file(path)));
    place(&aside, path, OverwritePolicy::Replace)
        .and_then(|()| sync_folder(folder_of(path)))
        .map_err(|source| file_error(path, source))?;
    write_last(path, last);
    remove(&aside);
    Ok(RebuildReport { old, ..made })
}

fn rebuilt(ledger: &Ledger, packs: &[Pack], is_sound: bool) -> Result<RebuildReport, LedgerError> {
    for pack in packs {
        ledger.import_pack(pack)?;
    }
    let head = ledger.head()?;
    Ok(RebuildReport {
        packs: head.packs,
        puzzles: head.puzzles,
        old: None,
        is_sound,
    })
}

/// Removes a ledger that was written under a temporary name, and the files next to it.
fn remove(aside: &Path) {
    drop(fs::remove_file(aside));
    for ending in ["-wal", "-shm", "-journal", ".last", ".lock"] {
        drop(fs::remove_file(with_ending(aside, ending)));
    }
    for ending in OLD_TAKES {
        drop(fs::remove_file(aside.with_extension(ending)));
    }
}

/// Gives the old ledger a second name, and returns this name; `None` if there is no old ledger. The second name is
/// a hard link, or a copy if a hard link can't be made. The write-ahead log is renamed to match. The old ledger
/// also keeps its own name until the new ledger replaces it. If a killed rebuild has already made a hard link, the
/// name of that link is returned.
fn keep_old(path: &Path) -> Result<Option<PathBuf>, LedgerError> {
    if !path.exists() {
        return Ok(None);
    }
    let kept = with_ending(path, ".old");
    if is_same_file(path, &kept) {
        return Ok(Some(kept));
    }
    let old = unused(path, "old");
    for ending in ["-wal", "-shm"] {
        let log = with_ending(path, ending);
        if log.exists() {
            fs::rename(&log, with_ending(&old, ending))
                .map_err(|source| file_error(&log, source))?;
        }
    }
    let linked = fs::hard_link(path, &old).or_else(|_| fs::copy(path, &old).map(drop));
    linked.map_err(|source| file_error(&old, source))?;
    Ok(Some(old))
}
