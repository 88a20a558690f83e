//! Converts the program's default settings and profiles from TOML to JSON at build time. Otherwise the packages
//! would need a TOML reader: a seventh of the WebAssembly module and a tenth of the Python wheel.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let config = Path::new("../../crates/pipeline/config");
    let read = |path: &Path| -> Result<toml::Value, Box<dyn Error>> {
        println!("cargo::rerun-if-changed={}", path.display());
        Ok(toml::from_str(&fs::read_to_string(path)?)?)
    };
    let folder = config.join("profiles");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut profiles = toml::Table::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        profiles.insert(name.into_owned(), read(&path)?);
    }
    let mut layers = toml::Table::new();
    layers.insert("defaults".to_owned(), read(&config.join("default.toml"))?);
    layers.insert("profiles".to_owned(), toml::Value::Table(profiles));
    let file = PathBuf::from(env::var("OUT_DIR")?).join("layers.json");
    Ok(fs::write(file, serde_json::to_string(&layers)?)?)
}
