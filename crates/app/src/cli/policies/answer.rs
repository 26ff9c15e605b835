//! The answers, with their bounds.

use super::PolicyArgs;
use super::place::Place;
use super::rival::{Chooses, Other};
use super::sweeps;
use crate::registry::AnyGame;
use crate::wire::policies::{Letters, SolvedPolicies};
use crate::wire::side_word;
use spar_solve::Interval;
use spar_solve::mdp::track::pairs::{
    Follow, PairPolicy, Payoff, Setting, best_so_far, both_best, experience, follow,
};
use spar_solve::mdp::track::{Track, turns};
use spar_solve::{Desk, SolveError};

/// What is asked, and with what it is answered.
pub(super) struct Asked<'a> {
    pub(super) args: &'a PolicyArgs,
    pub(super) track: &'a Track,
    pub(super) place: &'a Place,
    pub(super) precision: f64,
    pub(super) desk: &'a Desk,
}

impl Asked<'_> {
    /// Solves what was asked for.
    pub(super) fn answer(
        &self,
        game: &dyn AnyGame,
        rival: Option<&Other>,
    ) -> Result<SolvedPolicies, SolveError> {
        let Asked { args, track, place, precision, desk } = *self;
        let fastest = turns::fewest(track, precision, &desk.budget, &*desk.progress)?;
        let too_wide = fastest.relative_width() > precision;
        let mut found = SolvedPolicies {
            game: game.facts().name.clone(),
            position: place.text.clone(),
            objective: "fastest",
            turns: fastest.at(place.ours).into(),
            policy: Letters::Alone(fastest.policy.letters(track)),
            against: None,
            seat: None,
            chance: None,
            win: None,
            loss: None,
            quit: None,
            experience: None,
            stalls: None,
            iterations: None,
            stopped: false,
            remark: too_wide.then(|| self.too_wide(fastest.relative_width())),
        };
        match (rival, args.experience) {
            _ if args.self_play => self.both(&mut found)?,
            (Some(other), Some(discount)) => self.feel(other, discount, &mut found)?,
            (Some(other), None) if args.keep_in_game => self.keep(other, &mut found)?,
            (Some(other), None) => self.respond(other, &mut found)?,
            (None, _) => {}
        }
        if args.iterations {
            found.iterations = Some(match rival {
                _ if args.self_play => sweeps::both(track, place, &desk.budget)?,
                Some(other) => sweeps::against(track, other, place, &desk.budget)?,
                None => sweeps::alone(track, &desk.budget)?,
            });
        }
        Ok(found)
    }

    fn both(&self, found: &mut SolvedPolicies) -> Result<(), SolveError> {
        let Asked { track, precision, desk, .. } = *self;
        let both = both_best(track, precision, &desk.budget, &*desk.progress)?;
        let chance = self.place.chance_of_both(&both);
        found.objective = "self-play";
        found.seat = Some(side_word(self.place.side));
        found.chance = Some(chance.into());
        found.policy = letters(track, &both.policy);
        if !both.finishes {
            found.remark = Some(
                "both sides can wait for ever without loss somewhere, so the value is not settled"
                    .to_owned(),
            );
        } else if chance.width() > precision {
            found.remark = Some(self.too_wide(chance.width()));
        }
        Ok(())
    }

    fn respond(&self, other: &Other, found: &mut SolvedPolicies) -> Result<(), SolveError> {
        let Asked { track, precision, desk, .. } = *self;
        let setting = Setting::wins(other.policy.rival());
        let best = best_so_far(track, &setting, precision, &desk.budget, &*desk.progress)?;
        let chance = self.place.chance(&best.chances);
        found.objective = "against";
        found.chance = Some(chance.into());
        self.note(other, &best, chance, found);
        Ok(())
    }

    fn feel(
        &self,
        other: &Other,
        discount: f64,
        found: &mut SolvedPolicies,
    ) -> Result<(), SolveError> {
        let Asked { track, place, precision, desk, .. } = *self;
        let (budget, progress) = (&desk.budget, &*desk.progress);
        let rival = other.policy.rival();
        let change = precision * (1.0 - discount) / 4.0;
        let best = experience(track, rival, discount, change, budget, progress)?;
        let setting = Setting::wins(rival);
        let chances = follow(track, &best.policy, &setting, precision, budget, progress)?;
        found.objective = "experience";
        found.experience = Some(best.at(place.ours, place.theirs).into());
        found.chance = Some(place.chance(&chances).into());
        found.against = Some(other.said.clone());
        found.seat = Some(side_word(place.side));
        found.policy = letters(track, &best.policy);
        let worth = best.at(place.ours, place.theirs);
        if worth.width() > precision * worth.middle().abs().max(1.0) {
            found.remark = Some(self.too_wide(worth.width()));
        }
        found.stalls = self.stalls(other);
        Ok(())
    }

    fn keep(&self, other: &Other, found: &mut SolvedPolicies) -> Result<(), SolveError> {
        let Asked { track, place, precision, desk, .. } = *self;
        let (budget, progress) = (&desk.budget, &*desk.progress);
        other.quits.with(|quits| {
            let rival = other.policy.rival();
            let setting = |payoff| Setting { rival, quits, payoff };
            let best = best_so_far(track, &setting(Payoff::WIN), precision, budget, progress)?;
            let shares = |payoff| {
                let setting = setting(payoff);
                follow(track, &best.policy, &setting, precision, budget, progress)
                    .map(|chances| place.chance(&chances))
            };
            let win = place.chance(&best.chances);
            found.objective = "keep-in-game";
            found.win = Some(win.into());
            if !best.chances.stopped {
                found.loss = Some(shares(Payoff::LOSS)?.into());
                found.quit = Some(shares(Payoff::QUIT)?.into());
            }
            self.note(other, &best, win, found);
            Ok(())
        })
    }

    /// Notes what all answers against a player share.
    fn note(&self, other: &Other, best: &Follow, chance: Interval, found: &mut SolvedPolicies) {
        let Asked { track, precision, .. } = *self;
        found.against = Some(other.said.clone());
        found.seat = Some(side_word(self.place.side));
        found.policy = letters(track, &best.policy);
        found.stalls = self.stalls(other);
        found.stopped = best.chances.stopped;
        if found.stopped {
            let width = chance.width();
            found.remark = Some(format!(
                "stopped: bounds are {width:.1e} wide, not {precision:.1e}; `--time` can be longer"
            ));
        } else if best.chances.is_unknown() {
            found.remark = Some(
                "the other player may wait for ever, and there are too many pairs of squares to \
                 find out what comes of that"
                    .to_owned(),
            );
        } else if chance.width() > precision {
            found.remark = Some(self.too_wide(chance.width()));
        }
    }

    /// The squares from which the other player may wait for ever, if there are any.
    fn stalls(&self, other: &Other) -> Option<Vec<u32>> {
        match &other.policy {
            Chooses::Alone(policy) => Some(policy.stalls(self.track)).filter(|it| !it.is_empty()),
            Chooses::Seeing(_) => None,
        }
    }

    fn too_wide(&self, width: f64) -> String {
        format!(
            "bounds are {width:.1e} wide, not {:.1e}: double arithmetic does not allow less here",
            self.precision
        )
    }
}

fn letters(track: &Track, policy: &PairPolicy) -> Letters {
    Letters::Pairs((0..track.n()).map(|other| policy.letters(track, other)).collect())
}
