//! The texts of one language.

use super::files::{LANGUAGES, file_of, filled};
use super::own::OwnTexts;
use super::plural::{PluralRule, PluralText};
use crate::bucket::Half;
use crate::grid::{ExtraRule, Layout};
use crate::print::error::{PrintError, parse_table};
use crate::rate::Minutes;
use crate::rate::techniques::Technique;
use jiff::civil::Date;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toml::Table;

/// The minimum solving time, in whole minutes, that is printed as a number; shorter times are printed as "under"
/// this time. The model of solving times estimates 3.7 minutes for the easiest puzzle in the data to which it was
/// fitted.
const LEAST_MINUTES: f64 = 4.0;

/// Declares the fields of `Texts`, and a function that takes them out of a table one by one. A derived `Deserialize`
/// for so many fields would take minutes to compile.
macro_rules! texts {
    ($($(#[$about:meta])* $field:ident: $kind:ty,)*) => {
        /// The texts of one language. Braces enclose the names of values to fill in.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs)] // the file itself says it best
        pub struct Texts { $($(#[$about])* pub $field: $kind,)* }

        impl Texts {
            fn from_table(mut table: Table, place: &dyn Fn(&str) -> String) -> Result<Self, PrintError> {
                let texts = Self { $($field: take(&mut table, stringify!($field), place)?,)* };
                match table.keys().next() {
                    None => Ok(texts),
                    Some(key) => Err(PrintError::Impossible(format!("{}: no text is called {key}", place(key)))),
                }
            }
        }
    };
}

texts! {
    name: String,
    /// `true` if a native speaker has read the texts.
    native_reader: bool,
    /// The rule by which a number chooses a plural form.
    plural: PluralRule,
    /// `true` if the names of levels are in lower case within a sentence.
    small_levels: bool,
    /// `true` if characters that Chinese and Japanese share have their Japanese form.
    japanese_letters: bool,
    title: String,
    subtitle: PluralText,
    subtitle_one_level: PluralText,
    volume: String,
    contents: String,
    how: String,
    page: String,
    pages: String,
    minutes: String,
    minutes_under: String,
    easier_half: String,
    harder_half: String,
    marks_halves: String,
    minutes_range: String,
    minutes_up_to: String,
    difficulty: String,
    rules: String,
    rule_share: String,
    rule_always: String,
    rule_seldom: String,
    nothing_needed: String,
    solutions: String,
    solution_on: String,
    solution_of: String,
    solution_below: String,
    solution_beside: String,
    play_online: String,
    isbn: String,
    copyright: String,
    published: String,
    rights: String,
    printed: PluralText,
    printed_ids: String,
    week: String,
    weekdays: [String; 7],
    /// The names of the months, in the form used in dates.
    months: [String; 12],
    date: String,
    /// The first day of a month as written in a date, which is an ordinal number in some languages.
    first_day: String,
    separator: String,
    /// The decimal separator of numbers.
    decimal: String,
    /// `true` if the script has spaces between words.
    spaces: bool,
    puzzle_of: String,
    solution_for: String,
    goal: String,
    goal_symbols: String,
    goal_layout: String,
    rule_x: String,
    rule_windows: String,
    rule_knight: String,
    rule_king: String,
    rule_jigsaw: String,
    rule_even_odd: String,
    layout: String,
    name_x: String,
    name_windows: String,
    name_knight: String,
    name_king: String,
    name_jigsaw: String,
    name_even_odd: String,
    figure: String,
    start: Vec<String>,
    start_end: String,
    start_end_guess: String,
    sections: String,
    marks: String,
    marks_minutes: String,
    marks_difficulty: String,
    marks_back: String,
    marks_beneath: String,
    marks_ids_back: String,
    marks_ids_beneath: String,
    /// The language in which steps are explained in full: `en` or `zh`, or `none` if the program has no explanations in
    /// the language of these texts. With `none`, only the names, places and effects of steps are printed.
    steps: String,
    worked: String,
    worked_about: String,
    worked_of: String,
    notation: String,
    legend: String,
    beyond: String,
    techniques: String,
    techniques_about: String,
    example: String,
    cell: String,
    row: String,
    column: String,
    r#box: String,
    list_separator: String,
    look_at: String,
    hints: String,
    hints_about: String,
    hints_beneath: String,
    hints_first: String,
    hints_second: String,
    hints_third: String,
    nudge_single: String,
    nudge_locked: String,
    nudge_subset: String,
    nudge_fish: String,
    nudge_single_digit: String,
    nudge_wing: String,
    nudge_uniqueness: String,
    nudge_colours: String,
    nudge_chain: String,
    nudge_locked_sets: String,
    nudge_forcing: String,
    nudge_beyond: String,
    levels: BTreeMap<String, String>,
    rules_table: BTreeMap<String, RuleText>,
}

/// Takes the value of a field out of a table. `place` returns the source of a key for error messages.
fn take<T: DeserializeOwned>(
    table: &mut Table,
    field: &str,
    place: &dyn Fn(&str) -> String,
) -> Result<T, PrintError> {
    let key = field.trim_start_matches("r#").replace('_', "-");
    let refuse = |why: &str| PrintError::Impossible(format!("{}: {key}: {why}", place(&key)));
    let value = table.remove(&key).ok_or_else(|| refuse("is missing"))?;
    T::deserialize(value).map_err(|error| refuse(&error.message().replace('\n', "; ")))
}

/// The name of a rule and its effect.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// The name of the rule.
    pub name: String,
    /// The effect of the rule, in a sentence.
    pub about: String,
}

impl Texts {
    /// Returns the texts of all languages, keyed by the code of the language, such as `de`.
    ///
    /// # Errors
    /// If a language file that is built into the program has an error. Tests read all of these files.
    pub fn all() -> Result<BTreeMap<String, Self>, PrintError> {
        let parse = |(code, _): &(&str, &str)| Ok(((*code).to_owned(), Self::new(code, &[])?));
        LANGUAGES.iter().map(parse).collect()
    }

    /// Returns the texts of this language. The user's own texts in `own` replace texts of the language. If several
    /// entries of `own` replace the same text, the last one is used.
    ///
    /// # Errors
    /// If the language does not exist, or if a text in `own` has an unknown key or the wrong form.
    pub fn new(language: &str, own: &[OwnTexts]) -> Result<Self, PrintError> {
        let origin = format!("assets/texts/{language}.toml");
        let mut table: Table = parse_table(file_of(language)?, &origin)?;
        for own in own {
            own.replace(&mut table)?;
        }
        let place = |key: &str| {
            let holder = own.iter().rev().find(|own| own.has(key));
            holder.map_or(&origin, |own| &own.origin).clone()
        };
        let texts = Self::from_table(table, &place)?;
        for (key, text) in texts.plural_texts() {
            let own = own.iter().any(|own| own.has(key));
            let place = place(if own { key } else { "plural" });
            texts.plural.check(&place, key, text)?;
        }
        if !["en", "zh", "none"].contains(&&*texts.steps) {
            let (place, steps) = (place("steps"), &texts.steps);
            let said = format!("{place}: steps is {steps:?}; it must be en, zh or none");
            return Err(PrintError::Impossible(said));
        }
        Ok(texts)
    }

    /// Returns the content of a file for the user to edit, which [`OwnTexts`] can then read. The file contains a list
    /// of all languages, followed by all texts of one language.
    ///
    /// # Errors
    /// If the language does not exist.
    pub fn template(language: &str) -> Result<String, PrintError> {
        let file = file_of(language)?;
        let mut head = "# Texts of books and calendars, for --texts FILE: change what you like, and leave out the rest.\n\
             # Languages (--language); * marks those that no native speaker has read:\n"
            .to_owned();
        for (code, texts) in Self::all()? {
            let mark = if texts.native_reader { "" } else { " *" };
            head += &format!("#   {code}  {}{mark}\n", texts.name);
        }
        Ok(head + "\n" + file)
    }

    fn plural_texts(&self) -> [(&'static str, &PluralText); 3] {
        [
            ("subtitle", &self.subtitle),
            ("subtitle-one-level", &self.subtitle_one_level),
            ("printed", &self.printed),
        ]
    }

    /// Returns a text in the plural form for a number, with `{count}` replaced by the number.
    pub(in crate::print) fn counted(&self, text: &PluralText, count: usize) -> String {
        filled(
            self.plural.form(text, count),
            &[("count", &count.to_string())],
        )
    }

    /// Returns a date in words.
    pub fn date_in_words(&self, date: Date) -> String {
        let day = match date.day() {
            1 => self.first_day.clone(),
            day => day.to_string(),
        };
        let place = |number: i8| usize::from(number.unsigned_abs()).saturating_sub(1);
        let weekday = place(date.weekday().to_monday_one_offset());
        let values = [
            ("day", day.as_str()),
            ("month", &self.months[place(date.month())]),
            ("n", &date.month().to_string()),
            ("year", &date.year().to_string()),
            ("weekday", &self.weekdays[weekday]),
        ];
        filled(&self.date, &values)
    }

    /// Returns the name and the effect of a technique in this language. If the language has no text for the technique,
    /// the name is in English, and the effect is empty.
    pub(in crate::print) fn technique(&self, technique: Technique) -> RuleText {
        let names = [technique.key()].into_iter();
        let mut names = names.chain(technique.aliases().iter().copied());
        if let Some(own) = names.find_map(|name| self.rules_table.get(name)) {
            return own.clone();
        }
        RuleText {
            name: technique.name().to_owned(),
            about: String::new(),
        }
    }

    /// Returns the name of a layout in this language, such as `9×9 (diagonals)` for `9x9+x`.
    pub(in crate::print) fn layout_name(&self, layout: Layout) -> String {
        let names = layout.rules().map(|rule| match rule {
            ExtraRule::Diagonals => &*self.name_x,
            ExtraRule::Windows => &self.name_windows,
            ExtraRule::Knight => &self.name_knight,
            ExtraRule::King => &self.name_king,
            ExtraRule::Jigsaw => &self.name_jigsaw,
            ExtraRule::EvenOdd => &self.name_even_odd,
        });
        let rules = names.collect::<Vec<_>>().join(&self.list_separator);
        let code = layout.to_string();
        let size = code.split('+').next().unwrap_or_default().replace('x', "×");
        match rules.is_empty() {
            true => size,
            false => filled(&self.layout, &[("size", &size), ("rules", &rules)]),
        }
    }

    /// Returns the name of a level in this language. A level without a text keeps its name from the scheme, with a
    /// capital letter, and with spaces for hyphens. If `name` begins with a layout, as in `6x6: singles`, the
    /// layout's name comes first.
    pub fn level(&self, name: &str) -> String {
        if let Some((layout, level)) = name.split_once(": ")
            && let Ok(layout) = layout.parse()
        {
            let (layout, separator) = (self.layout_name(layout), &self.separator);
            return format!("{layout}{separator}{}", self.level(level));
        }
        self.levels.get(name).cloned().unwrap_or_else(|| {
            let mut letters = name.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            let words: String = first.into_iter().chain(letters).collect();
            words.replace('-', " ")
        })
    }

    /// Returns the name of a level. If `half` is given, adds the mark of that half of the level, such as `*` for
    /// the easier half.
    pub fn level_of(&self, name: &str, half: Option<Half>) -> String {
        let level = self.level(name);
        let text = match half {
            None => return level,
            Some(Half::Easier) => &self.easier_half,
            Some(Half::Harder) => &self.harder_half,
        };
        filled(text, &[("level", &level)])
    }

    /// Returns the estimated solving time of a puzzle in whole minutes, such as `12 min`. A time that rounds to
    /// less than 4 minutes becomes `under 4 min`.
    pub fn minutes(&self, minutes: Minutes) -> String {
        let minutes = minutes.value().round();
        let (text, minutes) = match minutes < LEAST_MINUTES {
            true => (&self.minutes_under, LEAST_MINUTES),
            false => (&self.minutes, minutes),
        };
        filled(text, &[("minutes", &minutes.to_string())])
    }

    /// Returns the range of the solving times of puzzles, such as `4 to 9 minutes`. Returns a single time if the
    /// shortest and the longest round to the same minute, or if both are less than 4 minutes.
    pub fn minutes_between(&self, least: Minutes, most: Minutes) -> String {
        let [from, to] = [least, most].map(|it| it.value().round());
        let values = [("from", &*from.to_string()), ("to", &*to.to_string())];
        if from == to || to < LEAST_MINUTES {
            self.minutes(most)
        } else if from < LEAST_MINUTES {
            filled(&self.minutes_up_to, &values)
        } else {
            filled(&self.minutes_range, &values)
        }
    }

    /// Returns the name of a level within a sentence.
    pub fn level_in_sentence(&self, name: &str) -> String {
        let level = self.level(name);
        match self.small_levels {
            // The lower-case letter of the Turkish İ is a plain i.
            true => level.replace('İ', "i").to_lowercase(),
            false => level,
        }
    }
}
