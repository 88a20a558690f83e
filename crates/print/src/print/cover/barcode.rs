//! Draws the bar code of a book: EAN-13 of its ISBN, with a five-digit price code next to it (EAN-5).
//! Sources: GS1 General Specifications, 5.2 (patterns and sizes); Bookland EAN (price codes).

use crate::print::PrintError;
use crate::print::canvas::Rect;

/// The width of the narrowest bar, in points. It is 0.33 mm, as in a bar code of full size.
pub(super) const MODULE: f64 = 0.33 * crate::print::MM;
/// The height of the bars, in points.
pub(super) const BARS: f64 = 60.0;
/// The width of an EAN-13, in modules.
pub(super) const MODULES: usize = 95;
/// The width of the space after the EAN-13, in modules.
const GAP: usize = 9;
/// The width of the price code (an EAN-5), in modules.
const MODULES_OF_PRICE: usize = 47;

/// The bars of each digit in odd parity, as seven modules. The right half of the code uses the complement of these
/// modules. Even parity uses the complement read backwards.
const ODD: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
];
/// The parities of the six digits in the left half, for each first digit of the number; a 1 bit means even parity.
const PARITY: [u8; 10] = [
    0b00_0000, 0b00_1011, 0b00_1101, 0b00_1110, 0b01_0011, 0b01_1001, 0b01_1100, 0b01_0101,
    0b01_0110, 0b01_1010,
];
/// The parities of the five digits of a price code, for each checksum; a 1 bit means even parity.
const PRICE_PARITY: [u8; 10] = [
    0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101,
];

/// A bar code: its digits and its modules, from left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Barcode {
    pub(super) digits: String,
    pub(super) price: Option<String>,
    bars: Vec<bool>,
}

fn seven(bars: &mut Vec<bool>, pattern: u8) {
    bars.extend((0..7).rev().map(|bit| pattern >> bit & 1 == 1));
}

fn even(digit: usize) -> u8 {
    (!ODD[digit] & 0x7f).reverse_bits() >> 1
}

impl Barcode {
    /// Returns the bar code for an ISBN with a correct check digit; an ISBN of ten digits is converted to thirteen.
    ///
    /// # Errors
    /// If the price code is not five digits.
    pub(super) fn of(isbn: &str, price: Option<&str>) -> Result<Self, PrintError> {
        let mut digits: Vec<usize> = isbn
            .chars()
            .filter_map(|it| it.to_digit(10))
            .map(|it| it as usize)
            .collect();
        if isbn.chars().filter(char::is_ascii_alphanumeric).count() == 10 {
            digits.truncate(9);
            digits.splice(..0, [9, 7, 8]);
            let weighted = digits.iter().zip([1, 3].into_iter().cycle());
            let sum: usize = weighted.map(|(digit, weight)| digit * weight).sum();
            digits.push((10 - sum % 10) % 10);
        }
        let mut bars = vec![true, false, true];
        for (n, &digit) in digits[1..7].iter().enumerate() {
            match PARITY[digits[0]] >> (5 - n) & 1 {
                0 => seven(&mut bars, ODD[digit]),
                _ => seven(&mut bars, even(digit)),
            }
        }
        bars.extend([false, true, false, true, false]);
        for &digit in &digits[7..] {
            seven(&mut bars, !ODD[digit] & 0x7f);
        }
        bars.extend([true, false, true]);
        if let Some(price) = price {
            bars.extend([false; GAP]);
            bars.extend(of_price(price)?);
        }
        Ok(Self {
            digits: digits.iter().map(ToString::to_string).collect(),
            price: price.map(str::to_owned),
            bars,
        })
    }

    /// Returns the width in points, without the quiet zones.
    pub(super) fn width(&self) -> f64 {
        self.bars.len() as f64 * MODULE
    }

    /// Returns the distance from the left edge of the bar code to the bars of the price code, in points.
    pub(super) fn price_at(&self) -> f64 {
        (MODULES + GAP) as f64 * MODULE
    }

    /// Returns the bars; `(x, y)` is the upper left corner of the bar code. Guard bars are longer; the bars of a price
    /// code start lower, below its digits.
    pub(super) fn rects(&self, (x, y): (f64, f64)) -> Vec<Rect> {
        let mut rects: Vec<Rect> = Vec::new();
        let mut n = 0;
        while n < self.bars.len() {
            let run = self.bars[n..].iter().take_while(|it| **it).count();
            if run == 0 {
                n += 1;
                continue;
            }
            let is_guard = n < 3 || (45..50).contains(&n) || (92..MODULES).contains(&n);
            let (top, bottom) = match n {
                _ if n >= MODULES => (8.0, BARS + 4.0),
                _ if is_guard => (0.0, BARS + 4.0),
                _ => (0.0, BARS),
            };
            rects.push(Rect {
                x: x + n as f64 * MODULE,
                y: y + top,
                width: run as f64 * MODULE,
                height: bottom - top,
            });
            n += run;
        }
        rects
    }
}

/// Returns the modules of a five-digit price code.
fn of_price(price: &str) -> Result<Vec<bool>, PrintError> {
    let digits: Option<Vec<usize>> = price
        .chars()
        .map(|it| Some(it.to_digit(10)? as usize))
        .collect();
    let Some(digits) = digits.filter(|it| it.len() == 5) else {
        let said = format!(
            "--price-code {price:?}: it must be five digits, such as 50999 for 9.99 US dollars, or 90000 for no price"
        );
        return Err(PrintError::Impossible(said));
    };
    let weighted = digits.iter().zip([3, 9, 3, 9, 3]);
    let check = weighted
        .map(|(digit, weight)| digit * weight)
        .sum::<usize>()
        % 10;
    let mut bars = vec![true, false, true, true];
    for (n, &digit) in digits.iter().enumerate() {
        if n > 0 {
            bars.extend([false, true]);
        }
        match PRICE_PARITY[check] >> (4 - n) & 1 {
            0 => seven(&mut bars, ODD[digit]),
            _ => seven(&mut bars, even(digit)),
        }
    }
    debug_assert_eq!(bars.len(), MODULES_OF_PRICE);
    Ok(bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bars: &[bool]) -> String {
        bars.iter().map(|it| if *it { '1' } else { '0' }).collect()
    }

    /// Checks the bar code of 5901234123457, a common textbook example of an EAN-13.
    #[test]
    fn a_bar_code_has_the_modules_of_the_standard() {
        let code = Barcode::of("5901234123457", None).unwrap();
        assert_eq!(
            text(&code.bars),
            "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101"
        );
        assert_eq!(code.bars.len(), MODULES);
    }

    #[test]
    fn ten_digits_become_thirteen_and_a_price_five() {
        let code = Barcode::of("3-16-148410-X", Some("52495")).unwrap();
        assert_eq!(code.digits, "9783161484100");
        // GS1's example of an EAN-5: 52495 has the parities of 1.
        assert_eq!(
            text(&code.bars[MODULES + GAP..]),
            "10110111001010010011010011101010001011010110001"
        );
        for wrong in ["", "999", "5249x", "524955"] {
            let error = Barcode::of("9783161484100", Some(wrong)).unwrap_err();
            assert!(error.to_string().contains("--price-code"));
        }
    }
}
