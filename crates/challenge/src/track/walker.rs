//! The choices of a player of a race, by its own square or by both squares.

use super::{FASTEST, KEEP_IN_GAME, NOVICE, POLICY, QuitRule};
use crate::players::{perfect, random};
use crate::policy::Player;
use spar_rules::{ReadError, Separable};
use spar_solve::mdp::track::pairs::{PairPolicy, Payoff, Rival, Setting, best_response, both_best};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Silent, SolveError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The choices of one player on all squares.
#[derive(Clone, Debug)]
pub enum Walker {
    /// They depend on its own square alone.
    Alone(Policy),
    /// They depend on both squares.
    Seeing(PairPolicy),
}

/// Why the choices of a player are not available.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WalkerError {
    /// The player is not valid for the race.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its choices could not be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The approximate width of the bounds from which choices are computed.
const PRECISION: f64 = 1e-9;

/// Above this number of squares, `perfect` uses the policy that always finishes (`steady`), because
/// chances against a player that may wait forever could not be computed.
const MOST_WAITING: usize = 150;

impl Walker {
    /// Computes the choices of a player.
    ///
    /// # Errors
    /// If the race does not have such a player, or its choices cannot be computed within the
    /// budget.
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

    /// Reads one letter per square, or one line of letters per square of the opponent. Lines are
    /// separated by `/` or line breaks. On a board of n squares, n lines of n letters are a policy
    /// by both squares; all other lines are joined into one policy by the own square.
    ///
    /// # Errors
    /// If a letter is wrong, or if there are too few or too many.
    pub fn read(track: &Track, text: &str) -> Result<Walker, ReadError> {
        let lines = text.split(['/', '\n']).map(str::trim).filter(|it| !it.is_empty());
        let lines: Vec<&str> = lines.collect();
        let n = track.n();
        if n > 1 && lines.len() == n && lines.iter().all(|it| it.len() == n) {
            return PairPolicy::read(track, &lines).map(Walker::Seeing);
        }
        Policy::read(track, &lines.concat()).map(Walker::Alone)
    }

    /// The fair opponent: wins most often before the other player gives up.
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

    /// Borrows the choices as the solvers' [`Rival`].
    pub fn rival(&self) -> Rival<'_> {
        match self {
            Walker::Alone(policy) => Rival::Alone(policy),
            Walker::Seeing(policy) => Rival::Seeing(policy),
        }
    }

    /// Its choices for every pair of squares, if they fit into memory.
    pub fn on_pairs(&self, track: &Track, budget: &Budget) -> Option<PairPolicy> {
        let n_pairs = (track.n() as u64).pow(2);
        match self {
            _ if n_pairs > budget.memory => None,
            Walker::Alone(policy) => Some(PairPolicy::alone(policy)),
            Walker::Seeing(policy) => Some(policy.clone()),
        }
    }

    /// The pairs (action index, weight) when it stands on `own` and the opponent on `other`.
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

    /// The squares from which it may wait forever; empty if there are none, or if this depends
    /// on the opponent.
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

/// A cache of the choices of one race's players.
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

    /// Computes the choices of a player.
    ///
    /// # Errors
    /// If the race does not have such a player, or its choices cannot be computed within the
    /// budget.
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
