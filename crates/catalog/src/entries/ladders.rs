//! The entry of Snakes and Ladders, and its rules in words.

use crate::{AnyGame, Entry, Facts, Parameter, Picture, Thrown, TypedGame};
use spar_challenge::session::Dice;
use spar_challenge::track::Course;
use spar_games::ladders::{KEYS, Ladders, MOST_DRAWN, Move, Overflow, Position, Setup};
use spar_rules::{ReadError, Separable};

/// Its name.
const NAME: &str = "ladders";

pub(super) fn entry() -> Entry {
    let defaults = Setup::default().settings();
    let default = |name: &str| {
        let found = defaults.iter().find(|it| it.0 == name);
        found.map(|it| it.1.clone()).unwrap_or_default()
    };
    let parameter = |key: &spar_games::ladders::Key| Parameter {
        name: key.name,
        label: key.label,
        takes: key.takes,
        default: default(key.name),
    };
    Entry {
        name: NAME,
        about: "Snakes and Ladders with decisions: one step, one die or two dice",
        parameters: KEYS.iter().map(parameter).collect(),
        first: &super::first::LADDERS,
        make,
        check_played: check_drawn,
        settle: keep_jumps,
    }
}

/// Checks that a board is small enough to be drawn.
fn check_drawn(settings: &[(&str, &str)]) -> Result<(), ReadError> {
    let n = settings.iter().find(|it| it.0 == "n").and_then(|it| it.1.parse::<u64>().ok());
    match n {
        Some(n) if n > u64::from(MOST_DRAWN) => {
            let what = format!("a board of {n} squares is too large to be drawn and played");
            Err(ReadError::new(what).hint(format!(
                "up to {MOST_DRAWN} squares can be played; `spar solve` and `spar match` take more"
            )))
        }
        _ => Ok(()),
    }
}

/// A board of another size gets random jumps instead of none, unless the name sets jumps.
fn keep_jumps(settings: &mut Vec<(&str, &str)>) {
    let named = ["board", "jumps", "ladders", "snakes", "longest", "seed"];
    let says = |name: &str| settings.iter().any(|it| it.0 == name);
    if says("n") && !named.iter().any(|it| says(it)) {
        settings.push(("board", "random"));
    }
}

fn make(_name: &str, settings: &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError> {
    let game = Ladders::new(Setup::read(settings)?)?;
    let facts = facts(&game);
    let (drawn, known) = (game.squares() <= MOST_DRAWN, game.squares() <= Course::MOST_SQUARES);
    let typed = TypedGame::new(game, facts).with_dice(thrown).with_track();
    let typed = if drawn { typed.with_scenes().with_set_up() } else { typed };
    Ok(if known { typed.with_walks() } else { typed }.boxed())
}

/// A roll and its dice, according to an action such as `2d6`.
fn thrown(game: &Ladders, position: &Position, roll: Move) -> Option<Thrown> {
    let (Some(action), Move::Roll(steps)) = (game.rolling(position), roll) else { return None };
    let (count, faces) = game.setup().actions.get(action)?.split_once('d')?;
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let dice = Some(Dice { count, faces: faces.parse().ok()? });
    Some(Thrown { steps: steps.into(), dice })
}

fn facts(game: &Ladders) -> Facts {
    let setup = game.setup();
    let n = game.squares();
    let settings = setup.settings();
    let board = settings.iter().find(|it| it.0 == "board").map_or("", |it| it.1.as_str());
    let title = match board {
        "paper" => "Snakes and Ladders".to_owned(),
        "random" => format!("Snakes and Ladders on {n} random squares"),
        _ => format!("Snakes and Ladders on {n} squares"),
    };
    let overflow = Overflow::ALL.map(|it| it.word().to_owned()).to_vec();
    let rules = in_words(game);
    let offers = if board == "random" { vec![("n", sizes(n))] } else { Vec::new() };
    Facts {
        name: setup.name(),
        title,
        size: format!("{n} squares"),
        pictures: vec![Picture::Begun, Picture::UnderWay, Picture::UnderWay, Picture::Won],
        summary: summary(game),
        rules,
        settings,
        spoken: Vec::new(),
        choices: vec![("board", BOARDS.map(str::to_owned).to_vec()), ("overflow", overflow)],
        offers,
        sides: ["Full".to_owned(), "Hollow".to_owned()],
    }
}

/// The boards that are offered.
const BOARDS: [&str; 2] = ["paper", "random"];

/// Sizes of random boards that are offered, and this one.
fn sizes(n: u32) -> Vec<String> {
    let mut sizes = vec![20, 36, 64, 100, 144, 200, 300, MOST_DRAWN, n];
    sizes.sort_unstable();
    sizes.dedup();
    sizes.iter().map(u32::to_string).collect()
}

/// The actions that a side chooses from: `one step, one die or two dice`.
fn choices(game: &Ladders) -> String {
    let names: Vec<&str> = game.actions().iter().map(|it| it.name.as_str()).collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}

/// The rules in one sentence.
fn summary(game: &Ladders) -> String {
    format!(
        "Choose {} each turn; ladders lead forward, snakes lead back, and the first on square {} \
         wins.",
        choices(game),
        game.board().goal()
    )
}

/// The rules in whole sentences.
fn in_words(game: &Ladders) -> Vec<String> {
    let past = match game.board().overflow() {
        Overflow::Stay => "A roll past the goal leaves the pawn where it is.",
        Overflow::Bounce => "A roll past the goal moves the pawn back from it.",
        Overflow::Rejump => {
            "A roll past the goal leaves the pawn where it is, and the jump there is taken again."
        }
    };
    vec![
        format!(
            "Full and Hollow take turns to move their pawns from square 0 towards square {}; \
             Full begins.",
            game.board().goal()
        ),
        format!("Before each move the side to move chooses: {}.", choices(game)),
        format!("Ladders lead forward, snakes lead back. {past}"),
        "Whoever lands on the last square first wins.".to_owned(),
    ]
}
