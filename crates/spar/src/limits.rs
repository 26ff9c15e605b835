//! Budgets with a time limit: implements `--time`, `--memory`, `--threads` and interrupts. The
//! solvers do not read the clock; a timer here raises their stop flag.

use spar_solve::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::Duration;

/// The limits of a piece of work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time limit, if there is one.
    pub time: Option<Duration>,
    /// The memory limit for tables, in bytes.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time limit was reached.
    Time,
    /// The user interrupted it.
    Interrupt,
}

/// Whether the user has interrupted the program, and the budgets that an interrupt stops.
#[derive(Default)]
struct Interrupts {
    came: AtomicBool,
    budgets: Mutex<Vec<Budget>>,
}

static INTERRUPTS: OnceLock<Interrupts> = OnceLock::new();
static HANDLER: Once = Once::new();

impl Limits {
    /// A new budget whose time starts now.
    pub fn budget(&self) -> Budget {
        let budget = Budget::unlimited().with_memory(self.memory).with_threads(self.threads.max(1));
        if let Some(time) = self.time {
            stop_after(&budget, time);
        }
        budget
    }

    /// A part of a budget that ends after this share of the time limit, so that the rest is
    /// left for other work. Without a time limit, returns the budget itself.
    pub fn part(&self, budget: &Budget, share: f64) -> Budget {
        let Some(time) = self.time else { return budget.clone() };
        let part = budget.part();
        stop_after(&part, time.mul_f64(share));
        part
    }

    /// A new budget that an interrupt stops too, for work that returns partial results or
    /// cleans up. A second interrupt ends the program at once.
    pub fn interruptible(&self) -> Budget {
        let budget = self.budget();
        let interrupts = INTERRUPTS.get_or_init(Interrupts::default);
        // The handler is installed after its data is initialised. Without a handler, an
        // interrupt ends the program.
        HANDLER.call_once(|| {
            let _ = ctrlc::set_handler(interrupt);
        });
        interrupts.budgets.lock().unwrap_or_else(PoisonError::into_inner).push(budget.clone());
        if interrupts.came.load(Ordering::SeqCst) {
            budget.stop();
        }
        budget
    }

    /// The same limits, with this time limit if there is none.
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
        // Without a timer, do not start work that must end in time.
        budget.stop();
    }
}

/// Why a budget is stopped, if it is.
pub fn why_stopped(budget: &Budget) -> Option<Stopped> {
    let interrupted = INTERRUPTS.get().is_some_and(|it| it.came.load(Ordering::SeqCst));
    let why = if interrupted { Stopped::Interrupt } else { Stopped::Time };
    budget.is_stopped().then_some(why)
}

/// Makes writes beyond the file size limit (`ulimit -f`) return an error. Without this, a
/// signal would end the program.
pub fn keep_file_size_errors() {
    #[cfg(unix)]
    {
        // The flag is never read; the signal only needs a handler. If registering fails, the
        // signal ends the program as usual.
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
