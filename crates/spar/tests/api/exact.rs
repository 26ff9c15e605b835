//! Numbers of the API keep their promise: bounds contain the exact fraction.

use super::client::Server;
use serde_json::{Value, json};
use spar_challenge::chance::Fraction;
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Player, Roster as _, Seen, Unknown, Valued};
use spar_challenge::rating::scale::{STATED, stated_player};
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game as _, Notation as _, Outcome, Side, Turn, Value as Worth};
use spar_solve::{Budget, minimax};

/// A float from 0 to 1 as the fraction that it is.
fn fraction(float: f64) -> Fraction {
    assert!((0.0..=1.0).contains(&float), "{float}");
    let bits = float.to_bits();
    let (exponent, rest) = (bits >> 52, u128::from(bits & ((1 << 52) - 1)));
    if bits == 0 {
        return Fraction::ZERO;
    }
    assert!(exponent >= 1023 - 74, "{float} is too small for this test");
    Fraction::new((1 << 52) | rest, 1 << (1023 + 52 - exponent)).unwrap()
}

/// Checks that bounds contain the fraction and are tight, and that they are equal only if they
/// are exact.
#[track_caller]
fn check(bounds: &Value, exact: Fraction, width: f64) {
    let [low, high] = ["low", "high"].map(|end| bounds[end].as_f64().unwrap());
    assert!(fraction(low) <= exact && exact <= fraction(high), "{exact}: {bounds}");
    assert!(high - low <= width, "{exact}: {bounds}");
}

#[tokio::test]
async fn a_roll_lies_within_its_bounds() {
    let server = Server::new();
    let view = server.client().get("/api/positions?game=ladders&position=3-4-second-T").await;
    let view = view.with(200);
    let rolls = view["moves"].as_array().unwrap();
    for (index, roll) in rolls.iter().enumerate() {
        let ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1][index];
        check(&roll["likely"], Fraction::new(ways, 36).unwrap(), 1e-15);
    }
    assert_eq!(rolls.len(), 11);
}

/// The opponent wins with its next step, so two dice win with the only suitable roll and one
/// step never wins: it costs exactly that roll's probability.
#[tokio::test]
async fn what_a_choice_cost_lies_within_its_bounds() {
    let server = Server::new();
    let mut client = server.client();
    for (index, ways) in [1_u128, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].into_iter().enumerate() {
        let position = format!("{}-12-first", 13 - (index + 2));
        let begin = json!({
            "game": "ladders:n=14,jumps=none,actions=1.2d6", "position": position,
            "against": "human",
        });
        let body = json!({"begin": begin, "move": "1"});
        let begun = client.post("/api/sessions", &body).await.with(201);
        let id = begun["session"]["id"].as_str().unwrap();
        let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
        let reviewed = &review["moves"][0];
        check(&reviewed["cost"], Fraction::new(ways, 36).unwrap(), 1e-8);
        // Rounded to whole points: half a point is 1/200.
        let points = reviewed["cost"]["points"].as_u64().unwrap();
        assert!((i128::from(points) * 36 - 100 * ways as i128).abs() * 2 <= 36, "{reviewed}");
        assert_eq!(reviewed["kind"] == "slip", ways * 20 >= 36, "{reviewed}");
    }
}

#[allow(clippy::unnecessary_wraps, reason = "a valuer may not know")]
fn by_minimax(game: &Lines, here: &Board) -> Result<Valued<Lines>, Unknown> {
    Ok(minimax::moves(game, here))
}

/// The chance that `learner` wins and never makes a move that gives the win away, by
/// enumerating all plays.
fn solves(game: &Lines, here: &Board, side: Side, learner: &Player, other: &Player) -> Fraction {
    let mover = match game.turn(here) {
        Turn::Over(Outcome::Win(winner)) if winner == side => return Fraction::ONE,
        Turn::Over(_) => return Fraction::ZERO,
        Turn::Play(mover) => mover,
        Turn::Roll => unreachable!(),
    };
    let player = if mover == side { learner } else { other };
    let roster = LookAhead::new(Known::new(game, by_minimax, Budget::unlimited()));
    let mut weights = Vec::new();
    roster.policy(player).unwrap().weights(&Seen::at(game, here), &mut weights).unwrap();
    let whole: u128 = weights.iter().map(|it| u128::from(it.1)).sum();
    let valued = minimax::moves(game, here);
    let mut sum = Fraction::ZERO;
    for (mv, weight) in weights {
        let value = valued.iter().find(|it| it.0 == mv).unwrap().1;
        if mover == side && !matches!(value, Worth::Win(_)) {
            continue;
        }
        let then = solves(game, &game.after(here, mv), side, learner, other);
        let numerator = u128::from(weight) * then.numerator();
        sum = sum.plus(Fraction::new(numerator, whole * then.denominator()).unwrap()).unwrap();
    }
    sum
}

#[tokio::test]
async fn the_odds_of_a_level_lie_within_their_bounds() {
    let server = Server::new();
    let mut client = server.client();
    let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
    let (mut passed, mut n_exact, mut n_bounded) = (Vec::new(), 0, 0);
    // Some are built in, and some are rated on request.
    let kept = spar_catalog::ladder::kept("tictactoe").map(|it| it.level.position.clone());
    let kept: Vec<String> = kept.collect();
    for number in 0..16 {
        if number == 10 {
            passed.extend(kept.clone());
        }
        let (not, wanted) = (passed.join("%20"), [20, 50, 80][number % 3]);
        let path = format!("/api/levels/next?game=tictactoe&wanted={wanted}&not={not}");
        let level = client.get(&path).await.with(200);
        let text = level["begin"]["position"].as_str().unwrap();
        let (start, against) = (game.read_position(text).unwrap(), &level["begin"]["against"]);
        let other: Player = against.as_str().unwrap().parse().unwrap();
        let odds = level["odds"].as_array().unwrap();
        assert_eq!(odds.len(), STATED.len(), "{level}");
        for (number, odd) in odds.iter().enumerate() {
            let exact = solves(&game, &start, game.side(&start), &stated_player(number), &other);
            check(&odd["chance"], exact, 3e-12);
            let is_one_number = odd["chance"]["low"] == odd["chance"]["high"];
            assert_eq!(odd["chance"]["how"] == "exact", is_one_number, "{odd}");
            let is_sure = exact == Fraction::ZERO || exact == Fraction::ONE;
            assert!(!is_sure || is_one_number, "{exact}: {odd}");
            n_exact += usize::from(is_one_number);
            n_bounded += usize::from(!is_one_number);
        }
        passed.push(text.to_owned());
    }
    assert!(n_exact > 10 && n_bounded > 10, "{n_exact} {n_bounded}");
}
