//! The axis of a chart, which converts values to positions on the drawing and has ticks at round numbers.

/// An axis of a chart, which converts values to positions on the drawing.
pub(crate) struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    step: f64,
    powers: bool,
}

impl Axis {
    /// Returns an axis from 0 to a round number that is at least `highest`; `start` and `end` are the positions of
    /// its ends on the drawing.
    pub(crate) fn from_zero(highest: f64, start: f64, end: f64) -> Self {
        let highest = if highest > 0.0 { highest } else { 1.0 };
        let step = round_step(highest / 5.0);
        let to = (highest / step).ceil() * step;
        Self::new(0.0, to, start, end)
    }

    /// Returns an axis from the value `from` to the value `to`, or to `from + 1` if `to` is not larger than `from`.
    /// `start` and `end` are the positions of its ends on the drawing.
    pub(crate) fn new(from: f64, to: f64, start: f64, end: f64) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        Self {
            from,
            to,
            start,
            end,
            step: round_step((to - from) / 8.0),
            powers: false,
        }
    }

    /// Returns a logarithmic axis that begins and ends at the powers of ten around these values, which must be
    /// positive. `start` and `end` are the positions of its ends on the drawing.
    pub(crate) fn of_powers(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (least, most) = range(values.map(f64::log10));
        let (from, to) = (least.floor(), most.ceil());
        Self {
            step: 1.0,
            powers: true,
            ..Self::new(from, to, start, end)
        }
    }

    pub(crate) fn place(&self, value: f64) -> f64 {
        let value = if self.powers { value.log10() } else { value };
        self.start + (value - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// Returns the positions and labels of the axis's ticks.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let first = (self.from / self.step).ceil();
        let last = (self.to / self.step + 1e-9).floor();
        let count = (last - first) as usize;
        let values = (0..=count).map(|nth| (first + nth as f64) * self.step);
        let shown = values.map(|value| {
            if self.powers {
                10f64.powf(value)
            } else {
                value
            }
        });
        shown
            .map(|value| (self.place(value), number(value)))
            .collect()
    }
}

/// Returns the smallest round number that is at least `least`: 1, 2 or 5 times a power of ten.
pub(crate) fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
    factors
        .map(|factor| factor * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(1.0)
}

pub(crate) fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values.into_iter().copied().fold(0.0, f64::max)
}

/// Returns the minimum and the maximum of the values, or 0 and 1 if there are no values.
pub fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .map(|value| (value, value))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        .unwrap_or((0.0, 1.0))
}

/// Formats a number with thousands separators and at most four decimals: fewer for larger numbers, and without
/// trailing zeros.
pub(crate) fn number(value: f64) -> String {
    let decimals = match value.abs() {
        v if v >= 100.0 || v == 0.0 => 0,
        v if v >= 0.1 => 1,
        v if v >= 0.01 => 2,
        _ => 4,
    };
    let text = format!("{value:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (nth, digit) in whole.chars().enumerate() {
        if nth > 0 && (whole.len() - nth).is_multiple_of(3) && digit != '-' {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let written = [0.0, 41.6, 45.0, 0.05, 1234.0, 1_234_567.0, 0.0012, 2.0].map(number);
        let expected = [
            "0",
            "41.6",
            "45",
            "0.05",
            "1,234",
            "1,234,567",
            "0.0012",
            "2",
        ];
        assert_eq!(written, expected);
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [0.7, 9.0, 11.0, 0.03].map(round_step),
            [1.0, 10.0, 20.0, 0.05]
        );
    }

    #[test]
    fn ticks_span_the_axis() {
        let words = |axis: Axis| -> Vec<String> {
            axis.ticks().into_iter().map(|(_, word)| word).collect()
        };
        let linear = words(Axis::from_zero(45.0, 300.0, 80.0));
        assert_eq!(linear.first().map(String::as_str), Some("0"));
        assert_eq!(linear.last().map(String::as_str), Some("50"));
        let powers = words(Axis::of_powers([0.3, 80.0].into_iter(), 300.0, 80.0));
        assert_eq!(powers, ["0.1", "1", "10", "100"]);
    }
}
