use super::players::player_names;
use super::policies::{self, Chooses, Place};
use super::{Common, for_one};
use crate::bar::Bar;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::registry::{self, AnyGame, AnyPosition};
use crate::wire::level::Chance;
use crate::wire::policies::{Meeting, Played};
use crate::words;
use clap::Args;
use spar_challenge::chance::{Chances, Sample};
use spar_challenge::duel::{self, Score};
use spar_challenge::policy::{Player, Unknown, perfect};
use spar_challenge::session::By;
use spar_challenge::track::{FASTEST, NOVICE};
use spar_rules::{Outcome, Side, SplitMix, Turn};
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::{self, Payoff, Setting, follow};
use spar_solve::{Budget, Desk, Interval};
use std::collections::HashSet;
use twox_hash::XxHash3_64;

/// Let two players meet, each in both seats
///
/// Chances are exact or certified where they can be had within a fixed budget; else games
/// are played, and the output says how many of them were distinct. With `--time`, half of it
/// is for computing, and the rest for playing. Stopped early, it tells what it has.
///
/// Exit code 1: the first player's score is below one half, by its exact value or by the
/// whole 95 % interval of the games played.
#[derive(Debug, Args)]
pub(super) struct Meet {
    /// Game, such as `tictactoe` or `ladders`, or a rules file
    game: String,
    /// The first player
    #[arg(value_name = "A")]
    #[arg(help = format!("The first player: {}; in a race also a file with a letter for each square", player_names()))]
    one: String,
    /// The second player, named like the first
    #[arg(value_name = "B")]
    other: String,
    /// Where they start: a position's text, or moves from the start
    #[arg(long, alias = "from", value_name = "POSITION", default_value = "start")]
    start: String,
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

/// The share of `--time` for computing.
const FOR_COMPUTING: f64 = 0.5;

/// So many games are played in each seat before anything is computed, so that there is
/// something to tell if it is interrupted.
const FIRST_PLAYS: u64 = 4;

/// Each round plays this many times the games of the round before. The games of a seed are
/// the same in each round.
const MORE_PLAYS: u64 = 8;

/// Nodes for each move of the first games.
const FIRST_NODES: u64 = 2_000;

/// What is known of the first player in one seat.
#[derive(Default)]
struct Seat {
    chances: Option<Chances>,
    /// How many of the games played were distinct, and how many had a guess.
    distinct: u64,
    guessed: u64,
}

/// A game under way.
struct Line {
    here: Box<dyn AnyPosition>,
    moves: String,
    guessed: bool,
}

impl Clone for Line {
    fn clone(&self) -> Line {
        Line { here: self.here.copied(), moves: self.moves.clone(), guessed: self.guessed }
    }
}

impl Meet {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = registry::open(&self.game)?;
        let position = game.read_position(&self.start)?;
        if let Turn::Over(_) = position.turn() {
            return Err(Fault::new(format!("`{}` is over", self.start)));
        }
        let (mut desk, bar) = common.desk_and_bar();
        // Best responses are swept over whole games, which takes more than a position does.
        let Budget { threads, memory, .. } = desk.budget;
        desk.budget = for_one(desk.budget).with_threads(threads).with_memory(memory);
        let (seats, complete) = self.seats(&*game, &*position, &desk, &bar, common)?;
        let stopped = why_stopped(&desk.budget).or(Some(Stopped::Time)).filter(|_| !complete);
        drop((desk, bar));
        let score = Score::of([seats[0].chances.as_ref(), seats[1].chances.as_ref()]);
        let [first, second] = [0, 1].map(|it| seats[it].chances.as_ref().map(Chance::of));
        let meeting = Meeting {
            game: game.facts().name.clone(),
            position: position.text(),
            players: [self.one.clone(), self.other.clone()],
            first,
            second,
            score: score.mean,
            score_interval: [score.interval.low, score.interval.high],
            played: played(&seats, common.seed.unwrap_or(0)),
            stopped: stopped.is_some(),
        };
        if common.json {
            printer.json(&meeting)?;
        } else {
            tell(&*game, &seats, &score, &meeting, printer)?;
        }
        Ok(match stopped {
            Some(stopped) => {
                printer.remark(match stopped {
                    Stopped::Time => "stopped by `--time`; this is what is known",
                    Stopped::Interrupt => "interrupted; this is what is known",
                });
                Exit::Stopped(stopped)
            }
            None if score.is_below_half() => Exit::No,
            None => Exit::Done,
        })
    }

    /// What can be found out of both seats, and whether that is all that was asked for.
    fn seats(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        desk: &Desk,
        bar: &Bar,
        common: &Common,
    ) -> Result<([Seat; 2], bool), Fault> {
        let track = game.track();
        let mut seats = [Seat::default(), Seat::default()];
        let who = |text: &str| who(game, track.as_ref(), text, &desk.budget);
        let players = match (who(&self.one), who(&self.other)) {
            (Err(_), _) | (_, Err(_)) if desk.budget.is_stopped() => return Ok((seats, false)),
            (one, other) => [one?, other?],
        };
        let seed = common.seed.unwrap_or(0);
        let contest = Contest { position, players: &players, seed };
        let mut cut = false;
        if !self.simulate {
            let budget = common.limits().part(&desk.budget, FOR_COMPUTING);
            let part = |nodes: u64| {
                let desk = Desk::quiet(budget.clone().with_nodes(nodes), desk.shelf.clone());
                Desk { progress: Box::new(bar.clone()), ..desk }
            };
            let computing = part(budget.nodes);
            let followed =
                track.as_ref().and_then(|it| Followed::between(it, &players, &computing));
            if followed.is_none() {
                let few = part(FIRST_NODES);
                for side in [Side::First, Side::Second] {
                    let first = contest.played(side, FIRST_PLAYS.min(self.plays), &few);
                    // What had to be guessed with so few nodes is not worth telling.
                    seats[side as usize] =
                        first.ok().filter(|it| it.guessed == 0).unwrap_or_default();
                }
            }
            let known = match &followed {
                Some(followed) => {
                    [Side::First, Side::Second].map(|side| followed.chances(position, side))
                }
                None => match (&players[0].player, &players[1].player) {
                    (Some(one), Some(other)) => position.meet([one, other], &computing),
                    _ => [None; 2],
                },
            };
            for (seat, chances) in seats.iter_mut().zip(known).filter(|it| it.1.is_some()) {
                *seat = Seat { chances, ..Seat::default() };
            }
            cut = budget.is_stopped();
        }
        // Both seats get more and more games, so that neither is left out when time is over.
        let mut plays = FIRST_PLAYS.min(self.plays);
        loop {
            for side in [Side::First, Side::Second] {
                let seat = &mut seats[side as usize];
                if matches!(seat.chances, Some(Chances::Exact(_) | Chances::Bounded { .. })) {
                    continue;
                }
                let played = contest.played(side, plays, desk)?;
                if played.plays() > seat.plays() {
                    *seat = played;
                }
            }
            if plays == self.plays || desk.budget.is_stopped() {
                break;
            }
            plays = plays.saturating_mul(MORE_PLAYS).min(self.plays);
        }
        let computed = |seat: &Seat| seat.plays() == 0 && seat.chances.is_some();
        let complete = |seat: &Seat| computed(seat) || (!cut && seat.plays() == self.plays);
        let all = seats.iter().all(complete);
        if !all && !desk.budget.is_stopped() && !cut {
            return Err(Fault::new("a player found no move"));
        }
        Ok((seats, all))
    }
}

impl Seat {
    fn plays(&self) -> u64 {
        match &self.chances {
            Some(Chances::Sampled(sample)) => sample.plays(),
            _ => 0,
        }
    }
}

/// Two players at a position.
struct Contest<'a> {
    position: &'a dyn AnyPosition,
    players: &'a [Who; 2],
    seed: u64,
}

impl Contest<'_> {
    /// Plays games with the first player on this side, until the budget ends.
    fn played(&self, side: Side, plays: u64, desk: &Desk) -> Result<Seat, Fault> {
        let (mut distinct, mut guessed, mut fault) = (HashSet::new(), 0, None);
        let seed = self.seed ^ u64::from(side == Side::Second).reverse_bits();
        let start = Line { here: self.position.copied(), moves: String::new(), guessed: false };
        let mut next =
            |line: &mut Line, random: &mut SplitMix| -> Result<Option<Outcome>, Unknown> {
                if line.moves.len() > LONGEST {
                    fault = Some(Fault::new("a game between these players does not end"));
                    return Err(Unknown);
                }
                let made = match line.here.turn() {
                    Turn::Over(outcome) => {
                        distinct.insert(XxHash3_64::oneshot(line.moves.as_bytes()));
                        guessed += u64::from(line.guessed);
                        return Ok(Some(outcome));
                    }
                    Turn::Play(mover) => self.players[usize::from(mover != side)].choose(
                        &*line.here,
                        mover,
                        random,
                        desk,
                    ),
                    Turn::Roll => rolled(&*line.here, random).map(|mv| (mv, By::Chance)),
                };
                let (mv, by) = made.ok_or(Unknown)?;
                line.here.play(&mv).map_err(|_| Unknown)?;
                line.moves.push_str(&mv);
                line.moves.push(' ');
                line.guessed |= by == By::Guess;
                Ok(None)
            };
        let sample = duel::play(&start, (plays, seed), &desk.budget, &*desk.progress, &mut next);
        if let Some(fault) = fault {
            return Err(fault);
        }
        if sample.plays() == 0 {
            return Ok(Seat::default());
        }
        let sample = Chances::Sampled(Sample { seed: self.seed, ..sample });
        let chances = if side == Side::First { sample } else { sample.opposite() };
        Ok(Seat { chances: Some(chances), distinct: distinct.len() as u64, guessed })
    }
}

impl Who {
    /// The move that it makes, and how it came to it.
    fn choose(
        &self,
        position: &dyn AnyPosition,
        mover: Side,
        random: &mut SplitMix,
        desk: &Desk,
    ) -> Option<(String, By)> {
        if let Some(policy) = &self.policy {
            let Place { ours, theirs, .. } = Place::of(position, mover);
            // The moves of a race are its actions, in their order.
            let mv = position.moves().into_iter().nth(policy.action(ours, theirs))?;
            return Some((mv, By::Program));
        }
        position.choose(self.player.as_ref()?, random, desk)
    }
}

/// The games that were played over both seats, if any were.
fn played(seats: &[Seat; 2], seed: u64) -> Option<Played> {
    let sum = |of: fn(&Seat) -> u64| seats.iter().map(of).sum();
    let games = sum(Seat::plays);
    let (distinct, guessed) = (sum(|it| it.distinct), sum(|it| it.guessed));
    (games > 0).then_some(Played { games, distinct, guessed, seed })
}

fn tell(
    game: &dyn AnyGame,
    seats: &[Seat; 2],
    score: &Score,
    meeting: &Meeting,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let [one, other] = &meeting.players;
    printer.line(format!("{}: {one} against {other}\n", game.facts().title))?;
    for (name, seat) in ["first", "second"].iter().zip(seats) {
        let known = seat.chances.as_ref().map_or("not known yet".to_owned(), words::chances);
        printer.line(format!("{one} as {name:7} {known}"))?;
    }
    let endless = |it: &Seat| match it.chances {
        Some(Chances::Bounded { draw, .. }) => draw.low > 1e-6 && game.track().is_some(),
        _ => false,
    };
    if seats.iter().any(endless) {
        printer.line("\nboth may wait for ever; games without an end are counted as draws")?;
    }
    let Interval { low, high } = score.interval;
    let known = match score.mean {
        None => format!("between {low:.4} and {high:.4}"),
        Some(mean) if score.is_sampled => format!("{mean:.4}, 95 % within {low:.4} to {high:.4}"),
        Some(mean) => format!("{mean:.4}"),
    };
    printer.line(format!("\nscore of {one}: {known} (1 is every game won)"))?;
    match &meeting.played {
        None if meeting.stopped => {}
        None => printer.line("computed, no games were played")?,
        Some(Played { games, distinct, guessed, seed }) => {
            printer.line(format!(
                "{games} games played by seed {seed}, {distinct} of them distinct"
            ))?;
            if *guessed > 0 {
                printer.line(format!(
                    "in {guessed} of them a player had to guess a move: the score is that of the \
                     guesses"
                ))?;
            }
        }
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
    let has = said.as_ref().ok().map(|player| game.players().check(player));
    let player = said.as_ref().ok().cloned().filter(|_| matches!(has, Some(Ok(()))));
    let by_squares = match &said {
        Ok(player) => [&NOVICE, &FASTEST, &perfect::KIND].iter().any(|it| player.is(it)),
        Err(_) => true,
    };
    match (track, said, has) {
        (Some(track), ..) if by_squares => {
            Ok(Who { player, policy: Some(policies::named(track, text, budget)?) })
        }
        (_, Err(error), _) | (_, _, Some(Err(error))) => Err(error.into()),
        _ => Ok(Who { player, policy: None }),
    }
}

/// Two policies that meet in a race: how often the first wins and loses.
struct Followed {
    win: pairs::Chances,
    loss: pairs::Chances,
}

impl Followed {
    /// Lets them meet on every pair of squares, if neither chooses by chance, and memory and
    /// time allow it.
    fn between(track: &Track, players: &[Who; 2], desk: &Desk) -> Option<Followed> {
        let [one, other] = [players[0].policy.as_ref()?, players[1].policy.as_ref()?];
        let one = one.on_pairs(track, &desk.budget)?;
        let ends = |payoff| {
            let setting = Setting { payoff, ..Setting::wins(other.rival()) };
            follow(track, &one, &setting, 1e-9, &desk.budget, &*desk.progress).ok()
        };
        Some(Followed { win: ends(Payoff::WIN)?, loss: ends(Payoff::LOSS)? })
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
