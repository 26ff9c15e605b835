//! Take-away games by naive rules: a list of heaps, and whose turn it is.

use crate::naive::{Naive, Next};
use crate::table::{self, Row};
use spar_games::take::Take;
use spar_rules::Name;

pub(crate) fn row() -> Row {
    table::row::<Take, _>(
        &["take", "take:last=wins", "take:sticks=9,most=5", "take:heaps=3-5-7"],
        &["take", "take:last=wins", "take:heaps=3-4-2,most=2"],
        NaiveTake::new,
    )
}

struct NaiveTake {
    heaps: Vec<u32>,
    most: u32,
    last_wins: bool,
}

impl NaiveTake {
    fn new(name: &Name) -> NaiveTake {
        let mut take = NaiveTake { heaps: vec![21], most: 3, last_wins: false };
        for (key, value) in &name.settings {
            match *key {
                "sticks" => take.heaps = vec![value.parse().unwrap()],
                "heaps" => {
                    take.heaps = value.split('-').map(|it| it.parse().unwrap()).collect();
                    take.most = 1000;
                }
                _ => {}
            }
        }
        for (key, value) in &name.settings {
            match *key {
                "most" => take.most = value.parse().unwrap(),
                "last" => take.last_wins = *value == "wins",
                _ => {}
            }
        }
        take
    }
}

impl Naive for NaiveTake {
    type State = (Vec<u32>, usize);

    fn start(&self) -> Self::State {
        (self.heaps.clone(), 0)
    }

    fn text(&self, (heaps, side): &Self::State) -> String {
        let mut words: Vec<String> = heaps.iter().map(u32::to_string).collect();
        words.push(["first", "second"][*side].to_owned());
        words.join("-")
    }

    fn next(&self, (heaps, side): &Self::State) -> Next {
        let took_last = 1 - side;
        match (heaps.iter().sum::<u32>(), self.last_wins) {
            (0, true) => Next::Won(took_last),
            (0, false) => Next::Won(*side),
            _ => Next::Plays(*side),
        }
    }

    fn moves(&self, (heaps, side): &Self::State) -> Vec<(String, Self::State)> {
        let mut moves = Vec::new();
        for heap in 0..heaps.len() {
            for sticks in 1..=self.most {
                let mut after = heaps.clone();
                let Some(left) = after[heap].checked_sub(sticks) else { break };
                after[heap] = left;
                let letter = ["a", "b", "c", "d", "e", "f", "g", "h"][heap];
                let letter = if heaps.len() == 1 { "" } else { letter };
                moves.push((format!("{letter}{sticks}"), (after, 1 - side)));
            }
        }
        moves
    }
}
