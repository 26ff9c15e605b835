//! Results of tries, and missed levels that come back later (spaced repetition).

use super::fit::{Given, Past};
use super::refusal::{self, Refused};
use super::state::{App, open};
use crate::api::{AgainView, BackView, ImageWord, MovedView, TriedView, TryWord};
use crate::views;
use spar_catalog::AnyPosition;
use spar_challenge::rating::{Back, DAY, Due, Rating, ShownRating, Step, coming_back};
use spar_challenge::session::Seat;
use spar_store::{Millis, Plan, Reader, StoreError, Tried};

/// The levels of one game that come back, in the order of their last tries.
pub(crate) fn of(tries: &[Tried]) -> Vec<Back> {
    let steps = tries.iter().map(|Tried { decided: it, .. }| Step {
        level: &it.canonical,
        solved: it.solved,
        helped: it.helped,
        at: it.at,
    });
    coming_back(&steps.collect::<Vec<_>>())
}

/// The level that is due now, if there is one that was not skipped.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn due(
    app: &App,
    past: &Past,
    passed: &[String],
    now: Millis,
) -> Result<Option<(Given, AgainView)>, Refused> {
    let is_due =
        |it: &&Back| it.due.is_now(now) && !passed.contains(&past.tries[it.last].decided.canonical);
    let back = of(&past.tries);
    let Some(back) = back.iter().find(is_due) else { return Ok(None) };
    let last = &past.tries[back.last];
    let plan = app.store.read(|reader| reader.plan(&last.session)).map_err(|it| app.refused(it))?;
    Ok(plan.and_then(|plan| again(&plan, last.turn).ok()))
}

/// The level of a plan, shown as another image than before.
fn again(plan: &Plan, turn: u32) -> Result<(Given, AgainView), Refused> {
    let game = open(&plan.game)?;
    let start = game.read_position(&plan.start)?;
    let settled = plan.settled()?;
    let (position, image) = shown_otherwise(&*start, turn);
    let words = match image {
        ImageWord::Mirrored => "This level came back, mirrored.",
        ImageWord::Turned => "This level came back, turned.",
        ImageWord::Same => "This level came back as it was: its board has no other image.",
    };
    let side = settled.seats.person().unwrap_or_else(|| start.side());
    let Seat::Program(opponent) = settled.seats.of(side.other()) else {
        return Err(Refused::broken());
    };
    let goal = settled.goal.ok_or_else(Refused::broken)?;
    let given =
        Given { position, side, opponent: opponent.clone(), goal, rung: plan.rung, hard: None };
    Ok((given, AgainView { image, words: words.to_owned() }))
}

/// Another image of a position: a reflection if there is one, and a different image on every
/// turn.
fn shown_otherwise(position: &dyn AnyPosition, turn: u32) -> (String, ImageWord) {
    let text = position.text();
    let mut images = position.images();
    images.retain(|(image, _)| *image != text);
    if images.iter().any(|(_, is_mirror)| *is_mirror) {
        images.retain(|(_, is_mirror)| *is_mirror);
    }
    images.sort();
    images.dedup();
    if images.is_empty() {
        return (text, ImageWord::Same);
    }
    let (image, is_mirror) = images.swap_remove(turn as usize % images.len());
    (image, if is_mirror { ImageWord::Mirrored } else { ImageWord::Turned })
}

/// The levels that come back, for the page: the next one first.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn shown(
    reader: &Reader<'_>,
    back: &[(Back, &Tried)],
    now: Millis,
    at_most: usize,
) -> Result<Vec<BackView>, StoreError> {
    let order = |due: Due| match due {
        Due::After(levels) => (0, i64::from(levels)),
        Due::At(at) if at <= now => (0, 0),
        Due::At(at) => (1, at),
    };
    let mut back: Vec<&(Back, &Tried)> = back.iter().collect();
    back.sort_by_key(|it| order(it.0.due));
    let mut views = Vec::new();
    for (back, tried) in back.into_iter().take(at_most) {
        let Some(plan) = reader.plan(&tried.session)? else { continue };
        let Ok(game) = open(&plan.game) else { continue };
        let Ok(start) = game.read_position(&plan.start) else { continue };
        let at = match back.due {
            Due::At(at) => Some(refusal::time(at)),
            Due::After(_) => None,
        };
        views.push(BackView {
            title: game.facts().title.clone(),
            scene: views::scene(start.scene().unwrap_or_default()),
            game: plan.game,
            when: when(back.due, now),
            at,
        });
    }
    Ok(views)
}

const HOUR: i64 = DAY / 24;

/// When it comes back, in words.
fn when(due: Due, now: Millis) -> String {
    match due {
        _ if due.is_now(now) => "now".to_owned(),
        Due::After(1) => "after one more level of this game".to_owned(),
        Due::After(_) => "after two more levels of this game".to_owned(),
        Due::At(at) => match (at - now, (at - now + DAY - 1) / DAY) {
            (..=HOUR, _) => "within an hour".to_owned(),
            (left, 1) if left < DAY => format!("in {} hours", (left + HOUR - 1) / HOUR),
            (_, 1) => "in a day".to_owned(),
            (_, days) => format!("in {days} days"),
        },
    }
}

/// The result of a try, and how it changed the rating.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn view(reader: &Reader<'_>, tried: &Tried) -> Result<TriedView, StoreError> {
    let moved = match tried.rated {
        None => None,
        Some(rated) => {
            let tries = reader.tries_at(&tried.player, &tried.game)?;
            let earlier: Vec<&Tried> = tries.iter().filter(|it| it.turn < tried.turn).collect();
            let before = earlier.iter().rev().find_map(|it| Some(it.rated?.after));
            let was = all_shown(earlier).last().map_or_else(ShownRating::default, |it| it.1);
            let is = was.after(rated.after.rating, tried.decided.solved);
            Some(MovedView {
                level: rated.level,
                before: rounded(before.unwrap_or(Rating::NEW)).0,
                after: rounded(rated.after).0,
                deviation: rounded(rated.after).1,
                shown: is.rating(),
                step: is.rating().zip(was.rating()).map(|(is, was)| is - was),
                left: is.left(),
            })
        }
    };
    let (solved, helped) = (tried.decided.solved, tried.decided.helped);
    Ok(TriedView { solved, helped, rating: moved, words: words(solved, helped, moved) })
}

/// The rated ones of these tries, oldest first, each with the rating that is shown after it.
pub(crate) fn all_shown<'t>(
    tries: impl IntoIterator<Item = &'t Tried>,
) -> impl Iterator<Item = (&'t Tried, ShownRating)> {
    let mut shown = ShownRating::default();
    tries.into_iter().filter_map(move |tried| {
        shown = shown.after(tried.rated?.after.rating, tried.decided.solved);
        Some((tried, shown))
    })
}

/// A rating and its band as whole numbers.
pub(crate) fn rounded(rating: Rating) -> (i32, u32) {
    (rating.rating.round() as i32, rating.deviation.round() as u32)
}

/// The result in one word.
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
        Some(MovedView { shown: Some(shown), step: Some(0), .. }) => {
            format!("Your rating stays {shown}.")
        }
        Some(MovedView { shown: Some(shown), step: Some(step), .. }) => {
            let sign = if step < 0 { "−" } else { "+" };
            format!("Your rating is {shown} now ({sign}{}).", step.abs())
        }
        Some(MovedView { shown: Some(shown), .. }) => format!("Your first rating: {shown}."),
        Some(MovedView { left: 1, .. }) => {
            "One more rated level, and you have a rating.".to_owned()
        }
        Some(MovedView { left, .. }) => format!("{left} more rated levels, and you have a rating."),
        None if helped => "Not rated, since you asked for help.".to_owned(),
        None => "Not rated.".to_owned(),
    };
    format!("{what} {rating}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(game: &str, position: &str, turn: u32) -> (String, ImageWord) {
        let game = spar_catalog::open(game).unwrap();
        shown_otherwise(&*game.read_position(position).unwrap(), turn)
    }

    #[test]
    fn a_board_comes_back_in_a_mirror_if_it_can() {
        let (mirrored, word) = image("connect3", "..../x.../o.../xo..", 0);
        assert_eq!((mirrored.as_str(), word), ("..../...x/...o/..ox", ImageWord::Mirrored));
        assert_eq!(image("tictactoe", ".../.x./...", 3).1, ImageWord::Same);
        // Each mirror image equals the position or a turned image; only turning changes it.
        let (text, word) = image("tictactoe", "xo./.../...", 1);
        assert_ne!(text, "xo./.../...");
        assert_eq!(word, ImageWord::Mirrored);
    }

    #[test]
    fn the_next_image_is_another_one() {
        let images: std::collections::BTreeSet<String> =
            (0..8).map(|turn| image("tictactoe", "xo./.../x..", turn).0).collect();
        assert_eq!(images.len(), 4, "the four mirrors of a square");
    }

    #[test]
    fn when_is_said_in_words() {
        assert_eq!(when(Due::After(0), 5), "now");
        assert_eq!(when(Due::After(1), 5), "after one more level of this game");
        assert_eq!(when(Due::At(5), 5), "now");
        assert_eq!(when(Due::At(5 + DAY), 5), "in a day");
        assert_eq!(when(Due::At(4 + DAY), 5), "in 24 hours");
        assert_eq!(when(Due::At(5 + HOUR), 5), "within an hour");
        assert_eq!(when(Due::At(6 + 2 * DAY), 5), "in 3 days");
    }

    #[test]
    fn a_try_is_told_in_a_sentence_or_two() {
        let moved = |shown, step, left| {
            let (level, before, after, deviation) = (1500, 1500, 1338, 290);
            Some(MovedView { level, before, after, deviation, shown, step, left })
        };
        let missed = "This try counts as missed. The level comes back later.";
        for (moved, said) in [
            (moved(None, None, 4), "4 more rated levels, and you have a rating."),
            (moved(None, None, 1), "One more rated level, and you have a rating."),
            (moved(Some(1338), None, 0), "Your first rating: 1338."),
            (moved(Some(1338), Some(-20), 0), "Your rating is 1338 now (−20)."),
            (moved(Some(1338), Some(0), 0), "Your rating stays 1338."),
        ] {
            assert_eq!(words(false, false, moved), format!("{missed} {said}"));
        }
        assert_eq!(words(true, false, None), "Solved. Not rated.");
        assert_eq!(
            words(true, true, None),
            "Solved with help. Not rated, since you asked for help."
        );
    }
}
