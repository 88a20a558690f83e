//! Computes the logarithm and the exponential with the four basic operations only. The system's own functions may
//! differ in the last bit between machines, but a pack's bytes must be the same on all of them.

use std::f64::consts::LN_2;

/// Returns the natural logarithm of a positive normal number, to about 15 digits.
pub(super) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    // ln m = 2 artanh((m − 1)/(m + 1)), and the argument is at most 1/3.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = (0..17).rev().fold(0.0, |sum, n| {
        sum * square + 1.0 / (2.0 * f64::from(n) + 1.0)
    });
    exponent as f64 * LN_2 + 2.0 * z * series
}

/// Returns e to the power of x, for x from −700 to 700, to about 15 digits.
pub(super) fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let halvings = (x / LN_2).round();
    let rest = x - halvings * LN_2;
    let series = (1..=18)
        .rev()
        .fold(1.0, |sum, n| 1.0 + rest / f64::from(n) * sum);
    series * f64::from_bits(((halvings as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_they_are_called() {
        for n in 1..2000 {
            let x = f64::from(n) * 0.37;
            assert!(
                (ln(x) - x.ln()).abs() < 1e-13 * x.ln().abs().max(1.0),
                "ln {x}"
            );
            let y = f64::from(n - 1000) * 0.03;
            assert!((exp(y) / y.exp() - 1.0).abs() < 1e-13, "exp {y}");
        }
    }
}
