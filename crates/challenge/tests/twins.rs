//! Twins against a plain search of all positions: the same twin, or none where there is none.

use spar_challenge::judge::Goal;
use spar_challenge::oracle::{Evaluation, Values};
use spar_challenge::twin::{Miss, Nearest, NoMiss, Source, Twin, nearest};
use spar_games::Described;
use spar_games::lines::{Keys, Lines};
use spar_games::morris::Morris;
use spar_games::reversi::Reversi;
use spar_games::sim::Sim;
use spar_games::take::Take;
use spar_games::wolf::Wolf;
use spar_rules::scene::{Arranged, Scenic as _, Token};
use spar_rules::{
    Deterministic, Game, Notation, Ranked, Side, SplitMix, Symmetric, Tactics, Turn, Value,
    seen_by_mover,
};
use spar_solve::whole::{Layered, Whole};
use spar_solve::{Budget, Context};
use spar_testkit::{move_values, reachable, truth};
use std::collections::HashMap;
use std::hash::BuildHasher;

/// The result of a game with this value: 1, 0 or -1.
fn result(value: Value) -> i32 {
    value.cmp(&Value::Draw) as i32
}

fn tokens<G: Arranged>(game: &G, position: &G::Position) -> Vec<Vec<Token>> {
    game.scene(position).cells.into_iter().map(|cell| cell.tokens).collect()
}

fn distance(one: &[Vec<Token>], other: &[Vec<Token>]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

/// A position with one of its best moves, in which another move is worse.
struct Right {
    text: String,
    side: Side,
    mv: String,
    /// 1 if it wins, 0 if it draws.
    result: i32,
    tokens: Vec<Vec<Token>>,
}

/// All such positions among these, and all moves that lose the result of a position.
struct Plain<G: Game> {
    right: Vec<Right>,
    misses: Vec<(G::Position, G::Move)>,
}

impl<G: Notation + Arranged> Plain<G> {
    fn new<'a>(
        game: &G,
        positions: impl Iterator<Item = &'a G::Position>,
        values_of: impl Fn(&G::Position) -> Vec<(G::Move, Value)>,
    ) -> Plain<G>
    where
        G: 'a,
    {
        let mut plain = Plain { right: Vec::new(), misses: Vec::new() };
        for position in positions {
            let Turn::Play(side) = game.turn(position) else { continue };
            let moves = values_of(position);
            let best = moves.iter().map(|it| it.1).max().unwrap();
            if result(best) < 0 {
                continue;
            }
            let is_worse = |it: &(G::Move, Value)| it.1 < best;
            if moves.iter().any(is_worse) {
                plain.right.extend(moves.iter().filter(|it| !is_worse(it)).map(|(mv, _)| Right {
                    text: game.write_position(position),
                    side,
                    mv: game.write_move(position, mv.clone()),
                    result: result(best),
                    tokens: tokens(game, position),
                }));
            }
            let wrong = moves.into_iter().filter(|it| result(it.1) < result(best));
            plain.misses.extend(wrong.map(|it| (position.clone(), it.0)));
        }
        plain
    }

    /// The distance and the text of the nearest twin.
    fn twin(
        &self,
        game: &G,
        position: &G::Position,
        mv: &str,
        wanted: i32,
    ) -> Option<(usize, &str)> {
        let (side, here) = (game.side(position), tokens(game, position));
        let fits =
            self.right.iter().filter(|it| (it.side, it.result) == (side, wanted) && it.mv == mv);
        fits.map(|it| (distance(&here, &it.tokens), it.text.as_str())).min()
    }
}

fn evaluation<G: Game, S: BuildHasher>(
    game: &G,
    values: &HashMap<G::Position, Value, S>,
    position: &G::Position,
) -> Evaluation<G::Move> {
    known(move_values(game, values, position))
}

fn known<M: Clone>(moves: Vec<(M, Value)>) -> Evaluation<M> {
    let value = moves.iter().map(|it| it.1).max();
    let moves: Vec<_> = moves.into_iter().map(|(mv, value)| (mv, Some(value))).collect();
    let Evaluation::Values(open) = Evaluation::unknown(moves.iter().map(|it| it.0.clone())) else {
        unreachable!("nothing is known")
    };
    Evaluation::Values(Values { value, moves, ..open })
}

/// Compares the twins of this many misses. Returns the numbers of twins by distance, and of
/// misses without one.
fn compare<G>(game: &G, name: &str, n_misses: usize) -> (Vec<usize>, usize)
where
    G: Notation + Arranged + Ranked + Tactics + Symmetric + Deterministic,
{
    let values = truth(game);
    let plain = Plain::new(game, reachable(game).iter(), |at| move_values(game, &values, at));
    let context = Context::bare(Budget::unlimited());
    let whole = Whole::get(game, name, Layered::No, &context, &mut Vec::new()).unwrap();
    let mut random = SplitMix::new(27);
    let (mut by_distance, mut none) = (Vec::new(), 0);
    assert!(!plain.misses.is_empty(), "{name} has misses");
    let all = n_misses >= plain.misses.len();
    for index in 0..n_misses.min(plain.misses.len()) {
        let index = if all { index } else { random.below(plain.misses.len() as u64) as usize };
        let (position, mv) = &plain.misses[index];
        let known = evaluation(game, &values, position);
        let miss = Miss::new(game, position.clone(), mv.clone(), None, &known).unwrap();
        let wanted = i32::from(miss.goal == Goal::Win);
        let found = nearest(game, &miss, Source::Solved(&whole), &context.budget);
        let here = format!("{name} {} {}", game.write_position(position), miss.mv);
        match (found, plain.twin(game, position, &miss.mv, wanted)) {
            (Nearest::None, None) => none += 1,
            (Nearest::Twin(Twin { position: twin, cells, is_nearest }), Some((distance, text))) => {
                assert_eq!((cells.len(), &*game.write_position(&twin)), (distance, text), "{here}");
                assert!(is_nearest, "{here}");
                let [one, other] = [position, &twin].map(|it| tokens(game, it));
                let differs = |cell: &usize| one[*cell] != other[*cell];
                assert_eq!(cells, (0..one.len()).filter(differs).collect::<Vec<_>>(), "{here}");
                let moves = move_values(game, &values, &twin);
                let own = moves.iter().find(|it| game.write_move(&twin, it.0.clone()) == miss.mv);
                assert_eq!(own.unwrap().1, moves.iter().map(|it| it.1).max().unwrap(), "{here}");
                by_distance.resize(by_distance.len().max(distance + 1), 0);
                by_distance[distance] += 1;
            }
            (found, wanted) => panic!("{here}: {found:?}, not {wanted:?}"),
        }
    }
    (by_distance, none)
}

fn line(name: &str) -> Lines {
    let (preset, settings) = name.split_once(':').unwrap_or((name, ""));
    let settings: Vec<(&str, &str)> =
        settings.split(',').filter_map(|it| it.split_once('=')).collect();
    Lines::new(Keys::preset(preset).unwrap().with(&settings).unwrap()).unwrap()
}

fn made<G: Described>(settings: &[(&str, &str)]) -> G {
    G::new(settings).unwrap()
}

#[expect(clippy::print_stdout, reason = "the figures of the test")]
fn told<G>(game: &G, name: &str, n_misses: usize)
where
    G: Notation + Arranged + Ranked + Tactics + Symmetric + Deterministic,
{
    let (by_distance, none) = compare(game, name, n_misses);
    let found: usize = by_distance.iter().sum();
    println!(
        "{name}: misses {}, twins {found}, none {none}, by distance {by_distance:?}",
        found + none
    );
    assert!(found > 0, "{name} has twins");
}

/// Games whose positions can all be compared in a moment.
fn small(n_misses: usize) {
    for name in ["tictactoe", "tictactoe:line=loses", "bottom2"] {
        told(&line(name), name, n_misses);
    }
    told(&made::<Take>(&[]), "take", n_misses);
    told(&made::<Take>(&[("heaps", "3-4-5")]), "take:heaps=3-4-5", n_misses);
    told(&made::<Sim>(&[("vertices", "5")]), "sim:vertices=5", n_misses);
    told(&made::<Wolf>(&[("size", "6")]), "wolf:size=6", n_misses);
    told(&made::<Morris>(&[]), "morris", n_misses);
}

#[test]
fn a_twin_is_the_nearest_position_in_which_the_missed_move_is_best() {
    small(60);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_misses_of_each_game_have_the_nearest_twin_or_none() {
    small(1000);
    told(&line("connect3"), "connect3", 1000);
    told(&made::<Reversi>(&[("rows", "4"), ("cols", "4")]), "reversi:rows=4,cols=4", 1000);
    told(&made::<Sim>(&[]), "sim", 1000);
    // To prove that a miss has no twin takes seconds here.
    told(&made::<Wolf>(&[]), "wolf", 100);
}

/// Every position that the game accepts with any stones on its cells.
fn accepted(game: &Lines) -> Vec<<Lines as Game>::Position> {
    let n_cells = game.scene(&game.start()).cells.len();
    let stones: Vec<Vec<Token>> =
        game.supply().iter().map(|it| vec![it.token]).chain([Vec::new()]).collect();
    let mut positions = Vec::new();
    for mut number in 0..stones.len().pow(n_cells as u32) {
        let mut cells = Vec::new();
        for _ in 0..n_cells {
            cells.push(stones[number % stones.len()].clone());
            number /= stones.len();
        }
        positions.extend([Side::First, Side::Second].map(|side| game.arranged(&cells, side)));
    }
    positions.into_iter().filter_map(Result::ok).collect()
}

/// The value of a position by plain recursion.
fn value(
    game: &Lines,
    position: &<Lines as Game>::Position,
    values: &mut HashMap<<Lines as Game>::Position, Value>,
) -> Value {
    if let Some(known) = game.final_value(position).or_else(|| values.get(position).copied()) {
        values.insert(*position, known);
        return known;
    }
    let after = game.legal(position).into_iter().map(|mv| game.after(position, mv));
    let best = after.map(|next| seen_by_mover(game, position, &next, value(game, &next, values)));
    let best = best.max().unwrap();
    values.insert(*position, best);
    best
}

#[test]
fn without_a_table_a_twin_is_the_nearest_position_that_the_game_accepts() {
    let game = line("tictactoe:line=loses");
    let positions = accepted(&game);
    let mut values = HashMap::new();
    for position in &positions {
        value(&game, position, &mut values);
    }
    let plain = Plain::new(&game, positions.iter(), |at| move_values(&game, &values, at));
    let mut random = SplitMix::new(5);
    let (mut found, mut none) = (0, 0);
    for _ in 0..60 {
        let (position, mv) = &plain.misses[random.below(plain.misses.len() as u64) as usize];
        let known = evaluation(&game, &values, position);
        let miss = Miss::new(&game, *position, *mv, None, &known).unwrap();
        let wanted = i32::from(miss.goal == Goal::Win);
        let mut ask = |at: &_| evaluation(&game, &values, at);
        let budget = Budget::unlimited();
        let twin = nearest(&game, &miss, Source::Asked(&mut ask), &budget);
        let twin = match twin {
            Nearest::Twin(twin) => {
                found += 1;
                Some((twin.cells.len(), game.write_position(&twin.position)))
            }
            Nearest::None => {
                none += 1;
                None
            }
            Nearest::Ended { .. } => panic!("nothing limits the search"),
        };
        let wanted = plain.twin(&game, position, &miss.mv, wanted);
        assert_eq!(
            twin.as_ref().map(|it| (it.0, &*it.1)),
            wanted,
            "{}",
            game.write_position(position)
        );
    }
    assert!(found > none, "most misses have a twin");
}

#[test]
fn a_search_that_is_stopped_says_how_far_it_came_and_that_is_true() {
    let game = line("tictactoe");
    let values = truth(&game);
    let context = Context::bare(Budget::unlimited());
    let whole = Whole::get(&game, "tictactoe", Layered::No, &context, &mut Vec::new()).unwrap();
    let position = game.read_position("x.o/.o./..x").unwrap();
    let mv = game.read_move(&position, "b1").unwrap();
    let known = evaluation(&game, &values, &position);
    let miss = Miss::new(&game, position, mv, None, &known).unwrap();
    let find = |nodes: u64| {
        nearest(&game, &miss, Source::Solved(&whole), &Budget::unlimited().with_nodes(nodes))
    };
    let Nearest::Twin(all) = find(u64::MAX) else { panic!("there is a twin") };
    let mut ended = 0;
    for nodes in (0..20_000).step_by(97) {
        match find(nodes) {
            Nearest::Twin(twin) => {
                assert!(twin.distance() >= all.distance());
                assert!(!twin.is_nearest || twin == all);
            }
            Nearest::Ended { checked } => {
                assert!(checked < all.distance());
                ended += 1;
            }
            Nearest::None => panic!("there is a twin"),
        }
    }
    assert!(ended > 0, "small budgets end before the twin is found");
}

#[test]
fn only_a_move_that_loses_the_goal_is_a_miss() {
    let game = line("tictactoe");
    let values = truth(&game);
    let miss = |text: &str, mv: &str, goal| {
        let position = game.read_position(text).unwrap();
        let mv = game.read_move(&position, mv).unwrap();
        let known = evaluation(&game, &values, &position);
        Miss::new(&game, position, mv, goal, &known).map(|it| it.goal)
    };
    // X wins with c3; c1 blocks and holds the draw.
    let here = "xx./oo./...";
    assert_eq!(miss(here, "a1", None), Ok(Goal::Win));
    assert_eq!(miss(here, "c3", None), Err(NoMiss::Kept));
    assert_eq!(miss(here, "c2", None), Ok(Goal::Win));
    assert_eq!(miss(here, "c2", Some(Goal::Draw)), Err(NoMiss::Kept));
    assert_eq!(miss(here, "a1", Some(Goal::Draw)), Ok(Goal::Draw));
    // Whatever X plays, O completes a line.
    assert_eq!(miss("oo./oxx/.x.", "a1", None), Err(NoMiss::Lost));
    let over = game.read_position("xxx/oo./...").unwrap();
    let open = Evaluation::unknown(Vec::new());
    let mv = game.read_move(&game.start(), "a1").unwrap();
    assert_eq!(Miss::new(&game, over, mv, None, &open), Err(NoMiss::NoMove));
    let start = game.start();
    assert_eq!(Miss::new(&game, start, mv, None, &open), Err(NoMiss::Unknown));
}
