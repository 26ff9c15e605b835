//! Levels proved again: the claims of their texts, by the separate checker.

use super::any::{Doubted, TextClaim};
use spar_challenge::chance::{Chances, Parts};
use spar_challenge::generate::Playable;
use spar_challenge::hardness::{Hardness, categories};
use spar_challenge::level::CATEGORIES;
use spar_challenge::policy::{Known, Player, Unknown};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_challenge::why;
use spar_rules::{Notation, Value};
use spar_solve::Budget;
use spar_solve::Interval;
use std::cell::Cell;

pub(super) type Verify<G> = fn(&G, &[TextClaim], u64, &Budget) -> Vec<Result<(), Doubted>>;

pub(super) fn verify<G: Notation + Playable>(
    game: &G,
    claims: &[TextClaim],
    most_positions: u64,
    budget: &Budget,
) -> Vec<Result<(), Doubted>> {
    let mut verifier = Verifier { game, checker: Checker::new(game, most_positions), budget };
    let mut results: Vec<Result<(), Doubted>> = Vec::new();
    for claim in claims {
        let stopped = budget.is_stopped().then_some(Doubted::Stopped);
        results.push(stopped.map_or_else(|| verifier.check(claim), Err));
    }
    results
}

struct Verifier<'a, G: Notation + Playable> {
    game: &'a G,
    checker: Checker<'a, G>,
    budget: &'a Budget,
}

impl From<Doubt> for Doubted {
    fn from(doubt: Doubt) -> Doubted {
        match doubt {
            Doubt::TooMuch { .. } => Doubted::TooMuch(doubt.to_string()),
            doubt => Doubted::Wrong(doubt.to_string()),
        }
    }
}

impl<G: Notation + Playable> Verifier<'_, G> {
    fn check(&mut self, claim: &TextClaim) -> Result<(), Doubted> {
        let wrong = |error: spar_rules::ReadError| Doubted::Wrong(error.what);
        let game = self.game;
        let position = game.read_position(&claim.position).map_err(wrong)?;
        let read = |list: &[String]| -> Result<Vec<G::Move>, Doubted> {
            list.iter().map(|mv| game.read_move(&position, mv).map_err(wrong)).collect()
        };
        let value = claim.value.ok_or_else(|| {
            Doubted::Wrong("its value is not known, so it is no level".to_owned())
        })?;
        if claim.best.is_some() || !claim.best_moves.is_empty() {
            return Err(Doubted::Wrong("`best` is for games with dice".to_owned()));
        }
        self.checker.check(&Claim {
            winning: read(&claim.winning)?,
            fastest: read(&claim.fastest)?,
            position: position.clone(),
            learner_side: claim.side,
            learner: claim.of.learner.clone(),
            opponent: claim.of.opponent.clone(),
            value,
            chances: claim.chances,
        })?;
        if let Some(category) = &claim.category {
            self.check_category(claim, &position, category)?;
        }
        let values = self.checker.move_values(&position)?;
        if let Some(moves) = &claim.moves {
            let found: Vec<(String, Value)> = values
                .iter()
                .map(|(mv, value)| (game.write_move(&position, mv.clone()), *value))
                .collect();
            if *moves != found {
                let told = found.iter().map(|(mv, value)| format!("{mv} {value}"));
                let told: Vec<String> = told.collect();
                return Err(Doubted::Wrong(format!("its moves are {}", told.join(", "))));
            }
        }
        self.check_why(claim, &position)
    }

    fn check_category(
        &mut self,
        claim: &TextClaim,
        position: &G::Position,
        category: &[u32],
    ) -> Result<(), Doubted> {
        let mut is_easy = Vec::new();
        for rounds in 1..=CATEGORIES {
            let learner = Player::foresight(rounds, claim.of.ties);
            let found =
                self.checker.chances(position, claim.side, learner, claim.of.opponent.clone())?;
            let hardness = claim.of.thresholds.of_chances(&chances(found));
            is_easy.push(hardness == Some(Hardness::Easy));
        }
        let found = categories(&is_easy);
        if found != category {
            return Err(Doubted::Wrong(format!("its category is {found:?}, not {category:?}")));
        }
        Ok(())
    }

    /// The sentence why it is hard, made again from the checker's own values.
    fn check_why(&mut self, claim: &TextClaim, position: &G::Position) -> Result<(), Doubted> {
        let game = self.game;
        let doubt = Cell::new(None);
        let valuer = |_: &G, here: &G::Position| {
            self.checker.move_values(here).map_err(|it| {
                doubt.set(Some(it));
                Unknown
            })
        };
        let known = Known::new(game, valuer, self.budget.clone());
        let who = (claim.of.learner.rounds(), claim.of.ties);
        let found = why::explain(game, position, who, &known);
        let Ok(found) = found else {
            return Err(doubt.take().map_or(Doubted::Stopped, Doubted::from));
        };
        let found = found.map(|why| why.map(|mv| game.write_move(position, mv)).sentence());
        if found != claim.why {
            let found = found.as_deref().unwrap_or("nothing, for it is not won");
            return Err(Doubted::Wrong(format!("why it is hard should say: {found}")));
        }
        Ok(())
    }
}

/// What the checker found, as chances.
fn chances(found: Claimed) -> Chances {
    match found {
        Claimed::Exact { win, draw, loss, .. } => Chances::Exact(Parts { win, draw, loss }),
        Claimed::Bounded(bounds) => {
            let [win, draw, loss] = bounds.map(|(low, high)| Interval { low, high });
            Chances::Bounded { win, draw, loss }
        }
    }
}
