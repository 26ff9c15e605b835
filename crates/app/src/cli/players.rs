use crate::fault::Fault;
use crate::registry::AnyGame;
use clap::Args;
use spar_challenge::chance::Fraction;
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_rules::{Side, quoted};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How players can be named, from the list of all kinds; part of help texts.
pub(super) fn player_names() -> String {
    format!("{} (`spar games GAME` lists those of a game)", Player::listed())
}

/// Who plays whom, and what they call easy and hard.
#[derive(Debug, Args)]
pub(super) struct Players {
    /// The learner
    #[arg(long, value_name = "WHO", allow_hyphen_values = true)]
    #[arg(help = format!("The learner: {} [default: 2, in a race `fastest`]", player_names()))]
    learner: Option<Player>,
    /// The opponent, named like the learner [default: 2, in a race `fastest`]
    #[arg(long, value_name = "WHO", allow_hyphen_values = true)]
    opponent: Option<Player>,
    #[command(flatten)]
    measure: Measure,
}

/// How players treat ties, and what is called easy and hard.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Measure {
    /// Among wins in sight they take `any`, or the `fastest` (and the slowest loss)
    #[arg(long, value_name = "RULE", default_value = "any")]
    pub(super) ties: Ties,
    /// Easy from this chance to win on: 2/3, 0.7, 70%; in a race from this share of the best
    /// chance on
    #[arg(long, value_name = "CHANCE", default_value = "2/3")]
    easy: Fraction,
    /// Hard up to this chance to win; in a race up to this share of the best chance
    #[arg(long, value_name = "CHANCE", default_value = "1/3")]
    hard: Fraction,
}

impl Measure {
    /// What is called easy and hard.
    pub(super) fn thresholds(&self) -> Result<Thresholds, Fault> {
        Ok(Thresholds::new(self.easy, self.hard)?)
    }

    /// The flags that say the same again.
    pub(super) fn flags(&self) -> [(&'static str, String); 3] {
        let Measure { ties, easy, hard } = self;
        [("ties", ties.to_string()), ("easy", easy.to_string()), ("hard", hard.to_string())]
    }
}

impl Players {
    /// Whether somebody was named.
    pub(super) fn are_given(&self) -> bool {
        self.learner.is_some() || self.opponent.is_some()
    }

    /// The learner and the opponent in a game.
    fn both(&self, game: &dyn AnyGame) -> [Player; 2] {
        let usual = &game.players().usual;
        [&self.learner, &self.opponent].map(|it| it.as_ref().unwrap_or(usual).clone())
    }

    /// Who plays whom in a game.
    pub(super) fn of(&self, game: &dyn AnyGame) -> Result<Match, Fault> {
        let [learner, opponent] = self.both(game);
        game.players().check(&learner)?;
        game.players().check(&opponent)?;
        Ok(Match {
            learner: learner.with_ties(self.measure.ties),
            opponent: opponent.with_ties(self.measure.ties),
            ties: self.measure.ties,
            thresholds: self.measure.thresholds()?,
        })
    }

    /// The flags that say the same again.
    pub(super) fn flags(&self, game: &dyn AnyGame) -> Vec<String> {
        let [learner, opponent] = self.both(game);
        let players = [("learner", learner.to_string()), ("opponent", opponent.to_string())];
        let flags = players.into_iter().chain(self.measure.flags());
        flags.flat_map(|(name, value)| [format!("--{name}"), value]).collect()
    }

    /// All of it in one text, equal for equal settings.
    pub(super) fn text(&self, game: &dyn AnyGame) -> String {
        self.flags(game).join(" ")
    }
}

/// A side as it is written on the command line: its name in the game, `first` or `second`.
#[derive(Clone, Debug)]
pub(super) struct SideName(String);

impl SideName {
    /// The side of this name in a game.
    pub(super) fn side(&self, game: &dyn AnyGame) -> Result<Side, Fault> {
        let sides = &game.facts().sides;
        // Once all sides were called x and o.
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
