//! Finds the schemes that settings name: tables of a job file, files of the folder `config/schemes`, and built-in
//! schemes.

use super::settings::{read_text, read_toml};
use super::{ConfigError, SchemeTable, Settings};
use crate::bucket::Scheme;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder for the user's own schemes.
const OWN: &str = "config/schemes";

impl Settings {
    /// Resolves the scheme that the settings name: a table in the settings, a file `config/schemes/NAME.toml` in the
    /// folder where the program is started, or a built-in scheme, in this order. The scheme gets the ladder of
    /// techniques that the settings name.
    ///
    /// # Errors
    /// If no scheme or ladder has that name, a file can't be read, the scheme's numbers contradict one another, or the
    /// ladder can't be used.
    pub fn scheme(&self) -> Result<Scheme, ConfigError> {
        self.with_ladder(self.plain_scheme()?)
    }

    /// Resolves the scheme with its own technique ladder.
    fn plain_scheme(&self) -> Result<Scheme, ConfigError> {
        let name = self.scheme.as_deref().unwrap_or("wu");
        if let Some(table) = self.schemes.get(name) {
            return table.scheme(name);
        }
        if let Some((_, file)) = scheme_files().into_iter().find(|(known, _)| known == name) {
            let text = read_text(&file)?;
            let table: SchemeTable = read_toml(&text, &file.display().to_string())?;
            return table.scheme(name).map_err(|error| ConfigError::SchemeFile {
                path: file,
                source: Box::new(error),
            });
        }
        Scheme::named(name).map_err(|_| ConfigError::UnknownScheme {
            name: name.to_owned(),
            known: self.scheme_names().join(", "),
        })
    }

    /// Returns a one-line notice if a file overrides the built-in scheme of the same name; `None` for any other scheme.
    pub fn overriding_scheme(&self) -> Option<String> {
        let name = self.scheme.as_deref().unwrap_or("wu");
        let built_in = Scheme::named(name).ok()?;
        let is_file = !self.schemes.contains_key(name);
        let mut files = scheme_files().into_iter().filter(|_| is_file);
        let (_, file) = files.find(|(known, _)| known == name)?;
        let is_other = self.plain_scheme().is_ok_and(|own| own != built_in);
        let file = file.display();
        is_other.then(|| format!("scheme {name} is that of {file}, not the built-in one"))
    }

    /// Lists the names that `scheme` accepts: first the built-in schemes, then tables and files.
    pub fn scheme_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Scheme::NAMES.map(str::to_owned).into();
        let tables = self.schemes.keys().cloned();
        for name in tables.chain(scheme_files().into_iter().map(|(name, _)| name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Lists the user's scheme files in the folder where the program is started, sorted by name. Each file comes with the
/// name of its scheme.
fn scheme_files() -> Vec<(String, PathBuf)> {
    toml_files(Path::new(OWN))
}

/// Lists the files `NAME.toml` of a folder, each with its NAME, in the order of the names. The list is empty if the
/// folder can't be read, or without the feature `files`.
pub(super) fn toml_files(folder: &Path) -> Vec<(String, PathBuf)> {
    if cfg!(not(feature = "files")) {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(String, PathBuf)> = entries
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let name = name.strip_suffix(".toml")?.to_owned();
            Some((name, folder.join(entry.file_name())))
        })
        .collect();
    files.sort();
    files
}
