//! Measures the time of a piece of work.

use std::time::Instant;

/// The processor time of this thread in `work`, in seconds, and its result. On systems that do
/// not report it, the wall time.
pub(super) fn busy<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = thread_seconds();
    let (elapsed, result) = elapsed(work);
    match (before, thread_seconds()) {
        (Some(before), Some(after)) => (after - before, result),
        _ => (elapsed, result),
    }
}

/// The wall time of `work` in seconds, and its result.
pub(super) fn elapsed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// The median of several times.
pub(super) fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The processor time of this thread as reported by Linux; the first field is nanoseconds.
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// The peak memory of this process in bytes, as reported by Linux.
pub(super) fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
