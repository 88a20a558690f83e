//! Reads the user's own font family, from one file or from a folder. In a folder, the weight and the slope of each
//! font decide whether it is used for text, headings or captions.

use super::PrintError;
use super::fonts::{Font, FontFamily};
use std::path::{Path, PathBuf};

impl FontFamily {
    /// Reads a font file, or the `.ttf` and `.otf` files of a folder.
    ///
    /// # Errors
    /// If a file is not a usable font, if a folder has no upright font for text, or if it has two fonts for the same
    /// use.
    pub fn open(path: &Path) -> Result<Self, PrintError> {
        if !path.is_dir() {
            return Ok(Self {
                regular: Font::open(path)?,
                bold: None,
                italic: None,
            });
        }
        let refuse = |why: &str| PrintError::Font {
            font: path.display().to_string(),
            why: why.to_owned(),
        };
        let mut fonts = Vec::new();
        for file in files(path)? {
            fonts.push((Font::open(&file)?, file));
        }
        let mut part = |name: &str, is_italic: bool, from: u16, to: u16, best: u16| {
            let fits =
                |font: &Font| font.is_italic == is_italic && (from..=to).contains(&font.heaviness);
            let off = |font: &Font| font.heaviness.abs_diff(best);
            let fitting = || fonts.iter().filter(|it| fits(&it.0));
            let Some(nearest) = fitting().map(|it| off(&it.0)).min() else {
                return Ok(None);
            };
            let same: Vec<String> = fitting()
                .filter(|it| off(&it.0) == nearest)
                .map(|it| it.1.file_name().unwrap_or_default().display().to_string())
                .collect();
            if same.len() > 1 {
                let why = format!(
                    "{} are both {name}: leave one in the folder",
                    same.join(" and ")
                );
                return Err(refuse(&why));
            }
            let at = fonts
                .iter()
                .position(|it| fits(&it.0) && off(&it.0) == nearest);
            Ok(at.map(|at| fonts.swap_remove(at).0))
        };
        let regular = part("regular", false, 300, 500, 400)?;
        Ok(Self {
            bold: part("bold", false, 501, 1000, 700)?,
            italic: part("italic", true, 300, 500, 400)?,
            regular: regular
                .ok_or_else(|| refuse("no .ttf or .otf file in it is an upright font for text"))?,
        })
    }
}

/// Returns the font files of a folder, sorted by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, PrintError> {
    let unreadable = |source| PrintError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
        if ending == "ttf" || ending == "otf" {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
