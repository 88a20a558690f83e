//! The trim sizes that a shop accepts.
//!
//! Sources, read in November 2026: KDP's help page on paperback trim sizes (custom sizes are 4 to 8.5 in wide and
//! 6 to 11.69 in high), and Lulu's specification sheet (sixteen sizes, each with its own product number). The
//! lists of IngramSpark and of offset presses could not be read. So no size is refused or confirmed for them.

use super::paper::Trim;
use std::fmt;

/// The trims at which KDP prints its usual maximum number of pages: 828 on white paper, 776 on cream.
pub(super) const KDP_LISTED: [Trim; 12] = [
    Trim::inches(5.0, 8.0),
    Trim::inches(5.06, 7.81),
    Trim::inches(5.25, 8.0),
    Trim::inches(5.5, 8.5),
    Trim::inches(5.83, 8.27),
    Trim::inches(6.0, 9.0),
    Trim::inches(6.14, 9.21),
    Trim::inches(6.69, 9.61),
    Trim::inches(7.0, 10.0),
    Trim::inches(7.44, 9.69),
    Trim::inches(7.5, 9.25),
    Trim::inches(8.0, 10.0),
];

/// The trim sizes that a shop accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrimSizes {
    /// Any size.
    Any,
    /// Sizes that this program does not know.
    NotKnown,
    /// All sizes between two trims.
    Between(Trim, Trim),
    /// Only the listed sizes.
    Listed(&'static [Trim]),
}

/// KDP's smallest and largest custom sizes.
pub(super) const KDP: TrimSizes =
    TrimSizes::Between(Trim::inches(4.0, 6.0), Trim::inches(8.5, 11.69));

/// Lulu's sizes.
pub(super) const LULU: TrimSizes = TrimSizes::Listed(&[
    Trim::inches(4.25, 6.875),
    Trim::inches(5.0, 8.0),
    Trim::inches(5.5, 8.5),
    Trim::inches(5.83, 8.27),
    Trim::inches(6.0, 9.0),
    Trim::inches(6.14, 9.21),
    Trim::inches(6.63, 10.25),
    Trim::inches(7.0, 10.0),
    Trim::inches(7.44, 9.68),
    Trim::inches(7.5, 7.5),
    Trim::inches(8.27, 11.69),
    Trim::inches(8.5, 8.5),
    Trim::inches(8.5, 11.0),
    Trim::inches(9.0, 7.0),
    Trim::inches(11.0, 8.5),
    Trim::inches(11.69, 8.27),
]);

impl TrimSizes {
    /// Returns the accepted size that is nearest to `trim`. Returns `trim` itself if all sizes are accepted, or if
    /// the accepted sizes are not known.
    pub fn nearest(self, trim: Trim) -> Trim {
        match self {
            Self::Any | Self::NotKnown => trim,
            Self::Between(least, most) => {
                let near = Trim {
                    width: trim.width.clamp(least.width, most.width),
                    height: trim.height.clamp(least.height, most.height),
                };
                if near.is_about(trim) { trim } else { near }
            }
            Self::Listed(sizes) => {
                let away =
                    |it: &Trim| (it.width - trim.width).abs() + (it.height - trim.height).abs();
                let nearest = sizes.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
                nearest.copied().unwrap_or(trim)
            }
        }
    }

    /// Returns whether this trim is accepted; `true` also if the accepted sizes are not known.
    pub fn has(self, trim: Trim) -> bool {
        self.nearest(trim).is_about(trim)
    }
}

impl fmt::Display for TrimSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any size"),
            Self::NotKnown => f.write_str("sizes that are not known"),
            Self::Between(least, most) => write!(f, "{least} to {most}"),
            Self::Listed(sizes) => write!(f, "{} sizes", sizes.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_out_of_reach_has_a_nearest_one() {
        let nearest = |sizes: TrimSizes, trim: &str| sizes.nearest(trim.parse().unwrap()).option();
        for (sizes, trim, wanted) in [
            (KDP, "12x14", "8.5x11.69"),
            (KDP, "11x8.5", "8.5x8.5"),
            (KDP, "3x3", "4x6"),
            (KDP, "a4", "a4"),
            (KDP, "8.25x6", "8.25x6"),
            (LULU, "8x10", "7.44x9.68"),
            (LULU, "a5", "a5"),
            (TrimSizes::NotKnown, "3x3", "3x3"),
        ] {
            assert_eq!(nearest(sizes, trim), wanted, "{trim}");
            assert_eq!(sizes.has(trim.parse().unwrap()), wanted == trim, "{trim}");
        }
    }
}
