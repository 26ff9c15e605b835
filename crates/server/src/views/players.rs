//! Opponents by name and strength.

use crate::api::{ActionView, OpponentView, PolicyView};
use spar_catalog::words::opponent_id;
use spar_catalog::{AnyGame, AnyPosition, Choices, Offered};
use spar_challenge::policy::Player;
use spar_rules::Side;

/// An opponent in this game.
pub fn opponent(game: &dyn AnyGame, player: Option<&Player>) -> OpponentView {
    let id = opponent_id(player);
    let Some(player) = player else {
        let (name, about) = ("Two people".to_owned(), "you share one board".to_owned());
        return OpponentView { id, name, about, strength: 0 };
    };
    let Offered { player, about, strength } = game.players().shown(player);
    OpponentView { id, name: player.title(), about, strength }
}

/// What a player chooses on every square.
pub fn policy(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    player: &Player,
    choices: Choices,
) -> PolicyView {
    let Choices { actions, letters, other } = choices;
    let side = &game.facts().sides[usize::from(position.side() == Side::Second)];
    let player = opponent(game, Some(player));
    let standing = &game.facts().sides[usize::from(position.side() == Side::First)];
    let words = format!(
        "What {} chooses for {side} on each square, while {standing} stands on {other}. Of \
         equally good choices it shows the first.",
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

/// The opponents that are offered, weakest first; a second person is last.
pub fn opponents(game: &dyn AnyGame) -> Vec<OpponentView> {
    let players = game.players().offered.iter().map(|it| Some(&it.player));
    players.chain([None]).map(|player| opponent(game, player)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_catalog::{budgets, open, words};
    use spar_rules::SplitMix;
    use spar_solve::{Budget, Context};

    #[test]
    fn an_opponent_is_written_as_it_is_read() {
        let game = open("tictactoe").unwrap();
        for view in opponents(&*game) {
            if view.id == words::HUMAN {
                continue;
            }
            let player: Player = view.id.parse().unwrap();
            assert_eq!(opponent(&*game, Some(&player)), view);
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
        let far = "looks 4 rounds ahead; never errs where it can solve the position in time";
        assert_eq!(about("connect4"), far);
        let near = "looks up to 4 rounds ahead; never errs where it can solve the position in time";
        assert_eq!(about("qubic"), near);
    }

    #[test]
    fn whoever_never_errs_knows_a_best_move_everywhere() {
        let mut random = SplitMix::new(1);
        let tall = "connect3:rows=5,cols=3";
        for name in ["tictactoe", "bottom2", "connect3", "connect4:rows=3,cols=5", tall] {
            let game = open(name).unwrap();
            assert_eq!(game.players().offered.last().unwrap().about, "never errs", "{name}");
            let nodes = budgets::scaled(budgets::QUICK_NODES, game.start().moves().len());
            let context = Context::bare(Budget::unlimited().with_nodes(nodes));
            for _ in 0..20 {
                let mut position = game.start();
                while let Some((mv, _)) = position.choose(&Player::random(), &mut random, &context)
                {
                    assert!(position.evaluate(&context).unwrap().best().next().is_some());
                    position.play(&mv).unwrap();
                }
            }
        }
    }
}
