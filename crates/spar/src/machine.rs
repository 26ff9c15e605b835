//! The memory of this machine.

use crate::fault::Fault;
use spar_catalog::units;
use spar_rules::ReadError;
use std::{env, fs};

/// The address space of the program without tables, in bytes: its code, its libraries, the
/// stacks of its first threads, and small allocations.
const PROGRAM: u64 = 96_000_000;

/// The address space of each further thread, in bytes.
const THREAD: u64 = 4_000_000;

/// The smallest address space in which the program starts, in KiB like `ulimit -v`. Reading the
/// largest inputs needs most of it.
const LEAST_KIB: u64 = 200_000;

/// The environment variable that sets the C library's number of heaps. By default each thread
/// reserves 64 MB of addresses for its own heap.
const HEAPS: &str = "MALLOC_ARENA_MAX";

/// Prepares for a limited address space (`ulimit -v`): restarts the program with a single heap
/// for all threads, because the C library reads that setting only at startup. Does nothing
/// without a limit.
///
/// # Errors
/// If the limit is too low to run the program.
pub fn fit_address_space() -> Result<(), Fault> {
    let Some(limit) = address_space() else { return Ok(()) };
    if limit < LEAST_KIB * 1024 {
        let limit = units::write_bytes(limit);
        let what =
            format!("the address space of this process is limited to {limit}, which is too little");
        let hint = format!("allow more: `ulimit -v {LEAST_KIB}`");
        return Err(Fault::NoSpace(ReadError::new(what).hint(hint)));
    }
    #[cfg(unix)]
    if env::var_os(HEAPS).is_none()
        && let Ok(program) = env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        let mut words = env::args_os();
        let mut again = std::process::Command::new(program);
        again.env(HEAPS, "1").arg0(words.next().unwrap_or_default()).args(words);
        // `exec` returns only if it fails; then the program runs with several heaps.
        let _ = again.exec();
    }
    Ok(())
}

/// The maximum memory for tables in bytes; `None` if the system does not report any limit. Uses
/// seven eighths of the memory of the machine or its container. Of the address space (`ulimit
/// -v`), uses half of what the program leaves, because a growing table exists twice while it is
/// copied.
pub(crate) fn memory() -> Option<u64> {
    let number = |path: &str| read(path)?.trim().parse::<u64>().ok();
    let all = [
        read("/proc/meminfo").and_then(|text| total(&text)),
        number("/sys/fs/cgroup/memory.max"),
        number("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ];
    let of_all = all.into_iter().flatten().map(|bytes| bytes / 8 * 7).min();
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let program = PROGRAM + THREAD * threads;
    let of_space = address_space().map(|bytes| bytes.saturating_sub(program) / 2);
    of_all.into_iter().chain(of_space).min()
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// The address space limit of this process; `None` if there is no limit.
fn address_space() -> Option<u64> {
    read("/proc/self/limits").and_then(|text| limit_of_addresses(&text))
}

/// The memory of the machine according to `/proc/meminfo`.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// The address space limit according to `/proc/self/limits`; `None` if there is no limit.
fn limit_of_addresses(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_system_are_read() {
        let meminfo = "MemTotal:       16384256 kB\nMemFree:         1059024 kB\n";
        assert_eq!(total(meminfo), Some(16_384_256 * 1024));
        assert_eq!(total("MemFree: 7 kB"), None);
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max file locks            unlimited            unlimited            locks\n\
            Max address space         307200000            unlimited            bytes\n";
        assert_eq!(limit_of_addresses(limits), Some(307_200_000));
        assert_eq!(limit_of_addresses(&limits.replace("307200000", "unlimited")), None);
    }
}
