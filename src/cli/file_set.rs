//! Writes several files, all or none. Each file is written under a temporary name, and all are renamed at the end.
//! A file that already exists with the same bytes counts as done, so that a killed command can be run again.

use super::errors::UsageError;
use crate::disk::{
    OverwritePolicy, Staging, folder_of, is_stdout, is_stream, place, resolved, sync_folder,
};
use anyhow::Context;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of bytes that are read at a time when two files are compared.
const COMPARED: usize = 1 << 16;

/// Opens a target that is written directly: standard output if `out` is missing or `-`, or a
/// device.
pub(super) fn open_stream(out: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    let Some(path) = out.map(resolved).filter(|path| !is_stdout(path)) else {
        return Ok(Box::new(io::stdout()));
    };
    let is_file = fs::metadata(&path).is_ok_and(|it| it.is_file());
    let opened = File::options().write(true).append(is_file).open(&path);
    Ok(Box::new(opened.with_context(|| cannot_write(&path))?))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

const fn overwrite_policy(force: bool) -> OverwritePolicy {
    match force {
        true => OverwritePolicy::Replace,
        false => OverwritePolicy::Keep,
    }
}

/// Refuses a path in a folder that does not exist.
pub fn require_folder(path: &Path) -> anyhow::Result<()> {
    let folder = folder_of(path);
    if folder.try_exists().with_context(|| cannot_write(path))? {
        return Ok(());
    }
    let (path, folder) = (path.display(), folder.display());
    let said = format!("cannot write {path}: there is no folder {folder}");
    Err(UsageError(said).into())
}

/// Refuses a path that exists already, unless `force` is set, or the path is `-` or a device.
fn refuse_existing(path: &Path, force: bool) -> anyhow::Result<()> {
    if force || is_stream(Some(path)) || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let shown = path.display();
    let said = format!("{shown} exists already: name another place, or replace it with --force");
    Err(UsageError(said).into())
}

/// Returns whether a file exists and has the same bytes as another file.
fn has_bytes_of(there: &Path, other: &Path) -> io::Result<bool> {
    let length = fs::metadata(other)?.len();
    if !fs::metadata(there).is_ok_and(|it| it.is_file() && it.len() == length) {
        return Ok(false);
    }
    let (mut there, mut other) = (File::open(there)?, File::open(other)?);
    let (mut one, mut another) = (vec![0; COMPARED], vec![0; COMPARED]);
    let mut left = length;
    while left > 0 {
        let bytes = left.min(COMPARED as u64) as usize;
        there.read_exact(&mut one[..bytes])?;
        other.read_exact(&mut another[..bytes])?;
        if one[..bytes] != another[..bytes] {
            return Ok(false);
        }
        left -= bytes as u64;
    }
    Ok(true)
}

/// Writes a file under a temporary name and renames it, or writes into a device.
///
/// # Errors
/// If the file can't be written, or a file with other content has this path and `force` is not set.
pub fn write_whole(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<DeliveredFiles> {
    let mut files = FileSet::new(force);
    files.add(path, bytes)?;
    files.place()
}

/// The files that were renamed to their final paths.
#[derive(Debug, Default)]
pub struct DeliveredFiles {
    /// The files that did not exist before.
    new: Vec<PathBuf>,
    /// `true` if a file replaced another file.
    replaced: bool,
    /// The number of files that already existed with the same bytes.
    unchanged: usize,
}

impl DeliveredFiles {
    /// Renames a finished file to its final path, and records whether it replaced another file.
    fn put(
        &mut self,
        path: &Path,
        force: bool,
        put: impl FnOnce() -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let was_there = force && fs::symlink_metadata(path).is_ok();
        put().with_context(|| cannot_write(path))?;
        match was_there {
            true => self.replaced = true,
            false => self.new.push(path.to_owned()),
        }
        Ok(())
    }

    /// Returns the text to print after the files' names in messages: a remark if all files already existed with the
    /// same bytes, otherwise an empty text.
    pub fn note(&self) -> &'static str {
        match self.unchanged > 0 && self.new.is_empty() && !self.replaced {
            true => ": already there, unchanged",
            false => "",
        }
    }

    /// Adds the files of `more` to the files that were renamed.
    pub fn and(&mut self, more: Self) {
        self.new.extend(more.new);
        self.replaced |= more.replaced;
        self.unchanged += more.unchanged;
    }

    /// Deletes the new files. Files that replaced older files stay.
    pub fn take_back(self) {
        for path in self.new {
            // A file that can't be deleted has the right bytes, so the same command can go on.
            drop(fs::remove_file(path));
        }
    }
}

/// A file that is being written under a temporary name.
#[derive(Debug)]
pub(super) struct StagedFile {
    file: File,
    aside: PathBuf,
    /// The path that the file gets when it is complete.
    path: PathBuf,
}

impl StagedFile {
    /// Writes into the file under its temporary name.
    pub(super) fn write(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        write(&mut self.file).with_context(|| cannot_write(&self.path))
    }
}

/// Files that are published together: all are complete before the first is renamed. If one can't be
/// renamed, the files that were already renamed are deleted, except those that replaced older files.
#[derive(Debug)]
pub struct FileSet {
    /// The temporary path and the final path of each finished file. The files are closed, so that thousands of files do
    /// not exceed the limit on open files.
    aside: Vec<(PathBuf, PathBuf)>,
    /// The number of files begun so far. It is part of the next file's temporary name. No temporary name is used twice,
    /// because an old temporary name that could not be deleted may still be a link to a published file.
    begun: usize,
    /// The staging folder of each target folder.
    staging: BTreeMap<PathBuf, Arc<Staging>>,
    placed: DeliveredFiles,
    force: bool,
}

impl FileSet {
    /// Returns an empty set; `force` lets its files replace existing files.
    pub fn new(force: bool) -> Self {
        Self {
            aside: Vec::new(),
            begun: 0,
            staging: BTreeMap::new(),
            placed: DeliveredFiles::default(),
            force,
        }
    }

    /// Sets the place for the unfinished files of a folder: next to that folder instead of inside it. A killed process
    /// may leave unfinished files behind, and a pack must contain only its own files.
    ///
    /// # Errors
    /// If nothing can be written next to the folder.
    pub fn stage_beside(&mut self, folder: &Path) -> anyhow::Result<()> {
        let whole = folder.canonicalize();
        let whole = whole.with_context(|| cannot_write(folder))?;
        // Folders beside each other share one, since each staging folder holds a file open.
        let staging = self.staging_in(folder_of(&whole), folder)?;
        self.staging.insert(folder.to_owned(), staging);
        Ok(())
    }

    /// Writes a file under a temporary name. If a file with the same bytes already has this path, leaves that file
    /// as it is, so that a killed command can be run again. If the path is a device, writes the bytes directly to
    /// the device.
    ///
    /// # Errors
    /// If the file can't be written, or a file with other content has this path and may not be replaced.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        if is_stream(Some(path)) {
            let mut out = open_stream(Some(path))?;
            let written = out.write_all(bytes).and_then(|()| out.flush());
            return written.with_context(|| cannot_write(path));
        }
        let mut staged = self.begin(path)?;
        staged.write(|out| out.write_all(bytes))?;
        self.end(staged)
    }

    /// Writes a file that, on Unix, only its owner may read, even while it is being written. Otherwise works as
    /// [`FileSet::add`] does, but does not write into devices.
    ///
    /// # Errors
    /// If the file can't be written, or a file with other content has this path and may not be replaced.
    pub fn add_secret(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let mut options = File::options();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut staged = self.begin_with(path, &mut options)?;
        staged.write(|out| out.write_all(bytes))?;
        self.end(staged)
    }

    /// Creates a file under a temporary name.
    ///
    /// # Errors
    /// If its folder does not exist, or can't be written into.
    pub(super) fn begin(&mut self, path: &Path) -> anyhow::Result<StagedFile> {
        self.begin_with(path, &mut File::options())
    }

    fn begin_with(&mut self, path: &Path, options: &mut OpenOptions) -> anyhow::Result<StagedFile> {
        let path = resolved(path);
        let folder = folder_of(&path);
        let staging = self.staging_in(folder, &path)?;
        let aside = staging.path(self.begun.to_string());
        self.begun += 1;
        let created = options.write(true).create_new(true).open(&aside);
        let file = created.with_context(|| cannot_write(&path))?;
        Ok(StagedFile { file, aside, path })
    }

    /// Returns the staging folder of the target folder `folder`, and makes it if there is none yet. `path` is the
    /// file that an error names.
    fn staging_in(&mut self, folder: &Path, path: &Path) -> anyhow::Result<Arc<Staging>> {
        if let Some(staging) = self.staging.get(folder) {
            return Ok(staging.clone());
        }
        require_folder(path)?;
        let staging = Staging::new(folder).with_context(|| cannot_write(path))?;
        let staging = Arc::new(staging);
        self.staging.insert(folder.to_owned(), staging.clone());
        Ok(staging)
    }

    /// Finishes a staged file, and adds it to the files that will be renamed.
    ///
    /// # Errors
    /// If the file can't be synced to the disk, or a file with other content has its final path and may not be
    /// replaced.
    pub(super) fn end(&mut self, staged: StagedFile) -> anyhow::Result<()> {
        let StagedFile { file, aside, path } = staged;
        let is_there = has_bytes_of(&path, &aside).and_then(|is_there| {
            match is_there {
                true => fs::remove_file(&aside),
                false => file.sync_all(),
            }?;
            Ok(is_there)
        });
        if is_there.with_context(|| cannot_write(&path))? {
            self.placed.unchanged += 1;
            return Ok(());
        }
        refuse_existing(&path, self.force)?;
        self.aside.push((aside, path));
        Ok(())
    }

    /// Renames the finished files to their final paths, in the order in which they were added.
    pub(super) fn rename_all(&mut self) -> anyhow::Result<()> {
        for (aside, path) in std::mem::take(&mut self.aside) {
            let rename = || place(&aside, &path, overwrite_policy(self.force));
            if let Err(error) = self.placed.put(&path, self.force, rename) {
                std::mem::take(&mut self.placed).take_back();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Renames the files to their final paths, in the order in which they were added. When this function returns, the
    /// files are safe from a power cut.
    ///
    /// # Errors
    /// If a file can't be renamed, or a folder can't be synced to the disk.
    pub fn place(mut self) -> anyhow::Result<DeliveredFiles> {
        self.rename_all()?;
        let mut folders = self.staging.keys();
        let sync = |folder: &PathBuf| sync_folder(folder).with_context(|| cannot_write(folder));
        match folders.try_for_each(sync) {
            Ok(()) => Ok(self.placed),
            Err(error) => {
                self.placed.take_back();
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Exit;
    use crate::cli::errors::exit_of;

    /// Writes a few bytes, and then fails as if the disk were full.
    fn until_full(out: &mut File) -> io::Result<()> {
        out.write_all(b"half of ")?;
        Err(io::ErrorKind::StorageFull.into())
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let name = |file: io::Result<fs::DirEntry>| file.unwrap().file_name();
        let mut names: Vec<String> = files
            .map(|file| name(file).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_full_disk_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut files = FileSet::new(false);
        files.add(&at("book.json"), b"a list").unwrap();
        let mut staged = files.begin(&at("book.pdf")).unwrap();
        let full = staged.write(until_full).unwrap_err();
        assert_eq!(exit_of(&full), Exit::TryAgain);
        assert!(format!("{full:#}").starts_with("cannot write "));
        drop(files);
        assert_eq!(names(folder.path()), [] as [&str; 0]);
    }

    #[test]
    fn a_name_aside_is_used_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut files = FileSet::new(false);
        files.add(&at("a"), b"one").unwrap();
        let aside = files.aside[0].0.clone();
        files.rename_all().unwrap();
        // Leaves the name in place, as if it could not be deleted.
        fs::hard_link(at("a"), aside).unwrap();
        files.add(&at("b"), b"two").unwrap();
        files.place().unwrap();
        assert_eq!(fs::read(at("a")).unwrap(), b"one");
    }

    #[test]
    fn files_are_there_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let both = || {
            let mut files = FileSet::new(false);
            files.add(&at("a"), b"one").unwrap();
            files.add(&at("b"), b"two").unwrap();
            files
        };
        let files = both();
        fs::write(at("b"), "another's").unwrap();
        assert!(files.place().is_err());
        assert_eq!(names(folder.path()), ["b"]);
        fs::remove_file(at("b")).unwrap();
        assert_eq!(both().place().unwrap().note(), "");
        // Run again, the command leaves existing files as they are.
        let again = both().place().unwrap();
        assert_eq!(again.note(), ": already there, unchanged");
        again.take_back();
        assert_eq!(names(folder.path()), ["a", "b"]);
        let mut files = FileSet::new(false);
        assert!(files.add(&at("a"), b"other").is_err());
        assert_eq!(fs::read(at("a")).unwrap(), b"one");
    }
}
