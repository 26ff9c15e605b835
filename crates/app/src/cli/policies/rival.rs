//! The other player: by name or from a file, and when it gives up.

use super::PolicyArgs;
use crate::fault::Fault;
use crate::input::read_whole;
use spar_rules::{ReadError, nearest, quoted};
use spar_solve::mdp::track::pairs::{PairPolicy, Quits, Rival, both_best};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Silent};
use std::collections::HashMap;
use std::path::Path;

/// The other player, with its names and habits.
pub(super) struct Other {
    /// As it was said.
    pub(super) said: String,
    pub(super) policy: Chooses,
    pub(super) quits: When,
}

/// How it chooses.
pub(in crate::cli) enum Chooses {
    Alone(Policy),
    Seeing(PairPolicy),
}

/// When it gives up.
pub(super) enum When {
    Never,
    Apart(usize),
    Chances(HashMap<(usize, usize), f64>),
}

impl Chooses {
    pub(in crate::cli) fn rival(&self) -> Rival<'_> {
        match self {
            Chooses::Alone(policy) => Rival::Alone(policy),
            Chooses::Seeing(policy) => Rival::Seeing(policy),
        }
    }

    /// The number of the action on its own square against the other's.
    pub(in crate::cli) fn action(&self, own: usize, other: usize) -> usize {
        usize::from(match self {
            Chooses::Alone(policy) => policy.0[own],
            Chooses::Seeing(policy) => policy.action(own, other),
        })
    }

    /// What it chooses on every pair of squares, if these fit into the memory.
    pub(in crate::cli) fn on_pairs(&self, track: &Track, budget: &Budget) -> Option<PairPolicy> {
        let n_pairs = (track.n() as u64).pow(2);
        match self {
            _ if n_pairs > budget.memory => None,
            Chooses::Alone(policy) => Some(PairPolicy::alone(policy)),
            Chooses::Seeing(policy) => Some(policy.clone()),
        }
    }
}

impl When {
    /// Calls `then` with when it gives up.
    pub(super) fn with<T>(&self, then: impl FnOnce(Quits<'_>) -> T) -> T {
        match self {
            When::Never => then(Quits::Never),
            When::Apart(squares) => then(Quits::Apart(*squares)),
            When::Chances(chances) => {
                let chance = |ours, theirs| chances.get(&(ours, theirs)).copied().unwrap_or(0.0);
                then(Quits::Chance(&chance))
            }
        }
    }
}

/// On boards of at most so many squares it is found out what comes of two players that may
/// both wait for ever.
const MOST_FOLLOWED: usize = 150;

/// A policy file is at most this long.
const LONGEST: u64 = 256 * 1024 * 1024;

impl PolicyArgs {
    /// The other player, if one was asked for.
    pub(super) fn rival(&self, track: &Track, budget: &Budget) -> Result<Option<Other>, Fault> {
        let needs_one = self.keep_in_game || self.experience.is_some();
        let said = match (&self.against, needs_one) {
            (Some(said), _) => said.clone(),
            (None, true) => "novice".to_owned(),
            (None, false) => return Ok(None),
        };
        let policy = named(track, &said, budget)?;
        let quits = match (&self.quits, self.keep_in_game) {
            (_, false) => When::Never,
            (None, true) => When::Apart(track.n().div_ceil(2)),
            (Some(text), true) => match text.parse::<usize>() {
                Ok(squares) => When::Apart(squares),
                Err(_) => chances(track, text)?,
            },
        };
        Ok(Some(Other { said, policy, quits }))
    }
}

/// The player of this name or file.
pub(in crate::cli) fn named(track: &Track, said: &str, budget: &Budget) -> Result<Chooses, Fault> {
    match said {
        "novice" => Ok(Chooses::Alone(Policy::novice(track)?)),
        "fastest" => {
            let found = turns::fewest(track, 1e-9, budget, &Silent);
            let found = found.map_err(|error| Fault::new(error.to_string()))?;
            Ok(Chooses::Alone(found.policy))
        }
        "random" => Ok(Chooses::Alone(Policy::random(track)?)),
        "perfect" => {
            let both = both_best(track, 1e-9, budget, &Silent);
            let both = both.map_err(|error| Fault::new(error.to_string()))?;
            // Whoever has lost may wait for ever; that is followed on small boards alone.
            let follows = track.n() <= MOST_FOLLOWED;
            Ok(Chooses::Seeing(if follows { both.policy } else { both.steady }))
        }
        file => read(track, file),
    }
}

fn contents(path: &str) -> Result<String, Fault> {
    let path = Path::new(path);
    let failed = |error| Fault::reading(path, &error);
    let about = std::fs::metadata(path).map_err(failed)?;
    if !about.is_file() || about.len() > LONGEST {
        let what =
            format!("cannot read `{}`: it is no ordinary file of at most 256 MB", path.display());
        return Err(Fault::new(what));
    }
    let file = std::fs::File::open(path).map_err(failed)?;
    let bytes = read_whole(file, LONGEST).map_err(failed)?;
    String::from_utf8(bytes).map_err(|_| {
        Fault::new(format!("cannot read `{}`: it is not text in UTF-8", path.display()))
    })
}

/// A policy from a file: a letter for each square, or a line of letters for each square of
/// the other player.
fn read(track: &Track, path: &str) -> Result<Chooses, Fault> {
    if !Path::new(path).exists() {
        let near = nearest(path, ["fastest", "novice", "perfect", "random"]);
        let near = near.map(|it| format!("did you mean `{it}`? ")).unwrap_or_default();
        return Err(Fault::with_hint(
            format!("{} is no player and no file", quoted(path)),
            format!(
                "{near}it is fastest, novice, perfect, random, or a file with one letter for each square"
            ),
        ));
    }
    let text = contents(path)?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    let is_square = lines.len() == track.n() && lines.iter().all(|it| it.len() == track.n());
    let policy = if is_square && track.n() > 1 {
        PairPolicy::read(track, &lines).map(Chooses::Seeing)
    } else {
        Policy::read(track, &text).map(Chooses::Alone)
    };
    let of = |error: ReadError| ReadError { what: format!("`{path}`: {}", error.what), ..error };
    Ok(policy.map_err(of)?)
}

/// Chances to give up, from a file with lines `ours theirs chance`.
fn chances(track: &Track, path: &str) -> Result<When, Fault> {
    if !Path::new(path).exists() {
        return Err(Fault::with_hint(
            format!("`--quits {path}` is neither a number of squares nor a file"),
            "a file has lines `ours theirs chance`: two squares and a number from 0 to 1",
        ));
    }
    let text = contents(path)?;
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
            Fault::with_hint(
                format!(
                    "`{path}` line {}: {} is no line `ours theirs chance`",
                    number + 1,
                    quoted(line)
                ),
                format!("squares are 0 to {}, a chance is from 0 to 1", track.goal()),
            )
        })?;
        if chances.insert(pair, chance).is_some() {
            let what = format!("`{path}` line {}: the pair stands twice", number + 1);
            return Err(Fault::new(what));
        }
    }
    Ok(When::Chances(chances))
}
