//! Who may talk to the server, and what its answers forbid a browser to do.

use super::limit::neighbourhood;
use super::listen::Peer;
use super::refusal::Refused;
use super::state::Shared;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
