//! Books: their entries are all positions near the start with their true values, and no changed
//! byte goes unnoticed.

use proptest::prelude::*;
use spar_games::lines::{Keys, Lines};
use spar_games::morris::Morris;
use spar_games::settings::Configured;
use spar_games::take::Take;
use spar_rules::{Deterministic, Notation, Symmetric, Tactics, Value};
use spar_solve::alpha_beta::Search;
use spar_solve::book::{Book, BookError, Books, Openings};
use spar_solve::{Budget, Silent};
use spar_testkit::truth;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::sync::OnceLock;

fn lines(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

/// The bytes of a book, with the search's values of the last positions.
fn made<G>(game: &G, plies: u32) -> Vec<u8>
where
    G: Tactics + Symmetric + Notation,
{
    let budget = Budget::unlimited();
    let openings = Openings::within(game, plies, &budget).unwrap();
    let mut search = Search::new(game);
    let solved = openings.unsolved().map(|position| {
        let value = search.solve(position, &budget, &Silent).exact().unwrap();
        (game.write_position(position), value)
    });
    openings.book(game, "game", &solved.collect()).unwrap()
}

/// The unfinished positions that play reaches within some plies, found move by move.
fn reached<G: Deterministic + Symmetric>(game: &G, plies: u32) -> HashSet<G::Position> {
    let mut last = HashSet::from([game.start()]);
    let mut all = HashSet::new();
    for ply in 0..=plies {
        last.retain(|position| game.final_value(position).is_none());
        all.extend(last.iter().map(|position| game.canonical(position)));
        if ply < plies {
            let after = |position: &G::Position| -> Vec<G::Position> {
                game.legal(position).into_iter().map(|mv| game.after(position, mv)).collect()
            };
            last = last.iter().flat_map(after).collect();
        }
    }
    all
}

fn check<G: Tactics + Symmetric + Notation>(game: &G) {
    let truth: HashMap<G::Position, Value> = truth(game).into_iter().collect();
    for plies in [0, 1, 3, 6, 60] {
        let book = Book::open(made(game, plies).into(), game, "game").unwrap();
        let wanted = reached(game, plies);
        assert_eq!(book.len(), wanted.len() as u64, "{plies} plies");
        for (position, value) in &truth {
            let is_in = wanted.contains(&game.canonical(position));
            let found = book.value(game, position).unwrap();
            assert_eq!(found, is_in.then_some(*value), "{}", game.write_position(position));
        }
        for (text, value) in book.entries().unwrap() {
            let position = game.read_position(text).unwrap();
            assert_eq!(truth[&position], value, "{text}");
        }
    }
}

#[test]
fn a_book_has_every_position_near_the_start_with_its_value() {
    check(&lines("tictactoe", &[]));
    check(&lines("tictactoe", &[("line", "loses")]));
    check(&lines("connect3", &[("rows", "3")]));
    check(&lines("bottom2", &[]));
    check(&lines("qubic", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2")]));
}

#[test]
fn a_position_may_be_reached_after_different_numbers_of_plies() {
    let game = Take::new(&[("heaps", "3-4-5"), ("most", "3")]).unwrap();
    check(&game);
}

fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| made(&lines("connect3", &[]), 6))
}

/// Whether a book says nothing wrong: it is refused, or a block of it is, or its entries are
/// those of the sound one.
fn is_honest(changed: Vec<u8>) -> bool {
    let game = lines("connect3", &[]);
    let sound = Book::open(bytes().into(), &game, "game").unwrap();
    match Book::open(changed.into(), &game, "game") {
        Err(_) => true,
        Ok(book) => book.entries().is_err() || book.entries() == sound.entries(),
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let whole = bytes();
    for place in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut changed = whole.to_vec();
            changed[place] ^= 1 << bit;
            let game = lines("connect3", &[]);
            let book = Book::open(changed.into(), &game, "game");
            assert!(book.is_err() || book.unwrap().entries().is_err(), "byte {place} bit {bit}");
        }
        assert!(Book::read(whole[..place].to_vec().into()).is_err(), "cut after {place}");
    }
    assert!(Book::read([whole, b"x"].concat().into()).is_err());
}

proptest! {
    #[test]
    fn hostile_bytes_are_refused(junk in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Book::read(junk.clone().into()).is_err());
        let front = [&bytes()[..12], &junk].concat();
        prop_assert!(Book::read(front.into()).is_err());
    }

    #[test]
    fn exchanged_bytes_do_no_harm(from in 0..2000_usize, to in 0..2000_usize) {
        let mut changed = bytes().to_vec();
        let (from, to) = (from % changed.len(), to % changed.len());
        changed.swap(from, to);
        prop_assert!(is_honest(changed));
    }
}

#[test]
fn a_book_of_another_game_is_refused() {
    let other = lines("connect3", &[("line", "loses")]);
    let bytes = || bytes().into();
    assert_eq!(Book::open(bytes(), &other, "game").err(), Some(BookError::OtherRules));
    let error = Book::open(bytes(), &lines("connect3", &[]), "other").err();
    assert_eq!(error, Some(BookError::OtherGame("game".to_owned())));
    assert_eq!(Book::read(b"spar".to_vec().into()).err(), Some(BookError::Foreign));
}

#[test]
fn the_deepest_book_is_used_and_a_damaged_one_is_not() {
    let game = lines("connect3", &[]);
    let folder = tempfile::tempdir().unwrap();
    let built_in = || vec![("game", bytes())];
    let books = || Books::new(built_in(), Some(folder.path().to_owned()));
    let plies = |remarks: &mut Vec<String>| books().get(&game, "game", remarks).unwrap().plies();
    let mut remarks = Vec::new();
    assert_eq!(plies(&mut remarks), 6);
    let path = books().path("game").unwrap();
    for (deeper, used) in [(2, 6), (8, 8)] {
        fs::write(&path, made(&game, deeper)).unwrap();
        assert_eq!(plies(&mut remarks), used);
    }
    assert!(remarks.is_empty(), "{remarks:?}");
    let [mut cut, mut changed] = [made(&game, 8), made(&game, 8)];
    cut.pop();
    *changed.last_mut().unwrap() ^= 1;
    for damaged in [cut, changed] {
        fs::write(&path, damaged).unwrap();
        remarks.clear();
        assert_eq!(plies(&mut remarks), 6);
        assert!(remarks[0].contains("is not used: it is damaged"), "{remarks:?}");
    }
    assert!(Books::default().get(&game, "game", &mut remarks).is_none());
}

#[test]
fn where_positions_come_back_every_one_is_solved_by_itself() {
    let game = Morris::new(&[]).unwrap();
    let openings = Openings::within(&game, 3, &Budget::unlimited()).unwrap();
    assert_eq!(openings.unsolved().count(), openings.len());
}

#[test]
fn too_many_positions_are_refused() {
    let game = lines("connect4", &[]);
    let budget = Budget::unlimited().with_memory(1_000_000);
    assert!(Openings::within(&game, 8, &budget).is_err());
    let stopped = Budget::unlimited();
    stopped.stop();
    assert!(Openings::within(&game, 8, &stopped).is_err());
}
