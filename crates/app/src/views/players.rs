//! Opponents by name and strength.

use crate::limits;
use crate::registry::{AnyGame, AnyPosition, Choices, Players};
use crate::wire::api::{ActionView, OpponentView, PolicyView};
use crate::words;
use spar_challenge::player::Player;
use spar_rules::Side;

const OFFERED: u32 = Players::OFFERED;

/// An opponent as it is written in requests and links; `None` is a second person at the
/// same board.
pub fn opponent_id(player: Option<Player>) -> String {
    match player {
        None => words::HUMAN.to_owned(),
        Some(Player::Random) => "random".to_owned(),
        Some(player) => player.to_string(),
    }
}

/// An opponent in this game.
pub fn opponent(game: &dyn AnyGame, player: Option<Player>) -> OpponentView {
    let id = opponent_id(player);
    let Some(player) = player else {
        let (name, about) = ("Two people".to_owned(), "you share one board".to_owned());
        return OpponentView { id, name, about, strength: 0 };
    };
    let (about, strength) = match player {
        Player::Random => ("plays anything".to_owned(), 0),
        Player::Foresight(rounds, _) => {
            let up_to = if sees_in_time(game, rounds) { "" } else { "up to " };
            let rounds_ahead = words::counted(rounds as usize, "round");
            (format!("looks {up_to}{rounds_ahead} ahead"), rounds.min(OFFERED))
        }
        Player::Novice => ("throws dice as long as they fit".to_owned(), 1),
        Player::Fastest => ("hurries, wherever you are".to_owned(), 3),
        Player::Perfect if matches!(game.players(), Players::Racers { .. }) => {
            ("wins as often as can be".to_owned(), OFFERED + 1)
        }
        Player::Perfect if is_small(game) => ("never errs".to_owned(), OFFERED + 1),
        Player::Perfect => ("never errs where it can find out in time".to_owned(), OFFERED + 1),
    };
    OpponentView { id, name: words::player_name(player), about, strength: strength as u8 }
}

/// What a player of a race chooses on every square.
pub fn policy(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    player: Player,
    choices: Choices,
) -> PolicyView {
    let Choices { actions, letters } = choices;
    let side = &game.facts().sides[usize::from(position.side() == Side::Second)];
    let player = opponent(game, Some(player));
    let place = position.squares().map_or(String::new(), |squares| {
        let (other, square) = match position.side() {
            Side::First => (1, squares[1]),
            Side::Second => (0, squares[0]),
        };
        format!(", while {} stands on {square}", game.facts().sides[other])
    });
    let words = format!(
        "What {} chooses for {side} on each square{place}; of choices that are equally good, the \
         first.",
        player.name
    );
    let action = |(letter, name): (char, String)| ActionView { letter: letter.to_string(), name };
    PolicyView {
        player,
        actions: actions.into_iter().map(action).collect(),
        letters: letters.into_iter().map(|it| it.map(String::from)).collect(),
        words,
    }
}

/// Who can be played against, weakest first, two people last.
pub fn opponents(game: &dyn AnyGame) -> Vec<OpponentView> {
    let players = game.players().offered().into_iter();
    players.map(Some).chain([None]).map(|player| opponent(game, player)).collect()
}

/// Whether it has so few positions that a best move of each can be found in time. A search
/// meets fewer than half of those that the board has room for.
fn is_small(game: &dyn AnyGame) -> bool {
    game.most_positions().is_some_and(|most| most / 2 <= quick_nodes(game))
}

/// Whether it is sure that this foresight can be had in time.
fn sees_in_time(game: &dyn AnyGame, rounds: u32) -> bool {
    let n_moves = game.start().moves().len() as u64;
    // Of the plies that are seen the last is not looked at further.
    let lines = n_moves.saturating_pow(2 * rounds - 1);
    is_small(game) || lines <= quick_nodes(game)
}

fn quick_nodes(game: &dyn AnyGame) -> u64 {
    limits::scaled(limits::QUICK_NODES, game.start().moves().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::open;
    use spar_rules::SplitMix;
    use spar_solve::{Budget, Desk};

    #[test]
    fn an_opponent_is_written_as_it_is_read() {
        let game = open("tictactoe").unwrap();
        for view in opponents(&*game) {
            if view.id == words::HUMAN {
                continue;
            }
            let player: Player = view.id.parse().unwrap();
            assert_eq!(opponent(&*game, Some(player)), view);
        }
    }

    #[test]
    fn every_opponent_has_its_own_strength() {
        let game = open("connect4").unwrap();
        let all = opponents(&*game);
        let programs = all.iter().filter(|view| view.id != words::HUMAN);
        let strengths: Vec<u8> = programs.map(|view| view.strength).collect();
        assert_eq!(strengths, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn an_opponent_promises_what_the_game_allows() {
        let about = |name: &str| {
            let abouts = opponents(&*open(name).unwrap()).into_iter().map(|view| view.about);
            abouts.skip(4).take(2).collect::<Vec<_>>().join("; ")
        };
        for small in ["tictactoe", "bottom2", "connect3"] {
            assert_eq!(about(small), "looks 4 rounds ahead; never errs", "{small}");
        }
        let far = "looks 4 rounds ahead; never errs where it can find out in time";
        assert_eq!(about("connect4"), far);
        let near = "looks up to 4 rounds ahead; never errs where it can find out in time";
        assert_eq!(about("qubic"), near);
    }

    #[test]
    fn whoever_never_errs_knows_a_best_move_everywhere() {
        let mut random = SplitMix::new(1);
        let tall = "connect3:rows=5,cols=3";
        for name in ["tictactoe", "bottom2", "connect3", "connect4:rows=3,cols=5", tall] {
            let game = open(name).unwrap();
            assert!(is_small(&*game), "{name}");
            let desk = Desk::bare(Budget::unlimited().with_nodes(quick_nodes(&*game)));
            for _ in 0..20 {
                let mut position = game.start();
                while let Some((mv, _)) = position.choose(Player::Random, &mut random, &desk) {
                    assert!(position.evaluate(&desk).unwrap().best().next().is_some());
                    position.play(&mv).unwrap();
                }
            }
        }
    }
}
