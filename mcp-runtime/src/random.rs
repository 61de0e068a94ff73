//! Random numbers of the operating system, and names made of them.

use crate::error::{Error, Result};

/// Random bytes.
///
/// # Errors
///
/// When the system has none.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// Fills what is there with random bytes.
///
/// # Errors
///
/// When the system has none.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).map_err(|_| Error::other("the system gives no random numbers"))
}

/// A name that cannot be guessed: 128 random bits, in 32 hexadecimal digits.
///
/// # Errors
///
/// When the system has no random numbers.
pub(crate) fn id() -> Result<String> {
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes()?)))
}
