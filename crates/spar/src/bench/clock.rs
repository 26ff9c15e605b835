//! Time that a piece of work takes.

use std::time::Instant;

/// Seconds of processor time that this thread spends in `work`, and its result.
/// Where the system does not report it, seconds of wall time.
pub(super) fn busy<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = thread_seconds();
    let (elapsed, result) = elapsed(work);
    match (before, thread_seconds()) {
        (Some(before), Some(after)) => (after - before, result),
        _ => (elapsed, result),
    }
}

/// Seconds of wall time that `work` takes, and its result.
pub(super) fn elapsed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// The middle one of several times.
pub(super) fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Processor time of this thread, as Linux reports it: nanoseconds first.
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// The peak memory of this process in bytes, as Linux reports it.
pub(super) fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
