//! Keys and signatures: Ed25519 (RFC 8032), with keys and signatures in hexadecimal.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::file::hex;

/// The beginning of each signed text, so that a signature is invalid in any other context.
const CONTEXT: &str = "foeman hand-over 1\n";

/// The secret key of a side in a battle.
pub struct Secret(SigningKey);

impl Secret {
    /// Makes a new key from the random numbers of the system.
    pub fn new() -> Result<Self, String> {
        Ok(Self(SigningKey::from_bytes(&random()?)))
    }

    /// Returns the public key.
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// Signs a digest.
    pub(crate) fn sign(&self, digest: &str) -> String {
        hex(&self.0.sign(message(digest).as_bytes()).to_bytes())
    }

    /// Reads a key that [`text`](Self::text) has written.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Some(Self(SigningKey::from_bytes(&bytes(text)?)))
    }

    /// Writes the key for the profile.
    pub(crate) fn text(&self) -> String {
        hex(&self.0.to_bytes())
    }
}

/// Returns a random name, in hexadecimal.
pub fn random_name() -> Result<String, String> {
    Ok(hex(&random::<16>()?))
}

/// Returns a random number.
pub fn random_number() -> Result<u64, String> {
    Ok(u64::from_le_bytes(random()?))
}

fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
    Ok(bytes)
}

/// Whether a signature of a digest is valid; false for anything that is not a key or a signature.
pub(crate) fn is_signed(key: &str, digest: &str, signature: &str) -> bool {
    let key = bytes(key).and_then(|key| VerifyingKey::from_bytes(&key).ok());
    let signature = bytes(signature).map(|signature| Signature::from_bytes(&signature));
    let (Some(key), Some(signature)) = (key, signature) else { return false };
    key.verify_strict(message(digest).as_bytes(), &signature).is_ok()
}

fn message(digest: &str) -> String {
    format!("{CONTEXT}{digest}")
}

/// Reads bytes in small hexadecimal digits.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N || !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_valid_for_their_key_and_digest_only() {
        let [ann, bob] = [(); 2].map(|()| Secret::new().expect("there are random numbers"));
        let signature = ann.sign("00ff");
        assert!(is_signed(&ann.public(), "00ff", &signature));
        assert!(!is_signed(&bob.public(), "00ff", &signature));
        assert!(!is_signed(&ann.public(), "00fe", &signature));
        assert!(!is_signed(&ann.public(), "00ff", &signature.to_uppercase()));
        assert!(!is_signed("", "00ff", ""));
        let again = Secret::read(&ann.text()).expect("it is a key");
        assert_eq!(again.public(), ann.public());
    }
}
