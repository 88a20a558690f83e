//! Checks the two files of a level, record by record: order, level, repeats, lines, and every
//! record's own data.

use super::check::Verification;
use super::finding::{PackProblem, RecordPlace};
use super::proof;
use super::report::Progress;
use crate::bucket::Level;
use crate::filter::PreparedFilters;
use crate::grid::{CELLS, text};
use crate::pack::{
    FrameError, Manifest, Pack, PackError, Record, Records, open_file, pack_file, sdm_file,
};
use crate::rate::Raters;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The number of records held in memory and checked at a time.
const CHUNK: usize = 2048;

/// The check of a level in progress.
struct LevelCheck<'a> {
    level: Level,
    manifest: &'a Manifest,
    raters: Raters,
    filters: PreparedFilters,
    pack_path: PathBuf,
    sdm_path: PathBuf,
    /// The lines of the `.sdm` file; `None` once they can't be compared any more.
    lines: Option<SdmLines>,
    last: Option<u64>,
    place: u64,
}

/// A record with its place in the file, or the error of reading it.
type RecordItem = (u64, Result<Record, PackError>);

impl Verification<'_> {
    /// Checks every record of a level.
    pub(super) fn level(&mut self, pack: &Pack, level: Level) {
        let manifest = pack.manifest();
        let scheme = &manifest.job.scheme;
        let sdm_path = pack.folder().join(sdm_file(scheme, level));
        let mut state = LevelCheck {
            level,
            manifest,
            raters: scheme.raters(&manifest.job.ratings),
            filters: PreparedFilters::of(&manifest.job.filters, scheme),
            pack_path: pack.folder().join(pack_file(scheme, level)),
            lines: Some(SdmLines::open(&sdm_path)),
            sdm_path,
            last: None,
            place: 0,
        };
        self.repeats.enter(state.pack_path.clone());
        // Earlier checks report a file that can't be opened or is not the listed file. Its records
        // are checked all the same, so that more faults are named.
        let opened = Records::open(state.pack_path.clone());
        if opened.is_err() {
            state.lines = None;
        }
        let mut records = (1..).zip(opened.into_iter().flatten());
        loop {
            let chunk: Vec<RecordItem> = records.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                break;
            }
            self.chunk(&mut state, chunk);
        }
        self.end_of_level(&mut state);
    }

    fn chunk(&mut self, state: &mut LevelCheck<'_>, chunk: Vec<RecordItem>) {
        let proofs: Vec<Vec<PackProblem>> = chunk
            .par_iter()
            .map(|(_, record)| match record {
                Ok(record) => {
                    proof::problems(record, &state.manifest.job, &state.raters, &state.filters)
                }
                Err(_) => Vec::new(),
            })
            .collect();
        for ((place, record), proof) in chunk.into_iter().zip(proofs) {
            match record {
                Ok(record) => self.record(state, place, &record, proof),
                Err(error) => self.unreadable(state, place, &error),
            }
        }
        (self.on_progress)(Progress {
            done: self.report.puzzles,
            total: self.total,
        });
    }

    fn record(
        &mut self,
        state: &mut LevelCheck<'_>,
        place: u64,
        record: &Record,
        mut problems: Vec<PackProblem>,
    ) {
        let Record { number, level, .. } = *record;
        self.report.puzzles += 1;
        state.place = place;
        if let Some(after) = state.last.filter(|&last| number <= last) {
            problems.push(PackProblem::Order { after });
        }
        let numbers = state.manifest.numbers;
        if number >= numbers {
            problems.push(PackProblem::Number { numbers });
        }
        // The check of the order has already reported a repeat within the file.
        if !self.numbers.insert(number) && state.last != Some(number) {
            problems.push(PackProblem::NumberTwice);
        }
        state.last = Some(number);
        if level != state.level {
            problems.push(PackProblem::File { level });
        }
        if let Some((file, place)) = self.repeats.note(record.id, number, place) {
            problems.push(PackProblem::Repeat { file, place });
        }
        for problem in problems {
            let record = RecordPlace { place, number };
            self.find(&state.pack_path, Some(record), problem);
        }
        let expected = text::line_bytes(&record.puzzle, b'0');
        self.line(state, place, |line| *line == expected);
    }

    /// Reports a record that can't be read and skips its line. Any other error ends the file, and
    /// is reported.
    fn unreadable(&mut self, state: &mut LevelCheck<'_>, place: u64, error: &PackError) {
        let problem = match error {
            PackError::Frame { problem, .. } => PackProblem::unreadable(problem),
            other => PackProblem::unreadable(other),
        };
        self.find(&state.pack_path, None, problem);
        if let PackError::Frame {
            problem: FrameError::Record { .. },
            ..
        } = error
        {
            state.place = place;
            self.line(state, place, |_| true);
        } else {
            state.lines = None;
        }
    }

    /// Checks the next line of the `.sdm` file. After an invalid line nothing matches any more, so
    /// only the first invalid line is reported.
    fn line(
        &mut self,
        state: &mut LevelCheck<'_>,
        place: u64,
        fits: impl FnOnce(&[u8; CELLS]) -> bool,
    ) {
        let Some(lines) = &mut state.lines else {
            return;
        };
        let line = lines.next();
        let whole = matches!(line, Ok(Some(_)));
        if !line.is_ok_and(|line| line.is_some_and(|line| fits(&line))) {
            self.find(&state.sdm_path, None, PackProblem::Line { line: place });
        }
        if !whole {
            state.lines = None;
        }
    }

    fn end_of_level(&mut self, state: &mut LevelCheck<'_>) {
        let (claimed, found) = (state.manifest.level(state.level).made, state.place);
        if claimed != found {
            self.find(&state.pack_path, None, PackProblem::Made { claimed, found });
        }
        if state.lines.as_mut().is_some_and(SdmLines::goes_on) {
            let lines = state.place;
            self.find(&state.sdm_path, None, PackProblem::MoreLines { lines });
        }
    }
}

/// The lines of an `.sdm` file: 81 characters and a line feed per line.
struct SdmLines(Box<dyn Read>);

impl SdmLines {
    /// Opens an `.sdm` file. A file that can't be opened has no lines here; other checks report it.
    fn open(path: &Path) -> Self {
        match open_file(path) {
            Ok(file) => Self(Box::new(BufReader::new(file))),
            Err(_) => Self(Box::new(io::empty())),
        }
    }

    /// Returns the next line; `None` at the end, or if the line has another length.
    fn next(&mut self) -> io::Result<Option<[u8; CELLS]>> {
        let mut line = [0; CELLS + 1];
        self.0.read_exact(&mut line)?;
        Ok(line
            .strip_suffix(b"\n")
            .and_then(|line| line.first_chunk().copied()))
    }

    fn goes_on(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(1))
    }
}
