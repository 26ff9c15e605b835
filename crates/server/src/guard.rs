//! What every request passes: it is counted, checked for host and origin, and rate-limited by
//! address; its answer gets headers that restrict what a browser may do.

use super::refusal::Refused;
use super::settings::Hosts;
use super::state::Shared;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// The name of a method. Unknown methods share one name, so that the metrics stay small.
fn named(method: &Method) -> &'static str {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];
    let names = ["GET", "HEAD", "POST", "PUT", "DELETE"];
    known.iter().position(|it| it == method).map_or("other", |index| names[index])
}

/// Counts a request and logs it.
pub(crate) async fn count(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = named(request.method());
    let route = request.extensions().get::<MatchedPath>().map(|it| it.as_str().to_owned());
    let route = route.unwrap_or_else(|| "page".to_owned());
    let response = next.run(request).await;
    let (time, status) = (began.elapsed(), response.status());
    app.metrics.count(method, &route, status, time);
    // Names, cookies and addresses of people are not logged, only the route.
    tracing::info!(method, route, status = status.as_u16(), seconds = time.as_secs_f64());
    response
}

/// Passes only requests that are meant for this server and, if they change something, are not sent
/// by a page of another site.
pub(crate) async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let Some(host) = host(&request) else {
        return Refused::new(
            StatusCode::BAD_REQUEST,
            "the request names no host, or more than one",
        )
        .into_response();
    };
    if !is_own(&app.settings.hosts, host) {
        return Refused::new(StatusCode::MISDIRECTED_REQUEST, "this server has another host name")
            .hint("`spar serve --host-name NAME` adds a name")
            .into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && is_foreign(headers, host) {
        return Refused::new(StatusCode::FORBIDDEN, "a page of another site sent this request")
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

/// Whether a `Host` header names this server.
fn is_own(hosts: &Hosts, host: &str) -> bool {
    let name = without_port(host).to_lowercase();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_here = name == "localhost" || name.ends_with(".localhost");
    match address {
        Ok(address) => address.is_loopback() || hosts.addresses || hosts.names.contains(&name),
        Err(_) => is_here || hosts.names.contains(&name),
    }
}

/// Removes the port: `localhost:7878` becomes `localhost`, `[::1]:7878` becomes `[::1]`.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The client's network: the peer or, with N trusted proxies, the Nth entry of `X-Forwarded-For`
/// from the right, if it is an address. The client may have written the entries left of it. IPv6
/// addresses are cut to their /64 network.
pub(crate) fn address(parts: &Parts, proxies: usize) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let lines = parts.headers.get_all("x-forwarded-for").iter().filter_map(|it| it.to_str().ok());
    let told: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let index = told.len().checked_sub(proxies).filter(|_| proxies > 0);
    let told = index.and_then(|index| told.get(index)?.parse().ok());
    neighbourhood(told.unwrap_or(peer))
}

/// The network of the client that sent a request; see [`address`].
pub(crate) struct Sender(pub IpAddr);

impl FromRequestParts<Shared> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Sender, Infallible> {
        Ok(Sender(address(parts, app.settings.proxies)))
    }
}

/// Limits the rate of requests of a network, and how many are answered at once.
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

/// Returns whether a browser reports that another site sent the request. Other programs need
/// no check: they cannot use a person's cookie.
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

/// Headers of every answer that restrict what a browser may do.
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

/// Adds the headers that restrict what a browser may do.
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

/// The part of an address that distinguishes people: the whole address, or its /64 network, as one
/// IPv6 user usually has a whole /64.
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

    #[test]
    fn one_network_is_one_neighbour() {
        let near = |text: &str| neighbourhood(text.parse().unwrap());
        assert_eq!(near("2001:db8:1:2:3::4"), near("2001:db8:1:2:ffff::1"));
        assert_ne!(near("2001:db8:1:2::1"), near("2001:db8:1:3::1"));
        assert_eq!(near("::ffff:10.0.0.1"), near("10.0.0.1"));
        assert_ne!(near("10.0.0.2"), near("10.0.0.1"));
    }

    #[test]
    fn only_own_names_are_answered() {
        let own = Hosts::default();
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "a.localhost:1"] {
            assert!(is_own(&own, host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7878", "10.0.0.1", "", "[::1", "x:y"] {
            assert!(!is_own(&own, host), "{host}");
        }
        let public = Hosts { names: vec!["spar.example".to_owned()], addresses: true };
        assert!(is_own(&public, "Spar.example:80") && is_own(&public, "10.0.0.1:7878"));
        assert!(!is_own(&public, "evil.example"));
    }
}
