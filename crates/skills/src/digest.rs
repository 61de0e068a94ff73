//! Digests of files, as entries of skills have them.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of bytes: `sha256:` and 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut text = "sha256:".to_owned();
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
