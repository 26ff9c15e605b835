//! The parameters of a line game: their names, ranges and presets, and the canonical name of
//! each game.

use crate::settings::{Key, check_names, number};
use spar_rules::{ReadError, quoted};
use std::fmt;

/// The parameters of a line game as given. [`Lines::new`] checks that they fit together.
///
/// [`Lines::new`]: super::Lines::new
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keys {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub cols: u8,
    /// The number of layers, one behind the other.
    pub layers: u8,
    /// The number of stones in a line.
    pub connect: u8,
    /// The directions in which lines count; `None` for all.
    pub along: Option<Along>,
    /// The empty cells of a column that can be played.
    pub gravity: Gravity,
    /// Whether the side that completes a line wins or loses.
    pub line: LineRule,
}

/// The empty cells of a column that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gravity {
    /// The lowest one.
    Full,
    /// The lowest N.
    Partial(u8),
    /// All of them.
    None,
}

/// Whether the side that completes a line wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineRule {
    /// It wins.
    Wins,
    /// It loses: misère.
    Loses,
}

/// The set of directions in which lines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Along(u8);

/// The letters of the directions in their canonical order, with words for them.
const LETTERS: [(char, &str); 5] = [
    ('r', "rows"),
    ('c', "columns"),
    ('d', "diagonals"),
    ('p', "pillars through the layers"),
    ('s', "space diagonals"),
];

impl Along {
    /// All directions of a board with this number of layers.
    pub fn all(layers: u8) -> Along {
        Along(if layers > 1 { 0b1_1111 } else { 0b0_0111 })
    }

    /// Returns whether a line may run in this direction, given as steps by row, column and
    /// layer.
    pub(super) fn allows(self, [row, col, layer]: [i8; 3]) -> bool {
        let letter = match (row != 0, col != 0, layer != 0) {
            (false, true, false) => 0,
            (true, false, false) => 1,
            (false, false, true) => 3,
            (true, true, true) => 4,
            _ => 2,
        };
        self.0 >> letter & 1 == 1
    }

    fn read(text: &str, layers: u8) -> Result<Along, ReadError> {
        let known = if layers > 1 { "`r`, `c`, `d`, `p` or `s`" } else { "`r`, `c` or `d`" };
        let hint = || format!("any of {known}, for example `along=rc`");
        if text.is_empty() {
            return Err(ReadError::new("`along=` names no direction").hint(hint()));
        }
        let mut along = 0;
        for letter in text.chars() {
            let (token, setting) = (quoted(&letter.to_string()), quoted(&format!("along={text}")));
            let Some(index) = LETTERS.iter().position(|it| it.0 == letter) else {
                let what = format!("{token} in {setting} is not a direction");
                return Err(ReadError::new(what).hint(hint()));
            };
            if index >= 3 && layers < 2 {
                let what = format!("{token} in {setting} needs a board with layers");
                return Err(ReadError::new(what).hint(hint()));
            }
            if along >> index & 1 == 1 {
                return Err(ReadError::new(format!("{token} is set twice in {setting}")));
            }
            along |= 1 << index;
        }
        Ok(Along(along))
    }

    /// The directions in words: `rows, columns`.
    pub fn words(self) -> String {
        let named = LETTERS.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 == 1);
        named.map(|(_, letter)| letter.1).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = LETTERS.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 == 1);
        named.into_iter().try_for_each(|(_, letter)| write!(f, "{}", letter.0))
    }
}

impl fmt::Display for Gravity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gravity::Full => f.write_str("full"),
            Gravity::Partial(cells) => write!(f, "partial-{cells}"),
            Gravity::None => f.write_str("none"),
        }
    }
}

impl fmt::Display for LineRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineRule::Wins => "wins",
            LineRule::Loses => "loses",
        })
    }
}

/// All parameters, in the order of a canonical name. Their defaults come from the
/// [presets](PRESETS).
pub const KEYS: &[Key] = &[
    Key::new("rows", "Rows", "cells in a column, 1 to 64; 64 cells in all at most").numbers(1, 64),
    Key::new("cols", "Columns", "cells in a row, 1 to 26").numbers(1, 26),
    Key::new("layers", "Layers", "boards behind one another, 1 to 64").numbers(1, 64),
    Key::new("connect", "Stones in a line", "stones that make a line, up to the longest side")
        .numbers(1, 64),
    Key::new(
        "along",
        "Directions",
        "directions that count: any of r (rows), c (columns), d (diagonals), in space \
         also p (pillars), s (space diagonals)",
    ),
    Key::new("gravity", "Gravity", "full, partial-N (the lowest N empty cells of a column), none"),
    Key::new("line", "A line", "wins or loses (misère)").one_of(&["wins", "loses"]),
];

/// A named line game.
pub struct Preset {
    /// The name in commands and files.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    keys: Keys,
}

/// The named line games. A canonical name starts with the preset of the same kind that leaves
/// the fewest parameters to write; among equals, with the earlier one.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "tictactoe",
        about: "three in a line on a 3×3 board",
        keys: flat(3, 3, 3, Gravity::None),
    },
    Preset {
        name: "connect3",
        about: "three in a line, stones fall, 4×4",
        keys: flat(4, 4, 3, Gravity::Full),
    },
    Preset {
        name: "connect4",
        about: "four in a line, stones fall, 6 rows × 7 columns",
        keys: flat(6, 7, 4, Gravity::Full),
    },
    Preset {
        name: "bottom2",
        about: "three in a line, one of the two lowest empty cells of a column, 3×3",
        keys: flat(3, 3, 3, Gravity::Partial(2)),
    },
    Preset {
        name: "qubic",
        about: "four in a line in a 4×4×4 cube",
        keys: Keys { layers: 4, ..flat(4, 4, 4, Gravity::None) },
    },
    Preset {
        name: "lines",
        about: "any line game; without parameters the same as tictactoe",
        keys: flat(3, 3, 3, Gravity::None),
    },
];

const fn flat(rows: u8, cols: u8, connect: u8, gravity: Gravity) -> Keys {
    Keys { rows, cols, layers: 1, connect, along: None, gravity, line: LineRule::Wins }
}

impl Keys {
    /// The parameters of the preset with this name.
    pub fn preset(name: &str) -> Option<Keys> {
        PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.keys)
    }

    /// Sets parameters by name and checks that all fit together.
    ///
    /// # Errors
    /// If a parameter is unknown, set twice, out of range, or contradicts another. The message
    /// names the parameter and its valid values.
    pub fn with(mut self, settings: &[(&str, &str)]) -> Result<Keys, ReadError> {
        check_names("a line game has", KEYS, settings)?;
        // The valid directions depend on the layers, so `along` is set last.
        for &(key, value) in settings.iter().filter(|(key, _)| *key != "along") {
            self.set(key, value)?;
        }
        for &(_, value) in settings.iter().filter(|(key, _)| *key == "along") {
            self.along = Some(Along::read(value, self.layers)?);
        }
        self.checked()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ReadError> {
        match key {
            "rows" => self.rows = up_to(key, value, 64)?,
            "cols" => self.cols = up_to(key, value, 26)?,
            "layers" => self.layers = up_to(key, value, 64)?,
            "connect" => self.connect = up_to(key, value, 64)?,
            "gravity" => self.gravity = read_gravity(value)?,
            "line" => {
                self.line = match value {
                    "wins" => LineRule::Wins,
                    "loses" => LineRule::Loses,
                    _ => {
                        let setting = quoted(&format!("line={value}"));
                        let what = format!("{setting} says neither `wins` nor `loses`");
                        return Err(ReadError::new(what).hint("`line=loses` is misère"));
                    }
                }
            }
            _ => unreachable!("invariant: names are checked before values"),
        }
        Ok(())
    }

    /// Checks that the parameters fit together, and brings them into canonical form.
    pub(super) fn checked(mut self) -> Result<Keys, ReadError> {
        let Keys { rows, cols, layers, connect, .. } = self;
        let size = self.size();
        let ranges = [("rows", rows, 64), ("cols", cols, 26), ("layers", layers, 64)];
        for (key, value, most) in ranges {
            up_to(key, &value.to_string(), most)?;
        }
        let cells = u32::from(rows) * u32::from(cols) * u32::from(layers);
        if cells > 64 {
            let what = format!("a board of {size} has {cells} cells");
            return Err(ReadError::new(what)
                .hint("at most 64: a position is two words of 64 bits, one for each side"));
        }
        let longest = rows.max(cols).max(layers);
        if connect == 0 || connect > longest {
            let what = format!("`connect={connect}` does not fit a board of {size}");
            return Err(ReadError::new(what)
                .hint(format!("`connect` goes from 1 to the longest side, {longest}")));
        }
        self.gravity = match self.gravity {
            Gravity::Partial(0) => return read_gravity("partial-0").map(|_| self),
            Gravity::Partial(cells) if cells >= rows => Gravity::None,
            Gravity::Partial(1) => Gravity::Full,
            gravity => gravity,
        };
        // The number of layers may have been reduced since the directions were set.
        if let Some(along) = self.along {
            self.along = Some(Along::read(&along.to_string(), layers)?);
        }
        self.along = self.along.filter(|along| *along != Along::all(layers));
        Ok(self)
    }

    /// The directions in which lines count.
    pub fn directions(&self) -> Along {
        self.along.unwrap_or(Along::all(self.layers))
    }

    /// The board in words: `5×4` (rows × columns), `4×4×4` with layers.
    pub fn size(&self) -> String {
        match self.layers {
            1 => format!("{}×{}", self.rows, self.cols),
            layers => format!("{}×{}×{layers}", self.rows, self.cols),
        }
    }

    /// The canonical name of this game.
    pub fn name(&self) -> String {
        let said = |preset: &Preset| -> Vec<String> {
            let (mine, base) = (self.written(), preset.keys.written());
            let differs = mine.into_iter().zip(base).filter(|(mine, base)| mine != base);
            differs.map(|(mine, _)| mine).collect()
        };
        // Only presets of the same kind: for a flat game, flat presets with the same kind of
        // gravity; otherwise presets with several layers, or `lines`.
        let gravity = std::mem::discriminant(&self.gravity);
        let alike = PRESETS.iter().filter(|it| match self.layers {
            1 => it.keys.layers == 1 && std::mem::discriminant(&it.keys.gravity) == gravity,
            _ => it.keys.layers > 1 || it.name == "lines",
        });
        let shortest = alike.map(|preset| (preset.name, said(preset)));
        let (name, keys) = shortest
            .min_by_key(|(_, keys)| (keys.iter().any(|it| it.starts_with("connect")), keys.len()))
            .unwrap_or_else(|| ("lines", self.written().to_vec()));
        if keys.is_empty() { name.to_owned() } else { format!("{name}:{}", keys.join(",")) }
    }

    /// All parameters as `key=value`, in the order of [`KEYS`].
    fn written(&self) -> [String; 7] {
        let along = self.along.map_or("all".to_owned(), |along| along.to_string());
        [
            format!("rows={}", self.rows),
            format!("cols={}", self.cols),
            format!("layers={}", self.layers),
            format!("connect={}", self.connect),
            format!("along={along}"),
            format!("gravity={}", self.gravity),
            format!("line={}", self.line),
        ]
    }
}

fn up_to(key: &str, value: &str, most: u8) -> Result<u8, ReadError> {
    number(key, value, 1..=most.into()).map(|size| size as u8)
}

fn read_gravity(value: &str) -> Result<Gravity, ReadError> {
    match value {
        "full" => return Ok(Gravity::Full),
        "none" => return Ok(Gravity::None),
        _ => {}
    }
    let hint = "`full`, `none` or `partial-N`: one of the N lowest empty cells of a column";
    let setting = quoted(&format!("gravity={value}"));
    match value.strip_prefix("partial-") {
        Some(cells) => up_to("partial", cells, 64).map(Gravity::Partial).map_err(|_| {
            let what = format!("{setting} wants a number from 1 to 64 after `partial-`");
            ReadError::new(what).hint(hint)
        }),
        None => Err(ReadError::new(format!("{setting} is not a valid gravity")).hint(hint)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(preset: &str, settings: &[(&str, &str)]) -> String {
        Keys::preset(preset).unwrap().with(settings).unwrap().name()
    }

    #[test]
    fn one_game_has_one_name() {
        assert_eq!(name("lines", &[]), "tictactoe");
        assert_eq!(name("connect4", &[("connect", "3"), ("cols", "4"), ("rows", "4")]), "connect3");
        assert_eq!(name("connect4", &[("along", "dr")]), "connect4:along=rd");
        assert_eq!(name("connect4", &[("along", "dcr")]), "connect4");
        assert_eq!(name("tictactoe", &[("gravity", "partial-2")]), "bottom2");
        assert_eq!(name("bottom2", &[("gravity", "partial-1")]), "connect3:rows=3,cols=3");
        assert_eq!(name("bottom2", &[("gravity", "partial-3")]), "tictactoe");
        assert_eq!(name("qubic", &[("gravity", "full")]), "qubic:gravity=full");
        assert_eq!(name("tictactoe", &[("layers", "3")]), "lines:layers=3");
        assert_eq!(name("qubic", &[("layers", "1")]), "tictactoe:rows=4,cols=4,connect=4");
        assert_eq!(name("connect4", &[("cols", "5"), ("rows", "5")]), "connect4:rows=5,cols=5");
    }
}
