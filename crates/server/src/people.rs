//! Identification of people by cookies, and the secrets in cookies and links.

use super::refusal::Refused;
use super::state::{App, Shared};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest as _, Sha256};
use spar_store::{Change, Hash, Person};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::net::IpAddr;
use std::time::Instant;

/// The cookie's name.
const COOKIE: &str = "spar";

/// A cookie lasts a year.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The person who sent a request, if known, and their address.
pub(crate) struct Who {
    /// The person, if the server knows them.
    pub(crate) player: Option<Person>,
    /// The address of the sender.
    pub(crate) address: IpAddr,
}

impl Who {
    /// The person's id; empty if they are not known: then nothing belongs to them.
    pub(crate) fn id(&self) -> String {
        self.player.as_ref().map(|player| player.id.clone()).unwrap_or_default()
    }

    /// The person. If they are new, also the change that adds them, to be written first, and
    /// the cookie to set.
    ///
    /// # Errors
    /// If there were too many new people from this address recently.
    pub(crate) fn or_new(self, app: &App) -> Result<(Person, Option<New>), Refused> {
        if let Some(player) = self.player {
            return Ok((player, None));
        }
        app.limits.newcomers.take(&self.address, Instant::now())?;
        let secret = secret();
        let player = Person { id: id(), name: String::new(), made: app.now() };
        let change = Change::NewPlayer { player: player.clone(), token: hash(&secret) };
        Ok((player, Some(New { change, cookie: cookie(&secret, app.settings.https) })))
    }
}

/// A new person.
pub(crate) struct New {
    /// The change that adds them.
    pub(crate) change: Change,
    /// The cookie that identifies them.
    pub(crate) cookie: HeaderValue,
}

/// The person who sent a request, as far as the request alone tells it, so that the handler need
/// not wait for the disk twice.
pub(crate) enum Asker {
    /// The person with this id; empty if they are not known.
    Person(String),
    /// The person whose cookie has the secret with this hash.
    Cookie(Hash),
}

impl Asker {
    /// Their id; empty if they are not known: then nothing belongs to them. It reads from the
    /// disk.
    ///
    /// # Errors
    /// If the store cannot be read, or they send too many requests.
    pub(crate) fn id(self, app: &App) -> Result<String, Refused> {
        let token = match self {
            Asker::Person(id) => return Ok(id),
            Asker::Cookie(token) => token,
        };
        let player = app.store.read(|reader| reader.player_of_token(&token));
        let Some(player) = player.map_err(|it| app.refused(it))? else { return Ok(String::new()) };
        app.limits.people.take(&player.id, Instant::now())?;
        Ok(player.id)
    }
}

impl From<Who> for Asker {
    fn from(who: Who) -> Asker {
        Asker::Person(who.id())
    }
}

impl FromRequestParts<Shared> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Asker, Infallible> {
        let token = token(&parts.headers);
        Ok(token.map_or_else(|| Asker::Person(String::new()), Asker::Cookie))
    }
}

impl FromRequestParts<Shared> for Who {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Who, Refused> {
        let address = super::guard::address(parts, app.settings.proxies);
        let Some(token) = token(&parts.headers) else { return Ok(Who { player: None, address }) };
        let player = app.read(move |reader| reader.player_of_token(&token)).await?;
        if let Some(player) = &player {
            app.limits.people.take(&player.id, Instant::now())?;
        }
        Ok(Who { player, address })
    }
}

/// The hash of the secret in a request.
fn token(headers: &HeaderMap) -> Option<Hash> {
    tokens(headers).into_iter().next()
}

/// The hashes of all secrets in the cookies of a request.
pub(crate) fn tokens(headers: &HeaderMap) -> Vec<Hash> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|it| it.split_once('='));
    let named = pairs.filter(|(name, _)| name.trim() == COOKIE).map(|(_, secret)| secret.trim());
    // Another page of the same host may have set a cookie with the same name.
    named.filter(|it| is_secret(it)).map(hash).collect()
}

/// A cookie with a secret.
pub(crate) fn cookie(secret: &str, https: bool) -> HeaderValue {
    let secure = if https { "; Secure" } else { "" };
    let text = format!(
        "{COOKIE}={secret}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
    );
    HeaderValue::from_str(&text).expect("invariant: a secret is made of figures")
}

/// A cookie that makes the browser delete it.
pub(crate) fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("spar=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

/// 128 random bits as 32 hexadecimal digits.
pub(crate) fn id() -> String {
    hex(&random::<16>())
}

/// 256 random bits as 64 hexadecimal digits, for cookies and links.
pub(crate) fn secret() -> String {
    hex(&random::<32>())
}

/// A random number.
pub(crate) fn number() -> u32 {
    u32::from_le_bytes(random())
}

/// The hash of a secret, which is stored.
pub(crate) fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether a text has the form of a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit())
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("invariant: the system has random numbers");
    bytes
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let one = secret();
        let token_of = |line: String| {
            let value = HeaderValue::from_str(&line).unwrap();
            token(&HeaderMap::from_iter([(header::COOKIE, value)]))
        };
        assert_eq!(token_of(format!("a=b; spar={one}; c=d")), Some(hash(&one)));
        for line in ["", "spar", "spar=", "spar=xyz", "spars=1", "x=spar=1"] {
            assert_eq!(token_of(line.to_owned()), None, "{line}");
        }
        assert_eq!(token_of(format!("spar={one}0")), None);
        let (second, hash) = (format!("spar=; spar=x; spar={one}"), Some(hash(&one)));
        assert_eq!(token_of(second), hash, "what is none of ours hides nothing");
    }

    #[test]
    fn a_cookie_is_for_this_server_alone() {
        let text = cookie(&secret(), true);
        let text = text.to_str().unwrap();
        for part in ["; HttpOnly", "; SameSite=Lax", "; Path=/;", "; Secure"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!cookie("a", false).to_str().unwrap().contains("Secure"));
    }

    #[test]
    fn secrets_differ_and_are_recognised() {
        let (one, other) = (secret(), secret());
        assert!(one != other && is_secret(&one) && is_secret(&other));
        assert!(!is_secret(&id()) && !is_secret("") && !is_secret(&"é".repeat(32)));
        assert_ne!(hash(&one), hash(&other));
    }
}
