//! The part of Thrift's compact protocol that Parquet's headers take: structures of numbers, texts,
//! lists and other structures.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure under way; fields come in ascending order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    pub(super) fn int(mut self, field: u8, value: i32) -> Self {
        self.head(field, I32);
        zigzag(&mut self.bytes, value.into());
        self
    }

    pub(super) fn long(mut self, field: u8, value: u64) -> Self {
        self.head(field, I64);
        zigzag(&mut self.bytes, value as i64);
        self
    }

    pub(super) fn text(mut self, field: u8, value: &str) -> Self {
        self.head(field, BINARY);
        text(&mut self.bytes, value);
        self
    }

    pub(super) fn inner(mut self, field: u8, value: Self) -> Self {
        self.head(field, STRUCT);
        self.bytes.extend(value.end());
        self
    }

    pub(super) fn ints(mut self, field: u8, values: &[i32]) -> Self {
        self.list(field, I32, values.len());
        for &value in values {
            zigzag(&mut self.bytes, value.into());
        }
        self
    }

    pub(super) fn texts(mut self, field: u8, values: &[&str]) -> Self {
        self.list(field, BINARY, values.len());
        for value in values {
            text(&mut self.bytes, value);
        }
        self
    }

    pub(super) fn structs(mut self, field: u8, values: Vec<Self>) -> Self {
        self.list(field, STRUCT, values.len());
        for value in values {
            self.bytes.extend(value.end());
        }
        self
    }

    /// The whole structure.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// All our fields are less than 16 apart, which takes one byte.
    fn head(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.head(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xF0 | kind);
            varint(&mut self.bytes, length as u64);
        }
    }
}

fn zigzag(bytes: &mut Vec<u8>, value: i64) {
    varint(bytes, (value << 1 ^ value >> 63) as u64);
}

fn text(bytes: &mut Vec<u8>, value: &str) {
    varint(bytes, value.len() as u64);
    bytes.extend(value.as_bytes());
}

/// Seven bits a byte, the lowest first.
pub(super) fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 0x7F {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the protocol's own description: a field's distance and kind, zigzag numbers.
    #[test]
    fn bytes_are_those_of_the_protocol() {
        let inner = Struct::default().ints(2, &[1; 15]);
        let bytes = Struct::default()
            .int(1, -1)
            .long(3, 300)
            .text(4, "é")
            .texts(5, &["a"])
            .structs(6, vec![inner])
            .end();
        let mut expected = vec![0x15, 1, 0x26, 0xD8, 0x04, 0x18, 2, 0xC3, 0xA9];
        expected.extend([0x19, 0x18, 1, b'a', 0x19, 0x1C, 0x29, 0xF5, 15]);
        expected.extend([2; 15]);
        expected.extend([0, 0]);
        assert_eq!(bytes, expected);
    }
}
