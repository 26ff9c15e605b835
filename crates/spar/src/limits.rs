//! Budgets with a clock: what `--time`, `--memory`, `--threads` and an interrupt
//! mean. The solvers read no clock; here a timer raises their stop flag.

use spar_solve::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::Duration;

/// How much any piece of work may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest time, if there is one.
    pub time: Option<Duration>,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Threads that may work at once.
    pub threads: usize,
}

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time was over.
    Time,
    /// The person interrupted it.
    Interrupt,
}

/// Whether the person has interrupted the program, and the budgets to stop then.
#[derive(Default)]
struct Interrupts {
    came: AtomicBool,
    budgets: Mutex<Vec<Budget>>,
}

static INTERRUPTS: OnceLock<Interrupts> = OnceLock::new();
static HANDLER: Once = Once::new();

impl Limits {
    /// A fresh budget; its time begins now.
    pub fn budget(&self) -> Budget {
        let budget = Budget::unlimited().with_memory(self.memory).with_threads(self.threads.max(1));
        if let Some(time) = self.time {
            stop_after(&budget, time);
        }
        budget
    }

    /// A part of a budget of these limits that ends after this share of the time, so that
    /// the rest is left for something else; the budget itself if there is no time limit.
    pub fn part(&self, budget: &Budget, share: f64) -> Budget {
        let Some(time) = self.time else { return budget.clone() };
        let part = budget.part();
        stop_after(&part, time.mul_f64(share));
        part
    }

    /// A fresh budget that an interrupt stops too, for work that has something
    /// to give back or to tidy up. A second interrupt ends the program at once.
    pub fn interruptible(&self) -> Budget {
        let budget = self.budget();
        let interrupts = INTERRUPTS.get_or_init(Interrupts::default);
        // Once there is a handler, all that it needs is there too. Without one an interrupt
        // ends the program, as it always does.
        HANDLER.call_once(|| {
            let _ = ctrlc::set_handler(interrupt);
        });
        interrupts.budgets.lock().unwrap_or_else(PoisonError::into_inner).push(budget.clone());
        if interrupts.came.load(Ordering::SeqCst) {
            budget.stop();
        }
        budget
    }

    /// The same limits with this time, if no other was asked for.
    #[must_use]
    pub fn or_time(&self, time: Duration) -> Limits {
        Limits { time: self.time.or(Some(time)), ..self.clone() }
    }
}

fn stop_after(budget: &Budget, time: Duration) {
    let timed = budget.clone();
    let timer = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(time);
        timed.stop();
    });
    if timer.is_err() {
        // Without a clock, work that has to end in time is not begun.
        budget.stop();
    }
}

/// Why a budget is stopped, if it is.
pub fn why_stopped(budget: &Budget) -> Option<Stopped> {
    let interrupted = INTERRUPTS.get().is_some_and(|it| it.came.load(Ordering::SeqCst));
    let why = if interrupted { Stopped::Interrupt } else { Stopped::Time };
    budget.is_stopped().then_some(why)
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) fail with an error,
/// which becomes a sentence. Without this a signal would end the program.
pub fn keep_file_size_errors() {
    #[cfg(unix)]
    {
        // Nobody reads the flag: what counts is that the signal has a handler. Without
        // one the program ends as before.
        let flag = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
    }
}

fn interrupt() {
    let Some(interrupts) = INTERRUPTS.get() else { std::process::exit(130) };
    if interrupts.came.swap(true, Ordering::SeqCst) {
        std::process::exit(130);
    }
    for budget in interrupts.budgets.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        budget.stop();
    }
}
