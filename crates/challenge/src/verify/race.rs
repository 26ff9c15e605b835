//! Levels of races, proved again: the players from their definitions, and chances by plain
//! means over plain tables, once from below and once from above.

use super::WIDEST;
use super::claim::Claimed;
use super::doubt::{Doubt, TooMuch};
use crate::player::Player;
use spar_rules::{Race, Side, Turn};

/// Sweeps at most: what needs more is not proved.
const MOST_SWEEPS: u32 = 20_000;

/// Figures this close are the same.
const SAME: f64 = 1e-11;

/// Ties: what is within this share of the best is as good, and the first is taken.
const TIE: f64 = 1e-9;

/// What differs by less than this differs by rounding alone.
const NOTHING: f64 = 1e-12;

/// The action that a player takes, by its own square and the other's; every action alike
/// where it is none.
type Takes = Vec<Vec<Option<usize>>>;

/// Proves the chances of a level of a race again, if it has no more pairs of squares than
/// this.
///
/// # Errors
/// Says what is not so, or that the proof would take too much.
pub fn check_race<G: Race>(
    game: &G,
    position: &G::Position,
    learner_side: Side,
    players: [Player; 2],
    claimed: Claimed,
    most_pairs: u64,
) -> Result<(), Doubt> {
    let n = u64::from(game.squares());
    if n * n > most_pairs {
        return Err(TooMuch { positions: most_pairs }.into());
    }
    if matches!(game.turn(position), Turn::Over(_)) {
        return Err(Doubt::Over);
    }
    let Claimed::Bounded(bounds) = claimed else { return Err(Doubt::NoBounds { claimed }) };
    for (low, high) in bounds {
        if !(0.0 <= low && low <= high && high <= 1.0) {
            return Err(Doubt::NoBounds { claimed });
        }
        if high - low > WIDEST {
            return Err(Doubt::Wide { claimed, widest: WIDEST });
        }
    }
    let gave_up = || Doubt::from(TooMuch { positions: most_pairs });
    let takes = players.map(|player| takes(game, player));
    let [Some(ours), Some(theirs)] = takes else { return Err(gave_up()) };
    let both = [0.0, 1.0].map(|from| chances(game, &ours, &theirs, from));
    let [low, high] = both.map(|table| at(game, position, learner_side, &table));
    if high - low > WIDEST / 2.0 {
        return Err(gave_up());
    }
    let [win, draw, loss] = bounds;
    let holds =
        |bounds: (f64, f64), low: f64, high: f64| bounds.0 <= high + SAME && low <= bounds.1 + SAME;
    let fits = holds(win, low, high) && holds(draw, 0.0, 0.0) && holds(loss, 1.0 - high, 1.0 - low);
    if fits {
        return Ok(());
    }
    let found = Box::new(Claimed::Bounded([(low, high), (0.0, 0.0), (1.0 - high, 1.0 - low)]));
    Err(Doubt::Chance { claimed, found })
}

/// The learner's chances: with the learner to move, and with the other to move, each by the
/// learner's square and the other's.
type Table = [Vec<Vec<f64>>; 2];

/// Means over means, from below or from above, until they stay the same.
fn chances<G: Race>(game: &G, ours: &Takes, theirs: &Takes, from: f64) -> Table {
    let (n, goal) = (game.squares() as usize, game.squares() as usize - 1);
    let mut table: Table = [vec![vec![from; n]; n], vec![vec![from; n]; n]];
    for _ in 0..MOST_SWEEPS {
        let mut next = table.clone();
        let mut change = 0.0_f64;
        for own in 0..goal {
            for other in 0..goal {
                let after = |to: usize| if to == goal { 1.0 } else { table[1][to][other] };
                next[0][own][other] = mean(game, own, ours[own][other], after);
                let after = |to: usize| if to == goal { 0.0 } else { table[0][own][to] };
                next[1][own][other] = mean(game, other, theirs[other][own], after);
                let off = |(new, old): (&Vec<Vec<f64>>, &Vec<Vec<f64>>)| {
                    (new[own][other] - old[own][other]).abs()
                };
                change = next.iter().zip(&table).map(off).fold(change, f64::max);
            }
        }
        table = next;
        if change <= 0.0 {
            break;
        }
    }
    table
}

/// The mean over all rolls of an action, or of every action alike.
fn mean<G: Race>(
    game: &G,
    square: usize,
    takes: Option<usize>,
    after: impl Fn(usize) -> f64,
) -> f64 {
    let of = |action: &spar_rules::Action| {
        let rolls = action.steps.iter();
        let each = rolls.map(|(steps, weight)| {
            f64::from(*weight) * after(game.lands(square as u32, *steps) as usize)
        });
        each.sum::<f64>() / f64::from(action.total())
    };
    let actions = game.actions();
    match takes {
        Some(action) => of(&actions[action]),
        None => actions.iter().map(of).sum::<f64>() / actions.len() as f64,
    }
}

/// The learner's chance in a position.
fn at<G: Race>(game: &G, position: &G::Position, learner: Side, table: &Table) -> f64 {
    let [first, second] = game.squares_of(position).map(|it| it as usize);
    let (own, other) = if learner == Side::First { (first, second) } else { (second, first) };
    match game.turn(position) {
        Turn::Over(_) => f64::from(u8::from(own == table[0].len() - 1)),
        Turn::Play(side) => table[usize::from(side != learner)][own][other],
        Turn::Roll => {
            let mut rolls = Vec::new();
            game.moves(position, &mut rolls);
            let (mut sum, mut whole) = (0.0, 0.0);
            for roll in rolls {
                let weight = f64::from(game.weight(position, roll));
                sum += weight * at(game, &game.after(position, roll), learner, table);
                whole += weight;
            }
            sum / whole
        }
    }
}

/// What a player takes, by its definition; `None` if that is not found out, or races have no
/// such player.
fn takes<G: Race>(game: &G, player: Player) -> Option<Takes> {
    let n = game.squares() as usize;
    let alone = |action: Vec<usize>| {
        Some(action.into_iter().map(|it| vec![Some(it); n]).collect::<Takes>())
    };
    match player {
        Player::Random => Some(vec![vec![None; n]; n]),
        Player::Novice => alone(novice(game)?),
        Player::Fastest => alone(fastest(game)?),
        Player::Perfect => perfect(game),
        Player::Foresight(..) => None,
    }
}

/// Two dice while more than six squares are left, one die while more than three are, then
/// one step.
fn novice<G: Race>(game: &G) -> Option<Vec<usize>> {
    let throws = |dice: usize| {
        let is_it = |action: &spar_rules::Action| match dice {
            0 => action.steps.len() == 1 && action.steps[0].0 == 1,
            1 => action.steps.iter().map(|it| it.0).eq(1..=6) && action.total() == 6,
            _ => action.steps.iter().map(|it| it.0).eq(2..=12) && action.total() == 36,
        };
        game.actions().iter().position(is_it)
    };
    let (step, die, dice) = (throws(0)?, throws(1)?, throws(2)?);
    let n = game.squares();
    let action = |square: u32| {
        if square + 6 < n {
            dice
        } else if square + 3 < n {
            die
        } else {
            step
        }
    };
    Some((0..n).map(action).collect())
}

/// The fewest turns, counted up from none until they stay the same.
fn fastest<G: Race>(game: &G) -> Option<Vec<usize>> {
    let (n, goal) = (game.squares() as usize, game.squares() as usize - 1);
    let mut turns = vec![0.0_f64; n];
    for _ in 0..MOST_SWEEPS {
        let of =
            |square: usize, action: usize| 1.0 + mean(game, square, Some(action), |to| turns[to]);
        let actions = 0..game.actions().len();
        let fewest = |square: usize| {
            let all = actions.clone().map(|action| of(square, action));
            all.fold(f64::INFINITY, f64::min)
        };
        let mut next: Vec<f64> = (0..goal).map(fewest).collect();
        next.push(0.0);
        let same = next.iter().zip(&turns).all(|(a, b)| (a - b).abs() <= 1e-14 * a.abs());
        if same {
            let first = |square: usize| {
                let near = |action: &usize| of(square, *action) <= fewest(square) * (1.0 + TIE);
                actions.clone().find(near)
            };
            return (0..goal).map(first).chain([Some(0)]).collect();
        }
        turns = next;
    }
    None
}

/// Both at their best, from below and from above until both are the same.
fn perfect<G: Race>(game: &G) -> Option<Takes> {
    let (n, goal) = (game.squares() as usize, game.squares() as usize - 1);
    let [mut low, mut high] = [0.0, 1.0].map(|from| vec![vec![from; n]; n]);
    let actions = 0..game.actions().len();
    let of = |table: &[Vec<f64>], own: usize, other: usize, action: usize| {
        let after = |to: usize| if to == goal { 1.0 } else { 1.0 - table[other][to] };
        mean(game, own, Some(action), after)
    };
    let best = |table: &[Vec<f64>], own: usize, other: usize| {
        actions.clone().map(|action| of(table, own, other, action)).fold(0.0, f64::max)
    };
    for _ in 0..MOST_SWEEPS {
        let [mut lower, mut higher] = [low.clone(), high.clone()];
        let mut apart = 0.0_f64;
        for own in 0..goal {
            for other in 0..goal {
                // What the other has at most leaves us at least the rest.
                lower[own][other] = best(&high, own, other);
                higher[own][other] = best(&low, own, other);
                apart = apart.max(higher[own][other] - lower[own][other]);
            }
        }
        (low, high) = (lower, higher);
        if apart <= 1e-13 {
            let first = |own: usize, other: usize| {
                let most = best(&low, own, other);
                let least = most * (1.0 - TIE) - NOTHING;
                actions.clone().find(|it| of(&low, own, other, *it) >= least)
            };
            let row = |own: usize| (0..n).map(|other| first(own, other)).collect();
            let rows = (0..n).map(|own| if own == goal { vec![Some(0); n] } else { row(own) });
            return Some(rows.collect());
        }
    }
    None
}
