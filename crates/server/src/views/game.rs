//! Cards and pages of whole games: rules with pictures, parameters, opponents, policies.

use super::board::{position, scene, supply};
use super::session::opponent;
use super::value::standing;
use crate::api::{
    ActionView, Choice, GameCard, GameView, OpponentView, PickWord, PolicyView, RuleView, Switch,
};
use spar_catalog::{AnyGame, AnyPosition, Choices, Picture, words};
use spar_challenge::policy::Player;
use spar_challenge::say::capital;
use spar_rules::{Outcome, ReadError, Side, SplitMix, Turn, Value};
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

/// The chance to win at the default start in words: `Full wins 54 % of the time with best play`.
pub fn by_chance(game: &dyn AnyGame, chance: Interval) -> String {
    let side = &game.facts().sides[usize::from(game.start().side() == Side::Second)];
    format!("{side} wins {} of the time with best play", words::within(chance))
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

/// What a player chooses on every square.
pub fn policy(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    player: &Player,
    choices: Choices,
) -> PolicyView {
    let Choices { actions, letters, other } = choices;
    let side = &game.facts().sides[usize::from(position.side() == Side::Second)];
    let player = opponent(game, Some(player));
    let standing = &game.facts().sides[usize::from(position.side() == Side::First)];
    let words = format!(
        "What {} chooses for {side} on each square, while {standing} stands on {other}. Of \
         equally good choices it shows the first.",
        player.name
    );
    let action = |(letter, name): (char, String)| ActionView { letter: letter.to_string(), name };
    PolicyView {
        player,
        actions: actions.into_iter().map(action).collect(),
        letters: letters.into_iter().map(|it| it.map(String::from)).collect(),
        words,
    }
}

/// The opponents that are offered, weakest first; a second person is last.
pub fn opponents(game: &dyn AnyGame) -> Vec<OpponentView> {
    let players = game.players().offered.iter().map(|it| Some(&it.player));
    players.chain([None]).map(|player| opponent(game, player)).collect()
}

/// The most random plays in search of a picture.
const PLAYS: u64 = 400;

/// The most moves of a random play: not every game ends.
const MOVES: usize = 2000;

/// A position for this picture; `None` if random play does not find one.
fn picture(game: &dyn AnyGame, what: Picture) -> Option<Box<dyn AnyPosition>> {
    match what {
        Picture::Begun => Some(played(game, 1, 2).end),
        Picture::UnderWay => Some(under_way(game)),
        Picture::Won => {
            let is_won = |it: &Played| matches!(it.end.turn(), Turn::Over(Outcome::Win(_)));
            ends(game).filter(is_won).min_by_key(|it| it.moves).map(|it| it.end)
        }
        Picture::Drawn => {
            let is_drawn = |it: &Played| it.end.turn() == Turn::Over(Outcome::Draw);
            ends(game).find(is_drawn).map(|it| it.end)
        }
    }
}

/// A position halfway through a game, but not after many moves.
fn under_way(game: &dyn AnyGame) -> Box<dyn AnyPosition> {
    let longest = (0..8).map(|seed| played(game, seed, MOVES).moves).max();
    let moves = longest.map_or(0, |moves| (moves / 2).clamp(2, 12));
    let mut positions = (0..PLAYS).map(|seed| played(game, seed, moves).end);
    let goes_on = positions.find(|position| matches!(position.turn(), Turn::Play(_)));
    goes_on.unwrap_or_else(|| game.start())
}

/// A random play: its last position, and the number of its moves.
struct Played {
    end: Box<dyn AnyPosition>,
    moves: usize,
}

/// How whole games end.
fn ends(game: &dyn AnyGame) -> impl Iterator<Item = Played> + '_ {
    (0..PLAYS).map(|seed| played(game, seed, MOVES))
}

fn played(game: &dyn AnyGame, seed: u64, most: usize) -> Played {
    let mut end = game.start();
    let mut random = SplitMix::new(seed);
    let mut moves = 0;
    while moves < most {
        let Some(mv) = pick(&mut random, end.moves()) else { break };
        if end.play(&mv).is_err() {
            break;
        }
        moves += 1;
    }
    Played { end, moves }
}

fn pick(random: &mut SplitMix, mut moves: Vec<String>) -> Option<String> {
    let indices: Vec<usize> = (0..moves.len()).collect();
    random.pick(&indices).map(|index| moves.swap_remove(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_catalog::open;
    use spar_solve::{Budget, Context};

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

    #[test]
    fn an_opponent_is_written_as_it_is_read() {
        let game = open("tictactoe").unwrap();
        for view in opponents(&*game) {
            if view.id == words::HUMAN {
                continue;
            }
            let player: Player = view.id.parse().unwrap();
            assert_eq!(opponent(&*game, Some(&player)), view);
        }
    }

    #[test]
    fn every_opponent_has_its_own_strength() {
        let game = open("connect4").unwrap();
        let all = opponents(&*game);
        let programs = all.iter().filter(|view| view.id != words::HUMAN);
        let strengths: Vec<u8> = programs.map(|view| view.strength).collect();
        assert_eq!(strengths, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn an_opponent_promises_what_the_game_allows() {
        let about = |name: &str| {
            let abouts = opponents(&*open(name).unwrap()).into_iter().map(|view| view.about);
            abouts.skip(4).take(2).collect::<Vec<_>>().join("; ")
        };
        for small in ["tictactoe", "bottom2", "connect3"] {
            assert_eq!(about(small), "looks 4 rounds ahead; never errs", "{small}");
        }
        let far = "looks 4 rounds ahead; never errs where it can solve the position in time";
        assert_eq!(about("connect4"), far);
        let near = "looks up to 4 rounds ahead; never errs where it can solve the position in time";
        assert_eq!(about("qubic"), near);
    }

    #[test]
    fn whoever_never_errs_knows_a_best_move_everywhere() {
        let mut random = SplitMix::new(1);
        let tall = "connect3:rows=5,cols=3";
        for name in ["tictactoe", "bottom2", "connect3", "connect4:rows=3,cols=5", tall] {
            let game = open(name).unwrap();
            assert_eq!(game.players().offered.last().unwrap().about, "never errs", "{name}");
            let context = Context::bare(Budget::unlimited().with_nodes(game.quick_nodes()));
            for _ in 0..20 {
                let mut position = game.start();
                while let Some((mv, _)) = position.choose(&Player::random(), &mut random, &context)
                {
                    assert!(position.evaluate(&context).unwrap().best().next().is_some());
                    position.play(&mv).unwrap();
                }
            }
        }
    }
}
