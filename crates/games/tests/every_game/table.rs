//! The contents of a game's row: its variants, how to open them, the laws of its traits, and
//! its naive implementation.

use crate::naive::{Naive, Twin, walk_together};
use crate::settings::check_settings;
use crate::{damaged, rows, truth};
use spar_games::Described;
use spar_rules::scene::Token;
use spar_rules::{
    Arranged, Deterministic, Game, Name, Notation, Ranked, ReadError, Reward, Stochastic,
    Symmetric, Tactics, laws, perft, read_position_and_moves,
};

/// A game of the table.
pub(crate) struct Row {
    /// Names of variants of every kind.
    pub(crate) variants: &'static [&'static str],
    /// Variants that are small enough to test all positions.
    pub(crate) small: &'static [&'static str],
    /// Reads a position of a variant, with moves, and writes it again.
    pub(crate) read: Box<Reader>,
    /// Checks the laws of all traits in random games of a variant.
    pub(crate) check_laws: Box<dyn Fn(&str)>,
    /// Checks the assumptions of searches in all positions of a small variant.
    pub(crate) check_tactics: Box<dyn Fn(&str)>,
    /// The canonical name of a variant.
    pub(crate) name: Box<dyn Fn(&str) -> String>,
    /// Checks names and settings of the variants.
    pub(crate) check_settings: Box<dyn Fn()>,
    /// Reads damaged texts of positions and moves.
    pub(crate) check_texts: Box<dyn Fn(&str)>,
    /// Counts the paths of 1, 2, 3 … moves from a position of a variant.
    pub(crate) perft: Box<Counter<Vec<u64>>>,
    /// Counts the games that end after fewer moves.
    pub(crate) ended: Box<Counter<u64>>,
    /// The naive implementation of a variant, if it is in this table.
    pub(crate) naive: Option<Box<TwinOf>>,
    /// Plays random games of a variant with both implementations.
    pub(crate) walk_together: Box<dyn Fn(&str)>,
}

type Counter<N> = dyn Fn(&str, &str, u32) -> N;
type TwinOf = dyn Fn(&str) -> Box<dyn Twin>;
type Reader = dyn Fn(&str, &str) -> Result<String, ReadError>;
pub(crate) type Open<G> = fn(&Name) -> Result<G, ReadError>;

/// The row of the game with this name.
pub(crate) fn row_of(name: &str) -> Row {
    let game = |name: &str| name.split(':').next().map(str::to_owned);
    let is_it = |row: &Row| row.variants.iter().any(|it| game(it) == game(name));
    rows().into_iter().find(is_it).unwrap_or_else(|| panic!("no row for {name}"))
}

fn opened<G>(open: Open<G>, name: &str) -> G {
    Name::read(name).and_then(|name| open(&name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks the laws of a game without chance whose positions can all be set up. Returns the
/// tokens of this position.
pub(crate) fn complete<G>(game: &G, position: &G::Position) -> Vec<Vec<Token>>
where
    G: Deterministic + Notation + Symmetric + Ranked + Reward + Arranged,
{
    laws::deterministic(game, position);
    laws::notation(game, position);
    laws::symmetry(game, position);
    laws::ranks(game, position);
    laws::rewards(game, position);
    laws::scenes(game, position);
    laws::arranged(game, position);
    let cells = game.scene(position).cells;
    let tokens: Vec<_> = cells.into_iter().map(|it| it.tokens).collect();
    assert_eq!(game.arranged(&tokens, game.side(position)).as_ref(), Ok(position));
    tokens
}

/// A row under construction, while the game's type is known.
pub(crate) struct Typed<G> {
    open: Open<G>,
    pub(crate) row: Row,
}

/// Counts the games from a position that end after fewer moves.
fn ended<G: Game>(game: &G, position: &G::Position, moves: u32) -> u64 {
    let Some(rest) = moves.checked_sub(1) else { return 0 };
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let longer = legal.iter().map(|mv| ended(game, &game.after(position, mv.clone()), rest));
    if legal.is_empty() { 1 } else { longer.sum() }
}

/// The row of a game with laws, texts and counts.
pub(crate) fn game<G: Notation + Stochastic>(
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

/// The row of a configurable game without chance, with rules in words, set-up and a naive
/// implementation. All positions of the `small` variants are tested.
pub(crate) fn row<G, N: Naive + 'static>(
    variants: &'static [&'static str],
    small: &'static [&'static str],
    naive: fn(&Name) -> N,
) -> Row
where
    G: Described + Notation + Symmetric + Ranked + Reward + Arranged + Tactics,
{
    let laws = |game: &G, position: &G::Position| drop(complete(game, position));
    configured(variants, laws).with_tactics(small).with_naive(naive).row
}

/// The row of a configurable game with rules in words.
pub(crate) fn configured<G: Described + Notation + Stochastic>(
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
    /// Adds tests of tactics to the row.
    pub(crate) fn with_tactics(self, small: &'static [&'static str]) -> Typed<G>
    where
        G: Tactics + Reward,
    {
        let open = self.open;
        let check_tactics = move |name: &str| truth::check_tactics(&opened(open, name));
        let row = Row { small, check_tactics: Box::new(check_tactics), ..self.row };
        Typed { open, row }
    }

    /// Adds a naive implementation to the row.
    pub(crate) fn with_naive<N: Naive + 'static>(self, naive: fn(&Name) -> N) -> Typed<G> {
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
