//! What a store fails with.

use std::fmt;

/// Why a store did not do what it was asked for. Callers treat the three differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It cannot be reached or does not work, for the reason that is said. Later it may work again. A
    /// write may have been applied.
    Down(String),
    /// It did not answer in time. A write may have been applied.
    Timeout,
    /// It answers that it does not do this, such as for want of room. Nothing was applied, and to repeat
    /// it does not help.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Down(why) => write!(f, "the store is not available: {why}"),
            Self::Timeout => f.write_str("the store did not answer in time"),
            Self::Refused(why) => write!(f, "the store refused: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
