//! The parameters of a game: its actions, their parsing, and its canonical name.

use super::board::{MOST_SQUARES, Overflow, Recipe};
use crate::settings::{Key, check_names, number};
use spar_rules::{Action, ReadError, SplitMix, nearest, quoted};
use std::collections::BTreeMap;

/// The parameters of a game of Snakes and Ladders. [`Ladders::new`] validates them.
///
/// [`Ladders::new`]: super::Ladders::new
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The source of the squares and jumps.
    pub shape: Shape,
    /// The rule for rolls past the goal.
    pub overflow: Overflow,
    /// The actions in their text form.
    pub actions: Vec<String>,
}

/// The source of the squares and jumps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A given number of squares with given jumps.
    Given {
        /// The number of squares.
        n: u32,
        /// The start and end of each jump.
        jumps: Vec<(u32, u32)>,
    },
    /// A random board.
    Random(Recipe),
}

/// All parameters, in the order of the name.
pub const KEYS: [Key; 9] = [
    Key::new("board", "board", "paper, plain, random, or the path of a board file"),
    Key::new("n", "squares", "2 to 10000000; up to 400 can be played"),
    Key::new("jumps", "snakes and ladders", "from-to with dots between, 1-4.7-3, or none"),
    Key::new("ladders", "ladders", "how many on a random board"),
    Key::new("snakes", "snakes", "how many on a random board"),
    Key::new("longest", "longest jump", "squares, on a random board"),
    Key::new("seed", "seed", "a whole number, for a random board"),
    Key::new("overflow", "past the goal", "stay, bounce or rejump")
        .one_of(&["stay", "bounce", "rejump"]),
    Key::new("actions", "actions", "steps and dice with dots between, 1.d6.2d6"),
];

/// The board of the 2010 paper: the simplest board that reproduces its tables.
const PAPER_N: u32 = 20;
const PAPER_JUMPS: [(u32, u32); 5] = [(1, 4), (7, 3), (11, 18), (13, 18), (14, 18)];

impl Default for Setup {
    /// The paper's board.
    fn default() -> Setup {
        let shape = Shape::Given { n: PAPER_N, jumps: PAPER_JUMPS.to_vec() };
        let actions = PAPER.map(str::to_owned).to_vec();
        Setup { shape, overflow: Overflow::Stay, actions }
    }
}

impl Setup {
    /// Reads a setup from settings. `board` must be `paper`, `plain` or `random` here.
    ///
    /// # Errors
    /// If a setting cannot be read, is unknown, or contradicts another.
    // Long: it has one arm for each kind of board.
    pub fn read(settings: &[(&str, &str)]) -> Result<Setup, ReadError> {
        check_names("snakes and ladders have", &KEYS, settings)?;
        let said = |name: &str| settings.iter().find(|it| it.0 == name).map(|it| it.1);
        let mut setup = Setup::default();
        if let Some(text) = said("overflow") {
            setup.overflow = overflow(text)?;
        }
        if let Some(text) = said("actions") {
            setup.actions = text.split('.').map(str::to_owned).collect();
        }
        let kind = said("board").unwrap_or_else(|| {
            let random = ["ladders", "snakes", "longest", "seed"];
            if random.iter().any(|it| said(it).is_some()) {
                "random"
            } else if said("n").is_some() || said("jumps").is_some() {
                "plain"
            } else {
                "paper"
            }
        });
        let unfit = |names: &[&str], why: &str| {
            let unfit =
                names.iter().find_map(|it| said(it).map(|value| quoted(&format!("{it}={value}"))));
            unfit.map_or(Ok(()), |it| Err(ReadError::new(format!("{it} does not fit here: {why}"))))
        };
        match kind {
            "paper" => {
                let why = "the paper's board is settled";
                let paper = Setup::default().settings();
                let settled =
                    |name: &str| paper.iter().any(|it| it.0 == name && said(name) == Some(&it.1));
                let mut others = vec!["n", "jumps", "ladders", "snakes", "longest", "seed"];
                others.retain(|name| !settled(name));
                unfit(&others, why)?;
            }
            "plain" => {
                unfit(&["ladders", "snakes", "longest", "seed"], "it is for `board=random`")?;
                let n = said("n").map_or(Ok(PAPER_N), size)?;
                setup.shape = Shape::Given { n, jumps: said("jumps").map_or(Ok(vec![]), jumps)? };
            }
            "random" => {
                unfit(&["jumps"], "a random board makes its own")?;
                let n = said("n").map_or(Ok(100), size)?;
                let share = n / 10;
                let count = |name: &str, usual: u32| {
                    let most = u64::from(u32::MAX);
                    said(name).map_or(Ok(usual), |it| Ok(number(name, it, 0..=most)? as u32))
                };
                setup.shape = Shape::Random(Recipe {
                    n,
                    ladders: count("ladders", share)?,
                    snakes: count("snakes", share)?,
                    longest: count("longest", share.max(2))?,
                    seed: said("seed").map_or(Ok(1), |text| number("seed", text, 0..=u64::MAX))?,
                });
            }
            other => {
                let kinds = ["paper", "plain", "random"];
                let near = nearest(other, kinds).map(|it| format!("did you mean `{it}`? "));
                return Err(ReadError::new(format!(
                    "{} is not a board",
                    quoted(&format!("board={other}"))
                ))
                .hint(format!(
                    "{}it is paper, plain, random, or the path of a board file \
                     (with `/` or `.toml`)",
                    near.unwrap_or_default()
                )));
            }
        }
        Ok(setup)
    }

    /// The canonical name of this game.
    pub fn name(&self) -> String {
        let mut settings: Vec<String> = match &self.shape {
            Shape::Given { n: PAPER_N, jumps } if jumps[..] == PAPER_JUMPS => Vec::new(),
            Shape::Given { n, jumps } => {
                let mut jumps = jumps.clone();
                jumps.sort_unstable();
                let mut parts = vec![format!("n={n}")];
                if jumps.len() > MOST_NAMED {
                    parts.push(format!("jumps={}-in-all.{:016x}", jumps.len(), mixed(&jumps)));
                } else if !jumps.is_empty() {
                    parts.push(format!("jumps={}", write_jumps(&jumps)));
                }
                parts
            }
            Shape::Random(it) => vec![
                format!("n={}", it.n),
                format!("ladders={}", it.ladders),
                format!("snakes={}", it.snakes),
                format!("longest={}", it.longest),
                format!("seed={}", it.seed),
            ],
        };
        if self.overflow != Overflow::default() {
            settings.push(format!("overflow={}", self.overflow.word()));
        }
        if self.actions[..] != PAPER {
            settings.push(format!("actions={}", written(&self.actions)));
        }
        if settings.is_empty() {
            "ladders".to_owned()
        } else {
            format!("ladders:{}", settings.join(","))
        }
    }

    /// The value of every parameter that this setup has, in the order of [`KEYS`].
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let value = |name: &'static str| {
            let given = match (&self.shape, name) {
                (Shape::Given { n, jumps }, "board") => {
                    let paper = *n == PAPER_N && jumps[..] == PAPER_JUMPS;
                    Some(if paper { "paper" } else { "plain" }.to_owned())
                }
                (Shape::Random(_), "board") => Some("random".to_owned()),
                (Shape::Given { n, .. }, "n") => Some(n.to_string()),
                (Shape::Given { jumps, .. }, "jumps") => Some(write_jumps(jumps)),
                (Shape::Random(it), "n") => Some(it.n.to_string()),
                (Shape::Random(it), "ladders") => Some(it.ladders.to_string()),
                (Shape::Random(it), "snakes") => Some(it.snakes.to_string()),
                (Shape::Random(it), "longest") => Some(it.longest.to_string()),
                (Shape::Random(it), "seed") => Some(it.seed.to_string()),
                (_, "overflow") => Some(self.overflow.word().to_owned()),
                (_, "actions") => Some(written(&self.actions)),
                _ => None,
            };
            given.map(|text| (name, text))
        };
        KEYS.iter().filter_map(|key| value(key.name)).collect()
    }
}

/// Names list at most this many jumps; longer lists are replaced by a hash.
const MOST_NAMED: usize = 1000;

/// The hash of a list of jumps.
fn mixed(jumps: &[(u32, u32)]) -> u64 {
    let mix = |sum: u64, &(from, to): &(u32, u32)| {
        SplitMix::new(sum ^ (u64::from(from) << 32 | u64::from(to))).next_u64()
    };
    jumps.iter().fold(0, mix)
}

fn size(text: &str) -> Result<u32, ReadError> {
    number("n", text, 2..=MOST_SQUARES.into()).map(|n| n as u32)
}

/// Reads the rule for rolls past the goal.
fn overflow(text: &str) -> Result<Overflow, ReadError> {
    Overflow::ALL.into_iter().find(|it| it.word() == text).ok_or_else(|| {
        ReadError::new(format!("{} is not known", quoted(&format!("overflow={text}")))).hint(
            "past the goal a piece may `stay` or `bounce` (`rejump` is for the paper's tables)",
        )
    })
}

/// Reads a number of digits only, without a sign.
fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Reads `1-4.7-3`; an empty text and `none` mean no jumps.
fn jumps(text: &str) -> Result<Vec<(u32, u32)>, ReadError> {
    if text.is_empty() || text == "none" {
        return Ok(Vec::new());
    }
    let jump = |part: &str| {
        let (from, to) = part.split_once('-')?;
        Some((digits(from)?, digits(to)?))
    };
    let read = |part: &str| {
        jump(part).ok_or_else(|| {
            ReadError::new(format!("{} in `jumps` is not a jump", quoted(part)))
                .hint("a jump is two squares, from and to: `jumps=1-4.7-3`")
        })
    };
    text.split('.').map(read).collect()
}

fn write_jumps(jumps: &[(u32, u32)]) -> String {
    if jumps.is_empty() {
        return "none".to_owned();
    }
    let written: Vec<String> = jumps.iter().map(|(from, to)| format!("{from}-{to}")).collect();
    written.join(".")
}

// The text form of actions: `1` is one step, `d6` a die, `2d6` two dice.

/// The actions of the paper.
pub const PAPER: [&str; 3] = ["1", "d6", "2d6"];

/// The limits of an action's numbers.
const MOST: Most = Most { advance: 100, dice: 8, faces: 100, steps: 255, actions: 8 };

struct Most {
    advance: u32,
    dice: u32,
    faces: u32,
    steps: u32,
    actions: usize,
}

/// Reads an action: `3` is three steps, `2d6` two dice with six faces. [`letters`] assigns its
/// letter.
///
/// # Errors
/// If the text cannot be read.
pub fn action(text: &str) -> Result<Action, ReadError> {
    let refuse = |what: &str| {
        ReadError::new(format!("{} is not an action: {what}", quoted(text)))
            .hint("`1` goes one step, `d6` throws one die, `2d6` two")
    };
    let number = |text: &str, most: u32, of: &str| match digits(text) {
        Some(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(refuse(&format!("the number of {of} is a whole number from 1 to {most}"))),
    };
    let Some((dice, faces)) = text.split_once('d') else {
        let advance = number(text, MOST.advance, "steps")?;
        let name = match advance {
            1 => "one step".to_owned(),
            _ => format!("{advance} steps"),
        };
        return Ok(Action { letter: ' ', name, steps: vec![(advance, 1)] });
    };
    let dice = if dice.is_empty() { 1 } else { number(dice, MOST.dice, "dice")? };
    let faces = number(faces, MOST.faces, "faces")?;
    if dice * faces > MOST.steps {
        return Err(refuse(&format!("no roll may be larger than {}", MOST.steps)));
    }
    let mut sums = BTreeMap::from([(0_u32, 1_u64)]);
    for _ in 0..dice {
        let mut next = BTreeMap::new();
        for (sum, ways) in &sums {
            for face in 1..=faces {
                *next.entry(sum + face).or_insert(0) += ways;
            }
        }
        sums = next;
    }
    let weight = |ways: u64| u32::try_from(ways).ok();
    let total: u64 = sums.values().sum();
    let steps: Option<Vec<(u32, u32)>> =
        sums.iter().map(|(sum, ways)| Some((*sum, weight(*ways)?))).collect();
    let steps = steps.filter(|_| weight(total).is_some());
    let steps = steps.ok_or_else(|| refuse("these dice can fall in too many ways"))?;
    let count = match dice {
        1 => "one die".to_owned(),
        2 => "two dice".to_owned(),
        _ => format!("{dice} dice"),
    };
    let name = if faces == 6 { count } else { format!("{count} of {faces}") };
    Ok(Action { letter: ' ', name, steps })
}

/// Joins the texts of the actions.
pub(super) fn written(texts: &[String]) -> String {
    texts.join(".")
}

/// Reads actions and gives each a letter of its own: its digit for a fixed number of steps, `D`
/// and `T` for the first action with one die and with two dice, and otherwise the next unused
/// letter from `A` to `Z`.
///
/// # Errors
/// If a text cannot be read or occurs twice, or if there are no or too many actions.
pub fn letters(texts: &[String]) -> Result<Vec<Action>, ReadError> {
    if texts.is_empty() || texts.len() > MOST.actions {
        return Err(ReadError::new(format!("`actions` are {} in number", texts.len()))
            .hint(format!("a side chooses between 1 and {} actions", MOST.actions)));
    }
    let mut actions: Vec<Action> = Vec::new();
    for text in texts {
        let mut action = action(text)?;
        if let Some(twice) = actions.iter().find(|it| it.steps == action.steps) {
            return Err(ReadError::new(format!("`actions` name {} twice", twice.name)));
        }
        let free = |letter: &char| actions.iter().all(|it| it.letter != *letter);
        let dice = text.split_once('d').map(|(dice, _)| dice);
        let own = match dice {
            None => text.chars().next().filter(|_| text.len() == 1),
            Some("" | "1") => Some('D'),
            Some("2") => Some('T'),
            Some(_) => None,
        };
        let spare = || ('A'..='Z').filter(|it| !"DT".contains(*it)).find(free);
        action.letter = own.filter(free).or_else(spare).unwrap_or('Z');
        actions.push(action);
    }
    Ok(actions)
}
