//! The texts of books and calendars, by language: one file per language in `assets/texts`, which
//! the user's settings and files can override.

mod files;
mod own;
mod plural;
mod words;

#[cfg(test)]
mod tests;

pub(super) use files::filled;
pub use own::OwnTexts;
pub use plural::{PluralRule, PluralText};
pub use words::{RuleText, Texts};
