//! The players of a race: policies that choose by the squares of both sides.

use super::course::squares;
use super::{Course, WalkerCache};
use crate::policy::{
    Kind, Player, PlayerParameter, Policy, Random, Roster, Seen, Unknown, Weights, perfect, random,
};
use spar_rules::{Separable, Turn};
use spar_solve::Budget;
use std::borrow::Borrow;
use std::sync::Arc;

/// `novice`: throws as many dice as the way to the goal allows.
pub const NOVICE: Kind = Kind {
    name: "novice",
    listed: "`novice`",
    parameters: &[],
    about: "Throws as many dice as the way to the goal allows, and ignores snakes and ladders.",
    title: |_| "Novice".to_owned(),
    phrase: |_| "the novice".to_owned(),
    habit: |_| None,
    short: |_| None,
};

/// `fastest`: needs the fewest turns to the goal.
pub const FASTEST: Kind = Kind {
    name: "fastest",
    listed: "`fastest`",
    parameters: &[],
    about: "Takes what needs the fewest turns to the goal, wherever the other side stands.",
    title: |_| "Fastest".to_owned(),
    phrase: |_| "the fastest".to_owned(),
    habit: |_| None,
    short: |_| None,
};

/// Makes the players of a race that is known from end to end. `C` is the course, owned,
/// shared or borrowed.
pub struct CoursePlayers<C>(pub C);

impl<'a, G: Separable, C: Borrow<Course> + Clone + 'a> Roster<'a, G> for CoursePlayers<C> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        let by_squares = |choice: Choice| -> Option<Box<dyn Policy<G> + 'a>> {
            Some(Box::new(BySquares { course: self.0.clone(), choice }))
        };
        match () {
            () if player.is(&perfect::KIND) => by_squares(Course::wins_most),
            () if player.is(&FASTEST) => by_squares(Course::fastest),
            () if player.is(&NOVICE) => {
                self.0.borrow().has_novice().then(|| by_squares(Course::novice)).flatten()
            }
            () => TrackPlayers::default().policy(player),
        }
    }
}

/// Makes the players of a race of any size.
pub struct TrackPlayers {
    /// What was found of them before.
    pub cache: Arc<WalkerCache>,
    /// What each may spend on finding its choices.
    pub budget: Budget,
}

impl Default for TrackPlayers {
    fn default() -> TrackPlayers {
        TrackPlayers { cache: Arc::default(), budget: Budget::unlimited() }
    }
}

impl<'a, G: Separable> Roster<'a, G> for TrackPlayers {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        if player.is(&random::KIND) {
            return Some(Box::new(Random));
        }
        let walks = [&NOVICE, &FASTEST, &perfect::KIND, &POLICY, &KEEP_IN_GAME];
        let is_known = walks.iter().any(|kind| player.is(kind));
        let (player, cache, budget) =
            (player.clone(), Arc::clone(&self.cache), self.budget.clone());
        is_known.then(|| Box::new(Walking { player, cache, budget }) as _)
    }
}

/// The number of the action on its own square, given the other's.
type Choice = fn(&Course, u32, u32) -> usize;

/// Takes one action by the squares of both sides.
struct BySquares<C> {
    course: C,
    choice: Choice,
}

impl<G: Separable, C: Borrow<Course>> Policy<G> for BySquares<C> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position);
        let action = (self.choice)(self.course.borrow(), own, other);
        // The moves of a race are its actions, in their order.
        out.push((seen.legal()[action].clone(), 1));
        Ok(())
    }
}

/// The numbers of the actions that a player may take on its square, with their weights.
///
/// # Errors
/// If the player cannot find out what it would do.
pub fn actions<G: Separable>(
    game: &G,
    policy: &mut dyn Policy<G>,
    [own, other]: [u32; 2],
) -> Result<Vec<(usize, u32)>, Unknown> {
    let position = game.facing([own, other], spar_rules::Side::First);
    let Turn::Play(_) = game.turn(&position) else { return Ok(Vec::new()) };
    let seen = Seen::at(game, &position);
    let mut weights = Vec::new();
    policy.weights(&seen, &mut weights)?;
    let legal = seen.legal();
    let number = |mv: G::Move| legal.iter().position(|it| *it == mv).ok_or(Unknown);
    weights.into_iter().map(|(mv, weight)| Ok((number(mv)?, weight))).collect()
}

// Players of a race made for somebody: the fair opponent of Beaudry, Bisson, Chamberland and
// Kabanza (2010), who wins most before the other gives up, and a policy written down.

/// `keep-in-game:quits=10,against=novice`: wins most before the other gives up.
pub const KEEP_IN_GAME: Kind = Kind {
    name: "keep-in-game",
    listed: "`keep-in-game`",
    parameters: &[
        PlayerParameter {
            name: "quits",
            takes: "how many squares apart the other gives up, or `half` the board",
            default: "half",
            read: |text| match text {
                "half" => Some(text.to_owned()),
                text => text.parse::<u32>().ok().filter(|it| *it > 0).map(|it| it.to_string()),
            },
        },
        PlayerParameter {
            name: "against",
            takes: "`novice` or `fastest`",
            default: "novice",
            read: |text| ["novice", "fastest"].contains(&text).then(|| text.to_owned()),
        },
    ],
    about: "Wins as often as it can before the other, left too far behind or ahead, gives up.",
    title: |_| "Keep in game".to_owned(),
    phrase: |player| match player.setting("quits") {
        "half" => "the fair opponent".to_owned(),
        squares => format!("the fair opponent (quits at {squares})"),
    },
    habit: |_| None,
    short: |_| None,
};

/// No name of a policy is longer.
const MOST_LETTERS: usize = 256 << 20;

/// `policy:1DDT…`: a letter for each square.
pub const POLICY: Kind = Kind {
    name: "policy",
    listed: "`policy:…`",
    parameters: &[PlayerParameter {
        name: "letters",
        takes: "a letter for each square, or lines of them joined by `/`, one for each square \
                of the other",
        default: "",
        read: |text| {
            let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'/';
            let fits = (1..=MOST_LETTERS).contains(&text.len());
            (fits && text.bytes().all(is_letter)).then(|| text.to_owned())
        },
    }],
    about: "Takes what a policy says: a letter for each square.",
    title: |_| "Policy".to_owned(),
    phrase: |_| "the given policy".to_owned(),
    habit: |_| None,
    short: |player| Some(format!("policy:{}", player.setting("letters"))),
};

/// Takes an action by the squares of both sides, by choices that are found at the first
/// question.
pub(super) struct Walking {
    pub(super) player: Player,
    pub(super) cache: Arc<WalkerCache>,
    pub(super) budget: Budget,
}

impl<G: Separable> Policy<G> for Walking {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position).map(|it| it as usize);
        let walker = self.cache.walker(seen.game, &self.player, &self.budget);
        let actions =
            walker.map_err(|_| Unknown)?.actions(&self.cache.track(seen.game), own, other);
        // The moves of a race are its actions, in their order.
        let legal = seen.legal();
        out.extend(actions.into_iter().map(|(number, weight)| (legal[number].clone(), weight)));
        Ok(())
    }
}
