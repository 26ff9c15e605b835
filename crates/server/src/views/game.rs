//! Cards and pages of whole games.

use super::board::{picture, position, scene, supply};
use super::players::opponents;
use super::value::standing;
use crate::api::{Choice, GameCard, GameView, PickWord, RuleView, Switch};
use spar_catalog::{AnyGame, Picture, words};
use spar_challenge::say::capital;
use spar_rules::{ReadError, Side, Value};
use spar_solve::Interval;

/// A game in a list; `start` is the value of its default start, if it is known.
pub fn card(game: &dyn AnyGame, about: &str, start: Option<Value>) -> GameCard {
    let facts = game.facts();
    let shown = picture(game, Picture::UnderWay).and_then(|it| it.scene());
    GameCard {
        game: facts.name.clone(),
        title: facts.title.clone(),
        about: format!("{}.", capital(about)),
        verdict: start.map(|value| verdict(game, value)),
        scene: scene(shown.unwrap_or_default()),
    }
}

/// A game with all details; `start` is the value of its default start, or the chance to win
/// there, if it is known.
///
/// # Errors
/// If the name of the game cannot be read again, as with a game from a rules file.
pub fn game(
    game: &dyn AnyGame,
    start: Option<Value>,
    chance: Option<Interval>,
) -> Result<GameView, ReadError> {
    let facts = game.facts();
    let rule = |(index, words): (usize, &String)| {
        let shown = facts.pictures.get(index).and_then(|what| picture(game, *what));
        RuleView { words: words.clone(), scene: shown.and_then(|it| it.scene()).map(scene) }
    };
    Ok(GameView {
        game: facts.name.clone(),
        title: facts.title.clone(),
        size: facts.size.clone(),
        rules: facts.rules.iter().enumerate().map(rule).collect(),
        switches: switches(game)?,
        opponents: opponents(game),
        start: position(game, &*game.start()),
        value: (start.is_some() || chance.is_some()).then(|| standing(start, chance)),
        verdict: start.map(|value| verdict(game, value)).or(chance.map(|it| by_chance(game, it))),
        levels: game.abilities().contains(&"levels"),
        supply: game.supply().iter().map(supply).collect(),
    })
}

/// The value of the default start in words: `X wins in 21 with best play`.
pub fn verdict(game: &dyn AnyGame, start: Value) -> String {
    let [first, second] = &game.facts().sides;
    match start {
        Value::Draw => "Draw with best play".to_owned(),
        Value::Win(plies) => format!("{first} wins in {} with best play", plies.div_ceil(2)),
        Value::Loss(plies) => format!("{second} wins in {} with best play", plies / 2),
    }
}

/// The chance to win at the default start in words: `Full wins 54 % with best play`.
pub fn by_chance(game: &dyn AnyGame, chance: Interval) -> String {
    let side = &game.facts().sides[usize::from(game.start().side() == Side::Second)];
    format!("{side} wins {} with best play", words::within(chance))
}

/// The parameters: the values that each lists or offers, or the numbers next to the current
/// one.
fn switches(game: &dyn AnyGame) -> Result<Vec<Switch>, ReadError> {
    let facts = game.facts();
    let parameters = spar_catalog::parameters(&facts.name)?;
    let switch = |parameter: spar_catalog::Parameter| {
        let now = facts.settings.iter().find(|it| it.0 == parameter.name)?.1.clone();
        let of = |lists: &[(&str, Vec<String>)]| {
            lists.iter().find(|it| it.0 == parameter.name).map(|it| it.1.clone())
        };
        let varied = |value: &str| spar_catalog::vary(&facts.name, &[(parameter.name, value)]).ok();
        let (pick, values) = match (of(&facts.choices), of(&facts.offers)) {
            (Some(values), _) => (PickWord::List, values),
            (None, Some(values)) => (PickWord::Offers, values),
            (None, None) => (PickWord::Step, neighbours(&now, |value| varied(value).is_some())),
        };
        let choice = |value: String| {
            let game = varied(&value)?;
            let facts = game.facts();
            let spoken = facts.spoken.iter().find(|it| it.0 == parameter.name);
            let words = spoken.map_or_else(|| value.clone(), |it| it.1.clone());
            Some(Choice { game: facts.name.clone(), value, words })
        };
        Some(Switch {
            name: parameter.name.to_owned(),
            label: parameter.label.to_owned(),
            takes: parameter.takes.to_owned(),
            value: now,
            pick,
            choices: values.into_iter().filter_map(choice).collect(),
        })
    };
    Ok(parameters.into_iter().filter_map(switch).collect())
}

/// A number with the nearest valid ones below and above it, if they are near.
fn neighbours(now: &str, is_allowed: impl Fn(&str) -> bool) -> Vec<String> {
    const FAR: u32 = 8;
    let Ok(number) = now.parse::<u32>() else { return vec![now.to_owned()] };
    let below = (1..=FAR.min(number)).map(|step| number - step);
    let above = (1..=FAR).map(|step| number.saturating_add(step));
    let allowed = |number: &String| is_allowed(number);
    let below = below.map(|it| it.to_string()).find(allowed);
    let above = above.map(|it| it.to_string()).find(allowed);
    below.into_iter().chain([now.to_owned()]).chain(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stepper_leads_to_the_nearest_numbers_that_are_allowed() {
        let even = |number: &str| matches!(number, "4" | "6" | "8");
        assert_eq!(neighbours("6", even), ["4", "6", "8"]);
        assert_eq!(neighbours("4", even), ["4", "6"]);
        assert_eq!(neighbours("8", even), ["6", "8"]);
        assert_eq!(neighbours("0", |_| false), ["0"]);
        assert_eq!(neighbours("any", |_| true), ["any"]);
    }

    #[test]
    fn every_game_has_a_page() {
        for entry in spar_catalog::entries() {
            let opened = spar_catalog::open(entry.name).unwrap();
            let view = game(&*opened, None, None).unwrap();
            assert!(view.rules.iter().any(|rule| rule.scene.is_some()), "{}", entry.name);
            for switch in view.switches {
                let names: Vec<&str> = switch.choices.iter().map(|it| it.value.as_str()).collect();
                assert!(names.contains(&switch.value.as_str()), "{} {}", entry.name, switch.name);
            }
            let card = card(&*opened, entry.about, Some(Value::Win(5)));
            let first = &opened.facts().sides[0];
            assert_eq!(card.verdict, Some(format!("{first} wins in 3 with best play")));
            assert!(card.scene.cells.iter().any(|cell| !cell.tokens.is_empty()));
        }
    }
}
