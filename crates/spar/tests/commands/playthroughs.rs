//! A recorded random game of every entry with a fixed seed, so that a change of rules, notation
//! or drawing appears in a diff.

use insta::Settings;
use spar::paint::terminal;
use spar::printer::Look;
use spar_catalog::words;
use spar_catalog::{AnyGame, AnyPosition};
use spar_rules::{SplitMix, Turn};

/// The seed of every recorded game.
const SEED: u64 = 2013;

/// The width of the drawings in columns.
const WIDTH: usize = 80;

/// A position of a recorded game, and the move that was made in it.
struct Ply {
    position: Box<dyn AnyPosition>,
    mv: String,
}

/// Plays to the end; rolls are drawn by weight, moves uniformly.
fn play(game: &dyn AnyGame) -> (Vec<Ply>, Box<dyn AnyPosition>) {
    let mut random = SplitMix::new(SEED);
    let mut here = game.start();
    let mut plies = Vec::new();
    while !matches!(here.turn(), Turn::Over(_)) {
        let moves = here.moves();
        let weights = here.weights().unwrap_or_else(|| vec![1; moves.len()]);
        let chosen = random.weighted(weights.iter().map(|it| u64::from(*it)));
        let mv = moves[chosen.expect("law: an unfinished position has moves")].clone();
        let position = here.copied();
        here.play(&mv).unwrap();
        plies.push(Ply { position, mv });
    }
    (plies, here)
}

/// The position with its number, whose turn it is, and what can be played.
fn describe(
    game: &dyn AnyGame,
    number: usize,
    position: &dyn AnyPosition,
    lines: &mut Vec<String>,
) {
    lines.push(format!("{number}  {}", position.text()));
    lines.push(format!("   {}", words::turn(game, position)));
    let moves = position.moves();
    let weights = position.weights().unwrap_or_default();
    let rolled = moves.iter().zip(&weights).map(|(mv, weight)| format!("{mv} ×{weight}"));
    let listed = if weights.is_empty() { moves.clone() } else { rolled.collect() };
    if !listed.is_empty() {
        lines.push(format!("   {}: {}", listed.len(), listed.join(" ")));
    }
    if let Some(score) = position.score() {
        lines.push(format!("   score {score}"));
    }
}

fn draw(position: &dyn AnyPosition, lines: &mut Vec<String>) {
    let scene = position.scene().expect("every game of the catalogue can be drawn");
    let painted = terminal::paint(&scene, Look::Plain, WIDTH);
    lines.push(String::new());
    lines.extend(painted.into_iter().map(|line| format!("   {line}").trim_end().to_owned()));
    lines.push(String::new());
}

/// A whole game as text: every position, and drawings of the first, a middle and the last.
fn recorded(game: &dyn AnyGame) -> String {
    let (plies, end) = play(game);
    let mut lines = vec![format!("{}: {}", game.facts().name, game.facts().title), String::new()];
    for (number, ply) in plies.iter().enumerate() {
        describe(game, number, &*ply.position, &mut lines);
        if number == 0 || number == plies.len() / 2 {
            draw(&*ply.position, &mut lines);
        }
        lines.push(format!("   played {}", ply.mv));
    }
    describe(game, plies.len(), &*end, &mut lines);
    draw(&*end, &mut lines);
    lines.join("\n")
}

#[test]
fn a_recorded_game_of_every_entry_is_still_the_same() {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("playthroughs");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for entry in spar_catalog::entries() {
            let game = spar_catalog::open(entry.name).unwrap();
            insta::assert_snapshot!(entry.name, recorded(&*game));
        }
    });
}

#[test]
fn a_recorded_game_can_be_read_back() {
    for entry in spar_catalog::entries() {
        let game = spar_catalog::open(entry.name).unwrap();
        let (plies, end) = play(&*game);
        let mut here = game.start();
        for ply in &plies {
            assert_eq!(here.text(), ply.position.text(), "{}", entry.name);
            let read = game.read_position(&here.text()).unwrap();
            assert_eq!(read.moves(), here.moves(), "{}", entry.name);
            here = read;
            assert_eq!(here.play(&ply.mv).unwrap(), ply.mv, "{}", entry.name);
        }
        assert_eq!((here.text(), here.turn()), (end.text(), end.turn()), "{}", entry.name);
    }
}
