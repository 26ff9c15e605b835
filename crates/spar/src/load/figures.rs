//! The results of a load test.

use serde::Serialize;

/// The results of a load test.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// What is played.
    pub game: String,
    /// Against whom.
    pub against: String,
    /// How many players there were.
    pub players: usize,
    /// How long they played.
    pub seconds: f64,
    /// What settled their choices.
    pub seed: u64,
    /// The options of the server that raise its limits.
    pub raised: Vec<String>,
    /// How many players were answered wrongly; each stops then.
    pub errors: usize,
    /// What was wrong first.
    pub first_error: Option<String>,
    /// Requests answered.
    pub answers: u64,
    /// Moves answered.
    pub moves: u64,
    /// Moves answered in a second.
    pub moves_per_second: f64,
    /// Moves for each commit of the server.
    pub moves_per_commit: f64,
    /// How long a move took.
    pub times: Times,
    /// The server's memory, at each minute and at the end.
    pub memory: Vec<Memory>,
    /// The last of them divided by the first.
    pub memory_ratio: Option<f64>,
    /// The most memory that the server had.
    pub peak: Option<u64>,
}

/// How long answers took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The slowest.
    pub max: f64,
}

/// The memory of the server at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Seconds since the players began.
    pub second: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Times {
    /// Of times in microseconds.
    pub fn of(mut times: Vec<u32>) -> Times {
        times.sort_unstable();
        let at = |share: usize| {
            let index = (times.len() * share / 1000).min(times.len().saturating_sub(1));
            times.get(index).map_or(0.0, |it| f64::from(*it) / 1e3)
        };
        Times { p50: at(500), p95: at(950), p99: at(990), max: at(1000) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_taken() {
        let times = Times::of((1..=1000).rev().map(|it| it * 1000).collect());
        assert_eq!(times, Times { p50: 501.0, p95: 951.0, p99: 991.0, max: 1000.0 });
        assert_eq!(Times::of(vec![7000]), Times { p50: 7.0, p95: 7.0, p99: 7.0, max: 7.0 });
        assert_eq!(Times::of(Vec::new()), Times::default());
    }
}
