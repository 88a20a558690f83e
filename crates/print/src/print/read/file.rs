//! Reads a PDF file as objects: cross-reference tables and streams, object streams, Flate (ISO
//! 32000-1, 7.5). No claim of a file is trusted: lengths are limited and loops are stopped.

use super::object::{Dict, Object, PdfLexer};
use crate::print::PrintError;
use flate2::read::ZlibDecoder;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// The maximum size of an unpacked stream, and of the content of a page, in bytes.
const LONGEST_STREAM: u64 = 256 << 20;
/// The maximum number of objects in a file.
const MOST_OBJECTS: usize = 4_000_000;
/// The maximum number of pages in a file.
const MOST_PAGES: usize = 200_000;
/// The maximum number of revisions of a file.
const MOST_REVISIONS: usize = 1000;
/// The maximum number of bytes of a number in a cross-reference stream.
const WIDEST: usize = 8;

/// The place of an object in a file.
#[derive(Debug, Clone, Copy)]
enum ObjectPlace {
    At(usize),
    /// In the object stream with this object number, at this index.
    In(u32, usize),
}

/// A PDF file.
pub(in crate::print) struct ParsedPdf<'a> {
    bytes: &'a [u8],
    places: BTreeMap<u32, ObjectPlace>,
    pub(in crate::print) trailer: Dict,
    /// The PDF version in the first line of the file, such as `1.4`.
    pub(in crate::print) version: String,
    /// The object stream that was read last, with its number.
    packed: RefCell<Option<(u32, PackedObjects)>>,
}

/// The objects of an object stream.
struct PackedObjects {
    data: Vec<u8>,
    /// The place of each object's first byte in `data`.
    places: Vec<usize>,
}

/// A page, including the entries that it inherits from the nodes above it in the page tree.
pub(in crate::print) struct Page {
    pub(in crate::print) dict: Dict,
    /// The object number of the page, by which links refer to the page; `None` if the page has no number.
    pub(in crate::print) number: Option<u32>,
}

fn damaged(why: &str) -> PrintError {
    PrintError::Damaged(why.to_owned())
}

impl<'a> ParsedPdf<'a> {
    pub(in crate::print) fn open(bytes: &'a [u8]) -> Result<Self, PrintError> {
        let version = bytes.strip_prefix(b"%PDF-").and_then(|rest| rest.get(..3));
        let version = version.ok_or_else(|| damaged("it does not begin with %PDF"))?;
        let tail = bytes.len().saturating_sub(2048);
        let key = b"startxref";
        let found = bytes[tail..]
            .windows(key.len())
            .rposition(|window| window == key);
        let found = found.ok_or_else(|| damaged("its end is missing (startxref)"))?;
        let start = PdfLexer::new(bytes, tail + found + key.len()).object();
        let start = start.as_ref().and_then(Object::number);
        let start = start.ok_or_else(|| damaged("its end says nothing (startxref)"))?;
        let mut file = Self {
            bytes,
            places: BTreeMap::new(),
            trailer: Dict::new(),
            version: String::from_utf8_lossy(version).into_owned(),
            packed: RefCell::default(),
        };
        let mut next = Some(start as usize);
        let mut read = BTreeSet::new();
        while let Some(at) = next.filter(|at| read.len() < MOST_REVISIONS && read.insert(*at)) {
            let dict = file.read_section(at)?;
            let previous = dict.get("Prev").and_then(Object::number);
            next = previous.map(|at| at as usize);
            for (key, value) in dict {
                file.trailer.entry(key).or_insert(value);
            }
        }
        Ok(file)
    }

    /// Reads the cross-reference table or stream at the byte offset `at`, and returns its trailer.
    fn read_section(&mut self, at: usize) -> Result<Dict, PrintError> {
        let mut lexer = PdfLexer::new(self.bytes, at);
        lexer.skip_space();
        if !self
            .bytes
            .get(lexer.at..)
            .is_some_and(|rest| rest.starts_with(b"xref"))
        {
            return self.read_stream_section(at);
        }
        lexer.at += 4;
        loop {
            let first = match lexer.object() {
                Some(Object::Number(first)) => first as u32,
                Some(Object::Operator(word)) if word == "trailer" => break,
                _ => return Err(damaged("its table of objects is broken")),
            };
            let count = lexer.object().as_ref().and_then(Object::number);
            let count = count.ok_or_else(|| damaged("its table of objects is broken"))? as u32;
            for number in first..first.saturating_add(count) {
                let entry = (lexer.object(), lexer.object(), lexer.object());
                let (Some(Object::Number(at)), Some(_), Some(Object::Operator(kind))) = entry
                else {
                    return Err(damaged("its table of objects is broken"));
                };
                if kind == "n" && self.places.len() < MOST_OBJECTS {
                    self.places
                        .entry(number)
                        .or_insert(ObjectPlace::At(at as usize));
                }
            }
        }
        match lexer.object() {
            Some(Object::Dict(dict)) => Ok(dict),
            _ => Err(damaged("it has no trailer")),
        }
    }

    fn read_stream_section(&mut self, at: usize) -> Result<Dict, PrintError> {
        let broken = || damaged("its stream of objects is broken");
        let (dict, data) = self.stream_at(at, Self::plain).ok_or_else(broken)?;
        let numbers = |key: &str| -> Option<Vec<usize>> {
            let items = dict.get(key)?.array()?.iter();
            items.map(|item| Some(item.number()? as usize)).collect()
        };
        let widths = numbers("W")
            .filter(|widths| widths.len() == 3 && widths.iter().all(|it| *it <= WIDEST))
            .ok_or_else(broken)?;
        let size = dict.get("Size").and_then(Object::number).unwrap_or(0.0) as usize;
        let index = numbers("Index").unwrap_or_else(|| vec![0, size]);
        let length: usize = widths.iter().sum();
        let mut rows = data.chunks_exact(length.max(1));
        for pair in index.chunks_exact(2) {
            for number in pair[0]..pair[0].saturating_add(pair[1]).min(MOST_OBJECTS) {
                let Some(row) = rows.next() else { break };
                let (kind, rest) = row.split_at(widths[0]);
                let (second, third) = rest.split_at(widths[1]);
                let value = |bytes: &[u8]| {
                    bytes
                        .iter()
                        .fold(0, |all, byte| (all << 8) | usize::from(*byte))
                };
                let place = match if kind.is_empty() { 1 } else { value(kind) } {
                    1 => ObjectPlace::At(value(second)),
                    2 => ObjectPlace::In(value(second) as u32, value(third)),
                    _ => continue,
                };
                self.places.entry(number as u32).or_insert(place);
            }
        }
        Ok(dict)
    }

    /// Returns the object with this number; `None` if there is no such object, or it can't be read.
    pub(super) fn object(&self, number: u32) -> Option<Object> {
        match *self.places.get(&number)? {
            ObjectPlace::At(_) => self.plain(number),
            ObjectPlace::In(stream, place) => {
                let mut packed = self.packed.borrow_mut();
                if packed.as_ref().is_none_or(|(read, _)| *read != stream) {
                    *packed = Some((stream, self.packed_objects(stream)?));
                }
                let (_, objects) = packed.as_ref()?;
                PdfLexer::new(&objects.data, *objects.places.get(place)?).object()
            }
        }
    }

    /// Returns the object with this number; `None` if there is no such object, if it can't be read, or if it is in
    /// an object stream.
    fn plain(&self, number: u32) -> Option<Object> {
        let ObjectPlace::At(at) = *self.places.get(&number)? else {
            return None;
        };
        let mut lexer = PdfLexer::new(self.bytes, at);
        for _ in 0..3 {
            lexer.object()?;
        }
        lexer.object()
    }

    /// Reads an object stream. References in the stream's dictionary are followed only to objects outside object
    /// streams; any other object could lie in the very stream that is being read.
    fn packed_objects(&self, number: u32) -> Option<PackedObjects> {
        let ObjectPlace::At(at) = *self.places.get(&number)? else {
            return None;
        };
        let (dict, data) = self.stream_at(at, Self::plain)?;
        let first = dict.get("First")?.number()? as usize;
        let mut head = PdfLexer::new(data.get(..first)?, 0);
        let mut places = Vec::new();
        while places.len() < MOST_OBJECTS
            && let (Some(_), Some(Object::Number(at))) = (head.object(), head.object())
        {
            places.push(first.saturating_add(at as usize));
        }
        Some(PackedObjects { data, places })
    }

    /// Returns the object to which `object` refers, or `object` itself if it is not a reference; `None` if the
    /// reference leads to no readable object.
    pub(in crate::print) fn resolve(&self, object: &Object) -> Option<Object> {
        match object {
            Object::Reference(number) => self.object(*number),
            other => Some(other.clone()),
        }
    }

    /// Returns the value of a key in a dictionary, with a reference resolved; `None` if there is no such value.
    pub(in crate::print) fn get(&self, dict: &Dict, key: &str) -> Option<Object> {
        self.resolve(dict.get(key)?)
    }

    pub(in crate::print) fn get_dict(&self, dict: &Dict, key: &str) -> Option<Dict> {
        match self.get(dict, key)? {
            Object::Dict(dict) => Some(dict),
            _ => None,
        }
    }

    /// Returns the dictionary and the unpacked data of the stream with this number; `None` if there is no such
    /// stream, or it can't be unpacked. The data is empty if the stream has a filter other than FlateDecode, as
    /// pictures do.
    pub(in crate::print) fn stream(&self, number: u32) -> Option<(Dict, Vec<u8>)> {
        match *self.places.get(&number)? {
            ObjectPlace::At(at) => self.stream_at(at, Self::object),
            ObjectPlace::In(..) => None,
        }
    }

    /// Reads the stream at the byte offset `at`. `referred` returns an object to which the stream's dictionary refers;
    /// its argument is the object's number.
    fn stream_at(
        &self,
        at: usize,
        referred: fn(&Self, u32) -> Option<Object>,
    ) -> Option<(Dict, Vec<u8>)> {
        let mut lexer = PdfLexer::new(self.bytes, at);
        for _ in 0..3 {
            lexer.object()?;
        }
        let Object::Dict(dict) = lexer.object()? else {
            return None;
        };
        lexer.skip_space();
        let rest = self.bytes.get(lexer.at..)?.strip_prefix(b"stream")?;
        let rest = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))?;
        let value = |key: &str| match dict.get(key)? {
            Object::Reference(number) => referred(self, *number),
            other => Some(other.clone()),
        };
        let length = value("Length")?.number()? as usize;
        let raw = rest.get(..length)?;
        let filter = value("Filter");
        let filter = match &filter {
            Some(Object::Array(items)) => items.first().cloned(),
            other => other.clone(),
        };
        let data = match filter.as_ref().map(|filter| filter.name()) {
            None => raw.to_vec(),
            Some(Some("FlateDecode")) => {
                let mut data = Vec::new();
                ZlibDecoder::new(raw)
                    .take(LONGEST_STREAM)
                    .read_to_end(&mut data)
                    .ok()?;
                match value("DecodeParms") {
                    Some(Object::Dict(params)) => unpredicted(&params, data),
                    _ => data,
                }
            }
            // Other filters compress pictures, which are not examined.
            _ => Vec::new(),
        };
        Some((dict, data))
    }

    /// Returns the pages, in order.
    pub(in crate::print) fn pages(&self) -> Result<Vec<Page>, PrintError> {
        let root = self
            .get_dict(&self.trailer, "Root")
            .ok_or_else(|| damaged("it has no catalogue"))?;
        let tree = root
            .get("Pages")
            .cloned()
            .ok_or_else(|| damaged("it has no pages"))?;
        let mut pages = Vec::new();
        let mut open = vec![(tree, Dict::new(), 0)];
        let mut seen = BTreeSet::new();
        while let Some((node, inherited, depth)) = open.pop() {
            // A few nodes that name each other twice would have billions of pages.
            if node.reference().is_some_and(|number| !seen.insert(number)) {
                return Err(damaged("its tree of pages names a page twice"));
            }
            let Some(Object::Dict(mut dict)) = self.resolve(&node) else {
                return Err(damaged(&format!("page {} is missing", pages.len() + 1)));
            };
            for (key, value) in &inherited {
                dict.entry(key.clone()).or_insert_with(|| value.clone());
            }
            let Some(Object::Array(kids)) = self.get(&dict, "Kids") else {
                let number = node.reference();
                pages.push(Page { dict, number });
                continue;
            };
            if depth > 32 || open.len() + kids.len() > MOST_PAGES {
                return Err(damaged("its tree of pages is too deep or too wide"));
            }
            let passed = ["Resources", "MediaBox", "CropBox", "Rotate"];
            let handed = |key: &&str| Some(((*key).to_owned(), dict.get(*key)?.clone()));
            let inherited: Dict = passed.iter().filter_map(handed).collect();
            open.extend(
                kids.into_iter()
                    .rev()
                    .map(|kid| (kid, inherited.clone(), depth + 1)),
            );
        }
        Ok(pages)
    }

    /// Returns the content of a page: all its streams, one after the other.
    pub(in crate::print) fn content(&self, page: &Page) -> Result<Vec<u8>, PrintError> {
        let parts = match page.dict.get("Contents") {
            None => return Ok(Vec::new()),
            Some(Object::Reference(number)) => match self.object(*number) {
                Some(Object::Array(parts)) => parts,
                _ => vec![Object::Reference(*number)],
            },
            Some(Object::Array(parts)) => parts.clone(),
            Some(_) => Vec::new(),
        };
        let mut content = Vec::new();
        for part in parts {
            let stream = part.reference().and_then(|number| self.stream(number));
            let (_, data) =
                stream.ok_or_else(|| damaged("the content of a page cannot be unpacked"))?;
            content.extend(data);
            content.push(b'\n');
            if content.len() as u64 > LONGEST_STREAM {
                return Err(damaged("the content of a page is too long"));
            }
        }
        Ok(content)
    }

    /// Returns every object of the file with its number, in ascending order of the numbers.
    pub(in crate::print) fn objects(&self) -> impl Iterator<Item = (u32, Object)> + '_ {
        self.places
            .keys()
            .filter_map(|&number| Some((number, self.object(number)?)))
    }
}

/// Undoes PNG's row filters, which cross-reference streams use.
fn unpredicted(params: &Dict, data: Vec<u8>) -> Vec<u8> {
    let value = |key: &str, or: f64| params.get(key).and_then(Object::number).unwrap_or(or);
    if value("Predictor", 1.0) < 10.0 {
        return data;
    }
    let bits = value("Columns", 1.0) * value("Colors", 1.0) * value("BitsPerComponent", 8.0);
    let length = (bits / 8.0).ceil() as usize;
    // A row begins with a byte that names its filter.
    if length >= data.len() {
        return Vec::new();
    }
    let pixel = ((value("Colors", 1.0) * value("BitsPerComponent", 8.0)) / 8.0).ceil() as usize;
    let mut above = vec![0u8; length];
    let mut out = Vec::with_capacity(data.len());
    for row in data.chunks_exact(length + 1) {
        let mut line = row[1..].to_vec();
        for n in 0..length {
            let left = if n >= pixel { line[n - pixel] } else { 0 };
            let corner = if n >= pixel { above[n - pixel] } else { 0 };
            let predicted = match row[0] {
                1 => left,
                2 => above[n],
                3 => ((u16::from(left) + u16::from(above[n])) / 2) as u8,
                4 => paeth(left, above[n], corner),
                _ => 0,
            };
            line[n] = line[n].wrapping_add(predicted);
        }
        out.extend_from_slice(&line);
        above = line;
    }
    out
}

fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i32::from);
    let guess = a + b - c;
    let far = |value: i32| (guess - value).abs();
    if far(a) <= far(b) && far(a) <= far(c) {
        left
    } else if far(b) <= far(c) {
        above
    } else {
        corner
    }
}
