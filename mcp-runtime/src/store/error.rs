//! The errors of a store.

use std::fmt;

/// Why an operation on a store failed. Callers treat the three cases differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It cannot be reached or does not work, for the given reason. It may work again later. A
    /// write may have been applied.
    Down(String),
    /// It did not respond in time. A write may have been applied.
    Timeout,
    /// It refuses the operation, for example for lack of space. Nothing was applied, and a retry
    /// does not help.
    Refused(String),
}

impl fmt::Display for StoreError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Down(why) => write!(f, "the store is not available: {why}"),
            Self::Timeout => f.write_str("the store did not answer in time"),
            Self::Refused(why) => write!(f, "the store refused: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
