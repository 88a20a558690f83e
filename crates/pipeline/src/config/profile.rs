//! The profiles: named settings that override the defaults and are overridden by the job file.
//!
//! The built-in profiles are compiled in from `config/profiles`. Users can have files `config/profiles/NAME.toml`
//! in the folder where the program is started. Such a file changes the built-in profile of that name, or adds a
//! profile.

use super::{ConfigError, Settings};
use std::path::Path;

/// The built-in profiles: the name and the TOML text of each.
const BUILT_IN: [(&str, &str); 6] = [
    ("paper", include_str!("../../config/profiles/paper.toml")),
    ("book", include_str!("../../config/profiles/book.toml")),
    (
        "newspaper",
        include_str!("../../config/profiles/newspaper.toml"),
    ),
    ("kids", include_str!("../../config/profiles/kids.toml")),
    ("expert", include_str!("../../config/profiles/expert.toml")),
    (
        "classic",
        include_str!("../../config/profiles/classic.toml"),
    ),
];

/// The folder for the user's own profiles.
const OWN: &str = "config/profiles";

/// Returns the built-in profiles, each with its one-line description.
pub fn profiles() -> impl Iterator<Item = (&'static str, &'static str)> {
    let about = |text: &'static str| text.lines().next().unwrap_or_default();
    BUILT_IN
        .map(|(name, text)| (name, about(text).trim_start_matches("# ")))
        .into_iter()
}

impl Settings {
    /// Returns the profile with this name: the built-in profile with the user's file of that name
    /// laid over it.
    ///
    /// # Errors
    /// If no profile has this name, or if a profile's file can't be read, is not a job file, or itself names a profile.
    pub fn profile(name: &str) -> Result<Self, ConfigError> {
        let built_in = BUILT_IN.into_iter().find(|(known, _)| *known == name);
        let built_in = built_in
            .map(|(_, text)| Self::from_toml(text, name))
            .transpose()?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let file = Path::new(OWN).join(format!("{name}.toml"));
        let own = (name.chars().all(is_plain) && file.is_file())
            .then(|| Self::from_file(&file))
            .transpose()?;
        let profile = match (own, built_in) {
            (Some(own), Some(built_in)) => own.over(built_in),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => {
                return Err(ConfigError::UnknownProfile {
                    name: name.to_owned(),
                    known: BUILT_IN.map(|(name, _)| name).join(", "),
                });
            }
        };
        match profile.profile {
            None => Ok(profile),
            Some(_) => Err(ConfigError::NestedProfile(name.to_owned())),
        }
    }
}
