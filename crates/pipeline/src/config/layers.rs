//! Reads the layers of a job's settings, from the built-in defaults up to the job file.

use super::{ConfigError, Settings};
use std::path::Path;

/// The file with the user's own defaults, in the folder where the program is started.
const OWN_DEFAULTS: &str = "config/default.toml";

/// The settings of one layer, with the name of its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The name of the origin: `default`, the path of a file, or `profile` and the profile's name.
    pub origin: String,
    /// The settings of the layer.
    pub settings: Settings,
}

/// Returns the layers of a job file, the lowest first: the built-in defaults, the user's own defaults, the profile,
/// the job file. The argument `profile` names the profile; if it is `None`, the job file or else the defaults name
/// the profile.
///
/// # Errors
/// If a file can't be read, its settings are invalid, or the profile does not exist.
pub fn layers(job: Option<&Path>, profile: Option<&str>) -> Result<Vec<Layer>, ConfigError> {
    let of_file = |file: &Path| -> Result<Layer, ConfigError> {
        Ok(Layer {
            origin: file.display().to_string(),
            settings: Settings::from_file(file)?,
        })
    };
    let mut layers = vec![Layer {
        origin: "default".to_owned(),
        settings: Settings::defaults()?,
    }];
    let own = Path::new(OWN_DEFAULTS);
    if own.is_file() {
        layers.push(of_file(own)?);
    }
    let job = job.map(of_file).transpose()?;
    let named = layers.iter().chain(&job).rev();
    let named = named
        .filter_map(|layer| layer.settings.profile.clone())
        .next();
    if let Some(name) = profile.map(str::to_owned).or(named) {
        layers.push(Layer {
            settings: Settings::profile(&name)?,
            origin: format!("profile {name}"),
        });
    }
    layers.extend(job);
    Ok(layers)
}

impl Settings {
    /// Completes these settings with the profile that they or the defaults name, and then with the defaults.
    ///
    /// # Errors
    /// Same as [`layers`].
    pub fn complete(self) -> Result<Self, ConfigError> {
        let below = layers(None, self.profile.as_deref())?;
        let below = below.into_iter().map(|layer| layer.settings);
        let below = below.fold(Self::default(), |below, layer| layer.over(below));
        Ok(self.over(below))
    }
}
