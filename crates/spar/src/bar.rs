//! A progress bar on the terminal, or lines of text without a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use spar_catalog::units::{write_count, write_seconds};
use spar_catalog::words;
use spar_solve::{Progress, ProvenSoFar};
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shows a progress bar on standard error if that is a terminal. Otherwise shows nothing, or a
/// line at intervals. Clones share one bar.
#[derive(Clone)]
pub(crate) struct Bar {
    shown: ProgressBar,
    /// Without a terminal: the state of the progress lines.
    lines: Option<Arc<Mutex<ProgressLines>>>,
    /// The current stage, if the time of each stage is printed.
    told: Option<Arc<Mutex<Option<Stage>>>>,
    /// What a search has proven so far, in words.
    proven: Arc<Mutex<String>>,
}

/// The time between two progress lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Progress lines, for output without a terminal.
struct ProgressLines {
    began: Instant,
    last: Instant,
    every: Duration,
}

impl ProgressLines {
    fn new(every: Duration) -> ProgressLines {
        let now = Instant::now();
        ProgressLines { began: now, last: now, every }
    }

    /// Returns the line for this progress, or `None` if the last one was printed recently.
    fn due(&mut self, stage: &str, done: u64, total: u64, proven: &str) -> Option<String> {
        if self.last.elapsed() < self.every {
            return None;
        }
        self.last = Instant::now();
        let of =
            if total == u64::MAX { String::new() } else { format!(" of {}", write_count(total)) };
        let time = write_seconds(self.began.elapsed());
        Some(format!("{stage}: {}{of}, {time} so far{proven}", write_count(done)))
    }
}

/// A stage of the work.
struct Stage {
    name: &'static str,
    began: Instant,
}

impl Bar {
    /// Creates a bar that also prints the time of each stage when it ends.
    pub(crate) fn telling() -> Bar {
        let mut bar = Bar::new(true);
        bar.told = Some(Arc::default());
        bar
    }

    pub(crate) fn new(shown: bool) -> Bar {
        let bar = ProgressBar::new(0);
        if shown && stderr().is_terminal() {
            // Draw nothing before the first report.
            bar.set_style(ProgressStyle::with_template("").expect("invariant: a valid template"));
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(200));
        } else {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Bar { shown: bar, lines: None, told: None, proven: Arc::default() }
    }

    /// Also prints a progress line at intervals if there is no terminal.
    pub(crate) fn or_lines(mut self) -> Bar {
        if !stderr().is_terminal() {
            self.lines = Some(Arc::new(Mutex::new(ProgressLines::new(BETWEEN_LINES))));
        }
        self
    }

    /// Removes the bar from the terminal, so that an answer can be written. The next report
    /// draws it again.
    pub(crate) fn clear(&self) {
        self.shown.finish_and_clear();
    }

    /// Stores the current stage, and prints the time of the previous one when it changes.
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

    fn proven(&self) -> MutexGuard<'_, String> {
        self.proven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, Stage { name, began }: &Stage) {
        let time = write_seconds(began.elapsed());
        // A failed write to standard error must not fail the command.
        self.shown.suspend(|| {
            let _ = writeln!(stderr(), "{name}: {time}");
        });
    }
}

/// Shows the work done, the total and the remaining time; without a known total, only the work
/// done.
fn style(total: u64) -> ProgressStyle {
    let form = if total == u64::MAX {
        "{prefix:10} {done}, {elapsed} so far{msg}"
    } else {
        "{prefix:10} {bar:24} {done} of {all}  {elapsed} so far, about {eta} left{msg}"
    };
    let style = ProgressStyle::with_template(form).expect("invariant: a valid template");
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
        let proven = self.proven().clone();
        if let Some(lines) = &self.lines {
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(line) = lines.due(stage, done, total, &proven) {
                // A failed write to standard error must not fail the command.
                let _ = writeln!(stderr(), "{line}");
            }
        }
        if self.shown.prefix() != stage {
            self.shown.reset();
            self.shown.set_style(style(total));
            self.shown.set_prefix(stage);
        }
        if self.shown.message() != proven {
            self.shown.set_message(proven);
        }
        if total != u64::MAX {
            self.shown.set_length(total);
        }
        self.shown.set_position(done);
    }

    fn proven(&self, so_far: &ProvenSoFar) {
        let words = words::proven(so_far.lower, so_far.upper);
        *self.proven() = words.map_or(String::new(), |words| format!("; {words}"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        // The last clone prints the time of the last stage.
        if let Some(stage) = self.told.take().and_then(Arc::into_inner) {
            let stage = stage.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(stage) = &stage {
                self.tell(stage);
            }
        }
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_without_a_terminal_is_a_line_now_and_then() {
        let mut lines = ProgressLines::new(Duration::ZERO);
        let line = lines.due("playing", 1200, 10_000, "").unwrap();
        let counts = [1200, 10_000].map(write_count).join(" of ");
        assert!(line.starts_with(&format!("playing: {counts}, ")), "{line}");
        let line = lines.due("playing", 7, u64::MAX, "; at least a draw").unwrap();
        assert!(line.starts_with("playing: 7, ") && line.ends_with("so far; at least a draw"));
        assert_eq!(ProgressLines::new(Duration::MAX).due("playing", 1, 2, ""), None);
    }
}
