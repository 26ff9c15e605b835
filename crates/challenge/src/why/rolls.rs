//! Why a level of a race is hard: the effects of the best choice's rolls and of the learner's
//! own choice. Every clause is a count over the rolls of one action from one square, or a
//! comparison of chances; `docs/ladders.md` defines each of them.

use spar_rules::{Action, Separable, Side, Turn};
use spar_solve::Interval;

/// Choices whose chances differ by at most this count as equally good.
pub const EQUAL: f64 = 1e-7;

/// If bounds are wider than this, no choice is called the best.
const WIDE: f64 = 1e-8;

/// The chances on a pair of squares with the learner to move.
#[derive(Clone, Debug)]
pub struct KnownChances<'a> {
    /// The learner's square and the opponent's.
    pub squares: [u32; 2],
    /// The learner's chance after each action, by its number, with best play after it.
    pub worth: &'a [Interval],
    /// The actions that the learner chooses from here, all with the same probability.
    pub usual: &'a [usize],
    /// The learner's own chance.
    pub chance: Interval,
}

/// Why a level of a race is hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The learner's square.
    pub square: u32,
    /// The number of choices.
    pub n_choices: usize,
    /// The number of best choices.
    pub n_best: usize,
    /// A best choice: the learner's own if it is one, otherwise the first.
    pub best: Rolls,
    /// The learner's choice.
    pub learner: Usual,
    /// The opponent's next action, if it is the same after all rolls of `best` and can reach
    /// the goal.
    pub answer: Option<Rolls>,
    /// The names of jumps ahead and of jumps back.
    jumps: [&'static str; 2],
}

/// The learner's choice, compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Usual {
    /// It chooses at random.
    ByChance,
    /// It makes a best choice here.
    Best {
        /// Whether its chance is lower than the best nevertheless, because of later mistakes.
        loses_later: bool,
    },
    /// It makes another choice.
    Other {
        /// The rolls of its choice.
        rolls: Rolls,
        /// The chance after it with best play, and the best chance, in percent.
        percent: [String; 2],
    },
}

/// An action, with its rolls counted by their effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolls {
    /// The name of the action.
    pub name: String,
    /// Its letter.
    pub letter: char,
    /// The total weight of all rolls.
    pub all: u32,
    /// The weight of rolls that end on the goal.
    pub goal: u32,
    /// The weight of rolls that take a jump ahead, but not onto the goal.
    pub ahead: u32,
    /// The weight of rolls that take a jump back.
    pub back: u32,
    /// The weight of rolls that go past the goal and do not end on it.
    pub past: u32,
}

impl Rolls {
    /// Counts the rolls of an action from a square.
    pub fn of<G: Separable>(game: &G, action: &Action, square: u32) -> Rolls {
        let goal = game.squares() - 1;
        let (name, letter) = (action.name.clone(), action.letter);
        let mut rolls =
            Rolls { name, letter, all: action.total(), goal: 0, ahead: 0, back: 0, past: 0 };
        for &(steps, weight) in &action.steps {
            let (walked, landed) = (square.saturating_add(steps), game.lands(square, steps));
            let count = if landed == goal {
                &mut rolls.goal
            } else if walked > goal {
                &mut rolls.past
            } else if landed > walked {
                &mut rolls.ahead
            } else if landed < walked {
                &mut rolls.back
            } else {
                continue;
            };
            *count += weight;
        }
        rolls
    }

    /// The name with the letter: `one die (D)`.
    fn called(&self) -> String {
        format!("{} ({})", self.name, self.letter)
    }

    /// The effect of its rolls, worded to follow `it`: `reaches the goal on 2 of 6 rolls`. With
    /// `safe`, mentions if no roll jumps back.
    fn does(&self, [ahead, back]: [&str; 2], safe: bool) -> String {
        let on = |count: u32| {
            let all = self.all;
            if count == all {
                "on every roll".to_owned()
            } else {
                format!("on {count} of {all} rolls")
            }
        };
        let counted = [
            (format!("reaches the goal {}", on(self.goal)), self.goal),
            (format!("reaches {ahead} {}", on(self.ahead)), self.ahead),
            (format!("reaches {back} {}", on(self.back)), self.back),
            (format!("goes past the goal {}", on(self.past)), self.past),
        ];
        let mut facts: Vec<String> =
            counted.into_iter().filter(|it| it.1 > 0).map(|it| it.0).collect();
        if safe && self.back == 0 {
            facts.push(format!("never reaches {back}"));
        }
        match facts.as_slice() {
            [] => format!("reaches neither {ahead} nor {back}"),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }
}

/// What the rolls of a choice reach: `It reaches a ladder on 2 of 6 rolls.`
pub fn reached<G: Separable>(game: &G, position: &G::Position, mv: &G::Move) -> Option<String> {
    let Turn::Play(side) = game.turn(position) else { return None };
    let action = game.legal(position).iter().position(|it| it == mv)?;
    let square = game.squares_of(position)[usize::from(side == Side::Second)];
    let rolls = Rolls::of(game, game.actions().get(action)?, square);
    Some(format!("It {}.", rolls.does(game.jumps_called(), false)))
}

impl Reason {
    /// Why the level is hard; `None` if the chances of the choices are not known precisely
    /// enough. `answers` returns the opponent's action for a square of the learner, or `None`
    /// if it chooses at random.
    pub fn of<G: Separable>(
        game: &G,
        known: &KnownChances<'_>,
        answers: impl FnMut(u32) -> Option<usize>,
    ) -> Option<Reason> {
        let [own, other] = known.squares;
        if known.worth.iter().any(|it| it.width() > WIDE) {
            return None;
        }
        let best = best_choices(known.worth);
        let top = known.worth.iter().map(|it| it.middle()).fold(0.0, f64::max);
        let rolls = |action: usize| Rolls::of(game, &game.actions()[action], own);
        let (shown, learner) = match known.usual {
            [one] if best.contains(one) => {
                (*one, Usual::Best { loses_later: known.chance.high + EQUAL < top })
            }
            [one] => {
                let percent = [known.worth[*one].middle(), top].map(percent);
                (*best.first()?, Usual::Other { rolls: rolls(*one), percent })
            }
            _ => (*best.first()?, Usual::ByChance),
        };
        let goal = game.squares() - 1;
        let steps = game.actions()[shown].steps.iter();
        let landed = steps.map(|it| game.lands(own, it.0)).filter(|it| *it != goal);
        let mut next: Vec<Option<usize>> = landed.map(answers).collect();
        next.dedup();
        let answer = match next.as_slice() {
            [Some(action)] => Some(Rolls::of(game, &game.actions()[*action], other)),
            _ => None,
        };
        Some(Reason {
            square: own,
            n_choices: known.worth.len(),
            n_best: best.len(),
            best: rolls(shown),
            learner,
            answer: answer.filter(|it| it.goal > 0),
            jumps: game.jumps_called(),
        })
    }

    /// The reason in complete sentences.
    pub fn sentence(&self) -> String {
        let Reason { square, n_choices, n_best, best, .. } = self;
        let called = best.called();
        if n_best == n_choices {
            return format!("From square {square} all {n_choices} choices are equally good.");
        }
        let safe = matches!(&self.learner, Usual::Other { rolls, .. } if rolls.back > 0);
        let does = best.does(self.jumps, safe);
        let mut sentences = vec![match n_best {
            1 => format!("From square {square} the best choice is {called}: it {does}."),
            more => format!(
                "From square {square} {more} of {n_choices} choices are equally good and best, \
                 {called} is one of them: it {does}."
            ),
        }];
        sentences.push(match &self.learner {
            Usual::ByChance => {
                let are = if *n_best == 1 { "is" } else { "are" };
                format!("The learner chooses by chance: {n_best} of its {n_choices} choices {are} best.")
            }
            Usual::Best { loses_later: true } => {
                "The learner takes it too, and loses chances later.".to_owned()
            }
            Usual::Best { loses_later: false } => {
                "The learner takes it too and plays on as well.".to_owned()
            }
            Usual::Other { rolls, percent: [then, best] } => format!(
                "The learner takes {}: it {}, and even best play after it wins {then} %, not {best} %.",
                rolls.called(),
                rolls.does(self.jumps, false)
            ),
        });
        if let Some(answer) = &self.answer {
            let on = answer.goal;
            let how = if on == answer.all {
                "on every roll".to_owned()
            } else {
                format!("on {on} of {} rolls", answer.all)
            };
            sentences.push(format!(
                "Unless the learner arrives first, the opponent takes {} next and reaches the goal {how}.",
                answer.called()
            ));
        }
        sentences.join(" ")
    }
}

/// The numbers of the choices that are not proven to be worse than the best by more than
/// [`EQUAL`].
pub fn best_choices(worth: &[Interval]) -> Vec<usize> {
    let least = worth.iter().map(|it| it.low).fold(0.0, f64::max);
    let all = worth.iter().enumerate();
    all.filter(|it| it.1.high >= least - EQUAL).map(|it| it.0).collect()
}

/// A chance in percent, with one decimal. Chances that differ only by rounding errors have the
/// same text.
fn percent(chance: f64) -> String {
    let rounded = (chance * 1e8).round() / 1e8;
    format!("{:.1}", 100.0 * rounded)
}
