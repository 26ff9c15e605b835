//! Who may ask, and how often: host names, foreign pages, headers, and limits on requests.

use super::connections::Peer;
use super::request::Refused;
use super::state::Shared;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Names under which the server may be called.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// Names besides those of the own machine, in lower case.
    pub names: Vec<String>,
    /// Whether an address in figures is fine: no foreign page can stand behind one.
    pub addresses: bool,
}

impl Hosts {
    /// Whether a `Host` header names this server.
    fn allows(&self, host: &str) -> bool {
        let name = without_port(host).to_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_own = name == "localhost" || name.ends_with(".localhost");
        match address {
            Ok(address) => address.is_loopback() || self.addresses || self.names.contains(&name),
            Err(_) => is_own || self.names.contains(&name),
        }
    }
}

/// `localhost` of `localhost:7878`, `[::1]` of `[::1]:7878`.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Lets only requests through that are meant for this server and, if they change
/// something, come from its own page.
pub(crate) async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let Some(host) = host(&request) else {
        return Refused::new(StatusCode::BAD_REQUEST, "the request does not say for which host")
            .into_response();
    };
    if !app.settings.hosts.allows(host) {
        return Refused::new(StatusCode::MISDIRECTED_REQUEST, "this server has another name")
            .hint("`spar serve --host-name NAME` lets it answer to one more")
            .into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && is_foreign(headers, host) {
        return Refused::new(StatusCode::FORBIDDEN, "another page sent this request")
            .hint("use the page of this server")
            .into_response();
    }
    next.run(request).await
}

/// The host that a request is meant for.
fn host(request: &Request) -> Option<&str> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (request.uri().authority(), hosts.next(), hosts.next()) {
        (_, _, Some(_)) => None,
        (Some(authority), _, None) => Some(authority.as_str()),
        (None, first, None) => first?.to_str().ok(),
    }
}

/// Where a request came from: the peer, or what the given number of trusted proxies
/// say. What a client itself writes before them is never believed.
pub(crate) fn address(parts: &Parts, proxies: usize) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let lines = parts.headers.get_all("x-forwarded-for").iter().filter_map(|it| it.to_str().ok());
    let told: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let index = told.len().checked_sub(proxies).filter(|_| proxies > 0);
    let told = index.and_then(|index| told.get(index)?.parse().ok());
    neighbourhood(told.unwrap_or(peer))
}

/// Where a request came from.
pub(crate) struct Sender(pub IpAddr);

impl FromRequestParts<Shared> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Sender, Infallible> {
        Ok(Sender(address(parts, app.settings.proxies)))
    }
}

/// Lets an address ask only so often, and only so much at once.
pub(crate) async fn slow_down(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let address = address(&parts, app.settings.proxies);
    match app.limits.addresses.take(&address, Instant::now()) {
        Ok(()) => {
            let _turn = app.limits.turns.wait(address).await;
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refused) => refused.into_response(),
    }
}

/// Whether a browser says that another site sent this. Programs that are no browser
/// say nothing, and hold no cookie of somebody else.
fn is_foreign(headers: &HeaderMap, host: &str) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|it| it.to_str().ok());
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let origin = origin.to_str().unwrap_or_default();
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    own.is_none_or(|own| !own.eq_ignore_ascii_case(host))
}

/// What every answer forbids a browser to do.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Adds what every answer forbids a browser to do.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// A bucket for each key: it holds `most` drops, each request takes one, and in
/// `within` an empty one is full again.
pub(crate) struct Limit<K> {
    most: f64,
    within: Duration,
    most_keys: usize,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    drops: f64,
    at: Instant,
}

/// Buckets that are kept at most.
const MOST_KEYS: usize = 16_384;

impl<K: Hash + Eq + Clone> Limit<K> {
    /// So many requests within this time.
    pub(crate) fn new(most: u32, within: Duration) -> Limit<K> {
        Limit { most: f64::from(most), within, most_keys: MOST_KEYS, buckets: Mutex::default() }
    }

    /// Takes a drop.
    ///
    /// # Errors
    /// If there is none: after how many seconds there is.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Refused> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.most_keys && !buckets.contains_key(key) {
            self.forget(&mut buckets, now);
        }
        let bucket = buckets.entry(key.clone()).or_insert(Bucket { drops: self.most, at: now });
        *bucket = Bucket { drops: self.drops(bucket, now), at: now };
        if bucket.drops < 1.0 {
            let wait = (1.0 - bucket.drops) * self.within.as_secs_f64() / self.most;
            return Err(too_many(wait.ceil().max(1.0) as u64));
        }
        bucket.drops -= 1.0;
        Ok(())
    }

    /// What a bucket holds by now.
    fn drops(&self, bucket: &Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.drops + since * self.most / self.within.as_secs_f64()).min(self.most)
    }

    /// Lets full buckets go, and if that is too few, the fullest half.
    fn forget(&self, buckets: &mut HashMap<K, Bucket>, now: Instant) {
        buckets.retain(|_, bucket| self.drops(bucket, now) < self.most);
        if buckets.len() >= self.most_keys {
            let mut drops: Vec<f64> = buckets.values().map(|it| self.drops(it, now)).collect();
            drops.sort_unstable_by(f64::total_cmp);
            let middle = drops[drops.len() / 2];
            buckets.retain(|_, bucket| self.drops(bucket, now) < middle);
        }
        if buckets.len() >= self.most_keys {
            buckets.clear();
        }
    }

    /// How many buckets are kept.
    pub(crate) fn n_keys(&self) -> usize {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Requests of one address that are answered at once; more wait for their turn, so that
/// whoever asks much does not keep the others waiting.
pub(crate) struct Turns {
    most: usize,
    taken: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// A turn that somebody has; dropping it lets the next one in.
pub(crate) struct RequestSlot<'a> {
    permit: Option<OwnedSemaphorePermit>,
    address: IpAddr,
    turns: &'a Turns,
}

impl Turns {
    /// So many at once.
    pub(crate) fn new(most: usize) -> Turns {
        Turns { most, taken: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn.
    pub(crate) async fn wait(&self, address: IpAddr) -> RequestSlot<'_> {
        let semaphore = {
            let mut taken = self.lock();
            Arc::clone(taken.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.most))))
        };
        let mut turn = RequestSlot { permit: None, address, turns: self };
        turn.permit = semaphore.acquire_owned().await.ok();
        turn
    }
}

impl Drop for RequestSlot<'_> {
    fn drop(&mut self) {
        self.permit = None;
        let mut taken = self.turns.lock();
        // Nobody else from there has a turn or waits for one.
        if taken.get(&self.address).is_some_and(|it| Arc::strong_count(it) == 1) {
            taken.remove(&self.address);
        }
    }
}

fn too_many(seconds: u64) -> Refused {
    Refused::new(StatusCode::TOO_MANY_REQUESTS, "too many requests")
        .hint(format!("try again in {}", spar_catalog::words::counted(seconds as usize, "second")))
        .after(seconds)
}

/// An address as far as it tells people apart: whoever has one IPv6 address has a
/// whole network of them.
pub(crate) fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    #[test]
    fn only_own_names_are_answered() {
        let own = Hosts::default();
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "a.localhost:1"] {
            assert!(own.allows(host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7878", "10.0.0.1", "", "[::1", "x:y"] {
            assert!(!own.allows(host), "{host}");
        }
        let public = Hosts { names: vec!["spar.example".to_owned()], addresses: true };
        assert!(public.allows("Spar.example:80") && public.allows("10.0.0.1:7878"));
        assert!(!public.allows("evil.example"));
    }

    #[test]
    fn another_page_is_told_by_its_origin() {
        let foreign = |name: &'static str, value: &'static str| {
            let value = HeaderValue::from_static(value);
            is_foreign(&HeaderMap::from_iter([(HeaderName::from_static(name), value)]), "h:1")
        };
        assert!(!foreign("origin", "http://h:1") && !foreign("origin", "https://H:1"));
        assert!(foreign("origin", "http://h:2") && foreign("origin", "null"));
        assert!(foreign("origin", "http://evil.example") && foreign("origin", ""));
        assert!(foreign("sec-fetch-site", "cross-site"));
        assert!(foreign("sec-fetch-site", "same-site"));
        assert!(!foreign("sec-fetch-site", "same-origin"));
    }

    #[tokio::test]
    async fn an_address_has_so_many_turns_and_others_need_not_wait() {
        let turns = Turns::new(2);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|it| it.parse().unwrap());
        let (first, second) = (turns.wait(one).await, turns.wait(one).await);
        let mut third = Box::pin(turns.wait(one));
        assert!(third.as_mut().now_or_never().is_none());
        drop(turns.wait(other).await);
        drop(first);
        let third = third.await;
        drop((second, third));
        assert!(turns.lock().is_empty(), "who has left is forgotten");
        let gone = turns.wait(one);
        drop(gone);
        assert!(turns.lock().is_empty());
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limit = Limit::new(3, Duration::from_mins(1));
        let now = Instant::now();
        for _ in 0..3 {
            limit.take(&1, now).unwrap();
        }
        let refused = limit.take(&1, now).unwrap_err();
        assert_eq!(refused.retry_after, Some(20));
        limit.take(&2, now).unwrap();
        let later = now + Duration::from_secs(20);
        limit.take(&1, later).unwrap();
        assert!(limit.take(&1, later).is_err());
    }

    #[test]
    fn the_number_of_buckets_is_limited() {
        let limit = Limit { most_keys: 100, ..Limit::new(5, Duration::from_hours(1)) };
        let now = Instant::now();
        for _ in 0..5 {
            limit.take(&u32::MAX, now).unwrap();
        }
        for key in 0..10_000 {
            limit.take(&key, now).unwrap();
            assert!(limit.n_keys() <= 100);
        }
        assert!(limit.take(&u32::MAX, now).is_err(), "who has asked most is not forgotten");
    }

    #[test]
    fn one_network_is_one_neighbour() {
        let near = |text: &str| neighbourhood(text.parse().unwrap());
        assert_eq!(near("2001:db8:1:2:3::4"), near("2001:db8:1:2:ffff::1"));
        assert_ne!(near("2001:db8:1:2::1"), near("2001:db8:1:3::1"));
        assert_eq!(near("::ffff:10.0.0.1"), near("10.0.0.1"));
        assert_ne!(near("10.0.0.2"), near("10.0.0.1"));
    }
}
