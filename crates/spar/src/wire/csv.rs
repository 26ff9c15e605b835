//! Levels as CSV, for spreadsheets.
//!
//! The fields are those of the JSON output. Items of a list are separated by spaces; unknown
//! values are empty, and a missing category is `none`.

use super::level::Level;

/// A column: its name, and a function that returns its field.
type Column = (&'static str, fn(&Level) -> String);

const COLUMNS: [Column; 22] = [
    ("game", |it| it.game.clone()),
    ("position", |it| it.position.clone()),
    ("turn", |it| it.turn.clone()),
    ("side", |it| it.side.clone()),
    ("value", |it| known(it.value.as_ref())),
    ("plies", |it| known(it.plies.as_ref())),
    ("wins_in", |it| known(it.wins_in.as_ref())),
    ("learner", |it| it.learner.to_string()),
    ("opponent", |it| it.opponent.to_string()),
    ("ties", |it| it.ties.clone()),
    ("win", |it| it.chance.win.to_string()),
    ("draw", |it| it.chance.draw.to_string()),
    ("loss", |it| it.chance.loss.to_string()),
    ("exact", |it| known(it.chance.exact.as_ref())),
    ("hardness", |it| known(it.hardness.as_ref())),
    ("category", |it| it.category.as_deref().map_or(String::new(), category)),
    ("winning_moves", |it| it.winning_moves.join(" ")),
    ("fastest", |it| it.fastest.join(" ")),
    ("why", |it| known(it.why.as_ref())),
    ("best_low", |it| known(it.best.map(|it| it.low).as_ref())),
    ("best_high", |it| known(it.best.map(|it| it.high).as_ref())),
    ("best_moves", |it| it.best_moves.join(" ")),
];

fn known(field: Option<&impl ToString>) -> String {
    field.map_or(String::new(), ToString::to_string)
}

fn category(easy_from: &[u32]) -> String {
    match easy_from {
        [] => "none".to_owned(),
        rounds => rounds.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// The header line, with line end.
pub fn header() -> String {
    COLUMNS.map(|it| it.0).join(",") + "\n"
}

/// The line of a level, with line end.
pub fn row(level: &Level) -> String {
    COLUMNS.map(|it| quoted(it.1(level))).join(",") + "\n"
}

/// The line of a position that could not be rated, with line end.
pub fn unrated(game: &str, position: &str) -> String {
    let field = |(name, _): Column| match name {
        "game" => quoted(game.to_owned()),
        "position" => quoted(position.to_owned()),
        _ => String::new(),
    };
    COLUMNS.map(field).join(",") + "\n"
}

/// Appends a field to a line.
pub fn with_column(line: &str, field: &str) -> String {
    let line = line.strip_suffix('\n').unwrap_or(line);
    format!("{line},{}\n", quoted(field.to_owned()))
}

/// Quotes a field as in RFC 4180 if it contains a comma, a quotation mark or a line end.
pub(crate) fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_challenge::hardness::Thresholds;
    use spar_challenge::level::{Match, SamplePlan};
    use spar_challenge::policy::{Player, Ties};
    use spar_solve::{Budget, Context};

    /// A character-by-character parser of RFC 4180, for comparison.
    fn read(text: &str) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::new()]];
        let mut inside = false;
        let mut letters = text.chars().peekable();
        while let Some(it) = letters.next() {
            let row = rows.last_mut().unwrap();
            match it {
                '"' if inside && letters.peek() == Some(&'"') => {
                    letters.next();
                    row.last_mut().unwrap().push('"');
                }
                '"' => inside = !inside,
                ',' if !inside => row.push(String::new()),
                '\n' if !inside => rows.push(vec![String::new()]),
                it => row.last_mut().unwrap().push(it),
            }
        }
        assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line has an end");
        rows
    }

    fn csv(levels: &[Level]) -> String {
        std::iter::once(header()).chain(levels.iter().map(row)).collect()
    }

    fn level(game: &str, position: &str) -> Level {
        let game = spar_catalog::open(game).unwrap();
        let position = game.read_position(position).unwrap();
        let player = Player::foresight(1, Ties::Any);
        let of = Match {
            learner: player.clone(),
            opponent: player,
            ties: Ties::Any,
            thresholds: Thresholds::default(),
        };
        let context = Context::bare(Budget::unlimited());
        let level = position
            .rate(&of, position.side(), &SamplePlan::new(10, 0), &context)
            .unwrap()
            .unwrap();
        Level::of(&*game, &level)
    }

    #[test]
    fn a_row_has_the_fields_of_the_json_under_the_same_names() {
        let levels = [level("tictactoe", "xx./oo./..."), level("tictactoe", "x../.o./..x")];
        let rows = read(&csv(&levels));
        assert_eq!(rows.len(), 3);
        for (level, row) in levels.iter().zip(&rows[1..]) {
            assert_eq!(row.len(), rows[0].len());
            let json = serde_json::to_value(level).unwrap();
            for (name, field) in rows[0].iter().zip(row) {
                // Fields that only games with dice have are missing for other games.
                if name.starts_with("best") {
                    assert_eq!(field, "", "{name}");
                    continue;
                }
                // In JSON, the chances are nested one level deeper.
                let expected = json.get(name).or_else(|| json["chance"].get(name));
                let expected = match expected.expect(name) {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(text) => text.clone(),
                    serde_json::Value::Array(items) => {
                        let items = items.iter().map(|it| it.to_string().replace('"', ""));
                        items.collect::<Vec<_>>().join(" ")
                    }
                    number if name == "win" || name == "draw" || name == "loss" => {
                        assert_eq!(field.parse::<f64>().ok(), number.as_f64(), "{name}");
                        continue;
                    }
                    other => other.to_string(),
                };
                assert_eq!(field.replace("none", ""), expected, "{name}");
            }
        }
        assert_eq!(rows[1][..7], ["tictactoe", "xx./oo./...", "first", "first", "win", "1", "1"]);
        assert_eq!((rows[1][16].as_str(), rows[1][17].as_str()), ("c3", "c3"));
    }

    #[test]
    fn commas_and_quotation_marks_stay_inside_their_field() {
        let mut level = level("tictactoe:rows=2,cols=4", "start+a1,a2,b1,b2");
        level.why = Some("a \"quiet\" move,\nthen\r\nthe end".to_owned());
        level.category = Some(Vec::new());
        let rows = read(&csv(std::slice::from_ref(&level)));
        assert_eq!(rows[1].len(), 22);
        assert_eq!(rows[1][0], level.game);
        assert!(level.game.contains(','), "the name tests the comma");
        assert_eq!(rows[1][15], "none");
        assert_eq!(Some(&rows[1][18]), level.why.as_ref());
    }
}
