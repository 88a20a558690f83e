//! Reads values that are written as short texts: clue ranges, patterns, durations, counts, and the quota of a
//! level.

use super::written;
use crate::dig::{CluePattern, ClueRange, NoPattern};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fs::File;
use std::io::Read;
use std::time::Duration;

/// The maximum number of bytes read from a pattern file.
const LONGEST_PATTERN: u64 = 1 << 16;

/// Reads a range of clues: `24`, or `24..30` (also `24..=30`) with both ends included.
///
/// # Errors
/// A one-line message that states what is expected.
pub fn clue_range(text: &str) -> Result<ClueRange, String> {
    let number = |part: &str| {
        part.trim().parse::<u8>().map_err(|_| {
            format!(
                "{text:?} is not a clue count; write a number such as 24 or a range such as 24..30"
            )
        })
    };
    let (min, max) = match text.split_once("..") {
        Some((min, max)) => (number(min)?, number(max.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if min > max {
        return Err(format!(
            "the range {text} is empty: {min} is more than {max}"
        ));
    }
    Ok(ClueRange { min, max })
}

/// A clue range in a file: a number, or a text such as `24..30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClueText(pub ClueRange);

impl Serialize for ClueText {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        written::clues(&Some(self.0), out)
    }
}

impl<'de> Deserialize<'de> for ClueText {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = NumberOrText::deserialize(input)?.text();
        clue_range(&text)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

/// A number, or a text for numbers of 2⁶³ or more, which TOML's integers can't hold.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number from 0, or a text")]
pub(super) enum NumberOrText {
    Number(u64),
    Text(String),
}

impl NumberOrText {
    pub(super) fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

/// Reads a pattern: 81 characters `x` and `.`, or the name of a file that holds them.
///
/// # Errors
/// A one-line message that states what is expected.
pub fn pattern(text: &str) -> Result<CluePattern, String> {
    if let Ok(pattern) = text.parse() {
        return Ok(pattern);
    }
    let mut read = String::new();
    File::open(text)
        .and_then(|file| file.take(LONGEST_PATTERN).read_to_string(&mut read))
        .map_err(|error| format!("cannot read the pattern {text}: {error}"))?;
    let pattern: Result<CluePattern, NoPattern> = read.parse();
    pattern.map_err(|error| format!("{text}: {error}"))
}

/// Reads a duration above zero with its unit: `30s`, `90m`, `6h`, `1h 30m`.
///
/// # Errors
/// A one-line message that states what is expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected =
        || format!("{text:?} is not a duration; write a number and a unit, such as 30s or 6h");
    let signed: jiff::SignedDuration = text.trim().parse().map_err(|_| expected())?;
    let duration = Duration::try_from(signed).map_err(|_| expected())?;
    if duration.is_zero() {
        return Err(format!("the duration {text:?} is nothing at all"));
    }
    Ok(duration)
}

/// Reads a count: plain (`100000`), with separators (`100,000`, `100_000`), or short (`1e5`, `100k`, `2M`).
///
/// # Errors
/// A one-line message that states what is expected.
pub fn count<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    let wrong = || {
        format!(
            "{text:?} is not a count; write a whole number such as 100000, 100,000, 1e5 or 100k"
        )
    };
    let count = exact_count(text.trim()).ok_or_else(wrong)?;
    N::try_from(count).map_err(|_| format!("{text:?} is too large"))
}

/// Returns the number that a count means; `None` if the text is not a count, or if the number is 2⁶⁴ or more.
fn exact_count(text: &str) -> Option<u64> {
    let (number, zeros) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 3),
        b'm' | b'M' => (&text[..text.len() - 1], 6),
        _ => match text.split_once(['e', 'E']) {
            Some((number, power)) => (number, power.parse::<u32>().ok()?),
            None => (text, 0),
        },
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let whole = without_groups(whole)?;
    let part = part.trim_end_matches('0');
    let zeros = zeros.checked_sub(u32::try_from(part.len()).ok()?)?;
    let digits = whole + part;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = digits.parse().ok().filter(|_| are_digits)?;
    number.checked_mul(10_u64.checked_pow(zeros)?)
}

/// Returns a whole number without its thousands separators; `None` if the text is empty or a separator is misplaced.
fn without_groups(text: &str) -> Option<String> {
    let separator = text.chars().find(|c| [',', '_'].contains(c));
    let Some(separator) = separator else {
        return (!text.is_empty()).then(|| text.to_owned());
    };
    let mut groups = text.split(separator);
    let first = groups.next().filter(|it| (1..=3).contains(&it.len()))?;
    let rest: Option<String> = groups
        .map(|group| (group.len() == 3).then_some(group))
        .collect();
    Some(first.to_owned() + &rest?)
}

/// Reads the quota of a level: `hard=3000` or `4=3000`.
///
/// # Errors
/// A one-line message that states what is expected.
pub fn level_quota(text: &str) -> Result<(String, u64), String> {
    let is_rest = text.len() == 3 && text.bytes().all(|it| it.is_ascii_digit());
    let (level, wanted) = text.split_once('=').ok_or_else(|| match is_rest {
        true => {
            format!("{text:?} is not a quota: a comma ends a level; write hard=1000 or hard=1k")
        }
        false => format!("{text:?} is not a quota; write a level and a number, such as hard=3000"),
    })?;
    let wanted = count(wanted).map_err(|error| format!("{text:?}: {error}"))?;
    Ok((level.trim().to_owned(), wanted))
}

/// Returns the message of a TOML or JSON reader with plain words in place of type names.
pub fn in_words(message: &str) -> String {
    const WHOLE: &str = "expected a whole number from 0";
    let message = message
        .replace("expected a sequence", "expected a list")
        .replace("expected a map", "expected a table")
        .replace("expected a boolean", "expected true or false");
    match message.rsplit_once("expected ") {
        Some((before, "u8")) => format!("{before}{WHOLE} to {}", u8::MAX),
        Some((before, "u16")) => format!("{before}{WHOLE} to {}", u16::MAX),
        Some((before, "u32")) => format!("{before}{WHOLE} to {}", u32::MAX),
        Some((before, "u64" | "usize")) => format!("{before}{WHOLE}"),
        _ => message,
    }
}

/// Returns the name that is most similar to `written`, among the names in backticks in `message`; `None` if no name is
/// similar.
pub fn nearest_quoted(written: &str, message: &str) -> Option<String> {
    message
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|known| *known != written)
        .map(|known| (strsim::jaro_winkler(written, known), known))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(clue_range("24..30"), Ok(ClueRange { min: 24, max: 30 }));
        assert_eq!(clue_range("24..=30"), Ok(ClueRange { min: 24, max: 30 }));
        assert_eq!(clue_range("26"), Ok(ClueRange { min: 26, max: 26 }));
        assert!(clue_range("30..24").unwrap_err().contains("empty"));
        assert!(clue_range("many").unwrap_err().contains("24..30"));
    }

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("6h"), Ok(Duration::from_secs(6 * 3600)));
        assert_eq!(duration("1h 30m"), Ok(Duration::from_secs(5400)));
        for bad in ["30", "soon", "-5s", "0s", ""] {
            assert!(duration(bad).is_err(), "{bad:?} was taken");
        }
    }

    #[test]
    fn counts_are_read_as_people_write_them() {
        let many = [
            "100000", "100,000", "100_000", "1e5", "1E5", "100k", "100K", "0.1M", "1.0e5",
            " 100000 ",
        ];
        for text in many {
            assert_eq!(count(text), Ok(100_000_u64), "{text}");
        }
        assert_eq!(count("18,446,744,073,709,551,615"), Ok(u64::MAX));
        assert_eq!(count("1,500"), Ok(1500_u32));
        assert_eq!((count("2m"), count("0")), (Ok(2_000_000_u64), Ok(0_u64)));
        let wrong = [
            "",
            "k",
            "e5",
            "1,00",
            "1,0000",
            ",100",
            "1,",
            "1.5",
            "0.1",
            "1e",
            "1e99",
            "-1",
            "+1",
            "1e-2",
            "ten",
            "1,000_000",
            "18446744073709551616",
            "1k5",
            ".5k5",
            "1 000",
        ];
        for text in wrong {
            assert!(count::<u64>(text).is_err(), "{text:?} was taken");
        }
        assert!(count::<u32>("5e9").unwrap_err().contains("too large"));
    }

    #[test]
    fn quotas_take_a_name_or_a_number() {
        assert_eq!(level_quota("hard=3000"), Ok(("hard".to_owned(), 3000)));
        assert_eq!(level_quota("4 = 3000"), Ok(("4".to_owned(), 3000)));
        assert!(level_quota("hard").is_err());
        assert!(level_quota("000").unwrap_err().contains("hard=1k"));
        assert!(level_quota("hard=many").is_err());
    }
}
