//! CONNECT-4 on its usual board, asked as the page asks: with the built-in book and the nodes of a
//! quick answer, every position of play is known.

use spar_catalog::{AnyGame, AnySession, books, budgets, open_name};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::session::{By, Event, Plan, Seats};
use spar_rules::{Side, SplitMix, Turn};
use spar_solve::{Budget, Context, Sources};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn connect4() -> Box<dyn AnyGame> {
    open_name("connect4").unwrap()
}

/// The context of a quick answer, with other nodes.
fn with_nodes(nodes: u64) -> Context {
    let budget = Budget::unlimited().with_nodes(nodes).with_memory(budgets::QUICK_MEMORY);
    Context::quiet(budget, Sources { books: books(None), ..Sources::default() })
}

fn quick(game: &dyn AnyGame) -> Context {
    with_nodes(game.quick_nodes())
}

/// Plays a game to its end: random moves up to `random_plies`, then these players.
fn play(game: &dyn AnyGame, random_plies: u32, players: [&Player; 2], seed: u64) -> Vec<String> {
    let (context, mut random) = (quick(game), SplitMix::new(seed));
    let (mut position, mut moves) = (game.start(), Vec::new());
    while let Turn::Play(side) = position.turn() {
        let is_random = (moves.len() as u32) < random_plies;
        let player = if is_random { &Player::random() } else { players[side as usize] };
        let (mv, by) = position.choose(player, &mut random, &context).unwrap();
        assert_eq!(by, By::Program, "{player:?} guesses after {moves:?}");
        moves.push(position.play(&mv).unwrap());
    }
    moves
}

/// A finished game that a person played against a player.
fn session(game: &dyn AnyGame, moves: &[String]) -> Box<dyn AnySession> {
    let seats = Seats::against(Side::First, Player::foresight(3, Ties::Any));
    let plan = Plan { start: game.start().text(), seats, goal: None };
    let mut session = game.session(&plan).unwrap();
    for (index, mv) in moves.iter().enumerate() {
        let by = if index % 2 == 0 { By::Person } else { By::Program };
        session.apply(Event::Move { mv: mv.clone(), by }).unwrap();
    }
    session
}

/// Positions to whose moves the book has every value are known without a search.
#[test]
fn the_first_eight_moves_need_no_search() {
    let (game, context) = (connect4(), with_nodes(0));
    let mut random = SplitMix::new(1);
    for _ in 0..60 {
        let mut position = game.start();
        for ply in 0..8 {
            let found = position.evaluate(&context).unwrap();
            assert!(found.is_exact() && !found.line().is_empty(), "{}", position.text());
            assert_eq!(found.nodes(), 0, "{}", position.text());
            let (mv, _) = position.choose(&Player::random(), &mut random, &context).unwrap();
            position.play(&mv).unwrap();
            if matches!(position.turn(), Turn::Over(_)) {
                break;
            }
            let value = position.bounds(&context).unwrap();
            assert!(value.exact().is_some(), "ply {ply}: {}", position.text());
        }
    }
}

/// The values of the first moves, which are known from several solvers.
#[test]
fn the_first_moves_have_their_known_values() {
    let game = connect4();
    let found = game.start().evaluate(&quick(&*game)).unwrap();
    let plies = found.moves().into_iter().map(|it| it.1.unwrap().in_moves());
    let known =
        ["loss in 20", "loss in 21", "draw", "win in 21", "draw", "loss in 21", "loss in 20"];
    assert_eq!(plies.collect::<Vec<_>>(), known);
}

#[test]
fn the_perfect_opponent_never_guesses() {
    let game = connect4();
    let (perfect, random) = (Player::perfect(), Player::random());
    for seed in 0..6 {
        let first = play(&*game, 0, [&perfect, &random], seed);
        assert!(first.len() % 2 == 1, "the first side wins: {first:?}");
    }
}

#[test]
fn the_review_of_a_lost_game_names_a_slip() {
    let game = connect4();
    let moves = play(&*game, 0, [&Player::random(), &Player::perfect()], 3);
    assert!(moves.len().is_multiple_of(2), "the second side wins: {moves:?}");
    let context = quick(&*game);
    let review = session(&*game, &moves).review(budgets::review(&context.budget), &context);
    assert!(review.exact && review.slip.is_some(), "{review:?}");
    assert!(review.headline.contains("slipped on your"), "{}", review.headline);
}

/// The time of each answer, with its nodes.
type Answers = Vec<(Duration, u64)>;

/// Answers in words: the times within which half, 95 % and all came, and the most nodes.
fn told(mut answers: Answers) -> String {
    answers.sort();
    let within = |part: f64| answers[((answers.len() - 1) as f64 * part) as usize].0;
    let [half, most, all] = [0.5, 0.95, 1.0].map(within);
    let (count, nodes) = (answers.len(), answers.iter().map(|it| it.1).max().unwrap());
    format!(
        "{count}: half within {half:?}, 95 % within {most:?}, all within {all:?}; {nodes} nodes"
    )
}

/// Every position of 1,000 random and 200 well-played games is known, with every move, and every
/// review is exact. Prints the times of the answers, one thread each.
#[test]
#[ignore = "slow: half an hour"]
#[expect(clippy::print_stdout, reason = "the times are for a reader")]
fn every_position_of_play_is_known() {
    let game = connect4();
    let (perfect, third) = (Player::perfect(), Player::foresight(3, Ties::Any));
    let random = Player::random();
    for (name, count, plies, players) in
        [("well played", 200, 4, [&perfect, &third]), ("random", 1000, 64, [&random, &random])]
    {
        let next = AtomicU64::new(0);
        let work = || {
            let (mut answers, mut reviews) = (Vec::new(), Vec::new());
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= count {
                    return (answers, reviews);
                }
                // Each side is the perfect one in turn.
                let seats = if seed.is_multiple_of(2) { players } else { [players[1], players[0]] };
                let moves = play(&*game, plies, seats, seed);
                let mut position = game.start();
                for mv in &moves {
                    let (context, began) = (quick(&*game), Instant::now());
                    let found = position.evaluate(&context).unwrap();
                    answers.push((began.elapsed(), found.nodes()));
                    assert!(found.is_exact(), "{}", position.text());
                    position.play(mv).unwrap();
                }
                let (context, began) = (quick(&*game), Instant::now());
                let review = session(&*game, &moves);
                let review = review.review(budgets::review(&context.budget), &context);
                reviews.push((began.elapsed(), 0));
                assert!(review.exact, "{moves:?}");
            }
        };
        let done = std::thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(work));
            threads.map(|thread| thread.join().unwrap())
        });
        let (answers, reviews): (Vec<Answers>, Vec<Answers>) = done.into_iter().unzip();
        println!("{name}, positions {}", told(answers.concat()));
        println!("{name}, reviews {}", told(reviews.concat()));
    }
}
