//! Lists the packs in the output folder by the names of their folders. A requested name is only compared with the
//! names that were found there, so no request can lead to another folder.

use super::error::{StockError, chain};
use super::sync::RwLock;
use crate::pack::{MANIFEST_FILE, Pack};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::SystemTime;

/// A pack in the output folder, with its name.
#[derive(Debug)]
pub struct StockPack {
    /// The name of the pack's folder.
    pub name: String,
    /// The pack.
    pub pack: Pack,
    /// The time when the pack's manifest was last changed, and the length of the manifest in bytes.
    stamp: (SystemTime, u64),
}

impl StockPack {
    /// Returns the time when the pack was published (RFC 3339). This is the time when its manifest was last changed.
    pub fn written(&self) -> String {
        let time = jiff::Timestamp::try_from(self.stamp.0).unwrap_or_default();
        time.round(jiff::Unit::Second).unwrap_or(time).to_string()
    }
}

type ByName = BTreeMap<String, Arc<StockPack>>;

/// The packs in an output folder.
#[derive(Debug)]
pub struct Library {
    output: PathBuf,
    packs: RwLock<Arc<ByName>>,
}

/// The changes in the output folder that a refresh found.
#[derive(Debug, Default)]
pub struct LibraryChanges {
    /// Packs that were added or replaced since the last refresh, in the order of their names.
    pub new: Vec<Arc<StockPack>>,
    /// The names of packs that were removed or replaced since the last refresh.
    pub gone: Vec<String>,
    /// Descriptions of the packs that can't be read, each in one line.
    pub troubles: Vec<String>,
}

impl Library {
    /// Returns a library of the packs in an output folder. The library is empty until it is refreshed.
    pub fn new(output: &Path) -> Self {
        Self {
            output: output.to_owned(),
            packs: RwLock::default(),
        }
    }

    /// Returns the path of the output folder.
    pub fn output(&self) -> &Path {
        &self.output
    }

    fn by_name(&self) -> Arc<ByName> {
        let packs = self.packs.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&packs)
    }

    /// Returns all packs of the library, in the order of their names.
    pub fn packs(&self) -> Vec<Arc<StockPack>> {
        self.by_name().values().cloned().collect()
    }

    /// Returns the pack with this name, or `None` if the last refresh found no such pack.
    pub fn pack(&self, name: &str) -> Option<Arc<StockPack>> {
        self.by_name().get(name).cloned()
    }

    /// Returns whether the folder of a pack with this name still exists and has a manifest. A folder that can't be
    /// read counts as existing.
    pub fn still_has(&self, name: &str) -> bool {
        let manifest = self.output.join(name).join(MANIFEST_FILE);
        !matches!(stamp(&manifest), Ok(None))
    }

    /// Finds packs that were added to the folder or removed from it. A pack that was replaced counts as removed and
    /// added.
    ///
    /// # Errors
    /// If the folder can't be read; a missing folder counts as empty.
    pub fn refresh(&self) -> Result<LibraryChanges, StockError> {
        let before = self.by_name();
        let mut changes = LibraryChanges::default();
        let mut now = ByName::new();
        for name in self.names()? {
            let folder = self.output.join(&name);
            let manifest = folder.join(MANIFEST_FILE);
            let stamp = match stamp(&manifest) {
                Ok(Some(stamp)) => stamp,
                Ok(None) => continue,
                Err(error) => {
                    changes
                        .troubles
                        .push(format!("{}: {error}", manifest.display()));
                    // The pack may still be there.
                    now.extend(before.get(&name).map(|known| (name, Arc::clone(known))));
                    continue;
                }
            };
            if let Some(known) = before.get(&name).filter(|known| known.stamp == stamp) {
                now.insert(name, Arc::clone(known));
                continue;
            }
            match Pack::open_any(&folder) {
                Ok(pack) => {
                    let pack = Arc::new(StockPack {
                        name: name.clone(),
                        pack,
                        stamp,
                    });
                    changes.new.push(Arc::clone(&pack));
                    now.insert(name, pack);
                }
                Err(error) => changes.troubles.push(chain(&error)),
            }
        }
        let is_still = |name: &str, pack: &Arc<StockPack>| {
            now.get(name).is_some_and(|now| Arc::ptr_eq(now, pack))
        };
        let gone = before.iter().filter(|(name, pack)| !is_still(name, pack));
        changes.gone = gone.map(|(name, _)| name.clone()).collect();
        *self.packs.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        Ok(changes)
    }

    /// Returns the names in the output folder that may belong to packs, in ascending order. Hidden names and the
    /// folders of unfinished runs are left out.
    fn names(&self) -> Result<Vec<String>, StockError> {
        let file_error = |source| StockError::File {
            path: self.output.clone(),
            source,
        };
        let entries = match fs::read_dir(&self.output) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(file_error(source)),
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(file_error)?.file_name().into_string().ok());
        }
        names.retain(|name| !name.starts_with('.') && !name.ends_with(".part"));
        names.sort_unstable();
        Ok(names)
    }
}

/// Returns the time when a manifest was last changed, and its length in bytes; `None` if there is no such file.
fn stamp(manifest: &Path) -> io::Result<Option<(SystemTime, u64)>> {
    match fs::metadata(manifest) {
        Ok(found) if found.is_file() => Ok(Some((found.modified()?, found.len()))),
        Ok(_) => Ok(None),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
            _ => Err(error),
        },
    }
}
