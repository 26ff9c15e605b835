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

/// Eight cells as a number in base three.
#[inline]
pub(crate) fn base_three(first: u8, second: u8) -> usize {
    usize::from(POWERS[usize::from(first)]) + 2 * usize::from(POWERS[usize::from(second)])
}

/// The sum of the powers of three that a byte's bits stand for.
const POWERS: [u16; 256] = {
    let mut sums = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        let without_low = byte & (byte - 1);
        sums[byte] = sums[without_low] + 3u16.pow(byte.trailing_zeros());
        byte += 1;
    }
    sums
};
