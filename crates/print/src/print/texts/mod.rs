//! The words that books and calendars print, by language: a file of `assets/texts` each, and what
//! settings and files of the user's own put in their place.

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
