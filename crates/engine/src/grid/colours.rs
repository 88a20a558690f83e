//! The colours of the points in the graph of a puzzle or layout. Points are cells, houses and digits. From the
//! colours, the ids of puzzles and the symmetries of layouts are found. Each colour is a hash of 64 bits, which
//! depends on the colours of all neighbouring points.

/// The initial colour of a cell without a clue in the graph of a puzzle.
pub(crate) const BLANK: u64 = 0x9e37_79b9_7f4a_7c15;
/// The initial colour of a cell with a clue in the graph of a puzzle, and of every cell in the graph of a layout.
pub(crate) const CLUE: u64 = 0xbf58_476d_1ce4_e5b9;
/// The initial colour of a house in the graph of a puzzle or layout.
pub(crate) const HOUSE: u64 = 0x94d0_49bb_1331_11eb;
/// The initial colour of a digit in the graph of a puzzle.
pub(crate) const DIGIT: u64 = 0x2545_f491_4f6c_dd1d;
/// The number that is mixed into the colour of one point (a cell, house or digit) to make this colour unique.
pub(crate) const APART: u64 = 0xd6e8_feb8_6659_fd93;

/// Mixes the bits of a colour, with the finalizer of splitmix64.
pub(crate) const fn mixed(colour: u64) -> u64 {
    let colour = (colour ^ (colour >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let colour = (colour ^ (colour >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    colour ^ (colour >> 31)
}

/// Counts the different colours, and leaves a sorted copy of the colours in `sorted`.
pub(crate) fn distinct(colours: &[u64], sorted: &mut Vec<u64>) -> usize {
    sorted.clear();
    sorted.extend(colours);
    sorted.sort_unstable();
    1 + sorted.windows(2).filter(|two| two[0] != two[1]).count()
}

/// Returns the shared colour that the fewest points (cells, houses or digits) have. Of several such colours,
/// returns the smallest. Returns `None` if no points share a colour. The colours must be sorted.
pub(crate) fn first_shared(sorted: &[u64]) -> Option<u64> {
    let groups = sorted.chunk_by(|one, other| one == other);
    let shared = groups.filter(|group| group.len() > 1);
    let least = shared.min_by_key(|group| (group.len(), group[0]))?;
    Some(least[0])
}
