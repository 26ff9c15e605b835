use super::pieces::Pieces;
use super::players::{Players, SideName};
use super::{Common, levels};
use crate::batch::{Batch, Item};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::budgets::for_one;
use spar_catalog::{AnyGame, AnyPosition, TextEyes, TextLevel, words};
use spar_challenge::chance::Chances;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::policy::Player;
use spar_challenge::sight::Look;
use spar_rules::{Side, Turn};
use spar_solve::{Budget, Context};
use std::path::{Path, PathBuf};

/// Find out how hard a position is for a learner against an opponent, and why
///
/// Chances are exact if they can be computed within a fixed budget; otherwise they are sampled, and
/// the output says so.
#[derive(Debug, Args)]
pub(super) struct Rate {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Position as text, `start`, or moves from there: `start+d,c`
    #[arg(required_unless_present = "from")]
    position: Option<String>,
    #[command(flatten)]
    players: Players,
    /// The learner's side [default: the side to move]
    #[arg(long = "as", value_name = "SIDE")]
    seat: Option<SideName>,
    /// Show how players with these foresights see every move (the reward at their horizon, or the
    /// end of the game if it is in sight), and the play they expect: 2, or 1..3
    #[arg(long, value_name = "ROUNDS", value_parser = read_rounds, conflicts_with = "from")]
    foresight: Option<(u32, u32)>,
    /// Number of sampled plays, if exact chances are out of reach [default: 1000]; if it is given, a
    /// player that cannot find its move in time guesses, and such plays are counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    plays: Option<u64>,
    /// Rate every position in this file, and print one line of JSON for each; `-` reads standard
    /// input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    from: Option<PathBuf>,
    #[command(flatten)]
    pieces: Pieces,
}

/// The number of sampled plays without `--plays`.
const USUAL_PLAYS: u64 = 1000;

/// The share of `--time` for exact chances; the rest is for sampling.
const FOR_COMPUTING: f64 = 0.5;

impl Rate {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let of = self.players.of(&*game)?;
        if let Some(list) = &self.from {
            return self.many(&*game, &of, list, common, printer);
        }
        if self.pieces.is_used() {
            return Err(Fault::with_hint(
                "`--out` and `--shard` are for many positions",
                "give them with `--from FILE`",
            ));
        }
        let text = self.position.as_deref().unwrap_or("start");
        let position = game.read_position(text)?;
        must_go_on(&*game, &*position)?;
        let mut context = common.context();
        context.budget = for_one(context.budget);
        if let Some((least, most)) = self.foresight {
            return looks(&*game, &*position, least..=most, &context, common, printer);
        }
        let side = self.side(&*game, &*position)?;
        let plan = self.sample_plan(common, &context.budget);
        let rated = rated(&*game, &*position, &of, side, &plan, &context);
        let stopped = why_stopped(&context.budget);
        drop(context);
        match (rated, stopped) {
            (Err(_), Some(stopped)) => {
                const UNKNOWN: &str = "stopped before anything was known";
                if common.json {
                    let why = Fault::new(UNKNOWN);
                    printer.json(&wire::level::Unrated::of(&*game, &*position, &why))?;
                }
                printer.remark(UNKNOWN);
                Ok(Exit::Stopped(stopped))
            }
            (level, stopped) => {
                let level = level?;
                if common.json {
                    printer.json(&wire::level::Level::of(&*game, &level))?;
                } else {
                    levels::tell(&*game, &level, printer)?;
                }
                if level.guessed > 0 {
                    printer.remark(format!(
                        "in {} a player had to guess a move, so the chances depend on these guesses",
                        words::counted(level.guessed as usize, "play")
                    ));
                }
                let is_cut = plan.computing.is_some_and(|it| it.is_stopped());
                let is_exact = !matches!(level.chances, Chances::Sampled(_));
                let is_short = is_cut && is_exact && level.easy_from.is_none();
                let stopped = stopped.or(is_short.then_some(Stopped::Time));
                Ok(stopped.map_or(Exit::Done, Exit::Stopped))
            }
        }
    }

    /// The plan for sampling if exact chances are out of reach. Players may guess if the user
    /// has set `--plays`.
    fn sample_plan(&self, common: &Common, budget: &Budget) -> SamplePlan {
        let limits = common.limits();
        let may_guess = self.plays.is_some();
        let computing =
            (may_guess || limits.time.is_some()).then(|| limits.part(budget, FOR_COMPUTING));
        SamplePlan {
            computing,
            may_be_short: true,
            may_guess,
            ..SamplePlan::new(self.plays(), common.seed.unwrap_or(0))
        }
    }

    fn plays(&self) -> u64 {
        self.plays.unwrap_or(USUAL_PLAYS)
    }

    fn side(&self, game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<Side, Fault> {
        self.seat.as_ref().map_or_else(|| Ok(position.side()), |it| it.side(game))
    }

    /// Rates every position of a list; one row per position.
    fn many(
        &self,
        game: &dyn AnyGame,
        of: &Match,
        list: &Path,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let items = self.pieces.positions(list, game)?;
        let name = &game.facts().name;
        let side = self.seat.as_ref().map(|it| it.side(game)).transpose()?;
        let seat = side.map_or("mover", wire::side_word);
        let command = format!(
            "rate {name} {} as={seat} plays={} memory={}",
            self.players.text(game)?,
            self.plays(),
            common.limits().memory
        );
        let batch = Batch { unit: "positions", command, seed: common.seed.unwrap_or(0), items };
        let budget = common.limits().interruptible();
        let context = Context::quiet(for_one(budget.clone()), common.sources());
        let piece = |item: &Item, seed: u64| {
            let position = game.read_position(&item.name)?;
            let side = self.side(game, &*position)?;
            let rated = must_go_on(game, &*position).and_then(|()| {
                let plan = SamplePlan::new(self.plays(), seed);
                rated(game, &*position, of, side, &plan, &context)
            });
            Ok(vec![match rated {
                Ok(level) => wire::line(&wire::level::Level::of(game, &level)),
                // A position that cannot be rated does not end the batch.
                Err(fault) => wire::line(&wire::level::Unrated::of(game, &*position, &fault)),
            }])
        };
        self.pieces.run(&batch, &piece, budget, common, printer)
    }
}

/// The view of every move for players with these foresights.
fn looks(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    rounds: std::ops::RangeInclusive<u32>,
    context: &Context,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    let mut is_first = true;
    for rounds in rounds {
        let looks = position.eyes(rounds, &context.budget).ok_or_else(|| no_levels(game))?;
        let Ok(looks) = looks else {
            let what = format!("foresight {rounds} is beyond the budget here");
            return match why_stopped(&context.budget) {
                Some(stopped) => {
                    printer.remark(what);
                    Ok(Exit::Stopped(stopped))
                }
                None => Err(Fault::with_hint(what, "ask for less foresight")),
            };
        };
        if common.json {
            printer.json(&wire::level::Looks::of(game, position, &looks))?;
        } else {
            if std::mem::take(&mut is_first) {
                super::show::board(position, printer)?;
                printer.line(format!("{} to move", words::side(game, position.side())))?;
            }
            tell_eyes(&looks, printer)?;
        }
    }
    Ok(Exit::Done)
}

/// Checks that the game is not over in this position.
pub(super) fn must_go_on(game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<(), Fault> {
    match position.turn() {
        Turn::Over(how) => Err(Fault::with_hint(
            format!("the game is over in this position: {}", words::outcome(game, how)),
            "give a position in which a side can move",
        )),
        Turn::Play(_) | Turn::Roll => Ok(()),
    }
}

/// Rates a position as a level.
pub(super) fn rated(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    of: &Match,
    side: Side,
    sample: &SamplePlan,
    context: &Context,
) -> Result<TextLevel, Fault> {
    let rated = position.rate(of, side, sample, context).ok_or_else(|| no_levels(game))?;
    rated.map_err(|_| {
        let what = format!("the chances from `{}` are beyond the budget", position.text());
        let hint = if sample.may_be_short {
            "ask for less foresight or a later position, or let the players guess with `--plays N`"
        } else {
            "ask for less foresight or a later position"
        };
        Fault::with_hint(what, hint)
    })
}

pub(super) fn no_levels(game: &dyn AnyGame) -> Fault {
    let what = format!("`{}` has no levels of this kind", game.facts().name);
    match game.levels_note() {
        Some(note) => Fault::with_hint(what, note),
        None => Fault::new(what),
    }
}

/// Prints a table of a player's view of every move, like the figures of the 2013 paper. A star
/// marks the moves that such a player may choose.
fn tell_eyes(eyes: &TextEyes, printer: &mut Printer) -> Result<(), Fault> {
    printer.line(format!("\nforesight {}", eyes.rounds))?;
    printer.line("  move    looks  expected play")?;
    for seen in &eyes.moves {
        let looks = match seen.look {
            Look::Win(_) => "+inf".to_owned(),
            Look::Open(reward) => format!("{reward:+}"),
            Look::Loss(_) => "-inf".to_owned(),
        };
        let mark = if seen.is_liked { '*' } else { ' ' };
        printer.line(format!("{mark} {:6}{looks:>7}  {}", seen.mv, seen.line.join(" ")))?;
    }
    Ok(())
}

/// Reads a range of foresights: `2` or `1..3`.
fn read_rounds(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let read = |text: &str| text.parse().ok().filter(|it| (1..=Player::MOST_ROUNDS).contains(it));
    match (read(least), read(most)) {
        (Some(least), Some(most)) if least <= most => Ok((least, most)),
        _ => Err(format!("foresights are `2` or `1..3`, from 1 to {}", Player::MOST_ROUNDS)),
    }
}
