//! A bar on the terminal that shows how far long work is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use spar_catalog::units::{write_count, write_seconds};
use spar_solve::Progress;
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows a bar on standard error if that is a terminal; else nothing. Clones share it.
#[derive(Clone)]
pub(crate) struct Bar {
    bar: ProgressBar,
    /// The stage that is told when it ends, if stages are told.
    told: Option<Arc<Mutex<Option<Stage>>>>,
}

/// A part of the work.
struct Stage {
    name: &'static str,
    began: Instant,
}

impl Bar {
    /// A bar that also tells how long each stage took, in a line when it ends.
    pub(crate) fn telling() -> Bar {
        let mut bar = Bar::new(true);
        bar.told = Some(Arc::default());
        bar
    }

    pub(crate) fn new(shown: bool) -> Bar {
        let bar = ProgressBar::new(0);
        if shown && stderr().is_terminal() {
            // Nothing is shown before something is known.
            bar.set_style(ProgressStyle::with_template("").expect("invariant: a valid form"));
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(200));
        } else {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Bar { bar, told: None }
    }

    /// Takes the bar off the terminal, so that an answer can be written; the next stage
    /// brings it back.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Notes which stage it is, and tells the one before it.
    fn note(&self, name: &'static str) {
        let Some(told) = &self.told else { return };
        let mut stage = told.lock().unwrap_or_else(PoisonError::into_inner);
        if stage.as_ref().is_some_and(|it| it.name == name) {
            return;
        }
        if let Some(ended) = stage.replace(Stage { name, began: Instant::now() }) {
            self.tell(&ended);
        }
    }

    fn tell(&self, Stage { name, began }: &Stage) {
        let time = write_seconds(began.elapsed());
        // If nobody hears it, the answer still counts.
        self.bar.suspend(|| {
            let _ = writeln!(stderr(), "{name}: {time}");
        });
    }
}

/// How far it is and how long it will take, or, where nobody knows the end, how
/// much was done.
fn style(total: u64) -> ProgressStyle {
    let form = if total == u64::MAX {
        "{msg:10} {done} positions, {elapsed} so far"
    } else {
        "{msg:10} {bar:24} {done} of {all}  {elapsed} so far, about {eta} left"
    };
    let style = ProgressStyle::with_template(form).expect("invariant: a valid form");
    style
        .with_key("done", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&write_count(state.pos()));
        })
        .with_key("all", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&write_count(state.len().unwrap_or_default()));
        })
        .progress_chars("█▉▊▋▌▍▎▏░")
}

impl Progress for Bar {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        self.note(stage);
        if self.bar.message() != stage {
            self.bar.reset();
            self.bar.set_style(style(total));
            self.bar.set_message(stage);
        }
        if total != u64::MAX {
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        // The last of the clones tells the last stage.
        if let Some(stage) = self.told.take().and_then(Arc::into_inner) {
            let stage = stage.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(stage) = &stage {
                self.tell(stage);
            }
        }
        self.clear();
    }
}
