//! What a side may choose, as data: `1` goes one step, `d6` throws a die, `2d6` two.

use spar_rules::{Action, ReadError, quoted};
use std::collections::BTreeMap;

/// The actions of the paper, as they are written.
pub const PAPER: [&str; 3] = ["1", "d6", "2d6"];

/// The largest numbers that an action may have.
const MOST: Most = Most { advance: 100, dice: 8, faces: 100, steps: 255, actions: 8 };

struct Most {
    advance: u32,
    dice: u32,
    faces: u32,
    steps: u32,
    actions: usize,
}

/// The action that is written like this: `3` goes three steps, `2d6` throws two dice of six
/// faces. Its letter is settled by [`letters`].
///
/// # Errors
/// Says what cannot be read.
pub fn action(text: &str) -> Result<Action, ReadError> {
    let refuse = |what: &str| {
        ReadError::new(format!("{} is no action: {what}", quoted(text)))
            .hint("`1` goes one step, `d6` throws one die, `2d6` two")
    };
    let number = |digits: &str, most: u32, of: &str| match digits.parse::<u32>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
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

/// How an action is written.
pub(super) fn written(texts: &[String]) -> String {
    texts.join(".")
}

/// The actions that are written like this, each with a letter of its own: a digit for so
/// many steps, `D` and `T` for the first with one and two dice, else the next free one of
/// `A` to `Z`.
///
/// # Errors
/// Says which cannot be read, stands twice, or that there are none or too many.
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
