//! Random numbers from the operating system, and ids made from them.

use crate::error::{Error, Result};

/// Returns random bytes.
///
/// # Errors
///
/// When the system has no random numbers.
pub fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// Fills a buffer with random bytes.
///
/// # Errors
///
/// When the system has no random numbers.
#[inline]
pub fn fill(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes)
        .map_err(|_| Error::other("the random number generator of the system failed"))
}

/// Returns an id that cannot be guessed: 128 random bits, as 32 hexadecimal digits.
///
/// # Errors
///
/// When the system has no random numbers.
#[inline]
pub fn id() -> Result<String> {
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes()?)))
}
