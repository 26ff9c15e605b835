//! Proofs of levels in races. Each player's choices are recomputed from its definition. Chances,
//! including those of best play, come from plain value iteration with simple tables, once from
//! below and once from above.

use super::WIDEST;
use super::claim::Claimed;
use super::doubt::{Doubt, TooMuch};
use crate::policy::Player;
use spar_rules::{Separable, Side, Turn};

/// The maximum number of sweeps. After these, [`chances`] returns the bounds found so far, which
/// may be narrow enough; [`fastest`] and [`perfect`] return `None`.
const MOST_SWEEPS: u32 = 20_000;

/// Numbers this close count as equal.
const SAME: f64 = 1e-11;

/// The tolerance for ties: values within this share of the best count as best, and the first
/// one is taken.
const TIE: f64 = 1e-9;

/// Smaller differences come from rounding alone.
const NOTHING: f64 = 1e-12;

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The action with this number.
    One(usize),
    /// Every action with equal probability.
    Any,
    /// The action with the largest value.
    Best,
}

/// How a player chooses, by its own square and the opponent's.
type Takes = Vec<Vec<Way>>;

/// The claims of a level of a race.
#[derive(Clone, Debug)]
pub struct TrackClaim<P> {
    /// The position.
    pub position: P,
    /// The side that the learner plays.
    pub learner_side: Side,
    /// The learner and the opponent.
    pub players: [Player; 2],
    /// The learner's chances.
    pub chances: Claimed,
    /// The lower and upper bound of the best chance against the opponent.
    pub best: (f64, f64),
    /// If the learner is to move and the level lists its actions: the bounds of the best chance
    /// after each, in order.
    pub worth: Option<Vec<(f64, f64)>>,
}

/// Results of the proof, for checking further statements of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackFound {
    /// The bounds of the learner's chance to win.
    pub win: (f64, f64),
    /// If the learner is to move: the bounds of the best chance after each action.
    pub worth: Vec<(f64, f64)>,
    /// If the learner is to move: the actions that it chooses from.
    pub usual: Vec<usize>,
    /// The opponent's action for each square of the learner, with the opponent on its current
    /// square; `None` if it chooses at random.
    pub answers: Vec<Option<usize>>,
}

/// If the learner or best play wins with less than this chance, it is not a level.
const CAN_WIN: f64 = 1e-9;

/// Proves the chances of a level of a race again, if the race has at most `most_pairs` pairs of
/// squares.
///
/// # Errors
/// If a claim is wrong, or the proof exceeds its limit.
// Long: it checks one claim after another with shared results.
pub fn check_track<G: Separable>(
    game: &G,
    claim: &TrackClaim<G::Position>,
    most_pairs: u64,
) -> Result<TrackFound, Doubt> {
    let TrackClaim { position, learner_side, players, chances: claimed, .. } = claim;
    let (learner_side, claimed) = (*learner_side, *claimed);
    let n = u64::from(game.squares());
    if n * n > most_pairs {
        return Err(TooMuch { positions: most_pairs }.into());
    }
    if matches!(game.turn(position), Turn::Over(_)) {
        return Err(Doubt::Over);
    }
    let bounds = claimed_bounds(claimed)?;
    let gave_up = || Doubt::from(TooMuch { positions: most_pairs });
    let takes = players.each_ref().map(|player| takes(game, player));
    let [Some(ours), Some(theirs)] = takes else {
        let player = players[usize::from(takes[0].is_some())].clone();
        return Err(Doubt::Player { player });
    };
    let none = || vec![vec![0.0; n as usize]; n as usize];
    let both = |ours: &Takes, ends: Ends| {
        let low = chances(game, ours, &theirs, ends, [none(), none()]);
        let high = chances(game, ours, &theirs, ends, possible(game, ours, &theirs, ends));
        [low, high]
    };
    let here = |tables: &[Table; 2], ends: Ends| {
        let [low, high] = [0, 1].map(|it| at(game, position, learner_side, ends, &tables[it]));
        (low, high)
    };
    let between = |ends: Ends| here(&both(&ours, ends), ends);
    let (win, loss) = (between(WON), between(LOST));
    // An endless game counts as a draw.
    let draw = ((1.0 - win.1 - loss.1).max(0.0), (1.0 - win.0 - loss.0).clamp(0.0, 1.0));
    if (win.1 - win.0).max(loss.1 - loss.0) > WIDEST / 4.0 {
        return Err(gave_up());
    }
    let found = [win, draw, loss];
    if !bounds.iter().zip(&found).all(|(claimed, found)| holds(*claimed, *found)) {
        return Err(Doubt::Chance { claimed, found: Box::new(Claimed::Bounded(found)) });
    }
    let best = both(&vec![vec![Way::Best; n as usize]; n as usize], WON);
    let (most, claimed_most) = (here(&best, WON), claim.best);
    if most.1 - most.0 > WIDEST / 4.0 {
        return Err(gave_up());
    }
    if !is_claimed(claimed_most, most) {
        return Err(Doubt::Best { claimed: claimed_most, found: most });
    }
    if win.1 < CAN_WIN || most.1 < CAN_WIN {
        return Err(Doubt::Hopeless);
    }
    let [first, second] = game.squares_of(position).map(|it| it as usize);
    let (own, other) = if learner_side == Side::First { (first, second) } else { (second, first) };
    let (mut worth, mut usual) = (Vec::new(), Vec::new());
    if game.turn(position) == Turn::Play(learner_side) {
        worth = worth_of_actions(game, (own, other), &best);
        match ours[own][other] {
            Way::One(action) => usual.push(action),
            Way::Any | Way::Best => usual.extend(0..game.actions().len()),
        }
    }
    if let Some(claimed) = &claim.worth
        && !(claimed.len() == worth.len()
            && claimed.iter().zip(&worth).all(|it| is_claimed(*it.0, *it.1)))
    {
        return Err(Doubt::Worth { found: worth });
    }
    let answer = |way: &Way| match way {
        Way::One(action) => Some(*action),
        Way::Any | Way::Best => None,
    };
    let answers = theirs[other].iter().map(answer).collect();
    Ok(TrackFound { win, worth, usual, answers })
}

/// The claimed bounds of win, draw and loss, if they are valid bounds of chances.
fn claimed_bounds(claimed: Claimed) -> Result<[(f64, f64); 3], Doubt> {
    let Claimed::Bounded(bounds) = claimed else { return Err(Doubt::NoBounds { claimed }) };
    for (low, high) in bounds {
        if !(0.0 <= low && low <= high && high <= 1.0) {
            return Err(Doubt::NoBounds { claimed });
        }
        if high - low > WIDEST {
            return Err(Doubt::Wide { claimed, widest: WIDEST });
        }
    }
    Ok(bounds)
}

/// Returns whether claimed and computed bounds overlap.
fn holds(claimed: (f64, f64), found: (f64, f64)) -> bool {
    claimed.0 <= found.1 + SAME && found.0 <= claimed.1 + SAME
}

/// Like [`holds`], for claimed bounds that must also be narrow.
fn is_claimed(claimed: (f64, f64), found: (f64, f64)) -> bool {
    claimed.0 <= claimed.1 && claimed.1 - claimed.0 <= WIDEST && holds(claimed, found)
}

/// The bounds of the best chance after each action on a pair of squares.
fn worth_of_actions<G: Separable>(
    game: &G,
    (own, other): (usize, usize),
    best: &[Table; 2],
) -> Vec<(f64, f64)> {
    let goal = game.squares() as usize - 1;
    let after = |action: usize, [_, table]: &Table| {
        mean(game, own, Way::One(action), |to| if to == goal { 1.0 } else { table[to][other] })
    };
    (0..game.actions().len()).map(|it| (after(it, &best[0]), after(it, &best[1]))).collect()
}

/// Payoffs with which the expected payoff is the learner's chance to win, and to lose.
const WON: Ends = [1.0, 0.0];
const LOST: Ends = [0.0, 1.0];

/// Payoffs: [if the learner reaches the goal first, if the opponent does].
type Ends = [f64; 2];

/// The expected payoffs with the learner to move and with the opponent to move, each by the
/// learner's square and the opponent's.
type Table = [Vec<Vec<f64>>; 2];

/// For each pair, 1 if an end with payoff 1 is possible, else 0.
fn possible<G: Separable>(game: &G, ours: &Takes, theirs: &Takes, ends: Ends) -> Table {
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

/// The expected payoffs by value iteration from below or from above, until the values no longer
/// change or [`MOST_SWEEPS`] is reached; both give valid bounds.
fn chances<G: Separable>(game: &G, ours: &Takes, theirs: &Takes, ends: Ends, from: Table) -> Table {
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

/// The means of the values after a move, for every pair.
fn after_one_move<G: Separable>(
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

/// The mean over all rolls of an action, of all actions with equal weights, or of the best
/// action.
fn mean<G: Separable>(game: &G, square: usize, takes: Way, after: impl Fn(usize) -> f64) -> f64 {
    let of = |action: &spar_rules::Action| {
        let rolls = action.steps.iter();
        let each = rolls.map(|(steps, weight)| {
            f64::from(*weight) * after(game.lands(square as u32, *steps) as usize)
        });
        each.sum::<f64>() / f64::from(action.total())
    };
    let actions = game.actions();
    match takes {
        Way::One(action) => of(&actions[action]),
        Way::Any => actions.iter().map(of).sum::<f64>() / actions.len() as f64,
        Way::Best => actions.iter().map(of).fold(0.0, f64::max),
    }
}

/// The expected payoff in a position.
fn at<G: Separable>(
    game: &G,
    position: &G::Position,
    learner: Side,
    ends: Ends,
    table: &Table,
) -> f64 {
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
                let weight = f64::from(game.weight(position, roll.clone()));
                sum += weight * at(game, &game.after(position, roll), learner, ends, table);
                whole += weight;
            }
            sum / whole
        }
    }
}

/// The choices of a player by its definition; `None` if the checker does not support the player
/// in races, or could not compute its choices.
fn takes<G: Separable>(game: &G, player: &Player) -> Option<Takes> {
    let n = game.squares() as usize;
    let alone = |action: Vec<usize>| {
        Some(action.into_iter().map(|it| vec![Way::One(it); n]).collect::<Takes>())
    };
    match player.to_string().as_str() {
        "random" => Some(vec![vec![Way::Any; n]; n]),
        "novice" => alone(novice(game)?),
        "fastest" => alone(fastest(game)?),
        "perfect" => perfect(game),
        _ => None,
    }
}

/// The novice: two dice at least six squares before the goal, one die at least three squares
/// before it, then one step. `None` if the race lacks one of these actions.
fn novice<G: Separable>(game: &G) -> Option<Vec<usize>> {
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

/// The policy with the fewest expected turns, by value iteration from 0; `None` if this does not
/// converge in time.
fn fastest<G: Separable>(game: &G) -> Option<Vec<usize>> {
    let (n, goal) = (game.squares() as usize, game.squares() as usize - 1);
    let mut turns = vec![0.0_f64; n];
    for _ in 0..MOST_SWEEPS {
        let of = |square: usize, action: usize| {
            1.0 + mean(game, square, Way::One(action), |to| turns[to])
        };
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

/// Optimal play of both sides, by value iteration from below and from above until the two bounds
/// agree; `None` if they do not in time.
fn perfect<G: Separable>(game: &G) -> Option<Takes> {
    let (n, goal) = (game.squares() as usize, game.squares() as usize - 1);
    let [mut low, mut high] = [0.0, 1.0].map(|from| vec![vec![from; n]; n]);
    let actions = 0..game.actions().len();
    let of = |table: &[Vec<f64>], own: usize, other: usize, action: usize| {
        let after = |to: usize| if to == goal { 1.0 } else { 1.0 - table[other][to] };
        mean(game, own, Way::One(action), after)
    };
    let best = |table: &[Vec<f64>], own: usize, other: usize| {
        actions.clone().map(|action| of(table, own, other, action)).fold(0.0, f64::max)
    };
    for _ in 0..MOST_SWEEPS {
        let [mut lower, mut higher] = [low.clone(), high.clone()];
        let mut apart = 0.0_f64;
        for own in 0..goal {
            for other in 0..goal {
                // An upper bound of the opponent's chance gives a lower bound of ours.
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
            let row = |own: usize| {
                let takes = |other: usize| first(own, other).map(Way::One);
                (0..n).map(takes).collect::<Option<Vec<Way>>>()
            };
            let end = || Some(vec![Way::One(0); n]);
            return (0..n).map(|own| if own == goal { end() } else { row(own) }).collect();
        }
    }
    None
}
