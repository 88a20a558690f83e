//! Checks international standard book numbers: ten or thirteen digits, the last of which is a check
//! digit (ISO 2108).

use crate::print::PrintError;
use std::collections::BTreeSet;

/// Checks the length and the check digit of an ISBN, and returns the number with its hyphens and spaces
/// unchanged.
///
/// # Errors
/// If the length, the prefix or the check digit is wrong; the error states the correct check digit.
pub(super) fn checked(text: &str) -> Result<String, PrintError> {
    let refuse = |why: String| Err(PrintError::Impossible(format!("ISBN {text:?}: {why}")));
    let parts = text.chars().filter(|c| !matches!(c, '-' | ' '));
    let mut letters: Vec<char> = parts.map(|c| c.to_ascii_uppercase()).collect();
    let last = letters.pop().unwrap_or_default().to_string();
    let values: Option<Vec<u32>> = letters.iter().map(|c| c.to_digit(10)).collect();
    let right = match values.as_deref() {
        Some(values) if values.len() == 9 => check_of_ten(values),
        Some(values @ [9, 7, 8 | 9, ..]) if values.len() == 12 => check_of_thirteen(values),
        _ => {
            let said = "it must have ten digits, or thirteen that begin with 978 or 979";
            return refuse(said.to_owned());
        }
    };
    match last == right {
        true => Ok(text.trim().to_owned()),
        false => refuse(format!("its last digit should be {right}, not {last}")),
    }
}

/// Reads one ISBN per volume from a text in which commas separate them; without a text, volumes have no ISBN.
///
/// # Errors
/// If a number is wrong or occurs twice, or if there are more or fewer numbers than volumes.
pub(super) fn for_volumes(given: Option<&str>, volumes: usize) -> Result<Vec<String>, PrintError> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    let numbers = given.split(',').map(checked);
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    let digits = |number: &String| number.replace(['-', ' '], "");
    let differing: BTreeSet<String> = numbers.iter().map(digits).collect();
    if numbers.len() != volumes || differing.len() != volumes {
        let said = format!(
            "{volumes} volumes need {volumes} numbers, each its own: --isbn with commas between them, not {given}"
        );
        return Err(PrintError::Impossible(said));
    }
    Ok(numbers)
}

/// Returns the check digit of a number of ten digits, with X for ten. The sum of all digits, weighted
/// from 10 down to 1, is a multiple of 11.
fn check_of_ten(values: &[u32]) -> String {
    let weighted = (2..=10).rev().zip(values);
    let sum: u32 = weighted.map(|(weight, value)| weight * value).sum();
    match (11 - sum % 11) % 11 {
        10 => "X".to_owned(),
        check => check.to_string(),
    }
}

/// Returns the check digit of a number of thirteen digits. The sum of all digits, weighted alternately by 1 and 3, is a
/// multiple of 10.
fn check_of_thirteen(values: &[u32]) -> String {
    let weighted = [1, 3].into_iter().cycle().zip(values);
    let sum: u32 = weighted.map(|(weight, value)| weight * value).sum();
    ((10 - sum % 10) % 10).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_check_digit_is_named() {
        for right in [
            "978-3-16-148410-0",
            "9783161484100",
            "3-16-148410-X",
            "0 306 40615 2",
            "979-10-90636-07-1",
        ] {
            assert_eq!(checked(right).unwrap(), right);
        }
        for (wrong, said) in [
            ("978-3-16-148410-1", "should be 0"),
            ("978-0-000000-00-0", "should be 2"),
            ("3-16-148410-0", "should be X"),
            ("978-3-16-14841", "thirteen"),
            ("123-3-16-148410-0", "978"),
            ("978-3-16-14a410-0", "thirteen"),
            ("", "ten digits"),
            ("é", "ten digits"),
        ] {
            let error = checked(wrong).unwrap_err().to_string();
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }
}
