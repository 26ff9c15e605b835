use super::{Common, for_one, race};
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::printer::Printer;
use crate::registry::{self, AnyGame, AnyPosition};
use crate::wire::level::Chance;
use crate::wire::race::{Meeting, Played};
use crate::words;
use clap::Args;
use spar_challenge::chance::{Chances, Sample};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::Match;
use spar_challenge::player::{Player, Ties};
use spar_rules::{Outcome, Side, SplitMix, Turn};
use spar_solve::Desk;
use spar_solve::Interval;
use spar_solve::mdp::race::Track;
use spar_solve::mdp::race::pairs::{PairPolicy, Payoff, Rival, Setting, both_best, follow};
use std::collections::HashSet;
use twox_hash::XxHash3_64;

/// Let two players meet, each in both seats
///
/// Chances are exact or certified where they can be had within a fixed budget; else games
/// are played, and the output says how many of them were distinct. Exit code 1: the first
/// player lost the match.
#[derive(Debug, Args)]
pub(super) struct Meet {
    /// Game, such as `tictactoe` or `ladders`, or a rules file
    game: String,
    /// The first player: a foresight, `random`, `perfect`; in races also `novice`, `fastest`
    /// or a file with a letter for each square
    #[arg(value_name = "A")]
    one: String,
    /// The second player
    #[arg(value_name = "B")]
    other: String,
    /// Where they start: a position's text, or moves from the start
    #[arg(long, value_name = "POSITION", default_value = "start")]
    from: String,
    /// Games in each seat, where they have to be played
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    plays: u64,
    /// Play games even where chances can be computed
    #[arg(long)]
    simulate: bool,
}

/// Who takes part.
enum Who {
    Player(Player),
    /// By a file, in a race.
    Policy(PairPolicy),
}

/// No game is followed longer.
const LONGEST: usize = 1_000_000;

impl Meet {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = registry::open(&self.game)?;
        let position = game.read_position(&self.from)?;
        if let Turn::Over(_) = position.turn() {
            return Err(Fault::new(format!("`{}` is over", self.from)));
        }
        let track = game.track();
        let who = |text: &str| who(&*game, track.as_ref(), text);
        let players = [who(&self.one)?, who(&self.other)?];
        let mut desk = common.desk();
        desk.budget = for_one(desk.budget);
        let seed = common.seed.unwrap_or(0);
        let mut found = Vec::new();
        let mut played = None;
        for side in [Side::First, Side::Second] {
            let known = if self.simulate {
                None
            } else {
                self.computed(track.as_ref(), &*position, &players, side, &desk)
            };
            let chances = if let Some(chances) = known {
                chances
            } else {
                let (sample, distinct) = self.simulated(&*position, &players, side, seed, &desk)?;
                let all = played.get_or_insert(Played { games: 0, distinct: 0, seed });
                all.games += sample.plays();
                all.distinct += distinct;
                Chances::Sampled(sample)
            };
            found.push(chances);
        }
        let stopped = why_stopped(&desk.budget);
        drop(desk);
        let score = |it: &Chances| {
            let [win, draw, _] = it.to_f64();
            win + draw / 2.0
        };
        let score = f64::midpoint(score(&found[0]), score(&found[1]));
        let meeting = Meeting {
            game: game.facts().name.clone(),
            position: position.text(),
            players: [self.one.clone(), self.other.clone()],
            first: Chance::of(&found[0]),
            second: Chance::of(&found[1]),
            score,
            played,
        };
        if common.json {
            printer.json(&meeting)?;
        } else {
            tell(&*game, &found, &meeting, printer)?;
        }
        // What differs from one half by rounding alone is even.
        let lost = score < 0.5 - 1e-9;
        Ok(stopped.map_or(if lost { Exit::No } else { Exit::Done }, Exit::Stopped))
    }

    /// The first player's chances on this side, if they can be computed.
    fn computed(
        &self,
        track: Option<&Track>,
        position: &dyn AnyPosition,
        players: &[Who; 2],
        side: Side,
        desk: &Desk,
    ) -> Option<Chances> {
        let computed = || track.filter(|_| self.from == "start");
        if let Some(track) = computed()
            && let Some([one, other]) = both(track, players, desk)
        {
            return raced(track, &one, &other, side, desk);
        }
        if let [Who::Player(learner), Who::Player(opponent)] = *players {
            let of =
                Match { learner, opponent, ties: Ties::Any, thresholds: Thresholds::default() };
            let level = position.rate(of, side, (1, 0), desk)?.ok()?;
            return match level.chances {
                Chances::Sampled(_) => None,
                known => Some(known),
            };
        }
        None
    }

    /// Plays games with the first player on this side: what came out for it, and how many
    /// games were distinct.
    fn simulated(
        &self,
        position: &dyn AnyPosition,
        players: &[Who; 2],
        side: Side,
        seed: u64,
        desk: &Desk,
    ) -> Result<(Sample, u64), Fault> {
        let [Who::Player(one), Who::Player(other)] = *players else {
            return Err(Fault::with_hint(
                "the chances of these policies cannot be computed",
                "policies from a file meet from the start only, and the game must end",
            ));
        };
        let mut sample = Sample { wins: 0, draws: 0, losses: 0, seed };
        let mut distinct = HashSet::new();
        let mut seeds = SplitMix::new(seed ^ u64::from(side == Side::Second).reverse_bits());
        for _ in 0..self.plays {
            if desk.budget.is_stopped() {
                break;
            }
            let mut random = SplitMix::new(seeds.next_u64());
            let mut here = position.copied();
            let mut moves = String::new();
            let outcome = loop {
                if moves.len() > LONGEST {
                    return Err(Fault::new("a game between these players does not end"));
                }
                let mv = match here.turn() {
                    Turn::Over(outcome) => break outcome,
                    Turn::Play(mover) => {
                        let player = if mover == side { one } else { other };
                        here.choose(player, &mut random, desk)
                    }
                    Turn::Roll => rolled(&*here, &mut random),
                };
                let mv = mv.ok_or_else(|| Fault::new("a player found no move"))?;
                here.play(&mv)?;
                moves.push_str(&mv);
                moves.push(' ');
            };
            distinct.insert(XxHash3_64::oneshot(moves.as_bytes()));
            match outcome {
                Outcome::Win(winner) if winner == side => sample.wins += 1,
                Outcome::Win(_) => sample.losses += 1,
                Outcome::Draw => sample.draws += 1,
            }
        }
        if sample.plays() == 0 {
            return Err(Fault::new("stopped before a game was over"));
        }
        Ok((sample, distinct.len() as u64))
    }
}

fn tell(
    game: &dyn AnyGame,
    found: &[Chances],
    meeting: &Meeting,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let [one, other] = &meeting.players;
    printer.line(format!("{}: {one} against {other}\n", game.facts().title))?;
    for (seat, chances) in ["first", "second"].iter().zip(found) {
        printer.line(format!("{one} as {seat:7} {}", words::chances(chances)))?;
    }
    let endless = |it: &Chances| match it {
        Chances::Bounded { draw, .. } => draw.low > 1e-6,
        _ => false,
    };
    if found.iter().any(endless) {
        printer.line("\nboth may wait for ever; games without an end are counted as draws")?;
    }
    printer.line(format!("\nscore of {one}: {:.4} (1 is every game won)", meeting.score))?;
    match &meeting.played {
        None => printer.line("computed, no games were played")?,
        Some(Played { games, distinct, seed }) => printer
            .line(format!("{games} games played by seed {seed}, {distinct} of them distinct"))?,
    }
    Ok(())
}

fn who(game: &dyn AnyGame, track: Option<&Track>, text: &str) -> Result<Who, Fault> {
    match (text.parse::<Player>(), track) {
        (Ok(player), _) => {
            game.players().check(player)?;
            Ok(Who::Player(player))
        }
        (Err(_), Some(track)) => Ok(Who::Policy(race::policy(track, text)?)),
        (Err(error), None) => Err(error.into()),
    }
}

/// What both choose on every pair of squares, if neither chooses by chance.
fn both(track: &Track, players: &[Who; 2], desk: &Desk) -> Option<[PairPolicy; 2]> {
    let [one, other] = players;
    Some([policy(track, one, desk)?, policy(track, other, desk)?])
}

/// The chances of the first policy from the start of a race. A game may go on for ever; then
/// nobody has won it, as in a draw.
fn raced(
    track: &Track,
    one: &PairPolicy,
    other: &PairPolicy,
    side: Side,
    desk: &Desk,
) -> Option<Chances> {
    let ends = |payoff| {
        let setting = Setting { payoff, ..Setting::wins(Rival::Seeing(other)) };
        let chances = follow(track, one, &setting, 1e-9, &desk.budget, &*desk.progress).ok()?;
        Some(match side {
            Side::First => chances.at(0, 0),
            Side::Second => chances.second(0, 0),
        })
    };
    let (win, loss) = (ends(Payoff::WIN)?, ends(Payoff::LOSS)?);
    let draw = Interval::rest(win, loss);
    let is_sure = win.error().max(loss.error()) < 1e-6;
    is_sure.then_some(Chances::Bounded { win, draw, loss })
}

/// What a player chooses on every pair of squares; `None` if it chooses by chance.
fn policy(track: &Track, who: &Who, desk: &Desk) -> Option<PairPolicy> {
    let player = match who {
        Who::Policy(policy) => return Some(policy.clone()),
        Who::Player(player) => player,
    };
    match player {
        Player::Perfect => {
            let both = both_best(track, 1e-9, &desk.budget, &*desk.progress).ok()?;
            Some(both.policy)
        }
        Player::Novice | Player::Fastest => race::policy(track, &player.to_string()).ok(),
        Player::Random | Player::Foresight(..) => None,
    }
}

/// A roll, by its chance.
fn rolled(position: &dyn AnyPosition, random: &mut SplitMix) -> Option<String> {
    let (moves, weights) = (position.moves(), position.weights()?);
    let total: u64 = weights.iter().map(|it| u64::from(*it)).sum();
    let mut left = random.below(total.max(1));
    for (mv, weight) in moves.into_iter().zip(weights) {
        if left < u64::from(weight) {
            return Some(mv);
        }
        left -= u64::from(weight);
    }
    None
}
