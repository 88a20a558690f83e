//! One puzzle on its way into a file, with all that formats can write of it.

use crate::grid::{Board, PuzzleId};
use crate::print::{Picture, PictureStyle};
use crate::rate::{Ratings, Step};
use serde_json::Value;

/// A puzzle with what is known about it: all of it for one from a pack, the puzzle alone for one
/// from a list.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The number of the puzzle among those of its level that are written, from 1.
    pub place: u64,
    /// The puzzle.
    pub puzzle: &'a Board,
    /// The only solution; `None` also if solutions are not to be shown.
    pub solution: Option<&'a Board>,
    /// The id, which all forms of the puzzle share.
    pub id: Option<PuzzleId>,
    /// The number and the name of the level.
    pub level: Option<(u8, &'a str)>,
    /// The ratings.
    pub ratings: Option<&'a Ratings>,
    /// The solving path, if it is asked for.
    pub steps: Option<&'a [Step]>,
    /// The style of the drawing, for pictures.
    pub picture: PictureStyle,
    /// All that is known, if [`Exporter::wants_fields`](super::Exporter::wants_fields) asked for
    /// it.
    pub fields: Option<&'a Value>,
}

impl<'a> Entry<'a> {
    /// Makes an entry of a puzzle of which nothing else is known.
    pub fn bare(place: u64, puzzle: &'a Board) -> Self {
        Self {
            place,
            puzzle,
            solution: None,
            id: None,
            level: None,
            ratings: None,
            steps: None,
            picture: PictureStyle::default(),
            fields: None,
        }
    }

    /// Returns the title for readers: `hard 12`, or `12`.
    pub(super) fn title(&self) -> String {
        match self.level {
            Some((_, name)) => format!("{name} {}", self.place),
            None => self.place.to_string(),
        }
    }

    /// Returns the line above a picture: `Hard 12`, `Hard 12: solution`.
    pub(super) fn caption(&self) -> String {
        let title = self.title();
        let mut letters = title.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let caption: String = first.chain(letters).collect();
        match self.picture.shows_solution {
            true => caption + ": solution",
            false => caption,
        }
    }

    /// Returns the picture that is asked for, of the puzzle or of its solution.
    pub(super) fn drawing<'b>(&'b self, caption: &'b str) -> Picture<'b> {
        let PictureStyle {
            width,
            has_caption,
            shows_solution,
            ..
        } = self.picture;
        Picture {
            puzzle: self.puzzle,
            solution: self.solution.filter(|_| shows_solution),
            caption: has_caption.then_some(caption),
            width,
        }
    }

    /// Returns the id as text; empty if there is none.
    pub(super) fn id_text(&self) -> String {
        self.id.map_or_else(String::new, |id| id.to_string())
    }
}
