//! The overlap of the values of two neighbouring levels: the share of pairs in which the puzzle of
//! the easier level has the greater value.

/// Returns the probability that a value of the lower level, drawn at random, is greater than one of
/// the upper, ties counting half: 0 for levels without overlap, ½ for levels that are the same.
/// `None` if either is empty; values must be numbers.
///
/// ```
/// use sudoku_factory::stats::overlap;
/// assert_eq!(overlap(&[3.0, 5.0], &[4.0, 6.0]), Some(0.25));
/// assert_eq!(overlap(&[1.0], &[1.0]), Some(0.5));
/// assert_eq!(overlap(&[], &[1.0]), None);
/// ```
pub fn overlap(lower: &[f64], upper: &[f64]) -> Option<f64> {
    let mut sorted = upper.to_vec();
    sorted.sort_by(f64::total_cmp);
    let twice: usize = lower
        .iter()
        .map(|value| {
            let below = sorted.partition_point(|other| other < value);
            let up_to = sorted.partition_point(|other| other <= value);
            below + up_to
        })
        .sum();
    let pairs = lower.len() * upper.len();
    (pairs > 0).then(|| twice as f64 / (2 * pairs) as f64)
}
