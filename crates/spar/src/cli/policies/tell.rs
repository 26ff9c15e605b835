//! The text output, with the policy drawn on the board.

use crate::fault::Fault;
use crate::paint::terminal;
use crate::printer::Printer;
use crate::wire::Between;
use crate::wire::policies::{Letters, SolvedPolicies, Sweep};
use spar_catalog::{AnyGame, AnyPosition};
use spar_challenge::track::Place;
use spar_solve::interval::{Interval, down, up};
use spar_solve::mdp::track::Track;

/// The maximum number of squares of a policy that are shown without a board.
const MOST_SHOWN: usize = 400;

/// The maximum number of sweeps that are shown side by side.
const COLUMNS: usize = 7;

/// Prints a result.
pub(super) fn tell(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    (track, place): (&Track, &Place),
    found: &SolvedPolicies,
    rival: &str,
    printer: &mut Printer,
) -> Result<(), Fault> {
    printer.line(format!("{}\n", game.facts().title))?;
    for line in answer(place, found, rival) {
        printer.line(line)?;
    }
    if let Some(remark) = &found.remark {
        printer.line(format!("({remark})"))?;
    }
    if found.chance.is_none() && found.win.is_none() && place.theirs > 0 {
        printer.line("(`--self-play` and `--against WHO` show the chance to win from here)")?;
    }
    printer.line("")?;
    let (letters, note) = match &found.policy {
        Letters::Alone(letters) => (letters.clone(), String::new()),
        Letters::Pairs(all) => {
            let theirs = place.theirs;
            let note = format!(", with the other on square {theirs} (`--json` has all)");
            (all.get(theirs).cloned().unwrap_or_default(), note)
        }
    };
    printer.line(format!("best choice on each square{note}"))?;
    let scene = position.scene();
    match &scene {
        Some(scene) => {
            let stands = |(square, letter): (usize, char)| {
                let is_jump = scene.links.iter().any(|link| link.from == square);
                let is_goal = square == track.goal();
                if is_jump || is_goal { ' ' } else { letter }
            };
            let shown: Vec<char> = letters.chars().enumerate().map(stands).collect();
            for line in terminal::lettered(scene, &shown, printer.look(), printer.width()) {
                printer.line(line)?;
            }
        }
        None => printer.line(cut(&letters))?,
    }
    let names: Vec<String> =
        track.actions().iter().map(|it| format!("{} {}", it.letter, it.name)).collect();
    printer.line(format!("\n{}", names.join(", ")))?;
    match (&found.policy, &scene) {
        (Letters::Alone(_), Some(_)) => printer.line(format!("policy  {}", cut(&letters)))?,
        (Letters::Pairs(_), Some(_)) => {
            let theirs = place.theirs;
            printer.line(format!("with the other on {theirs}  {}", cut(&letters)))?;
        }
        (_, None) => {}
    }
    if let Some(sweeps) = &found.iterations {
        tell_sweeps(sweeps, &letters, printer)?;
    }
    Ok(())
}

fn cut(letters: &str) -> String {
    match letters.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}… (`--json` has all)", &letters[..end]),
        None => letters.to_owned(),
    }
}

fn known(between: Between) -> Interval {
    Interval { low: between.low, high: between.high }
}

/// The lines with the numbers.
fn answer(place: &Place, found: &SolvedPolicies, rival: &str) -> Vec<String> {
    let (ours, theirs) = (place.ours, place.theirs);
    let turns =
        format!("fewest turns alone, from square {ours}: {} on average", known(found.turns));
    // If both pieces are on square 0, the squares are not mentioned.
    let seat = match place {
        Place { ours: 0, theirs: 0, we_move: true, .. } => "moving first".to_owned(),
        Place { ours: 0, theirs: 0, we_move: false, .. } => "moving second".to_owned(),
        Place { we_move, .. } => {
            let mover = if *we_move { "us" } else { "the other" };
            format!("from {ours} against {theirs} with {mover} to move")
        }
    };
    let mut lines = vec![turns];
    if let Some(worth) = found.experience {
        lines.push(format!("closest to {rival}: the game is worth {}", known(worth)));
    }
    if let Some(chance) = found.chance {
        lines.push(match found.objective {
            "experience" => format!("  and wins {}", share(chance)),
            "self-play" => format!("both at their best, {seat}: wins {}", share(chance)),
            _ => format!("best against {rival}, {seat}: wins {}", share(chance)),
        });
    }
    if let Some(win) = found.win {
        lines.push(format!("best against {rival}, {seat}, before it gives up:"));
        let rest = found.loss.zip(found.quit).map_or(String::new(), |(loss, quit)| {
            format!(", loses {}; the other gives up {}", share(loss), share(quit))
        });
        lines.push(format!("  wins {}{rest}", share(win)));
    }
    let widest = [Some(found.turns), found.chance, found.win, found.loss, found.quit]
        .into_iter()
        .chain([found.experience])
        .flatten()
        .map(|it| known(it).width())
        .fold(0.0, f64::max);
    lines.push(format!("all bounds are proven; the widest is {widest:.1e} wide"));
    lines
}

fn share(chance: Between) -> String {
    let Interval { low, high } = known(chance);
    format!(
        "{:.4} %",
        Interval { low: down(100.0 * low).max(0.0), high: up(100.0 * high).min(100.0) }
    )
}

/// Prints the first sweeps side by side, and the last one.
fn tell_sweeps(sweeps: &[Sweep], letters: &str, printer: &mut Printer) -> Result<(), Fault> {
    let Some(last) = sweeps.last() else { return Ok(()) };
    printer
        .line("\nplain value iteration, each square from the newest values, from the goal down")?;
    if last.values.len() == 1 {
        printer.line(format!("{:>7}  {:>10}  {:>10}", "sweep", "chance", "change"))?;
        let shown = sweeps.iter().filter(|it| it.sweep <= 12 || it.sweep == last.sweep);
        for sweep in shown {
            let chance = sweep.values.first().copied().unwrap_or_default();
            printer.line(format!("{:>7}  {chance:>10.6}  {:>10.1e}", sweep.sweep, sweep.change))?;
        }
        return Ok(());
    }
    let mut shown: Vec<&Sweep> = sweeps.iter().take(COLUMNS - 1).collect();
    if shown.last().is_none_or(|it| it.sweep != last.sweep) {
        shown.push(last);
    }
    let heads: Vec<String> = shown.iter().map(|it| format!("{:>9}", it.sweep)).collect();
    printer.line(format!("{:>7}{}  best", "sweep", heads.concat()))?;
    for (square, letter) in letters.chars().enumerate().take(MOST_SHOWN) {
        let values: Vec<String> =
            shown.iter().map(|it| format!("{:>9.4}", it.values[square])).collect();
        printer.line(format!("{square:>7}{}     {letter}", values.concat()))?;
    }
    let changes: Vec<String> = shown.iter().map(|it| format!("{:>9.1e}", it.change)).collect();
    printer.line(format!("{:>7}{}", "change", changes.concat()))?;
    Ok(())
}
