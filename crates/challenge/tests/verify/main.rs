//! The checker of levels: correct claims pass, and every small change is rejected.

mod doubts;
mod figures;
mod mutations;
mod right;
mod slow;
mod small;

use spar_challenge::policy::{Player, Ties};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Reward, Side, SplitMix, Turn, Value};

/// More positions than any claim here needs.
const PLENTY: u64 = 10_000_000;

/// The learner and the opponent.
type Pair = (Player, Player);

fn pairs() -> [Pair; 6] {
    [
        (Player::foresight(1, Ties::Any), Player::foresight(2, Ties::Any)),
        (Player::foresight(2, Ties::Fastest), Player::foresight(1, Ties::Fastest)),
        (Player::perfect(), Player::random()),
        (Player::random(), Player::perfect()),
        (Player::foresight(1, Ties::Fastest), Player::perfect()),
        (Player::random(), Player::foresight(1, Ties::Any)),
    ]
}

fn game(name: &str) -> Lines {
    Lines::named(name).unwrap()
}

/// Every unfinished position that play can reach from `from`, each once.
fn reachable<G: Game>(game: &G, from: &G::Position) -> Vec<G::Position> {
    let mut found = vec![from.clone()];
    let mut known = std::collections::HashSet::from([from.clone()]);
    let mut at = 0;
    while at < found.len() {
        let here = found[at].clone();
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        for mv in moves {
            let next = game.after(&here, mv);
            if matches!(game.turn(&next), Turn::Play(_)) && known.insert(next.clone()) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// This many unfinished positions with this many stones, by random play.
fn sample(game: &Lines, stones: u32, count: usize, seed: u64) -> Vec<Board> {
    let mut random = SplitMix::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = game.start();
        let mut moves = Vec::new();
        while board.n_stones() < stones {
            moves.clear();
            game.moves(&board, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            board = game.after(&board, mv);
        }
        if board.n_stones() == stones && matches!(game.turn(&board), Turn::Play(_)) {
            found.push(board);
        }
    }
    found
}

/// The chances that the checker computes, taken from its error for wrong ones.
fn found<G: Reward + Notation + Clone>(checker: &mut Checker<'_, G>, claim: &Claim<G>) -> Claimed {
    let [win, loss] = [(1, 0), (0, 1)].map(|(win, loss)| {
        let chances = Claimed::Exact { win, draw: 0, loss, whole: 1 };
        let claim = Claim { chances, ..claim.clone() };
        match checker.check(&claim) {
            Ok(()) => chances,
            Err(Doubt::Chance { found, .. }) => *found,
            Err(doubt) => panic!("{doubt}: {:?}", claim.position),
        }
    });
    assert_eq!(win, loss, "{:?}", claim.position);
    win
}

fn is_win(value: Value) -> bool {
    matches!(value, Value::Win(_))
}

fn sides() -> [Side; 2] {
    [Side::First, Side::Second]
}
