//! The entries of the line games, and their rules in words.

use crate::{AnyGame, Entry, Facts, Parameter, Picture, TypedGame};
use spar_games::lines::{Along, Gravity, KEYS, Keys, LineRule, Lines, PRESETS};
use spar_rules::ReadError;
use spar_solve::whole::Layered;

/// An entry for each named line game.
pub(super) fn entries() -> Vec<Entry> {
    let entry = |preset: &'static spar_games::lines::Preset| Entry {
        name: preset.name,
        about: preset.about,
        parameters: parameters(&base(preset.name)),
        first: super::first::of_lines(preset.name),
        make,
        check_played: |_| Ok(()),
        settle: |_| (),
    };
    PRESETS.iter().map(entry).collect()
}

fn make(name: &str, settings: &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError> {
    let game = Lines::new(base(name).with(settings)?)?;
    let facts = facts(&game);
    let layered = match game.keys().line {
        LineRule::Wins => Layered::Yes,
        LineRule::Loses => Layered::No,
    };
    Ok(TypedGame::new(game, facts)
        .with_scenes()
        .with_threats()
        .with_set_up()
        .with_symmetry()
        .with_values(layered)
        .with_levels()
        .boxed())
}

fn base(name: &str) -> Keys {
    Keys::preset(name).expect("invariant: every entry here is a preset")
}

fn parameters(keys: &Keys) -> Vec<Parameter> {
    let values = settings(keys).into_iter();
    let parameter = |(key, (_, default)): (&'static spar_games::lines::Key, _)| Parameter {
        name: key.name,
        label: key.label,
        takes: key.takes,
        default,
    };
    KEYS.iter().zip(values).map(parameter).collect()
}

/// The value of every parameter, in the order of [`KEYS`].
fn settings(keys: &Keys) -> Vec<(&'static str, String)> {
    let values = [
        keys.rows.to_string(),
        keys.cols.to_string(),
        keys.layers.to_string(),
        keys.connect.to_string(),
        keys.directions().to_string(),
        keys.gravity.to_string(),
        keys.line.to_string(),
    ];
    KEYS.iter().map(|key| key.name).zip(values).collect()
}

fn facts(game: &Lines) -> Facts {
    let (name, keys) = (game.name(), game.keys());
    let (base, changes) = name.split_once(':').unwrap_or((&name, ""));
    let title = match base {
        "tictactoe" => "Tic-Tac-Toe",
        "connect3" => "CONNECT-3",
        "connect4" => "CONNECT-4",
        "bottom2" => "Bottom-2",
        "qubic" => "Qubic",
        _ => "Line game",
    };
    // Writes `CONNECT-4 on 5×5, along rc`: the size in words, the rest as in the name.
    let is_size =
        |change: &&str| ["rows=", "cols=", "layers="].iter().any(|it| change.starts_with(it));
    let (sizes, others): (Vec<&str>, Vec<&str>) =
        changes.split(',').filter(|it| !it.is_empty()).partition(is_size);
    let on = if sizes.is_empty() { String::new() } else { format!(" on {}", keys.size()) };
    let others: Vec<String> =
        others.iter().map(|it| format!(", {}", it.replace('=', " "))).collect();
    let title = format!("{title}{on}{}", others.concat());
    Facts {
        title,
        size: keys.size(),
        summary: summary(keys),
        rules: in_words(keys),
        settings: settings(keys),
        spoken: spoken(keys),
        choices: choices(keys),
        offers: offers(keys),
        sides: ["X".to_owned(), "O".to_owned()],
        // One for each sentence of `in_words`.
        pictures: vec![Picture::Begun, Picture::UnderWay, Picture::Won, Picture::Drawn],
        name,
    }
}

/// Every non-empty set of the board's directions, and both rules for lines.
fn choices(keys: &Keys) -> Vec<(&'static str, Vec<String>)> {
    let letters: Vec<char> = Along::all(keys.layers).to_string().chars().collect();
    let chosen = |set: u32| {
        let with = letters.iter().enumerate().filter(move |(index, _)| set >> index & 1 == 1);
        with.map(|(_, letter)| letter).collect()
    };
    let along = (1..1 << letters.len()).map(chosen).collect();
    let line = [LineRule::Wins, LineRule::Loses].map(|rule| rule.to_string()).to_vec();
    vec![("along", along), ("line", line)]
}

/// Display names of parameter values.
fn spoken(keys: &Keys) -> Vec<(&'static str, String)> {
    let gravity = match keys.gravity {
        Gravity::None => "any empty cell".to_owned(),
        Gravity::Full => "the lowest empty cell".to_owned(),
        Gravity::Partial(cells) => format!("the {cells} lowest empty cells"),
    };
    vec![("along", keys.directions().words()), ("gravity", gravity)]
}

/// The usual kinds of gravity, and that of this board.
fn offers(keys: &Keys) -> Vec<(&'static str, Vec<String>)> {
    let mut gravity = vec![Gravity::None, Gravity::Full, Gravity::Partial(2)];
    if !gravity.contains(&keys.gravity) {
        gravity.push(keys.gravity);
    }
    vec![("gravity", gravity.iter().map(Gravity::to_string).collect())]
}

/// The rules in one sentence.
fn summary(keys: &Keys) -> String {
    let where_to = match keys.gravity {
        Gravity::None => "Place a stone on any empty cell".to_owned(),
        Gravity::Full => "Drop a stone into a column".to_owned(),
        Gravity::Partial(cells) => {
            format!("Place a stone on one of the {cells} lowest empty cells of a column")
        }
    };
    let along = if keys.directions() == Along::all(keys.layers) {
        "in any direction".to_owned()
    } else {
        format!("along {}", keys.directions().words())
    };
    let ends = ends(keys.line);
    match keys.connect {
        1 => format!("{where_to}; whoever places the first stone {ends}."),
        connect => format!("{where_to}; whoever first has {connect} in a line {along} {ends}."),
    }
}

/// What a line does for whoever has it.
fn ends(line: LineRule) -> &'static str {
    match line {
        LineRule::Wins => "wins",
        LineRule::Loses => "loses",
    }
}

/// The rules in whole sentences.
fn in_words(keys: &Keys) -> Vec<String> {
    let Keys { rows, cols, layers, connect, .. } = *keys;
    let board = match layers {
        1 => format!("a board of {} and {}", counted(rows, "row"), counted(cols, "column")),
        _ => format!(
            "{layers} layers, each of {} and {}",
            counted(rows, "row"),
            counted(cols, "column")
        ),
    };
    let column = if layers > 1 { "its column of that layer" } else { "its column" };
    let where_to = match keys.gravity {
        Gravity::None => "A stone goes on any empty cell.".to_owned(),
        Gravity::Full => format!("A stone falls to the lowest empty cell of {column}."),
        Gravity::Partial(cells) => {
            format!("A stone goes on one of the {cells} lowest empty cells of {column}.")
        }
    };
    let verb = ends(keys.line);
    let along = keys.directions().words();
    let line = match connect {
        1 => format!("Whoever places the first stone {verb}."),
        _ => format!(
            "Whoever first has {connect} stones in a line {verb}. Lines count along {along}."
        ),
    };
    vec![
        format!("X and O take turns to place a stone on {board}; X begins."),
        where_to,
        line,
        "A full board without a line is a draw.".to_owned(),
    ]
}

fn counted(count: u8, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
