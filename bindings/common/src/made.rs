//! A puzzle made by a job, of 9×9 or of another layout.

use factory_pipeline::pack::{
    LayoutFields, LayoutRecord, PackedPuzzle, PuzzleFields, Record, RecordError,
};
use sudoku_engine::grid::Layout;
use sudoku_engine::grid::text::{Alphabet, shaped_line};
use sudoku_engine::{Level, PuzzleId, Scheme};

/// A puzzle made by a job, with all that is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct MadePuzzle(Made);

#[derive(Debug, Clone, PartialEq)]
enum Made {
    Nine(Box<Record>),
    Layout(Box<(LayoutRecord, Layout)>),
}

impl MadePuzzle {
    /// Wraps the record of a 9×9 puzzle.
    pub fn of_nine(record: Record) -> Self {
        Self(Made::Nine(Box::new(record)))
    }

    /// Wraps the record of a puzzle of this layout.
    pub(super) fn of_layout(record: LayoutRecord, layout: Layout) -> Self {
        Self(Made::Layout(Box::new((record, layout))))
    }

    /// Reads a puzzle from its layout and bytes, as [`MadePuzzle::bytes`] returns them.
    ///
    /// # Errors
    /// [`RecordError`] if the bytes are not a record, or not the record of a puzzle of the layout's size.
    pub fn from_bytes(layout: Option<Layout>, bytes: &[u8]) -> Result<Self, RecordError> {
        match layout {
            None => Record::decode(bytes).map(Self::of_nine),
            Some(layout) => {
                let record = LayoutRecord::decode(bytes)?;
                // A name of another size would find no boards later.
                let fits = record.boards(layout.shape()).is_some();
                fits.then(|| Self::of_layout(record, layout))
                    .ok_or(RecordError::Size(bytes.len()))
            }
        }
    }

    /// Returns the puzzle's layout, `None` for 9×9 without further rules, and the bytes of its record in a pack.
    ///
    /// # Errors
    /// No error is known to occur. Any error of the encoder is returned.
    pub fn bytes(&self) -> Result<(Option<Layout>, Vec<u8>), RecordError> {
        let mut bytes = Vec::new();
        let layout = match &self.0 {
            Made::Nine(record) => {
                record.encode_into(&mut bytes)?;
                None
            }
            Made::Layout(made) => {
                made.0.encode_into(&mut bytes)?;
                Some(made.1)
            }
        };
        Ok((layout, bytes))
    }

    /// Returns the puzzle's candidate number, which is its place in the run, from 0.
    pub fn number(&self) -> u64 {
        match &self.0 {
            Made::Nine(record) => record.number,
            Made::Layout(made) => made.0.number,
        }
    }

    /// Returns the puzzle and its solution as two texts, each with one character per cell in reading order.
    pub fn texts(&self) -> [String; 2] {
        match &self.0 {
            Made::Nine(record) => [record.puzzle.to_string(), record.solution.to_string()],
            Made::Layout(made) => {
                let boards = made.0.boards(made.1.shape());
                let text = |board| shaped_line(&board, Alphabet::One);
                boards.map(|boards| boards.map(text)).unwrap_or_default()
            }
        }
    }

    /// Returns the puzzle's id.
    pub fn id(&self) -> PuzzleId {
        match &self.0 {
            Made::Nine(record) => record.id,
            Made::Layout(made) => made.0.id(),
        }
    }

    /// Returns the number of givens.
    pub fn clue_count(&self) -> usize {
        match &self.0 {
            Made::Nine(record) => record.puzzle.clue_count(),
            Made::Layout(made) => made.0.clue_count(),
        }
    }

    /// Returns the puzzle's level.
    pub fn level(&self) -> Level {
        match &self.0 {
            Made::Nine(record) => record.level,
            Made::Layout(made) => made.0.level(),
        }
    }

    /// Returns the difficulty: for 9×9 the difficulty D of Wu 2012, for other layouts the score by techniques.
    pub fn difficulty(&self) -> f64 {
        match &self.0 {
            Made::Nine(record) => record.ratings.ladder.difficulty,
            Made::Layout(made) => made.0.difficulty(),
        }
    }

    /// Returns all fields as a JSON text, byte for byte as the program writes it.
    ///
    /// # Errors
    /// A message, if the fields can't be written as JSON.
    pub fn json(&self, scheme: &Scheme) -> Result<String, String> {
        let text = match &self.0 {
            Made::Nine(record) => serde_json::to_string(&PuzzleFields::of_record(record, scheme)),
            Made::Layout(made) => {
                serde_json::to_string(&LayoutFields::new(&made.0, made.1, scheme))
            }
        };
        text.map_err(|error| error.to_string())
    }
}
