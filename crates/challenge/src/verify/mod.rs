//! Proves the claims of a level again, with independent, simple code.
//!
//! A level claims that the side to move wins in n plies with exactly these moves, and that this
//! learner has this chance against this opponent. It was created by fast solvers. [`Checker`]
//! uses none of them, only the rules of the game, the definition of a [`Player`], and plain
//! recursion with memoisation. So an error goes unnoticed only if it is made twice, in two
//! different ways.
//!
//! ```
//! use spar_challenge::policy::Player;
//! use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
//! use spar_games::lines::Lines;
//! use spar_rules::{Notation, Side, Value};
//!
//! let game = Lines::named("tictactoe").unwrap();
//! let position = game.read_position("xx./oo./...").unwrap();
//! let c3 = game.read_move(&position, "c3").unwrap();
//! let mut claim = Claim {
//!     position,
//!     learner_side: Side::First,
//!     learner: Player::perfect(),
//!     opponent: Player::random(),
//!     value: Value::Win(1),
//!     winning: vec![c3],
//!     fastest: vec![c3],
//!     chances: Claimed::Exact { win: 1, draw: 0, loss: 0, whole: 1 },
//! };
//! let mut checker = Checker::new(&game, 10_000);
//! assert_eq!(checker.check(&claim), Ok(()));
//! claim.value = Value::Win(3);
//! assert_eq!(checker.check(&claim), Err(Doubt::Sooner { winner: Side::First, plies: 3 }));
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `claim` | the claims of a level; repeated positions in a list |
//! | `doubt` | why a claim is rejected |
//! | `force` | can this side force a win from here? |
//! | `sight` | evaluations of a player with some foresight |
//! | `meeting` | the chances in a game between two players |
//! | `odds` | chances as fractions, and their bounds |
//! | `cycles` | forced wins and chances in games with cycles |
//! | `track` | races, whose positions may repeat |
//!
//! Recursion needs games that end. In games with cycles, all positions are listed and facts are
//! proved in rounds; endless play is a draw.

mod claim;
mod cycles;
mod doubt;
mod force;
mod meeting;
mod odds;
mod sight;
mod track;

pub use claim::{Claim, Claimed, Repeat, repeats};
pub use doubt::{Doubt, List};
pub use track::{TrackClaim, TrackFound, check_track};

use crate::policy::Player;
use doubt::TooMuch;
use force::{EVER, Proven, legal};
use meeting::ClaimedPlayers;
use odds::{Fractions, ProvenOdds};
use rustc_hash::FxHashMap;
use spar_rules::{Notation, Reward, Side, Turn, Value};

/// The maximum width of the bounds of a chance. Users read three digits of a chance, and
/// correct bounds of a few hundred additions are about 10⁹ times as tight.
pub const WIDEST: f64 = 1e-6;

/// Proves claims about one game. It caches proven facts, so that claims about related positions
/// share the work.
#[derive(Debug)]
pub struct Checker<'a, G: Reward + Notation> {
    game: &'a G,
    most_positions: u64,
    left: u64,
    proven: FxHashMap<(G::Position, Side), Proven>,
    seen: FxHashMap<(G::Position, u32), i64>,
    odds: FxHashMap<(G::Position, ClaimedPlayers), ProvenOdds>,
}

/// Checks that both players are defined by foresight or by values.
fn known(players: [&Player; 2]) -> Result<(), Doubt> {
    match players.into_iter().find(|it| it.habit().is_none()) {
        Some(player) => Err(Doubt::Player { player: player.clone() }),
        None => Ok(()),
    }
}

impl<'a, G: Reward + Notation> Checker<'a, G> {
    /// Creates a checker that gives up on a claim if it would have to list the moves of more
    /// than `most_positions` positions. It caches at most twice as many, each in at most about
    /// 200 bytes for a position of two words.
    ///
    /// Measured on 30 boards of `connect4` from random play, with 20 stones and a win in three
    /// moves: at most 0.4 million positions for foresight 1 against 3, at most 6 million for 3
    /// against 3; about a third for every two stones more.
    pub fn new(game: &'a G, most_positions: u64) -> Checker<'a, G> {
        Checker {
            game,
            most_positions,
            left: most_positions,
            proven: FxHashMap::default(),
            seen: FxHashMap::default(),
            odds: FxHashMap::default(),
        }
    }

    /// Proves every claim of a level again.
    ///
    /// # Errors
    /// The first claim that is wrong, or [`Doubt::TooMuch`] if the proof exceeds its limit.
    pub fn check(&mut self, claim: &Claim<G>) -> Result<(), Doubt> {
        self.begin();
        let Turn::Play(mover) = self.game.turn(&claim.position) else { return Err(Doubt::Over) };
        known([&claim.learner, &claim.opponent])?;
        self.check_value(&claim.position, mover, claim.value)?;
        self.check_list(claim, List::Winning)?;
        self.check_list(claim, List::Fastest)?;
        self.check_chances(claim)
    }

    /// The learner's chances from a position.
    ///
    /// # Errors
    /// If this exceeds the limit.
    pub fn chances(
        &mut self,
        position: &G::Position,
        learner_side: Side,
        learner: Player,
        opponent: Player,
    ) -> Result<Claimed, Doubt> {
        self.begin();
        known([&learner, &opponent])?;
        Ok(self.odds(position, &ClaimedPlayers { learner_side, learner, opponent })?.into())
    }

    /// Every move with its value for the side that makes it.
    ///
    /// # Errors
    /// If this exceeds the limit.
    pub fn move_values(&mut self, position: &G::Position) -> Result<Vec<(G::Move, Value)>, Doubt> {
        self.begin();
        let mover = self.game.side(position);
        let mut values = Vec::new();
        for mv in legal(self.game, position) {
            let next = self.game.after(position, mv.clone());
            let value = match self.distance(&next, mover)? {
                Some(plies) => Value::Win(plies + 1),
                None => match self.distance(&next, mover.other())? {
                    Some(plies) => Value::Loss(plies + 1),
                    None => Value::Draw,
                },
            };
            values.push((mv, value));
        }
        Ok(values)
    }

    fn begin(&mut self) {
        self.left = self.most_positions;
        let remembered = self.proven.len() + self.seen.len() + self.odds.len();
        if remembered as u64 > self.most_positions {
            self.proven.clear();
            self.seen.clear();
            self.odds.clear();
        }
    }

    /// Counts one more position whose moves are listed.
    fn spend(&mut self) -> Result<(), TooMuch> {
        let too_much = TooMuch { positions: self.most_positions };
        self.left = self.left.checked_sub(1).ok_or(too_much)?;
        Ok(())
    }

    fn check_value(
        &mut self,
        position: &G::Position,
        mover: Side,
        value: Value,
    ) -> Result<(), Doubt> {
        let (winner, plies) = match value {
            Value::Win(plies) => (mover, plies),
            Value::Loss(plies) => (mover.other(), plies),
            Value::Draw => {
                for winner in [mover, mover.other()] {
                    if self.can_win(position, winner, EVER)? {
                        return Err(Doubt::NotDrawn { winner });
                    }
                }
                return Ok(());
            }
        };
        if !self.can_win(position, winner, plies)? {
            return Err(Doubt::NotWithin { winner, plies });
        }
        // An unfinished position is not won in 0 plies, so `plies` is above 0 here.
        if self.can_win(position, winner, plies - 1)? {
            return Err(Doubt::Sooner { winner, plies });
        }
        Ok(())
    }

    /// Compares a list of moves with the results of all legal moves. The value is already
    /// proved.
    fn check_list(&mut self, claim: &Claim<G>, list: List) -> Result<(), Doubt> {
        let (game, position) = (self.game, &claim.position);
        let listed = match list {
            List::Winning => &claim.winning,
            List::Fastest => &claim.fastest,
        };
        let legal = legal(game, position);
        for (index, mv) in listed.iter().enumerate() {
            if !legal.contains(mv) {
                return Err(Doubt::Illegal { list, mv: format!("{mv:?}") });
            }
            if listed[..index].contains(mv) {
                return Err(Doubt::Twice { list, mv: game.write_move(position, mv.clone()) });
            }
        }
        for mv in legal {
            let belongs = match (claim.value, list) {
                (Value::Win(_), List::Winning) => self.keeps_win(position, mv.clone(), EVER)?,
                (Value::Win(plies), List::Fastest) => {
                    self.keeps_win(position, mv.clone(), plies - 1)?
                }
                (Value::Draw | Value::Loss(_), _) => false,
            };
            let written = || game.write_move(position, mv.clone());
            match (belongs, listed.contains(&mv)) {
                (true, false) => return Err(Doubt::Missing { list, mv: written() }),
                (false, true) => return Err(Doubt::Extra { list, mv: written() }),
                (true, true) | (false, false) => {}
            }
        }
        Ok(())
    }

    /// Returns whether the mover wins within `plies` plies after this move.
    fn keeps_win(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        plies: u32,
    ) -> Result<bool, TooMuch> {
        let next = self.game.after(position, mv);
        self.can_win(&next, self.game.side(position), plies)
    }

    fn check_chances(&mut self, claim: &Claim<G>) -> Result<(), Doubt> {
        let Claim { learner_side, chances: claimed, .. } = *claim;
        let (learner, opponent) = (claim.learner.clone(), claim.opponent.clone());
        let who = ClaimedPlayers { learner_side, learner, opponent };
        let found = self.odds(&claim.position, &who)?;
        let other = Doubt::Chance { claimed, found: Box::new(found.into()) };
        match claimed {
            Claimed::Exact { win, draw, loss, whole } => {
                let fractions = Fractions::new([win, draw, loss], whole);
                let fractions = fractions.ok_or(Doubt::NoWhole { claimed })?;
                let found = found.exact().ok_or(Doubt::NotExact { claimed })?;
                if fractions == found { Ok(()) } else { Err(other) }
            }
            Claimed::Bounded(bounds) => {
                let (mut wide, mut apart) = (false, false);
                for ((low, high), truth) in bounds.into_iter().zip(found.bounds) {
                    // This form of the condition also rejects NaN.
                    if !(0.0 <= low && low <= high && high <= 1.0) {
                        return Err(Doubt::NoBounds { claimed });
                    }
                    wide |= high - low > WIDEST;
                    apart |= high < truth.0 || truth.1 < low;
                }
                match (apart, wide) {
                    (true, _) => Err(other),
                    (false, true) => Err(Doubt::Wide { claimed, widest: WIDEST }),
                    (false, false) => Ok(()),
                }
            }
        }
    }
}
