//! What the program plays, and what it guesses where it cannot find out.

use crate::common::{Asked, Place, games, kind, lines, moves, of_move, read, values};
use proptest::prelude::*;
use spar_challenge::player::{Player, Ties};
use spar_challenge::session::{By, Insight, Plan, Seats, Session, answer, candidates};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Turn, Value};

/// A position of one of the larger games after these moves, if it goes on.
fn after(game: &Lines, picks: &[u16]) -> Option<Board> {
    let mut here = game.start();
    for pick in picks {
        let legal = moves(game, &here);
        let Turn::Play(_) = game.turn(&here) else { return None };
        here = game.after(&here, legal[usize::from(*pick) % legal.len()]);
    }
    matches!(game.turn(&here), Turn::Play(_)).then_some(here)
}

fn wins(game: &Lines, here: &Board, mv: Place) -> bool {
    let next = game.after(here, mv);
    matches!(game.turn(&next), Turn::Over(outcome)
        if Value::of(outcome, game.side(here)) > Value::Draw)
}

fn loses_at_once(game: &Lines, here: &Board, mv: Place) -> bool {
    let next = game.after(here, mv);
    match game.turn(&next) {
        Turn::Over(outcome) => Value::of(outcome, game.side(here)) < Value::Draw,
        _ => moves(game, &next).into_iter().any(|answer| wins(game, &next, answer)),
    }
}

proptest! {
    #[test]
    fn a_perfect_player_without_time_still_sees_what_is_next(
        large in 0_usize..4,
        picks in proptest::collection::vec(any::<u16>(), 0..24),
        nodes in 0_u64..400,
        seed: u64,
    ) {
        let games = [
            lines("connect4", &[]),
            lines("qubic", &[]),
            lines("tictactoe", &[("rows", "5"), ("cols", "5"), ("connect", "4")]),
            lines("connect4", &[("line", "loses")]),
        ];
        let game = &games[large];
        let Some(start) = after(game, &picks) else { return Ok(()) };
        let seats = Seats::against(game.side(&start).other(), Player::Perfect);
        let session = Session::new(game, Plan { start, seats, goal: None }).unwrap();
        let (mv, by) = answer(game, &session, seed, &mut Asked { game, nodes }).unwrap();
        let again = answer(game, &session, seed, &mut Asked { game, nodes });
        prop_assert_eq!(again, Some((mv, by)));
        let legal = moves(game, &start);
        if legal.iter().any(|it| wins(game, &start, *it)) {
            prop_assert!(wins(game, &start, mv), "a win in one is taken");
            prop_assert_eq!(by, By::Program);
        }
        if legal.iter().any(|it| !loses_at_once(game, &start, *it)) {
            prop_assert!(!loses_at_once(game, &start, mv), "a loss at once is not walked into");
        }
    }
}

#[test]
fn a_guess_never_goes_against_what_is_proven_and_a_sure_move_is_best() {
    for game in &games() {
        let values = values(game);
        for (here, value) in &values {
            for nodes in [0, 1, 3, 10, 100] {
                let mut asked = Asked { game, nodes };
                let (drawn, by) = candidates(game, here, Player::Perfect, &mut asked);
                let sound = asked.known(here).sound;
                assert_eq!(drawn.is_empty(), moves(game, here).is_empty());
                for mv in drawn {
                    assert!(sound.contains(&mv));
                    let has = of_move(game, here, mv, &values);
                    assert!(by == By::Guess || has == *value, "{here:?} {mv:?} {nodes}");
                }
                // Whatever is left out is worth less, or no more than what is kept.
                let kept = sound.iter().map(|mv| of_move(game, here, *mv, &values));
                let left = moves(game, here).into_iter().filter(|mv| !sound.contains(mv));
                let left = left.map(|mv| of_move(game, here, mv, &values)).max();
                let most = kept.max();
                assert!(left.map(kind) <= most.map(kind), "{here:?} {nodes}");
            }
        }
    }
}

#[test]
fn with_enough_time_every_best_move_is_played_and_no_other() {
    for game in &games() {
        let values = values(game);
        for (here, value) in &values {
            let mut asked = Asked { game, nodes: u64::MAX };
            let (drawn, by) = candidates(game, here, Player::Perfect, &mut asked);
            let is_best = |mv: &Place| of_move(game, here, *mv, &values) == *value;
            let best: Vec<Place> = moves(game, here).into_iter().filter(is_best).collect();
            assert!(drawn == best && (by == By::Program || best.is_empty()), "{here:?}");
        }
    }
}

#[test]
fn foresight_that_does_not_fit_is_the_longest_that_does() {
    let game = &lines("connect4", &[]);
    let here = read(game, "444");
    let plays = |rounds, nodes| {
        let player = Player::Foresight(rounds, Ties::Any);
        candidates(game, &here, player, &mut Asked { game, nodes })
    };
    let (two, by) = plays(2, 1000);
    assert_eq!(by, By::Program);
    assert_eq!(plays(6, 1000), (two, By::Guess), "1000 nodes are two rounds, and not three");
    assert_eq!(plays(6, 0), (moves(game, &here), By::Guess), "nothing is known");
    assert_eq!(plays(0, 0).1, By::Guess);
}

#[test]
fn a_perfect_player_guesses_by_as_much_foresight_as_it_can_afford() {
    let game = &lines("connect4", &[]);
    let here = read(game, "444");
    let mut asked = Asked { game, nodes: 1000 };
    let guess = candidates(game, &here, Player::Perfect, &mut asked);
    let liked = asked.preferred(&here, 2, Ties::Fastest).unwrap();
    assert_eq!(guess, (liked, By::Guess));
}
