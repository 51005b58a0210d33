//! Digests of text.

use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: impl AsRef<[u8]>) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
