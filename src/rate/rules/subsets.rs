//! k things that have k places between them: the common ground of naked subsets (cells and their
//! candidates), hidden subsets (digits and their places in a house) and fish (rows and the columns
//! in which a digit may stand there).

/// How many bits each nine-bit number has: baseline x86-64 has no instruction for it.
pub(super) static SIZES: [u8; 512] = {
    let mut table = [0; 512];
    let mut n = 1;
    while n < 512 {
        table[n] = table[n / 2] + (n % 2) as u8;
        n += 1;
    }
    table
};

/// Calls `found(chosen, union)` for every choice of `size` masks whose union has exactly `size`
/// bits; `chosen` has bit n for mask n. Empty masks are never chosen.
#[inline]
pub(super) fn each(masks: &[u16; 9], size: u8, mut found: impl FnMut(u16, u16)) {
    let mut usable = 0u16;
    for (n, &mask) in masks.iter().enumerate() {
        let fits = mask != 0 && SIZES[usize::from(mask)] <= size;
        usable |= u16::from(fits) << n;
    }
    if SIZES[usize::from(usable)] >= size {
        extend(masks, size, size, usable, 0, 0, &mut found);
    }
}

fn extend(
    masks: &[u16; 9],
    size: u8,
    missing: u8,
    mut usable: u16,
    chosen: u16,
    union: u16,
    found: &mut impl FnMut(u16, u16),
) {
    if missing == 0 {
        if SIZES[usize::from(union)] == size {
            found(chosen, union);
        }
        return;
    }
    while usable != 0 {
        let next = usable.trailing_zeros() as usize;
        let bit = usable & usable.wrapping_neg();
        usable ^= bit;
        let wider = union | masks[next];
        if SIZES[usize::from(wider)] <= size {
            extend(masks, size, missing - 1, usable, chosen | bit, wider, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against all 512 choices of masks.
        #[test]
        fn every_choice_is_seen_once(masks in proptest::array::uniform9(0u16..512), size in 2u8..5) {
            let mut seen = Vec::new();
            each(&masks, size, |chosen, union| seen.push((chosen, union)));
            seen.sort_unstable();
            let expected: Vec<_> = (0u16..512)
                .filter(|chosen| chosen.count_ones() == u32::from(size))
                .filter(|chosen| (0..9).all(|n| chosen >> n & 1 == 0 || masks[n] != 0))
                .map(|chosen| {
                    let union = (0..9).filter(|n| chosen >> n & 1 == 1).fold(0, |u, n| u | masks[n]);
                    (chosen, union)
                })
                .filter(|(_, union)| union.count_ones() == u32::from(size))
                .collect();
            prop_assert_eq!(seen, expected);
        }
    }
}
