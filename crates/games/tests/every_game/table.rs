//! All games: their variants, how they are opened, the laws of their traits, and their
//! naive twins.

use crate::damaged;
use crate::ladders::NaiveLadders;
use crate::morris::NaiveMorris;
use crate::naive::{Naive, Twin, walk_together};
use crate::reversi::NaiveReversi;
use crate::settings::check_settings;
use crate::sim::NaiveSim;
use crate::take::NaiveTake;
use crate::truth;
use crate::wolf::NaiveWolf;
use spar_games::Described;
use spar_games::ladders::{Ladders, Setup};
use spar_games::lines::{Keys, Lines};
use spar_games::morris::Morris;
use spar_games::reversi::Reversi;
use spar_games::sim::Sim;
use spar_games::take::Take;
use spar_games::wolf::Wolf;
use spar_rules::scene::Token;
use spar_rules::{
    Arranged, Deterministic, Game, Name, Notation, Ranked, ReadError, Reward, Stochastic,
    Symmetric, Tactics, laws, perft, read_position_and_moves,
};

/// A game of the table.
pub(crate) struct Row {
    /// Names of variants of every kind.
    pub(crate) variants: &'static [&'static str],
    /// Variants that are small enough to look at all positions.
    pub(crate) small: &'static [&'static str],
    /// Reads a position, with moves, of a variant, and writes it back.
    pub(crate) read: Box<Reader>,
    /// Checks the laws of all traits in random games of a variant.
    pub(crate) check_laws: Box<dyn Fn(&str)>,
    /// Checks what a search relies on, in all positions of a small variant.
    pub(crate) check_tactics: Box<dyn Fn(&str)>,
    /// The canonical name of a variant.
    pub(crate) name: Box<dyn Fn(&str) -> String>,
    /// Checks names and settings of the variants.
    pub(crate) check_settings: Box<dyn Fn()>,
    /// Reads damaged texts of positions and moves.
    pub(crate) check_texts: Box<dyn Fn(&str)>,
    /// Counts the paths of 1, 2, 3 … moves from a position of a variant.
    pub(crate) perft: Box<Counter<Vec<u64>>>,
    /// Counts the games that end in fewer moves.
    pub(crate) ended: Box<Counter<u64>>,
    /// The second implementation of a variant, if there is one for this table.
    pub(crate) naive: Option<Box<TwinOf>>,
    /// Plays random games of a variant by both implementations.
    pub(crate) walk_together: Box<dyn Fn(&str)>,
}

type Counter<N> = dyn Fn(&str, &str, u32) -> N;
type TwinOf = dyn Fn(&str) -> Box<dyn Twin>;
type Reader = dyn Fn(&str, &str) -> Result<String, ReadError>;
type Open<G> = fn(&Name) -> Result<G, ReadError>;

/// All games.
pub(crate) fn rows() -> Vec<Row> {
    vec![
        game(open_lines, LINES, |game, position| {
            exact(game, position);
            laws::scenes(game, position);
            let tokens = arranged(game, position);
            assert!(game.arranged(&tokens, game.side(position).other()).is_err());
        })
        .with_tactics(&["tictactoe", "bottom2:line=loses"])
        .row,
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
        .row,
        configured::<Take>(
            &["take", "take:last=wins", "take:sticks=9,most=5", "take:heaps=3-5-7"],
            |game, position| {
                exact(game, position);
                laws::scenes(game, position);
                arranged(game, position);
            },
        )
        .with_tactics(&["take", "take:last=wins", "take:heaps=3-4-2,most=2"])
        .with_naive(NaiveTake::new)
        .row,
        configured::<Sim>(&["sim", "sim:vertices=4", "sim:vertices=5"], |game, position| {
            exact(game, position);
            laws::scenes(game, position);
            let tokens = arranged(game, position);
            assert!(game.arranged(&tokens, game.side(position).other()).is_err());
        })
        .with_tactics(&["sim:vertices=4", "sim:vertices=5"])
        .with_naive(NaiveSim::new)
        .row,
        configured::<Reversi>(
            &[
                "reversi",
                "reversi:start=parallel",
                "reversi:rows=4,cols=4",
                "reversi:rows=4,cols=6,start=parallel",
                "reversi:rows=6,cols=4",
            ],
            |game, position| {
                exact(game, position);
                laws::scores(game, position);
                laws::scenes(game, position);
                arranged(game, position);
            },
        )
        .with_tactics(&["reversi:rows=4,cols=4"])
        .with_naive(NaiveReversi::new)
        .row,
        configured::<Wolf>(
            &["wolf", "wolf:size=6", "wolf:sheep=3,first=sheep", "wolf:size=10"],
            |game, position| {
                exact(game, position);
                laws::scenes(game, position);
                arranged(game, position);
            },
        )
        .with_tactics(&["wolf:size=6", "wolf:size=6,sheep=2,first=sheep"])
        .with_naive(NaiveWolf::new)
        .row,
        configured::<Morris>(
            &[
                "morris",
                "morris:diagonals=no",
                "morris:moves=anywhere",
                "morris:moves=anywhere,diagonals=no",
            ],
            |game, position| {
                exact(game, position);
                laws::scenes(game, position);
                arranged(game, position);
            },
        )
        .with_tactics(&["morris", "morris:diagonals=no"])
        .with_naive(NaiveMorris::new)
        .row,
    ]
}

/// The row of the game with this name.
pub(crate) fn row_of(name: &str) -> Row {
    let game = |name: &str| name.split(':').next().map(str::to_owned);
    let is_it = |row: &Row| row.variants.iter().any(|it| game(it) == game(name));
    rows().into_iter().find(is_it).unwrap_or_else(|| panic!("no row for {name}"))
}

/// Variants of every kind: each gravity, subsets of directions, misère, space,
/// odd and even widths, boards with and without ranks.
const LINES: &[&str] = &[
    "tictactoe",
    "tictactoe:along=rd",
    "tictactoe:rows=4,cols=4",
    "tictactoe:rows=3,cols=5,line=loses",
    "connect3",
    "connect3:along=cd,line=loses",
    "connect4",
    "connect4:rows=4,cols=5",
    "connect4:rows=4,cols=6",
    "connect4:rows=8,cols=8",
    "connect4:rows=5,cols=1,connect=5",
    "connect4:rows=9,cols=7,connect=5",
    "connect4:rows=20,cols=1",
    "connect4:rows=10,cols=2",
    "bottom2",
    "bottom2:rows=4,cols=4,along=rc",
    "bottom2:rows=5,cols=3,gravity=partial-3",
    "bottom2:rows=10,cols=3,connect=4",
    "qubic",
    "qubic:rows=2,cols=2,layers=2,connect=2,line=loses",
    "lines:rows=3,cols=3,layers=3,gravity=full",
    "lines:rows=3,cols=2,layers=3,gravity=full,along=ps",
    "lines:rows=3,cols=2,layers=2,gravity=partial-2,connect=2",
    "lines:rows=1,cols=9,connect=3",
    "lines:rows=2,cols=2,connect=1",
];

fn open_lines(name: &Name) -> Result<Lines, ReadError> {
    let preset = Keys::preset(name.game).ok_or_else(|| ReadError::new("not a line game"))?;
    Lines::new(preset.with(&name.settings)?)
}

fn opened<G>(open: Open<G>, name: &str) -> G {
    Name::read(name).and_then(|name| open(&name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The laws of a game without chance that has texts, symmetries, ranks and an evaluation.
fn exact<G>(game: &G, position: &G::Position)
where
    G: Deterministic + Notation + Symmetric + Ranked + Reward,
{
    laws::deterministic(game, position);
    laws::notation(game, position);
    laws::symmetry(game, position);
    laws::ranks(game, position);
    laws::rewards(game, position);
}

/// The laws of a game each of whose positions can be set up; gives the tokens of this one.
fn arranged<G: Arranged>(game: &G, position: &G::Position) -> Vec<Vec<Token>> {
    laws::arranged(game, position);
    let cells = game.scene(position).cells;
    let tokens: Vec<_> = cells.into_iter().map(|it| it.tokens).collect();
    assert_eq!(game.arranged(&tokens, game.side(position)).as_ref(), Ok(position));
    tokens
}

/// A row while its game's type is known.
struct Typed<G> {
    open: Open<G>,
    row: Row,
}

/// Games from a position that end in fewer moves.
fn ended<G: Game>(game: &G, position: &G::Position, moves: u32) -> u64 {
    let Some(rest) = moves.checked_sub(1) else { return 0 };
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let longer = legal.iter().map(|mv| ended(game, &game.after(position, mv.clone()), rest));
    if legal.is_empty() { 1 } else { longer.sum() }
}

/// A game with laws, texts and counts.
fn game<G: Notation + Stochastic>(
    open: Open<G>,
    variants: &'static [&'static str],
    also: fn(&G, &G::Position),
) -> Typed<G> {
    let row = Row {
        variants,
        small: &[],
        read: Box::new(move |name, text| {
            let game = open(&Name::read(name)?)?;
            read_position_and_moves(&game, text).map(|it| game.write_position(&it))
        }),
        check_laws: Box::new(move |name| laws::check(&opened(open, name), 60, also)),
        check_texts: Box::new(move |name| damaged::check_texts(&opened(open, name))),
        name: Box::new(str::to_owned),
        check_settings: Box::new(|| ()),
        check_tactics: Box::new(|_| ()),
        perft: Box::new(move |name, position, depth| {
            let game = opened(open, name);
            let position = read_position_and_moves(&game, position).expect("a position");
            (1..=depth).map(|depth| perft(&game, &position, depth)).collect()
        }),
        ended: Box::new(move |name, position, depth| {
            let game = opened(open, name);
            let position = read_position_and_moves(&game, position).expect("a position");
            ended(&game, &position, depth)
        }),
        naive: None,
        walk_together: Box::new(|_| ()),
    };
    Typed { open, row }
}

/// The same for a game that is made from settings and told in words.
fn configured<G: Described + Notation + Stochastic>(
    variants: &'static [&'static str],
    also: fn(&G, &G::Position),
) -> Typed<G> {
    let open: Open<G> = |name| {
        assert_eq!(name.game, G::NAME);
        G::new(&name.settings)
    };
    let Typed { open, row } = game(open, variants, also);
    let row = Row {
        name: Box::new(move |name| opened(open, name).name()),
        check_settings: Box::new(|| check_settings::<G>(variants)),
        ..row
    };
    Typed { open, row }
}

impl<G: Notation> Typed<G> {
    /// The same row for a game with tactics.
    fn with_tactics(self, small: &'static [&'static str]) -> Typed<G>
    where
        G: Tactics + Reward,
    {
        let open = self.open;
        let check_tactics = move |name: &str| truth::check_tactics(&opened(open, name));
        let row = Row { small, check_tactics: Box::new(check_tactics), ..self.row };
        Typed { open, row }
    }

    /// The same row for a game with a second, naive implementation.
    fn with_naive<N: Naive + 'static>(self, naive: fn(&Name) -> N) -> Typed<G> {
        let open = self.open;
        let made = move |name: &str| naive(&Name::read(name).expect("a name"));
        let row = Row {
            naive: Some(Box::new(move |name| Box::new(made(name)))),
            walk_together: Box::new(move |name| walk_together(&opened(open, name), &made(name))),
            ..self.row
        };
        Typed { open, row }
    }
}
