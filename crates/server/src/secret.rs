//! Names that nobody can guess, and what is kept of secrets.

use sha2::{Digest as _, Sha256};
use spar_store::Hash;
use std::fmt::Write as _;

/// 128 random bits as 32 hexadecimal figures.
pub(crate) fn id() -> String {
    hex(&random::<16>())
}

/// 256 random bits as 64 hexadecimal figures, for cookies and links.
pub(crate) fn secret() -> String {
    hex(&random::<32>())
}

/// A random number.
pub(crate) fn number() -> u32 {
    u32::from_le_bytes(random())
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether a text can be a secret of ours.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit())
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("invariant: the system has random numbers");
    bytes
}

/// Bytes as hexadecimal figures.
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
    fn secrets_differ_and_are_recognised() {
        let (one, other) = (secret(), secret());
        assert!(one != other && is_secret(&one) && is_secret(&other));
        assert!(!is_secret(&id()) && !is_secret("") && !is_secret(&"é".repeat(32)));
        assert_ne!(hash(&one), hash(&other));
    }
}
