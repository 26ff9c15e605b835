//! Sets of cells as words of bits.

/// The lowest `count` bits.
pub(crate) fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The set bits of a word, from the lowest.
#[inline]
pub(crate) fn bits(word: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(u64::trailing_zeros)
}
