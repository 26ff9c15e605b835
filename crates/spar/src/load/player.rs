//! A simulated player, who plays one game after another without pauses and checks every answer.

use super::Plays;
use super::client::Client;
use super::game::PlayedPly;
use axum::http::StatusCode;
use serde_json::json;
use spar_rules::SplitMix;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// An error of the server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// There was no answer.
    #[error("{0}")]
    Cut(String),
    /// The answer was wrong.
    #[error("{0}")]
    Answer(String),
}

/// Counts of a player.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The number of answered requests.
    pub answers: u64,
    /// The response time of each move, in microseconds.
    pub moves: Vec<u32>,
    /// The number of answered requests of all players, who share this counter.
    pub all: Arc<AtomicU64>,
}

impl Notes {
    fn answered(&mut self) {
        self.answers += 1;
        self.all.fetch_add(1, Ordering::Relaxed);
    }
}

/// A player.
pub struct Player {
    client: Client,
    /// What the player plays.
    pub plays: Plays,
    random: SplitMix,
    /// The game in progress.
    pub game: Option<PlayedPly>,
    /// The finished games, if they are recorded.
    pub ended: Option<Vec<PlayedPly>>,
}

impl Player {
    /// A new player with this seed.
    pub fn new(address: SocketAddr, plays: Plays, seed: u64) -> Player {
        let (client, random) = (Client::new(address), SplitMix::new(seed));
        Player { client, plays, random, game: None, ended: None }
    }

    /// Makes the player record all finished games.
    #[must_use]
    pub fn remembering(self) -> Player {
        Player { ended: Some(Vec::new()), ..self }
    }

    /// Continues with a restarted server, after checking the game in progress.
    ///
    /// # Errors
    /// If the game contradicts earlier answers.
    pub async fn move_to(&mut self, address: SocketAddr) -> Result<(), Wrong> {
        self.client.move_to(address);
        let Some(game) = &mut self.game else { return Ok(()) };
        let (status, bytes) = self.client.get(&format!("/api/sessions/{}", game.id)).await?;
        expect(StatusCode::OK, status, &bytes)?;
        game.seen_again(&bytes)
    }

    /// Plays until this time.
    ///
    /// # Errors
    /// The first error.
    pub async fn play(&mut self, until: Instant, notes: &mut Notes) -> Result<(), Wrong> {
        while Instant::now() < until {
            match &self.game {
                None => self.begin(notes).await?,
                Some(game) if game.legal.is_empty() => {
                    let over = self.game.take();
                    self.ended.iter_mut().for_each(|ended| ended.extend(over.clone()));
                }
                Some(_) => self.make_a_move(notes).await?,
            }
        }
        Ok(())
    }

    async fn begin(&mut self, notes: &mut Notes) -> Result<(), Wrong> {
        let begin = match &self.plays {
            Plays::Game { game, against } => json!({"game": game, "against": against}),
            Plays::Levels { game } => {
                let path = format!("/api/levels/next?game={game}");
                let (status, bytes) = self.client.get(&path).await?;
                expect(StatusCode::OK, status, &bytes)?;
                notes.answered();
                let level: serde_json::Value = serde_json::from_slice(&bytes)
                    .map_err(|error| Wrong::Answer(format!("a level cannot be read: {error}")))?;
                level["begin"].clone()
            }
        };
        // A level with a given seed is not rated.
        let seed = self.random.next_u64() as u32;
        let is_level = begin.get("goal").is_some_and(|goal| !goal.is_null());
        let body =
            if is_level { json!({"begin": begin}) } else { json!({"begin": begin, "seed": seed}) };
        let (status, bytes) = self.client.post("/api/sessions", &body).await?;
        expect(StatusCode::CREATED, status, &bytes)?;
        self.game = Some(PlayedPly::begun(&bytes)?);
        notes.answered();
        Ok(())
    }

    async fn make_a_move(&mut self, notes: &mut Notes) -> Result<(), Wrong> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let index = self.random.below(game.legal.len() as u64) as usize;
        let mv = &game.legal[index];
        game.asked = Some(mv.clone());
        let body = json!({"move": mv, "at": game.at()});
        let began = Instant::now();
        let path = format!("/api/sessions/{}/moves", game.id);
        let (status, bytes) = self.client.post(&path, &body).await?;
        let time = began.elapsed();
        expect(StatusCode::OK, status, &bytes)?;
        game.answered(&bytes)?;
        notes.answered();
        notes.moves.push(time.as_micros().try_into().unwrap_or(u32::MAX));
        Ok(())
    }
}

fn expect(wanted: StatusCode, status: StatusCode, bytes: &[u8]) -> Result<(), Wrong> {
    if status == wanted {
        return Ok(());
    }
    Err(Wrong::Answer(format!("{status} instead of {wanted}: {}", String::from_utf8_lossy(bytes))))
}
