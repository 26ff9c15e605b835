use super::race::{self, Chooses, Place};
use super::{Common, for_one};
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
use spar_solve::mdp::race::Track;
use spar_solve::mdp::race::pairs::{self, Payoff, Setting, follow};
use spar_solve::{Budget, Desk, Interval};
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

/// Who takes part: a player that the game has, or what it chooses on the squares of a race,
/// or both.
struct Who {
    player: Option<Player>,
    policy: Option<Chooses>,
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
        let mut desk = common.desk();
        desk.budget = for_one(desk.budget);
        let who = |text: &str| who(&*game, track.as_ref(), text, &desk.budget);
        let players = match (who(&self.one), who(&self.other)) {
            (Err(_), _) | (_, Err(_)) if desk.budget.is_stopped() => {
                let stopped = why_stopped(&desk.budget);
                drop(desk);
                printer.remark("stopped before it was known what the players choose");
                return Ok(stopped.map_or(Exit::Partial, Exit::Stopped));
            }
            (one, other) => [one?, other?],
        };
        let race = track.as_ref().filter(|_| !self.simulate);
        let race = race.and_then(|track| Race::between(track, &players, &desk));
        let seed = common.seed.unwrap_or(0);
        let mut found = Vec::new();
        let mut played = None;
        for side in [Side::First, Side::Second] {
            let known = match &race {
                _ if self.simulate => None,
                Some(race) => race.chances(&*position, side),
                None => computed(&*position, &players, side, &desk),
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
                        let who = &players[usize::from(mover != side)];
                        who.choose(&*here, mover, &mut random, desk)
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

impl Who {
    /// The move that it makes.
    fn choose(
        &self,
        position: &dyn AnyPosition,
        mover: Side,
        random: &mut SplitMix,
        desk: &Desk,
    ) -> Option<String> {
        if let Some(policy) = &self.policy {
            let Place { ours, theirs, .. } = Place::of(position, mover);
            // The moves of a race are its actions, in their order.
            return position.moves().into_iter().nth(policy.action(ours, theirs));
        }
        position.choose(self.player?, random, desk)
    }
}

/// The first player's chances on this side, if they can be computed.
fn computed(
    position: &dyn AnyPosition,
    players: &[Who; 2],
    side: Side,
    desk: &Desk,
) -> Option<Chances> {
    let [learner, opponent] = [players[0].player?, players[1].player?];
    let of = Match { learner, opponent, ties: Ties::Any, thresholds: Thresholds::default() };
    let level = position.rate(of, side, (1, 0), desk)?.ok()?;
    match level.chances {
        Chances::Sampled(_) => None,
        known => Some(known),
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

/// Reads who takes part. Boards that are too large for the players of the game still have
/// those that choose by squares.
fn who(
    game: &dyn AnyGame,
    track: Option<&Track>,
    text: &str,
    budget: &Budget,
) -> Result<Who, Fault> {
    let said = text.parse::<Player>();
    let has = said.as_ref().ok().map(|player| game.players().check(*player));
    let player = said.as_ref().ok().copied().filter(|_| matches!(has, Some(Ok(()))));
    let by_squares = match &said {
        Ok(player) => player.is_racer() || *player == Player::Perfect,
        Err(_) => true,
    };
    match (track, said, has) {
        (Some(track), ..) if by_squares => {
            Ok(Who { player, policy: Some(race::named(track, text, budget)?) })
        }
        (_, Err(error), _) | (_, _, Some(Err(error))) => Err(error.into()),
        _ => Ok(Who { player, policy: None }),
    }
}

/// Two policies that meet in a race: how often the first wins and loses.
struct Race {
    win: pairs::Chances,
    loss: pairs::Chances,
}

impl Race {
    /// Lets them meet on every pair of squares, if neither chooses by chance, and memory and
    /// time allow it.
    fn between(track: &Track, players: &[Who; 2], desk: &Desk) -> Option<Race> {
        let [one, other] = [players[0].policy.as_ref()?, players[1].policy.as_ref()?];
        let one = one.on_pairs(track, &desk.budget)?;
        let ends = |payoff| {
            let setting = Setting { payoff, ..Setting::wins(other.rival()) };
            follow(track, &one, &setting, 1e-9, &desk.budget, &*desk.progress).ok()
        };
        Some(Race { win: ends(Payoff::WIN)?, loss: ends(Payoff::LOSS)? })
    }

    /// The chances of the first policy on this side. A game may go on for ever; then nobody
    /// has won it, as in a draw.
    fn chances(&self, position: &dyn AnyPosition, side: Side) -> Option<Chances> {
        let Turn::Play(_) = position.turn() else { return None };
        let place = Place::of(position, side);
        let (win, loss) = (place.chance(&self.win), place.chance(&self.loss));
        let draw = Interval::rest(win, loss);
        let is_sure = win.error().max(loss.error()) < 1e-6;
        is_sure.then_some(Chances::Bounded { win, draw, loss })
    }
}

/// A roll, by its chance.
fn rolled(position: &dyn AnyPosition, random: &mut SplitMix) -> Option<String> {
    let (moves, weights) = (position.moves(), position.weights()?);
    moves.into_iter().nth(random.weighted(weights.iter().map(|it| u64::from(*it)))?)
}
