//! Finds the technique ladders that settings name: tables of a job file, files of the folder `config/ladders`,
//! and built-in ladders.

use super::schemes::toml_files;
use super::settings::{read_text, read_toml};
use super::{ConfigError, LadderTable, Settings, Switch};
use crate::bucket::Scheme;
use crate::rate::techniques::TechniqueLadder;
use std::path::{Path, PathBuf};

/// The folder for the user's own ladders.
const OWN: &str = "config/ladders";

impl Settings {
    /// Returns the scheme with the technique ladder that the settings name: a table in the settings, a file
    /// `config/ladders/NAME.toml` in the folder where the program is started, or a built-in ladder, in this order. If
    /// the settings name no ladder, the scheme keeps its own. Techniques that rely on uniqueness are left out of the
    /// ladder if a setting turns them off.
    ///
    /// # Errors
    /// If no ladder has that name, a file can't be read, or a table or file does not describe a valid ladder.
    pub(super) fn with_ladder(&self, scheme: Scheme) -> Result<Scheme, ConfigError> {
        let named = self.ladder.as_deref().map(|name| self.ladder(name));
        let without_uniqueness = self.uniqueness_techniques == Some(Switch::Off);
        let ladder = match named.transpose()? {
            Some(ladder) => ladder,
            None if without_uniqueness => scheme.ladder(),
            None => return Ok(scheme),
        };
        let ladder = if without_uniqueness {
            ladder.without_uniqueness()
        } else {
            ladder
        };
        Ok(Scheme {
            techniques: Some(ladder),
            ..scheme
        })
    }

    /// Returns the file of the user's own ladder with this name; `None` if the user has no such ladder.
    pub fn ladder_file(name: &str) -> Option<PathBuf> {
        let mut files = toml_files(Path::new(OWN)).into_iter();
        files.find(|(known, _)| known == name).map(|(_, file)| file)
    }

    fn ladder(&self, name: &str) -> Result<TechniqueLadder, ConfigError> {
        if let Some(table) = self.ladders.get(name) {
            return table.ladder(name);
        }
        if let Some(file) = Self::ladder_file(name) {
            let table: LadderTable = read_toml(&read_text(&file)?, &file.display().to_string())?;
            return table.ladder(name);
        }
        TechniqueLadder::named(name).map_err(|_| ConfigError::UnknownLadder {
            name: name.to_owned(),
            known: self.ladder_names().join(", "),
        })
    }

    /// Lists the names that `ladder` accepts: first the built-in ladders, then tables and files.
    pub fn ladder_names(&self) -> Vec<String> {
        let mut names: Vec<String> = TechniqueLadder::NAMES.map(str::to_owned).into();
        let files = toml_files(Path::new(OWN)).into_iter().map(|(name, _)| name);
        for name in self.ladders.keys().cloned().chain(files) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
