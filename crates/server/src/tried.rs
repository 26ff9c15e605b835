//! What came of a try at a level, for the page.

use crate::api::{MovedView, TriedView, TryWord};
use spar_challenge::rating::Rating;
use spar_store::{Reader, StoreError, Tried};

/// What came of a try, and how it moved the rating.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn view(reader: &Reader<'_>, tried: &Tried) -> Result<TriedView, StoreError> {
    let moved = match tried.rated {
        None => None,
        Some(rated) => {
            let tries = reader.tries_at(&tried.player, &tried.game)?;
            let earlier = tries.iter().rev().filter(|it| it.turn < tried.turn);
            let before = earlier.filter_map(|it| it.rated).map(|it| it.after).next();
            Some(MovedView {
                level: rated.level,
                before: shown(before.unwrap_or(Rating::NEW)).0,
                after: shown(rated.after).0,
                deviation: shown(rated.after).1,
            })
        }
    };
    let (solved, helped) = (tried.decided.solved, tried.decided.helped);
    Ok(TriedView { solved, helped, rating: moved, words: words(solved, helped, moved) })
}

/// A rating and its band as whole numbers.
pub(crate) fn shown(rating: Rating) -> (i32, u32) {
    (rating.rating.round() as i32, rating.deviation.round() as u32)
}

/// What came of it, in one word.
pub(crate) fn word(tried: &Tried) -> TryWord {
    match (tried.decided.solved, tried.decided.helped) {
        (true, false) => TryWord::Solved,
        (true, true) => TryWord::Helped,
        (false, _) => TryWord::Missed,
    }
}

fn words(solved: bool, helped: bool, moved: Option<MovedView>) -> String {
    let what = match (solved, helped) {
        (true, false) => "Solved.",
        (true, true) => "Solved with help.",
        (false, _) => "This try counts as missed. The level comes back later.",
    };
    let rating = match moved {
        Some(MovedView { before, after, deviation, .. }) => {
            let change = after - before;
            let sign = if change < 0 { "−" } else { "+" };
            let by = change.abs();
            format!("It moved your rating to {after} ({sign}{by}), give or take {deviation}.")
        }
        None if helped => "It is not rated, since you asked for help.".to_owned(),
        None => "It is not rated.".to_owned(),
    };
    format!("{what} {rating}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_is_told_in_a_sentence_or_two() {
        let moved = MovedView { level: 1500, before: 1500, after: 1338, deviation: 290 };
        assert_eq!(
            words(false, false, Some(moved)),
            "This try counts as missed. The level comes back later. \
             It moved your rating to 1338 (−162), give or take 290."
        );
        assert_eq!(
            words(true, true, None),
            "Solved with help. It is not rated, since you asked for help."
        );
    }
}
