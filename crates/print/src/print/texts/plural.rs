//! Chooses the plural form of a text for a number. The rules, and the names of the forms, are those
//! for whole numbers in Unicode's CLDR.

use crate::print::PrintError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The rule by which a language chooses a plural form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluralRule {
    /// One form for all numbers, used in Chinese and Japanese.
    None,
    /// One form for 1, and another for other numbers, used in English, German, Italian and Turkish.
    One,
    /// One form for 0 and 1, and another for other numbers, used in French and Portuguese.
    ZeroOne,
    /// One form for 1, one for numbers that end in 2 to 4 (but not in 12 to 14), and one for other numbers; used in
    /// Polish.
    Polish,
    /// One form for numbers that end in 1 (but not in 11), one for numbers that end in 2 to 4 (but not in 12 to 14),
    /// and one for other numbers; used in Russian and Ukrainian.
    Russian,
    /// One form for 1, one for 2 to 4, and one for other numbers; used in Czech and Slovak.
    Czech,
}

/// A text that is the same for all numbers, or the plural forms of a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum PluralText {
    /// One text for all numbers.
    Same(String),
    /// The forms of the text, keyed by the name of the plural form.
    Forms(BTreeMap<String, String>),
}

impl PluralRule {
    /// Returns the names of the forms that a text needs.
    pub const fn forms(self) -> &'static [&'static str] {
        match self {
            Self::None => &["other"],
            Self::One | Self::ZeroOne => &["one", "other"],
            Self::Polish | Self::Russian => &["one", "few", "many"],
            Self::Czech => &["one", "few", "other"],
        }
    }

    /// Returns the name of the form for a number.
    pub const fn form_of(self, count: usize) -> &'static str {
        let (one, hundred) = (count % 10, count % 100);
        let is_few = matches!(one, 2..=4) && !matches!(hundred, 12..=14);
        match (self, count) {
            (Self::One | Self::Polish | Self::Czech, 1) | (Self::ZeroOne, 0 | 1) => "one",
            (Self::Russian, _) if one == 1 && hundred != 11 => "one",
            (Self::Czech, 2..=4) => "few",
            (Self::Polish | Self::Russian, _) if is_few => "few",
            (Self::Polish | Self::Russian, _) => "many",
            _ => "other",
        }
    }

    /// Returns the text in the form for a number; an empty text if the form is missing.
    pub(super) fn form(self, text: &PluralText, count: usize) -> &str {
        match text {
            PluralText::Same(text) => text,
            PluralText::Forms(forms) => forms.get(self.form_of(count)).map_or("", |it| it),
        }
    }

    /// Checks that a text is the same for all numbers, or has exactly the forms of this rule.
    pub(super) fn check(
        self,
        origin: &str,
        key: &str,
        text: &PluralText,
    ) -> Result<(), PrintError> {
        let PluralText::Forms(forms) = text else {
            return Ok(());
        };
        let has = |form: &&&str| forms.contains_key(**form);
        if forms.len() == self.forms().len() && self.forms().iter().all(|form| has(&form)) {
            return Ok(());
        }
        let given: Vec<&str> = forms.keys().map(String::as_str).collect();
        let (given, wanted) = (given.join(", "), self.forms().join(", "));
        Err(PrintError::Impossible(format!(
            "{origin}: {key} has the plural forms {given}; this language has {wanted}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::PluralRule::{Czech, None, One, Polish, Russian, ZeroOne};

    /// Checks the examples in CLDR's table of plural rules.
    #[test]
    fn numbers_choose_forms() {
        for (rule, count, form) in [
            (None, 1, "other"),
            (One, 0, "other"),
            (One, 1, "one"),
            (One, 21, "other"),
            (ZeroOne, 0, "one"),
            (ZeroOne, 2, "other"),
            (Polish, 1, "one"),
            (Polish, 22, "few"),
            (Polish, 12, "many"),
            (Polish, 21, "many"),
            (Polish, 2000, "many"),
            (Russian, 21, "one"),
            (Russian, 111, "many"),
            (Russian, 104, "few"),
            (Czech, 3, "few"),
            (Czech, 23, "other"),
        ] {
            assert_eq!(rule.form_of(count), form, "{rule:?} {count}");
            assert!(rule.forms().contains(&form));
        }
    }
}
