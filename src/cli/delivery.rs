//! Where exported puzzles go: standard output, one file, or a folder of files. A file is written
//! aside and renamed when it is whole; what is there already is kept unless forced.

use super::errors::UsageError;
use crate::export::{About, Entry, Exporter, Writing};
use anyhow::Context;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Puzzles on their way out.
pub struct Delivery {
    format: &'static dyn Exporter,
    target: Target,
    force: bool,
    about: About,
    /// The file under way; none for formats that have one puzzle a file.
    writing: Option<Writing>,
}

enum Target {
    /// One puzzle of a format that has one a file is held back until it is known to be the only one.
    Output { only: Option<Vec<u8>> },
    File {
        aside: BufWriter<NamedTempFile>,
        path: PathBuf,
    },
    /// Each file by itself, or all of them together at the end.
    Folder(PathBuf, Option<Together>),
}

impl Delivery {
    /// A delivery to `out`, or to standard output. `about` names what is delivered.
    pub fn new(
        format: &'static dyn Exporter,
        out: Option<&Path>,
        force: bool,
        about: &About,
    ) -> anyhow::Result<Self> {
        let target = match out {
            None => Target::Output { only: None },
            Some(folder) if format.one_a_file() => {
                let cannot = || format!("cannot make {}", folder.display());
                fs::create_dir_all(folder).with_context(cannot)?;
                Target::Folder(folder.to_owned(), None)
            }
            Some(path) => {
                refuse_existing(path, force)?;
                let cannot = || format!("cannot write {}", path.display());
                let aside = NamedTempFile::new_in(folder_of(path)).with_context(cannot)?;
                Target::File {
                    aside: BufWriter::new(aside),
                    path: path.to_owned(),
                }
            }
        };
        let mut delivery = Self {
            format,
            target,
            force,
            about: about.clone(),
            writing: None,
        };
        if !format.one_a_file() {
            delivery.writing = Some(delivery.stream(|out| Writing::begin(format, about, out))?);
        }
        Ok(delivery)
    }

    /// The same; the files of a folder are there together or not at all.
    #[must_use]
    pub fn together(mut self) -> Self {
        if let Target::Folder(_, together) = &mut self.target {
            *together = Some(Together::new(self.force));
        }
        self
    }

    /// Delivers a puzzle; tells the file if it has one of its own, which is called `stem` there.
    pub fn put(&mut self, entry: &Entry<'_>, stem: &str) -> anyhow::Result<Option<PathBuf>> {
        if let Some(mut writing) = self.writing.take() {
            self.stream(|out| writing.put(entry, out))?;
            self.writing = Some(writing);
            return Ok(None);
        }
        let mut written = Vec::new();
        let mut writing = Writing::begin(self.format, &self.about, &mut written)?;
        writing.put(entry, &mut written)?;
        writing.end(&mut written)?;
        match &mut self.target {
            Target::Folder(folder, together) => {
                let path = folder.join(format!("{stem}.{}", self.format.ending()));
                match together {
                    Some(together) => together.add(&path, &written)?,
                    None => write_whole(&path, &written, self.force)?,
                }
                Ok(Some(path))
            }
            Target::Output { only } if only.is_none() => {
                *only = Some(written);
                Ok(None)
            }
            Target::Output { .. } | Target::File { .. } => {
                let said = format!(
                    "--to {} writes one puzzle a file: name a folder with --out DIR for more than one",
                    self.format.name()
                );
                Err(UsageError(said).into())
            }
        }
    }

    /// Ends the file and puts it into its place.
    pub fn finish(self) -> anyhow::Result<()> {
        self.finish_after(|| Ok(()))
    }

    /// The same, with a step that is taken when the file is whole, just before it is there; none is
    /// there if it fails.
    pub fn finish_after(mut self, step: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
        if let Some(writing) = self.writing.take() {
            self.stream(|out| writing.end(out))?;
        }
        match self.target {
            Target::Output { only } => {
                step()?;
                let mut out = io::stdout().lock();
                out.write_all(&only.unwrap_or_default())?;
                out.flush()?;
            }
            Target::File { aside, path } => {
                let cannot = || format!("cannot write {}", path.display());
                let aside = aside.into_inner().map_err(io::IntoInnerError::into_error);
                let aside = aside.with_context(cannot)?;
                step()?;
                put_in_place(aside, &path, self.force)?;
            }
            Target::Folder(_, together) => {
                step()?;
                together.map_or(Ok(()), Together::place)?;
            }
        }
        Ok(())
    }

    /// Writes into the one file, or to standard output.
    fn stream<T>(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> anyhow::Result<T> {
        match &mut self.target {
            Target::File { aside, path } => {
                write(aside).with_context(|| format!("cannot write {}", path.display()))
            }
            _ => Ok(write(&mut io::stdout().lock())?),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Refuses a place that is taken, unless forced.
pub fn refuse_existing(path: &Path, force: bool) -> anyhow::Result<()> {
    if force || !path.exists() {
        return Ok(());
    }
    let shown = path.display();
    let said =
        format!("{shown} is there already: name another place, or write over it with --force");
    Err(UsageError(said).into())
}

/// Writes a file aside and renames it: a reader sees all of it or nothing.
pub fn write_whole(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    refuse_existing(path, force)?;
    let cannot = || format!("cannot write {}", path.display());
    let mut aside = NamedTempFile::new_in(folder_of(path)).with_context(cannot)?;
    aside.write_all(bytes).with_context(cannot)?;
    put_in_place(aside, path, force)
}

/// Files that are put into their places together: all of them are whole before the first is there, and
/// if one can't be put there, none stays that was not there before.
#[derive(Debug)]
pub struct Together {
    /// Closed, so that there may be thousands.
    aside: Vec<(TempPath, PathBuf)>,
    force: bool,
}

impl Together {
    /// None yet; `force` lets them replace what is there.
    pub const fn new(force: bool) -> Self {
        Self {
            aside: Vec::new(),
            force,
        }
    }

    /// Writes a file aside. One that is there already with just these bytes stays: after a kill the
    /// same command does the rest.
    ///
    /// # Errors
    /// If it can't be written, or another file is in its place.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let is_there = || fs::read(path).is_ok_and(|there| there == bytes);
        if !self.force && path.exists() && is_there() {
            return Ok(());
        }
        self.write(path, |out| out.write_all(bytes))
    }

    fn write(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut fs::File) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        refuse_existing(path, self.force)?;
        let cannot = || format!("cannot write {}", path.display());
        let mut aside = NamedTempFile::new_in(folder_of(path)).with_context(cannot)?;
        write(aside.as_file_mut()).with_context(cannot)?;
        make_readable(aside.as_file()).with_context(cannot)?;
        self.aside.push((aside.into_temp_path(), path.to_owned()));
        Ok(())
    }

    /// Puts them there, in the order in which they came.
    ///
    /// # Errors
    /// If one can't be put there.
    pub fn place(self) -> anyhow::Result<()> {
        let mut placed = Vec::new();
        for (aside, path) in self.aside {
            let put = match self.force {
                true => aside.persist(&path),
                false => aside.persist_noclobber(&path),
            };
            if let Err(failed) = put {
                // With force they replaced others, which nothing brings back.
                for path in placed.iter().filter(|_| !self.force) {
                    drop(fs::remove_file(path));
                }
                return Err(failed.error)
                    .with_context(|| format!("cannot write {}", path.display()));
            }
            placed.push(path);
        }
        Ok(())
    }
}

fn put_in_place(aside: NamedTempFile, path: &Path, force: bool) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    make_readable(aside.as_file()).with_context(cannot)?;
    let placed = match force {
        true => aside.persist(path),
        false => aside.persist_noclobber(path),
    };
    placed
        .map(drop)
        .map_err(|failed| failed.error)
        .with_context(cannot)
}

/// Temporary files are their owner's alone; what was asked for is for everyone to read.
fn make_readable(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Exit;
    use crate::cli::errors::exit_of;

    /// A disk that is full after the first bytes.
    fn until_full(out: &mut fs::File) -> io::Result<()> {
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
        let mut files = Together::new(false);
        files.add(&at("book.json"), b"a list").unwrap();
        let full = files.write(&at("book.pdf"), until_full).unwrap_err();
        assert_eq!(exit_of(&full), Exit::TryAgain);
        assert!(format!("{full:#}").starts_with("cannot write "));
        drop(files);
        assert_eq!(names(folder.path()), [] as [&str; 0]);
    }

    #[test]
    fn files_are_there_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let both = || {
            let mut files = Together::new(false);
            files.add(&at("a"), b"one").unwrap();
            files.add(&at("b"), b"two").unwrap();
            files
        };
        let files = both();
        fs::write(at("b"), "another's").unwrap();
        assert!(files.place().is_err());
        assert_eq!(names(folder.path()), ["b"]);
        fs::remove_file(at("b")).unwrap();
        both().place().unwrap();
        // Again, and what is there stays.
        both().place().unwrap();
        assert_eq!(names(folder.path()), ["a", "b"]);
        let mut files = Together::new(false);
        assert!(files.add(&at("a"), b"other").is_err());
        assert_eq!(fs::read(at("a")).unwrap(), b"one");
    }
}
