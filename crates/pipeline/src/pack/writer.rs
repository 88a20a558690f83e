//! Writes a pack under a temporary name and renames it in one step, so that a reader sees the whole pack or none of
//! it.
//!
//! All files are written into a separate folder. Every file is synced, then the folder, and then the folder is
//! renamed to the pack's path. If any step fails, nothing changes at that path.

use super::error::PackError;
use super::manifest::{FileEntry, Manifest, RunInfo, Summary, list_file, pack_file};
use super::records::RecordWriter;
use super::storage::{Disk, Storage};
use crate::bucket::{MOST_LEVELS, PerLevel};
use crate::config::Job;
use crate::disk::folder_of;
use crate::record::PackedPuzzle;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The name of the manifest's file.
pub const MANIFEST_FILE: &str = "pack.json";
/// The name of the file with the times and speed of the run.
pub const RUN_FILE: &str = "run.json";
/// The name of the file with the manifest's signature, which `factory sign` or minisign adds.
pub const SIGNATURE_FILE: &str = "pack.json.minisig";

/// A pack that is being written, with at most one frame per level in memory. If the writer is dropped before
/// [`PackWriter::finish`], its files are deleted.
#[derive(Debug)]
pub struct PackWriter<S: Storage = Disk> {
    storage: S,
    job: Job,
    aside: PathBuf,
    target: PathBuf,
    levels: Vec<LevelFiles<S::File>>,
    last: Option<u64>,
    renamed: bool,
}

/// The two files of a level.
#[derive(Debug)]
struct LevelFiles<F: Write> {
    records: RecordWriter<BufWriter<CountingFile<F>>>,
    lines: BufWriter<CountingFile<F>>,
}

/// A file that counts and hashes the bytes written to it.
#[derive(Debug)]
struct CountingFile<F> {
    file: F,
    bytes: u64,
    hasher: blake3::Hasher,
}

impl<F: Write> Write for CountingFile<F> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.file.write(buffer)?;
        self.bytes += written as u64;
        self.hasher.update(&buffer[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<S: Storage> PackWriter<S> {
    /// Starts the pack of a job. All files are written into the folder `aside`, which [`PackWriter::finish`] renames to
    /// `target` on the same file system. The parent folders of `aside` and `target` must exist. No other writer may use
    /// `aside`, since files that a killed run left in this folder are deleted.
    ///
    /// # Errors
    /// If `target` exists, `aside` contains files that no pack has, or a file can't be created in `aside`.
    pub fn create(storage: S, job: &Job, aside: &Path, target: &Path) -> Result<Self, PackError> {
        refuse_existing(target)?;
        clear(aside).map_err(|source| unwritable(aside, source))?;
        storage
            .create_folder(aside)
            .map_err(|source| unwritable(aside, source))?;
        let mut writer = Self {
            storage,
            job: job.clone(),
            aside: aside.to_owned(),
            target: target.to_owned(),
            levels: Vec::with_capacity(job.scheme.levels.len()),
            last: None,
            renamed: false,
        };
        let version = job.record_version();
        for level in job.scheme.levels() {
            let records = writer.create_file(&pack_file(&job.scheme, level))?;
            let files = LevelFiles {
                records: RecordWriter::new(records, version),
                lines: writer.create_file(&list_file(job, level))?,
            };
            writer.levels.push(files);
        }
        Ok(writer)
    }

    /// Adds a record to the files of its level.
    ///
    /// # Errors
    /// If the record's number is not above the previous number, or a file can't be written. Also if the job's
    /// scheme lacks the record's level, or the job's records have another version. Nothing is changed at the pack's
    /// final path.
    pub fn push(&mut self, record: &impl PackedPuzzle) -> Result<(), PackError> {
        let number = record.number();
        match self.last {
            Some(after) if number <= after => return Err(PackError::Order { number, after }),
            _ => self.last = Some(number),
        }
        let (level, job) = (record.level(), &self.job);
        let Some(files) = self.levels.get_mut(level.index()) else {
            return Err(PackError::Level { number, level });
        };
        let pushed = files.records.push(record);
        pushed.map_err(|source| {
            unwritable(&self.aside.join(pack_file(&job.scheme, level)), source)
        })?;
        let mut line = record.line();
        line.push(b'\n');
        let written = files.lines.write_all(&line);
        written.map_err(|source| unwritable(&self.aside.join(list_file(job, level)), source))
    }

    /// Finishes the pack: [seals](Self::seal) the pack, then [renames](SealedPack::place) its folder to the final
    /// path.
    ///
    /// # Errors
    /// The errors of [`seal`](Self::seal) and of [`place`](SealedPack::place). After an error of `seal`, nothing is
    /// changed at the pack's final path.
    pub fn finish(self, summary: &Summary, run: &RunInfo) -> Result<Manifest, PackError> {
        self.seal(summary, run)?.place()
    }

    /// Writes the manifest and `run.json` and syncs all files, so that only the renaming is left.
    ///
    /// # Errors
    /// If a file can't be written. Nothing is changed at the pack's final path.
    pub fn seal(mut self, summary: &Summary, run: &RunInfo) -> Result<SealedPack<S>, PackError> {
        let mut made: PerLevel<u64> = [0; MOST_LEVELS];
        let levels = std::mem::take(&mut self.levels);
        let mut files = Vec::with_capacity(2 * levels.len());
        for (level, level_files) in self.job.scheme.levels().zip(levels) {
            made[level.index()] = level_files.records.total();
            let name = pack_file(&self.job.scheme, level);
            let records = level_files.records.finish();
            let records = records.map_err(|source| unwritable(&self.aside.join(&name), source))?;
            files.push(self.finish_file(name, records)?);
            files.push(self.finish_file(list_file(&self.job, level), level_files.lines)?);
        }
        let manifest = Manifest::new(self.job.clone(), summary, made, files);
        self.write_text(MANIFEST_FILE, manifest.to_text())?;
        let run = serde_json::to_string_pretty(run).map(|text| text + "\n");
        self.write_text(RUN_FILE, run)?;
        // The folder's own name too: a ledger may record the pack before it is renamed.
        for folder in [self.aside.as_path(), folder_of(&self.aside)] {
            let synced = self.storage.sync_folder(folder);
            synced.map_err(|source| unwritable(folder, source))?;
        }
        Ok(SealedPack {
            writer: self,
            manifest,
        })
    }

    fn create_file(&self, name: &str) -> Result<BufWriter<CountingFile<S::File>>, PackError> {
        let path = self.aside.join(name);
        let file = self.storage.create_file(&path);
        Ok(BufWriter::new(CountingFile {
            file: file.map_err(|source| unwritable(&path, source))?,
            bytes: 0,
            hasher: blake3::Hasher::new(),
        }))
    }

    /// Syncs a file and returns its entry for the manifest.
    fn finish_file(
        &self,
        name: String,
        file: BufWriter<CountingFile<S::File>>,
    ) -> Result<FileEntry, PackError> {
        let counted = file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|mut counted| {
                counted.flush()?;
                self.storage.sync_file(&counted.file)?;
                Ok(counted)
            })
            .map_err(|source| unwritable(&self.aside.join(&name), source))?;
        Ok(FileEntry {
            name,
            bytes: counted.bytes,
            blake3: counted.hasher.finalize().to_string(),
        })
    }

    fn write_text(
        &self,
        name: &str,
        text: Result<String, serde_json::Error>,
    ) -> Result<(), PackError> {
        let mut file = self.create_file(name)?;
        text.map_err(io::Error::from)
            .and_then(|text| file.write_all(text.as_bytes()))
            .map_err(|source| unwritable(&self.aside.join(name), source))?;
        self.finish_file(name.to_owned(), file).map(drop)
    }

    fn put_in_place(&mut self) -> Result<(), PackError> {
        let (aside, target) = (self.aside.as_path(), self.target.as_path());
        refuse_existing(target)?;
        self.storage
            .rename(aside, target)
            .map_err(|source| match source.kind() {
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                    PackError::TargetExists {
                        path: target.to_owned(),
                    }
                }
                _ => unwritable(target, source),
            })?;
        self.renamed = true;
        let parent = folder_of(target);
        self.storage
            .sync_folder(parent)
            .map_err(|source| unwritable(parent, source))
    }
}

/// A pack that is written and synced but not yet renamed. If the value is dropped before [`SealedPack::place`], the
/// pack is deleted.
pub struct SealedPack<S: Storage = Disk> {
    writer: PackWriter<S>,
    manifest: Manifest,
}

impl<S: Storage> SealedPack<S> {
    /// Returns the path that the pack's folder will have.
    pub fn target(&self) -> &Path {
        &self.writer.target
    }

    /// Renames the pack to its final path in one step.
    ///
    /// # Errors
    /// If the target has been created in the meantime, or the folder can't be renamed. In both cases, the target is
    /// unchanged. If only the syncing of the target's parent folder fails, the pack is at its final path.
    pub fn place(mut self) -> Result<Manifest, PackError> {
        self.writer.put_in_place()?;
        Ok(self.manifest)
    }
}

impl<S: Storage> Drop for PackWriter<S> {
    fn drop(&mut self) {
        if !self.renamed {
            // The pack may have filled the disk. If it can't be deleted, the next run deletes it.
            let _ = clear(&self.aside);
        }
    }
}

/// Deletes the folder of an unfinished pack and the pack's files in it. If the folder holds any other file, that file
/// remains, and an error is returned.
fn clear(aside: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if is_of_a_pack(&entry.file_name().to_string_lossy()) {
            absent_is_fine(fs::remove_file(entry.path()))?;
        }
    }
    absent_is_fine(fs::remove_dir(aside))
}

/// Returns whether a pack of any scheme can have a file with this name.
fn is_of_a_pack(name: &str) -> bool {
    let of_level = name.starts_with(|c: char| c.is_ascii_digit())
        && [".pack", ".sdm", ".txt"]
            .iter()
            .any(|end| name.ends_with(end));
    of_level || name == MANIFEST_FILE || name == RUN_FILE
}

fn absent_is_fine(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn refuse_existing(target: &Path) -> Result<(), PackError> {
    let path = target.to_owned();
    match fs::symlink_metadata(target) {
        Ok(_) => Err(PackError::TargetExists { path }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(PackError::Read { path, source }),
    }
}

fn unwritable(path: &Path, source: io::Error) -> PackError {
    PackError::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_absent_may_fail_to_be_removed() {
        let failed = |kind: io::ErrorKind| absent_is_fine(Err(kind.into()));
        assert!(absent_is_fine(Ok(())).is_ok());
        assert!(failed(io::ErrorKind::NotFound).is_ok());
        assert!(failed(io::ErrorKind::PermissionDenied).is_err());
    }

    #[test]
    fn a_target_that_can_t_be_looked_at_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(refuse_existing(&folder.path().join("pack")).is_ok());
        let refused = refuse_existing(&file);
        assert!(matches!(refused, Err(PackError::TargetExists { .. })));
        let refused = refuse_existing(&file.join("pack"));
        assert!(matches!(refused, Err(PackError::Read { .. })));
    }
}
