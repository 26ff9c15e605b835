//! Second, naive implementations of the games, with other data structures than the crate. Each
//! is written from the rules in words, not from the crate's code.

use spar_rules::{Name, Notation, Outcome, Side, SplitMix, Turn};

/// A game by naive rules.
pub(crate) trait Naive {
    /// A position.
    type State: Clone;

    fn start(&self) -> Self::State;

    /// The position in the text form of the crate.
    fn text(&self, state: &Self::State) -> String;

    /// What happens next in a position.
    fn next(&self, state: &Self::State) -> Next;

    /// Every move as text, with the position after it. Not called for finished games.
    fn moves(&self, state: &Self::State) -> Vec<(String, Self::State)>;
}

/// What happens next; the sides are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Plays(usize),
    Rolls,
    Won(usize),
    Drawn,
}

/// The value of a setting in a name, or its default.
pub(crate) fn said<'a>(name: &Name<'a>, key: &str, default: &'a str) -> &'a str {
    name.settings.iter().find(|it| it.0 == key).map_or(default, |it| it.1)
}

/// A board as letters: rows from the bottom, each from the left.
pub(crate) type Letters = Vec<Vec<char>>;

/// The text of a board: rows from the top, and the name of the side to move.
pub(crate) fn written(board: &Letters, side: &str) -> String {
    let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    format!("{}-{side}", rows.join("/"))
}

/// The rows and columns of all cells with this letter.
pub(crate) fn find(board: &Letters, letter: char) -> Vec<(usize, usize)> {
    let cells = (0..board.len()).flat_map(|row| (0..board[row].len()).map(move |col| (row, col)));
    cells.filter(|(row, col)| board[*row][*col] == letter).collect()
}

/// Moves a piece one step: returns the move as text and the board after it.
pub(crate) fn stepped(
    board: &Letters,
    from: (usize, usize),
    to: (usize, usize),
) -> (String, Letters) {
    let name =
        |(row, col): (usize, usize)| format!("{}{}", char::from(b"abcdefghij"[col]), row + 1);
    let mut after = board.clone();
    after[to.0][to.1] = board[from.0][from.1];
    after[from.0][from.1] = '.';
    (name(from) + &name(to), after)
}

/// A naive game with its type erased.
pub(crate) trait Twin {
    /// Counts the paths of 1, 2, 3 … moves from `start`, or from `start+` and moves.
    fn perft(&self, position: &str, depth: u32) -> Vec<u64>;
}

impl<N: Naive> Twin for N {
    fn perft(&self, position: &str, depth: u32) -> Vec<u64> {
        let mut state = self.start();
        let moves = position.strip_prefix("start").expect("counts begin at the start");
        for text in moves.trim_start_matches('+').split(',').filter(|it| !it.is_empty()) {
            let found = legal(self, &state).into_iter().find(|it| it.0 == text);
            state = found.unwrap_or_else(|| panic!("{text} in {}", self.text(&state))).1;
        }
        let mut paths = vec![0; depth as usize];
        add_paths(self, &state, &mut paths);
        paths
    }
}

/// Adds the numbers of paths from a position, by their length.
fn add_paths<N: Naive>(naive: &N, state: &N::State, paths: &mut [u64]) {
    let Some((here, longer)) = paths.split_first_mut() else { return };
    let moves = legal(naive, state);
    *here += moves.len() as u64;
    if !longer.is_empty() {
        for (_, next) in &moves {
            add_paths(naive, next, longer);
        }
    }
}

fn legal<N: Naive>(naive: &N, state: &N::State) -> Vec<(String, N::State)> {
    match naive.next(state) {
        Next::Plays(_) | Next::Rolls => naive.moves(state),
        Next::Won(_) | Next::Drawn => Vec::new(),
    }
}

/// Plays random games with both implementations and compares positions, turns and moves.
pub(crate) fn walk_together<G: Notation, N: Naive>(game: &G, naive: &N) {
    let side = |side: Side| usize::from(side == Side::Second);
    for seed in 0..200 {
        let mut random = SplitMix::new(seed);
        let (mut position, mut state) = (game.start(), naive.start());
        loop {
            let text = game.write_position(&position);
            assert_eq!(text, naive.text(&state));
            let next = match game.turn(&position) {
                Turn::Play(plays) => Next::Plays(side(plays)),
                Turn::Over(Outcome::Win(winner)) => Next::Won(side(winner)),
                Turn::Over(Outcome::Draw) => Next::Drawn,
                Turn::Roll => Next::Rolls,
            };
            assert_eq!(next, naive.next(&state), "{text}");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mut written: Vec<String> =
                moves.iter().map(|mv| game.write_move(&position, mv.clone())).collect();
            let mut naively = legal(naive, &state);
            written.sort_unstable();
            naively.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            let texts: Vec<&String> = naively.iter().map(|it| &it.0).collect();
            assert_eq!(written.iter().collect::<Vec<_>>(), texts, "{text}");
            let Some(mv) = random.pick(&(0..naively.len()).collect::<Vec<_>>()) else { break };
            let (played, after) = naively.swap_remove(mv);
            position = game.after(&position, game.read_move(&position, &played).unwrap());
            state = after;
        }
    }
}
