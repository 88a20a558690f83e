//! Finds the files of pictures, in the order of the digits, and reads them.

use super::picture::SymbolPicture;
use super::svg_file;
use crate::print::PrintError;
use std::path::{Path, PathBuf};

/// The largest picture file that is read, in bytes.
const LONGEST_FILE: u64 = 1_000_000;

/// Returns whether a path has the ending of a picture file.
pub(in crate::print) fn is_picture(file: &Path) -> bool {
    let ending = file.extension();
    ending.is_some_and(|it| it.eq_ignore_ascii_case("svg"))
}

/// Returns the pictures of a folder, in the order of their names; numbers at the beginning of names are compared by
/// value.
///
/// # Errors
/// If the folder can't be read, or has no pictures.
pub(in crate::print) fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, PrintError> {
    let unreadable = |source| PrintError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if is_picture(&file) {
            files.push(file);
        }
    }
    files.sort_by_cached_key(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        (number_in(&name), name.into_owned())
    });
    if files.is_empty() {
        let said = format!("{}: the folder has no SVG files", folder.display());
        return Err(PrintError::Impossible(said));
    }
    Ok(files)
}

/// Returns the number at the beginning of a name. A name without such a number gets the largest number, so that it
/// sorts last.
fn number_in(name: &str) -> u64 {
    let end = name.find(|c: char| !c.is_ascii_digit());
    let number = &name[..end.unwrap_or(name.len())];
    number.parse().unwrap_or(u64::MAX)
}

/// Returns the paths of the pictures in a list that names one file per line; `None` if no line names a picture. The
/// names are relative to the folder of the list.
///
/// # Errors
/// If only some lines name pictures.
pub(in crate::print) fn in_list(
    path: &Path,
    text: &str,
) -> Result<Option<Vec<PathBuf>>, PrintError> {
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let (named, other): (Vec<&str>, Vec<&str>) = lines.partition(|it| is_picture(Path::new(it)));
    if named.is_empty() {
        return Ok(None);
    }
    if let Some(line) = other.first() {
        return Err(PrintError::Impossible(format!(
            "{}: {line:?} is not the name of an SVG file; a list of pictures has one name a line",
            path.display()
        )));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Some(named.iter().map(|it| folder.join(it)).collect()))
}

/// Reads pictures from these files.
///
/// # Errors
/// If a file is not a picture that can be printed, or two files have the same picture.
pub(in crate::print) fn open(files: &[PathBuf]) -> Result<Vec<SymbolPicture>, PrintError> {
    let mut pictures: Vec<SymbolPicture> = Vec::with_capacity(files.len());
    for file in files {
        let picture = open_one(file)?;
        if let Some(same) = pictures.iter().position(|it| *it == picture) {
            return Err(PrintError::Impossible(format!(
                "{}: it has the same picture as {}",
                file.display(),
                files[same].display()
            )));
        }
        pictures.push(picture);
    }
    Ok(pictures)
}

fn open_one(file: &Path) -> Result<SymbolPicture, PrintError> {
    // The reason may quote the file, with line breaks and codes that control a terminal.
    let refuse = |why: String| {
        let why = why.replace(char::is_control, "\u{FFFD}");
        PrintError::Impossible(format!("{}: {why}", file.display()))
    };
    let unreadable = |source| PrintError::Unreadable {
        path: file.to_owned(),
        source,
    };
    let length = std::fs::metadata(file).map_err(unreadable)?.len();
    if length > LONGEST_FILE {
        let (kilobytes, most) = (length.div_ceil(1000), LONGEST_FILE / 1000);
        return Err(refuse(format!(
            "it has {kilobytes} kB, and a picture may have {most} kB: make it simpler"
        )));
    }
    let bytes = std::fs::read(file).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("it is not an SVG file".to_owned()));
    svg_file::read(text?.trim_start_matches('\u{feff}')).map_err(refuse)
}
