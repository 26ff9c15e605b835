//! A position of a race with its perspective, its questions, and the rules for giving up.

use super::questions::{PolicyAnswer, PolicyQuestion, answer};
use super::tables::{PolicyTable, TableQuestion, table};
use super::{Followed, Walker, WalkerError};
use crate::policy::Player;
use spar_rules::{ReadError, Separable, Side, quoted};
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::{BothBest, Chances, Quits};
use spar_solve::{Budget, Context, Interval, SolveError};
use std::collections::HashMap;

/// A position of a race, with methods that answer questions about it.
///
/// ```
/// use spar_challenge::track::{Objective, PolicyQuestion, Walk};
/// use spar_games::ladders::{Ladders, Setup};
/// use spar_rules::{Game, Side};
/// use spar_solve::{Budget, Context};
///
/// let game = Ladders::new(Setup::default()).unwrap();
/// let walk = Walk::at(&game, &game.start());
/// let novice = walk.walker(&"novice".parse().unwrap(), &Budget::unlimited()).unwrap();
/// let objective = Objective::Against(novice);
/// let question = PolicyQuestion { objective, precision: 1e-9, with_sweeps: false };
/// let context = Context::bare(Budget::unlimited());
/// let found = walk.answer(&walk.place(Side::First), &question, &context).unwrap();
/// assert_eq!(format!("{:.4}", found.chance.unwrap().middle()), "0.7062");
/// ```
pub struct Walk {
    track: Track,
    /// The place from each side's perspective.
    places: [Place; 2],
}

impl Walk {
    /// Creates it for a position.
    pub fn at<G: Separable>(game: &G, position: &G::Position) -> Walk {
        let places = [Side::First, Side::Second].map(|side| Place::of(game, position, side));
        Walk { track: Track::of(game), places }
    }

    /// The squares of the race.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The place from a side's perspective.
    pub fn place(&self, side: Side) -> Place {
        self.places[side as usize]
    }

    /// The choices of a player by squares.
    ///
    /// # Errors
    /// If the race does not have such a player, or its choices cannot be computed within the
    /// budget.
    pub fn walker(&self, player: &Player, budget: &Budget) -> Result<Walker, WalkerError> {
        Walker::of(&self.track, player, budget)
    }

    /// Reads a rule for giving up from the text of a file, with lines `ours theirs chance`.
    ///
    /// # Errors
    /// If a line is not valid; the message names it.
    pub fn quit_chances(&self, text: &str) -> Result<QuitRule, ReadError> {
        QuitRule::read_chances(&self.track, text)
    }

    /// The rule for giving up at a distance of half the board.
    pub fn quit_half(&self) -> QuitRule {
        QuitRule::half(&self.track)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If nothing was proven before the work was stopped, or if the memory does not suffice.
    pub fn answer(
        &self,
        place: &Place,
        question: &PolicyQuestion,
        context: &Context,
    ) -> Result<PolicyAnswer, SolveError> {
        answer(&self.track, place, question, context)
    }

    /// The value of every square or pair of squares.
    ///
    /// # Errors
    /// If the work is stopped, or the memory does not suffice.
    pub fn table(
        self,
        question: &TableQuestion,
        context: &Context,
    ) -> Result<PolicyTable, SolveError> {
        table(self.track, question, context)
    }

    /// Computes the chances of two players with given choices; the second gives up by a rule.
    ///
    /// # Errors
    /// If the work is stopped, or the memory does not suffice.
    pub fn meet(
        &self,
        players: [&Walker; 2],
        quits: &QuitRule,
        context: &Context,
    ) -> Result<Followed, SolveError> {
        Followed::between(&self.track, players, quits, context)
    }
}

/// The squares of both pieces from one side's perspective, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Our side.
    pub side: Side,
    /// Our square.
    pub ours: usize,
    /// The opponent's square.
    pub theirs: usize,
    /// Whether the next move is ours.
    pub we_move: bool,
}

impl Place {
    /// The place of a position from this side's perspective.
    pub fn of<G: Separable>(game: &G, position: &G::Position, side: Side) -> Place {
        let [first, second] = game.squares_of(position).map(|it| it as usize);
        let (ours, theirs) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        Place { side, ours, theirs, we_move: side == game.side(position) }
    }

    /// Our chance here.
    pub fn chance(&self, chances: &Chances) -> Interval {
        if self.we_move {
            chances.at(self.ours, self.theirs)
        } else {
            chances.second(self.ours, self.theirs)
        }
    }

    /// Our chance here with optimal play of both.
    pub fn chance_of_both(&self, both: &BothBest) -> Interval {
        if self.we_move {
            both.chance(self.ours, self.theirs)
        } else {
            both.chance(self.theirs, self.ours).opposite()
        }
    }
}

/// The rule by which a player gives up, checked after its opponent's move.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum QuitRule {
    /// Never.
    #[default]
    Never,
    /// When the pieces are at least this many squares apart.
    Apart(usize),
    /// With this chance, by the opponent's square and its own; never for other pairs.
    Chances(HashMap<(usize, usize), f64>),
}

impl QuitRule {
    /// The rule for a distance of half the board, as in the 2010 paper.
    pub fn half(track: &Track) -> QuitRule {
        QuitRule::Apart(track.n().div_ceil(2))
    }

    /// Reads lines `ours theirs chance`: two squares, and the chance that the opponent gives
    /// up.
    ///
    /// # Errors
    /// If a line is not valid; the message names it.
    pub fn read_chances(track: &Track, text: &str) -> Result<QuitRule, ReadError> {
        let mut chances = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
            let read = || {
                let mut parts = line.split([' ', '\t', ',']).filter(|it| !it.is_empty());
                let ours = parts.next()?.parse().ok().filter(|it| *it < track.n())?;
                let theirs = parts.next()?.parse().ok().filter(|it| *it < track.n())?;
                let chance = parts.next()?.parse().ok().filter(|it| (0.0..=1.0).contains(it))?;
                parts.next().is_none().then_some(((ours, theirs), chance))
            };
            let (pair, chance) = read().ok_or_else(|| {
                let what =
                    format!("line {}: {} is not `ours theirs chance`", number + 1, quoted(line));
                let hint = format!("squares are 0 to {}, a chance is from 0 to 1", track.goal());
                ReadError::new(what).hint(hint)
            })?;
            if chances.insert(pair, chance).is_some() {
                let what = format!("line {}: the pair is given twice", number + 1);
                return Err(ReadError::new(what));
            }
        }
        Ok(QuitRule::Chances(chances))
    }

    /// Calls `then` with the rule in the form of the solvers.
    pub fn with<T>(&self, then: impl FnOnce(Quits<'_>) -> T) -> T {
        match self {
            QuitRule::Never => then(Quits::Never),
            QuitRule::Apart(squares) => then(Quits::Apart(*squares)),
            QuitRule::Chances(chances) => {
                let chance = |ours, theirs| chances.get(&(ours, theirs)).copied().unwrap_or(0.0);
                then(Quits::Chance(&chance))
            }
        }
    }
}
