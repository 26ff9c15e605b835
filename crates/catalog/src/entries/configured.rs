//! Entries of games that are made from settings and describe their own rules.

use crate::{AnyGame, Entry, Facts, FirstLevel, Parameter, Picture, TypedGame};
use spar_challenge::generate::Playable;
use spar_games::Described;
use spar_games::settings::{Key, Values};
use spar_rules::{Arranged, Notation, ReadError, Scenic, Scored, Stochastic as _};
use spar_solve::whole::Layered;

/// The traits that every such game has.
pub(super) trait Complete: Described + Notation + Scenic + Playable {}
impl<G: Described + Notation + Scenic + Playable> Complete for G {}

/// Adds the abilities that only some games have.
type Extend<G> = fn(TypedGame<G>) -> TypedGame<G>;

/// The entry of a game; `make` is one of [`arranged`] and [`scored`].
pub(super) fn entry<G: Complete>(make: crate::Maker, first: &'static [FirstLevel]) -> Entry {
    let usual = G::new(&[]).expect("invariant: every default is valid").settings();
    let parameter = |key: &Key| Parameter {
        name: key.name,
        label: key.label,
        takes: key.takes,
        default: setting(&usual, key.name),
    };
    Entry {
        name: G::NAME,
        about: G::ABOUT,
        parameters: G::KEYS.iter().map(parameter).collect(),
        first,
        make,
        check_played: |_| Ok(()),
        settle: |_| (),
    }
}

/// A game whose positions can be set up by clicks.
pub(super) fn arranged<G: Complete + Arranged>(
    _name: &str,
    settings: &[(&str, &str)],
) -> Result<Box<dyn AnyGame>, ReadError> {
    make::<G>(settings, TypedGame::with_set_up)
}

/// A game with a score whose positions can be set up by clicks.
pub(super) fn scored<G: Complete + Arranged + Scored>(
    _name: &str,
    settings: &[(&str, &str)],
) -> Result<Box<dyn AnyGame>, ReadError> {
    make::<G>(settings, |typed| typed.with_set_up().with_score())
}

fn make<G: Complete>(
    settings: &[(&str, &str)],
    extend: Extend<G>,
) -> Result<Box<dyn AnyGame>, ReadError> {
    let game = G::new(settings)?;
    let facts = facts(&game);
    let typed = TypedGame::new(game, facts).with_scenes().with_symmetry().with_values(Layered::No);
    Ok(extend(typed.with_levels()).boxed())
}

fn facts<G: Complete>(game: &G) -> Facts {
    let (name, mut rules) = (game.name(), game.rules());
    // Parameters that the canonical name leaves out have their defaults.
    let changes = name.split_once(':').map_or(String::new(), |(_, changes)| {
        format!(", {}", changes.replace('=', " ").replace(',', ", "))
    });
    let last = rules.len().saturating_sub(1);
    let picture = |sentence: usize| match sentence {
        0 => Picture::Begun,
        it if it == last => Picture::Won,
        _ => Picture::UnderWay,
    };
    let pictures = (0..rules.len()).map(picture).collect();
    if game.may_come_back(&game.start()) {
        rules.push(REPETITION.to_owned());
    }
    Facts {
        title: format!("{}{changes}", G::TITLE),
        size: game.size(),
        summary: game.summary(),
        settings: game.settings(),
        spoken: Vec::new(),
        choices: G::KEYS.iter().filter_map(|key| Some((key.name, choices(key)?))).collect(),
        offers: Vec::new(),
        sides: game.sides().map(str::to_owned),
        pictures,
        rules,
        name,
    }
}

/// The rule that ends play with people in games where positions can repeat.
const REPETITION: &str = "In play with people, a position that occurs for the third time with the same side to move is a draw.";

/// The most values of a parameter that are all listed.
const FEW: u32 = 12;

/// All values of a parameter, if they are few.
fn choices(key: &Key) -> Option<Vec<String>> {
    match key.values {
        Values::OneOf(values) => Some(values.iter().map(|it| (*it).to_owned()).collect()),
        Values::Numbers { least, most } if most - least < FEW => {
            Some((least..=most).map(|it| it.to_string()).collect())
        }
        Values::Numbers { .. } | Values::Text => None,
    }
}

fn setting(settings: &[(&'static str, String)], name: &str) -> String {
    settings.iter().find(|it| it.0 == name).map(|it| it.1.clone()).unwrap_or_default()
}
