//! Metrics of the running server, and a probe of the store.

use super::refusal::Troubles;
use axum::http::StatusCode;
use spar_store::{Answer, Change, Store, StoreError};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A write that is not on disk after this time counts as a failure.
const PATIENCE: Duration = Duration::from_secs(5);

/// Requests within this time get the same answer: probes must not wear out a disk.
const FRESH: Duration = Duration::from_secs(1);

/// Checks whether the store can be written, by one small write for all requests.
#[derive(Default)]
pub(crate) struct Probe(tokio::sync::Mutex<Probing>);

#[derive(Default)]
struct Probing {
    /// The pending write.
    waiting: Option<oneshot::Receiver<Answer>>,
    last: Option<(Instant, Found)>,
}

/// `Ok`, or why the store cannot be written.
type Found = Result<(), &'static str>;

impl Probe {
    pub(crate) async fn write(&self, store: &Store, troubles: &Troubles) -> Found {
        let mut probing = self.0.lock().await;
        if let Some((asked, found)) = probing.last
            && asked.elapsed() < FRESH
        {
            return found;
        }
        let failed = |error: StoreError| {
            troubles.tell(&error);
            error.reason()
        };
        let asked = match probing.waiting.take() {
            Some(waiting) => waiting,
            None => store.submit(Change::Touch).map_err(failed)?,
        };
        // Keep the pending write for the next request, even if the client leaves before the
        // answer.
        let waiting = probing.waiting.insert(asked);
        let found = if let Ok(answer) = tokio::time::timeout(PATIENCE, waiting).await {
            probing.waiting = None;
            answer.unwrap_or(Err(StoreError::Closed)).map(drop).map_err(failed)
        } else {
            Err("a change is waiting to be saved: another program may have locked the store's file")
        };
        probing.last = Some((Instant::now(), found));
        found
    }
}

/// Upper bounds of the histogram's buckets, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.15, 0.5, 2.0, 10.0];

/// Counters by route. Routes are those of the router, so there are few.
#[derive(Default)]
pub(crate) struct Metrics {
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    requests: BTreeMap<(String, String, u16), u64>,
    times: BTreeMap<String, Times>,
}

#[derive(Default)]
struct Times {
    classes: [u64; CLASSES.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    pub(crate) fn count(&self, method: &str, route: &str, status: StatusCode, time: Duration) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (method.to_owned(), route.to_owned(), status.as_u16());
        *counted.requests.entry(key).or_default() += 1;
        let times = counted.times.entry(route.to_owned()).or_default();
        let seconds = time.as_secs_f64();
        for (class, bound) in times.classes.iter_mut().zip(CLASSES) {
            *class += u64::from(seconds <= bound);
        }
        times.count += 1;
        times.seconds += seconds;
    }

    pub(crate) fn text(&self) -> String {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        head(&mut text, "spar_requests_total", "counter", "Requests by route and status.");
        for ((method, route, status), count) in &counted.requests {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            line(&mut text, "spar_requests_total", &labels, *count as f64);
        }
        let name = "spar_request_seconds";
        head(&mut text, name, "histogram", "Time until the answer begins, in seconds.");
        for (route, times) in &counted.times {
            for (class, bound) in times.classes.iter().zip(CLASSES) {
                let labels = format!("route=\"{route}\",le=\"{bound}\"");
                line(&mut text, &format!("{name}_bucket"), &labels, *class as f64);
            }
            let all = format!("route=\"{route}\",le=\"+Inf\"");
            line(&mut text, &format!("{name}_bucket"), &all, times.count as f64);
            let labels = format!("route=\"{route}\"");
            line(&mut text, &format!("{name}_sum"), &labels, times.seconds);
            line(&mut text, &format!("{name}_count"), &labels, times.count as f64);
        }
        text
    }
}

pub(crate) fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

pub(crate) fn line(text: &mut String, name: &str, labels: &str, value: f64) {
    let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
    let _ = writeln!(text, "{name}{labels} {value}");
}
