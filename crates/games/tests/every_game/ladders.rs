//! Snakes and Ladders by naive rules: a map of jumps, and moves made step by step.

use crate::naive::{Naive, Next};
use crate::table::{Row, game};
use spar_games::ladders::{Ladders, Setup};
use spar_rules::{Name, laws};
use std::collections::{BTreeSet, HashMap};

pub(crate) fn row() -> Row {
    game(
        |name| Ladders::new(Setup::read(&name.settings)?),
        &["ladders", "ladders:n=12,jumps=3-9.10-2,overflow=bounce,actions=2.d4.3d3"],
        |game, position| {
            laws::notation(game, position);
            laws::scenes(game, position);
            laws::separable(game, position);
        },
    )
    .with_naive(NaiveLadders::new)
    .row
}

struct NaiveLadders {
    goal: i32,
    jumps: HashMap<i32, i32>,
    bounces: bool,
    /// The dice and faces of each action; no dice means a fixed number of steps.
    actions: Vec<(u32, i32)>,
}

impl NaiveLadders {
    fn new(name: &Name) -> NaiveLadders {
        let said = |key: &str| name.settings.iter().find(|it| it.0 == key).map(|it| it.1);
        let paper = if said("n").is_some() { "" } else { "1-4.7-3.11-18.13-18.14-18" };
        let jumps = said("jumps").unwrap_or(paper).split('.').filter_map(|it| it.split_once('-'));
        let action = |text: &str| match text.split_once('d') {
            None => (0, text.parse().unwrap()),
            Some((dice, faces)) => (dice.parse().unwrap_or(1), faces.parse().unwrap()),
        };
        NaiveLadders {
            goal: said("n").unwrap_or("20").parse::<i32>().unwrap() - 1,
            jumps: jumps.map(|it| (it.0.parse().unwrap(), it.1.parse().unwrap())).collect(),
            bounces: said("overflow") == Some("bounce"),
            actions: said("actions").unwrap_or("1.d6.2d6").split('.').map(action).collect(),
        }
    }

    fn walk(&self, from: i32, steps: i32) -> i32 {
        let (mut here, mut ahead) = (from, 1);
        for _ in 0..steps {
            if here == self.goal {
                ahead = -1;
            }
            here = (here + ahead).max(0);
        }
        if ahead < 0 && !self.bounces {
            return from;
        }
        while let Some(end) = self.jumps.get(&here) {
            here = *end;
        }
        here
    }

    /// `1` for a step, `D` for one die, `T` for two; `A` is the next free letter.
    fn letter(&self, action: usize) -> String {
        match self.actions[action] {
            (0, steps) => steps.to_string(),
            (1, _) => "D".to_owned(),
            (2, _) => "T".to_owned(),
            _ => "A".to_owned(),
        }
    }
}

impl Naive for NaiveLadders {
    /// The squares of both pieces, whose turn it is, and the action that waits for its roll.
    type State = ([i32; 2], usize, Option<usize>);

    fn start(&self) -> Self::State {
        ([0, 0], 0, None)
    }

    fn text(&self, (squares, side, action): &Self::State) -> String {
        let side = ["first", "second"][*side];
        let waits = action.map(|it| format!("-{}", self.letter(it))).unwrap_or_default();
        format!("{}-{}-{side}{waits}", squares[0], squares[1])
    }

    fn next(&self, (squares, side, action): &Self::State) -> Next {
        match (squares.iter().position(|it| *it == self.goal), action) {
            (Some(winner), _) => Next::Won(winner),
            (None, Some(_)) => Next::Rolls,
            (None, None) => Next::Plays(*side),
        }
    }

    fn moves(&self, (squares, side, action): &Self::State) -> Vec<(String, Self::State)> {
        let gone = |steps: i32| {
            let mut moved = *squares;
            moved[*side] = self.walk(squares[*side], steps);
            (moved, 1 - side, None)
        };
        let Some(action) = action else {
            let taken = |action: usize| match self.actions[action] {
                (0, steps) => gone(steps),
                _ => (*squares, *side, Some(action)),
            };
            return (0..self.actions.len()).map(|it| (self.letter(it), taken(it))).collect();
        };
        let (dice, faces) = self.actions[*action];
        let mut sums = BTreeSet::from([0]);
        for _ in 0..dice {
            sums = sums.iter().flat_map(|sum| (1..=faces).map(move |face| sum + face)).collect();
        }
        sums.into_iter().map(|sum| (sum.to_string(), gone(sum))).collect()
    }
}
