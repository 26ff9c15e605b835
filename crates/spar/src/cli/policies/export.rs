//! Export of races to files for model checkers.

use crate::fault::Fault;
use crate::output::Output;
use spar_challenge::track::{Place, Walker};
use spar_solve::mdp::general::export::{
    Export, ExportError, Numbers, Sink, write_drn, write_prism_labels, write_prism_rewards,
    write_prism_states, write_prism_transitions, write_storm_labels, write_storm_rewards,
    write_storm_transitions,
};
use spar_solve::mdp::track::{Track, written};
use std::path::Path;

/// The maximum number of states for an export.
const MOST_STATES: usize = 1_000_000;

/// Writes the problem of a single piece, or of a race against a player. The extension of the
/// path determines the format. Returns the names of the written files.
pub(super) fn write(
    path: &Path,
    track: &Track,
    rival: Option<&Walker>,
    place: &Place,
) -> Result<Vec<String>, Fault> {
    let format = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if !["drn", "prism", "storm"].contains(&format) {
        let what = format!("`{}` does not end in a known format", path.display());
        return Err(Fault::with_hint(what, "use a name that ends in .drn, .prism or .storm"));
    }
    let n = track.n();
    let states = if rival.is_some() { n * n + 2 } else { n };
    if states > MOST_STATES {
        let what = format!("the problem has {states} states; at most {MOST_STATES} are written");
        return Err(Fault::new(what));
    }
    let model = match rival {
        None => written::alone(track),
        Some(Walker::Alone(policy)) => written::against(track, policy),
        Some(Walker::Seeing(_)) => {
            return Err(Fault::new("only players that look at their own square are written"));
        }
    };
    let model = model.map_err(|error| Fault::new(error.to_string()))?;
    let goal = if rival.is_some() { n * n } else { n - 1 };
    let names: Vec<String> = track.actions().iter().map(|it| it.name.replace(' ', "_")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let export = Export {
        model: &model,
        start: if rival.is_some() { place.ours * n + place.theirs } else { place.ours } as u32,
        goals: (0..states).map(|it| it == goal).collect(),
        reward_name: "turns",
        action_names: &names,
        numbers: if format == "drn" { Numbers::Fractions } else { Numbers::Decimals },
    };
    let mut written = Vec::new();
    let mut beside = |ending: &str| {
        let path = path.with_extension(ending);
        written.push(format!("`{}`", path.display()));
        path
    };
    match format {
        "drn" => file(&beside("drn"), |out| write_drn(&export, out))?,
        "prism" => {
            file(&beside("tra"), |out| write_prism_transitions(&export, out))?;
            file(&beside("sta"), |out| write_prism_states(&export, "state", out))?;
            file(&beside("lab"), |out| write_prism_labels(&export, out))?;
            file(&beside("srew"), |out| write_prism_rewards(&export, out).map(|_| ()))?;
        }
        _ => {
            file(&beside("tra"), |out| write_storm_transitions(&export, out))?;
            file(&beside("lab"), |out| write_storm_labels(&export, out))?;
            file(&beside("rew"), |out| write_storm_rewards(&export, out).map(|_| ()))?;
        }
    }
    Ok(written)
}

fn file(
    path: &Path,
    write: impl FnOnce(&mut Sink<&mut Output>) -> Result<(), ExportError>,
) -> Result<(), Fault> {
    let mut output = Output::create(path)?;
    let mut sink = Sink::new(&mut output);
    let written = write(&mut sink);
    let flushed = sink.finish().map(|_| ());
    // Report an error of the disk first, as it is more specific.
    flushed.map_err(|error| output.fault(&error))?;
    written.map_err(|error| Fault::new(format!("cannot write `{}`: {error}", path.display())))?;
    output.finish()
}
