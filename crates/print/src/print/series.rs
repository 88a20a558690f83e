//! The manifest of a series of books. It sets the number of volumes, their common design, and the number of
//! puzzles of each level in each volume. The volumes depend only on the manifest and on the packs, files and
//! ledger that it names.

use super::PrintError;
use super::book::{BookJob, BookSettings, Progression};
use super::cover::CoverSettings;
use super::error::read_table;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The maximum number of volumes of a series.
const MOST_VOLUMES: usize = 1000;
/// The maximum number of puzzles of one level in a volume, which is far more than any shop can bind.
const MOST_PUZZLES: usize = 1_000_000;

/// The manifest of a series, as written in its file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeriesManifest {
    /// The number of volumes.
    pub volumes: usize,
    /// The folders of the packs.
    pub packs: Vec<PathBuf>,
    /// The folder into which all files are written.
    pub out: PathBuf,
    /// The beginning of the file names of all volumes.
    #[serde(default = "volume")]
    pub name: String,
    /// The title under which the volumes are recorded in the ledger.
    pub ship: Option<String>,
    /// The ledger; puzzles that were shipped under other titles are left out.
    pub ledger: Option<PathBuf>,
    /// The way in which the difficulty of a level's puzzles changes from volume to volume.
    #[serde(default)]
    pub progression: Progression,
    /// The condition that every puzzle must meet.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The order in which puzzles are chosen.
    pub sort: Option<String>,
    /// The number of puzzles of each level in each volume.
    levels: toml::Table,
    /// The settings of each book.
    #[serde(default)]
    book: BookSettings,
    /// The settings of each cover; `None` for no covers.
    pub cover: Option<CoverSettings>,
    /// The name of the manifest's file, for error messages.
    #[serde(skip)]
    origin: String,
}

fn volume() -> String {
    "volume".to_owned()
}

impl SeriesManifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// If the file can't be read, or a key is unknown or has a wrong value; the error names the file and the key.
    pub fn open(path: &Path) -> Result<Self, PrintError> {
        let (mut manifest, origin): (Self, String) = read_table(path)?;
        manifest.origin = origin;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), PrintError> {
        let (volumes, book) = (self.volumes, &self.book);
        let said = if !(1..=MOST_VOLUMES).contains(&volumes) {
            format!("volumes is {volumes}; it must be from 1 to {MOST_VOLUMES}")
        } else if self.packs.is_empty() {
            "packs names no pack".to_owned()
        } else if self.levels.is_empty() {
            "[levels] names no level: write how many puzzles of each a volume has".to_owned()
        } else if self.name.is_empty() || self.name.contains(['/', '\\']) {
            format!(
                "name is {:?}; it is the beginning of names of files",
                self.name
            )
        } else if self.ship.is_some() && self.ledger.is_none() {
            "ship needs ledger, the file that records it".to_owned()
        } else if book.volumes.is_some() {
            "[book] volumes: leave it out; volumes above says how many there are".to_owned()
        } else if book.ramp == Some(true) {
            "[book] ramp: a series has sections by level; leave it out".to_owned()
        } else {
            return Ok(());
        };
        Err(self.wrong(said))
    }

    /// Returns the error for a mistake in this manifest, with the description `said`.
    pub fn wrong(&self, said: impl std::fmt::Display) -> PrintError {
        PrintError::Impossible(format!("{}: {said}", self.origin))
    }

    /// Returns the complete and checked settings of the books.
    ///
    /// # Errors
    /// If settings contradict each other, or a file can't be used.
    pub fn job(&self) -> Result<BookJob, PrintError> {
        let settings = BookSettings {
            volumes: Some(self.volumes),
            ..self.book.clone()
        };
        let job = settings
            .job()
            .map_err(|error| self.wrong(format!("[book] {error}")))?;
        match job.ramp {
            true => Err(self
                .wrong("[book] preset newspaper makes weeks, and a series has sections by level")),
            false => Ok(job),
        }
    }

    /// Returns the levels in the manifest, each with the number of its puzzles in every volume.
    ///
    /// # Errors
    /// If a value has the wrong form. It must be a number, a first and a last number, or a list with a number for each
    /// volume.
    pub fn levels(&self) -> Result<Vec<(&str, Vec<usize>)>, PrintError> {
        let levels = self.levels.iter().map(|(name, value)| {
            let counts = counts(value, self.volumes).ok_or_else(|| {
                self.wrong(format!(
                    "[levels] {name}: write a number, {{ first = 10, last = 40 }}, or a list of {} numbers, none above \
                     {MOST_PUZZLES}",
                    self.volumes
                ))
            })?;
            Ok((name.as_str(), counts))
        });
        levels.collect()
    }

    /// Returns the path of a volume's file with this ending; volumes are counted from 1.
    pub fn file(&self, volume: usize, ending: &str) -> PathBuf {
        let digits = self.volumes.to_string().len().max(2);
        self.out
            .join(format!("{}-{volume:0digits$}{ending}", self.name))
    }
}

/// Returns the number of puzzles in each volume. `value` is one number for all volumes, a first and a last number (with
/// even steps between them), or a list with a number for each volume. Returns `None` for any other value.
fn counts(value: &toml::Value, volumes: usize) -> Option<Vec<usize>> {
    let number = |value: &toml::Value| {
        let number = usize::try_from(value.as_integer()?).ok();
        number.filter(|it| *it <= MOST_PUZZLES)
    };
    match value {
        toml::Value::Array(listed) => {
            let counts: Option<Vec<usize>> = listed.iter().map(number).collect();
            counts.filter(|counts| counts.len() == volumes)
        }
        toml::Value::Table(ends) if ends.len() == 2 => {
            let (first, last) = (number(ends.get("first")?)?, number(ends.get("last")?)?);
            let steps = volumes.saturating_sub(1).max(1);
            // Rounded to the nearest, in whole numbers, so that every machine counts alike.
            let at = |n: usize| ((first * (steps - n) + last * n) * 2 + steps) / (2 * steps);
            Some((0..volumes).map(at).collect())
        }
        value => Some(vec![number(value)?; volumes]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzles_of_a_level_are_the_same_or_rise_or_are_listed() {
        let read = |text: &str| {
            let table: toml::Table = toml::from_str(&format!("it = {text}")).unwrap();
            counts(&table["it"], 4)
        };
        assert_eq!(read("5"), Some(vec![5; 4]));
        assert_eq!(
            read("{ first = 10, last = 40 }"),
            Some(vec![10, 20, 30, 40])
        );
        assert_eq!(read("{ first = 10, last = 0 }"), Some(vec![10, 7, 3, 0]));
        assert_eq!(read("[1, 2, 3, 4]"), Some(vec![1, 2, 3, 4]));
        for wrong in [
            "-1",
            "1000001",
            "{ first = 1, last = 9223372036854775807 }",
            "1.5",
            "'5'",
            "[1, 2, 3]",
            "{ first = 1 }",
            "{ first = 1, end = 2 }",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
