//! The comments on a session and on its goal.

use crate::common::{ask, lines, read, voices};
use spar_challenge::judge::{Goal, judge};
use spar_challenge::policy::Player;
use spar_challenge::session::{Aim, By, Event, Plan, Seats, Session, say};
use spar_games::lines::Lines;
use spar_rules::{Game, Notation, Side};

fn played(
    game: &Lines,
    text: &str,
    seats: &Seats,
    goal: Option<Goal>,
    texts: &str,
) -> Session<Lines> {
    let plan = Plan { start: read(game, text), seats: seats.clone(), goal };
    let mut session = Session::new(game, plan).unwrap();
    for text in texts.split_whitespace() {
        let mv = game.read_move(session.here(), text).unwrap();
        let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
        session.apply(game, Event::Move { mv, by }).unwrap();
    }
    session
}

fn said(game: &Lines, session: &Session<Lines>) -> String {
    let say = say(game, session, &voices(session.plan().seats.person()));
    format!("{} {}", say.strong, say.text).trim_end().to_owned()
}

#[test]
fn whose_turn_it_is_and_how_it_ended() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let second = Seats::against(Side::Second, Player::perfect());
    let (empty, near) = (".../.../...", "xx./oo./...");
    let (win, draw) = (Some(Goal::Win), Some(Goal::Draw));
    let cases = [
        (empty, &first, None, "", "Your move. You are X."),
        (empty, &second, None, "", "X to move. You are O."),
        (empty, &first, None, "b2 a1", "Your move. O played a1."),
        (empty, &first, None, "b2", "O to move. You played b2."),
        (empty, &Seats::PEOPLE, None, "", "X to move."),
        (empty, &Seats::PEOPLE, None, "b2", "O to move. X played b2."),
        (near, &first, win, "c3", "Won in 1. Well seen."),
        ("xxx/oo./...", &first, None, "", "The game is already over. X has won."),
        ("xxx/oo./...", &second, None, "", "The game is already over. X has won."),
        ("xox/xoo/oxx", &first, None, "", "The game is already over. It is a draw."),
        (near, &first, win, "a1 c2", "Lost this time. See what decided it."),
        (near, &Seats::PEOPLE, None, "c3", "X has won."),
        ("xox/xoo/o.x", &first, draw, "b1", "Drawn. You held it."),
        ("xox/xoo/o.x", &first, win, "b1", "Drawn. The goal was to win. See where it slipped."),
        ("xox/xoo/o.x", &Seats::PEOPLE, None, "b1", "Drawn. Neither side has won."),
    ];
    for (text, seats, goal, moves, wanted) in cases {
        let session = played(game, text, seats, goal, moves);
        assert_eq!(said(game, &session), wanted, "{text} {moves}");
    }
    let mut given_up = played(game, near, &first, None, "");
    given_up.apply(game, Event::Resign(Side::First)).unwrap();
    assert_eq!(said(game, &given_up), "Resigned. O wins. See what decided it.");
    let mut helped = played(game, near, &first, win, "");
    helped.apply(game, Event::Values).unwrap();
    let mv = game.read_move(helped.here(), "c3").unwrap();
    helped.apply(game, Event::Move { mv, by: By::Person }).unwrap();
    assert_eq!(said(game, &helped), "Won in 1. You got there.");
}

#[test]
fn a_goal_names_the_side_and_the_moves() {
    let game = &lines("tictactoe", &[]);
    let aim = |text: &str, side, goal, nodes| {
        let seats = Seats::against(side, Player::perfect());
        let session = played(game, text, &seats, goal, "");
        let start = &session.plan().start;
        let known = ask(game, start, nodes);
        let voices = voices(Some(side));
        Aim::of(game, &session, start, &known, &voices).map(|it| (it.moves, it.words))
    };
    let wanted = |moves, words: &str| Some((moves, words.to_owned()));
    let (win, draw) = (Some(Goal::Win), Some(Goal::Draw));
    let all = u64::MAX;
    assert_eq!(aim("xx./oo./...", Side::First, win, all), wanted(Some(1), "You are X. Win in 1."));
    // O is to move and loses: X needs two moves after that.
    let lost = "x.o/.../..x";
    assert_eq!(aim(lost, Side::First, win, all), wanted(Some(2), "You are X. Win in 2."));
    assert_eq!(aim(".../.../...", Side::First, win, all), wanted(None, "You are X. Win."));
    assert_eq!(aim(".../.../...", Side::First, win, 1), wanted(None, "You are X. Win."));
    let hold = wanted(None, "You are O. Hold the draw.");
    assert_eq!(aim(".../.../...", Side::Second, draw, all), hold);
    assert_eq!(aim(".../.../...", Side::Second, None, all), None);
}

#[test]
fn where_a_draw_is_enough_a_slow_win_is_not_called_the_fastest() {
    let game = &lines("connect3", &[]);
    let start = game.start();
    let voices = voices(Some(Side::First));
    let words = |text: &str, goal| {
        let mv = game.read_move(&start, text).unwrap();
        judge(game, &start, mv, Some(goal), &mut |it: &_| ask(game, it, u64::MAX))
            .say(game, &start, &voices)
    };
    assert_eq!(words("b", Goal::Draw).text, "No move wins faster.");
    assert_eq!(words("a", Goal::Draw).text, "It wins.");
    assert_eq!(words("a", Goal::Win).text, "3 moves slower.");
}
