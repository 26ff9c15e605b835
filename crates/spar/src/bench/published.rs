//! The search of single CONNECT-4 positions as Pascal Pons published it ("Solving Connect 4: how to
//! build a perfect AI", blog.gamesolver.org, 2015 to 2019), written again from that description, to
//! compare ours with: bit boards, a table of fixed size, moves in the order of the threats that they
//! make, and halving of the window.

use super::cases::connect4;
use super::clock::{busy, median};
use super::{Measured, must};
use crate::fault::Fault;
use spar_games::lines::Lines;
use spar_rules::{Game, Notation, Outcome, SplitMix, Turn, Value};
use spar_solve::alpha_beta::Search;
use spar_solve::{Budget, Silent};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const CELLS: i32 = (COLUMNS * ROWS) as i32;

/// Bits from one column to the next: its cells and a spare one above them.
const STRIDE: u32 = ROWS + 1;

/// The bounds of a score: a win counts 22 less the number of the winner's stones.
const LEAST_SCORE: i32 = -CELLS / 2 + 3;
const MOST_SCORE: i32 = (CELLS + 1) / 2 - 3;

/// The entries of the table: the first prime number above 2^24.
const ENTRIES: usize = 16_777_259;

const fn column_bits(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

const fn row_of(row: u32) -> u64 {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1 << (column * STRIDE + row);
        column += 1;
    }
    bits
}

const BOTTOM: u64 = row_of(0);
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// The columns from the middle outwards.
const ORDER: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// A position: the stones of the side to move, all stones, and their number.
#[derive(Clone, Copy)]
struct Stones {
    own: u64,
    all: u64,
    count: i32,
}

impl Stones {
    const NONE: Stones = Stones { own: 0, all: 0, count: 0 };

    /// The cells on which a stone can be put.
    fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    fn after(self, stone: u64) -> Stones {
        Stones { own: self.own ^ self.all, all: self.all | stone, count: self.count + 1 }
    }

    /// A number that no other position has.
    fn key(self) -> u64 {
        self.own + self.all
    }

    /// The empty cells that complete a line of these stones.
    fn completing(self, stones: u64) -> u64 {
        let mut found = stones << 1 & stones << 2 & stones << 3;
        for shift in [STRIDE - 1, STRIDE, STRIDE + 1] {
            let below = stones << shift & stones << (2 * shift);
            let above = stones >> shift & stones >> (2 * shift);
            found |= below & (stones << (3 * shift) | stones >> shift);
            found |= above & (stones >> (3 * shift) | stones << shift);
        }
        found & BOARD & !self.all
    }

    fn wins_now(self) -> bool {
        self.completing(self.own) & self.playable() != 0
    }

    /// The moves after which the other side does not win at once.
    fn safe_moves(self) -> u64 {
        let threats = self.completing(self.own ^ self.all);
        let mut moves = self.playable();
        let forced = moves & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            moves = forced;
        }
        moves & !(threats >> 1)
    }

    /// The threats that this stone makes.
    fn promise(self, stone: u64) -> u32 {
        Stones { all: self.all | stone, ..self }.completing(self.own | stone).count_ones()
    }

    /// The score if the side to move completes a line with its next stone.
    fn score_of_win(self) -> i32 {
        (CELLS + 1 - self.count) / 2
    }
}

/// The published search with its table.
struct Published {
    keys: Vec<u32>,
    bounds: Vec<u8>,
}

impl Published {
    fn new() -> Published {
        Published { keys: vec![0; ENTRIES], bounds: vec![0; ENTRIES] }
    }

    fn clear(&mut self) {
        self.keys.fill(0);
        self.bounds.fill(0);
    }

    fn stored(&self, key: u64) -> Option<i32> {
        let place = (key % ENTRIES as u64) as usize;
        let bound = self.bounds[place];
        (self.keys[place] == key as u32 && bound != 0).then_some(i32::from(bound))
    }

    fn store(&mut self, key: u64, bound: i32) {
        let place = (key % ENTRIES as u64) as usize;
        self.keys[place] = key as u32;
        self.bounds[place] = bound as u8;
    }

    /// The score of a position.
    fn solve(&mut self, stones: Stones) -> i32 {
        if stones.wins_now() {
            return stones.score_of_win();
        }
        let (mut least, mut most) = (-(CELLS - stones.count) / 2, stones.score_of_win());
        while least < most {
            let mut middle = least + (most - least) / 2;
            if middle <= 0 && least / 2 < middle {
                middle = least / 2;
            } else if middle >= 0 && most / 2 > middle {
                middle = most / 2;
            }
            let score = self.search(stones, middle, middle + 1);
            if score <= middle {
                most = score;
            } else {
                least = score;
            }
        }
        least
    }

    /// The score of every move, from the first column to the last.
    fn analyse(&mut self, stones: Stones) -> Vec<i32> {
        let mut scores = Vec::new();
        for column in 0..COLUMNS {
            let stone = stones.playable() & column_bits(column);
            if stone != 0 {
                let wins = stone & stones.completing(stones.own) != 0;
                let score =
                    if wins { stones.score_of_win() } else { -self.solve(stones.after(stone)) };
                scores.push(score);
            }
        }
        scores
    }

    /// The score of a position that has no win with the next stone, within the window.
    fn search(&mut self, stones: Stones, mut alpha: i32, mut beta: i32) -> i32 {
        let moves = stones.safe_moves();
        if moves == 0 {
            return -(CELLS - stones.count) / 2;
        }
        if stones.count >= CELLS - 2 {
            return 0;
        }
        alpha = alpha.max(-(CELLS - 2 - stones.count) / 2);
        if alpha >= beta {
            return alpha;
        }
        beta = beta.min((CELLS - 1 - stones.count) / 2);
        if alpha >= beta {
            return beta;
        }
        let key = stones.key();
        if let Some(stored) = self.stored(key) {
            if stored > MOST_SCORE - LEAST_SCORE + 1 {
                alpha = alpha.max(stored + 2 * LEAST_SCORE - MOST_SCORE - 2);
                if alpha >= beta {
                    return alpha;
                }
            } else {
                beta = beta.min(stored + LEAST_SCORE - 1);
                if alpha >= beta {
                    return beta;
                }
            }
        }
        for stone in in_order(stones, moves).into_iter().filter(|stone| *stone != 0) {
            let score = -self.search(stones.after(stone), -beta, -alpha);
            if score >= beta {
                self.store(key, score + MOST_SCORE - 2 * LEAST_SCORE + 2);
                return score;
            }
            alpha = alpha.max(score);
        }
        self.store(key, alpha - LEAST_SCORE + 1);
        alpha
    }
}

/// These moves, those with most threats first and the middle before the edges; then zeros.
fn in_order(stones: Stones, moves: u64) -> [u64; COLUMNS as usize] {
    let mut sorted = [(0, 0); COLUMNS as usize];
    let mut count = 0;
    for column in ORDER {
        let stone = moves & column_bits(column);
        if stone == 0 {
            continue;
        }
        let promise = stones.promise(stone);
        let mut place = count;
        while place > 0 && sorted[place - 1].1 < promise {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = (stone, promise);
        count += 1;
    }
    sorted.map(|it| it.0)
}

/// The published score of a value with this many stones on the board.
fn score_of(value: Value, count: i32) -> i32 {
    let score = |plies: u32| CELLS / 2 + 1 - (count + plies as i32 + 1) / 2;
    match value {
        Value::Win(plies) => score(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -score(plies),
    }
}

/// Positions from random play in which nobody wins with the next stone.
fn positions(
    game: &Lines,
    stones: std::ops::RangeInclusive<u64>,
    count: usize,
    seed: u64,
) -> Vec<(<Lines as Game>::Position, Stones)> {
    let mut random = SplitMix::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let wanted = stones.start() + random.below(stones.end() - stones.start() + 1);
        let (mut position, mut bits) = (game.start(), Stones::NONE);
        for _ in 0..wanted {
            let Some(mv) = random.pick(&game.legal(&position)) else { break };
            let column = game.write_move(&position, mv).bytes().next().unwrap_or_default() - b'a';
            bits = bits.after(bits.playable() & column_bits(u32::from(column)));
            position = game.after(&position, mv);
        }
        let side = game.side(&position);
        let wins = |mv| game.turn(&game.after(&position, mv)) == Turn::Over(Outcome::Win(side));
        if game.turn(&position) == Turn::Play(side) && !game.legal(&position).into_iter().any(wins)
        {
            found.push((position, bits));
        }
    }
    found
}

/// The seconds of the published search and of ours over these positions, each from an empty table.
fn compare(
    stones: std::ops::RangeInclusive<u64>,
    count: usize,
    one: impl Fn(&mut Published, Stones) -> Vec<i32>,
    other: impl Fn(&Lines, &<Lines as Game>::Position) -> Option<Vec<Value>>,
) -> Result<Measured, Fault> {
    const RUNS: u64 = 3;
    let game = connect4(&ROWS.to_string(), &COLUMNS.to_string());
    let mut published = Published::new();
    let (mut plainly, mut ours) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        let (mut seconds, mut own_seconds) = (0.0, 0.0);
        for (position, bits) in positions(&game, stones.clone(), count, 2015 + run) {
            // To clear the table is not part of the search.
            published.clear();
            let (took, scores) = busy(|| one(&mut published, bits));
            seconds += took;
            let (took, values) = busy(|| other(&game, &position));
            own_seconds += took;
            let values = values.unwrap_or_default().into_iter();
            let found: Vec<i32> = values.map(|value| score_of(value, bits.count)).collect();
            must(found == scores, "both searches agree")?;
        }
        plainly.push(seconds);
        ours.push(own_seconds);
    }
    let each = |seconds: &[f64]| median(seconds) / count as f64 * 1e3;
    let note = format!("{:.2} ms and {:.2} ms each", each(&plainly), each(&ours));
    Ok(Measured::ratio(("published", &plainly), ("search", &ours)).note(note))
}

fn value_alone(stones: std::ops::RangeInclusive<u64>, count: usize) -> Result<Measured, Fault> {
    compare(
        stones,
        count,
        |published, stones| vec![published.solve(stones)],
        |game, position| {
            let found = Search::new(game).solve(position, &Budget::unlimited(), &Silent);
            found.exact().map(|value| vec![value])
        },
    )
}

/// The value of positions with 8 to 14 stones.
pub(super) fn early_values() -> Result<Measured, Fault> {
    value_alone(8..=14, 30)
}

/// The value of positions with 15 to 28 stones.
pub(super) fn later_values() -> Result<Measured, Fault> {
    value_alone(15..=28, 150)
}

/// All moves of positions with 8 to 14 stones.
pub(super) fn all_moves() -> Result<Measured, Fault> {
    compare(8..=14, 10, Published::analyse, |game, position| {
        let study = Search::new(game).study(position, &Budget::unlimited(), &Silent);
        study.moves.iter().map(|it| it.1.exact()).collect()
    })
}
