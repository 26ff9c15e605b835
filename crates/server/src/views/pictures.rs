//! Positions that show a rule or a game under way, found by play at random.

use spar_catalog::{AnyGame, AnyPosition, Picture};
use spar_rules::{Outcome, SplitMix, Turn};

/// Plays at random at most, until a picture is given up.
const PLAYS: u64 = 400;

/// A play at random is given up after this many moves: not every game must end.
const MOVES: usize = 2000;

/// A position that shows this; `None` if play at random does not come upon one.
pub(super) fn picture(game: &dyn AnyGame, what: Picture) -> Option<Box<dyn AnyPosition>> {
    match what {
        Picture::Begun => Some(played(game, 1, 2).end),
        Picture::UnderWay => Some(under_way(game)),
        Picture::Won => {
            let is_won = |it: &Played| matches!(it.end.turn(), Turn::Over(Outcome::Win(_)));
            ends(game).filter(is_won).min_by_key(|it| it.moves).map(|it| it.end)
        }
        Picture::Drawn => {
            let is_drawn = |it: &Played| it.end.turn() == Turn::Over(Outcome::Draw);
            ends(game).find(is_drawn).map(|it| it.end)
        }
    }
}

/// A position halfway through a game, but not after many moves.
fn under_way(game: &dyn AnyGame) -> Box<dyn AnyPosition> {
    let longest = (0..8).map(|seed| played(game, seed, MOVES).moves).max();
    let moves = longest.map_or(0, |moves| (moves / 2).clamp(2, 12));
    let mut positions = (0..PLAYS).map(|seed| played(game, seed, moves).end);
    let goes_on = positions.find(|position| matches!(position.turn(), Turn::Play(_)));
    goes_on.unwrap_or_else(|| game.start())
}

/// A play at random: its last position, and the number of its moves.
struct Played {
    end: Box<dyn AnyPosition>,
    moves: usize,
}

/// How whole games end.
fn ends(game: &dyn AnyGame) -> impl Iterator<Item = Played> + '_ {
    (0..PLAYS).map(|seed| played(game, seed, MOVES))
}

fn played(game: &dyn AnyGame, seed: u64, most: usize) -> Played {
    let mut end = game.start();
    let mut random = SplitMix::new(seed);
    let mut moves = 0;
    while moves < most {
        let Some(mv) = pick(&mut random, end.moves()) else { break };
        if end.play(&mv).is_err() {
            break;
        }
        moves += 1;
    }
    Played { end, moves }
}

fn pick(random: &mut SplitMix, mut moves: Vec<String>) -> Option<String> {
    let indices: Vec<usize> = (0..moves.len()).collect();
    random.pick(&indices).map(|index| moves.swap_remove(index))
}
