//! The laws that every game must satisfy, as functions for the tests of the games.
//!
//! Each function checks one position and panics with a message if a law is violated. [`check`]
//! plays random games and calls these functions.

use crate::scene::{Arranged, Button, Token};
use crate::{
    Deterministic, Game, Notation, Outcome, Ranked, Reward, Scenic, Scored, Separable, Side,
    SplitMix, Stochastic, Symmetric, Tactics, Threats, Turn, Value, perft, seen_by_mover,
};

/// Plays `games` random games. In each position, checks the laws of [`Game`] and [`Stochastic`]
/// and calls `also` for further checks.
///
/// # Panics
/// If a law is violated; the message contains the position.
pub fn check<G: Stochastic>(game: &G, games: u64, also: impl Fn(&G, &G::Position)) {
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut position = game.start();
        for _ in 0..10_000 {
            also(game, &position);
            let moves = moves(game, &position);
            let Some(mv) = random.pick(&moves) else { break };
            position = game.after(&position, mv);
        }
    }
}

/// Checks the laws of [`Game`] and [`Stochastic`] in one position. Returns its moves.
///
/// # Panics
/// If a law is violated.
pub fn moves<G: Stochastic>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let moves = listed(game, position);
    let turn = game.turn(position);
    assert_eq!(matches!(turn, Turn::Over(_)), moves.is_empty(), "{turn:?} {position:?}");
    if let Turn::Play(side) = turn {
        assert_eq!(side, game.side(position), "{position:?}");
    }
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{mv:?} twice in {position:?}");
        if turn == Turn::Roll {
            assert!(game.weight(position, mv.clone()) > 0, "{mv:?} cannot be rolled: {position:?}");
        }
    }
    if let Turn::Play(side) = turn {
        let won = Turn::Over(Outcome::Win(side));
        let wins = moves.iter().any(|mv| game.turn(&game.after(position, mv.clone())) == won);
        assert_eq!(game.wins_next(position, side), Some(wins), "{position:?}");
    }
    if let Some(plies) = game.horizon(position) {
        let after = |mv: &G::Move| game.horizon(&game.after(position, mv.clone()));
        let is_less = |it: Option<u32>| it.is_some_and(|it| it < plies);
        assert!(moves.iter().map(after).all(is_less), "{plies} plies: {position:?}");
    }
    let mut twice = moves.clone();
    game.moves(position, &mut twice);
    let expected = [&moves[..], &moves[..]].concat();
    assert_eq!(twice, expected, "moves are appended in a fixed order: {position:?}");
    moves
}

/// Checks the law of [`Deterministic`].
///
/// # Panics
/// If the position has a roll.
pub fn deterministic<G: Deterministic>(game: &G, position: &G::Position) {
    assert_ne!(game.turn(position), Turn::Roll, "{position:?}");
}

/// Checks the laws of [`Notation`].
///
/// # Panics
/// If a law is violated.
pub fn notation<G: Notation>(game: &G, position: &G::Position) {
    let text = game.write_position(position);
    assert!(!text.contains(char::is_whitespace), "{text}");
    assert_eq!(game.read_position(&text).as_ref(), Ok(position));
    for mv in listed(game, position) {
        assert_eq!(game.read_move(position, &game.write_move(position, mv.clone())), Ok(mv));
    }
}

/// Checks the laws of [`Symmetric`].
///
/// # Panics
/// If a law is violated.
pub fn symmetry<G: Symmetric>(game: &G, position: &G::Position) {
    assert_eq!(&game.image(position, 0), position);
    assert!(!game.is_mirror(0), "number 0 changes nothing");
    let moves = listed(game, position);
    for symmetry in 0..game.symmetries() {
        let image = game.image(position, symmetry);
        assert_eq!(game.turn(&image), game.turn(position), "{position:?} {symmetry}");
        assert_eq!(game.canonical(&image), game.canonical(position), "{position:?} {symmetry}");
        assert_eq!(listed(game, &image).len(), moves.len(), "{position:?} {symmetry}");
        for mv in &moves {
            let moved = game.after(&image, game.image_move(mv.clone(), symmetry));
            assert_eq!(
                moved,
                game.image(&game.after(position, mv.clone()), symmetry),
                "{mv:?} {symmetry}"
            );
        }
    }
}

/// Checks the laws of [`Ranked`], if the variant has ranks.
///
/// # Panics
/// If a law is violated.
pub fn ranks<G: Ranked>(game: &G, position: &G::Position) {
    let Some(ranks) = game.ranks() else { return };
    let rank = game.rank(position);
    assert!(rank < ranks, "{rank} of {ranks}: {position:?}");
    assert_eq!(&game.unrank(rank), position, "unrank undoes rank");

    let mut images = Vec::new();
    game.unfold(position, &mut images);
    let (folded, count) = game.fold(position);
    assert_eq!(images.len(), count as usize, "{position:?}");
    assert_eq!(images.iter().map(|it| game.rank(it)).min(), Some(folded), "{position:?}");
    if *position == game.start() {
        assert_eq!(count, 1, "images that are kept as one entry keep the start: {images:?}");
    }
    for (i, image) in images.iter().enumerate() {
        assert!(!images[..i].contains(image), "{image:?} twice among the images of {position:?}");
        assert_eq!(game.fold(image), (folded, count), "{image:?}");
        assert_eq!(game.turn(image), game.turn(position), "{image:?}");
        assert_eq!(perft(game, image, 2), perft(game, position, 2), "{image:?}");
    }

    let part_size = ranks / game.parts();
    assert_eq!(part_size * game.parts(), ranks, "parts are of one size");
    assert!(game.parts() <= 1 << 16, "{} parts are too many to plan", game.parts());
    let part = folded / part_size;
    let mut next_parts = vec![part];
    game.next_parts(part, &mut next_parts);
    assert!(next_parts[1..].iter().all(|it| *it > part && *it < game.parts()), "{part}");
    for mv in listed(game, position) {
        let next = game.after(position, mv.clone());
        assert!(game.rank(&next) > rank, "{mv:?} {position:?}");
        let (next_folded, _) = game.fold(&next);
        assert!(next_folded > folded, "{mv:?} {position:?}");
        let next_part = next_folded / part_size;
        assert!(next_parts.contains(&next_part), "{part} leads to {next_part}: {position:?}");
    }
}

/// Checks the laws of [`Tactics`]. `value` returns the exact value of a position.
///
/// # Panics
/// If a law is violated.
pub fn tactics<G: Tactics>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Value,
) {
    let note = game.note(position);
    let seen = game.glance(position, &note);
    if let Turn::Over(outcome) = game.turn(position) {
        assert_eq!(seen, Some(Value::of(outcome, game.side(position))), "{position:?}");
        return;
    }
    let truth = value(position);
    if let Some(bits) = game.number_bits() {
        assert!(bits == 64 || game.number(position) >> bits == 0, "{position:?}");
    }
    if let Some(seen) = seen {
        assert_eq!(seen, truth, "{position:?}");
        return;
    }
    let (legal, mut candidates) = (listed(game, position), Vec::new());
    game.candidates(position, &note, &mut candidates);
    assert!(candidates.iter().all(|mv| legal.contains(mv)), "{position:?}");
    if let Some(forced) = game.forced(position, &note) {
        assert_eq!(candidates, [forced], "{position:?}");
    }
    let kinds = game.move_kinds();
    assert!(legal.iter().all(|mv| game.move_kind(mv) < kinds), "{position:?}");
    let mover_value = |mv: &G::Move| {
        let next = game.after(position, mv.clone());
        assert_eq!(game.note_after(&note, mv, &next), game.note(&next), "{mv:?} {position:?}");
        let next_value = game.final_value(&next).unwrap_or_else(|| value(&next));
        seen_by_mover(game, position, &next, next_value)
    };
    assert_eq!(candidates.iter().map(mover_value).max(), Some(truth), "{position:?}");
    let (lower, upper) = game.limits(position, &note);
    assert!(lower <= truth && truth <= upper, "{lower}..{upper} {truth}: {position:?}");
}

/// Checks the laws of [`Reward`].
///
/// # Panics
/// If a law is violated.
pub fn rewards<G: Reward + Symmetric>(game: &G, position: &G::Position) {
    let Turn::Play(_) = game.turn(position) else { return };
    let reward = game.reward(position);
    assert!(reward.unsigned_abs() <= game.most_reward(), "{reward}: {position:?}");
    for symmetry in 0..game.symmetries() {
        let image = game.image(position, symmetry);
        assert_eq!(game.reward(&image), reward, "{position:?} {symmetry}");
    }
}

/// Checks the law of [`Scored`].
///
/// # Panics
/// If the law is violated.
pub fn scores<G: Scored>(game: &G, position: &G::Position) {
    let Turn::Over(outcome) = game.turn(position) else { return };
    assert_eq!(game.score(position).outcome(), outcome, "{position:?}");
}

/// Checks the laws of [`Threats`].
///
/// # Panics
/// If a law is violated.
pub fn threats<G: Threats>(game: &G, position: &G::Position) {
    let Turn::Play(mover) = game.turn(position) else {
        for side in [Side::First, Side::Second] {
            assert!(game.threats(position, side).is_empty(), "{position:?}");
        }
        return;
    };
    let scene = game.scene(position);
    for side in [mover, mover.other()] {
        let threats = game.threats(position, side);
        for threat in &threats {
            assert!(threat.line.contains(&threat.missing), "{threat:?} {position:?}");
            for &cell in &threat.line {
                let tokens = &scene.cells[cell].tokens;
                let is_right = match tokens.first() {
                    None => cell == threat.missing,
                    Some(token) => cell != threat.missing && token.side == Some(side),
                };
                assert!(is_right, "{threat:?} {position:?}");
            }
        }
        let open = threats.iter().any(|it| it.is_open);
        assert_eq!(game.wins_next(position, side), Some(open), "{side} {position:?}");
    }
    let open: Vec<usize> = game
        .threats(position, mover)
        .into_iter()
        .filter(|it| it.is_open)
        .map(|it| it.missing)
        .collect();
    let won = Turn::Over(Outcome::Win(mover));
    for mv in listed(game, position) {
        let wins = game.turn(&game.after(position, mv.clone())) == won;
        let shown = game.shows_on(position, mv.clone());
        assert_eq!(shown.is_some_and(|it| open.contains(&it)), wins, "{mv:?} {position:?}");
    }
}

/// Checks the laws of [`Scenic`].
///
/// # Panics
/// If a law is violated.
pub fn scenes<G: Scenic>(game: &G, position: &G::Position) {
    let scene = game.scene(position);
    let n_cells = scene.cells.len();
    assert!(scene.cells.iter().all(|cell| cell.group < scene.groups.len()), "{position:?}");
    let ends = scene.links.iter().flat_map(|link| [link.from, link.to]);
    assert!(ends.into_iter().all(|end| end < n_cells), "{position:?}");
    let mut tokens = scene.cells.iter().flat_map(|cell| &cell.tokens);
    assert!(tokens.all(|token| token.count > 0), "{position:?}");
    let n_placed = scene.groups.iter().filter(|group| group.at.is_some()).count();
    assert!(n_placed == 0 || n_placed == scene.groups.len(), "{position:?}");

    let mut ways: Vec<(Vec<usize>, Option<Button>)> = Vec::new();
    let mut chosen = Vec::new();
    for mv in listed(game, position) {
        let (touched, also) = (game.touches(position, mv.clone()), game.also(position, mv.clone()));
        let shown = game.shows_on(position, mv.clone());
        let mut cells = touched.iter().chain(&also).chain(&shown);
        assert!(cells.all(|&cell| cell < n_cells), "{mv:?} {position:?}");
        chosen.extend(touched.first().into_iter().chain(&also).copied());
        ways.push((touched, game.button(position, mv.clone())));

        let mut changed = scene.clone();
        let changes = game.changes(position, mv.clone());
        let next = game.scene(&game.after(position, mv.clone()));
        changed.apply(&changes);
        assert_eq!(changed, next, "what a move changes: {mv:?} {position:?}");
        assert_eq!(changes.len(), scene.changes_to(&next).len(), "{mv:?} {position:?}");
    }
    for (index, way) in ways.iter().enumerate() {
        ways[..index].iter().for_each(|other| differ(way, other));
        assert!(!way.0.is_empty() || way.1.is_some(), "{way:?} {position:?}");
        let key = way.1.as_ref().and_then(|button| button.key);
        assert!(key.is_none_or(Button::is_key), "{way:?} {position:?}");
    }
    let one_each = ways.iter().all(|way| way.0.len() == 1 && way.1.is_none());
    let n_chosen = chosen.len();
    chosen.sort_unstable();
    chosen.dedup();
    assert!(!one_each || chosen.len() == n_chosen, "{position:?}");
}

/// Checks that two moves of a position can be told apart: by their cells, or, if their cells
/// are equal, by buttons with different texts and keys. The cells of one move must not be a
/// prefix of the other's, because the shorter move would always be played first.
fn differ(one: &(Vec<usize>, Option<Button>), other: &(Vec<usize>, Option<Button>)) {
    let (short, long) = if one.0.len() < other.0.len() { (one, other) } else { (other, one) };
    let begins = !short.0.is_empty() && long.0.iter().take(short.0.len()).eq(&short.0);
    assert!(!begins || short.0 == long.0, "{short:?} is played before {long:?} can be chosen");
    if one.0 != other.0 {
        return;
    }
    let (Some(one), Some(other)) = (&one.1, &other.1) else {
        panic!("two moves are chosen in the same way: {one:?} {other:?}");
    };
    assert_ne!(one.text, other.text);
    assert!(one.key.is_none() || one.key != other.key, "{one:?} {other:?}");
}

/// Checks the laws of [`Arranged`].
///
/// # Panics
/// If a law is violated.
pub fn arranged<G: Arranged>(game: &G, position: &G::Position) {
    let tokens = |position| -> Vec<Vec<Token>> {
        game.scene(position).cells.into_iter().map(|cell| cell.tokens).collect()
    };
    let (placed, turn) = (tokens(position), game.side(position));
    let Ok(arranged) = game.arranged(&placed, turn) else { return };
    assert_eq!(tokens(&arranged), placed, "{position:?}");
    assert_eq!(game.side(&arranged), turn, "{position:?}");
    let supply = game.supply();
    for cell in &placed {
        for token in cell {
            let one = Token { count: 1, ..*token };
            let supplied = supply.iter().find(|it| it.token == one);
            let Some(supplied) = supplied else { panic!("{token:?} is not in the supply") };
            let same = placed.iter().flatten().filter(|it| Token { count: 1, ..**it } == one);
            let total: u32 = same.map(|it| it.count).sum();
            assert!(supplied.most.is_none_or(|most| total <= most), "{total} {supplied:?}");
            assert!(supplied.shares || *cell == [one], "{cell:?} {supplied:?}");
        }
    }
}

/// Checks the laws of [`Separable`].
///
/// # Panics
/// If a law is violated.
pub fn separable<G: Separable>(game: &G, position: &G::Position) {
    let Turn::Play(side) = game.turn(position) else { return };
    let squares = game.squares_of(position);
    assert_eq!(&game.facing(squares, side), position);
    let choices = listed(game, position);
    assert_eq!(choices.len(), game.actions().len(), "{position:?}");
    let place = usize::from(side == Side::Second);
    for (number, (mv, action)) in choices.into_iter().zip(game.actions()).enumerate() {
        let taken = game.after(position, mv.clone());
        let mut follows: Vec<(G::Position, u32)> = Vec::new();
        if game.turn(&taken) == Turn::Roll {
            assert_eq!(game.rolling(&taken), Some(number), "{taken:?}");
            let rolls = listed(game, &taken);
            let rolled =
                |roll: G::Move| (game.after(&taken, roll.clone()), game.weight(&taken, roll));
            follows.extend(rolls.into_iter().map(rolled));
        } else {
            follows.push((taken, action.total()));
        }
        let lands = action.steps.iter().map(|&(steps, weight)| {
            let mut moved = squares;
            moved[place] = game.lands(squares[place], steps);
            (game.facing(moved, side.other()), weight)
        });
        assert_eq!(follows, lands.collect::<Vec<_>>(), "{mv:?} {position:?}");
    }
}

fn listed<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_part_after_a_common_cell_can_both_be_chosen() {
        differ(&(vec![1, 2], None), &(vec![1, 3], None));
        differ(&(vec![1], None), &(vec![2, 1], None));
        differ(&(Vec::new(), None), &(vec![1], None));
    }

    #[test]
    #[should_panic(expected = "is played before")]
    fn the_cells_of_one_move_must_not_begin_those_of_another() {
        differ(&(vec![1, 2], None), &(vec![1], None));
    }
}
