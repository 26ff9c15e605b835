//! The results of a load test.

use serde::Serialize;

/// The results of a load test.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The name of the game.
    pub game: String,
    /// The opponent.
    pub against: String,
    /// The number of players.
    pub players: usize,
    /// The duration.
    pub seconds: f64,
    /// The seed of their choices.
    pub seed: u64,
    /// The server options with raised limits.
    pub raised: Vec<String>,
    /// The number of players that received a wrong answer. Each stops at its first one.
    pub errors: usize,
    /// The first wrong answer.
    pub first_error: Option<String>,
    /// The number of answered requests.
    pub answers: u64,
    /// The number of answered moves.
    pub moves: u64,
    /// Answered moves per second.
    pub moves_per_second: f64,
    /// Moves per commit of the server's store.
    pub moves_per_commit: f64,
    /// The response times of moves.
    pub times: Times,
    /// The server's memory after each minute and at the end.
    pub memory: Vec<Memory>,
    /// The last memory value divided by the first.
    pub memory_ratio: Option<f64>,
    /// The server's peak memory.
    pub peak: Option<u64>,
}

/// Percentiles of response times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub max: f64,
}

/// The memory of the server at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Seconds since the players began.
    pub second: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Times {
    /// Computes the percentiles of times in microseconds.
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
