//! Writes and reads packs on disk. A pack has records in frames for each level, the same puzzles as text, and a
//! manifest that verifies these files. A pack is written under a temporary name and renamed in one step.
//! `docs/pack-format.md` describes every byte.
//!
//! ```text
//! output/NAME/
//!   pack.json                 the job, the counts of its puzzles, and the BLAKE3 hashes of the levels' files
//!   run.json                  how the run went; the only file that differs from run to run
//!   pack.json.minisig         the signature of pack.json, if the pack was signed
//!   1-easy.pack … 5-very-hard.pack
//!   1-easy.sdm  … 5-very-hard.sdm
//! ```
//!
//! Schemes other than the default may have two to nine levels. Layouts other than 9×9 have `.txt` instead of
//! `.sdm`.

mod any_record;
mod error;
mod fields;
pub mod frame;
mod hashed;
mod layout_fields;
mod manifest;
mod missing;
mod places;
mod reader;
mod record_form;
mod records;
mod storage;
mod writer;

pub use crate::record::{
    CodecError, LayoutRecord, PackedPuzzle, RECORD_BYTES, Record, RecordError, RecordVersion, codec,
};
pub use any_record::AnyRecord;
pub use error::{FileDifference, ManifestProblem, PackError, with_causes};
pub use fields::PuzzleFields;
pub use frame::FrameError;
pub use hashed::HashingReader;
pub use layout_fields::{LayoutFields, hardest_technique};
pub use manifest::{
    ALGORITHM, DropCounts, FileEntry, LevelSummary, Manifest, RunInfo, StageSeconds, Summary,
    level_files, list_file, pack_file, sdm_file,
};
pub use reader::open_file;
pub use reader::{Pack, Records};
pub use record_form::RecordForm;
pub use records::{RECORDS_PER_FRAME, RecordReader, RecordWriter};
pub use storage::{Disk, Storage};
pub use writer::{MANIFEST_FILE, PackWriter, RUN_FILE, SIGNATURE_FILE, SealedPack};
