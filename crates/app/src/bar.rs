//! A bar on the terminal that shows how far long work is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use spar_solve::Progress;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// Shows a bar on standard error if that is a terminal; else nothing. Clones share it.
#[derive(Clone)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
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
        Bar(bar)
    }

    /// Takes the bar off the terminal, so that an answer can be written; the next stage
    /// brings it back.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// How far it is and how long it will take, or, where nobody knows the end, how
/// much was done.
fn style(total: u64) -> ProgressStyle {
    let form = if total == u64::MAX {
        "{msg:10} {human_pos} positions, {elapsed} so far"
    } else {
        "{msg:10} {bar:24} {percent:>3} %  {elapsed} so far, about {eta} left"
    };
    let style = ProgressStyle::with_template(form).expect("invariant: a valid form");
    style.progress_chars("█▉▊▋▌▍▎▏░")
}

impl Progress for Bar {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        if self.0.message() != stage {
            self.0.reset();
            self.0.set_style(style(total));
            self.0.set_message(stage);
        }
        if total != u64::MAX {
            self.0.set_length(total);
        }
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}
