//! Numbers, times and sizes as text.

use std::time::Duration;

/// Reads `500ms`, `30s`, `5m` or `2h`.
///
/// # Errors
/// If the text is not a time; the message shows examples.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let hint = "a time looks like `500ms`, `30s`, `5m` or `2h`";
    read(text, &units, hint).map(Duration::from_millis)
}

/// Reads `300M`, `2G` or a number of bytes; K, M, G and T are powers of 1000.
///
/// # Errors
/// If the text is not a size; the message shows examples.
pub fn read_bytes(text: &str) -> Result<u64, String> {
    let units =
        [("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("T", 1_000_000_000_000), ("", 1)];
    read(text, &units, "a size looks like `300M` or `2G`")
}

/// Reads an integer with one of the units.
fn read(text: &str, units: &[(&str, u64)], hint: &str) -> Result<u64, String> {
    let wrong = || hint.to_owned();
    let split = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    match number.checked_mul(*factor) {
        None => Err(format!("it is too large; {hint}")),
        Some(0) => Err(format!("it must be greater than zero; {hint}")),
        Some(product) => Ok(product),
    }
}

/// Writes a size for display: `1.4 GB`, `312 MB` (powers of 1000).
pub fn write_bytes(bytes: u64) -> String {
    let units =
        [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)];
    match units.iter().find(|(_, factor)| bytes >= *factor) {
        Some((unit, factor)) if bytes / factor < 10 => {
            format!("{:.1} {unit}", bytes as f64 / *factor as f64)
        }
        Some((unit, factor)) => format!("{} {unit}", bytes / factor),
        None => format!("{bytes} bytes"),
    }
}

/// Writes a size in the form of [`read_bytes`], rounded up: `20G`, `312M`.
pub fn write_size(bytes: u64) -> String {
    let units = [("T", 1_000_000_000_000), ("G", 1_000_000_000), ("M", 1_000_000)];
    let (unit, factor) =
        units.iter().find(|(_, factor)| bytes >= 10 * factor).unwrap_or(&("M", 1_000_000));
    format!("{}{unit}", bytes.div_ceil(*factor).max(1))
}

/// Writes a count with grouped digits: `69 763 700`.
pub fn write_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Writes a time for display: `0.53 s`, `12 s`, `3 min 20 s`.
pub fn write_seconds(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(read_time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(read_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read_time("2h"), Ok(Duration::from_hours(2)));
        assert_eq!(read_bytes("300M"), Ok(300_000_000));
        assert_eq!(read_bytes("17"), Ok(17));
        for (bytes, size) in [
            (0, "1M"),
            (1_500_000, "2M"),
            (9_400_000_000, "9400M"),
            (19_400_000_000, "20G"),
            (u64::MAX, "18446745T"),
        ] {
            assert_eq!(write_size(bytes), size);
            assert!(read_bytes(size).is_err() || read_bytes(size).unwrap() >= bytes, "{size}");
        }
        assert_eq!(write_bytes(300_000_000), "300 MB");
        assert_eq!(write_bytes(1_500_000_000), "1.5 GB");
        assert_eq!(write_bytes(12), "12 bytes");
        assert_eq!(write_count(69_763_700), "69 763 700");
        assert_eq!(write_count(765), "765");
        for (millis, text) in [(534, "0.53 s"), (12_900, "12 s"), (200_000, "3 min 20 s")] {
            assert_eq!(write_seconds(Duration::from_millis(millis)), text);
        }
    }

    #[test]
    fn what_is_no_time_or_size_is_refused() {
        for text in ["", "30", "s", "1.5s", "-3s", "3 s", "0s", "3d", "99999999999999999999h"] {
            assert!(read_time(text).is_err(), "{text}");
        }
        for text in ["", "G", "2g", "0", "2GB", "99999999999T"] {
            assert!(read_bytes(text).is_err(), "{text}");
        }
    }
}
