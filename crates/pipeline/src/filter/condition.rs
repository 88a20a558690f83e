//! Conditions on puzzles: comparisons joined by `and`, `or`, `not` and brackets.
//!
//! ```text
//! any     = all { "or" all }
//! all     = factor { "and" factor }
//! factor  = "not" factor | "(" any ")" | "solved" | field sign value
//! ```
//!
//! The parser is hand-written. Expression crates bring languages with arithmetic and functions, and do not allow
//! hyphens in field names. Nor do they report errors by column in this program's words.

use super::lexer::{Comparison, FilterToken, Lexer};
use super::{ExpectedSyntax, Field, SelectError, Subject};
use crate::bucket::Scheme;
use crate::rate::Extra;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The maximum depth to which brackets and `not`s are nested, which limits the depth of recursive calls.
const DEEPEST: usize = 64;

/// A condition that puzzles can meet. Its text names levels by number, so that the text can be read again without a
/// scheme.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition(ConditionNode);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ConditionNode {
    Compare(Field, Comparison, f64),
    /// A comparison with an id; `true` if the puzzle's id must equal that id, `false` if it must differ.
    Id(String, bool),
    Not(Box<ConditionNode>),
    All(Vec<ConditionNode>),
    Any(Vec<ConditionNode>),
}

impl Condition {
    /// Reads a condition on puzzles that are rated by `scheme`.
    ///
    /// ```
    /// use factory_pipeline::filter::Condition;
    /// use sudoku_engine::bucket::Scheme;
    /// let scheme = Scheme::default();
    /// assert!(Condition::parse("d<5 and used.x-wing>0 and clues>=26", &scheme).is_ok());
    /// let error = Condition::parse("d<5 and used.xwnig>0", &scheme).unwrap_err();
    /// assert_eq!(error.to_string(), "column 9: expected a field (the nearest is used.x-wing), \
    ///     found \"used.xwnig\"");
    /// ```
    ///
    /// # Errors
    /// If the text is not a condition: the error says where and what was expected.
    pub fn parse(text: &str, scheme: &Scheme) -> Result<Self, SelectError> {
        Self::read(text, Some(scheme))
    }

    /// Joins conditions by `and`, so that all of them must hold.
    pub(super) fn all(nodes: Vec<ConditionNode>) -> Self {
        Self(joined(nodes, ConditionNode::All))
    }

    pub(super) const fn node(&self) -> &ConditionNode {
        &self.0
    }

    fn read(text: &str, scheme: Option<&Scheme>) -> Result<Self, SelectError> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            scheme,
            depth: 0,
        };
        let node = parser.any()?;
        match parser.lexer.peek() {
            FilterToken::End => Ok(Self(node)),
            _ => Err(parser.lexer.expected(ExpectedSyntax::Conjunction)),
        }
    }

    /// Returns whether the condition is known to hold. A comparison with a rating that the puzzle lacks is false.
    pub fn holds(&self, subject: &Subject<'_>) -> bool {
        self.decide(subject) == Some(true)
    }

    /// Returns whether the condition holds; `None` if the answer depends on a value that is not known yet.
    pub fn decide(&self, subject: &Subject<'_>) -> Option<bool> {
        self.0.decide(subject)
    }

    /// Returns the text of the first part of the condition that does not hold, among the parts joined by `and`;
    /// `None` if the condition holds.
    pub(super) fn unmet(&self, subject: &Subject<'_>) -> Option<String> {
        let parts = match &self.0 {
            ConditionNode::All(nodes) => nodes.as_slice(),
            node => std::slice::from_ref(node),
        };
        let unmet = parts.iter().find(|it| it.decide(subject) != Some(true));
        unmet.map(ConditionNode::to_string)
    }

    /// Returns the ratings that the condition uses and that are made only on request.
    pub fn extras(&self) -> Vec<Extra> {
        let mut extras = Vec::new();
        self.0.add_extras(&mut extras);
        extras
    }
}

impl ConditionNode {
    fn decide(&self, subject: &Subject<'_>) -> Option<bool> {
        let lacking = || (!subject.unfinished).then_some(false);
        match self {
            Self::Compare(field, comparison, value) => {
                let found = field.value(subject);
                found.map_or_else(lacking, |found| Some(comparison.holds(found, *value)))
            }
            Self::Id(id, wanted) => {
                let found = subject.id;
                found.map_or_else(lacking, |found| Some((found.to_string() == *id) == *wanted))
            }
            Self::Not(node) => node.decide(subject).map(|holds| !holds),
            Self::All(nodes) => first_of(nodes, false, subject),
            Self::Any(nodes) => first_of(nodes, true, subject),
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

/// Returns `deciding` if a condition of the list has that value, and the opposite if all have the opposite value.
/// Otherwise returns `None`, since some value is not known yet.
fn first_of(nodes: &[ConditionNode], deciding: bool, subject: &Subject<'_>) -> Option<bool> {
    let mut all_known = Some(!deciding);
    for node in nodes {
        match node.decide(subject) {
            Some(holds) if holds == deciding => return Some(deciding),
            Some(_) => {}
            None => all_known = None,
        }
    }
    all_known
}

impl Comparison {
    /// Returns the opposite comparison, such as `<` for `>=`.
    pub(super) const fn contrary(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
        }
    }

    pub(super) fn holds(self, found: f64, value: f64) -> bool {
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
    scheme: Option<&'a Scheme>,
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<ConditionNode, SelectError> {
        let first = self.all()?;
        let nodes = self.parts(first, FilterToken::Or, Self::all)?;
        Ok(joined(nodes, ConditionNode::Any))
    }

    fn all(&mut self) -> Result<ConditionNode, SelectError> {
        let first = self.factor()?;
        let nodes = self.parts(first, FilterToken::And, Self::factor)?;
        Ok(joined(nodes, ConditionNode::All))
    }

    fn parts(
        &mut self,
        first: ConditionNode,
        by: FilterToken<'_>,
        part: fn(&mut Self) -> Result<ConditionNode, SelectError>,
    ) -> Result<Vec<ConditionNode>, SelectError> {
        let mut nodes = vec![first];
        while self.lexer.peek() == by {
            self.lexer.next();
            nodes.push(part(self)?);
        }
        Ok(nodes)
    }

    fn factor(&mut self) -> Result<ConditionNode, SelectError> {
        let here = self.lexer.clone();
        match self.lexer.next() {
            FilterToken::Not => {
                self.deeper(&here)?;
                let node = self.factor()?;
                self.depth -= 1;
                Ok(ConditionNode::Not(Box::new(node)))
            }
            FilterToken::Open => {
                self.deeper(&here)?;
                let node = self.any()?;
                self.depth -= 1;
                let end = self.lexer.clone();
                match self.lexer.next() {
                    FilterToken::Close => Ok(node),
                    _ => Err(end.expected(ExpectedSyntax::Closing)),
                }
            }
            FilterToken::Word(name) => match Field::named(name) {
                Ok(field) => self.comparison(field),
                Err(nearest) => Err(here.expected(ExpectedSyntax::KnownField(nearest))),
            },
            _ => Err(here.expected(ExpectedSyntax::Field)),
        }
    }

    fn deeper(&mut self, here: &Lexer<'_>) -> Result<(), SelectError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(here.clone().expected(ExpectedSyntax::LessNesting));
        }
        Ok(())
    }

    /// Reads the operator and the value that follow a field.
    fn comparison(&mut self, field: Field) -> Result<ConditionNode, SelectError> {
        let here = self.lexer.clone();
        let comparison = match self.lexer.peek() {
            FilterToken::Compare(comparison) => comparison,
            _ if field == Field::Solved => {
                return Ok(ConditionNode::Compare(field, Comparison::Equal, 1.0));
            }
            _ => return Err(here.expected(ExpectedSyntax::Comparison)),
        };
        self.lexer.next();
        let value = self.lexer.clone();
        let FilterToken::Word(word) = self.lexer.next() else {
            // The error for a word without meaning names the expected kind of value.
            let wanted = field.compared_with("?", self.scheme);
            return Err(value.expected(wanted.err().unwrap_or(ExpectedSyntax::Number)));
        };
        if field == Field::Id {
            return match comparison {
                Comparison::Equal | Comparison::Unequal => {
                    let is_id = word.len() == 32 && word.bytes().all(|it| it.is_ascii_hexdigit());
                    let expected =
                        || ExpectedSyntax::Value("an id of 32 hexadecimal digits".to_owned());
                    let wanted = comparison == Comparison::Equal;
                    if is_id {
                        Ok(ConditionNode::Id(word.to_ascii_lowercase(), wanted))
                    } else {
                        Err(value.expected(expected()))
                    }
                }
                _ => Err(here.expected(ExpectedSyntax::Equality)),
            };
        }
        match field.compared_with(word, self.scheme) {
            Ok((field, number)) => Ok(ConditionNode::Compare(field, comparison, number)),
            Err(expected) => Err(value.expected(expected)),
        }
    }
}

/// Joins conditions by `and` or by `or`. Conditions that are already joined by the same word are merged into the
/// list; a single condition stays unchanged.
fn joined(
    nodes: Vec<ConditionNode>,
    join: fn(Vec<ConditionNode>) -> ConditionNode,
) -> ConditionNode {
    let is_all = matches!(join(Vec::new()), ConditionNode::All(_));
    let mut flat = Vec::new();
    for node in nodes {
        match node {
            ConditionNode::All(inner) if is_all => flat.extend(inner),
            ConditionNode::Any(inner) if !is_all => flat.extend(inner),
            node => flat.push(node),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        join(flat)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ConditionNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |nodes: &[Self], sign: &str, bracketed: fn(&Self) -> bool| {
            let shown = nodes.iter().map(|node| match bracketed(node) {
                true => format!("({node})"),
                false => node.to_string(),
            });
            shown.collect::<Vec<_>>().join(sign)
        };
        match self {
            Self::Compare(Field::Solved, Comparison::Equal, 1.0) => f.write_str("solved"),
            Self::Compare(field, comparison, value) => {
                write!(f, "{field}{}{}", comparison.sign(), field.word(*value))
            }
            Self::Id(id, true) => write!(f, "id={id}"),
            Self::Id(id, false) => write!(f, "id!={id}"),
            Self::Not(node) => match **node {
                Self::All(_) | Self::Any(_) => write!(f, "not ({node})"),
                _ => write!(f, "not {node}"),
            },
            Self::All(nodes) => f.write_str(&list(nodes, " and ", |it| matches!(it, Self::Any(_)))),
            Self::Any(nodes) => f.write_str(&list(nodes, " or ", |_| false)),
        }
    }
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::read(&text, None).map_err(serde::de::Error::custom)
    }
}
