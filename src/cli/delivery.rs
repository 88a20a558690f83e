//! Writes exported puzzles to standard output, a device, one file, or a folder of files. A file is written
//! under a temporary name and renamed when it is complete. An existing file is replaced only with `--force`;
//! a file with the same bytes counts as done, so a killed command can be run again.

use super::errors::UsageError;
use super::file_set::{DeliveredFiles, FileSet, StagedFile, open_stream};
use crate::disk::{create_folders, is_stream};
use crate::export::{ExportEntry, ExportFormat, FileOptions, PuzzleFile};
use anyhow::Context;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A writer that exports puzzles to one file, to a folder of files, or to a stream.
pub struct Delivery {
    format: &'static ExportFormat,
    options: FileOptions,
    target: Target,
    /// The file that is being written; `None` for formats with one puzzle per file.
    file: Option<PuzzleFile>,
    /// The finished files, unless the target is a stream.
    files: FileSet,
}

enum Target {
    /// A stream. If the format has one puzzle per file, the first puzzle is held back until it is
    /// known to be the only one.
    Stream {
        out: Box<dyn Write>,
        only: Option<Vec<u8>>,
    },
    /// One file; `None` once the file is finished.
    File(Option<StagedFile>),
    Folder {
        folder: PathBuf,
        /// `true` if files are renamed only when all of them are complete.
        waits: bool,
    },
}

impl Delivery {
    /// Returns a delivery to the path `out`, or to standard output if there is no path.
    pub fn new(
        format: &'static ExportFormat,
        out: Option<&Path>,
        force: bool,
        options: &FileOptions,
    ) -> anyhow::Result<Self> {
        let mut files = FileSet::new(force);
        let target = match out.filter(|_| !is_stream(out)) {
            None => Target::Stream {
                out: open_stream(out)?,
                only: None,
            },
            Some(path) if format.one_a_file => {
                let cannot = || format!("cannot make {}", path.display());
                create_folders(path).with_context(cannot)?;
                Target::Folder {
                    folder: path.to_owned(),
                    waits: false,
                }
            }
            Some(path) => Target::File(Some(files.begin(path)?)),
        };
        let file = match format.one_a_file {
            true => None,
            false => Some(PuzzleFile::begin(format, options)?),
        };
        Ok(Self {
            format,
            options: options.clone(),
            target,
            file,
            files,
        })
    }

    /// Returns a delivery for puzzles whose bytes the caller makes. Also writes `head`, the text before the first
    /// puzzle, unless the format has one puzzle per file.
    pub fn of_bytes(
        format: &'static ExportFormat,
        out: Option<&Path>,
        force: bool,
        head: &str,
    ) -> anyhow::Result<Self> {
        let mut delivery = Self {
            file: None,
            ..Self::new(format, out, force, &FileOptions::default())?
        };
        if !format.one_a_file {
            delivery
                .target
                .write(|out| out.write_all(head.as_bytes()))?;
        }
        Ok(delivery)
    }

    /// Makes the files of a folder appear together, when all of them are complete, or not at all.
    #[must_use]
    pub fn together(mut self) -> Self {
        if let Target::Folder { waits, .. } = &mut self.target {
            *waits = true;
        }
        self
    }

    /// Writes a puzzle. If each puzzle gets its own file, the name of the file begins with `stem`, and its path is
    /// returned. Otherwise returns `None`.
    pub fn put(&mut self, entry: &ExportEntry<'_>, stem: &str) -> anyhow::Result<Option<PathBuf>> {
        match &mut self.file {
            Some(file) => {
                self.target.write(|out| file.put(entry, out))?;
                Ok(None)
            }
            None => self.put_alone(entry, stem),
        }
    }

    /// Writes a picture of a puzzle's solution. The name of its file is `stem` followed by `-solution`. Returns
    /// the path of the file, or `None` if the picture goes to a stream.
    pub fn put_solution(
        &mut self,
        entry: &ExportEntry<'_>,
        stem: &str,
    ) -> anyhow::Result<Option<PathBuf>> {
        self.options.picture.shows_solution = true;
        let put = self.put_alone(entry, &format!("{stem}-solution"));
        self.options.picture.shows_solution = false;
        put
    }

    /// Returns the extension of the files.
    pub fn ending(&self) -> &'static str {
        self.format.ending
    }

    /// Writes a file of another kind into the folder of the puzzles' files; does nothing if there is no such
    /// folder.
    pub fn put_beside(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let Target::Folder { folder, waits } = &self.target else {
            return Ok(());
        };
        self.files.add(&folder.join(name), bytes)?;
        match waits {
            true => Ok(()),
            false => self.files.rename_all(),
        }
    }

    fn put_alone(
        &mut self,
        entry: &ExportEntry<'_>,
        stem: &str,
    ) -> anyhow::Result<Option<PathBuf>> {
        let written = PuzzleFile::of_one(self.format, &self.options, entry)?;
        self.put_bytes(written, stem)
    }

    /// Writes the bytes of a puzzle. If each puzzle gets its own file, the name of the file begins with `stem`,
    /// and its path is returned. Otherwise returns `None`. Fails for a second puzzle in a stream if the format has
    /// one puzzle per file.
    pub fn put_bytes(&mut self, written: Vec<u8>, stem: &str) -> anyhow::Result<Option<PathBuf>> {
        match &mut self.target {
            target if !self.format.one_a_file => {
                target.write(|out| out.write_all(&written))?;
                Ok(None)
            }
            Target::Folder { folder, waits } => {
                let path = folder.join(format!("{stem}.{}", self.format.ending));
                self.files.add(&path, &written)?;
                if !*waits {
                    self.files.rename_all()?;
                }
                Ok(Some(path))
            }
            Target::Stream { only, .. } if only.is_none() => {
                *only = Some(written);
                Ok(None)
            }
            Target::Stream { .. } | Target::File(_) => {
                let said = format!(
                    "--to {} writes one puzzle per file: name a folder with --out DIR for more than one",
                    self.format.name
                );
                Err(UsageError(said).into())
            }
        }
    }

    /// Finishes the file, and checks that it can be renamed to its final path.
    ///
    /// # Errors
    /// If the file can't be written, or a file with other content has this path and may not be replaced.
    pub fn seal(&mut self) -> anyhow::Result<()> {
        if let Some(file) = self.file.take() {
            self.target.write(|out| file.end(out))?;
        }
        match &mut self.target {
            Target::File(staged) => staged.take().map_or(Ok(()), |it| self.files.end(it)),
            _ => Ok(()),
        }
    }

    /// [Seals](Self::seal) the files and renames them to their final paths. When this function returns, the files are
    /// safe from a power cut.
    ///
    /// # Errors
    /// If the files can't be written, or files with other content have these paths and may not be replaced.
    pub fn finish(mut self) -> anyhow::Result<DeliveredFiles> {
        self.seal()?;
        if let Target::Stream { mut out, only } = self.target {
            out.write_all(&only.unwrap_or_default())?;
            out.flush()?;
        }
        self.files.place()
    }
}

impl Target {
    /// Writes into the single file, or to the stream; does nothing for a folder, or if the file is finished.
    fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::File(Some(staged)) => staged.write(|out| write(out)),
            Self::Stream { out, .. } => Ok(write(out)?),
            Self::File(None) | Self::Folder { .. } => Ok(()),
        }
    }
}
