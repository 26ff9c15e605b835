//! What a player with some foresight sees of a position: how good every move looks to it, which
//! moves look equally good, the play that it imagines, and what lies beyond its horizon.
//!
//! Everything comes from [`Sight`], which also chooses the moves of such players.

use crate::policy::{Ties, Unknown};
use crate::say::{moves, number, plies};
use crate::sight::{Look, Sight};
use spar_rules::{Reward, Tactics, Value};

/// A position in the eyes of a player with some foresight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eyes<M> {
    /// The foresight in rounds, at least 1.
    pub rounds: u32,
    /// Every legal move.
    pub moves: Vec<MoveInSight<M>>,
}

/// A move in the eyes of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInSight<M> {
    /// The move.
    pub mv: M,
    /// How good it looks.
    pub look: Look,
    /// The play that the player imagines after it, up to its horizon.
    pub line: Vec<M>,
    /// Whether the player may choose it: no move looks better. All wins in sight look equally
    /// good, and so do all losses.
    pub is_liked: bool,
}

/// The last ply that a player with this foresight sees.
pub fn horizon(rounds: u32) -> u32 {
    2 * rounds.max(1)
}

/// How far a player with this foresight sees, in a sentence.
pub fn reach(rounds: u32) -> String {
    format!("Foresight {rounds} looks {} ahead and sees nothing beyond.", plies(horizon(rounds)))
}

/// The number of plies by which an end of the game lies beyond the horizon; `None` if it is in
/// sight.
pub fn beyond(rounds: u32, end: u32) -> Option<u32> {
    end.checked_sub(horizon(rounds)).filter(|it| *it > 0)
}

/// Sees a position as a player with this foresight does.
///
/// # Errors
/// If the budget of the sight is exceeded.
pub fn see<G: Tactics + Reward>(
    game: &G,
    sight: &mut Sight<'_, G>,
    position: &G::Position,
    rounds: u32,
) -> Result<Eyes<G::Move>, Unknown> {
    let mut liked = Vec::new();
    sight.preferred(position, rounds, Ties::Any, &mut liked)?;
    let mut moves = Vec::new();
    for (mv, look) in sight.looks(position, rounds)? {
        let next = game.after(position, mv.clone());
        let line = sight.line(&next, horizon(rounds) - 1)?;
        let is_liked = liked.contains(&mv);
        moves.push(MoveInSight { mv, look, line, is_liked });
    }
    Ok(Eyes { rounds: rounds.max(1), moves })
}

impl<M> Eyes<M> {
    /// The moves that look equally good to the player, and better than all others.
    pub fn liked(&self) -> impl Iterator<Item = &MoveInSight<M>> {
        self.moves.iter().filter(|it| it.is_liked)
    }

    /// The same with its moves converted; `line` converts the play after a move.
    pub fn map<N>(
        self,
        mut mv: impl FnMut(&M) -> N,
        mut line: impl FnMut(&M, &[M]) -> Vec<N>,
    ) -> Eyes<N> {
        let convert = |it: MoveInSight<M>| MoveInSight {
            line: line(&it.mv, &it.line),
            mv: mv(&it.mv),
            look: it.look,
            is_liked: it.is_liked,
        };
        Eyes { rounds: self.rounds, moves: self.moves.into_iter().map(convert).collect() }
    }

    /// One sentence about what the player sees; none if there are no moves. `name` gives the
    /// display name of a move.
    pub fn sentence(&self, name: impl Fn(&M) -> String) -> Option<String> {
        let liked: Vec<&MoveInSight<M>> = self.liked().collect();
        let names: Vec<String> = liked.iter().map(|it| name(&it.mv)).collect();
        let who = format!("Foresight {}", self.rounds);
        let ends = |it: fn(&Look) -> Option<u32>| liked.iter().filter_map(move |one| it(&one.look));
        let won = ends(|look| if let Look::Win(end) = look { Some(*end) } else { None }).min();
        let lost = ends(|look| if let Look::Loss(end) = look { Some(*end) } else { None }).max();
        Some(match (&names[..], won, lost) {
            ([], ..) => return None,
            ([one], Some(end), _) => format!("{who} sees that {one} wins in {}.", winner(end)),
            (_, Some(_), _) => format!("{who} sees that {} win.", listed(&names)),
            (_, _, Some(_)) => format!("{who} sees that every move loses."),
            ([one], ..) if self.moves.len() == 1 => format!("{who} has only one move, {one}."),
            ([one], ..) => format!("To foresight {}, {one} looks best.", self.rounds),
            (all, ..) if all.len() == self.moves.len() => {
                format!("To foresight {}, all {} moves look equal.", self.rounds, all.len())
            }
            _ => format!(
                "To foresight {}, {} look equal, and better than the others.",
                self.rounds,
                listed(&names)
            ),
        })
    }
}

/// One sentence about what a player with this foresight could not see of a move that changed the
/// outcome from `had` to `has`; `None` if it could see it, or if there is no end to be seen.
pub fn unseen(rounds: u32, had: Value, has: Value) -> Option<String> {
    // A loss that the move brings about; else a win that it gives away.
    let (what, end) = match (had, has) {
        (Value::Win(_) | Value::Draw, Value::Loss(end)) => ("the loss", end),
        (Value::Win(end), Value::Draw) => ("the win", end),
        _ => return None,
    };
    let further = beyond(rounds, end)?;
    Some(format!(
        "Foresight {rounds} could not see this: {what} lies {} beyond its horizon.",
        plies(further)
    ))
}

/// The number of the winner's moves in a win after this many plies.
fn winner(plies: u32) -> String {
    moves(plies.div_ceil(2))
}

/// `a1`, `a1 and b2`, `a1, b2 and c3`; from six on only their number.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] if names.len() < 6 => format!("{} and {last}", most.join(", ")),
        all => format!("{} moves", number(all.len())),
    }
}
