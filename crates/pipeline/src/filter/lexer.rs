//! Splits a condition's text into words and operators, each with its column.

use super::{ExpectedSyntax, SelectError};

/// A token of a condition's text: a word, an operator, a bracket, an unknown character, or the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilterToken<'a> {
    /// A name, a number or an id.
    Word(&'a str),
    Compare(Comparison),
    And,
    Or,
    Not,
    Open,
    Close,
    /// An unknown character.
    Unknown(&'a str),
    End,
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

impl Comparison {
    /// Returns the operator as conditions spell it, such as `<=`.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

/// The operators and brackets as text; a longer operator comes before a shorter operator with the same beginning.
const SIGNS: [(&str, FilterToken<'_>); 16] = [
    ("<=", FilterToken::Compare(Comparison::AtMost)),
    (">=", FilterToken::Compare(Comparison::AtLeast)),
    ("!=", FilterToken::Compare(Comparison::Unequal)),
    ("<>", FilterToken::Compare(Comparison::Unequal)),
    ("==", FilterToken::Compare(Comparison::Equal)),
    ("≤", FilterToken::Compare(Comparison::AtMost)),
    ("≥", FilterToken::Compare(Comparison::AtLeast)),
    ("≠", FilterToken::Compare(Comparison::Unequal)),
    ("&&", FilterToken::And),
    ("||", FilterToken::Or),
    ("<", FilterToken::Compare(Comparison::Less)),
    (">", FilterToken::Compare(Comparison::More)),
    ("=", FilterToken::Compare(Comparison::Equal)),
    ("!", FilterToken::Not),
    ("(", FilterToken::Open),
    (")", FilterToken::Close),
];

/// Reads the words and operators of a text, one after the other.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the start of this text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(&self) -> FilterToken<'a> {
        self.clone().next()
    }

    /// Returns the next token and consumes it.
    pub(super) fn next(&mut self) -> FilterToken<'a> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.at += sign.len();
            return *token;
        }
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
        let length = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
        if length == 0 {
            let Some(sign) = rest.chars().next() else {
                return FilterToken::End;
            };
            self.at += sign.len_utf8();
            return FilterToken::Unknown(&rest[..sign.len_utf8()]);
        }
        self.at += length;
        match &rest[..length] {
            word if word.eq_ignore_ascii_case("and") => FilterToken::And,
            word if word.eq_ignore_ascii_case("or") => FilterToken::Or,
            word if word.eq_ignore_ascii_case("not") => FilterToken::Not,
            word => FilterToken::Word(word),
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Returns the error for a condition whose next token is not of the kind `expected`.
    pub fn expected(mut self, expected: ExpectedSyntax) -> SelectError {
        self.skip_spaces();
        let start = self.at;
        let column = self.text[..start].chars().count() + 1;
        self.next();
        let found = match &self.text[start..self.at] {
            "" => "the end".to_owned(),
            found => format!("{found:?}"),
        };
        SelectError {
            column,
            expected,
            found,
        }
    }
}
