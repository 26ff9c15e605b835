//! Tests of every game of the catalogue through its object-safe traits, with default settings
//! and with every offered value.

use spar_catalog::{AnyGame, AnyPosition, entries, open_name, vary};
use spar_challenge::policy::Player;
use spar_challenge::session::{By, Event, Plan, Seats, State};
use spar_rules::{Side, SplitMix, Turn, turns_text};
use spar_solve::{Budget, Context};
use std::collections::BTreeSet;

fn context(nodes: u64) -> Context {
    Context::bare(Budget::unlimited().with_nodes(nodes).with_memory(1 << 26))
}

/// Every game with its default settings, and with each offered value of each parameter.
fn variants() -> Vec<Box<dyn AnyGame>> {
    let mut all = Vec::new();
    for entry in entries() {
        let usual = open_name(entry.name).unwrap();
        let facts = usual.facts().clone();
        all.push(usual);
        for (key, values) in &facts.offers {
            let offered = values.iter().map(|value| vary(&facts.name, &[(key, value)]).unwrap());
            all.extend(offered);
        }
        // Some values require changes of other settings too, such as a larger board.
        for (key, values) in &facts.choices {
            for value in values {
                match vary(&facts.name, &[(key, value)]) {
                    Ok(game) => all.push(game),
                    Err(error) => {
                        assert!(error.to_string().contains(key), "{key}={value}: {error}");
                    }
                }
            }
        }
    }
    all
}

/// Every entry with its default settings, and some of its variants.
fn some_variants() -> Vec<Box<dyn AnyGame>> {
    variants()
        .into_iter()
        .step_by(7)
        .chain(entries().iter().map(|it| open_name(it.name).unwrap()))
        .collect()
}

/// The positions of a random game.
fn random_play(game: &dyn AnyGame, seed: u64, most: usize) -> Vec<Box<dyn AnyPosition>> {
    let mut random = SplitMix::new(seed);
    let mut positions = vec![game.start()];
    while positions.len() < most {
        let mut next = positions.last().unwrap().copied();
        let Some(mv) = random.pick(&next.moves()) else { break };
        assert_eq!(next.play(&mv), Ok(mv));
        positions.push(next);
    }
    positions
}

#[test]
fn the_canonical_name_of_every_variant_opens_it() {
    let mut names = BTreeSet::new();
    for game in variants() {
        let facts = game.facts();
        assert_eq!(open_name(&facts.name).unwrap().facts(), facts);
        let [first, second] = &facts.sides;
        assert!(first != second && !first.is_empty() && !second.is_empty(), "{}", facts.name);
        assert_ne!(game.token_of(Side::First), game.token_of(Side::Second), "{}", facts.name);
        names.insert(facts.name.clone());
    }
    assert!(names.len() > 60, "{}", names.len());
}

/// Every value gives a game or an error with a printable sentence.
#[test]
fn hostile_values_of_every_parameter_are_refused_with_a_sentence() {
    let long = "9".repeat(3000);
    let hostile = ["", "-1", "0x10", "1e3", "٣", "\u{1b}[2J", "\u{202e}", " 3", "+3", "NaN", &long];
    for entry in entries() {
        for parameter in &entry.parameters {
            for value in hostile {
                let name = format!("{}:{}={value}", entry.name, parameter.name);
                let Err(error) = open_name(&name) else {
                    assert_eq!(name, "ladders:jumps=", "it opens; only a list may be empty");
                    continue;
                };
                // An entry of the list `actions` is an action.
                let about = parameter.name.trim_end_matches('s');
                assert!(error.to_string().contains(about), "{name:?}: {error}");
                for text in [Some(error.what), error.hint].into_iter().flatten() {
                    let is_obeyed = |it: char| it.is_control() || turns_text(it);
                    assert!(!text.contains(is_obeyed), "{text:?}");
                    assert!(text.chars().count() < 1000, "{name:?}");
                }
            }
            let twice = format!("{0}:{1}=1,{1}=1", entry.name, parameter.name);
            assert!(open_name(&twice).is_err(), "{twice}");
        }
        let unknown = open_name(&format!("{}:nonsense=1", entry.name)).err().unwrap();
        assert!(unknown.what.contains("nonsense"), "{unknown}");
    }
}

#[test]
fn a_sign_is_no_part_of_a_number() {
    for name in [
        "ladders:jumps=+1-4",
        "ladders:jumps=1-+4",
        "ladders:actions=d6.+1",
        "ladders:actions=+2d6.1",
    ] {
        assert!(open_name(name).is_err(), "{name}");
        assert!(open_name(&name.replace('+', "")).is_ok(), "{name}");
    }
}

#[test]
fn texts_moves_and_scenes_of_a_position_agree() {
    for game in some_variants() {
        let name = &game.facts().name;
        for position in (0..2).flat_map(|seed| random_play(&*game, seed, 40)) {
            let text = position.text();
            let read = game.read_position(&text).unwrap();
            assert_eq!(
                (read.text(), read.turn(), read.moves()),
                (text.clone(), position.turn(), position.moves()),
                "{name}"
            );
            let moves = position.moves();
            assert_eq!(moves.is_empty(), matches!(position.turn(), Turn::Over(_)), "{name} {text}");
            assert_eq!(
                position.weights().map(|it| it.len()),
                (position.turn() == Turn::Roll).then_some(moves.len()),
                "{name} {text}"
            );
            let on_board = position.on_board();
            let listed: Vec<&str> = on_board.iter().map(|it| it.mv.as_str()).collect();
            assert_eq!(listed, moves, "{name} {text}");
            let scene = position.scene().unwrap();
            let mut ways = BTreeSet::new();
            for on_board in &on_board {
                let mut next = position.copied();
                next.play(&on_board.mv).unwrap();
                let mut changed = scene.clone();
                changed.apply(&on_board.changes);
                assert_eq!(changed, next.scene().unwrap(), "{name} {text} {}", on_board.mv);
                assert_eq!(
                    on_board.changes.len(),
                    scene.changes_to(&changed).len(),
                    "{name} {text} {}",
                    on_board.mv
                );
                let button = on_board.button.as_ref().map(|it| it.text.clone());
                assert!(
                    ways.insert((on_board.cells.clone(), button)),
                    "{name} {text} {}",
                    on_board.mv
                );
                assert_eq!(
                    position.move_on_board(&on_board.mv).as_ref(),
                    Ok(on_board),
                    "{name} {text}"
                );
            }
            assert_eq!(position.text(), text, "a copy is a copy");
        }
    }
}

#[test]
fn all_images_of_a_position_stand_for_the_same() {
    let mut n_images = 0;
    for game in some_variants() {
        for position in random_play(&*game, 5, 12) {
            let (text, stands_for) = (position.text(), position.stands_for());
            let images = position.images();
            assert!(images.is_empty() || images[0] == (text.clone(), false), "{text}");
            for (image, _) in images {
                n_images += 1;
                let image = game.read_position(&image).unwrap();
                assert_eq!(image.stands_for(), stands_for, "{} {text}", game.facts().name);
                assert_eq!(image.moves().len(), position.moves().len(), "{text}");
            }
        }
    }
    assert!(n_images > 500, "{n_images}");
}

#[test]
fn paths_by_first_move_add_up() {
    for entry in entries() {
        let start = open_name(entry.name).unwrap().start();
        let budget = Budget::unlimited();
        for depth in 1..=3 {
            let divided = start.divide(depth, &budget).unwrap();
            let moves: Vec<&String> = divided.iter().map(|it| &it.0).collect();
            assert_eq!(moves, start.moves().iter().collect::<Vec<_>>(), "{}", entry.name);
            let sum = divided.iter().map(|it| it.1).sum();
            assert_eq!(start.perft(depth, &budget), Some(sum), "{} {depth}", entry.name);
        }
        let stopped = Budget::unlimited();
        stopped.stop();
        assert_eq!(start.perft(40, &stopped), None, "{}", entry.name);
    }
}

#[test]
fn every_listed_player_can_be_named_and_moves_by_its_seed() {
    for entry in entries() {
        let game = open_name(entry.name).unwrap();
        let players = game.players();
        let offered = players.offered.iter().map(|it| &it.player);
        let others = players.compared.iter().chain([&players.usual, &players.strongest]);
        let mut strengths = players.offered.iter().map(|it| it.strength);
        assert!(strengths.by_ref().is_sorted(), "{}: the weakest first", entry.name);
        for player in offered.chain(others) {
            assert_eq!(player.to_string().parse::<Player>().as_ref(), Ok(player), "{}", entry.name);
            assert_eq!(players.check(player), Ok(()), "{}", entry.name);
            for position in random_play(&*game, 3, 4) {
                let ask = || position.choose(player, &mut SplitMix::new(8), &context(500));
                let (mv, _) = ask().unwrap();
                assert!(position.moves().contains(&mv), "{} {player}: {mv}", entry.name);
                assert_eq!(ask().map(|it| it.0), Some(mv), "{} {player}", entry.name);
            }
        }
        let over = random_play(&*game, 4, 2000).pop().unwrap();
        if matches!(over.turn(), Turn::Over(_)) {
            let random = &mut SplitMix::new(1);
            assert_eq!(over.choose(&players.usual, random, &context(500)), None, "{}", entry.name);
        }
    }
}

/// The moves of a session that were not taken back, kept in a plain list.
struct Model {
    moves: Vec<(String, By)>,
}

impl Model {
    fn undo(&mut self) -> bool {
        let last = self.moves.iter().rposition(|it| it.1 == By::Person);
        last.map(|last| self.moves.truncate(last)).is_some()
    }
}

#[test]
fn sessions_with_moves_taken_back_agree_with_a_list_of_moves() {
    let mut n_undone = 0;
    for (number, entry) in entries().iter().enumerate() {
        let game = open_name(entry.name).unwrap();
        let opponents = game.players().offered.iter().map(|it| it.player.clone());
        for (index, opponent) in opponents.enumerate() {
            let seed = (number * 100 + index) as u64;
            let mut random = SplitMix::new(seed);
            let side = if seed.is_multiple_of(2) { Side::First } else { Side::Second };
            let plan = || Plan {
                start: "start".to_owned(),
                seats: Seats::against(side, opponent.clone()),
                goal: None,
            };
            let mut session = game.session(&plan()).unwrap();
            let mut model = Model { moves: Vec::new() };
            let mut log = Vec::new();
            for _ in 0..50 {
                let undoes = random.below(6) == 0;
                let before = (session.n_events(), session.here().text());
                if undoes && !session.can_undo() {
                    assert!(session.apply(Event::Undo).is_err(), "{}", entry.name);
                    assert_eq!((session.n_events(), session.here().text()), before);
                }
                let event = if undoes && session.can_undo() {
                    assert!(model.undo(), "{}: there is a move of the person", entry.name);
                    n_undone += 1;
                    Event::Undo
                } else if session.state() != State::Open {
                    break;
                } else {
                    let rolled = session.roll(seed).map(|it| (it, By::Chance));
                    let answer = rolled.or_else(|| session.answer(seed, &context(300)));
                    let (mv, by) = answer.unwrap_or_else(|| {
                        assert_eq!(session.person_to_move(), Some(side), "{}", entry.name);
                        (random.pick(&session.here().moves()).unwrap(), By::Person)
                    });
                    model.moves.push((mv.clone(), by));
                    Event::Move { mv, by }
                };
                log.push(session.apply(event).unwrap());
                let mut position = game.start();
                for (number, (mv, by)) in model.moves.iter().enumerate() {
                    assert_eq!(session.at(number).unwrap().text(), position.text());
                    let ply = &session.moves()[number];
                    assert_eq!((&ply.mv, ply.by, &ply.before), (mv, *by, &position.text()));
                    position.play(mv).unwrap();
                }
                assert_eq!(session.here().text(), position.text(), "{} {log:?}", entry.name);
                assert_eq!(session.n_moves(), model.moves.len());
                assert_eq!(session.n_events(), log.len());
                assert!(session.at(model.moves.len() + 1).is_none());
            }
            let mut again = game.session(&plan()).unwrap();
            for event in &log {
                assert_eq!(again.apply(event.clone()).as_ref(), Ok(event), "{}", entry.name);
            }
            assert_eq!(again.moves(), session.moves(), "{}", entry.name);
            assert_eq!((again.state(), again.result()), (session.state(), session.result()));
            assert_eq!(again.version(), session.version());
        }
    }
    assert!(n_undone > 100, "{n_undone}");
}
