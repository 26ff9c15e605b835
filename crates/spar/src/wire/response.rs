//! The JSON output for the best response to a player.

use super::{Between, Position, ValueInPlies, side_word};
use serde::Serialize;
use spar_catalog::{AnyGame, AnyPosition};
use spar_challenge::policy::Player;
use spar_challenge::response::{Mistake, Response};
use spar_solve::mdp::expected::Outlook;

/// The best response to a player.
#[derive(Debug, Serialize)]
pub struct BestResponse {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The value of the position for the side to move.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// The player to respond to.
    pub against: String,
    /// The responding side: `first` or `second`.
    pub side: &'static str,
    /// The expected chances of the responding side.
    #[serde(flatten)]
    pub outlook: Chances,
    /// If the responding side is to move: the moves with the best expected result.
    pub best: Vec<String>,
    /// If the responding side is to move: every move.
    pub moves: Vec<MoveChances>,
    /// The mistake that the best move invites.
    pub mistake: Option<Invited>,
}

/// The chances of one side.
#[derive(Debug, Serialize)]
pub struct Chances {
    /// The chance to win.
    pub chance: Between,
    /// The chance of a draw.
    pub draw: Between,
    /// The chance to lose.
    pub loss: Between,
    /// The expected result: a win counts 1, a draw 1/2.
    pub result: Between,
    /// The chances to win, draw and lose as fractions, if they are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<[String; 3]>,
}

/// A move and the chances after it.
#[derive(Debug, Serialize)]
pub struct MoveChances {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chances after it.
    #[serde(flatten)]
    pub chances: Chances,
}

/// A mistake that the opponent may make.
#[derive(Debug, Serialize)]
pub struct Invited {
    /// The best move that invites it.
    pub after: String,
    /// The opponent's mistake.
    pub reply: String,
    /// Its probability is `weight / whole`.
    pub weight: u32,
    /// The divisor of the weight.
    pub whole: u32,
}

impl BestResponse {
    /// Converts a best response.
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
