//! The answers, with their bounds.

use super::rival::{Chooses, Other};
use super::sweeps;
use super::{RaceArgs, Seat};
use crate::registry::AnyGame;
use crate::wire::race::{Letters, SolvedRace};
use spar_solve::Interval;
use spar_solve::mdp::race::pairs::{
    Follow, PairPolicy, Payoff, Setting, best_so_far, both_best, experience, follow,
};
use spar_solve::mdp::race::{Track, turns};
use spar_solve::{Desk, SolveError};

impl RaceArgs {
    /// Solves what was asked for.
    pub(super) fn answer(
        &self,
        game: &dyn AnyGame,
        track: &Track,
        rival: Option<&Other>,
        precision: f64,
        desk: &Desk,
    ) -> Result<SolvedRace, SolveError> {
        let fastest = turns::fewest(track, precision, &desk.budget, &*desk.progress)?;
        let too_wide = fastest.relative_width() > precision;
        let mut found = SolvedRace {
            game: game.facts().name.clone(),
            objective: "fastest",
            turns: fastest.at(0).into(),
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
            remark: too_wide.then(|| too_wide_for(fastest.relative_width(), precision)),
        };
        match rival {
            _ if self.self_play => self.both(track, precision, desk, &mut found)?,
            Some(other) if self.experience.is_some() => {
                self.feel(track, other, precision, desk, &mut found)?;
            }
            Some(other) if self.keep_in_game => {
                self.keep(track, other, precision, desk, &mut found)?;
            }
            Some(other) => self.respond(track, other, precision, desk, &mut found)?,
            None => {}
        }
        if self.iterations {
            found.iterations = Some(match rival {
                _ if self.self_play => sweeps::both(track, &desk.budget)?,
                Some(other) => sweeps::against(track, other, &desk.budget)?,
                None => sweeps::alone(track, &desk.budget)?,
            });
        }
        Ok(found)
    }

    fn both(
        &self,
        track: &Track,
        precision: f64,
        desk: &Desk,
        found: &mut SolvedRace,
    ) -> Result<(), SolveError> {
        let both = both_best(track, precision, &desk.budget, &*desk.progress)?;
        let first = both.chance(0, 0);
        let chance = match self.seat() {
            Seat::First => first,
            Seat::Second => first.opposite(),
        };
        found.objective = "self-play";
        found.seat = Some(self.seat().word());
        found.chance = Some(chance.into());
        found.policy = letters(track, &both.policy);
        if !both.finishes {
            found.remark = Some(
                "both sides can wait for ever without loss somewhere, so the value is not settled"
                    .to_owned(),
            );
        } else if chance.width() > precision {
            found.remark = Some(too_wide_for(chance.width(), precision));
        }
        Ok(())
    }

    fn respond(
        &self,
        track: &Track,
        other: &Other,
        precision: f64,
        desk: &Desk,
        found: &mut SolvedRace,
    ) -> Result<(), SolveError> {
        let setting = Setting::wins(other.policy.rival());
        let best = best_so_far(track, &setting, precision, &desk.budget, &*desk.progress)?;
        let chance = self.at_start(&best.chances);
        found.objective = "against";
        found.chance = Some(chance.into());
        self.note(track, other, &best, chance, precision, found);
        Ok(())
    }

    fn feel(
        &self,
        track: &Track,
        other: &Other,
        precision: f64,
        desk: &Desk,
        found: &mut SolvedRace,
    ) -> Result<(), SolveError> {
        let (budget, progress) = (&desk.budget, &*desk.progress);
        let (rival, discount) = (other.policy.rival(), self.experience.unwrap_or_default());
        let change = precision * (1.0 - discount) / 4.0;
        let best = experience(track, rival, discount, change, budget, progress)?;
        let setting = Setting::wins(rival);
        let chances = follow(track, &best.policy, &setting, precision, budget, progress)?;
        found.objective = "experience";
        found.experience = Some(best.at(0, 0).into());
        found.chance = Some(self.at_start(&chances).into());
        found.against = Some(other.said.clone());
        found.seat = Some(self.seat().word());
        found.policy = letters(track, &best.policy);
        Ok(())
    }

    fn keep(
        &self,
        track: &Track,
        other: &Other,
        precision: f64,
        desk: &Desk,
        found: &mut SolvedRace,
    ) -> Result<(), SolveError> {
        let (budget, progress) = (&desk.budget, &*desk.progress);
        other.quits.with(|quits| {
            let rival = other.policy.rival();
            let setting = |payoff| Setting { rival, quits, payoff };
            let best = best_so_far(track, &setting(Payoff::WIN), precision, budget, progress)?;
            let shares = |payoff| {
                let setting = setting(payoff);
                follow(track, &best.policy, &setting, precision, budget, progress)
                    .map(|chances| self.at_start(&chances))
            };
            let win = self.at_start(&best.chances);
            found.objective = "keep-in-game";
            found.win = Some(win.into());
            if !best.chances.stopped {
                found.loss = Some(shares(Payoff::LOSS)?.into());
                found.quit = Some(shares(Payoff::QUIT)?.into());
            }
            self.note(track, other, &best, win, precision, found);
            Ok(())
        })
    }

    /// The chance from square 0 of both.
    fn at_start(&self, chances: &spar_solve::mdp::race::pairs::Chances) -> Interval {
        match self.seat() {
            Seat::First => chances.at(0, 0),
            Seat::Second => chances.second(0, 0),
        }
    }

    /// Notes what all answers against a player share.
    fn note(
        &self,
        track: &Track,
        other: &Other,
        best: &Follow,
        chance: Interval,
        precision: f64,
        found: &mut SolvedRace,
    ) {
        found.against = Some(other.said.clone());
        found.seat = Some(self.seat().word());
        found.policy = letters(track, &best.policy);
        if let Chooses::Alone(policy) = &other.policy {
            found.stalls = Some(policy.stalls(track)).filter(|it| !it.is_empty());
        }
        found.stopped = best.chances.stopped;
        if found.stopped {
            let width = chance.width();
            found.remark = Some(format!(
                "stopped: bounds are {width:.1e} wide, not {precision:.1e}; `--time` can be longer"
            ));
        } else if chance.width() > precision {
            found.remark = Some(too_wide_for(chance.width(), precision));
        }
    }
}

fn letters(track: &Track, policy: &PairPolicy) -> Letters {
    Letters::Pairs((0..track.n()).map(|other| policy.letters(track, other)).collect())
}

fn too_wide_for(width: f64, precision: f64) -> String {
    format!(
        "bounds are {width:.1e} wide, not {precision:.1e}: double arithmetic does not allow less here"
    )
}
