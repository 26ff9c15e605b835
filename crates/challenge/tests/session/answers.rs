//! The program's moves, and its guesses if it cannot compute them.

use crate::common::{
    Place, answered, games, kind, lines, moves, of_move, players, read, sight, sound, values,
};
use crate::copycat::Copycat;
use proptest::prelude::*;
use spar_challenge::players::Random;
use spar_challenge::policy::{
    Player, Policy, Roster as _, Seen, SeenPerson, Ties, Unknown, Weights,
};
use spar_challenge::session::{By, Event, Plan, Seat, Seats, Session, answer, choose};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation as _, Side, SplitMix, Turn, Value};

/// The position of one of the larger games after these moves, if the game is not over.
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

/// The moves that a player with this many nodes chooses from, all with the same probability,
/// and how it found them.
fn candidates(game: &Lines, here: &Board, player: &Player, nodes: u64) -> (Vec<Place>, By) {
    let asked = || players(game, nodes).policy(player).unwrap();
    let (mut policy, seen) = (asked(), Seen::at(game, here));
    let mut weights = Vec::new();
    let (all, by) = match policy.weights(&seen, &mut weights) {
        Ok(()) => {
            assert!(weights.iter().all(|it| it.1 == weights[0].1), "{player} {weights:?}");
            (weights.into_iter().map(|it| it.0).collect(), By::Program)
        }
        Err(Unknown) => (policy.guess(&seen), By::Guess),
    };
    let chosen = choose(&mut *asked(), &seen, &mut SplitMix::new(nodes));
    assert_eq!(chosen.is_some(), !all.is_empty(), "{player} {here:?}");
    assert!(chosen.is_none_or(|it| all.contains(&it.0) && it.1 == by), "{player} {chosen:?}");
    (all, by)
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
        let seats = Seats::against(game.side(&start).other(), Player::perfect());
        let session = Session::new(game, Plan { start, seats, goal: None }).unwrap();
        let (mv, by) = answered(game, &session, seed, nodes).unwrap();
        let again = answered(game, &session, seed, nodes);
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
                let (drawn, by) = candidates(game, here, &Player::perfect(), nodes);
                let sound = sound(game, here, nodes);
                assert_eq!(drawn.is_empty(), moves(game, here).is_empty());
                for mv in drawn {
                    assert!(sound.contains(&mv));
                    let has = of_move(game, here, mv, &values);
                    assert!(by == By::Guess || has == *value, "{here:?} {mv:?} {nodes}");
                }
                // Omitted moves are worth no more than the kept ones.
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
            let (drawn, by) = candidates(game, here, &Player::perfect(), u64::MAX);
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
    let plays =
        |rounds, nodes| candidates(game, &here, &Player::foresight(rounds, Ties::Any), nodes);
    let (two, by) = plays(2, 1000);
    assert_eq!(by, By::Program);
    assert_eq!(plays(6, 1000), (two, By::Guess), "1000 nodes are two rounds, and not three");
    assert_eq!(plays(6, 0), (moves(game, &here), By::Guess), "nothing is known");
    assert_eq!(plays(1, 0), (moves(game, &here), By::Guess));
    assert_eq!(plays(0, 0), (moves(game, &here), By::Program), "random play needs to know nothing");
}

#[test]
fn a_perfect_player_guesses_by_as_much_foresight_as_it_can_afford() {
    let game = &lines("connect4", &[]);
    let here = read(game, "444");
    let guess = candidates(game, &here, &Player::perfect(), 1000);
    let mut liked = Vec::new();
    sight(game, 1000).preferred(&here, 2, Ties::Fastest, &mut liked).unwrap();
    assert_eq!(guess, (liked, By::Guess));
}

/// A game of Connect Four after these columns.
fn connect_four(game: &Lines, seats: Seats, columns: &str) -> Session<Lines> {
    let mut session = Session::new(game, Plan { start: game.start(), seats, goal: None }).unwrap();
    columns.chars().for_each(|it| make(game, &mut session, &it.to_string()));
    session
}

/// Makes a move for the side to move.
fn make(game: &Lines, session: &mut Session<Lines>, text: &str) {
    let mv = game.read_move(session.here(), text).unwrap();
    let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
    session.apply(game, Event::Move { mv, by }).unwrap();
}

#[test]
fn an_answer_depends_on_the_seed_and_the_number_of_the_programs_moves_alone() {
    let game = &lines("connect4", &[]);
    let person = |side| Seats::against(side, Player::random());
    let nobody = Seat::Program(Player::random());
    let nobody = Seats { first: nobody.clone(), second: nobody };
    let column = |session: &Session<Lines>, seed| {
        let mut policy = Random;
        let (mv, by) = answer(game, session, seed, None, &mut policy).unwrap();
        assert_eq!(by, By::Program);
        assert_eq!(answer(game, session, seed, None, &mut policy), Some((mv, by)), "asked again");
        game.write_move(session.here(), mv)
    };
    // Games after 0, 1, 2 and 3 moves of the program. All columns are open in each.
    let mut games: Vec<Vec<Session<Lines>>> = Vec::new();
    for (seconds, firsts, alone) in [
        (["a", "d", "g"], ["", "", ""], ["", "", ""]),
        (["aab", "dcc", "gfe"], ["aa", "dc", "ef"], ["a", "d", "g"]),
        (["aabbc", "dcedd", "gabcd"], ["aabb", "dced", "abcd"], ["aa", "ab", "dd"]),
        (["aabbdda", "dcbdcba", "gfedcba"], ["aabbcc", "dcbdcb", "abcdef"], ["aaa", "abc", "ddb"]),
    ] {
        let against_first = seconds.map(|it| connect_four(game, person(Side::First), it));
        let against_second = firsts.map(|it| connect_four(game, person(Side::Second), it));
        let alone = alone.map(|it| connect_four(game, nobody.clone(), it));
        let mut same: Vec<_> =
            against_first.into_iter().chain(against_second).chain(alone).collect();
        // Help and moves that were taken back do not affect the result.
        let mut winding = connect_four(game, person(Side::First), &seconds[0][1..]);
        winding.apply(game, Event::Hint(1)).unwrap();
        make(game, &mut winding, "c");
        make(game, &mut winding, "c");
        winding.apply(game, Event::Undo).unwrap();
        winding.apply(game, Event::Values).unwrap();
        make(game, &mut winding, "f");
        same.push(winding);
        games.push(same);
    }
    let mut by_number = Vec::new();
    for same in &games {
        let drawn = |seed| {
            let columns: Vec<String> = same.iter().map(|it| column(it, seed)).collect();
            assert!(columns.iter().all(|it| *it == columns[0]), "{seed}: {columns:?}");
            columns[0].clone()
        };
        let drawn: Vec<String> = (0..100).map(drawn).collect();
        for letter in ["a", "b", "c", "d", "e", "f", "g"] {
            assert!(drawn.iter().any(|it| it == letter), "the seed matters");
        }
        assert!(!by_number.contains(&drawn), "the number of moves matters");
        by_number.push(drawn);
    }
}

#[test]
fn who_remembers_sees_the_moves_that_stand() {
    let game = &lines("connect4", &[]);
    for (start, side) in [("", Side::First), ("44", Side::First), ("4", Side::Second)] {
        let start = if start.is_empty() { game.start() } else { read(game, start) };
        let seats = Seats::against(side, Player::random());
        for seed in 0..20 {
            let plan = Plan { start, seats: seats.clone(), goal: None };
            let mut session = Session::new(game, plan).unwrap();
            let answers = |session: &Session<Lines>| {
                let (mv, by) = answer(game, session, seed, None, &mut Copycat { start }).unwrap();
                assert_eq!(by, By::Program);
                game.write_move(session.here(), mv)
            };
            for text in ["a", "g", "a", "c"] {
                make(game, &mut session, text);
                assert_eq!(answers(&session), text, "{seed}");
                // Moves that were taken back are not in the history.
                make(game, &mut session, "b");
                session.apply(game, Event::Undo).unwrap();
                make(game, &mut session, "e");
                assert_eq!(answers(&session), "e", "{seed}");
                session.apply(game, Event::Undo).unwrap();
                make(game, &mut session, text);
                make(game, &mut session, text);
            }
        }
    }
}

#[test]
fn a_player_is_told_what_is_known_of_the_person() {
    /// Makes the first move against a person with a rating, otherwise the last.
    struct Sly;
    impl Policy<Lines> for Sly {
        fn weights(
            &mut self,
            seen: &Seen<'_, Lines>,
            out: &mut Weights<Lines>,
        ) -> Result<(), Unknown> {
            let legal = seen.legal();
            let taken = if seen.person.is_some() { legal.first() } else { legal.last() };
            out.extend(taken.map(|mv| (*mv, 1)));
            Ok(())
        }
    }
    let game = &lines("connect4", &[]);
    let session = connect_four(game, Seats::against(Side::First, Player::random()), "d");
    let legal = moves(game, session.here());
    for (person, taken) in [(Some(SeenPerson { rating: 1500.0 }), legal[0]), (None, legal[6])] {
        assert_eq!(answer(game, &session, 1, person, &mut Sly), Some((taken, By::Program)));
    }
}
