//! Finds naked and hidden subsets by one method.
//!
//! The method looks for k words that together have at most k different bits. If the words are the cells of a house
//! and their bits are digits, the subset is naked. If the words are digits and their bits are places in the house,
//! it is hidden.

/// Calls `found` for every choice of `size` words that each have at least two bits, and together have at most `size`
/// bits. `found` gets the indices of the words, as bits, and the union of the words.
pub(super) fn for_each(words: &[u32], size: usize, mut found: impl FnMut(u32, u32)) {
    if size == 2 {
        return for_each_pair(words, found);
    }
    let mut few = [(0, 0); 32];
    let mut count = 0;
    for (index, &word) in words.iter().enumerate() {
        let bits = word.count_ones() as usize;
        if (2..=size).contains(&bits) && count < few.len() {
            few[count] = (1 << index, word);
            count += 1;
        }
    }
    if count >= size {
        choose(&few[..count], size, size, (0, 0), &mut found);
    }
}

/// Calls `found` for every choice of two equal words that have exactly two bits.
#[inline]
fn for_each_pair(words: &[u32], mut found: impl FnMut(u32, u32)) {
    let mut pairs = [(0, 0); 32];
    let mut count = 0;
    for (index, &word) in words.iter().enumerate().take(pairs.len()) {
        let rest = word & word.wrapping_sub(1);
        if rest != 0 && rest & (rest - 1) == 0 {
            for &(other, same) in &pairs[..count] {
                if same == word {
                    found(1 << index | other, word);
                }
            }
            pairs[count] = (1 << index, word);
            count += 1;
        }
    }
}

fn choose(
    few: &[(u32, u32)],
    size: usize,
    left: usize,
    (chosen, union): (u32, u32),
    found: &mut impl FnMut(u32, u32),
) {
    if left == 0 {
        found(chosen, union);
        return;
    }
    for (index, &(bit, word)) in few.iter().enumerate() {
        let joined = union | word;
        if joined.count_ones() as usize <= size && few.len() - index >= left {
            choose(
                &few[index + 1..],
                size,
                left - 1,
                (chosen | bit, joined),
                found,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_found_whether_every_word_is_full_or_not() {
        let find = |words: &[u32], size| {
            let mut found = Vec::new();
            for_each(words, size, |chosen, union| found.push((chosen, union)));
            found
        };
        assert_eq!(find(&[0b11, 0b110, 0b11, 0b1], 2), [(0b101, 0b11)]);
        assert_eq!(find(&[0b11, 0b110, 0b101, 0b1111], 3), [(0b111, 0b111)]);
        assert_eq!(find(&[0b11, 0b1100], 2), []);
    }
}
