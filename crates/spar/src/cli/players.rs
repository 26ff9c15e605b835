use crate::fault::Fault;
use clap::Args;
use spar_catalog::AnyGame;
use spar_catalog::input::read_whole;
use spar_challenge::chance::Fraction;
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_challenge::track::POLICY;
use spar_rules::{ReadError, Side, quoted};
use std::convert::Infallible;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The ways to name players, for help texts.
pub(super) fn player_names() -> String {
    format!("{} (`spar games GAME` lists those of a game)", Player::listed())
}

/// Who plays whom, and what they call easy and hard.
#[derive(Debug, Args)]
pub(super) struct Players {
    /// The learner
    #[arg(long, value_name = "WHO", allow_hyphen_values = true)]
    #[arg(help = format!("The learner: {} [default: 2, or `fastest` without foresight]", player_names()))]
    learner: Option<String>,
    /// The opponent, named like the learner [default: 2, or `fastest` without foresight]
    #[arg(long, value_name = "WHO", allow_hyphen_values = true)]
    opponent: Option<String>,
    #[command(flatten)]
    measure: Measure,
}

/// How players treat ties, and what is called easy and hard.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Measure {
    /// Which of several wins in sight they take: `any`, or the `fastest` (and the slowest loss)
    #[arg(long, value_name = "RULE", default_value = "any")]
    pub(super) ties: Ties,
    /// Easy means at least this chance to win: 2/3, 0.7, 70%; in a race, at least this share of the
    /// best chance
    #[arg(long, value_name = "CHANCE", default_value = "2/3")]
    easy: Fraction,
    /// Hard means at most this chance to win; in a race, at most this share of the best chance
    #[arg(long, value_name = "CHANCE", default_value = "1/3")]
    hard: Fraction,
}

impl Measure {
    /// The thresholds of easy and hard.
    pub(super) fn thresholds(&self) -> Result<Thresholds, Fault> {
        Ok(Thresholds::new(self.easy, self.hard)?)
    }

    /// The flags that reproduce these settings.
    pub(super) fn flags(&self) -> [(&'static str, String); 3] {
        let Measure { ties, easy, hard } = self;
        [("ties", ties.to_string()), ("easy", easy.to_string()), ("hard", hard.to_string())]
    }
}

impl Players {
    /// Returns whether a player is named.
    pub(super) fn are_given(&self) -> bool {
        self.learner.is_some() || self.opponent.is_some()
    }

    /// The learner and the opponent in a game.
    fn both(&self, game: &dyn AnyGame) -> Result<[Player; 2], Fault> {
        let named = |text: &Option<String>| match text {
            Some(text) => player_of(game, text),
            None => Ok(game.players().usual.clone()),
        };
        Ok([named(&self.learner)?, named(&self.opponent)?])
    }

    /// The match between learner and opponent in a game.
    pub(super) fn of(&self, game: &dyn AnyGame) -> Result<Match, Fault> {
        let [learner, opponent] = self.both(game)?;
        Ok(Match {
            learner: learner.with_ties(self.measure.ties),
            opponent: opponent.with_ties(self.measure.ties),
            ties: self.measure.ties,
            thresholds: self.measure.thresholds()?,
        })
    }

    /// The flags that reproduce these players.
    pub(super) fn flags(&self, game: &dyn AnyGame) -> Result<Vec<String>, Fault> {
        let [learner, opponent] = self.both(game)?;
        let players = [("learner", learner.to_string()), ("opponent", opponent.to_string())];
        let flags = players.into_iter().chain(self.measure.flags());
        Ok(flags.flat_map(|(name, value)| [format!("--{name}"), value]).collect())
    }

    /// All settings as one text. Equal settings have equal texts.
    pub(super) fn text(&self, game: &dyn AnyGame) -> Result<String, Fault> {
        Ok(self.flags(game)?.join(" "))
    }
}

/// The player with this name in a game. In games with policies, the text may also name a file
/// with a policy: one letter per square, or one line of letters per square of the opponent.
/// `policy:FILE` names such a file too.
///
/// # Errors
/// If the game has no such player.
pub(super) fn player_of(game: &dyn AnyGame, text: &str) -> Result<Player, Fault> {
    let path = text.strip_prefix("policy:").unwrap_or(text);
    let takes_files = game.players().kinds.iter().any(|it| it.name == POLICY.name);
    let player = match text.parse::<Player>() {
        Ok(player) if !player.is(&POLICY) || !Path::new(path).is_file() => player,
        Err(error) if !Path::new(path).exists() => {
            let what = match (takes_files, path == text) {
                (false, _) => return Err(error.into()),
                (true, true) => format!("{} is neither a player nor a file", quoted(text)),
                (true, false) => {
                    format!("there is no file {}, and it is not a policy", quoted(path))
                }
            };
            return Err(Fault::with_hint(what, error.hint.unwrap_or_default()));
        }
        _ => {
            let player = Player::policy(&file_text(path)?);
            game.players().check(&player).map_err(|error| in_file(path, error))?;
            player
        }
    };
    game.players().check(&player).map_err(|error| {
        if !takes_files || !player.is(&POLICY) || Path::new(path).exists() {
            return error;
        }
        let what = format!("{}; there is no file {} either", error.what, quoted(path));
        ReadError { what, ..error }
    })?;
    Ok(player)
}

/// Adds the path of a file to an error in it.
pub(super) fn in_file(path: &str, error: ReadError) -> ReadError {
    ReadError { what: format!("`{path}`: {}", error.what), ..error }
}

/// The maximum size of a file that an option names, in bytes.
const LONGEST_FILE: u64 = 256 * 1024 * 1024;

/// The text of a file that an option names.
pub(super) fn file_text(path: &str) -> Result<String, Fault> {
    let path = Path::new(path);
    let failed = |error| Fault::reading(path, &error);
    let about = std::fs::metadata(path).map_err(failed)?;
    if !about.is_file() || about.len() > LONGEST_FILE {
        let what = format!(
            "cannot read `{}`: it is not an ordinary file of at most 256 MB",
            path.display()
        );
        return Err(Fault::new(what));
    }
    let file = std::fs::File::open(path).map_err(failed)?;
    let bytes = read_whole(file, LONGEST_FILE).map_err(failed)?;
    String::from_utf8(bytes).map_err(|_| {
        Fault::new(format!("cannot read `{}`: it is not text in UTF-8", path.display()))
    })
}

/// The name of a side on the command line: its name in the game, `first` or `second`.
#[derive(Clone, Debug)]
pub(super) struct SideName(String);

impl SideName {
    /// The side with this name in a game.
    pub(super) fn side(&self, game: &dyn AnyGame) -> Result<Side, Fault> {
        let sides = &game.facts().sides;
        // Earlier versions named the sides x and o in all games.
        let letters = ["x", "o"];
        let is = |side: Side| {
            let name = self.0.to_lowercase();
            let names = [&sides[side as usize].to_lowercase(), &side.to_string()[..]];
            names.contains(&&name[..]) || name == letters[side as usize]
        };
        let side = [Side::First, Side::Second].into_iter().find(|side| is(*side));
        side.ok_or_else(|| {
            let what = format!("{} is not a side of this game", quoted(&self.0));
            Fault::with_hint(what, format!("its sides are `{}` and `{}`", sides[0], sides[1]))
        })
    }
}

impl FromStr for SideName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SideName, Infallible> {
        Ok(SideName(text.to_owned()))
    }
}

impl fmt::Display for SideName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
