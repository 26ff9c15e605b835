//! Small games with chance.

use spar_rules::{Game, Outcome, Score, Scored, Side, Stochastic, Turn};

/// The choices in [`Bust`] and [`Pig`]: hold, or roll the die.
const HOLD: u8 = 0;
const ROLL: u8 = 1;

/// **Chance, every play ends, score.** First one side, then the other rolls a die as often as
/// it likes and adds up the results. Above the limit, its sum becomes zero and its turn ends.
/// The larger sum wins. The die is loaded: its largest face has twice the probability of the
/// others.
#[derive(Clone, Copy, Debug)]
pub struct Bust {
    /// The largest valid sum.
    pub limit: u8,
    /// The number of faces.
    pub faces: u8,
}

/// A position of [`Bust`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BustPosition {
    /// The sum of each side.
    pub sums: [u8; 2],
    /// The side to move; `None` after both turns.
    pub side: Option<Side>,
    /// Whether the die is about to be rolled.
    pub rolls: bool,
}

impl Game for Bust {
    type Position = BustPosition;
    type Move = u8;

    fn start(&self) -> BustPosition {
        BustPosition { sums: [0, 0], side: Some(Side::First), rolls: false }
    }

    fn side(&self, position: &BustPosition) -> Side {
        position.side.unwrap_or(Side::First)
    }

    fn turn(&self, position: &BustPosition) -> Turn {
        match position.side {
            None => Turn::Over(self.score(position).outcome()),
            Some(_) if position.rolls => Turn::Roll,
            Some(side) => Turn::Play(side),
        }
    }

    fn moves(&self, position: &BustPosition, out: &mut Vec<u8>) {
        match self.turn(position) {
            Turn::Over(_) => {}
            Turn::Roll => out.extend(1..=self.faces),
            Turn::Play(_) => out.extend([HOLD, ROLL]),
        }
    }

    fn after(&self, position: &BustPosition, mv: u8) -> BustPosition {
        let mut next = *position;
        let side = self.side(position);
        next.rolls = false;
        let then = if side == Side::First { Some(Side::Second) } else { None };
        if position.rolls {
            let sum = position.sums[side as usize] + mv;
            let is_bust = sum > self.limit;
            next.sums[side as usize] = if is_bust { 0 } else { sum };
            next.side = if is_bust { then } else { position.side };
        } else if mv == HOLD {
            next.side = then;
        } else {
            next.rolls = true;
        }
        next
    }
}

impl Stochastic for Bust {
    fn weight(&self, position: &BustPosition, mv: u8) -> u32 {
        if position.rolls && mv == self.faces { 2 } else { 1 }
    }
}

impl Scored for Bust {
    fn score(&self, position: &BustPosition) -> Score {
        let [first, second] = position.sums.map(u32::from);
        Score { first, second }
    }
}

/// **Chance, cycles, not a race.** Pig: a side rolls a die as often as it likes and keeps the
/// sum if it holds; a 1 loses the sum of this turn. The first side to reach the goal wins.
///
/// A side must roll at least once in its turn, and reaching the goal during a turn wins at
/// once. So every play ends with probability 1.
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    /// The sum that wins.
    pub goal: u8,
    /// The number of faces.
    pub faces: u8,
}

/// A position of [`Pig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PigPosition {
    /// The kept sum of each side.
    pub kept: [u8; 2],
    /// The sum of this turn.
    pub rolled: u8,
    /// The side to move.
    pub side: Side,
    /// Whether the die is about to be rolled.
    pub rolls: bool,
}

impl Game for Pig {
    type Position = PigPosition;
    type Move = u8;

    fn start(&self) -> PigPosition {
        PigPosition { kept: [0, 0], rolled: 0, side: Side::First, rolls: false }
    }

    fn side(&self, position: &PigPosition) -> Side {
        position.side
    }

    fn turn(&self, position: &PigPosition) -> Turn {
        if position.kept[position.side as usize] + position.rolled >= self.goal {
            Turn::Over(Outcome::Win(position.side))
        } else if position.rolls {
            Turn::Roll
        } else {
            Turn::Play(position.side)
        }
    }

    fn moves(&self, position: &PigPosition, out: &mut Vec<u8>) {
        match self.turn(position) {
            Turn::Over(_) => {}
            Turn::Roll => out.extend(1..=self.faces),
            Turn::Play(_) => {
                out.extend((position.rolled > 0).then_some(HOLD));
                out.push(ROLL);
            }
        }
    }

    fn after(&self, position: &PigPosition, mv: u8) -> PigPosition {
        let mut next = PigPosition { rolls: false, ..*position };
        if !position.rolls && mv == ROLL {
            next.rolls = true;
        } else if position.rolls && mv > 1 {
            next.rolled += mv;
        } else {
            if !position.rolls {
                next.kept[position.side as usize] += position.rolled;
            }
            next.rolled = 0;
            next.side = position.side.other();
        }
        next
    }
}

impl Stochastic for Pig {
    fn weight(&self, _: &PigPosition, _: u8) -> u32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reachable;
    use spar_rules::laws;

    #[test]
    fn dice_games_keep_their_laws() {
        for position in reachable(&Bust { limit: 6, faces: 4 }) {
            laws::moves(&Bust { limit: 6, faces: 4 }, &position);
            laws::scores(&Bust { limit: 6, faces: 4 }, &position);
        }
        for position in reachable(&Pig { goal: 10, faces: 6 }) {
            laws::moves(&Pig { goal: 10, faces: 6 }, &position);
        }
    }

    #[test]
    fn a_one_loses_the_turn_and_a_hold_keeps_it() {
        let game = Pig { goal: 20, faces: 6 };
        let play = |moves: &[u8]| moves.iter().fold(game.start(), |it, mv| game.after(&it, *mv));
        assert_eq!(game.legal(&game.start()), [ROLL]);
        let held = play(&[ROLL, 6, ROLL, 5, HOLD]);
        assert_eq!((held.kept, held.rolled, held.side), ([11, 0], 0, Side::Second));
        let lost = play(&[ROLL, 6, ROLL, 1]);
        assert_eq!((lost.kept, lost.rolled, lost.side), ([0, 0], 0, Side::Second));
        let won = play(&[ROLL, 6, ROLL, 6, ROLL, 6, ROLL, 2]);
        assert_eq!(game.turn(&won), Turn::Over(Outcome::Win(Side::First)));
    }
}
