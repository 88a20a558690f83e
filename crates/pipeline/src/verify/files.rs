//! Checks the files of a pack against its manifest. Each listed file must exist with the right size and hash. The
//! folder must hold nothing else but `pack.json`, `run.json` and the signature.

use super::check::Verification;
use super::finding::PackProblem;
use crate::pack::{FileEntry, MANIFEST_FILE, Pack, RUN_FILE, SIGNATURE_FILE, open_file};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

impl Verification<'_> {
    /// Checks every file of the pack's folder.
    pub(super) fn files(&mut self, pack: &Pack) {
        for entry in &pack.manifest().files {
            // A name that leads out of the folder is not a file of this pack;
            // `PackProblem::Listing` reports it.
            let path = pack.folder().join(&entry.name);
            if path.parent() == Some(pack.folder()) {
                match file_problem(&path, entry) {
                    Ok(None) => {}
                    Ok(Some(problem)) => self.find(&path, None, problem),
                    Err(error) => self.find(&path, None, PackProblem::unreadable(&error)),
                }
            }
        }
        match foreign_files(pack) {
            Ok(foreign) => {
                for name in foreign {
                    self.find(&pack.folder().join(name), None, PackProblem::Foreign);
                }
            }
            Err(error) => self.find(pack.folder(), None, PackProblem::unreadable(&error)),
        }
    }
}

fn file_problem(path: &Path, entry: &FileEntry) -> io::Result<Option<PackProblem>> {
    let file = match open_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some(PackProblem::Missing));
        }
        file => file?,
    };
    let (listed, found) = (entry.bytes, file.metadata()?.len());
    if found != listed {
        return Ok(Some(PackProblem::Size { listed, found }));
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    let same = hasher.finalize().to_string() == entry.blake3;
    Ok((!same).then_some(PackProblem::Hash))
}

/// Lists the names of the files in a pack's folder that are not part of the pack.
fn foreign_files(pack: &Pack) -> io::Result<Vec<OsString>> {
    let mut foreign = Vec::new();
    let own = [MANIFEST_FILE, RUN_FILE, SIGNATURE_FILE];
    for entry in fs::read_dir(pack.folder())? {
        let name = entry?.file_name();
        let listed = pack.manifest().files.iter().any(|file| name == *file.name);
        if !listed && own.iter().all(|it| name != *it) {
            foreign.push(name);
        }
    }
    foreign.sort();
    Ok(foreign)
}
