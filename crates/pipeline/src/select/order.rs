//! Sorts puzzles by one or more fields, such as `d` or `clues`: in ascending order, or in descending order if a `-`
//! comes before the field.

use crate::filter::{ExpectedSyntax, Field, Lexer, SelectError, Subject};
use crate::pack::Record;
use crate::rate::Extra;
use std::cmp::Ordering;

/// A sort order of puzzles by one or more of their fields.
#[derive(Debug, Clone, PartialEq)]
pub struct SortOrder {
    /// The fields, most important first, each with `true` if it is sorted in descending order.
    keys: Vec<(Field, bool)>,
}

impl SortOrder {
    /// Reads field names separated by commas; a `-` before a name sorts that field in descending order.
    ///
    /// ```
    /// use factory_pipeline::select::SortOrder;
    /// assert!(SortOrder::parse("clues,-d").is_ok());
    /// let error = SortOrder::parse("clues,-dd").unwrap_err();
    /// assert_eq!(error.column, 8);
    /// ```
    ///
    /// # Errors
    /// If a field is unknown or has no order.
    pub fn parse(text: &str) -> Result<Self, SelectError> {
        let mut keys = Vec::new();
        let mut column = 1;
        for part in text.split(',') {
            let name = part.trim();
            let falls = name.starts_with('-');
            let name = name.trim_start_matches('-');
            let found = Field::named(name).map_err(|nearest| match name {
                "" => ExpectedSyntax::Field,
                _ => ExpectedSyntax::KnownField(nearest),
            });
            let sortable = found.and_then(|field| match field {
                Field::Id => Err(ExpectedSyntax::Sortable),
                field => Ok(field),
            });
            let field = sortable.map_err(|expected| {
                let at = part.find(name).unwrap_or(0);
                let at = part[..at].chars().count();
                let error = Lexer::new(name).expected(expected);
                SelectError {
                    column: column + at,
                    ..error
                }
            })?;
            keys.push((field, falls));
            column += part.chars().count() + 1;
        }
        Ok(Self { keys })
    }

    /// Compares two records in this order. Records without a value for a field come last in either direction. A record
    /// has no value if the rating was not computed, or if the rating gives the puzzle no finite number.
    pub fn compare(&self, a: &Record, b: &Record) -> Ordering {
        let (a, b) = (Subject::of(a), Subject::of(b));
        let known = |field: Field, it| field.value(it).filter(|value| value.is_finite());
        let by_key = |(field, falls): &(Field, bool)| match (known(*field, &a), known(*field, &b)) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(a), Some(b)) if *falls => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
        };
        let mut decided = self.keys.iter().map(by_key);
        decided
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Returns the ratings that this order sorts by and that are made only on request.
    pub fn extras(&self) -> Vec<Extra> {
        let keys = self.keys.iter();
        keys.filter_map(|(field, _)| field.extra()).collect()
    }
}
