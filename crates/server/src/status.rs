//! How the server is doing: health, metrics, and trouble that goes on.

use super::state::{App, Shared};
use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use spar_store::{Answer, Change, Store, StoreError};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How the server is.
#[derive(Serialize)]
pub(crate) struct Health {
    /// `ok` or `failing`.
    status: &'static str,
    /// What is wrong, if something is.
    reason: Option<&'static str>,
    /// The program's version.
    version: &'static str,
}

/// Whether the server can answer, and the store can be read and written.
pub(crate) async fn health(State(app): State<Shared>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION");
    let reason = match app.read(|reader| reader.player("")).await {
        Ok(_) => app.probe.write(&app.store, &app.troubles).await.err(),
        Err(_) => Some("the store cannot be read"),
    };
    let (code, status) = match reason {
        None => (StatusCode::OK, "ok"),
        Some(_) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    (code, Json(Health { status, reason, version }))
}

/// A write that is not on disk after this time counts as failing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whoever asks again within this time hears the same: questions must not wear out a disk.
const FRESH: Duration = Duration::from_secs(1);

/// Finds out whether the store can be written, by one small write for all who ask.
#[derive(Default)]
pub(crate) struct Probe(tokio::sync::Mutex<Probing>);

#[derive(Default)]
struct Probing {
    /// A write that was asked for and is not answered.
    waiting: Option<oneshot::Receiver<Answer>>,
    last: Option<(Instant, Found)>,
}

/// Nothing, or why the store cannot be written.
type Found = Result<(), &'static str>;

impl Probe {
    async fn write(&self, store: &Store, troubles: &Troubles) -> Found {
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
        // Whoever asks may leave before the answer: it stays for the next one.
        let waiting = probing.waiting.insert(asked);
        let found = if let Ok(answer) = tokio::time::timeout(PATIENCE, waiting).await {
            probing.waiting = None;
            answer.unwrap_or(Err(StoreError::Closed)).map(drop).map_err(failed)
        } else {
            Err("a change waits to be saved: another program may hold the store's file")
        };
        probing.last = Some((Instant::now(), found));
        found
    }
}

/// Upper bounds of the classes of times, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.15, 0.5, 2.0, 10.0];

/// What was counted so far. Routes are those of the router, so there are few.
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
    fn count(&self, method: &str, route: &str, status: StatusCode, time: Duration) {
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

    fn text(&self) -> String {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        head(&mut text, "spar_requests_total", "counter", "Requests by route and status.");
        for ((method, route, status), count) in &counted.requests {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            line(&mut text, "spar_requests_total", &labels, *count as f64);
        }
        let name = "spar_request_seconds";
        head(&mut text, name, "histogram", "Time until an answer begins.");
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

/// A method's name. One of somebody's own making must make no list and no line long.
fn named(method: &Method) -> &'static str {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];
    let names = ["GET", "HEAD", "POST", "PUT", "DELETE"];
    known.iter().position(|it| it == method).map_or("other", |index| names[index])
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &str, value: f64) {
    let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
    let _ = writeln!(text, "{name}{labels} {value}");
}

/// Counts a request and tells of it.
pub(crate) async fn count(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = named(request.method());
    let route = request.extensions().get::<MatchedPath>().map(|it| it.as_str().to_owned());
    let route = route.unwrap_or_else(|| "page".to_owned());
    let response = next.run(request).await;
    let (time, status) = (began.elapsed(), response.status());
    app.metrics.count(method, &route, status, time);
    // Neither names nor cookies nor addresses of people are told, only the route.
    tracing::info!(method, route, status = status.as_u16(), seconds = time.as_secs_f64());
    response
}

/// All figures.
pub(crate) async fn metrics(State(app): State<Shared>) -> Response {
    let bytes = app.read(|reader| reader.bytes()).await.ok();
    let mut text = app.metrics.text();
    for (name, kind, help, value) in figures(&app) {
        head(&mut text, name, kind, help);
        line(&mut text, name, "", value);
    }
    if let Some(bytes) = bytes {
        head(&mut text, "spar_store_bytes", "gauge", "Bytes of the store.");
        line(&mut text, "spar_store_bytes", "", bytes as f64);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

type Figure = (&'static str, &'static str, &'static str, f64);

fn figures(app: &App) -> Vec<Figure> {
    let (quick, long) = app.pool.waiting();
    let cache = app.cache.counts();
    let store = app.store.figures();
    let limits = &app.limits;
    let buckets = limits.people.n_keys() + limits.addresses.n_keys() + limits.newcomers.n_keys();
    vec![
        ("spar_queue_quick", "gauge", "Quick work that waits.", quick as f64),
        ("spar_queue_long", "gauge", "Long work that waits.", long as f64),
        ("spar_works", "gauge", "Long work under way or just done.", app.works.len() as f64),
        ("spar_cache_hits_total", "counter", "Evaluations at hand.", cache.hits as f64),
        ("spar_cache_misses_total", "counter", "Evaluations found out.", cache.misses as f64),
        ("spar_cache_entries", "gauge", "Evaluations kept.", cache.held as f64),
        ("spar_limit_buckets", "gauge", "People and addresses that are counted.", buckets as f64),
        ("spar_store_waiting", "gauge", "Changes that wait.", store.waiting as f64),
        ("spar_store_commits_total", "counter", "Groups committed.", store.groups as f64),
        ("spar_store_changes_total", "counter", "Changes committed.", store.changes as f64),
        (
            "spar_store_failures_total",
            "counter",
            "Groups that could not be committed.",
            store.failures as f64,
        ),
        ("spar_store_last_group", "gauge", "Changes of the last group.", store.last_group as f64),
        (
            "spar_store_commit_seconds_total",
            "counter",
            "Seconds in commits.",
            store.seconds_in_commit,
        ),
    ]
}

/// The same trouble is told once, then at most once in this time, with its count.
const BETWEEN: Duration = Duration::from_mins(1);

/// Kinds of trouble that are told apart; what comes on top counts as one kind.
const MOST_KINDS: usize = 64;

/// Trouble so far.
#[derive(Default)]
pub(crate) struct Troubles(Mutex<HashMap<String, Seen>>);

struct Seen {
    told: Instant,
    /// How often it has come since.
    since: u64,
}

/// What the log is to say.
#[derive(Debug, PartialEq, Eq)]
enum Tell {
    /// That it came for the first time.
    First,
    /// That it came so often since it was told last.
    Times(u64),
    /// Nothing for now.
    Nothing,
}

impl Troubles {
    /// Tells the log that the store failed, unless it was told just now.
    pub(crate) fn tell(&self, error: &StoreError) {
        match self.note(&error.to_string(), Instant::now()) {
            Tell::First => tracing::error!(%error, "the store failed"),
            Tell::Times(times) => tracing::error!(%error, times, "the store failed again"),
            Tell::Nothing => {}
        }
    }

    fn note(&self, what: &str, now: Instant) -> Tell {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new_kind = !seen.contains_key(what);
        let kind = if is_new_kind && seen.len() >= MOST_KINDS { "" } else { what };
        let Some(known) = seen.get_mut(kind) else {
            seen.insert(kind.to_owned(), Seen { told: now, since: 0 });
            return Tell::First;
        };
        known.since += 1;
        if now.saturating_duration_since(known.told) < BETWEEN {
            return Tell::Nothing;
        }
        known.told = now;
        Tell::Times(std::mem::take(&mut known.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_told_at_once_and_then_counted() {
        let (troubles, begin) = (Troubles::default(), Instant::now());
        assert_eq!(troubles.note("full", begin), Tell::First);
        for second in 0..59 {
            let now = begin + Duration::from_secs(second);
            assert_eq!(troubles.note("full", now), Tell::Nothing);
        }
        assert_eq!(troubles.note("locked", begin), Tell::First, "another kind is told at once");
        assert_eq!(troubles.note("full", begin + BETWEEN), Tell::Times(60));
        assert_eq!(troubles.note("full", begin + BETWEEN), Tell::Nothing);
        assert_eq!(troubles.note("full", begin + 5 * BETWEEN), Tell::Times(2));
    }

    #[test]
    fn kinds_beyond_the_most_are_one() {
        let (troubles, now) = (Troubles::default(), Instant::now());
        let told = |number: usize| troubles.note(&number.to_string(), now) == Tell::First;
        assert_eq!((0..1000).filter(|it| told(*it)).count(), MOST_KINDS + 1);
    }
}
