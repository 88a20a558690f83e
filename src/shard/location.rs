//! Opens the storage of a run by its name: a path, `file:///path`, or `s3://bucket/folder`.

use super::error::ShardError;
use super::retrying::RetryingStore;
use super::store::{Folder, Store};
use std::time::Duration;

/// The pause before the first retry of a failed request, for a store that is a folder.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Opens the storage that `--run` names.
///
/// # Errors
/// [`ShardError::UnknownStore`] if the name is neither a path nor `file:///path` nor
/// `s3://bucket/folder`; [`ShardError::NotBuiltIn`] if this program was built without object
/// stores; and the errors of opening a bucket.
pub fn store_of(url: &str) -> Result<Box<dyn Store>, ShardError> {
    let unknown = || ShardError::UnknownStore {
        url: url.to_owned(),
    };
    let path = match url.split_once("://") {
        None if url.is_empty() => return Err(unknown()),
        None => url,
        Some(("file", path)) if path.starts_with('/') => path,
        Some(("s3", _)) => return bucket_of(url),
        Some(_) => return Err(unknown()),
    };
    Ok(Box::new(RetryingStore::new(Folder::new(path), FIRST_PAUSE)))
}

#[cfg(feature = "cloud")]
fn bucket_of(url: &str) -> Result<Box<dyn Store>, ShardError> {
    Ok(Box::new(super::cloud::Bucket::open(url)?))
}

#[cfg(not(feature = "cloud"))]
fn bucket_of(url: &str) -> Result<Box<dyn Store>, ShardError> {
    let url = url.to_owned();
    Err(ShardError::NotBuiltIn { url })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_name_folders_or_nothing() {
        let place = |url| store_of(url).map(|store| store.place("plan.json")).ok();
        assert_eq!(place("runs/a").as_deref(), Some("runs/a/plan.json"));
        assert_eq!(
            place("file:///runs/a").as_deref(),
            Some("/runs/a/plan.json")
        );
        for url in ["", "file://host/runs", "s3://", "ftp://host/run", "://"] {
            assert_eq!(place(url), None, "{url}");
        }
    }
}
