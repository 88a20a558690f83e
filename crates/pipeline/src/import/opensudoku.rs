//! Reads OpenSudoku's XML, in which every puzzle is an element `game`. The puzzle is in the attribute `data`
//! (versions 1 and 2 of the format) or `cells_data` (version 3), as 81 digits or as a saved game of the app.
//!
//! A saved game begins with `version: N`. Each cell then has three fields, each followed by `|`: its value, its
//! notes, and 1 if the player may change the value. A value that may be changed is not a given. From version 4 of
//! the saved game, a cell has more fields after its notes, but the last field is the same.

use super::cells::{Filling, cell, cells};
use super::limited_reader::{LONGEST, LimitedReader};
use super::{EntryProblem, Format, ImportError, ImportItem};
use crate::grid::{Board, CELLS};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{self, BufRead};

/// The maximum depth to which tags are nested; the format needs a depth of three.
const DEEPEST: usize = 32;

/// The puzzles of an OpenSudoku file.
pub(super) struct Games<R> {
    reader: Reader<LimitedReader<R>>,
    buffer: Vec<u8>,
    depth: usize,
    /// `true` if the root element has been read and is that of an OpenSudoku file.
    is_known: bool,
    ended: bool,
}

/// The result of reading an XML event.
enum GameEvent {
    Game(Result<Board, EntryProblem>),
    /// The rest of the file can't be read, because of this problem.
    Broken(EntryProblem),
    Nothing,
    End,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            reader: Reader::from_reader(LimitedReader::new(source)),
            buffer: Vec::new(),
            depth: 0,
            is_known: false,
            ended: false,
        }
    }

    fn step(&mut self) -> io::Result<GameEvent> {
        self.buffer.clear();
        self.reader.get_mut().fill();
        let event = match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => event,
            Err(_) if self.reader.get_ref().is_empty() => {
                return Ok(GameEvent::Broken(EntryProblem::TooLong(LONGEST)));
            }
            Err(quick_xml::Error::Io(error)) => return Err(io::Error::new(error.kind(), error)),
            Err(error) => {
                return Ok(GameEvent::Broken(EntryProblem::Notation(format!(
                    "no XML: {error}"
                ))));
            }
        };
        let (tag, opens) = match event {
            Event::Eof if self.depth > 0 => {
                let said = "the XML ends before its last tag".to_owned();
                return Ok(GameEvent::Broken(EntryProblem::Notation(said)));
            }
            Event::Eof => return Ok(GameEvent::End),
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                return Ok(GameEvent::Nothing);
            }
            Event::Start(tag) => (tag, 1),
            Event::Empty(tag) => (tag, 0),
            _ => return Ok(GameEvent::Nothing),
        };
        self.depth += opens;
        let name = tag.name();
        if !self.is_known {
            self.is_known = name.as_ref() == "opensudoku";
            if !self.is_known {
                return Ok(GameEvent::Broken(EntryProblem::Form(Format::OpenSudoku)));
            }
        }
        Ok(match name.as_ref() {
            _ if self.depth > DEEPEST => GameEvent::Broken(EntryProblem::Form(Format::OpenSudoku)),
            "game" => GameEvent::Game(game(&tag)),
            _ => GameEvent::Nothing,
        })
    }

    /// Returns the line that the reader has reached, from 1.
    fn line(&mut self) -> u64 {
        self.reader.get_ref().lines + 1
    }

    fn end(&mut self, problem: EntryProblem) -> io::Result<(u64, Result<Board, ImportError>)> {
        self.ended = true;
        let line = self.line();
        self.reader.get_mut().pass_over()?;
        Ok((line, Err(problem.at(line))))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = ImportItem;

    fn next(&mut self) -> Option<ImportItem> {
        while !self.ended {
            let line = self.line();
            match self.step() {
                Ok(GameEvent::Nothing) => {}
                Ok(GameEvent::Game(board)) => {
                    return Some(Ok((line, board.map_err(|problem| problem.at(line)))));
                }
                Ok(GameEvent::Broken(problem)) => return Some(self.end(problem)),
                Ok(GameEvent::End) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// Reads the puzzle of an element `game`.
fn game(tag: &BytesStart<'_>) -> Result<Board, EntryProblem> {
    for name in ["data", "cells_data"] {
        let found = tag.try_get_attribute(name);
        let found = found.map_err(|error| EntryProblem::Notation(format!("no XML: {error}")))?;
        if let Some(attribute) = found {
            let data = attribute.normalized_value(XmlVersion::Implicit1_0);
            let data = data.map_err(|error| EntryProblem::Notation(format!("no XML: {error}")))?;
            return match data.trim().strip_prefix("version:") {
                Some(saved) => saved_game(saved.trim_start()),
                None => cells(data.trim()),
            };
        }
    }
    Err(EntryProblem::NoPuzzle("the game's attributes".to_owned()))
}

/// Reads the givens of a saved game.
fn saved_game(text: &str) -> Result<Board, EntryProblem> {
    let (version, fields) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let in_a_cell = match version {
        "1" | "2" | "3" => 3,
        "4" => 4,
        "5" => 5,
        _ => return Err(EntryProblem::Version(version.chars().take(20).collect())),
    };
    // For a while, version 2 was written with an extra `|`.
    let plain = if version == "2" {
        fields.replace("||", "|")
    } else {
        fields.to_owned()
    };
    let fields: Vec<&str> = plain.trim().trim_end_matches('|').split('|').collect();
    if fields.len() != CELLS * in_a_cell {
        return Err(EntryProblem::Count(fields.len() / in_a_cell));
    }
    let mut filling = Filling::new();
    for (index, fields) in fields.chunks_exact(in_a_cell).enumerate() {
        let value = match fields[0].as_bytes() {
            [digit @ b'0'..=b'9'] => digit - b'0',
            _ => return Err(cell(index, format!("{:?}", fields[0]))),
        };
        let can_change = fields[in_a_cell - 1] == "1";
        filling.push(if can_change { 0 } else { value });
    }
    filling.board()
}
