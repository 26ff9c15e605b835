//! Reads a file of levels line by line into claims.

use crate::fault::Fault;
use crate::wire::Between;
use crate::wire::level::{Chance, Level};
use serde::Deserialize;
use spar_catalog::{AnyGame, TextClaim, input};
use spar_challenge::chance::{Chances, Fraction, Parts};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_challenge::verify::Claimed;
use spar_rules::{ReadError, Side, Turn, Value, quoted};
use spar_solve::Interval;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The maximum size of a file with levels in bytes, as all levels are held in memory.
const LONGEST: u64 = 1_000_000_000;

/// All levels of a file, by game.
pub(super) struct ClaimLines {
    /// The levels of each game, with their line numbers.
    pub(super) games: Vec<Claims>,
    /// Levels that contradict themselves, whatever the game: line numbers and messages.
    pub(super) doubts: Vec<(u64, String)>,
    /// The number of levels.
    pub(super) n_levels: u64,
}

/// The levels of one game.
pub(super) struct Claims {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) list: Vec<(u64, TextClaim)>,
    /// The canonical text of each position with its players, and its line number.
    served: HashMap<String, u64>,
}

/// A line that is not a level, or a level that contradicts itself.
enum Bad {
    Unreadable(ReadError),
    Untrue(String),
}

impl From<ReadError> for Bad {
    fn from(error: ReadError) -> Bad {
        Bad::Untrue(error.what)
    }
}

/// The moves of a level while they are read.
#[derive(Deserialize)]
struct Moves {
    moves: Option<Vec<ReadMove>>,
}

#[derive(Deserialize)]
struct ReadMove {
    #[serde(rename = "move")]
    mv: String,
    value: Option<String>,
    plies: Option<u32>,
    chance: Option<Between>,
}

impl ClaimLines {
    /// Reads a file, or standard input for `-`.
    pub(super) fn read(path: &Path) -> Result<ClaimLines, Fault> {
        let mut lines = ClaimLines { games: Vec::new(), doubts: Vec::new(), n_levels: 0 };
        if path == Path::new("-") {
            lines.take(path, &mut io::stdin().lock())?;
        } else {
            let file = File::open(path).map_err(|error| Fault::reading(path, &error))?;
            lines.take(path, &mut BufReader::new(file))?;
        }
        if lines.n_levels == 0 {
            return Err(Fault::with_hint(
                format!("`{}` contains no level", path.display()),
                "`spar generate … --json` writes some",
            ));
        }
        Ok(lines)
    }

    fn take(&mut self, path: &Path, input: &mut dyn BufRead) -> Result<(), Fault> {
        let mut lines = input::Lines::new(input, LONGEST);
        while let Some((number, text)) =
            lines.next_line().map_err(|error| Fault::reading(path, &error))?
        {
            let line = String::from_utf8_lossy(text);
            if line.trim().is_empty() {
                continue;
            }
            self.n_levels += 1;
            match self.claim(number, line.trim()) {
                Ok(()) => {}
                Err(Bad::Untrue(what)) => self.doubts.push((number, what)),
                Err(Bad::Unreadable(error)) => {
                    let what = format!("{}:{number}: {}", path.display(), error.what);
                    return Err(match error.hint {
                        Some(hint) => Fault::with_hint(what, hint),
                        None => Fault::new(what),
                    });
                }
            }
        }
        Ok(())
    }

    fn claim(&mut self, number: u64, line: &str) -> Result<(), Bad> {
        let unreadable = |error: serde_json::Error| {
            Bad::Unreadable(
                ReadError::new(format!("it is not a level: {error}"))
                    .hint("a level is a line of `spar generate … --json`"),
            )
        };
        let level: Level = serde_json::from_str(line).map_err(unreadable)?;
        let Moves { moves } = serde_json::from_str(line).map_err(unreadable)?;
        let claims = self.claims_of(&level.game)?;
        let position = claims.game.read_position(&level.position)?;
        let claim = read(&level, moves, &*position)?;
        let canonical = position.stands_for();
        let key = format!(
            "{canonical} {} {} {} {}",
            level.side, level.learner, level.opponent, level.ties
        );
        if let Some(earlier) = claims.served.insert(key, number) {
            let what =
                format!("it is the same level as line {earlier}, or a symmetric image of it");
            return Err(Bad::Untrue(what));
        }
        claims.list.push((number, claim));
        Ok(())
    }

    fn claims_of(&mut self, name: &str) -> Result<&mut Claims, Bad> {
        let known = self.games.iter().position(|it| it.game.facts().name == name);
        let index = known.unwrap_or(self.games.len());
        if known.is_none() {
            let game = spar_catalog::open_name(name)?;
            let canonical = &game.facts().name;
            if canonical != name {
                let what = format!("the game is called `{canonical}`, not {}", quoted(name));
                return Err(Bad::Untrue(what));
            }
            self.games.push(Claims { game, list: Vec::new(), served: HashMap::new() });
        }
        Ok(&mut self.games[index])
    }
}

/// The claims of a level. Checks that they are consistent with each other.
// Long: it has one check for each field of a level.
fn read(
    level: &Level,
    moves: Option<Vec<ReadMove>>,
    position: &dyn spar_catalog::AnyPosition,
) -> Result<TextClaim, Bad> {
    let must = |holds: bool, what: &str| {
        if holds { Ok(()) } else { Err(Bad::Untrue(what.to_owned())) }
    };
    must(position.text() == level.position, "the position is not in its canonical form")?;
    must(matches!(position.turn(), Turn::Play(_)), "the game is over in this position")?;
    must(position.side().to_string() == level.turn, "it is the other side's turn")?;
    let side = [Side::First, Side::Second].into_iter().find(|it| it.to_string() == level.side);
    let side = side.ok_or_else(|| Bad::Untrue(format!("{} is not a side", quoted(&level.side))))?;
    // In games with chance, a level has no value.
    let value = match (&level.value, level.plies) {
        (None, None) => None,
        (word, plies) => Some(value(word.as_deref(), plies)?),
    };
    let wins_in = match value {
        Some(Value::Win(plies)) => Some(plies.div_ceil(2)),
        _ => None,
    };
    must(level.wins_in == wins_in, "`wins_in` does not follow from `value` and `plies`")?;
    let of = players(level)?;
    let (chances, claimed) = chances(&level.chance)?;
    let hardness = match (level.best, &chances) {
        (Some(Between { low, high }), Chances::Bounded { win, .. }) => {
            of.thresholds.of_share(*win, Interval { low, high })
        }
        _ => of.thresholds.of_chances(&chances),
    };
    let hardness = hardness.map(|it| it.to_string());
    must(hardness == level.hardness, "`hardness` does not follow from the chance")?;
    if let (None, Some(moves)) = (value, &moves) {
        let same = moves.iter().map(|it| &it.mv).eq(&position.moves());
        must(same, "`moves` are not the moves of the position")?;
    }
    let bounds = |it: &Between| (it.low, it.high);
    let worth = moves.as_ref().filter(|_| level.best.is_some()).map(|moves| {
        let chances = moves.iter().filter_map(|it| it.chance.as_ref());
        chances.map(bounds).collect::<Vec<_>>()
    });
    let moves = moves.filter(|_| value.is_some());
    let moves = moves.map(|moves| -> Result<Vec<(String, Value)>, Bad> {
        let read = |it: ReadMove| Ok((it.mv, self::value(it.value.as_deref(), it.plies)?));
        moves.into_iter().map(read).collect()
    });
    Ok(TextClaim {
        position: level.position.clone(),
        side,
        of,
        value,
        moves: moves.transpose()?,
        winning: level.winning_moves.clone(),
        fastest: level.fastest.clone(),
        chances: claimed,
        category: level.category.clone(),
        why: level.why.clone(),
        best: level.best.as_ref().map(bounds),
        best_moves: level.best_moves.clone(),
        worth,
    })
}

/// The players and thresholds of a level.
fn players(level: &Level) -> Result<Match, Bad> {
    let ties: Ties = level.ties.parse()?;
    let player = |who: &crate::wire::level::Who| -> Result<Player, ReadError> {
        Ok(who.to_string().parse::<Player>()?.with_ties(ties))
    };
    let fraction = |text: &str| text.parse::<Fraction>();
    let thresholds =
        Thresholds::new(fraction(&level.thresholds.easy)?, fraction(&level.thresholds.hard)?)?;
    let (learner, opponent) = (player(&level.learner)?, player(&level.opponent)?);
    Ok(Match { learner, opponent, ties, thresholds })
}

fn value(word: Option<&str>, plies: Option<u32>) -> Result<Value, Bad> {
    let Some(word) = word else {
        return Err(Bad::Untrue("its value is missing, so it is not a level".to_owned()));
    };
    let contradiction = || Bad::Untrue("`value` and `plies` contradict each other".to_owned());
    Value::from_word(word, plies).ok_or_else(contradiction)
}

/// The chances, if all statements about them are consistent.
fn chances(chance: &Chance) -> Result<(Chances, Claimed), Bad> {
    let untrue = |what: &str| Bad::Untrue(what.to_owned());
    let (chances, claimed) = match (chance.kind.as_str(), &chance.fractions, chance.bounds) {
        ("exact", Some(fractions), None) => {
            let read = |text: &str| text.parse::<Fraction>();
            let all = [read(&fractions.win)?, read(&fractions.draw)?, read(&fractions.loss)?];
            if chance.exact.as_deref() != Some(&fractions.win) {
                return Err(untrue("`exact` is not the chance to win"));
            }
            let parts = whole(all).ok_or_else(|| untrue("the chances do not sum to one"))?;
            let Parts { win, draw, loss } = parts;
            let whole = parts.whole();
            (Chances::Exact(parts), Claimed::Exact { win, draw, loss, whole })
        }
        ("bounded", None, Some(bounds)) => {
            if chance.exact.is_some() || chance.sample.is_some() {
                return Err(untrue("`exact` or `sample` is given together with bounds"));
            }
            let [win, draw, loss] = bounds.map(|[low, high]| Interval { low, high });
            let claimed = Claimed::Bounded(bounds.map(|[low, high]| (low, high)));
            (Chances::Bounded { win, draw, loss }, claimed)
        }
        ("sampled", ..) => return Err(untrue("a sampled chance proves nothing")),
        _ => return Err(untrue("its chance is neither exact nor bounded")),
    };
    let near = |(told, found): (f64, f64)| (told - found).abs() <= 1e-12;
    let told = [chance.win, chance.draw, chance.loss];
    if !told.into_iter().zip(chances.to_f64()).all(near) {
        return Err(untrue("the decimals of the chance are not those of its fractions or bounds"));
    }
    Ok((chances, claimed))
}

/// Three fractions as parts of a whole, if they sum to one.
fn whole(fractions: [Fraction; 3]) -> Option<Parts> {
    let [win, draw, loss] = fractions;
    if win.plus(draw)?.plus(loss)? != Fraction::ONE {
        return None;
    }
    let common = fractions.iter().try_fold(1_u128, |common, fraction| {
        let denominator = fraction.denominator();
        common.checked_mul(Fraction::new(common, denominator)?.denominator())
    })?;
    let part =
        |fraction: Fraction| fraction.numerator().checked_mul(common / fraction.denominator());
    Some(Parts { win: part(win)?, draw: part(draw)?, loss: part(loss)? })
}
