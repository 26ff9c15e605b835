mod ending;
mod place;
mod twin;

use super::Common;
use super::pieces::Pieces;
use super::players::{Players, SideName};
use super::rate::{must_go_on, no_levels, rated};
use crate::batch::{Batch, Item, read_positions};
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use ending::{ended, failed_with, no_such_level, tell};
use place::{LevelFormat, LevelSink};
use spar_catalog::budgets::for_one;
use spar_catalog::ladder::{RUNGS, Rung};
use spar_catalog::words;
use spar_catalog::{AnyGame, Report, Wish};
use spar_challenge::chance::Fraction;
use spar_challenge::generate::{Even, GenerateError, Pick, Span, Wanted};
use spar_challenge::hardness::Hardness;
use spar_challenge::judge::Goal;
use spar_challenge::level::{CATEGORIES, SamplePlan};
use spar_solve::{Context, SolveError};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Find start positions of a given hardness
///
/// Levels are positions in which the learner, who moves first, wins with best play. In a race, they
/// are pairs of squares from which the learner can win, and hardness follows from the learner's
/// chance divided by the best chance against the same opponent. If the whole game can be solved,
/// every position is examined with its exact chance: a level that is not found does not exist.
/// Larger games are searched by random play: every win is proved and every chance is exact, but
/// there may be levels that were not found. No two levels are the same by symmetry, and a seed
/// draws fairly from all that fit.
#[derive(Debug, Args)]
pub(super) struct Generate {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    #[command(flatten)]
    players: Players,
    /// The learner's side [default: either]
    #[arg(long = "as", value_name = "SIDE")]
    seat: Option<SideName>,
    /// Number of moves in which the learner can win: 3, 2..4, 6.. or ..3 [default: 2..]
    #[arg(long, value_name = "MOVES", value_parser = read_moves)]
    wins_in: Option<Span<u32>>,
    /// Hardness: easy, medium, hard, or several separated by commas
    #[arg(long, value_name = "HOW", value_delimiter = ',')]
    hardness: Vec<Hardness>,
    /// Easy for this foresight, but not for one round less of foresight: 1, 2 or 3
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..=i64::from(CATEGORIES)))]
    category: Option<u32>,
    /// The learner's chance to win: 0.2..0.4, 1/5..2/5, 20%.., ..40%
    #[arg(long, value_name = "CHANCES", value_parser = read_chances)]
    chance: Option<Span<Fraction>>,
    /// Stones on the board: 12, 20..30, 20.. or ..30
    #[arg(long, value_name = "STONES", value_parser = read_stones)]
    stones: Option<Span<u32>>,
    /// Fair starts: positions, won or not, whose expected score (a draw counts one half) is this
    /// close to `--score`; 0.05 if no number is given
    #[arg(long, value_name = "WITHIN", num_args = 0..=1, default_missing_value = "0.05")]
    even: Option<Fraction>,
    /// With `--even`: the learner's expected score
    #[arg(long, value_name = "SCORE", requires = "even", default_value = "1/2")]
    score: Fraction,
    /// With `--even`: each side wins at least this often
    #[arg(long, value_name = "SHARE", requires = "even", default_value = "10%")]
    least_wins: Fraction,
    /// Levels of this rung of the ladder that `serve` offers; 1 is the easiest
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=RUNGS.len() as i64), conflicts_with_all = ["learner", "opponent", "ties", "easy", "hard", "wins_in", "hardness", "category", "chance", "even"])]
    rung: Option<u32>,
    /// Number of levels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// A graded set of N levels, from easy to hard
    #[arg(long, value_name = "N", conflicts_with = "count", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    progression: Option<u64>,
    /// Leave out the positions in this file, and those that are the same by symmetry
    #[arg(long, value_name = "FILE")]
    served: Option<PathBuf>,
    /// Maximum number of random plays, if the game is too large to solve
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    attempts: u64,
    /// Output format [default: by the extension of `--out`, else text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<LevelFormat>,
    /// Pick the levels from the positions in this file, and print one line of JSON for each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "progression", "served", "attempts", "format"])]
    from: Option<PathBuf>,
    /// Instead of levels: the twin of POSITION, in which MOVE missed a win, a draw or, with chance,
    /// the better choice. A twin has the same side to move and differs in as few cells as possible,
    /// and MOVE is one of its best moves
    #[arg(long, num_args = 2, value_names = ["POSITION", "MOVE"], conflicts_with_all = ["learner", "opponent", "ties", "easy", "hard", "seat", "wins_in", "hardness", "category", "chance", "stones", "even", "rung", "count", "progression", "served", "attempts", "format", "from", "out", "shard", "restart"])]
    twin: Option<Vec<String>>,
    #[command(flatten)]
    pieces: Pieces,
}

/// Returns whether a search ended without a level.
fn found_none(report: &Report) -> bool {
    match report {
        Report::Solved(census) => census.taken == 0,
        Report::Searched { searched, stopped } => searched.taken == 0 && !stopped,
    }
}

/// The conditions on each level in addition to the user's options, in words.
fn besides(has_served: bool, needs_choice: bool) -> &'static str {
    match (has_served, needs_choice) {
        (false, false) => "",
        (true, false) => " besides those served",
        (false, true) => " in which a move can be wrong",
        (true, true) => " in which a move can be wrong, besides those served",
    }
}

/// Returns whether levels of this game are positions with a certain win.
fn has_values(game: &dyn AnyGame) -> bool {
    game.goals().contains(&Goal::Win)
}

impl Generate {
    // Long: it goes from the options through the search to the output.
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        if let Some([position, mv]) = self.twin.as_deref() {
            return twin::twin(&*game, position, mv, common, printer);
        }
        let mut wanted = self.wanted(&*game)?;
        if let Some(list) = &self.from {
            if !has_values(&*game) {
                return Err(Fault::with_hint(
                    "levels of this game cannot be picked from a list",
                    "leave out `--from`: every start of this game is checked",
                ));
            }
            return self.pick(&*game, &wanted, list, common, printer);
        }
        let served = match &self.served {
            Some(path) => canonical(&*game, path)?,
            None => HashSet::new(),
        };
        let (count, pick) = match self.progression {
            Some(count) => (count, Pick::Graded),
            None => (self.count, Pick::Fair),
        };
        let format = if common.json { Some(LevelFormat::Jsonl) } else { self.format };
        let mut place = LevelSink::new(format, self.pieces.target()?, printer)?;
        let seed = common.seed.unwrap_or(0);
        let (stones, attempts, served) = (self.stones, self.attempts, &served);
        // On a sheet, on a rung and in a graded set, every level must require a choice.
        let asks = wanted.needs_choice || place.is_sheet() || pick == Pick::Graded;
        wanted.needs_choice = asks;
        let (context, bar) = common.context_and_bar();
        let mut failed = None;
        let mut search = |wanted: &Wanted| {
            let wish = Wish { wanted, count, pick, seed, stones, served, attempts };
            game.generate(&wish, &context, &mut |level| {
                bar.clear();
                match place.add(&*game, &level) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(fault) => {
                        failed = Some(fault);
                        ControlFlow::Break(())
                    }
                }
            })
        };
        let mut report = search(&wanted);
        if wanted.needs_choice && matches!(&report, Some(Ok(report)) if found_none(report)) {
            wanted.needs_choice = false;
            report = search(&wanted);
        }
        let stopped = why_stopped(&context.budget);
        drop((context, bar));
        if let Some(fault) = failed {
            return Err(fault);
        }
        let report = match report.ok_or_else(|| no_levels(&*game))? {
            Ok(report) => Some(report),
            Err(GenerateError::Solve(SolveError::Stopped)) => None,
            Err(error) => return Err(failed_with(&error)),
        };
        let taken = place.end(&*game, &self.command(&*game, common)?)?;
        if let (Some(path), true) = (self.pieces.target()?, taken > 0) {
            let levels = words::counted(taken as usize, "level");
            printer.remark(format!("{levels} written to `{}`", path.display()));
        }
        if asks && !wanted.needs_choice && taken > 0 {
            printer.remark("in every level that fits, no move is wrong");
        }
        let besides = besides(!served.is_empty(), wanted.needs_choice);
        Ok(match report {
            Some(_) if wanted.impossible().is_some() => no_such_level(&wanted, printer),
            Some(report) => tell(report, taken, count, besides, stopped, printer),
            None => ended(stopped, taken, printer),
        })
    }

    /// The conditions on each level.
    fn wanted(&self, game: &dyn AnyGame) -> Result<Wanted, Fault> {
        let side = self.seat.as_ref().map(|it| it.side(game)).transpose()?;
        if !has_values(game) {
            self.check_chances()?;
        }
        if let Some(rung) = self.rung.and_then(Rung::numbered) {
            return Ok(Wanted { side, ..rung.wanted() });
        }
        let even = self.even.map(|within| even(self.score, within, self.least_wins)).transpose()?;
        // Fair starts include positions that are not won. Wins with the next move are excluded
        // unless requested.
        let any_win = Span { least: 2, most: u32::MAX };
        Ok(Wanted {
            of: self.players.of(game)?,
            side,
            wins_in: self.wins_in.or((even.is_none() && has_values(game)).then_some(any_win)),
            hardness: self.hardness.clone(),
            easy_from: self.category,
            chance: self.chance,
            even,
            needs_choice: false,
        })
    }

    /// Checks that no options are given that do not apply to games with levels by chances
    /// alone.
    fn check_chances(&self) -> Result<(), Fault> {
        let said = [
            ("wins-in", self.wins_in.is_some()),
            ("category", self.category.is_some()),
            ("stones", self.stones.is_some()),
            ("rung", self.rung.is_some()),
        ];
        match said.iter().find(|it| it.1) {
            None => Ok(()),
            Some((name, _)) => Err(Fault::with_hint(
                format!("`--{name}` does not apply to games with chance"),
                "`--hardness`, `--chance` and `--even` choose its levels",
            )),
        }
    }

    /// Picks the levels among the positions of a list; one row per level.
    fn pick(
        &self,
        game: &dyn AnyGame,
        wanted: &Wanted,
        list: &Path,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let items = fresh(self.pieces.positions(list, game)?, game)?;
        let name = &game.facts().name;
        let memory = common.limits().memory;
        let command = format!("generate {name} {} memory={memory}", self.filters(game)?);
        let batch = Batch { unit: "positions", command, seed: common.seed.unwrap_or(0), items };
        let budget = common.limits().interruptible();
        let context = Context::quiet(for_one(budget.clone()), common.sources());
        let piece = |item: &Item, seed: u64| {
            let position = game.read_position(&item.name)?;
            if must_go_on(game, &*position).is_err() || !wanted.fits_side(position.side()) {
                return Ok(Vec::new());
            }
            // Levels need exact chances, so one sampled play is enough here. Positions that
            // cannot be rated are not levels.
            let side = position.side();
            let Ok(level) =
                rated(game, &*position, &wanted.of, side, &SamplePlan::new(1, seed), &context)
            else {
                return Ok(Vec::new());
            };
            let stones = position.scene().map(|scene| scene.n_tokens());
            let fits = wanted.fits(&level)
                && self.stones.is_none_or(|span| stones.is_some_and(|it| span.contains(&it)));
            Ok(if fits { vec![wire::line(&wire::level::Level::of(game, &level))] } else { vec![] })
        };
        self.pieces.run(&batch, &piece, budget, common, printer)
    }

    /// All filters as one text. Equal filters have equal texts.
    fn filters(&self, game: &dyn AnyGame) -> Result<String, Fault> {
        let side = self.seat.as_ref().and_then(|it| it.side(game).ok());
        let seat = side.map_or("either", wire::side_word);
        Ok(format!(
            "{} as={seat} rung={:?} wins-in={:?} hardness={:?} category={:?} chance={:?} stones={:?} \
             even={:?} score={} least-wins={}",
            self.players.text(game)?,
            self.rung,
            self.wins_in,
            self.hardness,
            self.category,
            self.chance,
            self.stones,
            self.even,
            self.score,
            self.least_wins
        ))
    }

    /// The command that generates the same levels again.
    fn command(&self, game: &dyn AnyGame, common: &Common) -> Result<String, Fault> {
        let mut words = vec!["spar".to_owned(), "generate".to_owned(), self.game.clone()];
        match self.rung {
            Some(rung) => words.extend(["--rung".to_owned(), rung.to_string()]),
            None => words.extend(self.players.flags(game)?),
        }
        let mut flag = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
        };
        let span = |span: Span<u32>| format!("{}..{}", span.least, span.most);
        flag("as", self.seat.as_ref().map(SideName::to_string));
        flag("wins-in", self.wins_in.map(span));
        let hardness: Vec<String> = self.hardness.iter().map(Hardness::to_string).collect();
        flag("hardness", (!hardness.is_empty()).then(|| hardness.join(",")));
        flag("category", self.category.map(|it| it.to_string()));
        flag("chance", self.chance.map(|it| format!("{}..{}", it.least, it.most)));
        flag("stones", self.stones.map(span));
        flag("even", self.even.map(|it| it.to_string()));
        flag("score", self.even.map(|_| self.score.to_string()));
        flag("least-wins", self.even.map(|_| self.least_wins.to_string()));
        match self.progression {
            Some(count) => flag("progression", Some(count.to_string())),
            None => flag("count", Some(self.count.to_string())),
        }
        flag("served", self.served.as_ref().map(|it| it.display().to_string()));
        flag("seed", Some(common.seed.unwrap_or(0).to_string()));
        // Only sheets show their command, and on a sheet every level requires a choice.
        flag("format", Some("html".to_owned()));
        Ok(words.join(" "))
    }
}

/// Removes items that are symmetric images of earlier ones.
fn fresh(items: Vec<Item>, game: &dyn AnyGame) -> Result<Vec<Item>, Fault> {
    let mut seen = HashSet::new();
    let mut fresh = Vec::new();
    for item in items {
        let position = game.read_position(&item.name)?;
        if seen.insert(position.stands_for()) {
            fresh.push(item);
        }
    }
    Ok(fresh)
}

/// The range of even scores, and the least chance of each side to win.
fn even(score: Fraction, within: Fraction, least_wins: Fraction) -> Result<Even, Fault> {
    if score > Fraction::ONE {
        return Err(Fault::with_hint(
            format!("an expected score of {score} is not possible"),
            "scores go from 0 to 1; 1/2 is even",
        ));
    }
    if within > Fraction::new(1, 2).unwrap_or(Fraction::ONE) {
        return Err(Fault::with_hint(
            format!("`--even {within}` allows every score"),
            "give at most 1/2, such as `--even 0.05` or `--even 5%`",
        ));
    }
    let span = score.minus(within).zip(score.plus(within));
    let (least, most) =
        span.ok_or_else(|| Fault::new("the denominators of these fractions are too large"))?;
    // A side that wins this often scores at least this much, and so does the other side.
    let highest = Fraction::ONE.minus(least_wins);
    if least_wins > most || highest.is_none_or(|highest| least > highest) {
        return Err(Fault::with_hint(
            format!(
                "with a score from {least} to {most}, the sides cannot both have {least_wins} of the wins"
            ),
            "lower `--least-wins`, or move `--score` nearer to 1/2",
        ));
    }
    Ok(Even { score: Span { least, most }, least_wins })
}

/// Reads a range of the winner's moves: `3`, `2..4`, `6..` or `..3`.
fn read_moves(text: &str) -> Result<Span<u32>, String> {
    read_span(text, Span { least: 1, most: u32::MAX })
        .ok_or_else(|| "moves are `3`, `2..4`, `6..` or `..3`, from 1 on".to_owned())
}

/// Reads a range of stones: `12`, `20..30`, `20..` or `..30`.
fn read_stones(text: &str) -> Result<Span<u32>, String> {
    read_span(text, Span { least: 0, most: u32::MAX })
        .ok_or_else(|| "stones are `12`, `20..30`, `20..` or `..30`".to_owned())
}

/// Reads a range of chances: `0.2..0.4`.
fn read_chances(text: &str) -> Result<Span<Fraction>, String> {
    read_span(text, Span { least: Fraction::ZERO, most: Fraction::ONE })
        .ok_or_else(|| "chances are `0.2..0.4`, `0.2..` or `..0.4`, from 0 to 1".to_owned())
}

/// Reads `least..most`, or a single number for both, within limits. A missing end gets the
/// limit.
fn read_span<T: FromStr + PartialOrd + Copy>(text: &str, within: Span<T>) -> Option<Span<T>> {
    let span = match text.split_once("..") {
        Some(("", "")) => return None,
        Some((least, "")) => Span { least: least.parse().ok()?, most: within.most },
        Some(("", most)) => Span { least: within.least, most: most.parse().ok()? },
        Some((least, most)) => Span { least: least.parse().ok()?, most: most.parse().ok()? },
        None => {
            let both = text.parse().ok()?;
            Span { least: both, most: both }
        }
    };
    let fits =
        within.contains(&span.least) && within.contains(&span.most) && span.least <= span.most;
    fits.then_some(span)
}

/// The canonical texts of the positions in a file.
fn canonical(game: &dyn AnyGame, path: &Path) -> Result<HashSet<String>, Fault> {
    let key = |item: &Item| -> Result<String, Fault> {
        let position = game.read_position(&item.name)?;
        Ok(position.stands_for())
    };
    read_positions(path, game)?.iter().map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open_at_one_end() {
        let moves = |text: &str| read_moves(text).ok().map(|it| (it.least, it.most));
        assert_eq!(moves("3"), Some((3, 3)));
        assert_eq!(moves("2..4"), Some((2, 4)));
        assert_eq!(moves("6.."), Some((6, u32::MAX)));
        assert_eq!(moves("..3"), Some((1, 3)));
        for text in ["", "..", "0..", "..0", "4..2", "2...4", "-1..", "a..", "3.5.."] {
            assert_eq!(moves(text), None, "{text}");
        }
        let chances = |text: &str| read_chances(text).ok().map(|it| [it.least, it.most]);
        let fraction = |text: &str| text.parse::<Fraction>().unwrap();
        assert_eq!(chances("20%.."), Some([fraction("1/5"), Fraction::ONE]));
        assert_eq!(chances("..2/5"), Some([Fraction::ZERO, fraction("2/5")]));
        assert_eq!(chances("0.5..1.5"), None);
    }
}
