//! Figures of the server as Prometheus reads them.

use super::state::{App, Shared};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
