//! Searches for k bit masks that have k bits between them. Naked subsets (cells and their candidates), hidden
//! subsets (digits and their places in a house) and fish (rows and a digit's columns in them) all use this
//! search.

/// The number of bits set in each nine-bit number, as a table, since baseline x86-64 has no instruction that
/// counts bits.
static SIZES: [u8; 512] = {
    let mut table = [0; 512];
    let mut n = 1;
    while n < 512 {
        table[n] = table[n / 2] + (n % 2) as u8;
        n += 1;
    }
    table
};

/// Calls `found(chosen, union)` for every choice of `size` masks (2 to 4) whose union has exactly
/// `size` bits; bit n of `chosen` stands for mask n. Empty masks are never chosen.
///
/// The search is depth-first with its own small stack: a choice is extended only by later masks,
/// and dropped as soon as its union is too large or too few masks are left.
#[inline]
pub(super) fn each(masks: &[u16; 9], size: usize, mut found: impl FnMut(u16, u16)) {
    let mut usable = 0u16;
    for (n, &mask) in masks.iter().enumerate() {
        usable |= u16::from(mask != 0 && bits(mask) <= size) << n;
    }
    // Level n of the stack has the masks that may still extend a choice of n masks, the choice, and
    // its union.
    let mut stack = [(usable, 0u16, 0u16); 4];
    let mut level = 0;
    loop {
        let (left, chosen, union) = stack[level & 3];
        if bits(left) + level >= size {
            let first = left & left.wrapping_neg();
            stack[level & 3].0 ^= first;
            let wider = union | masks[left.trailing_zeros() as usize % 9];
            if bits(wider) > size {
                continue;
            }
            if level + 1 < size {
                level += 1;
                stack[level & 3] = (left ^ first, chosen | first, wider);
            } else if bits(wider) == size {
                found(chosen | first, wider);
            }
        } else if level == 0 {
            return;
        } else {
            level -= 1;
        }
    }
}

#[inline]
fn bits(mask: u16) -> usize {
    usize::from(SIZES[usize::from(mask & 0x1FF)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares the search with all 512 choices of masks.
        #[test]
        fn every_choice_is_seen_once(masks in proptest::array::uniform9(0u16..512), size in 2usize..5) {
            let mut seen = Vec::new();
            each(&masks, size, |chosen, union| seen.push((chosen, union)));
            seen.sort_unstable();
            let expected: Vec<_> = (0u16..512)
                .filter(|chosen| chosen.count_ones() == size as u32)
                .filter(|chosen| (0..9).all(|n| chosen >> n & 1 == 0 || masks[n] != 0))
                .map(|chosen| {
                    let union = (0..9).filter(|n| chosen >> n & 1 == 1).fold(0, |u, n| u | masks[n]);
                    (chosen, union)
                })
                .filter(|(_, union)| union.count_ones() == size as u32)
                .collect();
            prop_assert_eq!(seen, expected);
        }
    }
}
