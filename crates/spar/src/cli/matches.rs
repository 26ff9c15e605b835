use super::Common;
use super::players::{player_names, player_of};
use super::policies::{failed, quit_rule, side_to_move, walker};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::wire::Between;
use crate::wire::level::Chance;
use crate::wire::policies::{Meeting, Played};
use clap::Args;
use spar_catalog::budgets::for_one;
use spar_catalog::{AnyGame, AnyPosition, words};
use spar_challenge::duel::Score;
use spar_challenge::matches::{MatchPlan, MatchResult, SeatResult};
use spar_challenge::policy::Player;
use spar_rules::{Side, Turn};
use spar_solve::{Budget, Context, Interval, SolveError};

/// Let two players compete, each in both seats
///
/// Chances are exact or certified if they can be computed within a fixed budget; otherwise games
/// are played, and the output says how many of them were distinct. With `--time`, half of the time
/// is for computing and the rest for playing. If it is stopped early, it prints what it has.
///
/// Exit code 1: the first player's score is below one half, by its exact value or by the
/// whole 95 % interval of the games played.
#[derive(Debug, Args)]
pub(super) struct Meet {
    /// Game, such as `tictactoe` or `ladders`, or a rules file
    game: String,
    /// The first player
    #[arg(value_name = "A")]
    #[arg(help = format!("The first player: {}; where players choose by squares, also a file with one letter per square", player_names()))]
    one: String,
    /// The second player, named like the first
    #[arg(value_name = "B")]
    other: String,
    /// Start position: its text, or moves from the start
    #[arg(long, alias = "from", value_name = "POSITION", default_value = "start")]
    start: String,
    /// Number of games in each seat, if games have to be played
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    plays: u64,
    /// Play games even where chances can be computed
    #[arg(long)]
    simulate: bool,
    /// In `ladders`: distance in squares at which the second player gives up, `half` for half the
    /// board, or a file with lines `ours theirs chance`; wins, losses and games given up are
    /// counted
    #[arg(long, value_name = "WHEN", conflicts_with = "simulate")]
    quits: Option<String>,
}

/// The share of `--time` for computing chances.
const FOR_COMPUTING: f64 = 0.5;

impl Meet {
    // Long: it goes from the options through the match to the output.
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let position = game.read_position(&self.start)?;
        if let Turn::Over(_) = position.turn() {
            return Err(Fault::new(format!("`{}` is over", self.start)));
        }
        let players = [player_of(&*game, &self.one)?, player_of(&*game, &self.other)?];
        let (context, bar) = common.context_and_lines();
        // Best responses need sweeps over whole games, which take more time and memory than one
        // position.
        let Budget { threads, memory, .. } = context.budget;
        let budget = for_one(context.budget).with_threads(threads).with_memory(memory);
        let sources = context.sources;
        let new_context = |budget: Budget| {
            let context = Context::quiet(budget, sources.clone());
            Context { progress: Box::new(bar.clone()), ..context }
        };
        let (result, quits) = if self.quits.is_some() {
            let (result, quits) =
                self.with_quits(&*position, &players, &new_context(budget.clone()))?;
            (result, Some(quits))
        } else {
            let plan = MatchPlan {
                plays: self.plays,
                seed: common.seed.unwrap_or(0),
                simulate: self.simulate,
                computing: common.limits().part(&budget, FOR_COMPUTING),
            };
            let [one, other] = &players;
            let result = position.hold_match([one, other], &plan, &budget, &new_context);
            (result.map_err(|error| Fault::new(error.to_string()))?, None)
        };
        let stopped = why_stopped(&budget).or(Some(Stopped::Time));
        let stopped = stopped.filter(|_| !result.is_complete);
        drop(bar);
        let score = result.score();
        let [first, second] = [0, 1].map(|it| result.seats[it].chances.as_ref().map(Chance::of));
        let meeting = Meeting {
            game: game.facts().name.clone(),
            position: position.text(),
            players: [self.one.clone(), self.other.clone()],
            first,
            second,
            quits: quits.map(|all| all.map(Between::from)),
            score: score.mean,
            score_interval: [score.interval.low, score.interval.high],
            played: played(&result.seats, common.seed.unwrap_or(0)),
            stopped: stopped.is_some(),
        };
        if common.json {
            printer.json(&meeting)?;
        } else {
            tell(&*game, &result, &score, &meeting, printer)?;
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

    /// Computes a match in which the second player gives up by a rule: the first player's
    /// chances in both seats, and how often the second player gives up.
    fn with_quits(
        &self,
        position: &dyn AnyPosition,
        players: &[Player; 2],
        context: &Context,
    ) -> Result<(MatchResult, [Interval; 2]), Fault> {
        let walk = position.walk().ok_or_else(|| {
            let hint = "`--quits` is for `ladders`";
            Fault::with_hint("this game has no rule for giving up", hint)
        })?;
        side_to_move(position)?;
        let rule = quit_rule(&walk, self.quits.as_deref())?;
        let [one, other] = players;
        let walkers = walker(&walk, one, &context.budget)
            .and_then(|one| Ok([one, walker(&walk, other, &context.budget)?]));
        let followed = match walkers {
            Err(_) if context.budget.is_stopped() => Err(SolveError::Stopped),
            walkers => {
                let [one, other] = &walkers?;
                walk.meet([one, other], &rule, context)
            }
        };
        let nothing = (MatchResult::default(), [Interval { low: 0.0, high: 1.0 }; 2]);
        let followed = match followed {
            Err(SolveError::Stopped) => return Ok(nothing),
            followed => followed.map_err(|error| failed(&error))?,
        };
        let places = [Side::First, Side::Second].map(|side| walk.place(side));
        let seat = |chances| SeatResult { chances, ..SeatResult::default() };
        let seats = [0, 1].map(|it| seat(followed.chances(&places[it])));
        let result = MatchResult { seats, is_complete: true, may_be_endless: false };
        Ok((result, [0, 1].map(|it| followed.quits(&places[it]))))
    }
}

/// The total of the played games in both seats; `None` if none were played.
fn played(seats: &[SeatResult; 2], seed: u64) -> Option<Played> {
    let sum = |of: fn(&SeatResult) -> u64| seats.iter().map(of).sum();
    let games = sum(SeatResult::plays);
    let (distinct, guessed) = (sum(|it| it.distinct), sum(|it| it.guessed));
    (games > 0).then_some(Played { games, distinct, guessed, seed })
}

fn tell(
    game: &dyn AnyGame,
    result: &MatchResult,
    score: &Score,
    meeting: &Meeting,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let [one, other] = &meeting.players;
    printer.line(format!("{}: {one} against {other}\n", game.facts().title))?;
    for (number, (name, seat)) in ["first", "second"].iter().zip(&result.seats).enumerate() {
        let known = seat.chances.as_ref().map_or("not known yet".to_owned(), words::chances);
        let head = format!("{one} as {name:7} ");
        let width = printer.width().saturating_sub(head.chars().count()).max(40);
        for (index, line) in words::wrapped(&known, width).enumerate() {
            let indent = head.chars().count();
            let head = if index == 0 { head.as_str() } else { "" };
            printer.line(format!("{head:indent$}{line}"))?;
        }
        if let Some(quits) = &meeting.quits {
            let Between { low, high } = quits[number];
            let share = Interval { low: 100.0 * low, high: 100.0 * high };
            printer.line(format!("{:10} {other} gives up {share:.4} %", ""))?;
        }
    }
    if result.has_endless_games() {
        printer.line("\nplay may go on without end; such games are counted as draws")?;
    }
    let Interval { low, high } = score.interval;
    let known = match score.mean {
        None => format!("between {low:.4} and {high:.4}"),
        Some(mean) if score.is_sampled => format!("{mean:.4}, 95 % interval {low:.4} to {high:.4}"),
        Some(mean) => format!("{mean:.4}"),
    };
    let given_up = if meeting.quits.is_some() { ", 1/2 every game given up" } else { "" };
    printer.line(format!("\nscore of {one}: {known} (1 is every game won{given_up})"))?;
    match &meeting.played {
        None if meeting.stopped => {}
        None => printer.line("computed, no games were played")?,
        Some(Played { games, distinct, guessed, seed }) => {
            let noun = if *games == 1 { "game" } else { "games" };
            printer.line(format!(
                "{games} {noun} played with seed {seed}, {distinct} of them distinct"
            ))?;
            if *guessed > 0 {
                printer.line(format!(
                    "in {guessed} of them a player had to guess a move, so the score depends on these \
                     guesses"
                ))?;
            }
        }
    }
    Ok(())
}
