//! Digests of files, as entries of skills have them.

use mcp_runtime_protocol::hex::hex;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of bytes: `sha256:` and 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(bytes)))
}
