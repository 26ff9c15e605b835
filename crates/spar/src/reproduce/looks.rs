//! Figures 2 to 4: a player's view of every move on a board, and the play that it expects.

use super::found::{MoveScore, Scores};
use super::paper::Paper;
use crate::fault::Fault;
use spar_challenge::sight::{Look, Sight};
use spar_rules::{Notation, Reward, Tactics};
use spar_solve::Budget;

/// Every move's score and expected play for one foresight, at least 1, with the paper's scores
/// of this board next to them.
///
/// # Errors
/// If the position cannot be read, or the budget is exceeded.
pub fn scores<G: Notation + Tactics + Reward>(
    game: &G,
    name: &str,
    text: &str,
    foresight: u32,
    paper: &Paper,
    budget: &Budget,
) -> Result<Scores, Fault> {
    let position = game.read_position(text)?;
    let shown = paper.figures.iter().find(|figure| {
        (figure.game.as_str(), figure.position.as_str(), figure.foresight)
            == (name, text, foresight)
    });
    let unknown =
        |_| Fault::new(format!("the moves of {text} cannot all be rated within the budget"));
    let mut sight = Sight::new(game, budget.clone());
    let looks = sight.looks(&position, foresight).map_err(unknown)?;
    let mut moves = Vec::with_capacity(looks.len());
    for (mv, look) in looks {
        let written = game.write_move(&position, mv.clone());
        let mut here = game.after(&position, mv);
        let rest = sight.line(&here, 2 * foresight - 1).map_err(unknown)?;
        let mut line = vec![written.clone()];
        for mv in rest {
            line.push(game.write_move(&here, mv.clone()));
            here = game.after(&here, mv);
        }
        let paper = shown.and_then(|figure| figure.scores.get(&written).cloned());
        let reward = if let Look::Open(reward) = look { Some(reward) } else { None };
        moves.push(MoveScore { mv: written, reward, score: score(look), paper, line });
    }
    let (game, position) = (name.to_owned(), text.to_owned());
    Ok(Scores { figure: shown.map(|figure| figure.number), game, position, foresight, moves })
}

/// The score in the paper's notation.
fn score(look: Look) -> String {
    match look {
        Look::Win(_) => "+inf".to_owned(),
        Look::Loss(_) => "-inf".to_owned(),
        Look::Open(0) => "0".to_owned(),
        Look::Open(reward) => format!("{reward:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_games::lines::Lines;

    #[test]
    fn figures_2_to_4_are_reproduced_to_the_last_score() {
        let paper = Paper::read();
        let mut compared = 0;
        for figure in &paper.figures {
            let game = Lines::named(&figure.game).unwrap();
            let (text, budget) = (&figure.position, Budget::unlimited());
            let found = scores(&game, &figure.game, text, figure.foresight, &paper, &budget);
            let found = found.unwrap();
            assert_eq!(found.figure, Some(figure.number));
            assert_eq!(found.moves.len(), figure.scores.len());
            for it in &found.moves {
                assert_eq!(Some(&it.score), it.paper.as_ref(), "{} {}", figure.number, it.mv);
                assert_eq!(it.line[0], it.mv);
                compared += 1;
            }
        }
        assert_eq!(compared, 27);
    }

    #[test]
    fn the_line_of_figure_4_ends_in_the_win() {
        let (paper, name) = (Paper::read(), "connect4:rows=5,cols=5");
        let game = Lines::named(name).unwrap();
        let text = "o...o/x.x.x/x.o.x/xxoxo/oooxo";
        let found = scores(&game, name, text, 3, &paper, &Budget::unlimited()).unwrap();
        let line = &found.moves[0].line;
        assert_eq!((line[0].as_str(), line.len()), ("b", 5), "x's third move wins");
    }

    #[test]
    fn the_corners_look_no_better_than_the_edges() {
        // The paper says that for foresight 3 the corners are the second best moves.
        let (paper, game) = (Paper::read(), Lines::named("tictactoe").unwrap());
        let found =
            scores(&game, "tictactoe", ".../.../...", 3, &paper, &Budget::unlimited()).unwrap();
        for it in found.moves {
            assert_eq!(it.score, if it.mv == "b2" { "0" } else { "-2" }, "{}", it.mv);
        }
    }
}
