//! Combines several layers of settings, and says which layer each setting comes from.

use super::{ConfigError, Settings};
use toml::{Table, Value};

/// A setting with the layer that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The setting's key in a job file; keys in tables have a dot, such as `level.hard`.
    pub key: String,
    /// The value of the setting as TOML, on one line.
    pub value: Value,
    /// The topmost layer that sets the key: an index into the list passed to [`effective`].
    pub layer: usize,
}

/// Returns the settings that result when these layers are laid over one another, lowest first, as [`Settings::over`]
/// does. The settings outside tables come first, in the order of their keys. The entries of tables follow, also in the
/// order of their keys.
///
/// # Errors
/// [`ConfigError::NoToml`] for a number that TOML can't represent.
pub fn effective(layers: &[Settings]) -> Result<Vec<Setting>, ConfigError> {
    let said = layers.iter().map(flat).collect::<Result<Vec<_>, _>>()?;
    let whole = layers.iter().fold(Settings::default(), |below, layer| {
        layer.clone().over(below)
    });
    let settings = flat(&whole)?.into_iter().map(|(key, value)| {
        let says = |layer: &Vec<(String, Value)>| layer.iter().any(|(known, _)| *known == key);
        Setting {
            layer: said.iter().rposition(says).unwrap_or_default(),
            key,
            value,
        }
    });
    Ok(settings.collect())
}

/// Lists the settings of one layer. Each entry of a table, such as one level's quota or one scheme, is listed as a
/// separate setting.
fn flat(settings: &Settings) -> Result<Vec<(String, Value)>, ConfigError> {
    let refuse = |error: toml::ser::Error| ConfigError::NoToml(error.to_string());
    let table = Table::try_from(settings).map_err(refuse)?;
    let mut flat = Vec::new();
    let mut inner = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(table) => {
                let dotted = |(name, value)| (format!("{key}.{}", quoted(name)), value);
                inner.extend(table.into_iter().map(dotted));
            }
            value => flat.push((key, value)),
        }
    }
    flat.extend(inner);
    Ok(flat)
}

/// Returns a name as part of a TOML key: in quotes if necessary, otherwise unchanged.
fn quoted(name: String) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(is_bare) {
        name
    } else {
        Value::String(name).to_string()
    }
}
