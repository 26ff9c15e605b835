//! The board of a race: its squares and jumps, its validation, and random boards.

use spar_rules::{Action, ReadError, SplitMix};
use std::collections::HashSet;

/// The maximum number of squares.
pub const MOST_SQUARES: u32 = 10_000_000;

/// What happens if a roll would take a piece past the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The piece stays where it is.
    #[default]
    Stay,
    /// The piece moves back from the goal by the excess, at most to square 0, and takes a jump
    /// there.
    Bounce,
    /// The piece stays, but takes the jump of its own square again. In play, no piece stands on
    /// a square with a jump; the tables of the 2010 paper were computed with this rule.
    Rejump,
}

impl Overflow {
    /// All rules, the default first.
    pub const ALL: [Overflow; 3] = [Overflow::Stay, Overflow::Bounce, Overflow::Rejump];

    /// The word for the rule in names.
    pub fn word(self) -> &'static str {
        match self {
            Overflow::Stay => "stay",
            Overflow::Bounce => "bounce",
            Overflow::Rejump => "rejump",
        }
    }
}

/// A track of squares with snakes and ladders, from square 0 to the goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrackBoard {
    /// For each square, the final square of a piece that arrives there: the square itself, or
    /// the end of its chain of jumps.
    ends: Vec<u32>,
    /// The given jumps, sorted by their starts.
    jumps: Vec<(u32, u32)>,
    overflow: Overflow,
}

impl TrackBoard {
    /// Creates a board of `n` squares with these jumps, each from its start to its end.
    ///
    /// # Errors
    /// If a jump is not valid, or if there are too few or too many squares.
    pub fn new(
        n: u32,
        jumps: impl IntoIterator<Item = (u32, u32)>,
        overflow: Overflow,
    ) -> Result<TrackBoard, ReadError> {
        check_size(n)?;
        let mut jumps: Vec<(u32, u32)> = jumps.into_iter().collect();
        jumps.sort_unstable();
        for &(from, to) in &jumps {
            check_jump(n, from, to)?;
        }
        if let Some(pair) = jumps.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (from, one, other) = (pair[0].0, pair[0].1, pair[1].1);
            let what = format!("two jumps start on square {from}: to {one} and to {other}");
            return Err(ReadError::new(what).hint("a square has one jump at most"));
        }
        let ends = followed(n, &jumps)?;
        Ok(TrackBoard { ends, jumps, overflow })
    }

    /// The number of squares.
    pub fn n(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The goal, which is the last square.
    pub fn goal(&self) -> u32 {
        self.n() - 1
    }

    /// The given jumps, sorted by their starts.
    pub fn jumps(&self) -> &[(u32, u32)] {
        &self.jumps
    }

    /// The rule for rolls past the goal.
    pub fn overflow(&self) -> Overflow {
        self.overflow
    }

    /// The final square of a piece that arrives at `square`: the end of its chain of jumps.
    pub fn end(&self, square: u32) -> u32 {
        self.ends[square as usize]
    }

    /// The final square of a piece on `square` that rolls `steps`.
    #[inline]
    pub fn lands(&self, square: u32, steps: u32) -> u32 {
        let goal = self.goal();
        let to = square + steps;
        if to <= goal {
            return self.end(to);
        }
        match self.overflow {
            Overflow::Stay => square,
            Overflow::Rejump => self.end(square),
            Overflow::Bounce => self.end((2 * goal).saturating_sub(to)),
        }
    }

    /// The squares that a piece on `square` visits when it rolls `steps`, including the ends of
    /// the jumps that it takes. The last one is where it [lands](TrackBoard::lands).
    pub(super) fn walk(&self, square: u32, steps: u32) -> Vec<u32> {
        let goal = self.goal();
        let mut squares: Vec<u32> = if square + steps <= goal {
            (square..=square + steps).collect()
        } else {
            match self.overflow {
                Overflow::Stay | Overflow::Rejump => vec![square],
                Overflow::Bounce => {
                    let back = (2 * goal).saturating_sub(square + steps);
                    (square..=goal).chain((back..goal).rev()).collect()
                }
            }
        };
        let lands = self.lands(square, steps);
        while let Some(&last) = squares.last().filter(|last| **last != lands) {
            let jump = self.jumps.binary_search_by_key(&last, |it| it.0);
            squares.push(jump.map_or(lands, |index| self.jumps[index].1));
        }
        squares
    }

    /// Checks that the goal can be reached from every square with rolls of these actions.
    pub(super) fn check_leads_on(&self, actions: &[Action]) -> Result<(), ReadError> {
        let n = self.n() as usize;
        // The jumps sorted by their ends, for the backward search.
        let mut by_end: Vec<(u32, u32)> =
            self.jumps.iter().map(|&(from, _)| (self.end(from), from)).collect();
        by_end.sort_unstable();
        let mut steps: Vec<u32> =
            actions.iter().flat_map(|it| it.steps.iter().map(|step| step.0)).collect();
        steps.sort_unstable();
        steps.dedup();
        let mut leads = vec![false; n];
        let mut waiting = vec![self.goal()];
        leads[n - 1] = true;
        while let Some(square) = waiting.pop() {
            let first = by_end.partition_point(|it| it.0 < square);
            let starts = by_end[first..].iter().take_while(|it| it.0 == square).map(|it| it.1);
            let own = (self.end(square) == square).then_some(square);
            for target in own.into_iter().chain(starts) {
                for &step in &steps {
                    let bounced = match self.overflow {
                        Overflow::Bounce => (2 * self.goal()).checked_sub(target + step),
                        Overflow::Stay | Overflow::Rejump => None,
                    };
                    for from in [target.checked_sub(step), bounced].into_iter().flatten() {
                        let counts = from < self.goal() && self.lands(from, step) == square;
                        if counts && !std::mem::replace(&mut leads[from as usize], true) {
                            waiting.push(from);
                        }
                    }
                }
            }
            self.add_far_bounces(square, &steps, &mut leads, &mut waiting);
            self.add_rejumps(square, &steps, &mut leads, &mut waiting);
        }
        let Some(lost) = leads.iter().position(|it| !it) else { return Ok(()) };
        let what = format!("from square {lost} no roll ever leads to the goal, square {}", n - 1);
        Err(ReadError::new(what).hint("take a snake away, or add a ladder"))
    }

    /// Bounces back past square 0 end at square 0 (and its jump).
    fn add_far_bounces(
        &self,
        square: u32,
        steps: &[u32],
        leads: &mut [bool],
        waiting: &mut Vec<u32>,
    ) {
        if self.overflow != Overflow::Bounce || self.end(0) != square {
            return;
        }
        let goal = self.goal();
        for &step in steps.iter().filter(|&&step| step > goal) {
            for from in 0..goal {
                let counts = from + step > 2 * goal;
                if counts && !std::mem::replace(&mut leads[from as usize], true) {
                    waiting.push(from);
                }
            }
        }
    }

    /// Adds the squares from which a roll past the goal takes the jump of the piece's own
    /// square.
    fn add_rejumps(&self, square: u32, steps: &[u32], leads: &mut [bool], waiting: &mut Vec<u32>) {
        let Some(&longest) = steps.last() else { return };
        if self.overflow != Overflow::Rejump {
            return;
        }
        let goal = self.goal();
        for from in goal.saturating_sub(longest)..goal {
            let overflows = steps.iter().any(|&step| from + step > goal);
            let counts = overflows && self.end(from) == square;
            if counts && !std::mem::replace(&mut leads[from as usize], true) {
                waiting.push(from);
            }
        }
    }
}

/// Checks the number of squares.
pub(super) fn check_size(n: u32) -> Result<(), ReadError> {
    if (2..=MOST_SQUARES).contains(&n) {
        return Ok(());
    }
    Err(ReadError::new(format!("`n={n}` is out of range"))
        .hint(format!("a board has 2 to {MOST_SQUARES} squares")))
}

fn check_jump(n: u32, from: u32, to: u32) -> Result<(), ReadError> {
    let goal = n - 1;
    let refuse = |what: String, hint: &str| {
        Err(ReadError::new(format!("the jump {from}-{to} {what}")).hint(hint))
    };
    if let Some(outside) = [from, to].into_iter().find(|&square| square > goal) {
        return refuse(
            format!("touches square {outside}, but the squares are 0 to {goal}"),
            "the goal is the last square; squares are counted from 0",
        );
    }
    if from == goal {
        return refuse(
            format!("starts on the goal, square {goal}"),
            "who stands there has won; nothing leads away from it",
        );
    }
    if from == to {
        return refuse("leads to its own square".to_owned(), "a jump leads to another square");
    }
    Ok(())
}

/// For each square, the end of its chain of jumps.
fn followed(n: u32, jumps: &[(u32, u32)]) -> Result<Vec<u32>, ReadError> {
    let mut ends: Vec<u32> = (0..n).collect();
    let next = |square: u32| {
        jumps.binary_search_by_key(&square, |it| it.0).ok().map(|index| jumps[index].1)
    };
    // 0: not visited, 1: on the current chain, 2: its end is known.
    let mut state = vec![0_u8; n as usize];
    let mut chain = Vec::new();
    for &(from, _) in jumps {
        let mut here = from;
        chain.clear();
        while state[here as usize] == 0 {
            state[here as usize] = 1;
            chain.push(here);
            match next(here) {
                Some(to) => here = to,
                None => break,
            }
        }
        if state[here as usize] == 1 && next(here).is_some() {
            let first = chain.iter().position(|it| *it == here).unwrap_or_default();
            let mut names: Vec<String> = chain[first..].iter().map(u32::to_string).collect();
            names.push(here.to_string());
            if names.len() > 8 {
                names.splice(4..names.len() - 3, ["…".to_owned()]);
            }
            let what = format!("the jumps {} lead round in a circle", names.join("-"));
            return Err(ReadError::new(what).hint("a chain of jumps must end on some square"));
        }
        let end = ends[here as usize];
        for square in &chain {
            (ends[*square as usize], state[*square as usize]) = (end, 2);
        }
    }
    Ok(ends)
}

// Random boards.

/// The parameters of a random board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The number of squares.
    pub n: u32,
    /// The number of ladders. Fewer are placed if there is no room.
    pub ladders: u32,
    /// The number of snakes. Fewer are placed if there is no room.
    pub snakes: u32,
    /// The longest jump, in squares.
    pub longest: u32,
    /// The seed of the random generator.
    pub seed: u64,
}

/// The number of attempts to place a jump before it is skipped.
const TRIES: u32 = 1000;

impl Recipe {
    /// The jumps of this board: first all ladders, then all snakes. Each starts on a random
    /// square and has a random length. No jump ends where another starts, none ends on the
    /// goal, and none starts on square 0.
    ///
    /// # Errors
    /// If a number is out of range; the message says which.
    pub fn jumps(&self) -> Result<Vec<(u32, u32)>, ReadError> {
        check_size(self.n)?;
        let n = self.n;
        if self.longest == 0 {
            return Err(ReadError::new("`longest=0` is out of range")
                .hint("a jump has a length of 1 or more"));
        }
        let wanted = u64::from(self.ladders) + u64::from(self.snakes);
        if wanted > u64::from(n) {
            return Err(ReadError::new(format!("{wanted} jumps do not fit {n} squares"))
                .hint("say fewer `ladders` and `snakes`"));
        }
        let mut random = SplitMix::new(self.seed);
        let (mut starts, mut taken) = (HashSet::new(), HashSet::new());
        let mut jumps = Vec::new();
        if n < 3 {
            return Ok(jumps);
        }
        for number in 0..wanted {
            let is_ladder = number < u64::from(self.ladders);
            for _ in 0..TRIES {
                let mut below = |bound: u32| random.next_u64() % u64::from(bound);
                let start = 1 + below(n - 2);
                let length = 1 + below(self.longest);
                let end = if is_ladder { Some(start + length) } else { start.checked_sub(length) };
                let Some(end) = end.filter(|end| *end <= u64::from(n - 2)) else { continue };
                if taken.contains(&start) || starts.contains(&end) {
                    continue;
                }
                starts.insert(start);
                taken.extend([start, end]);
                jumps.push((start as u32, end as u32));
                break;
            }
        }
        Ok(jumps)
    }
}
