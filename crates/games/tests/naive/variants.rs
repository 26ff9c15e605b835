//! The variants, for both implementations.

use crate::rules::Naive;
use spar_games::lines::{Keys, Lines};
use spar_rules::ReadError;

/// The parameters of a line game as text, for both implementations.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// Rows, columns, layers.
    pub(crate) size: [usize; 3],
    pub(crate) connect: usize,
    /// Letters, or empty for all directions.
    pub(crate) along: String,
    pub(crate) gravity: String,
    pub(crate) line: String,
}

impl Variant {
    /// All directions, and a line wins.
    pub(crate) fn plain(size: [usize; 3], connect: usize, gravity: &str) -> Variant {
        let (gravity, line) = (gravity.to_owned(), "wins".to_owned());
        Variant { size, connect, along: String::new(), gravity, line }
    }

    /// Reads a game's name, `connect4:rows=5,cols=5`.
    pub(crate) fn read(name: &str) -> Variant {
        let (preset, settings) = name.split_once(':').unwrap_or((name, ""));
        let mut variant = match preset {
            "tictactoe" | "lines" => Variant::plain([3, 3, 1], 3, "none"),
            "connect3" => Variant::plain([4, 4, 1], 3, "full"),
            "connect4" => Variant::plain([6, 7, 1], 4, "full"),
            "bottom2" => Variant::plain([3, 3, 1], 3, "partial-2"),
            "qubic" => Variant::plain([4, 4, 4], 4, "none"),
            other => panic!("{other}"),
        };
        for setting in settings.split(',').filter(|it| !it.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap();
            let number = || value.parse().unwrap();
            match key {
                "rows" => variant.size[0] = number(),
                "cols" => variant.size[1] = number(),
                "layers" => variant.size[2] = number(),
                "connect" => variant.connect = number(),
                "along" => value.clone_into(&mut variant.along),
                "gravity" => value.clone_into(&mut variant.gravity),
                "line" => value.clone_into(&mut variant.line),
                other => panic!("{other}"),
            }
        }
        variant
    }

    pub(crate) fn naive(&self) -> Naive {
        let [rows, cols, layers] = self.size;
        Naive {
            rows,
            cols,
            layers,
            connect: self.connect,
            along: if self.along.is_empty() { "rcdps".to_owned() } else { self.along.clone() },
            lowest: match self.gravity.as_str() {
                "full" => 1,
                "partial-2" => 2,
                "partial-3" => 3,
                "none" => rows,
                other => panic!("{other}"),
            },
            falls: self.gravity == "full",
            line_wins: self.line == "wins",
        }
    }

    pub(crate) fn real(&self) -> Result<Lines, ReadError> {
        let [rows, cols, layers, connect] =
            [self.size[0], self.size[1], self.size[2], self.connect].map(|it| it.to_string());
        let mut settings = vec![
            ("rows", rows.as_str()),
            ("cols", &cols),
            ("layers", &layers),
            ("connect", &connect),
            ("gravity", &self.gravity),
            ("line", &self.line),
        ];
        if !self.along.is_empty() {
            settings.push(("along", &self.along));
        }
        Lines::new(Keys::preset("lines").unwrap().with(&settings)?)
    }
}

/// Every variant of a size: each `connect` up to the longest side, each set of directions, each
/// gravity, both line rules.
pub(crate) fn variants_of(size: [usize; 3]) -> Vec<Variant> {
    let letters = if size[2] > 1 { "rcdps" } else { "rcd" };
    let longest = size.into_iter().max().unwrap();
    let mut variants = Vec::new();
    for connect in 1..=longest {
        for set in 1..1 << letters.len() {
            let chosen = letters.chars().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let along: String = chosen.map(|(_, letter)| letter).collect();
            for gravity in ["full", "partial-2", "partial-3", "none"] {
                for line in ["wins", "loses"] {
                    variants.push(Variant {
                        along: along.clone(),
                        line: line.to_owned(),
                        ..Variant::plain(size, connect, gravity)
                    });
                }
            }
        }
    }
    variants
}
