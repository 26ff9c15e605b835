//! What players see, against plain recursion; and sentences about their horizon, against values.

use spar_challenge::eyes::{Eyes, beyond, horizon, see, unseen};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Player, Roster as _, Seen, Ties, Unknown, Valued};
use spar_challenge::sight::{Look, Sight};
use spar_games::lines::{Keys, Lines};
use spar_games::morris::Morris;
use spar_games::settings::Configured as _;
use spar_games::take::Take;
use spar_rules::{Notation, Outcome, Reward, Side, Tactics, Turn, Value};
use spar_solve::Budget;
use spar_testkit::{move_values, reachable, truth};

/// What plain recursion sees within this many plies, for the first side: an end by its sign and
/// plies, or a reward.
fn plain<G: Reward>(game: &G, position: &G::Position, plies: u32) -> (i32, i64) {
    match game.turn(position) {
        Turn::Over(Outcome::Draw) => return (0, 0),
        Turn::Over(Outcome::Win(Side::First)) => return (1, 0),
        Turn::Over(Outcome::Win(Side::Second)) => return (-1, 0),
        _ if plies == 0 => return (0, i64::from(game.reward(position))),
        _ => {}
    }
    let after = game.legal(position).into_iter().map(|mv| game.after(position, mv));
    let seen = after.map(|next| {
        let (end, rest) = plain(game, &next, plies - 1);
        // A nearer win is better, and so is a loss further away.
        (end, rest - i64::from(end))
    });
    if game.side(position) == Side::First { seen.max() } else { seen.min() }.unwrap()
}

fn as_look((end, rest): (i32, i64), side: Side) -> Look {
    let sign = if side == Side::First { 1 } else { -1 };
    let plies = rest.unsigned_abs() as u32;
    match end * sign {
        1 => Look::Win(plies),
        -1 => Look::Loss(plies),
        _ => Look::Open(rest as i32 * sign),
    }
}

fn of_move<G: Reward>(game: &G, position: &G::Position, mv: G::Move, rounds: u32) -> Look {
    let (end, rest) = plain(game, &game.after(position, mv), 2 * rounds - 1);
    as_look((end, rest - i64::from(end)), game.side(position))
}

fn check<G: Tactics + Reward + Notation>(game: &G, every: usize) {
    let values = truth(game);
    let valuer = |game: &G, here: &G::Position| -> Result<Valued<G>, Unknown> {
        Ok(move_values(game, &values, here))
    };
    let roster = LookAhead::new(Known::new(game, valuer, Budget::unlimited()));
    let mut sight = Sight::new(game, Budget::unlimited());
    for position in reachable(game).iter().step_by(every) {
        let Turn::Play(side) = game.turn(position) else { continue };
        for rounds in 1..=3 {
            let eyes = see(game, &mut sight, position, rounds).unwrap();
            let here = format!("{} foresight {rounds}", game.write_position(position));
            for seen in &eyes.moves {
                let wanted = of_move(game, position, seen.mv.clone(), rounds);
                assert_eq!(seen.look, wanted, "{here} {:?}", seen.mv);
                // The line that it imagines comes to what it sees.
                let mut end = game.after(position, seen.mv.clone());
                assert!(seen.line.len() < horizon(rounds) as usize, "{here}");
                for mv in &seen.line {
                    end = game.after(&end, mv.clone());
                }
                let n_plies = seen.line.len() as u32 + 1;
                match (seen.look, game.turn(&end)) {
                    (Look::Win(plies), turn) => {
                        assert_eq!(
                            (turn, plies),
                            (Turn::Over(Outcome::Win(side)), n_plies),
                            "{here}"
                        );
                    }
                    (Look::Loss(plies), turn) => {
                        let lost = Turn::Over(Outcome::Win(side.other()));
                        assert_eq!((turn, plies), (lost, n_plies), "{here}");
                    }
                    (Look::Open(look), Turn::Over(how)) => {
                        assert_eq!((look, how), (0, Outcome::Draw), "{here}");
                    }
                    (Look::Open(look), _) => {
                        assert_eq!(n_plies, horizon(rounds), "{here}");
                        let own = game.reward(&end);
                        assert_eq!(look, if side == Side::First { own } else { -own }, "{here}");
                    }
                }
            }
            liked_moves_are_the_policys(game, &roster, position, &eyes, &here);
            ends_are_seen_up_to_the_horizon(&eyes, &move_values(game, &values, position), &here);
        }
    }
}

fn liked_moves_are_the_policys<G: Tactics + Reward>(
    game: &G,
    roster: &LookAhead<'_, G>,
    position: &G::Position,
    eyes: &Eyes<G::Move>,
    here: &str,
) {
    let mut policy = roster.policy(&Player::foresight(eyes.rounds, Ties::Any)).unwrap();
    let mut weights = Vec::new();
    policy.weights(&Seen::at(game, position), &mut weights).unwrap();
    let liked: Vec<_> = eyes.liked().map(|it| &it.mv).collect();
    assert_eq!(liked.len(), weights.len(), "{here}");
    assert!(weights.iter().all(|it| liked.contains(&&it.0)), "{here}");
}

/// A forced end is seen exactly if it is not beyond the horizon.
fn ends_are_seen_up_to_the_horizon<M: PartialEq + std::fmt::Debug>(
    eyes: &Eyes<M>,
    values: &[(M, Value)],
    here: &str,
) {
    let had = values.iter().map(|it| it.1).max().unwrap();
    for (seen, (_, value)) in eyes.moves.iter().zip(values) {
        let is_seen = match (seen.look, *value) {
            (Look::Win(plies), Value::Win(end)) | (Look::Loss(plies), Value::Loss(end)) => {
                assert_eq!(plies, end, "{here}");
                true
            }
            (Look::Open(_), _) => false,
            other => panic!("{here}: {other:?}"),
        };
        if let Value::Win(end) | Value::Loss(end) = value {
            assert_eq!(is_seen, beyond(eyes.rounds, *end).is_none(), "{here}");
        }
        let sentence = unseen(eyes.rounds, had, *value);
        let loses = matches!((had, value), (Value::Win(_) | Value::Draw, Value::Loss(_)));
        let gives = matches!((had, value), (Value::Win(_), Value::Draw));
        let sees_win = eyes.moves.iter().any(|it| matches!(it.look, Look::Win(_)));
        let is_missed = loses && !is_seen || gives && !sees_win;
        assert_eq!(sentence.is_some(), is_missed, "{here}: {sentence:?}");
    }
}

fn line(name: &str) -> Lines {
    Lines::new(Keys::preset(name).unwrap()).unwrap()
}

#[test]
fn a_player_sees_what_plain_recursion_finds() {
    check(&line("tictactoe"), 7);
    check(&line("bottom2"), 11);
    check(&Take::new(&[]).unwrap(), 1);
    check(&Morris::new(&[]).unwrap(), 23);
}

#[test]
#[ignore = "takes minutes"]
fn a_player_sees_what_plain_recursion_finds_everywhere() {
    check(&line("tictactoe"), 1);
    check(&line("bottom2"), 1);
    check(&line("connect3"), 7);
    check(&Morris::new(&[]).unwrap(), 1);
}

#[test]
fn what_a_player_sees_is_told_in_a_sentence() {
    let game = line("tictactoe");
    let said = |text: &str, rounds| {
        let position = game.read_position(text).unwrap();
        let eyes =
            see(&game, &mut Sight::new(&game, Budget::unlimited()), &position, rounds).unwrap();
        eyes.sentence(|mv| game.write_move(&position, *mv)).unwrap()
    };
    assert_eq!(said("xx./oo./...", 1), "Foresight 1 sees that c3 wins in 1 move.");
    assert_eq!(said("oo./oxx/.x.", 1), "Foresight 1 sees that every move loses.");
    assert_eq!(said(".../.../...", 1), "To foresight 1, all 9 moves look equal.");
    let plies = |rounds, had, has| unseen(rounds, had, has);
    let draw = Value::Draw;
    assert_eq!(
        plies(2, draw, Value::Loss(5)).unwrap(),
        "Foresight 2 could not see this: the loss lies one ply beyond its horizon."
    );
    assert_eq!(
        plies(1, Value::Win(5), draw).unwrap(),
        "Foresight 1 could not see this: the win lies three plies beyond its horizon."
    );
    assert_eq!(plies(2, draw, Value::Loss(4)), None);
    assert_eq!(plies(2, draw, draw), None);
    assert_eq!(plies(2, Value::Loss(9), Value::Loss(7)), None);
}
