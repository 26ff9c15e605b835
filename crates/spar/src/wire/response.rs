//! The best response to a player, as JSON.

use super::{Between, Position, ValueInPlies, side_word};
use serde::Serialize;
use spar_catalog::{AnyGame, AnyPosition};
use spar_challenge::policy::Player;
use spar_challenge::response::{Mistake, Response};
use spar_solve::mdp::expected::Outlook;

/// What beats a player, and how often.
#[derive(Debug, Serialize)]
pub struct BestResponse {
    /// Where it is asked.
    #[serde(flatten)]
    pub position: Position,
    /// The value of the game, for the side to move.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// The player that is answered.
    pub against: String,
    /// The side that responds: `first` or `second`.
    pub side: &'static str,
    /// What it can expect.
    #[serde(flatten)]
    pub outlook: Chances,
    /// The moves with the best expected result, if that side is to move.
    pub best: Vec<String>,
    /// Every move, if that side is to move.
    pub moves: Vec<MoveChances>,
    /// The mistake that the best move invites.
    pub mistake: Option<Invited>,
}

/// Chances of one side.
#[derive(Debug, Serialize)]
pub struct Chances {
    /// Of a win.
    pub chance: Between,
    /// Of a draw.
    pub draw: Between,
    /// Of a loss.
    pub loss: Between,
    /// The expected result: a win counts 1, a draw 1/2.
    pub result: Between,
    /// Win, draw and loss as fractions, where they are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<[String; 3]>,
}

/// A move and what can be expected after it.
#[derive(Debug, Serialize)]
pub struct MoveChances {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What can be expected.
    #[serde(flatten)]
    pub chances: Chances,
}

/// A reply that gives something away.
#[derive(Debug, Serialize)]
pub struct Invited {
    /// The best move before it.
    pub after: String,
    /// The reply.
    pub reply: String,
    /// How often it is made: this many of `whole`.
    pub weight: u32,
    /// The whole.
    pub whole: u32,
}

impl BestResponse {
    /// A response as it was found.
    pub fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        value: Option<spar_rules::Value>,
        against: &Player,
        found: &Response,
    ) -> BestResponse {
        let valued = |(mv, outlook): &(String, Outlook)| MoveChances {
            mv: mv.clone(),
            chances: outlook.into(),
        };
        let invited = |it: &Mistake<String>| Invited {
            after: it.after.clone(),
            reply: it.reply.clone(),
            weight: it.weight,
            whole: it.whole,
        };
        BestResponse {
            position: Position::of(game, position),
            value: value.into(),
            against: against.to_string(),
            side: side_word(found.side),
            outlook: (&found.outlook).into(),
            best: found.best.clone(),
            moves: found.moves.iter().map(valued).collect(),
            mistake: found.mistake.as_ref().map(invited),
        }
    }
}

impl From<&Outlook> for Chances {
    fn from(outlook: &Outlook) -> Chances {
        let bounds = outlook.bounds();
        let exact = outlook.exact().map(|it| [it.wins(), it.draws(), it.losses()]);
        Chances {
            chance: bounds.win.into(),
            draw: bounds.draw.into(),
            loss: bounds.loss.into(),
            result: bounds.result.into(),
            exact: exact.map(|all| all.map(|it| it.to_string())),
        }
    }
}
