//! Positions that show a rule or a game under way, found by play at random.

use crate::registry::{AnyGame, AnyPosition, Picture};
use spar_rules::{Outcome, SplitMix, Turn};

/// Plays at random at most, until a picture is given up.
const PLAYS: u64 = 400;

/// A position that shows this; `None` if play at random does not come upon one.
pub(super) fn picture(game: &dyn AnyGame, what: Picture) -> Option<Box<dyn AnyPosition>> {
    match what {
        Picture::Begun => Some(played(game, 1, 2)),
        Picture::UnderWay => Some(under_way(game)),
        Picture::Won => {
            let won = ends(game).filter(|it| matches!(it.turn(), Turn::Over(Outcome::Win(_))));
            won.min_by_key(|it| n_tokens(&**it))
        }
        Picture::Drawn => ends(game).find(|position| position.turn() == Turn::Over(Outcome::Draw)),
    }
}

/// A position with about a third of the tokens that a whole game puts on the board.
fn under_way(game: &dyn AnyGame) -> Box<dyn AnyPosition> {
    let longest = (0..8).map(|seed| played(game, seed, usize::MAX)).map(|it| n_tokens(&*it)).max();
    let moves = longest.map_or(0, |tokens| (tokens / 2).clamp(2, 12));
    let mut positions = (0..PLAYS).map(|seed| played(game, seed, moves as usize));
    let goes_on = positions.find(|position| matches!(position.turn(), Turn::Play(_)));
    goes_on.unwrap_or_else(|| game.start())
}

/// How whole games end.
fn ends(game: &dyn AnyGame) -> impl Iterator<Item = Box<dyn AnyPosition>> + '_ {
    (0..PLAYS).map(|seed| played(game, seed, usize::MAX))
}

fn played(game: &dyn AnyGame, seed: u64, moves: usize) -> Box<dyn AnyPosition> {
    let mut position = game.start();
    let mut random = SplitMix::new(seed);
    for _ in 0..moves {
        let Some(mv) = pick(&mut random, position.moves()) else { break };
        if position.play(&mv).is_err() {
            break;
        }
    }
    position
}

fn pick(random: &mut SplitMix, mut moves: Vec<String>) -> Option<String> {
    let indices: Vec<usize> = (0..moves.len()).collect();
    random.pick(&indices).map(|index| moves.swap_remove(index))
}

fn n_tokens(position: &dyn AnyPosition) -> u32 {
    position.scene().map_or(0, |scene| scene.n_tokens())
}
