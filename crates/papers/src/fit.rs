//! Measures how well counts fit expected shares, by the likelihood ratio G² (Woolf, *The Log Likelihood Ratio
//! Test*, 1957).
//!
//! The critical values of χ², with which G² is compared, are computed here, too.

/// Returns G² = 2 Σ n ln(n/E), where n are the counts of some classes. E are the counts expected from the shares of
/// the classes, which need not add up to 1. G² is infinite if a class with share 0 has a count above 0. Returns
/// `None` if the lengths differ, all counts are 0, or all shares are 0. Compare G² with χ² with one degree of
/// freedom fewer than there are classes.
pub fn g_squared(counts: &[u64], shares: &[f64]) -> Option<f64> {
    let (total, whole) = (
        counts.iter().sum::<u64>() as f64,
        shares.iter().sum::<f64>(),
    );
    if counts.len() != shares.len() || total == 0.0 || whole <= 0.0 {
        return None;
    }
    let counted = counts.iter().zip(shares).filter(|(count, _)| **count > 0);
    let terms = counted.map(|(&count, share)| {
        let count = count as f64;
        count * (count * whole / (total * share)).ln()
    });
    Some(2.0 * terms.sum::<f64>())
}

/// Returns the value that χ² exceeds with this probability. `degrees` is the number of degrees of freedom, which must
/// be even.
pub fn chi_squared_point(degrees: u32, probability: f64) -> f64 {
    // With 2m degrees the tail is e^(−x/2) Σ (x/2)^i/i! over i < m.
    let tail = |x: f64| {
        let terms = (1..degrees / 2).scan(1.0, |term, i| {
            *term *= x / 2.0 / f64::from(i);
            Some(*term)
        });
        (-x / 2.0).exp() * (1.0 + terms.sum::<f64>())
    };
    let (mut low, mut high) = (0.0, 1e4);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tail(middle) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_chi_squared() {
        let points = [(4, 0.05), (16, 0.01), (2, 0.1)].map(|(d, p)| chi_squared_point(d, p));
        assert_eq!(points.map(|x| format!("{x:.2}")), ["9.49", "32.00", "4.61"]);
    }

    #[test]
    fn g_squared_of_the_very_shares_is_nothing() {
        assert_eq!(g_squared(&[1, 2, 3], &[2.0, 4.0, 6.0]), Some(0.0));
        assert_eq!(g_squared(&[1, 2], &[1.0, 0.0]), Some(f64::INFINITY));
        assert_eq!(g_squared(&[0, 2], &[0.0, 1.0]), Some(0.0));
        assert_eq!(g_squared(&[1], &[1.0, 1.0]), None);
        assert_eq!(g_squared(&[0], &[1.0]), None);
    }

    /// Compares table 3 of Wu 2012 with the shares of two interpretations of its rules.
    #[test]
    fn g_squared_tells_readings_apart() {
        let published = [45, 8, 6, 22, 19];
        let near = g_squared(&published, &[41.1, 11.5, 7.5, 21.5, 18.6]).unwrap();
        let far = g_squared(&published, &[20.4, 65.3, 0.01, 8.4, 5.8]).unwrap();
        assert_eq!([near, far].map(|g| format!("{g:.1}")), ["1.9", "201.6"]);
    }
}
