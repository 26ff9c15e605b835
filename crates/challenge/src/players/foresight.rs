//! The player with limited foresight, and the shared knowledge of players.

use crate::policy::{
    Habit, Kind, Player, PlayerParameter, Policy, Seen, Ties, Unknown, Valuer, Weights,
};
use crate::response::{Question, WholeResponses};
use crate::sight::Sight;
use spar_rules::{Reward, Tactics};
use spar_solve::Budget;
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;

/// `foresight:rounds=2,ties=any`, or `2` for short.
pub const KIND: Kind = Kind {
    name: "foresight",
    listed: "a foresight of 1, 2, … rounds",
    parameters: &[
        PlayerParameter {
            name: "rounds",
            takes: "1 to 32 rounds; 0 plays at random",
            default: "",
            read: |text| super::read_rounds(text).map(|it| it.to_string()),
        },
        PlayerParameter {
            name: "ties",
            takes: "`any` or `fastest`",
            default: "any",
            read: |text| text.parse::<Ties>().ok().map(|it| it.to_string()),
        },
    ],
    about: "Looks some rounds ahead, two moves each, and makes the move that looks best.",
    title: |player| match sight(player) {
        (rounds, Ties::Any) => format!("Foresight {rounds}"),
        (rounds, Ties::Fastest) => format!("Foresight {rounds}, fastest"),
    },
    phrase: |player| format!("foresight {}", sight(player).0),
    habit: |player| {
        let (rounds, ties) = sight(player);
        Some(if rounds == 0 { Habit::Any } else { Habit::Foresight(rounds, ties) })
    },
    short: |player| match sight(player) {
        (rounds, Ties::Any) => Some(rounds.to_string()),
        (_, Ties::Fastest) => None,
    },
};

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    let (rounds, ties) = sight(player);
    Box::new(Foresight { known: known.clone(), rounds, ties })
}

/// The foresight in rounds, and the rule for ties.
fn sight(player: &Player) -> (u32, Ties) {
    let rounds = super::read_rounds(player.setting("rounds")).unwrap_or_default();
    (rounds, player.setting("ties").parse().unwrap_or_default())
}

/// Makes one of the moves that look best with this foresight, all with the same probability.
pub struct Foresight<'a, G: Tactics + Reward> {
    pub(super) known: Known<'a, G>,
    pub(super) rounds: u32,
    pub(super) ties: Ties,
}

impl<G: Tactics + Reward> Policy<G> for Foresight<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let mut liked = Vec::new();
        self.known.sight().preferred(seen.position, self.rounds, self.ties, &mut liked)?;
        out.extend(liked.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    /// With either rule for ties, it takes only moves after which the win that it sees is still in
    /// sight, however the other side replies.
    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        self.known.sight().sees_win(seen.position, self.rounds)
    }

    /// A guess: searches as deep as the budget allows, but less deep than the full foresight.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        let rounds = self.rounds.saturating_sub(1);
        self.known.guess(seen.position, &seen.legal(), rounds, self.ties)
    }

    fn nodes(&self) -> u64 {
        self.known.sight().nodes()
    }
}

// The shared knowledge of the players of a game: evaluations, and values of moves.

/// Evaluations of positions and values of moves in one game. Clones share the caches.
pub struct Known<'a, G: Tactics + Reward> {
    sight: Rc<RefCell<Sight<'a, G>>>,
    valuer: Rc<RefCell<dyn Valuer<G> + 'a>>,
    /// The budget for foresight.
    budget: Budget,
    /// What evaluates positions for guesses, with a budget of its own.
    guesses: Rc<RefCell<Sight<'a, G>>>,
    /// Best responses from every position, if available.
    sweep: Option<Rc<Sweep<'a, G>>>,
}

/// Computes best responses for every position, if possible.
type Sweep<'a, G> = dyn Fn(&Question) -> Option<Arc<WholeResponses<G>>> + 'a;

impl<G: Tactics + Reward> Clone for Known<'_, G> {
    fn clone(&self) -> Self {
        let (sight, guesses) = (Rc::clone(&self.sight), Rc::clone(&self.guesses));
        let (valuer, sweep) = (Rc::clone(&self.valuer), self.sweep.clone());
        Known { sight, valuer, budget: self.budget.clone(), guesses, sweep }
    }
}

impl<'a, G: Tactics + Reward> Known<'a, G> {
    /// Creates it with empty caches; `valuer` returns the values of moves. The budget's node
    /// limit applies to all foresight together; guesses have the same limit once more.
    pub fn new(game: &'a G, valuer: impl Valuer<G> + 'a, budget: Budget) -> Known<'a, G> {
        let guesses = budget.clone();
        Known::with_guesses(game, valuer, budget, guesses)
    }

    /// Like [`new`](Known::new), with a separate budget for guesses.
    pub fn with_guesses(
        game: &'a G,
        valuer: impl Valuer<G> + 'a,
        budget: Budget,
        guesses: Budget,
    ) -> Known<'a, G> {
        Known {
            sight: Rc::new(RefCell::new(Sight::new(game, budget.clone()))),
            budget,
            valuer: Rc::new(RefCell::new(valuer)),
            guesses: Rc::new(RefCell::new(Sight::new(game, guesses))),
            sweep: None,
        }
    }

    /// Adds sweeps over the whole game, for best responses that involve too many positions.
    #[must_use]
    pub fn with_sweeps(
        self,
        sweep: impl Fn(&Question) -> Option<Arc<WholeResponses<G>>> + 'a,
    ) -> Known<'a, G> {
        Known { sweep: Some(Rc::new(sweep)), ..self }
    }

    /// Best responses from every position, if a sweep can compute them.
    pub fn sweep(&self, question: &Question) -> Option<Arc<WholeResponses<G>>> {
        self.sweep.as_ref().and_then(|sweep| sweep(question))
    }

    /// The evaluations of positions.
    pub fn sight(&self) -> RefMut<'_, Sight<'a, G>> {
        self.sight.borrow_mut()
    }

    /// The values of moves.
    pub fn valuer(&self) -> RefMut<'_, dyn Valuer<G> + 'a> {
        self.valuer.borrow_mut()
    }

    /// The budget for foresight.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The moves that look best with as much foresight as the budget for guesses allows, at
    /// most this many rounds; all of these moves if it allows none.
    pub fn guess(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        rounds: u32,
        ties: Ties,
    ) -> Vec<G::Move> {
        self.guesses.borrow_mut().furthest(position, moves, rounds, ties)
    }
}
