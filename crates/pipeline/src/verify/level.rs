//! Checks the two files of a level record by record: the order, the level, repeats, the lines of the text file, and
//! the data of each record.

use super::check::Verification;
use super::finding::{PackProblem, RecordPlace};
use super::layout_proof::LayoutProvers;
use super::proof;
use super::report::Progress;
use crate::bucket::Level;
use crate::filter::PreparedFilters;
use crate::grid::{CELLS, ExtraRule, Layout};
use crate::pack::{
    FrameError, Manifest, Pack, PackError, PackedPuzzle, Record, Records, list_file, open_file,
    pack_file,
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The number of records held in memory and checked at a time.
const CHUNK: usize = 2048;

/// The state of the check of one level.
struct LevelCheck<'a> {
    level: Level,
    manifest: &'a Manifest,
    pack_path: PathBuf,
    sdm_path: PathBuf,
    /// The lines of the `.sdm` file that are still to be compared; `None` after an error that makes comparing
    /// impossible.
    lines: Option<SdmLines>,
    /// The number of characters in a line of the level's text file of puzzles.
    characters: usize,
    last: Option<u64>,
    place: u64,
}

/// A record with its place in the file, or the error that occurred when it was read.
type RecordItem<R> = (u64, Result<R, PackError>);

impl Verification<'_> {
    /// Checks every record of a level.
    pub(super) fn level(&mut self, pack: &Pack, level: Level) {
        let job = &pack.manifest().job;
        let path = pack.folder().join(pack_file(&job.scheme, level));
        match job.layout {
            None => {
                let raters = job.scheme.raters(&job.ratings);
                let filters = PreparedFilters::of(&job.filters, &job.scheme);
                let prove = |record: &Record| proof::problems(record, job, &raters, &filters);
                self.level_of(pack, level, Records::open(path), &prove);
            }
            Some(layout) => {
                let kit = job.kit(layout);
                let provers = LayoutProvers::new(&kit);
                let records = Records::open_version(path, job.record_version());
                self.level_of(pack, level, records, &|record| provers.problems(record));
            }
        }
    }

    fn level_of<R: PackedPuzzle>(
        &mut self,
        pack: &Pack,
        level: Level,
        opened: Result<Records, PackError>,
        prove: &(dyn Fn(&R) -> Vec<PackProblem> + Sync),
    ) {
        let job = &pack.manifest().job;
        let sdm_path = pack.folder().join(list_file(job, level));
        let mut state = LevelCheck {
            level,
            manifest: pack.manifest(),
            pack_path: pack.folder().join(pack_file(&job.scheme, level)),
            lines: Some(SdmLines::open(&sdm_path)),
            sdm_path,
            characters: job.layout.map_or(CELLS, characters_of),
            last: None,
            place: 0,
        };
        self.repeats.enter(state.pack_path.clone());
        // Earlier checks report a file that can't be opened or is not the listed file. Its records
        // are checked all the same, so that more faults are named.
        if opened.is_err() {
            state.lines = None;
        }
        let mut opened = opened.ok();
        let mut records = (1..).zip(std::iter::from_fn(|| opened.as_mut()?.next_of::<R>()));
        loop {
            let chunk: Vec<RecordItem<R>> = records.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                break;
            }
            self.chunk(&mut state, chunk, prove);
        }
        self.end_of_level(&mut state);
    }

    fn chunk<R: PackedPuzzle>(
        &mut self,
        state: &mut LevelCheck<'_>,
        chunk: Vec<RecordItem<R>>,
        prove: &(dyn Fn(&R) -> Vec<PackProblem> + Sync),
    ) {
        let proofs: Vec<Vec<PackProblem>> = chunk
            .par_iter()
            .map(|(_, record)| match record {
                Ok(record) => prove(record),
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
        record: &impl PackedPuzzle,
        mut problems: Vec<PackProblem>,
    ) {
        let (number, level) = (record.number(), record.level());
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
        if let Some((file, place)) = self.repeats.note(record.id(), number, place) {
            problems.push(PackProblem::Repeat { file, place });
        }
        for problem in problems {
            let record = RecordPlace { place, number };
            self.find(&state.pack_path, Some(record), problem);
        }
        let expected = record.line();
        self.line(state, place, |line| line == expected);
    }

    /// Reports a record that can't be read. If only this record is invalid, skips its line in the level's text file of
    /// puzzles; after any other error, stops comparing lines.
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

    /// Checks the next line of the level's text file with `fits`, and reports a line that doesn't match as line
    /// `place`. After a line of the wrong length, the comparison ends, since no later line can match.
    fn line(&mut self, state: &mut LevelCheck<'_>, place: u64, fits: impl FnOnce(&[u8]) -> bool) {
        let Some(lines) = &mut state.lines else {
            return;
        };
        let line = lines.next(state.characters);
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

/// Returns the number of characters in a line of a layout's text file of puzzles: the puzzle, then its regions and its
/// marks.
fn characters_of(layout: Layout) -> usize {
    let own = [ExtraRule::Jigsaw, ExtraRule::EvenOdd];
    let own = own.into_iter().filter(|&rule| layout.has(rule)).count();
    layout.cells() + own * (1 + layout.cells())
}

/// The lines of a level's text file of puzzles, which is an `.sdm` file for 9×9. A line has one character per cell,
/// then the regions and the marks if the puzzle has them, each after a space, and then a line feed.
struct SdmLines(Box<dyn Read>);

impl SdmLines {
    /// Opens an `.sdm` file. If the file can't be opened, the result has no lines, and other checks report the file.
    fn open(path: &Path) -> Self {
        match open_file(path) {
            Ok(file) => Self(Box::new(BufReader::new(file))),
            Err(_) => Self(Box::new(io::empty())),
        }
    }

    /// Returns the next line, without its line feed; `None` if it does not have this many characters, and an error
    /// if the file ends too early.
    fn next(&mut self, characters: usize) -> io::Result<Option<Vec<u8>>> {
        let mut line = vec![0; characters + 1];
        self.0.read_exact(&mut line)?;
        Ok((line.pop() == Some(b'\n')).then_some(line))
    }

    fn goes_on(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(1))
    }
}
