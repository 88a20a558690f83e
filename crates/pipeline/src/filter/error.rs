//! Defines the error for a condition or a sort order that can't be parsed, with the column of the error.

use std::fmt;

/// The error for a condition or a sort order that can't be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct SelectError {
    /// The column of the error, in characters of the text counted from 1.
    pub column: usize,
    /// The kind of text that was expected at this column.
    pub expected: ExpectedSyntax,
    /// The text found at this column: quoted, or `the end`.
    pub found: String,
}

/// The kinds of text that can be expected at the column of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpectedSyntax {
    /// A field, `not` or `(`.
    Field,
    /// A known field. The string is the name that is most similar to the text found.
    KnownField(String),
    /// A comparison operator, such as `<`.
    Comparison,
    /// `=` or `!=`, since the compared values have no order.
    Equality,
    /// A number.
    Number,
    /// A value of a field; the string describes the possible values.
    Value(String),
    /// `and`, `or` or the end of the text.
    Conjunction,
    /// A closing bracket, `)`.
    Closing,
    /// A text with fewer nested brackets and `not`s.
    LessNesting,
    /// A field by which puzzles can be sorted.
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
