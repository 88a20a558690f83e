//! The objects of a PDF, and the lexer that reads them (ISO 32000-1, 7.2 and 7.3).

use std::collections::BTreeMap;

/// The maximum depth of nested objects.
const DEEPEST: usize = 48;

pub(in crate::print) type Dict = BTreeMap<String, Object>;

/// A PDF object, or an operator of a content stream.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::print) enum Object {
    Null,
    Bool(bool),
    Number(f64),
    Text(Vec<u8>),
    Name(String),
    Array(Vec<Object>),
    Dict(Dict),
    Reference(u32),
    Operator(String),
}

impl Object {
    pub(in crate::print) const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(in crate::print) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(in crate::print) fn array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(in crate::print) const fn dict(&self) -> Option<&Dict> {
        match self {
            Self::Dict(dict) => Some(dict),
            _ => None,
        }
    }

    pub(in crate::print) const fn reference(&self) -> Option<u32> {
        match self {
            Self::Reference(number) => Some(*number),
            _ => None,
        }
    }
}

/// A lexer that reads objects from bytes.
pub(super) struct PdfLexer<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

impl<'a> PdfLexer<'a> {
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.peek(0) {
            if byte == b'%' {
                while self
                    .peek(0)
                    .is_some_and(|byte| byte != b'\n' && byte != b'\r')
                {
                    self.at += 1;
                }
            } else if is_space(byte) {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    fn word(&mut self) -> &'a [u8] {
        let start = self.at.min(self.bytes.len());
        while self
            .peek(0)
            .is_some_and(|byte| !is_space(byte) && !is_delimiter(byte))
        {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    /// Reads the next object; `None` at the end, or if there is no valid object.
    pub(super) fn object(&mut self) -> Option<Object> {
        self.nested(0)
    }

    fn nested(&mut self, depth: usize) -> Option<Object> {
        if depth > DEEPEST {
            return None;
        }
        self.skip_space();
        match self.peek(0)? {
            b'/' => {
                self.at += 1;
                Some(Object::Name(name(self.word())))
            }
            b'(' => Some(Object::Text(self.literal())),
            b'<' if self.peek(1) == Some(b'<') => self.dict(depth),
            b'<' => Some(Object::Text(self.hexadecimal())),
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                loop {
                    self.skip_space();
                    if self.peek(0)? == b']' {
                        self.at += 1;
                        return Some(Object::Array(items));
                    }
                    items.push(self.nested(depth + 1)?);
                }
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.number_or_reference(),
            byte if is_delimiter(byte) => None,
            _ => Some(match self.word() {
                b"true" => Object::Bool(true),
                b"false" => Object::Bool(false),
                b"null" => Object::Null,
                word => Object::Operator(String::from_utf8_lossy(word).into_owned()),
            }),
        }
    }

    fn number_or_reference(&mut self) -> Option<Object> {
        let word = self.word();
        let number: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
        let after = self.at;
        if !word.iter().all(u8::is_ascii_digit) || self.peek(0) != Some(b' ') {
            return Some(Object::Number(number));
        }
        // `12 0 R` is a reference; content streams have no references, and there a second number
        // rarely follows.
        self.at += 1;
        let generation = self.word();
        let is_reference = !generation.is_empty()
            && generation.iter().all(u8::is_ascii_digit)
            && self.peek(0) == Some(b' ')
            && self.peek(1) == Some(b'R')
            && self
                .peek(2)
                .is_none_or(|byte| is_space(byte) || is_delimiter(byte));
        if is_reference {
            self.at += 2;
            return Some(Object::Reference(number as u32));
        }
        self.at = after;
        Some(Object::Number(number))
    }

    fn dict(&mut self, depth: usize) -> Option<Object> {
        self.at += 2;
        let mut dict = Dict::new();
        loop {
            self.skip_space();
            if self.peek(0)? == b'>' {
                self.at += 2;
                return Some(Object::Dict(dict));
            }
            let Object::Name(key) = self.nested(depth + 1)? else {
                return None;
            };
            dict.insert(key, self.nested(depth + 1)?);
        }
    }

    fn literal(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut open) = (Vec::new(), 1);
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                b'\\' => {
                    self.escape(&mut text);
                    continue;
                }
                _ => {}
            }
            if open == 0 {
                break;
            }
            text.push(byte);
        }
        text
    }

    fn escape(&mut self, text: &mut Vec<u8>) {
        let Some(byte) = self.peek(0) else {
            return;
        };
        self.at += 1;
        match byte {
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'\n' => {}
            b'\r' => self.at += usize::from(self.peek(0) == Some(b'\n')),
            b'0'..=b'7' => {
                let mut value = u32::from(byte - b'0');
                for _ in 0..2 {
                    match self.peek(0) {
                        Some(digit @ b'0'..=b'7') => value = value * 8 + u32::from(digit - b'0'),
                        _ => break,
                    }
                    self.at += 1;
                }
                text.push(value as u8);
            }
            other => text.push(other),
        }
    }

    fn hexadecimal(&mut self) -> Vec<u8> {
        self.at += 1;
        let mut digits = Vec::new();
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b'>' => break,
                _ => digits.extend(char::from(byte).to_digit(16)),
            }
        }
        let pair = |pair: &[u32]| (pair[0] * 16 + pair.get(1).unwrap_or(&0)) as u8;
        digits.chunks(2).map(pair).collect()
    }
}

/// Returns a PDF name, with escapes such as `#20` decoded.
fn name(word: &[u8]) -> String {
    let word = String::from_utf8_lossy(word);
    let Some((first, rest)) = word.split_once('#') else {
        return word.into_owned();
    };
    let mut name = first.to_owned();
    for part in rest.split('#') {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(code) => {
                name.push(char::from(code));
                name.push_str(&part[2..]);
            }
            None => name.push_str(part),
        }
    }
    name
}
