//! Takes a `Result` apart, and leaves everything else whole.

use std::convert::Infallible;

/// What a handler returned.
#[derive(Debug)]
pub struct Split<T>(pub T);

impl<T, E> Split<Result<T, E>> {
    /// The result itself.
    ///
    /// # Errors
    ///
    /// What the handler failed with.
    pub fn split(self) -> Result<T, E> {
        self.0
    }
}

/// For everything but a `Result`.
pub trait SplitPlain<T> {
    /// The value itself.
    ///
    /// # Errors
    ///
    /// Never.
    fn split(self) -> Result<T, Infallible>;
}

impl<T> SplitPlain<T> for Split<T> {
    fn split(self) -> Result<T, Infallible> {
        Ok(self.0)
    }
}
