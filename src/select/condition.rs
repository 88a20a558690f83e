//! Conditions on puzzles: comparisons joined by `and`, `or`, `not` and brackets.
//!
//! ```text
//! any     = all { "or" all }
//! all     = factor { "and" factor }
//! factor  = "not" factor | "(" any ")" | "solved" | field sign value
//! ```
//!
//! Our own and not a library's: expression crates bring a language of their own, with arithmetic
//! and functions, and none knows that fields of rules hold hyphens or points at a column in our
//! words.

use super::lexer::{Comparison, Lexer, Token};
use super::{Expected, Field, SelectError};
use crate::bucket::Scheme;
use crate::pack::Record;
use crate::rate::Extra;

/// Brackets and `not`s within one another, at most: each is a call on the stack.
const DEEPEST: usize = 64;

/// A condition that holds of a puzzle or doesn't.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition(Node);

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Compare(Field, Comparison, f64),
    /// The id, and whether it is to be this one.
    Id(String, bool),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

impl Condition {
    /// Reads a condition on puzzles whose levels are those of a scheme.
    ///
    /// ```
    /// use sudoku_factory::{bucket::Scheme, select::Condition};
    /// let scheme = Scheme::default();
    /// assert!(Condition::parse("d<5 and used.x-wing>0 and clues>=26", &scheme).is_ok());
    /// let error = Condition::parse("d<5 and used.xwnig>0", &scheme).unwrap_err();
    /// assert_eq!(error.to_string(), "column 9: expected a field (the nearest is used.x-wing), \
    ///     found \"used.xwnig\"");
    /// ```
    ///
    /// # Errors
    /// If the text is no condition: the error says where and what was expected.
    pub fn parse(text: &str, scheme: &Scheme) -> Result<Self, SelectError> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            scheme,
            depth: 0,
        };
        let node = parser.any()?;
        match parser.lexer.peek() {
            Token::End => Ok(Self(node)),
            _ => Err(parser.lexer.expected(Expected::Conjunction)),
        }
    }

    /// Whether it holds. A comparison with something that was not rated is false.
    pub fn holds(&self, record: &Record) -> bool {
        self.0.holds(record)
    }

    /// The ratings made on request only that it looks at.
    pub fn extras(&self) -> Vec<Extra> {
        let mut extras = Vec::new();
        self.0.add_extras(&mut extras);
        extras
    }
}

impl Node {
    fn holds(&self, record: &Record) -> bool {
        match self {
            Self::Compare(field, comparison, value) => field
                .value(record)
                .is_some_and(|found| comparison.holds(found, *value)),
            Self::Id(id, wanted) => (record.id.to_string() == *id) == *wanted,
            Self::Not(node) => !node.holds(record),
            Self::All(nodes) => nodes.iter().all(|node| node.holds(record)),
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(record)),
        }
    }

    fn add_extras(&self, extras: &mut Vec<Extra>) {
        match self {
            Self::Compare(field, ..) => extras.extend(field.extra()),
            Self::Id(..) => {}
            Self::Not(node) => node.add_extras(extras),
            Self::All(nodes) | Self::Any(nodes) => {
                nodes.iter().for_each(|node| node.add_extras(extras));
            }
        }
    }
}

impl Comparison {
    fn holds(self, found: f64, value: f64) -> bool {
        match self {
            Self::Less => found < value,
            Self::AtMost => found <= value,
            Self::Equal => found == value,
            Self::Unequal => found != value,
            Self::AtLeast => found >= value,
            Self::More => found > value,
        }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    scheme: &'a Scheme,
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Node, SelectError> {
        let first = self.all()?;
        let nodes = self.joined(first, Token::Or, Self::all)?;
        Ok(alone_or(nodes, Node::Any))
    }

    fn all(&mut self) -> Result<Node, SelectError> {
        let first = self.factor()?;
        let nodes = self.joined(first, Token::And, Self::factor)?;
        Ok(alone_or(nodes, Node::All))
    }

    fn joined(
        &mut self,
        first: Node,
        by: Token<'_>,
        part: fn(&mut Self) -> Result<Node, SelectError>,
    ) -> Result<Vec<Node>, SelectError> {
        let mut nodes = vec![first];
        while self.lexer.peek() == by {
            self.lexer.next();
            nodes.push(part(self)?);
        }
        Ok(nodes)
    }

    fn factor(&mut self) -> Result<Node, SelectError> {
        let here = self.lexer.clone();
        match self.lexer.next() {
            Token::Not => {
                self.deeper(&here)?;
                let node = self.factor()?;
                self.depth -= 1;
                Ok(Node::Not(Box::new(node)))
            }
            Token::Open => {
                self.deeper(&here)?;
                let node = self.any()?;
                self.depth -= 1;
                let end = self.lexer.clone();
                match self.lexer.next() {
                    Token::Close => Ok(node),
                    _ => Err(end.expected(Expected::Closing)),
                }
            }
            Token::Word(name) => match Field::named(name) {
                Ok(field) => self.comparison(field),
                Err(nearest) => Err(here.expected(Expected::KnownField(nearest))),
            },
            _ => Err(here.expected(Expected::Field)),
        }
    }

    fn deeper(&mut self, here: &Lexer<'_>) -> Result<(), SelectError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(here.clone().expected(Expected::LessNesting));
        }
        Ok(())
    }

    /// What follows a field.
    fn comparison(&mut self, field: Field) -> Result<Node, SelectError> {
        let here = self.lexer.clone();
        let comparison = match self.lexer.peek() {
            Token::Compare(comparison) => comparison,
            _ if field == Field::Solved => {
                return Ok(Node::Compare(field, Comparison::Equal, 1.0));
            }
            _ => return Err(here.expected(Expected::Comparison)),
        };
        self.lexer.next();
        let value = self.lexer.clone();
        let Token::Word(word) = self.lexer.next() else {
            // What a field wants to hear is known by what it says to a word that means nothing.
            let wanted = field.compared_with("?", self.scheme);
            return Err(value.expected(wanted.err().unwrap_or(Expected::Number)));
        };
        if field == Field::Id {
            return match comparison {
                Comparison::Equal | Comparison::Unequal => {
                    let is_id = word.len() == 32 && word.bytes().all(|it| it.is_ascii_hexdigit());
                    let expected = || Expected::Value("an id of 32 hexadecimal digits".to_owned());
                    let wanted = comparison == Comparison::Equal;
                    if is_id {
                        Ok(Node::Id(word.to_ascii_lowercase(), wanted))
                    } else {
                        Err(value.expected(expected()))
                    }
                }
                _ => Err(here.expected(Expected::Equality)),
            };
        }
        match field.compared_with(word, self.scheme) {
            Ok((field, number)) => Ok(Node::Compare(field, comparison, number)),
            Err(expected) => Err(value.expected(expected)),
        }
    }
}

fn alone_or(mut nodes: Vec<Node>, join: fn(Vec<Node>) -> Node) -> Node {
    match nodes.pop() {
        Some(node) if nodes.is_empty() => node,
        Some(node) => {
            nodes.push(node);
            join(nodes)
        }
        None => join(nodes),
    }
}
