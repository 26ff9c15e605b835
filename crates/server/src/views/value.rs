//! Values and chances in words and figures.

use super::board::frames;
use super::explain::story;
use crate::api::{ChanceView, MoveValueView, PairView, ValueKind, ValueView, ValuesView};
use spar_catalog::units::write_count;
use spar_catalog::{AnyPosition, TextLevel, words};
use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::oracle::Evaluation;
use spar_challenge::say;
use spar_rules::Value;
use spar_solve::Interval;

/// A value for one side; `None` if it is not known.
pub fn value(value: Option<Value>) -> ValueView {
    let kind = value.map_or(ValueKind::Unknown, ValueKind::from);
    let moves = value.and_then(Value::winner_moves);
    let words = value.map_or("not known".to_owned(), Value::in_moves);
    ValueView { kind, moves, words, chance: None }
}

impl From<Value> for ValueKind {
    fn from(value: Value) -> ValueKind {
        match value {
            Value::Win(_) => ValueKind::Win,
            Value::Draw => ValueKind::Draw,
            Value::Loss(_) => ValueKind::Loss,
        }
    }
}

/// A value, or the chance to win in an unfinished game with chance.
pub fn standing(known: Option<Value>, chance: Option<Interval>) -> ValueView {
    match (known, chance) {
        (None, Some(chance)) => ValueView {
            kind: ValueKind::Chance,
            moves: None,
            words: say::within(chance),
            chance: Some(certified(chance)),
        },
        (known, chance) => ValueView { chance: chance.map(certified), ..value(known) },
    }
}

/// What is known about a position and all its moves.
pub fn values(position: &dyn AnyPosition, evaluation: &Evaluation) -> ValuesView {
    let (value, chance) = (evaluation.value(), evaluation.chances().map(|it| it.here));
    let valued = |(mv, value, chance): (&String, _, _)| MoveValueView {
        mv: mv.clone(),
        value: standing(value, chance),
    };
    ValuesView {
        value: standing(value, chance),
        bounds: value.is_none().then(|| words::bounds(evaluation.bounds())).flatten(),
        moves: evaluation.moves().into_iter().map(valued).collect(),
        line: frames(position, evaluation.line()),
        story: position.story(evaluation).map(story),
    }
}

/// A chance with certified bounds.
pub fn certified(bounds: Interval) -> ChanceView {
    let Interval { low, high } = bounds;
    let how = if high <= low {
        "exact".to_owned()
    } else if high - low < 1e-4 {
        return within(bounds);
    } else {
        format!("between {} and {}", words::percent(low), words::percent(high))
    };
    ChanceView { value: bounds.middle(), words: say::within(bounds), how, low, high }
}

/// The chances of a win and of a draw, each with how it was computed.
pub fn chance(chances: &Chances) -> [ChanceView; 2] {
    match chances {
        Chances::Exact(parts) => [exact(parts.wins()), exact(parts.draws())],
        Chances::Bounded { win: wins, draw: draws, .. } => [within(*wins), within(*draws)],
        Chances::Sampled(sample) => {
            let [win, draw, _] = chances.to_f64();
            let about = |count: u64, value: f64| {
                let Interval { low, high } = sample.interval(count);
                ChanceView {
                    value,
                    words: format!("about {}", words::percent(value)),
                    how: format!(
                        "{} to {}, {} games by seed {}",
                        words::percent(low),
                        words::percent(high),
                        write_count(sample.plays()),
                        sample.seed
                    ),
                    low,
                    high,
                }
            };
            [about(sample.wins, win), about(sample.draws, draw)]
        }
    }
}

/// An exact chance, with floats that enclose it.
pub fn exact(share: Fraction) -> ChanceView {
    let how = match share.denominator() {
        1 | 10_000.. => "exact".to_owned(),
        _ => format!("exact, {share}"),
    };
    let (value, Interval { low, high }) = (share.to_f64(), share.bounds());
    ChanceView { value, words: words::percent(value), how, low, high }
}

/// A chance within certified bounds.
pub fn within(bounds: Interval) -> ChanceView {
    let how = words::certified(bounds.error());
    let Interval { low, high } = bounds;
    ChanceView { value: bounds.middle(), words: words::percent(bounds.middle()), how, low, high }
}

/// The chances of a learner against an opponent; `None` if they could not be computed.
pub fn pair(of: &spar_challenge::level::Match, level: Option<&TextLevel>) -> PairView {
    let [win, draw] =
        level.map(|level| chance(&level.chances)).map_or([None, None], |it| it.map(Some));
    PairView {
        learner: of.learner.to_string(),
        learner_name: of.learner.title(),
        opponent: of.opponent.to_string(),
        opponent_name: of.opponent.title(),
        win,
        draw,
        // There is no difficulty if there is no win.
        hardness: level
            .filter(|level| matches!(level.value, None | Some(Value::Win(_))))
            .and_then(|level| level.hardness)
            .map(|it| it.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_solve::{Budget, Context};

    #[test]
    fn values_are_words_and_moves_of_the_winner() {
        assert_eq!(value(Some(Value::Win(5))).words, "win in 3");
        assert_eq!(value(Some(Value::Win(5))).moves, Some(3));
        assert_eq!(value(Some(Value::Loss(6))).moves, Some(3));
        assert_eq!(value(None).words, "not known");
    }

    #[test]
    fn best_play_ends_the_game() {
        let game = spar_catalog::open("connect3").unwrap();
        let start = game.start();
        let context = Context::bare(Budget::unlimited());
        let evaluation = start.evaluate(&context).unwrap();
        let values = values(&*start, &evaluation);
        assert_eq!(values.line.len() as u32, evaluation.value().unwrap().plies().unwrap());
        assert_eq!(values.line.last().unwrap().changes.len(), 3);
        assert_eq!(values.moves.len(), 4);
    }
}
