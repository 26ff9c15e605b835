//! A hint to the processor: the one place with `unsafe` code. A large table is mostly outside the
//! processor's caches. To ask for the buckets of all children before one is read makes the search
//! of large trees about a third faster; no safe code can do that.

/// Asks the processor to load what this refers to into its caches. It changes nothing else.
#[inline]
#[allow(unsafe_code, reason = "a prefetch reads nothing and writes nothing")]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch may be given any address; this one belongs to a reference. Every
    // x86-64 processor has the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
