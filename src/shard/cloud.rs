//! Stores the plan and the shards of a run in an object store, at `s3://bucket/folder`. The store is Amazon's, or
//! any other with the same interface. Settings and credentials come from the environment variables that Amazon's
//! own tools read, such as `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and `AWS_ENDPOINT_URL`.
//!
//! The crate `object_store` itself repeats requests that fail for a temporary reason. Large files are sent in
//! parts and read in pieces, which limits memory. A file appears in the store only when all its parts are there.

use super::error::ShardError;
use super::store::Store;
use crate::disk::{AtomicFile, Staging};
use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig, WriteMultipart,
};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;

/// The number of bytes in each part of an upload, and in each piece of a download.
const PIECE: u64 = 8 << 20;
/// The number of parts of a file that are uploaded at the same time.
const AT_ONCE: usize = 3;
/// The maximum time to wait for the source of the credentials.
const CREDENTIALS_WITHIN: Duration = Duration::from_secs(10);
/// The time during which a failing request is repeated, with pauses of at most [`LONGEST_PAUSE`].
const PATIENCE: Duration = Duration::from_secs(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A folder of a bucket in an object store.
#[derive(Debug, Clone)]
pub struct Bucket {
    url: String,
    folder: Path,
    store: Arc<AmazonS3>,
    runtime: Arc<Runtime>,
}

impl Bucket {
    /// Opens the bucket and the folder that a URL names.
    ///
    /// # Errors
    /// If the URL names no bucket, a setting is wrong, or there are no credentials.
    pub fn open(url: &str) -> Result<Self, ShardError> {
        let refuse = |problem: String| ShardError::NoBucket {
            url: url.to_owned(),
            problem,
        };
        let whole = url.trim_end_matches('/');
        let path = whole.strip_prefix("s3://").unwrap_or_default();
        let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
        if bucket.is_empty() {
            return Err(refuse("it names no bucket".to_owned()));
        }
        let folder = Path::parse(folder).map_err(|error| refuse(error.to_string()))?;
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    max_backoff: LONGEST_PAUSE,
                    ..BackoffConfig::default()
                },
                max_retries: usize::MAX,
                retry_timeout: PATIENCE,
            });
        // A server whose URL has no encryption is used without it.
        let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint);
        if endpoint.is_some_and(|it| it.starts_with("http://")) {
            builder = builder.with_allow_http(true);
        }
        let unsigned = builder.get_config_value(&AmazonS3ConfigKey::SkipSignature);
        let store = builder.build().map_err(|error| refuse(one_line(&error)))?;
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| refuse(error.to_string()))?;
        if unsigned.as_deref() != Some("true") {
            let told = runtime.block_on(async {
                timeout(CREDENTIALS_WITHIN, store.credentials().get_credential()).await
            });
            if !matches!(told, Ok(Ok(_))) {
                let url = url.to_owned();
                return Err(ShardError::NoCredentials { url });
            }
        }
        Ok(Self {
            url: whole.to_owned(),
            folder,
            store: Arc::new(store),
            runtime: Arc::new(runtime),
        })
    }

    fn path(&self, name: &str) -> Path {
        let parts = name.split('/');
        parts.fold(self.folder.clone(), Path::join)
    }

    async fn send(&self, file: &AtomicFile, path: &Path) -> io::Result<()> {
        let mut source = File::open(file.path())?;
        let length = source.metadata()?.len();
        if length <= PIECE {
            let bytes = piece_of(&mut source)?;
            let sent = self.store.put(path, PutPayload::from(bytes)).await;
            return sent.map(drop).map_err(|it| of_store(&it));
        }
        let upload = self
            .store
            .put_multipart(path)
            .await
            .map_err(|it| of_store(&it))?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, PIECE as usize);
        loop {
            let bytes = piece_of(&mut source)?;
            if bytes.is_empty() {
                return upload.finish().await.map(drop).map_err(|it| of_store(&it));
            }
            let ready = upload.wait_for_capacity(AT_ONCE).await;
            if let Err(error) = ready {
                // The parts that were sent belong to no object, so they may stay.
                drop(upload.abort().await);
                return Err(of_store(&error));
            }
            upload.write(&bytes);
        }
    }
}

fn piece_of(source: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(PIECE).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Store for Bucket {
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        let path = self.path(folder);
        let listed = self.store.list_with_delimiter(Some(&path));
        let listed = self.runtime.block_on(listed).map_err(|it| of_store(&it))?;
        let names = listed
            .objects
            .iter()
            .filter_map(|it| it.location.filename());
        names.for_each(visit);
        Ok(())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        let path = self.path(name);
        let found = self.runtime.block_on(self.store.head(&path));
        Ok(Box::new(CloudObject {
            size: found.map_err(|it| of_store(&it))?.size,
            at: 0,
            piece: io::Cursor::default(),
            bucket: self.clone(),
            path,
        }))
    }

    /// Creates an empty file on the local disk. The file is uploaded only when it is complete, because every object in
    /// the store must be complete.
    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        let local = Staging::of(&std::env::temp_dir(), work).and_then(AtomicFile::new);
        local.map_err(|error| {
            let what = format!("no local file can be made, see TMPDIR: {error}");
            io::Error::new(error.kind(), what)
        })
    }

    fn clear(&self, work: &str) {
        Staging::clear(&std::env::temp_dir(), work);
    }

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        let path = self.path(name);
        let sent = self.runtime.block_on(self.send(file, &path));
        sent.map_err(|error| match error.kind() {
            ErrorKind::NotFound => io::Error::new(ErrorKind::PermissionDenied, error),
            _ => error,
        })
    }

    fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.url)
    }
}

/// An object in the store that is read piece by piece.
struct CloudObject {
    bucket: Bucket,
    path: Path,
    size: u64,
    at: u64,
    piece: io::Cursor<Vec<u8>>,
}

impl Read for CloudObject {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let is_read = self.piece.position() == self.piece.get_ref().len() as u64;
        if is_read && self.at < self.size {
            let range = self.at..self.size.min(self.at + PIECE);
            let asked = self.bucket.store.get_range(&self.path, range.clone());
            let piece = self
                .bucket
                .runtime
                .block_on(asked)
                .map_err(|it| of_store(&it))?;
            if piece.len() as u64 != range.end - range.start {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.piece = io::Cursor::new(piece.to_vec());
            self.at = range.end;
        }
        self.piece.read(bytes)
    }
}

fn of_store(error: &object_store::Error) -> io::Error {
    use object_store::Error::{NotFound, PermissionDenied, Unauthenticated};
    let kind = match error {
        NotFound { .. } => ErrorKind::NotFound,
        PermissionDenied { .. } | Unauthenticated { .. } => ErrorKind::PermissionDenied,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, one_line(error))
}

/// Formats an error of the object store in one line, and shortens long texts, because servers may send whole pages.
fn one_line(error: &object_store::Error) -> String {
    const MOST: usize = 300;
    let words = error.to_string();
    let mut line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > MOST {
        line = line.chars().take(MOST).collect::<String>() + " …";
    }
    line
}
