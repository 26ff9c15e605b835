//! When a player gives up.

use spar_rules::{ReadError, quoted};
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::Quits;
use std::collections::HashMap;

/// When a player gives up, after its opponent's move.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum QuitRule {
    /// Never.
    #[default]
    Never,
    /// This many squares apart.
    Apart(usize),
    /// With this chance, by the opponent's square and its own; never on other pairs.
    Chances(HashMap<(usize, usize), f64>),
}

impl QuitRule {
    /// Half the board apart, as in the 2010 paper.
    pub fn half(track: &Track) -> QuitRule {
        QuitRule::Apart(track.n().div_ceil(2))
    }

    /// Reads lines `ours theirs chance`: two squares, and the chance that the other gives up.
    ///
    /// # Errors
    /// Names the line that is wrong.
    pub fn read_chances(track: &Track, text: &str) -> Result<QuitRule, ReadError> {
        let mut chances = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
            let read = || {
                let mut parts = line.split([' ', '\t', ',']).filter(|it| !it.is_empty());
                let ours = parts.next()?.parse().ok().filter(|it| *it < track.n())?;
                let theirs = parts.next()?.parse().ok().filter(|it| *it < track.n())?;
                let chance = parts.next()?.parse().ok().filter(|it| (0.0..=1.0).contains(it))?;
                parts.next().is_none().then_some(((ours, theirs), chance))
            };
            let (pair, chance) = read().ok_or_else(|| {
                let what =
                    format!("line {}: {} is not `ours theirs chance`", number + 1, quoted(line));
                let hint = format!("squares are 0 to {}, a chance is from 0 to 1", track.goal());
                ReadError::new(what).hint(hint)
            })?;
            if chances.insert(pair, chance).is_some() {
                let what = format!("line {}: the pair stands twice", number + 1);
                return Err(ReadError::new(what));
            }
        }
        Ok(QuitRule::Chances(chances))
    }

    /// Calls `then` with the rule as the solvers take it.
    pub fn with<T>(&self, then: impl FnOnce(Quits<'_>) -> T) -> T {
        match self {
            QuitRule::Never => then(Quits::Never),
            QuitRule::Apart(squares) => then(Quits::Apart(*squares)),
            QuitRule::Chances(chances) => {
                let chance = |ours, theirs| chances.get(&(ours, theirs)).copied().unwrap_or(0.0);
                then(Quits::Chance(&chance))
            }
        }
    }
}
