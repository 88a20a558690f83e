//! Deletes the folders of packs that are old or have no puzzle left in stock. The puzzles of these packs stay in
//! the ledger.

use super::error::{LedgerError, file_error};
use super::paths::name_of;
use super::store::Ledger;
use crate::pack::{MANIFEST_FILE, Pack, RUN_FILE, SIGNATURE_FILE, level_files};
use jiff::civil::Date;
use std::fs;
use std::path::{Path, PathBuf};

/// The ending of the temporary name of a folder that is being deleted. The whole name is a dot, the folder's own name,
/// and this ending.
const DELETED: &str = ".deleted";
/// The placeholder for the date in a pack's name.
const DATE: &str = "{date}";

impl Ledger {
    /// Deletes old packs of a job in the folder `out`, except for the packs of the newest `keep` dates. `name` is the
    /// name of the job's packs, with `{date}` in place of the date. If `several` is `true`, each pack's name ends with
    /// a number. A pack is also kept if one of its puzzles was shipped, if the ledger doesn't have all of its puzzles,
    /// if its folder contains other files, or if it has the same date as the pack `made`, which was just published.
    /// Returns the folders that were deleted.
    ///
    /// # Errors
    /// If a pack can't be deleted, or the ledger can't be read.
    pub fn retain(
        &self,
        out: &Path,
        name: &str,
        several: bool,
        keep: usize,
        made: &Path,
    ) -> Result<Vec<PathBuf>, LedgerError> {
        // Nothing is shipped between this check and the deletion.
        let _turn = self.db.begin()?;
        remove_leftovers(out, name);
        let mut gone = Vec::new();
        for folder in older(out, name, several, keep, made) {
            if self.holds_only(&folder, RequiredState::Unshipped)? {
                delete(out, &folder)?;
                gone.push(folder);
            }
        }
        Ok(gone)
    }

    /// Deletes the packs in `out` that have no puzzle left in stock and whose names match `name`, with any seed and
    /// date in place of its placeholders. The `keep` packs that were published last are kept. Returns the folders
    /// that were deleted. If a client repeats the request that took puzzles of a deleted pack, the request fails.
    ///
    /// # Errors
    /// If a pack can't be deleted, or the ledger can't be read.
    pub fn retain_spent(
        &self,
        out: &Path,
        name: &str,
        keep: usize,
    ) -> Result<Vec<PathBuf>, LedgerError> {
        let _turn = self.db.begin()?;
        let fixed = name.split(['{', '}']).step_by(2);
        let fixed: Vec<&str> = fixed.collect();
        remove_leftovers(out, fixed.first().unwrap_or(&""));
        let is_called = |it: &str| has_parts(it, &fixed);
        let published = self.packs()?.into_iter().map(|row| row.name);
        let mut names: Vec<String> = published.filter(|it| is_called(it)).collect();
        names.dedup();
        names.retain(|name| out.join(name).join(MANIFEST_FILE).is_file());
        names.truncate(names.len().saturating_sub(keep));
        let mut gone = Vec::new();
        for folder in names.iter().map(|name| out.join(name)) {
            if self.holds_only(&folder, RequiredState::Gone)? {
                delete(out, &folder)?;
                gone.push(folder);
            }
        }
        Ok(gone)
    }

    /// Returns whether a folder contains a pack and nothing else, and the ledger has all puzzles of the pack in
    /// the required state.
    fn holds_only(&self, folder: &Path, what: RequiredState) -> Result<bool, LedgerError> {
        // A pack that can't be read is left for a person to look at.
        let Ok(pack) = Pack::open_any(folder) else {
            return Ok(false);
        };
        let Ok(entries) = super::import::entries(&pack) else {
            return Ok(false);
        };
        let mut own = level_files(&pack.manifest().job);
        own.extend([MANIFEST_FILE, RUN_FILE, SIGNATURE_FILE].map(str::to_owned));
        let files = fs::read_dir(folder).map_err(|source| file_error(folder, source))?;
        for file in files {
            let file = file.map_err(|source| file_error(folder, source))?;
            if !own.contains(&file.file_name().to_string_lossy().into_owned()) {
                return Ok(false);
            }
        }
        for entry in entries {
            match self.pack_of(entry.id, u64::MAX)? {
                Some(pack) if what == RequiredState::Unshipped => {
                    if self.shipped_as(pack, entry.id)?.is_some() {
                        return Ok(false);
                    }
                }
                Some(_) if self.db.pack_if_free(entry.id)?.is_none() => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// The state that all puzzles of a pack must be in before it may be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequiredState {
    /// No puzzle of the pack was shipped.
    Unshipped,
    /// Each puzzle of the pack was shipped or retired.
    Gone,
}

/// Deletes the folder of a pack. The folder is renamed first, because a partly deleted pack would look damaged.
fn delete(out: &Path, folder: &Path) -> Result<(), LedgerError> {
    let aside = out.join(format!(".{}{DELETED}", name_of(folder)));
    let deleted = fs::rename(folder, &aside).and_then(|()| fs::remove_dir_all(&aside));
    deleted.map_err(|source| file_error(folder, source))
}

/// Returns whether a name consists of these parts in order, with only digits and dashes between two parts, as in dates
/// and seeds.
fn has_parts(name: &str, fixed: &[&str]) -> bool {
    let Some((first, rest)) = fixed.split_first() else {
        return name.is_empty();
    };
    let Some(mut left) = name.strip_prefix(first) else {
        return false;
    };
    for (number, part) in (1..).zip(rest) {
        let is_value = |c: char| c.is_ascii_digit() || c == '-';
        // A part may also begin with a dash.
        let end = match number == rest.len() {
            true => left.len().checked_sub(part.len()),
            false => left.find(part),
        };
        let split = end.and_then(|end| left.split_at_checked(end));
        let valid = split.filter(|(value, _)| !value.is_empty() && value.chars().all(is_value));
        let Some(after) = valid.and_then(|(_, after)| after.strip_prefix(part)) else {
            return false;
        };
        left = after;
    }
    left.is_empty()
}

/// Deletes the remains of folders in `out` whose deletion was interrupted when a process was killed. Only folders
/// whose names begin with the part of `name` before `{date}` are deleted.
fn remove_leftovers(out: &Path, name: &str) {
    let before = name.split_once(DATE).map_or(name, |(before, _)| before);
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = |it: &str| it.starts_with(before) && it.ends_with(DELETED);
        if name.strip_prefix('.').is_some_and(is_ours) {
            // If this fails, the next night tries again.
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}

/// Returns the packs with this name, oldest first, except for the packs of the newest `keep` dates and of the date
/// of the pack `made`. The age of a pack in days doesn't matter, so that a wrong clock can't make all packs old.
fn older(out: &Path, name: &str, several: bool, keep: usize, made: &Path) -> Vec<PathBuf> {
    let Some((before, after)) = name.split_once(DATE) else {
        return Vec::new();
    };
    let date_of = |folder: &Path| -> Option<Date> {
        let name = name_of(folder);
        let name = match several {
            true => without_number(&name)?,
            false => &name,
        };
        let date = name.strip_prefix(before)?.strip_suffix(after)?;
        date.parse().ok()
    };
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let mut packs: Vec<(Date, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|folder| folder.join(MANIFEST_FILE).is_file())
        .filter_map(|folder| Some((date_of(&folder)?, folder)))
        .collect();
    packs.sort();
    let mut dates: Vec<Date> = packs.iter().map(|(date, _)| *date).collect();
    dates.dedup();
    let oldest_kept = dates.len().checked_sub(keep).and_then(|at| dates.get(at));
    packs.retain(|(date, _)| oldest_kept.map_or(keep == 0, |kept| date < kept));
    packs.retain(|(date, _)| Some(*date) != date_of(made));
    packs.into_iter().map(|(_, folder)| folder).collect()
}

/// Returns the name of a job from the name of one of its packs: `spring` from `spring-007`. Returns `None` if the name
/// does not end with a dash and a number of at least three digits.
fn without_number(name: &str) -> Option<&str> {
    let (name, number) = name.rsplit_once('-')?;
    let is_number = number.len() >= 3 && number.bytes().all(|it| it.is_ascii_digit());
    is_number.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_shelf_are_told_from_others() {
        let is_called = |pattern: &str, name: &str| {
            let fixed: Vec<&str> = pattern.split(['{', '}']).step_by(2).collect();
            has_parts(name, &fixed)
        };
        assert!(is_called("web-{seed}", "web-1234"));
        assert!(is_called("web-{date}-{seed}", "web-2026-11-22-99"));
        assert!(is_called("web-{seed}-x", "web-99-x"));
        for (pattern, name) in [
            ("web-{seed}", "web-"),
            ("web-{seed}", "web-12b"),
            ("web-{seed}", "web2-12"),
            ("web-{seed}-x", "web-99"),
            ("web-{seed}-x", "web-99-xy"),
        ] {
            assert!(!is_called(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn numbers_of_packs_have_three_digits_at_least() {
        assert_eq!(without_number("spring-007"), Some("spring"));
        assert_eq!(without_number("spring-2-1000"), Some("spring-2"));
        for name in ["spring", "spring-07", "spring-00x", "spring-"] {
            assert_eq!(without_number(name), None, "{name}");
        }
    }

    #[test]
    fn only_remains_of_the_jobs_own_packs_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join(MANIFEST_FILE), "{}").unwrap();
            path
        };
        let ours = made(&format!(".web-2026-11-22{DELETED}"));
        let others = [
            made(&format!(".book-2026-11-22{DELETED}")),
            made(".web-2026-11-22"),
            made(&format!("web-2026-11-22{DELETED}")),
        ];
        remove_leftovers(folder.path(), "web-{date}");
        assert!(!ours.exists());
        for other in others {
            assert!(other.join(MANIFEST_FILE).exists(), "{other:?}");
        }
    }
}
