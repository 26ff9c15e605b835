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
    let between = |ends: Ends| {
        let none = vec![vec![0.0; n as usize]; n as usize];
        let low = chances(game, &ours, &theirs, ends, [none.clone(), none]);
        let high = chances(game, &ours, &theirs, ends, possible(game, &ours, &theirs, ends));
        let [low, high] = [low, high].map(|it| at(game, position, learner_side, ends, &it));
        (low, high)
    };
    let (win, loss) = (between([1.0, 0.0]), between([0.0, 1.0]));
    // A game that goes on for ever is nobody's.
    let draw = ((1.0 - win.1 - loss.1).max(0.0), (1.0 - win.0 - loss.0).clamp(0.0, 1.0));
    if (win.1 - win.0).max(loss.1 - loss.0) > WIDEST / 4.0 {
        return Err(gave_up());
    }
    let found = [win, draw, loss];
    let holds = |(claimed, found): (&(f64, f64), &(f64, f64))| {
        claimed.0 <= found.1 + SAME && found.0 <= claimed.1 + SAME
    };
    if bounds.iter().zip(&found).all(holds) {
        return Ok(());
    }
    Err(Doubt::Chance { claimed, found: Box::new(Claimed::Bounded(found)) })
}

/// What it counts that the learner has arrived first, and that the other has.
type Ends = [f64; 2];

/// The learner's chances: with the learner to move, and with the other to move, each by the
/// learner's square and the other's.
type Table = [Vec<Vec<f64>>; 2];

/// For each pair 1 if what counts may come about, else 0.
fn possible<G: Race>(game: &G, ours: &Takes, theirs: &Takes, ends: Ends) -> Table {
    let n = game.squares() as usize;
    let mut table: Table = [vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]];
    loop {
        let next = after_one_move(game, ours, theirs, ends, &table);
        let more = next.map(|rows| {
            let can = |row: Vec<f64>| row.into_iter().map(|it| f64::from(u8::from(it > 0.0)));
            rows.into_iter().map(|row| can(row).collect()).collect()
        });
        if more == table {
            return table;
        }
        table = more;
    }
}

/// Means over means, from below or from above, until they stay the same.
fn chances<G: Race>(game: &G, ours: &Takes, theirs: &Takes, ends: Ends, from: Table) -> Table {
    let mut table = from;
    for _ in 0..MOST_SWEEPS {
        let next = after_one_move(game, ours, theirs, ends, &table);
        let is_same = next == table;
        table = next;
        if is_same {
            break;
        }
    }
    table
}

/// The means of what follows a move, for every pair.
fn after_one_move<G: Race>(
    game: &G,
    ours: &Takes,
    theirs: &Takes,
    [arrived, beaten]: Ends,
    table: &Table,
) -> Table {
    let goal = game.squares() as usize - 1;
    let mut next = table.clone();
    for own in 0..goal {
        for other in 0..goal {
            let after = |to: usize| if to == goal { arrived } else { table[1][to][other] };
            next[0][own][other] = mean(game, own, ours[own][other], after);
            let after = |to: usize| if to == goal { beaten } else { table[0][own][to] };
            next[1][own][other] = mean(game, other, theirs[other][own], after);
        }
    }
    next
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
fn at<G: Race>(game: &G, position: &G::Position, learner: Side, ends: Ends, table: &Table) -> f64 {
    let [first, second] = game.squares_of(position).map(|it| it as usize);
    let (own, other) = if learner == Side::First { (first, second) } else { (second, first) };
    match game.turn(position) {
        Turn::Over(_) => ends[usize::from(own != table[0].len() - 1)],
        Turn::Play(side) => table[usize::from(side != learner)][own][other],
        Turn::Roll => {
            let mut rolls = Vec::new();
            game.moves(position, &mut rolls);
            let (mut sum, mut whole) = (0.0, 0.0);
            for roll in rolls {
                let weight = f64::from(game.weight(position, roll));
                sum += weight * at(game, &game.after(position, roll), learner, ends, table);
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
