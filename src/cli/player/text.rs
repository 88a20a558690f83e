//! Reads the text of a file of logs or rates, with a limit on the length of its lines.

use super::super::errors::BadData;
use crate::grid::text::LINE_LIMIT;
use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Returns the name of a file for messages; `-` is standard input.
pub(super) fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}

/// Reads a text file, or standard input for `-`, line by line, so that a file that is not text can be refused before it
/// is read to its end.
pub(super) fn text_of(file: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", name_of(file));
    let mut source: Box<dyn BufRead> = match file.to_str() {
        Some("-") => Box::new(std::io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(file).with_context(context)?)),
    };
    let mut text = String::new();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let mut limited = source.by_ref().take(LINE_LIMIT as u64 + 1);
        limited.read_until(b'\n', &mut line).with_context(context)?;
        if line.is_empty() {
            break;
        }
        let wrong =
            |problem: String| BadData(format!("{}: line {number}: {problem}", name_of(file)));
        if line.len() > LINE_LIMIT {
            let problem = format!("it is longer than {LINE_LIMIT} bytes: this is not a log");
            return Err(wrong(problem).into());
        }
        let read = str::from_utf8(&line);
        text += read.map_err(|_| wrong("this is not UTF-8 text".to_owned()))?;
    }
    Ok(text)
}
