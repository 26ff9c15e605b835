//! The built-in levels, and the values of the default starts.

use super::rungs::RUNGS;
use crate::AnyGame;
use crate::level_json::Level;
use spar_rules::Value;
use std::sync::OnceLock;

/// Made by `spar generate GAME --rung N --count 8 --json` for each game and rung, and
/// proved by `spar verify`.
const LEVELS: &str = include_str!("../../levels/levels.jsonl");

/// The game, `win`, `draw` or `loss`, and the plies to the end.
const STARTS: &str = include_str!("../../levels/starts.txt");

/// A built-in level.
#[derive(Debug)]
pub struct LadderLevel {
    /// Its rung, from 1.
    pub rung: u32,
    /// The level.
    pub level: Level,
}

impl LadderLevel {
    /// The canonical text of its position.
    pub fn canonical(&self, game: &dyn AnyGame) -> Option<String> {
        let position = game.read_position(&self.level.position).ok()?;
        Some(position.stands_for())
    }
}

/// All of them, in the order of the file.
pub(super) fn all() -> &'static [LadderLevel] {
    static ALL: OnceLock<Vec<LadderLevel>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |line: &str| {
            let level: Level =
                serde_json::from_str(line).expect("invariant: a test reads every line of the file");
            LadderLevel { rung: rung(&level).expect("invariant: a test finds every rung"), level }
        };
        LEVELS.lines().map(read).collect()
    })
}

/// The built-in levels of the game with this canonical name.
pub fn kept(game: &str) -> impl Iterator<Item = &'static LadderLevel> {
    all().iter().filter(move |kept| kept.level.game == game)
}

/// The value of the default start of the game with this canonical name, if it is known without
/// solving.
pub fn start_value(game: &str) -> Option<Value> {
    let mut lines = STARTS.lines().filter(|line| !line.starts_with('#'));
    let rest = lines.find_map(|line| line.strip_prefix(game)?.strip_prefix(' '))?;
    let (word, plies) = rest.split_once(' ').unwrap_or((rest, "0"));
    let plies = plies.parse().ok()?;
    match word {
        "win" => Some(Value::Win(plies)),
        "draw" => Some(Value::Draw),
        "loss" => Some(Value::Loss(plies)),
        _ => None,
    }
}

/// The rung whose conditions a level meets.
fn rung(level: &Level) -> Option<u32> {
    let fits = |rung: &super::Rung| {
        let (least, most) = rung.wins_in;
        let has = |rounds| level.category.as_ref().is_some_and(|it| it.contains(&rounds));
        level.wins_in.is_some_and(|moves| (least..=most).contains(&moves))
            && level.learner == (&rung.learner).into()
            && level.opponent == (&rung.opponent).into()
            && rung.easy_from.is_none_or(has)
            && (!rung.hard || level.hardness.as_deref() == Some("hard"))
    };
    Some(RUNGS.iter().position(fits)? as u32 + 1)
}

/// The first level of this rung, or of the nearest rung that has one, whose position is among
/// these canonical texts.
pub fn choose_of(
    game: &dyn AnyGame,
    rung: u32,
    positions: &[String],
) -> Option<&'static LadderLevel> {
    let place = |it: &LadderLevel| {
        let canonical = it.canonical(game)?;
        positions.iter().position(|position| *position == canonical)
    };
    let placed = kept(&game.facts().name).filter_map(|it| Some((place(it)?, it)));
    placed.min_by_key(|(place, it)| (it.rung.abs_diff(rung), *place)).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_solve::{Budget, Context};

    #[test]
    fn every_kept_level_stands_on_a_rung_and_is_what_it_says() {
        assert!(!all().is_empty());
        for LadderLevel { rung, level } in all() {
            let game = crate::open(&level.game).unwrap();
            assert_eq!(game.facts().name, level.game);
            let position = game.read_position(&level.position).unwrap();
            assert_eq!(position.side().to_string(), level.side);
            assert!((1..=RUNGS.len() as u32).contains(rung));
        }
    }

    #[test]
    fn every_game_has_a_first_level() {
        for entry in crate::entries().iter().filter(|entry| entry.name != "lines") {
            let game = crate::open(entry.name).unwrap();
            let name = &game.facts().name;
            // Every start of a race is a level, found at once.
            if game.abilities().contains(&"chances") {
                continue;
            }
            assert!(kept(name).any(|it| it.rung == 1), "{name}");
        }
    }

    #[test]
    fn what_was_had_longest_ago_comes_again_first() {
        let game = crate::open("tictactoe").unwrap();
        let of = |rung| kept("tictactoe").filter(move |it| it.rung == rung);
        let had: Vec<String> = of(1).chain(of(2)).filter_map(|it| it.canonical(&*game)).collect();
        let again = |rung, had: &[String]| choose_of(&*game, rung, had)?.canonical(&*game);
        assert_eq!(again(1, &had).as_ref(), had.first());
        let first_of_two = of(2).next().unwrap().canonical(&*game);
        assert_eq!(again(2, &had), first_of_two);
        assert_eq!(again(7, &had), first_of_two, "of the nearest rung");
        assert_eq!(again(1, &[]), None);
    }

    #[test]
    fn the_starts_are_worth_what_they_say() {
        for line in STARTS.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(' ').next().unwrap();
            let game = crate::open(name).unwrap();
            assert_eq!(game.facts().name, name);
            let said = start_value(name).unwrap();
            // The largest two are solved by the slow tests of `spar-solve`.
            if !name.starts_with("connect4") {
                let context = Context::quiet(Budget::unlimited(), None);
                assert_eq!(game.start().evaluate(&context).unwrap().value(), Some(said), "{name}");
            }
        }
        assert_eq!(start_value("connect4"), Some(Value::Win(41)));
        assert_eq!(start_value("qubic"), None);
        assert_eq!(start_value("connect4:rows=9"), None);
    }
}
