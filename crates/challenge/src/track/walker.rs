//! The choices of a player on a track: by its own square, or by both.

use super::{FASTEST, KEEP_IN_GAME, NOVICE, POLICY, QuitRule};
use crate::players::{perfect, random};
use crate::policy::Player;
use spar_rules::{ReadError, Separable};
use spar_solve::mdp::track::pairs::{PairPolicy, Payoff, Rival, Setting, best_response, both_best};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Silent, SolveError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The choices of one player on every square.
#[derive(Clone, Debug)]
pub enum Walker {
    /// It looks at its own square alone.
    Alone(Policy),
    /// It looks at both squares.
    Seeing(PairPolicy),
}

/// Why a player has no choices on a track.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WalkerError {
    /// The player does not fit the track.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its choices were not found.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Choices are found with bounds of about this width.
const PRECISION: f64 = 1e-9;

/// Up to this many squares it can be computed what comes of two players that may wait
/// forever; on larger boards the perfect player is one that always finishes.
const MOST_WAITING: usize = 150;

impl Walker {
    /// The choices of a player.
    ///
    /// # Errors
    /// If the track has no such player, or its choices cannot be found within the budget.
    pub fn of(track: &Track, player: &Player, budget: &Budget) -> Result<Walker, WalkerError> {
        match player.kind().name {
            name if name == random::KIND.name => Ok(Walker::Alone(Policy::random(track)?)),
            name if name == NOVICE.name => Ok(Walker::Alone(Policy::novice(track)?)),
            name if name == FASTEST.name => Ok(Walker::Alone(fastest(track, budget)?)),
            name if name == perfect::KIND.name => {
                let both = both_best(track, PRECISION, budget, &Silent)?;
                let may_wait = track.n() <= MOST_WAITING;
                Ok(Walker::Seeing(if may_wait { both.policy } else { both.steady }))
            }
            name if name == POLICY.name => Ok(Walker::read(track, player.setting("letters"))?),
            name if name == KEEP_IN_GAME.name => Walker::fair(track, player, budget),
            _ => Err(ReadError::new(format!("`{player}` does not choose by squares")).into()),
        }
    }

    /// Reads one letter for each square, or as many lines of them, one for each square of the
    /// other; lines end in `/` or a line break.
    ///
    /// # Errors
    /// Says which letter is wrong, or that there are too few or too many.
    pub fn read(track: &Track, text: &str) -> Result<Walker, ReadError> {
        let lines = text.split(['/', '\n']).map(str::trim).filter(|it| !it.is_empty());
        let lines: Vec<&str> = lines.collect();
        let n = track.n();
        if n > 1 && lines.len() == n && lines.iter().all(|it| it.len() == n) {
            return PairPolicy::read(track, &lines).map(Walker::Seeing);
        }
        Policy::read(track, &lines.concat()).map(Walker::Alone)
    }

    /// The fair opponent: wins most before the other gives up.
    fn fair(track: &Track, player: &Player, budget: &Budget) -> Result<Walker, WalkerError> {
        let rival = match player.setting("against") {
            "novice" => Policy::novice(track)?,
            _ => fastest(track, budget)?,
        };
        let quits = match player.setting("quits").parse() {
            Ok(squares) => QuitRule::Apart(squares),
            Err(_) => QuitRule::half(track),
        };
        let best = quits.with(|quits| {
            let setting = Setting { rival: Rival::Alone(&rival), quits, payoff: Payoff::WIN };
            best_response(track, &setting, PRECISION, budget, &Silent)
        });
        Ok(Walker::Seeing(best?.policy))
    }

    /// The same as the other side of a question.
    pub fn rival(&self) -> Rival<'_> {
        match self {
            Walker::Alone(policy) => Rival::Alone(policy),
            Walker::Seeing(policy) => Rival::Seeing(policy),
        }
    }

    /// What it chooses on every pair of squares, if these fit the memory.
    pub fn on_pairs(&self, track: &Track, budget: &Budget) -> Option<PairPolicy> {
        let n_pairs = (track.n() as u64).pow(2);
        match self {
            _ if n_pairs > budget.memory => None,
            Walker::Alone(policy) => Some(PairPolicy::alone(policy)),
            Walker::Seeing(policy) => Some(policy.clone()),
        }
    }

    /// The weights of the actions that it takes on its own square, given the other's, by
    /// their numbers.
    pub(super) fn actions(&self, track: &Track, own: usize, other: usize) -> Vec<(usize, u32)> {
        let action = match self {
            Walker::Alone(policy) => policy.0[own],
            Walker::Seeing(policy) => policy.action(own, other),
        };
        if track.any() == Some(action) {
            return (0..track.actions().len()).map(|it| (it, 1)).collect();
        }
        vec![(usize::from(action), 1)]
    }

    /// The squares from which it may wait forever; empty if there are none, or if that
    /// depends on the other.
    pub fn stalls(&self, track: &Track) -> Vec<u32> {
        match self {
            Walker::Alone(policy) => policy.stalls(track),
            Walker::Seeing(_) => Vec::new(),
        }
    }
}

fn fastest(track: &Track, budget: &Budget) -> Result<Policy, SolveError> {
    Ok(turns::fewest(track, PRECISION, budget, &Silent)?.policy)
}

/// The choices of the players of one race, each found once.
#[derive(Default)]
pub struct WalkerCache {
    track: OnceLock<Arc<Track>>,
    walkers: Mutex<HashMap<Player, Arc<Walker>>>,
}

impl WalkerCache {
    /// The squares of the race.
    pub fn track(&self, game: &impl Separable) -> Arc<Track> {
        Arc::clone(self.track.get_or_init(|| Arc::new(Track::of(game))))
    }

    /// The choices of a player.
    ///
    /// # Errors
    /// If the race has no such player, or its choices cannot be found within the budget.
    pub fn walker(
        &self,
        game: &impl Separable,
        player: &Player,
        budget: &Budget,
    ) -> Result<Arc<Walker>, WalkerError> {
        let walkers = || self.walkers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(walker) = walkers().get(player) {
            return Ok(Arc::clone(walker));
        }
        let walker = Arc::new(Walker::of(&self.track(game), player, budget)?);
        walkers().insert(player.clone(), Arc::clone(&walker));
        Ok(walker)
    }
}
