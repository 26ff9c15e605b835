//! A load test with all players at once.

use super::Plays;
use super::client::Client;
use super::figures::{Figures, Memory, Times};
use super::player::{Notes, Player, Wrong};
use super::server::{Server, raised};
use crate::fault::Fault;
use std::path::Path;
use std::time::{Duration, Instant};

/// The interval at which the server's memory is measured.
const MINUTE: Duration = Duration::from_mins(1);

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct LoadRun {
    /// The game's name.
    pub game: String,
    /// The opponent.
    pub against: String,
    /// The number of players.
    pub players: usize,
    /// The duration.
    pub time: Duration,
    /// The seed of the players' choices.
    pub seed: u64,
}

impl LoadRun {
    /// Starts this program as a server in this folder, which should be empty, runs all players,
    /// and returns the results.
    ///
    /// # Errors
    /// If the server does not start or has no metrics. Wrong answers are counted in the
    /// results.
    pub fn run(&self, program: &Path, folder: &Path) -> Result<Figures, Fault> {
        let options = raised(self.players);
        let server = Server::start(program, folder, &options)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let ran = runtime.block_on(self.play(&server));
        let ran = ran.map_err(|wrong| Fault::new(format!("the server failed: {wrong}")))?;
        Ok(self.figures(ran, options, &server))
    }

    async fn play(&self, server: &Server) -> Result<Ran, Wrong> {
        let before = figure_of(server, COMMITS).await?;
        let began = Instant::now();
        let until = began + self.time;
        let mut players = tokio::task::JoinSet::new();
        for index in 0..self.players as u64 {
            let (game, against) = (self.game.clone(), self.against.clone());
            // Consecutive seeds would give related random states, so spread them.
            let seed = self.seed ^ (index + 1).wrapping_mul(0x9e6c_63d0_876a_9a47);
            let mut player = Player::new(server.address(), Plays::Game { game, against }, seed);
            players.spawn(async move {
                let mut notes = Notes::default();
                let played = player.play(until, &mut notes).await;
                (notes, played.err())
            });
        }
        let mut ran = Ran::default();
        let mut minute = 1;
        while began + minute * MINUTE <= until {
            tokio::time::sleep_until((began + minute * MINUTE).into()).await;
            ran.remember(server, u64::from(minute) * MINUTE.as_secs());
            minute += 1;
        }
        while let Some(joined) = players.join_next().await {
            let (notes, wrong) = joined.map_err(|error| Wrong::Cut(error.to_string()))?;
            ran.answers += notes.answers;
            ran.times.extend(notes.moves);
            ran.wrong.extend(wrong);
        }
        ran.seconds = began.elapsed().as_secs_f64();
        if ran.memory.is_empty() {
            ran.remember(server, ran.seconds as u64);
        }
        ran.commits = figure_of(server, COMMITS).await? - before;
        Ok(ran)
    }

    fn figures(&self, ran: Ran, raised: Vec<String>, server: &Server) -> Figures {
        let moves = ran.times.len() as u64;
        let bytes = |it: &Memory| it.bytes as f64;
        let ratio = || Some(bytes(ran.memory.last()?) / bytes(ran.memory.first()?));
        Figures {
            game: self.game.clone(),
            against: self.against.clone(),
            players: self.players,
            seconds: ran.seconds,
            seed: self.seed,
            raised,
            errors: ran.wrong.len(),
            first_error: ran.wrong.first().map(Wrong::to_string),
            answers: ran.answers,
            moves,
            moves_per_second: moves as f64 / ran.seconds,
            moves_per_commit: moves as f64 / ran.commits.max(1.0),
            memory_ratio: ratio(),
            memory: ran.memory,
            times: Times::of(ran.times),
            peak: server.peak(),
        }
    }
}

/// The combined counts of all players.
#[derive(Default)]
struct Ran {
    answers: u64,
    times: Vec<u32>,
    wrong: Vec<Wrong>,
    seconds: f64,
    commits: f64,
    memory: Vec<Memory>,
}

impl Ran {
    fn remember(&mut self, server: &Server, second: u64) {
        self.memory.extend(server.memory().map(|bytes| Memory { second, bytes }));
    }
}

/// The name of the metric for commits.
const COMMITS: &str = "spar_store_commits_total";

/// A value from the server's metrics.
///
/// # Errors
/// If the server does not report it.
pub async fn figure_of(server: &Server, name: &str) -> Result<f64, Wrong> {
    let (_, bytes) = Client::new(server.address()).get("/metrics").await?;
    let text = String::from_utf8_lossy(&bytes);
    let mut values = text.lines().filter_map(|line| line.strip_prefix(name));
    let value = values.find_map(|it| it.trim().parse().ok());
    value.ok_or_else(|| Wrong::Answer(format!("its metrics have no `{name}`")))
}
