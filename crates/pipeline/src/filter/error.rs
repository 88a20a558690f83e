//! The error for a condition or an order that can't be understood, with its column.

use std::fmt;

/// The error for a text that can't be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct SelectError {
    /// The column of the error: its character in the text, counted from 1.
    pub column: usize,
    /// The text that was expected there.
    pub expected: ExpectedSyntax,
    /// The text found there: quoted, or `the end`.
    pub found: String,
}

/// The kinds of text that are expected at an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpectedSyntax {
    /// A field, `not` or `(`.
    Field,
    /// A known field; this is the most similar name.
    KnownField(String),
    /// A comparison.
    Comparison,
    /// `=` or `!=`, since the compared values have no order.
    Equality,
    /// A number.
    Number,
    /// A value of a field, in words.
    Value(String),
    /// `and`, `or` or the end.
    Conjunction,
    /// `)`.
    Closing,
    /// Fewer nested brackets and `not`s.
    LessNesting,
    /// A field with numbers that can be sorted.
    Sortable,
}

impl fmt::Display for ExpectedSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Field => "a field such as d, clues or used.x-wing",
            Self::KnownField(nearest) => return write!(f, "a field (the nearest is {nearest})"),
            Self::Comparison => "a comparison: < <= = != >= >",
            Self::Equality => "= or !=",
            Self::Number => "a number",
            Self::Value(value) => value,
            Self::Conjunction => "and, or, or the end",
            Self::Closing => "a closing )",
            Self::LessNesting => "fewer brackets within one another",
            Self::Sortable => "a field that can be put in order",
        })
    }
}
