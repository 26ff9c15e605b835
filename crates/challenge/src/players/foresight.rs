//! The player that looks some rounds ahead, and what players with an evaluation know.

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

/// `foresight:rounds=2,ties=any`, short `2`.
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
    about: "Looks some rounds ahead, two moves each, and takes what looks best from there.",
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

/// Its rounds, and what it does with ties.
fn sight(player: &Player) -> (u32, Ties) {
    let rounds = super::read_rounds(player.setting("rounds")).unwrap_or_default();
    (rounds, player.setting("ties").parse().unwrap_or_default())
}

/// Takes what looks best after this many rounds, moves that look equal with the same chance.
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

    /// A guess: looks ahead as far as its budget allows, but less far than the full foresight.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        let rounds = self.rounds.saturating_sub(1);
        self.known.guess(seen.position, &seen.legal(), rounds, self.ties)
    }

    fn nodes(&self) -> u64 {
        self.known.sight().nodes()
    }
}

// The players of games with an evaluation: they look ahead, or know the values of moves.

/// Shared knowledge of a game: evaluations of positions and values of moves. Clones share it.
pub struct Known<'a, G: Tactics + Reward> {
    sight: Rc<RefCell<Sight<'a, G>>>,
    valuer: Rc<RefCell<dyn Valuer<G> + 'a>>,
    /// The budget for looking ahead.
    budget: Budget,
    /// The budget for a guess.
    guesses: Rc<RefCell<Sight<'a, G>>>,
    /// Best responses from every position, where they are available.
    sweep: Option<Rc<Sweep<'a, G>>>,
}

/// Answers a question of best responses for every position, if that can be done.
type Sweep<'a, G> = dyn Fn(&Question) -> Option<Arc<WholeResponses<G>>> + 'a;

impl<G: Tactics + Reward> Clone for Known<'_, G> {
    fn clone(&self) -> Self {
        let (sight, guesses) = (Rc::clone(&self.sight), Rc::clone(&self.guesses));
        let (valuer, sweep) = (Rc::clone(&self.valuer), self.sweep.clone());
        Known { sight, valuer, budget: self.budget.clone(), guesses, sweep }
    }
}

impl<'a, G: Tactics + Reward> Known<'a, G> {
    /// Empty; `valuer` gives the values of moves. The budget's nodes limit all
    /// looking ahead together.
    pub fn new(game: &'a G, valuer: impl Valuer<G> + 'a, budget: Budget) -> Known<'a, G> {
        let guesses = budget.clone();
        Known::with_guesses(game, valuer, budget, guesses)
    }

    /// The same where guesses have a budget of their own.
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

    /// The same where best responses that take too many positions come from a sweep over the
    /// whole game.
    #[must_use]
    pub fn with_sweeps(
        self,
        sweep: impl Fn(&Question) -> Option<Arc<WholeResponses<G>>> + 'a,
    ) -> Known<'a, G> {
        Known { sweep: Some(Rc::new(sweep)), ..self }
    }

    /// Best responses from every position, if a sweep can find them.
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

    /// The budget for looking ahead.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Those of these moves that look best with as much foresight as a guess may cost, at
    /// most this many rounds; all of them if it may cost none.
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
