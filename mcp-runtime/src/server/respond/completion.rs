//! Results of completion functions.

use std::future::Future;

use crate::server::handler::BoxFuture;

/// What a completion function returned.
#[derive(Debug)]
pub struct Completing<T>(pub T);

/// A function that returns its values.
pub trait CompletingNow {
    /// The values.
    fn values(self) -> impl Future<Output = Vec<String>> + Send;
}

impl<T: IntoIterator<Item: Into<String>>> CompletingNow for Completing<T> {
    fn values(self) -> impl Future<Output = Vec<String>> + Send {
        let values = self.0.into_iter().map(Into::into).collect();
        std::future::ready(values)
    }
}

/// A function that returns a future of its values.
pub trait CompletingLater {
    /// The values.
    fn values(self) -> impl Future<Output = Vec<String>> + Send;
}

impl<F> CompletingLater for Completing<F>
where
    F: Future<Output: IntoIterator<Item: Into<String>>> + Send,
{
    async fn values(self) -> Vec<String> {
        self.0.await.into_iter().map(Into::into).collect()
    }
}

/// Boxes a future of values.
pub fn boxed(future: impl Future<Output = Vec<String>> + Send + 'static) -> BoxFuture<Vec<String>> {
    Box::pin(future)
}
