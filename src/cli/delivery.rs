//! Targets of exported puzzles: standard output, a device, one file, or a folder of files. A file
//! is written aside and renamed when it is whole. A file that is there already stays unless forced;
//! one with the same bytes counts as done, so a command that was killed can be given again.

use super::errors::UsageError;
use super::file_set::{
    DeliveredFiles, FileSet, cannot_write, existing, has_bytes_of, open_stream, refuse_existing,
    require_folder,
};
use crate::disk::{AtomicFile, Staging, folder_of, is_stream, resolved};
use crate::export::{Entry, ExportFormat, FileOptions, PuzzleFile};
use anyhow::Context;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The puzzles of an export, on their way to its target.
pub struct Delivery {
    format: &'static ExportFormat,
    target: Target,
    options: FileOptions,
    /// The file that is being written; `None` for formats that have one puzzle a file.
    file: Option<PuzzleFile>,
}

enum Target {
    /// The format has one puzzle a file: the first is held back until it is known to be the only
    /// one.
    Stream {
        out: Box<dyn Write>,
        only: Option<Vec<u8>>,
    },
    File {
        aside: BufWriter<AtomicFile>,
        path: PathBuf,
        force: bool,
        /// `true` if it is in its place already; known when it is sealed.
        is_there: bool,
    },
    Folder {
        folder: PathBuf,
        files: FileSet,
        /// `true` if a file waits until all others are whole.
        waits: bool,
    },
}

impl Delivery {
    /// Returns a delivery to `out`, or to standard output.
    pub fn new(
        format: &'static ExportFormat,
        out: Option<&Path>,
        force: bool,
        options: &FileOptions,
    ) -> anyhow::Result<Self> {
        let target = match out {
            Some(path) if !is_stream(out) => Target::of(path, format.one_a_file, force)?,
            _ => Target::Stream {
                out: open_stream(out)?,
                only: None,
            },
        };
        let file = match format.one_a_file {
            true => None,
            false => Some(PuzzleFile::begin(format, options)?),
        };
        Ok(Self {
            format,
            target,
            options: options.clone(),
            file,
        })
    }

    /// Makes the files of a folder appear together, when all of them are complete, or not at all.
    #[must_use]
    pub fn together(mut self) -> Self {
        if let Target::Folder { waits, .. } = &mut self.target {
            *waits = true;
        }
        self
    }

    /// Delivers a puzzle. Returns its file if it has one of its own, which is called `stem` there.
    pub fn put(&mut self, entry: &Entry<'_>, stem: &str) -> anyhow::Result<Option<PathBuf>> {
        match &mut self.file {
            Some(file) => {
                self.target.write(|out| file.put(entry, out))?;
                Ok(None)
            }
            None => self.put_alone(entry, stem),
        }
    }

    /// Delivers a picture of a puzzle's solution, which is called by `stem` and `-solution`.
    pub fn put_solution(
        &mut self,
        entry: &Entry<'_>,
        stem: &str,
    ) -> anyhow::Result<Option<PathBuf>> {
        self.options.picture.shows_solution = true;
        let put = self.put_alone(entry, &format!("{stem}-solution"));
        self.options.picture.shows_solution = false;
        put
    }

    fn put_alone(&mut self, entry: &Entry<'_>, stem: &str) -> anyhow::Result<Option<PathBuf>> {
        let written = PuzzleFile::of_one(self.format, &self.options, entry)?;
        match &mut self.target {
            Target::Folder {
                folder,
                files,
                waits,
            } => {
                let path = folder.join(format!("{stem}.{}", self.format.ending));
                files.add(&path, &written)?;
                if !*waits {
                    files.rename_all()?;
                }
                Ok(Some(path))
            }
            Target::Stream { only, .. } if only.is_none() => {
                *only = Some(written);
                Ok(None)
            }
            Target::Stream { .. } | Target::File { .. } => {
                let said = format!(
                    "--to {} writes one puzzle a file: name a folder with --out DIR for more than one",
                    self.format.name
                );
                Err(UsageError(said).into())
            }
        }
    }

    /// Ends the file, and checks that it can be put into its place.
    ///
    /// # Errors
    /// If it can't be written, or another file is in its place.
    pub fn seal(&mut self) -> anyhow::Result<()> {
        if let Some(file) = self.file.take() {
            self.target.write(|out| file.end(out))?;
        }
        let Target::File {
            aside,
            path,
            force,
            is_there,
        } = &mut self.target
        else {
            return Ok(());
        };
        let flushed = aside.flush();
        let compared = flushed.and_then(|()| has_bytes_of(path, &aside.get_ref().path()));
        *is_there = compared.with_context(|| cannot_write(path))?;
        refuse_existing(path, *force || *is_there)
    }

    /// [Seals](Self::seal) the files and puts them into their places, safe from a power cut.
    ///
    /// # Errors
    /// If they can't be written, or other files are in their places.
    pub fn finish(mut self) -> anyhow::Result<DeliveredFiles> {
        self.seal()?;
        match self.target {
            Target::Stream { mut out, only } => {
                out.write_all(&only.unwrap_or_default())?;
                out.flush()?;
                Ok(DeliveredFiles::default())
            }
            Target::File { is_there: true, .. } => Ok(DeliveredFiles::unchanged(1)),
            Target::File {
                aside, path, force, ..
            } => {
                let mut placed = DeliveredFiles::default();
                placed.put(&path, force, || {
                    aside.get_ref().place(&path, existing(force))
                })?;
                Ok(placed)
            }
            Target::Folder { files, .. } => files.place(),
        }
    }
}

impl Target {
    fn of(path: &Path, one_a_file: bool, force: bool) -> anyhow::Result<Self> {
        if one_a_file {
            let cannot = || format!("cannot make {}", path.display());
            fs::create_dir_all(path).with_context(cannot)?;
            return Ok(Self::Folder {
                folder: path.to_owned(),
                files: FileSet::new(force),
                waits: false,
            });
        }
        let path = &resolved(path);
        require_folder(path)?;
        let aside = Staging::new(folder_of(path)).and_then(AtomicFile::new);
        let aside = aside.with_context(|| cannot_write(path))?;
        Ok(Self::File {
            aside: BufWriter::new(aside),
            path: path.to_owned(),
            force,
            is_there: false,
        })
    }
    /// Writes into the one file, or to standard output.
    fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::File { aside, path, .. } => write(aside).with_context(|| cannot_write(path)),
            Self::Stream { out, .. } => Ok(write(out)?),
            Self::Folder { .. } => Ok(write(&mut io::sink())?),
        }
    }
}
