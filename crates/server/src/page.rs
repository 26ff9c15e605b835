//! The page: files embedded in the program, each compressed once.

use super::refusal::Refused;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::sync::OnceLock;

/// Every file of the built page with its bytes.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Sent if the program was built without the page.
const NOT_BUILT: &[u8] = b"<!doctype html><html lang=\"en\"><title>Spar</title>\
<p>This program was built without <code>web/dist</code>, so it has no page. \
The API is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// A file as it is sent.
struct Asset {
    plain: &'static [u8],
    /// Compressed, where that is shorter.
    gzip: Option<Vec<u8>>,
    content_type: &'static str,
    tag: HeaderValue,
    /// Whether its name changes with its bytes.
    is_hashed: bool,
}

fn assets() -> &'static HashMap<&'static str, Asset> {
    static PIECES: OnceLock<HashMap<&'static str, Asset>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let mut assets: HashMap<_, _> =
            FILES.iter().map(|(name, bytes)| (*name, asset(name, bytes))).collect();
        assets.entry(INDEX).or_insert_with(|| asset(INDEX, NOT_BUILT));
        assets
    })
}

const INDEX: &str = "index.html";

fn asset(name: &str, plain: &'static [u8]) -> Asset {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let gzip = encoder.write_all(plain).and_then(|()| encoder.finish()).ok();
    let mut hasher = std::hash::DefaultHasher::new();
    plain.hash(&mut hasher);
    let tag = HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish()));
    Asset {
        plain,
        gzip: gzip.filter(|it| it.len() < plain.len()),
        content_type: content_type(name),
        tag: tag.expect("invariant: hex digits and quotes are valid in a header"),
        is_hashed: name.starts_with("assets/"),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Answers every request that no route of the API takes.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return Refused::new(StatusCode::NOT_FOUND, "there is nothing at this address")
            .hint("`/api/openapi.json` lists all addresses")
            .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = Refused::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "a page can only be read, by `GET` or `HEAD`",
        )
        .into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(asset) = assets().get(path) {
        return send(asset, StatusCode::OK, &headers);
    }
    let status = if is_place(uri.path()) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    send(&assets()[INDEX], status, &headers)
}

/// Whether the page has a view at this address.
fn is_place(path: &str) -> bool {
    addresses().values().any(|address| match address.strip_suffix(NAME) {
        Some(start) => {
            path.strip_prefix(start).is_some_and(|it| !it.is_empty() && !it.contains('/'))
        }
        None => path == address,
    })
}

/// The page's addresses by the names of its views. Its router reads the same list.
fn addresses() -> &'static BTreeMap<String, String> {
    static ADDRESSES: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    ADDRESSES.get_or_init(|| {
        let list = include_str!("../../../web/src/addresses.json");
        serde_json::from_str(list).expect("invariant: a test reads this list")
    })
}

/// The placeholder at the end of an address: a name or a key.
const NAME: &str = "{name}";

/// The link that adds the device on which it is opened to this person.
pub(crate) fn device_link(key: &str) -> String {
    addresses()["move"].replace(NAME, key)
}

fn send(asset: &'static Asset, status: StatusCode, headers: &HeaderMap) -> Response {
    let cache = if asset.is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers.get(header::IF_NONE_MATCH) == Some(&asset.tag);
    let mut response = match &asset.gzip {
        _ if is_known && status == StatusCode::OK => StatusCode::NOT_MODIFIED.into_response(),
        Some(gzip) if takes_gzip(headers) => {
            let mut response = (status, gzip.as_slice()).into_response();
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            response
        }
        _ => (status, asset.plain).into_response(),
    };
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    set.insert(header::ETAG, asset.tag.clone());
    response
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|it| it.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|it| {
        let mut parts = it.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_the_list_is_a_place() {
        for (place, address) in addresses() {
            assert!(is_place(&address.replace(NAME, "abc")), "{place}");
            assert!(!is_place(&format!("{address}/a/b")), "{place}");
            let parts = address.split('/').count();
            assert!(address.starts_with('/') && parts == 2 + usize::from(address.ends_with(NAME)));
        }
        assert_eq!(device_link("k"), "/move/k");
    }

    #[test]
    fn the_page_has_its_places_and_no_others() {
        for path in
            ["/", "/games", "/play", "/play/abc", "/games/connect4%3Arows=5", "/you", "/move/k"]
        {
            assert!(is_place(path), "{path}");
        }
        for path in ["/play/", "/games/a/b", "/../etc/passwd", "//", "/Play", "/index"] {
            assert!(!is_place(path), "{path}");
        }
    }

    #[test]
    fn gzip_is_sent_only_to_who_takes_it() {
        let takes = |text: &'static str| {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]);
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1, GZIP;q=0.5"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes(""));
    }
}
