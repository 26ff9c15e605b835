//! The figures of the paper, read from the data file in this folder.

use super::found::Set;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The contents of the paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// A reference to the paper.
    pub source: String,
    /// The games of Tables 1 to 6, in order.
    #[serde(rename = "game")]
    pub games: Vec<PaperGame>,
    /// Figures 2 to 4.
    #[serde(rename = "figure")]
    pub figures: Vec<PaperFigure>,
}

/// One game of the tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperGame {
    /// Its canonical name here.
    pub name: String,
    /// A short form of the paper's name for it.
    pub label: String,
    /// The family, which determines its tables.
    pub family: Family,
    /// |V| as printed in the tables.
    pub positions: String,
    /// |V| in full, if the text contains it.
    pub exact: Option<u64>,
    w2: Option<String>,
    w3: Option<String>,
    #[serde(default)]
    rated: BTreeMap<String, RatedSelection>,
    /// Table 7: category and j of the entries in the table.
    #[serde(default)]
    summary: Vec<(usize, usize)>,
    /// Table 7: category and j of combinations missing in the table.
    #[serde(default)]
    summary_without: Vec<(usize, usize)>,
    #[serde(default, rename = "row")]
    rows: Vec<PaperRow>,
}

/// A family of games. Each has two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// CONNECT-3 and CONNECT-4: Tables 1 and 2.
    Connect,
    /// Bottom-2: Tables 3 and 4.
    Bottom2,
    /// Tic-Tac-Toe: Tables 5 and 6.
    Tictactoe,
}

/// The positions of a set that the paper rated, if not all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum RatedSelection {
    /// Five thousand positions drawn at random.
    #[serde(rename = "5000")]
    Drawn,
    /// The hundred positions with the lowest scores.
    #[serde(rename = "B100")]
    Lowest,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperRow {
    set: String,
    against: u32,
    found: [[u64; 2]; 3],
}

/// The scores in a figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperFigure {
    /// The number of the figure.
    pub number: u32,
    /// The canonical name of the game.
    pub game: String,
    /// The board.
    pub position: String,
    /// The foresight in rounds.
    pub foresight: u32,
    /// The score of each move: `+5`, `-2`, `0`, `+inf`.
    pub scores: BTreeMap<String, String>,
}

impl Family {
    /// All families, in the paper's order.
    pub const ALL: [Family; 3] = [Family::Connect, Family::Bottom2, Family::Tictactoe];

    /// The number of the family's table for opponents with this foresight.
    pub fn table(self, against: u32) -> u8 {
        let first = match self {
            Family::Connect => 1,
            Family::Bottom2 => 3,
            Family::Tictactoe => 5,
        };
        if against == 3 { first } else { first + 1 }
    }

    /// The paper's name for the family.
    pub fn title(self) -> &'static str {
        match self {
            Family::Connect => "CONNECT",
            Family::Bottom2 => "Bottom-2",
            Family::Tictactoe => "Tic-Tac-Toe",
        }
    }
}

impl RatedSelection {
    /// A word for the selection; `None` is the whole set.
    pub fn word(rated: Option<RatedSelection>) -> &'static str {
        match rated {
            None => "all",
            Some(RatedSelection::Drawn) => "drawn",
            Some(RatedSelection::Lowest) => "lowest",
        }
    }

    /// The number of selected positions.
    pub fn count(self) -> u64 {
        match self {
            RatedSelection::Drawn => 5000,
            RatedSelection::Lowest => 100,
        }
    }
}

impl Paper {
    /// Reads the paper's figures.
    ///
    /// # Panics
    /// Never: the file is part of the program, and a test reads it.
    pub fn read() -> Paper {
        toml::from_str(include_str!("paper.toml")).expect("invariant: a well-formed file")
    }

    /// The game with this name.
    pub fn game(&self, name: &str) -> Option<&PaperGame> {
        self.games.iter().find(|game| game.name == name)
    }
}

/// Returns whether a printed size means this size. `9.5e7` is truncated, not rounded.
pub fn is_size(printed: &str, size: u64) -> bool {
    let Some((digits, power)) = printed.split_once('e') else {
        return printed.parse() == Ok(size);
    };
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let unit = power.parse::<usize>().ok().and_then(|power| power.checked_sub(decimals));
    let unit = unit.and_then(|power| 10_u64.checked_pow(power as u32));
    digits.replace('.', "").parse().ok() == unit.map(|unit| size / unit)
}

impl PaperGame {
    /// The size of a set as printed.
    pub fn size(&self, set: Set) -> Option<&str> {
        match set {
            Set::Layer(2) => self.w2.as_deref(),
            Set::Layer(3) => self.w3.as_deref(),
            _ => None,
        }
    }

    /// The statements of Table 7 about `W_j`: categories, and whether the table names them.
    pub fn claims(&self, j: usize) -> impl Iterator<Item = (usize, bool)> {
        let of = move |claims: &[(usize, usize)], named| {
            let here = claims.iter().filter(move |it| it.1 == j);
            here.map(|it| (it.0, named)).collect::<Vec<_>>()
        };
        of(&self.summary, true).into_iter().chain(of(&self.summary_without, false))
    }

    /// The numbers of medium and hard positions of a set as printed.
    pub fn found(&self, set: Set, against: u32, foresight: u32) -> Option<[u64; 2]> {
        let name = set.to_string();
        let row = self.rows.iter().find(|row| row.set == name && row.against == against)?;
        row.found.get(foresight.checked_sub(1)? as usize).copied()
    }

    /// The positions of a set that the paper rated, if not all.
    pub fn rated(&self, set: Set) -> Option<RatedSelection> {
        self.rated.get(&set.to_string().to_lowercase()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_the_24_games_by_their_canonical_names() {
        let paper = Paper::read();
        assert_eq!(paper.games.len(), 24);
        for game in &paper.games {
            assert_eq!(spar_catalog::open(&game.name).unwrap().facts().name, game.name);
            assert!(game.rows.iter().all(|row| ["W2", "W3"].contains(&row.set.as_str())));
            assert!(game.rows.iter().all(|row| [2, 3].contains(&row.against)));
        }
    }

    #[test]
    fn printed_sizes_are_cut_off() {
        assert!(is_size("9.5e7", 95_961_384) && !is_size("9.6e7", 95_961_384));
        assert!(is_size("1.0e8", 100_403_715) && is_size("4.1e3", 4_174));
        assert!(is_size("36", 36) && !is_size("36", 37) && !is_size("3.6e0", 36));
    }

    #[test]
    fn cells_are_found_where_the_paper_has_them() {
        let paper = Paper::read();
        let game = paper.game("connect4:rows=5,cols=5").unwrap();
        assert_eq!(game.found(Set::Layer(3), 3, 1), Some([405, 942]));
        assert_eq!(game.found(Set::Layer(3), 2, 3), Some([227, 166]));
        assert_eq!(game.found(Set::Distance(3), 2, 3), None);
        assert_eq!(
            (game.size(Set::Layer(2)), game.rated(Set::Layer(2))),
            (Some("1.2e6"), Some(RatedSelection::Drawn))
        );
    }
}
